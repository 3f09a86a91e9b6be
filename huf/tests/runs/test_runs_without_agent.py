"""Questions to no agent, from all that one may read: made as runs are, with a conversation; nobody else's and nothing else."""

from typing import Any

import frappe

from huf.ai.agent_integration import cancel_run, get_run, run_agent, start_run
from huf.ai.chat import delete_conversation, get_chat, get_conversation, get_knowledge, set_knowledge
from huf.ai.costs.ledger import this_month
from huf.ai.runs.keeping.access import permitted_agent
from huf.ai.site.database.transactions import own_transaction
from huf.engine.profiles import REFERENCE
from huf.tests.agent_site import delete_runs, model_of, model_server
from huf.tests.factories import make_user
from huf.tests.runs.test_agent_background import BackgroundTestCase
from huf.tests.runs.test_agent_runs import HOTEL, LEAVE, OTHER, QUESTION, USER

NOBODY = "without-agent-nobody@example.com"
MANAGER = "agent-manager@example.com"
ANSWER = "Twenty-five days [1]."


class TestRunsWithoutAgent(BackgroundTestCase):
	"""An agent lends its model; nothing else of it is used."""

	def setUp(self) -> None:
		super().setUp()
		self.lender = self.agent()
		frappe.db.set_single_value("Agent Settings", "answer_model", self.lender.model)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		self.talks: list[str] = []
		self.addCleanup(self.forget)
		# Cleanups run the last one first.
		self.addCleanup(delete_runs, "")

	def forget(self) -> None:
		with own_transaction():
			frappe.db.delete("Agent Conversation", {"name": ("in", self.talks or [""])})

	def begin(self, prompt: str = QUESTION, user: str = USER, **options: Any) -> dict[str, Any]:
		"""A queued run with a conversation."""
		with self.acting_as(user):
			started = start_run(
				agent="", prompt=prompt, new_conversation="conversation" not in options, **options
			)
		self.talks.append(started["conversation"])
		return started

	def read(self, method: Any, *args: Any, user: str = USER, **values: Any) -> Any:
		with self.acting_as(user):
			return method(*args, **values)

	def test_it_streams_from_what_the_user_may_read(self) -> None:
		"""Events go to its user alone, the answer grows, the passages are theirs, and nobody else's text reaches the model."""
		self.source(LEAVE)
		with self.acting_as(OTHER):
			self.source(f"{LEAVE} The board has ninety days of annual leave.", scope="User")
		words = "Every employee has twenty-five days of annual leave [1]."
		with model_of(self.lender, model_server.streamed(words, piece_delay_s=0.2)) as server:
			started = self.begin()
			run = self.work(started["run"])
		self.assertEqual((run.status, run.agent or "", run.user), ("Success", "", USER), run.error_message)
		texts = [message for name, message, _to in self.events if name == "huf_run_text"]
		self.assertGreater(len(texts), 1)
		self.assertTrue(all(to == {"user": USER} for _name, _message, to in self.events))
		(sent,) = server.bodies
		self.assertNotIn("ninety", str(sent["messages"]))
		self.assertIn("Answer from the passages alone", sent["messages"][0]["content"])
		self.assertIn(REFERENCE.instructions, sent["messages"][0]["content"])
		self.assertEqual((sent["max_tokens"], sent.get("tools")), (REFERENCE.answer_tokens, None))
		self.assertEqual((run.chunks[0].cited, run.chunks[0].origin), (1, "Injected"))
		self.assertTrue(run.verification_result)
		view = self.read(get_run, started["run"])
		self.assertEqual((view["text"], view["missing"]), (run.response, "No"))

	def test_each_question_is_answered_by_the_rights_of_its_moment(self) -> None:
		"""What the user lost between two questions, or while one waited, is not read for the next one."""
		source = self.source(LEAVE)
		with model_of(self.lender, model_server.answer(ANSWER), *[model_server.answer("x")] * 3) as server:
			first = self.begin()
			self.assertEqual(len(self.work(first["run"]).chunks), 1)
			second = self.begin("And when does annual leave expire?", conversation=first["conversation"])
			source.update({"scope": "Role", "roles": [{"role": "System Manager"}]})
			source.flags.ignore_links = True
			source.save()
			run = self.work(second["run"])
		self.assertNotIn(source.name, {row.knowledge_source for row in run.chunks})
		self.assertNotIn("Unused leave", str([body["messages"] for body in server.bodies[1:]]))

	def test_a_follow_up_knows_what_was_said(self) -> None:
		"""The model reads the earlier turn; the question is searched for as it is meant."""
		self.source(LEAVE, HOTEL)
		script = (
			model_server.answer(ANSWER),
			model_server.answer("When does unused annual leave expire?"),
			model_server.answer("In March [1]."),
		)
		with model_of(self.lender, *script) as server:
			first = self.begin()
			self.work(first["run"])
			second = self.begin("And when does it expire?", conversation=first["conversation"])
			run = self.work(second["run"])
		self.assertEqual(run.standalone_question, "When does unused annual leave expire?")
		said = [(one["role"], one["content"]) for one in server.bodies[-1]["messages"]]
		self.assertIn(("assistant", "Twenty-five days."), said)
		found = self.read(get_conversation, first["conversation"])
		self.assertEqual((found["agent"] or "", len(found["runs"]), found["title"]), ("", 2, QUESTION))

	def test_nothing_found_asks_no_model(self) -> None:
		"""It would have nothing to answer from but its own memory. The run says so, and costs nothing."""
		self.source(LEAVE)
		with model_of(self.lender) as server:
			started = self.begin("xylophone zeppelin quokka?")
			run = self.work(started["run"])
		self.assertEqual(server.bodies, [])
		self.assertEqual((run.status, run.missing, run.cost, run.cost_known), ("Success", "Yes", 0.0, 1))
		self.assertEqual(run.response, "Nothing in the knowledge answers this question.")

	def test_it_is_nobody_else_s(self) -> None:
		"""Nor may those ask who may not use knowledge, also when they lose the right while their question waits."""
		make_user(NOBODY)
		make_user(MANAGER, "Knowledge Manager")
		started = self.begin()
		talk, run = started["conversation"], started["run"]
		for user in (OTHER, MANAGER, NOBODY):
			for method, name in ((get_conversation, talk), (delete_conversation, talk), (get_run, run)):
				with self.assertRaises(frappe.PermissionError):
					self.read(method, name, user=user)
			with self.assertRaises(frappe.PermissionError):
				self.begin("And then?", user=user, conversation=talk)
			for doctype, name in (("Agent Conversation", talk), ("Agent Run", run)):
				with own_transaction():
					doc = frappe.get_doc(doctype, name)
				self.assertFalse(frappe.has_permission(doctype, "read", doc=doc, user=user))
		for user in ("Guest", NOBODY):
			for method in (run_agent, start_run):
				with self.assertRaises(frappe.PermissionError):
					self.read(method, agent="", prompt=QUESTION, user=user)
		frappe.get_doc("User", USER).remove_roles("Knowledge User")
		self.addCleanup(make_user, USER, "Knowledge User")
		ended = self.work(run)
		self.assertEqual(ended.status, "Failed")
		self.assertIn("Only those who may use knowledge", ended.error_message)

	def test_conversations_do_not_mix(self) -> None:
		"""One without an agent does not go on with one, nor the other way; an agent's trigger never runs without it."""
		agent = self.agent(self.source(LEAVE))
		without = self.begin()["conversation"]
		with self.acting_as(USER):
			with_agent = start_run(agent=agent.name, prompt="x", new_conversation=True)["conversation"]
			self.talks.append(with_agent)
			for name, talk in ((agent.name, without), ("", with_agent)):
				with self.assertRaisesRegex(frappe.ValidationError, "another agent"):
					start_run(agent=name, prompt="x", conversation=talk)
			with self.assertRaises(frappe.PermissionError):
				permitted_agent("", USER)

	def test_found_asked_again_and_deleted_like_others(self) -> None:
		"""The list has it, its words find it, a question takes another one's place, and its runs go with it."""
		self.source(LEAVE)
		with model_of(self.lender, *[model_server.answer(ANSWER)] * 2):
			first = self.begin()
			self.work(first["run"])
			again = self.begin(QUESTION, conversation=first["conversation"], replaces=first["run"])
			self.work(again["run"])
		with own_transaction():
			found = self.read(get_chat, search="annual twenty-five")
		self.assertIn(first["conversation"], [row["name"] for row in found["conversations"]])
		turns = self.read(get_conversation, first["conversation"])["runs"]
		self.assertEqual([turn["run"] for turn in turns], [again["run"]])
		self.read(delete_conversation, first["conversation"])
		with own_transaction():
			self.assertFalse(frappe.db.exists("Agent Run", {"conversation": first["conversation"]}))

	def test_it_is_stopped_like_others(self) -> None:
		"""A waiting one at once, a running one with what came."""
		self.source(LEAVE)
		waiting = self.begin()["run"]
		self.assertEqual(self.read(cancel_run, waiting)["status"], "Cancelled")
		with model_of(self.lender, model_server.streamed("days", endless=True, piece_delay_s=0.05)):
			run = self.begin()["run"]
			self.on_event = lambda name, _message: (
				self.read(cancel_run, run) if name == "huf_run_text" else None
			)
			ended = self.work(run)
		self.assertEqual(ended.status, "Cancelled")
		self.assertIn("days", ended.response)

	def test_what_it_costs_is_counted(self) -> None:
		"""In the month of whoever asked, without an agent."""
		self.source(LEAVE)
		before = spent_without_agent()
		with model_of(self.lender, model_server.answer(ANSWER), input_price=1000, output_price=1000):
			run = self.work(self.begin()["run"])
		self.assertGreater(run.cost, 0)
		self.assertAlmostEqual(spent_without_agent() - before, run.cost, places=6)

	def test_without_a_model_nothing_is_queued(self) -> None:
		"""The words say what is missing."""
		frappe.db.set_single_value("Agent Settings", "answer_model", "")
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		frappe.db.set_value("AI Model", {"kind": "chat"}, "disabled", 1)
		with self.assertRaisesRegex(frappe.ValidationError, "no AI Model of the kind chat"):
			self.begin()

	def test_less_than_all(self) -> None:
		"""Chosen sources alone are searched; what was lost since is not; off, with none, or not relevant the model answers by itself."""
		leave, hotel = self.source(LEAVE), self.source(HOTEL)
		said = {leave.name: LEAVE.split(".")[0], hotel.name: HOTEL.split(".")[0]}
		question = "How many days of annual leave, and what may a hotel cost?"
		offered = self.read(get_knowledge, "")
		self.assertEqual(offered["knowledge_gate"], "Always")
		self.assertLessEqual(set(said), set(offered["sources"]))

		def told(**options: Any) -> list[str]:
			# A follow-up is rewritten first, which is another call.
			with model_of(self.lender, *[model_server.answer("Yes.")] * 2) as server:
				run = self.work(self.begin(question, **options)["run"])
			self.assertEqual(run.status, "Success", run.error_message)
			messages = [str(body["messages"]) for body in server.bodies]
			return messages and [name for name, words in said.items() if words in messages[-1]]

		self.assertEqual(told(), [leave.name, hotel.name])
		self.assertEqual(told(sources=[hotel.name]), [hotel.name])
		self.assertEqual(told(sources=frappe.as_json([leave.name])), [leave.name])
		for off in (
			{"knowledge_gate": "Never"},
			{"sources": "[]"},
			{"knowledge_gate": "Never", "sources": []},
		):
			with model_of(self.lender, model_server.answer("By myself.")) as server:
				run = self.work(self.begin(**off)["run"])
			self.assertEqual((run.response, len(run.chunks)), ("By myself.", 0), off)
			self.assertEqual([one["role"] for one in server.bodies[0]["messages"]], ["user"], off)
		with model_of(self.lender, model_server.answer("You are welcome.")) as server:
			run = self.work(self.begin("Thanks!", knowledge_gate="When Relevant")["run"])
		self.assertEqual((run.gate_decision, run.response), ("Left Out", "You are welcome."))
		with model_of(self.lender, model_server.answer("Yes.")):
			talk = self.begin(question, sources=[hotel.name])["conversation"]
		self.assertEqual(self.read(get_conversation, talk)["sources"], (hotel.name,))
		hotel.update({"scope": "Role", "roles": [{"role": "System Manager"}]})
		hotel.flags.ignore_links = True
		hotel.save()
		self.assertEqual(told(conversation=talk), [])
		self.read(set_knowledge, talk, "", [leave.name])
		self.assertEqual(told(conversation=talk), [leave.name])

	def test_never_more_than_one_may_search(self) -> None:
		"""A source of somebody else, one of an agent, and one that does not exist are neither offered nor taken, in the same words."""
		mine, of_agent = self.source(LEAVE), self.source(HOTEL)
		with self.acting_as(OTHER):
			foreign = self.source("Otters swim.", scope="User")
		frappe.db.set_value("Knowledge Source", of_agent.name, "scope", "Agent")
		offered = self.read(get_knowledge, "")["sources"]
		self.assertIn(mine.name, offered)
		talk = self.begin(sources=[mine.name])["conversation"]
		refusals = set()
		for name in (foreign.name, of_agent.name, "No Such Source"):
			self.assertNotIn(name, offered)
			for method, values in (
				(start_run, {"agent": "", "prompt": QUESTION}),
				(run_agent, {"agent": "", "prompt": QUESTION}),
				(set_knowledge, {"conversation": talk}),
			):
				with self.assertRaisesRegex(
					frappe.ValidationError, "no knowledge source of this name"
				) as raised:
					self.read(method, **values, sources=[mine.name, name])
				refusals.add(str(raised.exception))
		self.assertEqual(len(refusals), 1)
		# What a row says, whoever wrote it, is looked at again when it is worked on.
		with model_of(self.lender, model_server.answer("Yes.")) as server:
			run = self.begin()["run"]
			with own_transaction():
				frappe.db.set_value(
					"Agent Run", run, "only_sources", frappe.as_json([foreign.name, of_agent.name])
				)
			ended = self.work(run)
		self.assertEqual((server.bodies, len(ended.chunks), ended.missing), ([], 0, "Yes"))
		for user in ("Guest", make_user(NOBODY)):
			with self.assertRaises(frappe.PermissionError):
				self.read(get_knowledge, "", user=user)

	def test_what_is_known_of_the_record_stays(self) -> None:
		"""About a record, the chosen sources are searched for it alone, besides the one that is about it."""
		todo = frappe.get_doc(
			{"doctype": "ToDo", "description": "The boiler drips.", "allocated_to": USER}
		).insert()
		about = {"reference_doctype": "ToDo", "reference_name": todo.name}
		one, other = self.source("The boiler was mended in May."), self.source("The boiler was sold in June.")
		for source in (one, other):
			frappe.db.set_value("Knowledge Input", {"knowledge_source": source.name}, dict(about))

		def told(**options: Any) -> str:
			with model_of(self.lender, model_server.answer("Yes.")) as server:
				self.work(self.begin("What of the boiler?", **about, **options)["run"])
			return str(server.bodies[0]["messages"])

		said = told()
		self.assertTrue("in May" in said and "in June" in said)
		said = told(sources=[one.name])
		self.assertTrue("in May" in said and "in June" not in said and "drips" in said)
		self.source("The boiler has a warranty until August.", scope="Record", **about)
		for options, is_searched in (({}, True), ({"sources": [one.name]}, True), ({"sources": []}, False)):
			self.assertEqual("until August" in told(**options), is_searched, options)
		# Of another record it is not.
		todo = frappe.get_doc(
			{"doctype": "ToDo", "description": "The boiler leaks.", "allocated_to": USER}
		).insert()
		about.update(reference_name=todo.name)
		self.assertNotIn("until August", told())
		self.assertNotIn("until August", told(sources=[one.name]))

	def test_about_a_record_it_is_of_that_alone(self) -> None:
		"""The record stands in the prompt as it is now; of the knowledge only what it has of this record is searched."""
		self.source("The boiler of hall four was mended in May.")
		todo = frappe.get_doc(
			{"doctype": "ToDo", "description": "The boiler of hall four drips.", "allocated_to": USER}
		).insert()
		with model_of(self.lender, model_server.answer("It drips [1].")) as server:
			started = self.begin(
				"What of the boiler of hall four?", reference_doctype="ToDo", reference_name=todo.name
			)
			run = self.work(started["run"])
		self.assertEqual(run.status, "Success", run.error_message)
		said = str(server.bodies[0]["messages"])
		self.assertIn("drips", said)
		self.assertNotIn("mended in May", said)
		with self.assertRaises(frappe.PermissionError):
			self.begin("x", user=OTHER, reference_doctype="ToDo", reference_name=todo.name)


def spent_without_agent() -> float:
	"""What USER's questions without an agent have cost in this month, as any other connection sees it."""
	with own_transaction():
		rows = frappe.get_all(
			"Knowledge Cost", {"user": USER, "month": this_month(), "kind": "Chat"}, ["agent", "cost"]
		)
	return sum(row.cost for row in rows if not row.agent)
