"""Conversations: whose they are, what the model reads of them, and follow-up questions."""

from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.agent_integration import get_run, run_agent_sync, start_run
from huf.ai.chat import delete_conversation, get_chat, get_conversation, rename_conversation
from huf.ai.knowledge import retriever
from huf.ai.runs.background import make_queued_run
from huf.ai.runs.keeping.access import new_conversation
from huf.ai.runs.keeping.rows import TITLE_CHARACTERS, ask_to_cancel
from huf.ai.runs.prompt.rewrite import merged
from huf.ai.site.database.transactions import own_transaction
from huf.engine.request import Request
from huf.engine.types import Hit, Locator, SearchResult, Skipped
from huf.patches import title_runs_by_their_question
from huf.tests.agent_site import model_of, model_server, stored_run
from huf.tests.factories import make_user
from huf.tests.runs.test_agent_runs import HOTEL, LEAVE, OTHER, QUESTION, USER, AgentTestCase

MANAGER = "agent-manager@example.com"


class ConversationTestCase(AgentTestCase):
	def talk(self, agent: Any, user: str = USER) -> str:
		"""A conversation; it goes when the test ends."""
		name = new_conversation(agent.name, user, QUESTION)
		self.addCleanup(self.forget, name)
		return name

	def forget(self, name: str) -> None:
		with own_transaction():
			frappe.delete_doc(
				"Agent Conversation", name, force=True, ignore_permissions=True, ignore_missing=True
			)


class TestConversations(ConversationTestCase):
	def test_turns_are_read_again_without_their_marks(self) -> None:
		"""The second question comes after the first one and its answer, whose citations and passages do not come again."""
		agent = self.agent(self.source(LEAVE))
		talk = self.talk(agent)
		with model_of(
			agent, model_server.answer("Twenty-five [1]."), model_server.answer("March [1].")
		) as server:
			first = run_agent_sync(agent.name, QUESTION, user=USER, in_conversation=talk)
			run_agent_sync(agent.name, "When does annual leave expire?", user=USER, in_conversation=talk)
		said = [(m["role"], m["content"]) for m in server.bodies[1]["messages"]]
		self.assertEqual(said[1:3], [("user", QUESTION), ("assistant", "Twenty-five.")])
		self.assertEqual(sum("<knowledge-" in text for _, text in said), 1)
		self.assertEqual(stored_run(first.run).conversation, talk)

	def test_oldest_turns_are_left_out_whole(self) -> None:
		"""Over the token limit the oldest turns go, never half of one, and the run says how many."""
		agent = self.agent(history_token_limit=60)
		talk = self.talk(agent)
		answers = [model_server.answer(f"Answer {n}. " + "word " * 20) for n in range(4)]
		with model_of(agent, *answers) as server:
			for n in range(4):
				last = run_agent_sync(agent.name, f"Question {n}", user=USER, in_conversation=talk)
		said = [m["content"] for m in server.bodies[3]["messages"][1:]]
		self.assertEqual(
			[text[:10] for text in said[::2]], ["Question 1", "Question 2", "Question 3"][-len(said[::2]) :]
		)
		self.assertLess(len(said), 7)
		self.assertEqual(len(said) % 2, 1)
		self.assertIn("earlier turns", stored_run(last.run).knowledge_notes)

	def test_failed_turns_are_no_turns(self) -> None:
		"""A question that got no answer is not put before the next one."""
		agent = self.agent()
		talk = self.talk(agent)
		with model_of(agent, model_server.error(401, "no"), model_server.answer("Hi")) as server:
			run_agent_sync(agent.name, "first", user=USER, in_conversation=talk)
			run_agent_sync(agent.name, "second", user=USER, in_conversation=talk)
		self.assertEqual([m["content"] for m in server.bodies[1]["messages"]][1:], ["second"])

	def test_start_run_begins_and_goes_on(self) -> None:
		"""The first question names the conversation; the next one goes on in it."""
		agent = self.agent()
		with self.acting_as(USER):
			first = start_run(agent=agent.name, prompt="How many days?", new_conversation=True)
			second = start_run(agent=agent.name, prompt="And then?", conversation=first["conversation"])
		self.addCleanup(self.forget, first["conversation"])
		self.assertEqual(second["conversation"], first["conversation"])
		with own_transaction():
			talk = frappe.get_doc("Agent Conversation", first["conversation"])
			names = set(frappe.get_all("Agent Run", filters={"conversation": talk.name}, pluck="name"))
		self.assertEqual((talk.title, talk.user, talk.status), ("How many days?", USER, "Open"))
		self.assertEqual(names, {first["run"], second["run"]})

	def test_whose_a_conversation_is(self) -> None:
		"""Nobody but its user, managers included, reads it, lists it or asks in it; the list and the check agree."""
		make_user(MANAGER, "Knowledge Manager")
		agent = self.agent()
		talk = self.talk(agent)
		frappe.db.commit()  # nosemgrep: frappe-manual-commit (what another connection wrote is seen by a new transaction)
		frappe.db.savepoint("before_test")
		for user in (USER, OTHER, MANAGER):
			listed = talk in frappe.get_list(
				"Agent Conversation", user=user, pluck="name", limit_page_length=0
			)
			read = frappe.has_permission("Agent Conversation", "read", doc=talk, user=user)
			self.assertEqual((listed, bool(read)), (user == USER, user == USER), user)
		for user in (OTHER, MANAGER):
			with self.assertRaises(frappe.PermissionError):
				run_agent_sync(agent.name, "x", user=user, in_conversation=talk)
		with self.assertRaises(frappe.PermissionError):
			run_agent_sync(agent.name, "x", user=USER, in_conversation="no-such-talk")

	def test_closed_and_foreign_conversations_are_refused(self) -> None:
		"""A closed conversation and one with another agent take no question."""
		agent, other = self.agent(), self.agent()
		talk = self.talk(agent)
		with self.assertRaisesRegex(frappe.ValidationError, "another agent"):
			run_agent_sync(other.name, "x", user=USER, in_conversation=talk)
		with own_transaction():
			frappe.db.set_value("Agent Conversation", talk, "status", "Closed")
		with self.assertRaisesRegex(frappe.ValidationError, "closed"):
			run_agent_sync(agent.name, "x", user=USER, in_conversation=talk)

	def test_runs_go_with_their_conversation(self) -> None:
		"""Who deletes a conversation deletes its turns."""
		agent = self.agent()
		talk = self.talk(agent)
		with model_of(agent, model_server.answer("Hi")):
			run = run_agent_sync(agent.name, "hello", user=USER, in_conversation=talk).run
		self.forget(talk)
		with own_transaction():
			self.assertFalse(frappe.db.exists("Agent Run", run))


class TestTitles(ConversationTestCase):
	def test_a_run_is_called_by_its_question(self) -> None:
		"""In one line that fits into a list; the conversation that it begins is called the same."""
		question = "How <b>many</b>\n\tdays " + "of leave and holiday " * 20
		agent = self.agent()
		with self.acting_as(USER):
			started = start_run(agent=agent.name, prompt=question, new_conversation=True)
		self.addCleanup(self.forget, started["conversation"])
		with own_transaction():
			title = frappe.db.get_value("Agent Run", started["run"], "title")
			talk = frappe.db.get_value("Agent Conversation", started["conversation"], "title")
		self.assertTrue(title.startswith("How ‹b›many‹/b› days of leave and holiday of leave"), title)
		self.assertTrue(title.endswith("…") and len(title) <= TITLE_CHARACTERS, title)
		self.assertEqual(talk, title)

	def test_earlier_runs_get_their_title(self) -> None:
		"""After an update runs without a title have one, those with one keep it; a second time changes nothing."""
		agent = self.agent()
		talk = self.talk(agent)
		with self.acting_as(USER):
			runs = [
				start_run(agent=agent.name, prompt=prompt, conversation=talk)["run"]
				for prompt in ("First  one?", "Second one?")
			]
		with own_transaction():
			frappe.db.set_value("Agent Run", runs[0], "title", None)
			frappe.db.set_value("Agent Run", runs[1], "title", "Kept")
			for _time in range(2):
				title_runs_by_their_question.execute()
				titles = [frappe.db.get_value("Agent Run", run, "title") for run in runs]
				self.assertEqual(titles, ["First one?", "Kept"])


class TestOwnConversations(ConversationTestCase):
	"""What people do with their conversations: find, rename, delete."""

	def found(self, search: str) -> list[str]:
		return [row["name"] for row in get_chat(search=search)["conversations"]]

	def test_found_by_title_question_and_answer(self) -> None:
		"""All words must be there, in any order and case; what searches for everything elsewhere is a letter here."""
		agent = self.agent()
		talk, other = self.talk(agent), self.talk(agent)
		with model_of(agent, model_server.answer("The Walrus sleeps at 100%.")):
			run_agent_sync(agent.name, "Who has a cold store?", user=USER, in_conversation=talk)
		frappe.db.commit()  # nosemgrep: frappe-manual-commit (what another connection wrote is seen by a new transaction)
		frappe.db.savepoint("before_test")
		with self.acting_as(USER):
			rename_conversation(other, "Travel to Oslo")
			frappe.db.commit()  # nosemgrep: frappe-manual-commit (as above)
			frappe.db.savepoint("before_test")
			self.assertEqual(self.found("walrus STORE"), [talk])
			self.assertEqual(self.found("100%"), [talk])
			self.assertEqual(self.found("oslo travel"), [other])
			for nothing in ("walrus oslo", "w%rus", "w_lrus", "100\\%"):
				self.assertEqual(self.found(nothing), [], nothing)
		with self.acting_as(OTHER):
			self.assertEqual(self.found("walrus"), [])

	def test_only_its_user_renames_and_deletes(self) -> None:
		"""Everybody else is told the same as of a conversation that does not exist, and nothing changes."""
		make_user(MANAGER, "Knowledge Manager")
		agent = self.agent()
		talk = self.talk(agent)
		for user in (OTHER, MANAGER, "Administrator"):
			for change in (
				lambda name: rename_conversation(name, "Mine"),
				lambda name: delete_conversation(name),
			):
				said = []
				for name in (talk, "no-such-talk"):
					with self.acting_as(user), self.assertRaises(frappe.PermissionError) as raised:
						change(name)
					said.append(str(raised.exception))
				self.assertEqual(said[0], said[1], user)
		with self.acting_as(USER):
			self.assertEqual(rename_conversation(talk, "  Leave \n in May ")["title"], "Leave in May")
			self.assertEqual(get_conversation(talk)["title"], "Leave in May")
			for wrong in (" ", "x" * 141):
				with self.assertRaises(frappe.ValidationError):
					rename_conversation(talk, wrong)
			self.assertEqual(get_conversation(talk)["title"], "Leave in May")

	def test_deleting_takes_the_runs_and_no_others(self) -> None:
		"""The runs go with it, one that waits for its worker too; another conversation of the same user stays."""
		agent = self.agent()
		talk, other = self.talk(agent), self.talk(agent)
		with model_of(agent, model_server.answer("Hi"), model_server.answer("Hi")):
			for name in (talk, other):
				run_agent_sync(agent.name, "hello", user=USER, in_conversation=name)
		with self.acting_as(USER):
			waiting = start_run(agent=agent.name, prompt="And then?", conversation=talk)["run"]
			self.assertEqual(delete_conversation(talk), {"conversation": talk})
			with self.assertRaises(frappe.PermissionError):
				get_conversation(talk)
			self.assertEqual(len(get_conversation(other)["runs"]), 1)
		make_queued_run(waiting)  # its job comes all the same, and finds nothing to do
		with own_transaction():
			self.assertFalse(frappe.get_all("Agent Run", filters={"conversation": talk}))


class TestAskedAgain(ConversationTestCase):
	"""The last question once more, or in other words: another run is the turn then."""

	def answered(self, agent: Any, talk: str, prompt: str, text: str, **values: Any) -> tuple[str, Any]:
		"""A run that `start_run` queued and a worker made; its name and the server that answered."""
		with self.acting_as(USER):
			run = start_run(agent=agent.name, prompt=prompt, conversation=talk, **values)["run"]
		with model_of(agent, model_server.answer(text)) as server:
			make_queued_run(run)
		frappe.set_user("Administrator")
		return run, server

	def shown(self, talk: str) -> list[str]:
		with self.acting_as(USER):
			return [run["run"] for run in get_conversation(talk)["runs"]]

	def test_takes_the_place_of_the_last_turn(self) -> None:
		"""Neither the reader nor the model meets the replaced answer again; the Agent Run of it stays as it was."""
		agent = self.agent()
		talk = self.talk(agent)
		first, _server = self.answered(agent, talk, "One?", "It is one.")
		second, _server = self.answered(agent, talk, "Two?", "It is too.")
		third, server = self.answered(agent, talk, "Two, please?", "It is two.", replaces=second)
		said = [message["content"] for message in server.bodies[0]["messages"][1:]]
		self.assertEqual(said, ["One?", "It is one.", "Two, please?"])
		self.assertEqual(self.shown(talk), [first, third])
		_fourth, server = self.answered(agent, talk, "Three?", "It is three.")
		said = [message["content"] for message in server.bodies[0]["messages"][1:]]
		self.assertEqual(said, ["One?", "It is one.", "Two, please?", "It is two.", "Three?"])
		self.assertEqual((stored_run(second).response, stored_run(third).replaces), ("It is too.", second))
		with self.acting_as(USER):
			self.assertEqual(get_run(third)["replaces"], second)
			self.assertEqual(get_conversation(talk)["earlier"], 0)

	def test_what_cannot_be_replaced(self) -> None:
		"""An earlier turn, one that was replaced, one of another conversation, one under way; somebody else's is not known."""
		agent = self.agent()
		talk, other = self.talk(agent), self.talk(agent)
		first, _server = self.answered(agent, talk, "One?", "It is one.")
		second, _server = self.answered(agent, talk, "Two?", "It is two.")
		with self.acting_as(USER):
			for run, conversation in ((first, talk), (second, other), (second, None)):
				with self.assertRaisesRegex(frappe.ValidationError, "Only the last question"):
					start_run(agent=agent.name, prompt="x", conversation=conversation, replaces=run)
			with self.assertRaises(frappe.PermissionError):
				start_run(agent=agent.name, prompt="x", conversation=talk, replaces="no-such-run")
			going = start_run(agent=agent.name, prompt="Two?", conversation=talk, replaces=second)["run"]
			with self.assertRaisesRegex(frappe.ValidationError, "Stop it first"):
				start_run(agent=agent.name, prompt="x", conversation=talk, replaces=going)
			ask_to_cancel(going)
			with self.assertRaisesRegex(frappe.ValidationError, "Only the last question"):
				start_run(agent=agent.name, prompt="x", conversation=talk, replaces=second)
			again = start_run(agent=agent.name, prompt="Two?", conversation=talk, replaces=going)["run"]
		self.assertEqual(self.shown(talk), [first, again])
		mine = self.talk(agent, OTHER)
		with self.acting_as(OTHER), self.assertRaises(frappe.PermissionError):
			start_run(agent=agent.name, prompt="x", conversation=mine, replaces=second)

	def test_a_change_that_was_made_keeps_its_answer(self) -> None:
		"""The model must go on to know that it was made, so that it does not propose it once more."""
		agent = self.agent()
		talk = self.talk(agent)
		run, _server = self.answered(agent, talk, "Change it.", "As proposed.")
		with own_transaction():
			row = frappe.get_doc("Agent Run", run)
			row.append("proposals", {"number": 1, "state": "Done", "tool": "update_record"})
			row.flags.ignore_links = True
			row.save(ignore_permissions=True)
		with self.acting_as(USER), self.assertRaisesRegex(frappe.ValidationError, "was made"):
			start_run(agent=agent.name, prompt="x", conversation=talk, replaces=run)


class TestFollowUps(ConversationTestCase):
	def asked(self, *script: Any, **values: Any) -> tuple[Any, list[str], Any]:
		"""A second question "And when does it expire?" after one about leave: its row, what was searched for, the server."""
		agent = self.agent(self.source(LEAVE, HOTEL), rewrite_follow_ups=1, **values)
		talk = self.talk(agent)
		queries: list[str] = []
		search_as = retriever.search_as

		def spy(request: Request) -> Any:
			queries.append(request.query)
			return search_as(request)

		with model_of(agent, model_server.answer("Twenty-five [1]."), *script) as server:
			run_agent_sync(agent.name, QUESTION, user=USER, in_conversation=talk)
			with patch("huf.ai.runs.prompt.knowledge.search_as", side_effect=spy):
				result = run_agent_sync(agent.name, "And when?", user=USER, in_conversation=talk)
		return stored_run(result.run), queries, server

	def test_follow_up_is_searched_in_both_forms(self) -> None:
		"""The rewritten question finds what the original cannot; both are searched, and the call is counted."""
		row, queries, server = self.asked(
			model_server.answer('"When does annual leave expire?"'), model_server.answer("In March [1].")
		)
		self.assertEqual(queries, ["And when?", "When does annual leave expire?"])
		self.assertEqual(row.standalone_question, "When does annual leave expire?")
		self.assertIn("twenty-five days", row.chunks[0].excerpt)
		self.assertEqual((row.iterations, row.prompt_tokens), (1, 200))
		self.assertEqual(server.bodies[1]["max_tokens"], 200)
		self.assertNotIn("tools", server.bodies[1])
		self.assertEqual(server.bodies[2]["messages"][-1]["content"], "And when?")

	def test_failed_rewriting_falls_back(self) -> None:
		"""A model that fails, says nothing, or writes a novel: the original is searched for, and the run says so."""
		for reply in (
			model_server.error(400, "no"),
			model_server.answer(""),
			model_server.answer("word " * 500),
		):
			row, queries, _ = self.asked(reply, model_server.answer("I do not know."))
			self.assertEqual((row.status, queries), ("Success", ["And when?"]))
			self.assertIn("as it stands", row.knowledge_notes)

	def test_first_question_is_never_rewritten(self) -> None:
		"""Without earlier turns there is nothing to rewrite with."""
		agent = self.agent(rewrite_follow_ups=1)
		with model_of(agent, model_server.answer("Hi")) as server:
			run_agent_sync(agent.name, QUESTION, user=USER, in_conversation=self.talk(agent))
		self.assertEqual(len(server.requests), 1)

	def test_hits_of_both_are_merged_once_each(self) -> None:
		"""A passage that both searches found comes once and first; nothing that one of them said is lost."""

		def result(*ids: str, note: str) -> SearchResult:
			hits = tuple(
				Hit(i, i, 1 / n, i, "s", "in", Locator(), f"in#{i}", "b", 0, 1, i, rank=n)
				for n, i in enumerate(ids, start=1)
			)
			return SearchResult("q", hits, (Skipped("x", "Disabled", note),), notes=(note,))

		both = merged(result("a", "b", "c", note="1"), result("d", "b", note="2"), 3)
		self.assertEqual([(hit.chunk_id, hit.rank) for hit in both.hits], [("b", 1), ("a", 2), ("d", 3)])
		self.assertEqual((len(both.skipped), both.notes), (2, ("1", "2")))
