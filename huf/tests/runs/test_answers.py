"""Answers without an agent, on a site: rights, profiles, what is kept, and what is remembered."""

from typing import Any
from unittest.mock import patch

import frappe

from huf.agent.models.errors import ModelError
from huf.ai import answers, profiles
from huf.ai.agent_integration import run_agent_sync
from huf.engine.profiles import READY_MADE
from huf.engine.types import Hit, Locator
from huf.install import make_profiles
from huf.tests.agent_site import delete_runs, model_of, model_server, runs_of, stored_run
from huf.tests.factories import make_user
from huf.tests.runs.test_agent_runs import HOTEL, LEAVE, OTHER, QUESTION, USER, AgentTestCase

NOBODY = "answers-nobody@example.com"


class TestProfilesInRuns(AgentTestCase):
	def run_with(self, agent: Any) -> tuple[Any, dict[str, Any]]:
		"""The stored run of one question, and what its model was sent."""
		with model_of(agent, model_server.answer("Twenty-five days [1].")) as server:
			result = run_agent_sync(agent.name, QUESTION, user=USER)
		self.assertEqual(result.status, "Success", result.error)
		return stored_run(result.run), server.bodies[0]

	def test_the_profile_of_a_source_acts_for_its_passages(self) -> None:
		"""Its instructions and its way of citing; temperature and length stay the agent's."""
		source = self.source(LEAVE, profile="procedure")
		run, sent = self.run_with(self.agent(source, temperature=0.9))
		self.assertIn(
			f"For passages of {source.name}: {READY_MADE['procedure'].instructions}",
			sent["messages"][0]["content"],
		)
		self.assertEqual((sent["temperature"], "max_tokens" in sent), (0.9, False))
		self.assertEqual(run.chunks[0].citation, READY_MADE["procedure"].citation_of(_hit_of(run.chunks[0])))

	def test_the_profile_of_an_agent_acts_in_all(self) -> None:
		"""Instructions, temperature, length and room for passages are the profile's, whatever the source's say."""
		source = self.source(
			LEAVE,
			HOTEL,
			"The canteen opens at noon. Days off are written on the leave card.",
			profile="procedure",
		)
		frappe.db.set_value("Knowledge Profile", "evidence", "top_k", 1)
		run, sent = self.run_with(self.agent(source, temperature=0.9, profile="evidence"))
		evidence = READY_MADE["evidence"]
		self.assertIn(evidence.instructions, sent["messages"][0]["content"])
		self.assertNotIn(READY_MADE["procedure"].instructions, sent["messages"][0]["content"])
		self.assertEqual(
			(sent["temperature"], sent["max_tokens"]), (evidence.temperature, evidence.answer_tokens)
		)
		self.assertEqual(len(run.chunks), 1)

	def test_the_model_s_own_temperature_is_no_temperature(self) -> None:
		"""Neither the agent's nor, where its profile says so, the profile's number is sent."""
		source = self.source(LEAVE)
		_run, sent = self.run_with(self.agent(source, own_temperature=1, temperature=0.9))
		self.assertNotIn("temperature", sent)
		frappe.db.set_value("Knowledge Profile", "evidence", "own_temperature", 1)
		_run, sent = self.run_with(self.agent(source, temperature=0.9, profile="evidence"))
		self.assertNotIn("temperature", sent)
		self.assertEqual(sent["max_tokens"], READY_MADE["evidence"].answer_tokens)

	def test_what_a_model_refuses_is_remembered_by_the_next_run_until_its_record_changes(self) -> None:
		"""A run is a process of its own, and none but the first is to pay for it."""
		agent = self.agent(self.source(LEAVE), temperature=0.9)
		words = "Unsupported value: 'temperature' does not support 0.9 with this model."
		answers = [model_server.answer("Twenty-five days [1].")] * 3
		with model_of(agent, *answers) as server:
			server.rules = [model_server.refuses("temperature", words)]
			for _ in range(2):
				result = run_agent_sync(agent.name, QUESTION, user=USER)
				self.assertEqual(result.status, "Success", result.error)
			self.assertEqual(["temperature" in body for body in server.bodies], [True, False, False])
			frappe.get_doc("AI Model", agent.model).save()
			run_agent_sync(agent.name, QUESTION, user=USER)
			self.assertEqual(["temperature" in body for body in server.bodies[3:]], [True, False])

	def test_a_profile_that_is_gone_is_noted(self) -> None:
		"""A disabled profile does not stop the agent; the run says that it answered without."""
		agent = self.agent(self.source(LEAVE), profile="evidence")
		frappe.db.set_value("Knowledge Profile", "evidence", "disabled", 1)
		run, sent = self.run_with(agent)
		self.assertIn("Without the profile evidence", run.knowledge_notes)
		self.assertNotIn("max_tokens", sent)


def _hit_of(row: Any) -> Hit:
	"""As much of the hit behind a row of a run as a template of citing needs."""
	return Hit(
		text="",
		title=row.title,
		score=0,
		chunk_id="",
		source=row.knowledge_source,
		input="",
		locator=Locator(),
		citation_id="",
		build="",
		start=0,
		end=0,
		text_hash="",
	)


class TestAnswers(AgentTestCase):
	"""An agent lends its model; nothing else of it is used."""

	def setUp(self) -> None:
		super().setUp()
		self.lender = self.agent()
		frappe.db.set_single_value("Agent Settings", "answer_model", self.lender.model)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		self.addCleanup(frappe.cache.delete_keys, "huf_answer:")
		self.addCleanup(delete_runs, "")

	def ask(self, user: str = USER, question: str = QUESTION, **values: Any) -> dict[str, Any]:
		"""The answer of the API as ``user``."""
		with self.acting_as(user):
			return answers.answer(question, **values)

	def test_an_answer_and_what_is_kept_of_it(self) -> None:
		"""Answer, sources and verification come back; the Agent Run keeps them with excerpt and hash, for its user alone."""
		source = self.source(LEAVE)
		with model_of(self.lender, model_server.answer("Twenty-five days [1], until April [1].")) as server:
			found = self.ask(sources=[source.name])
		self.assertEqual((found["missing"], found["is_missing"]), ("no", False))
		self.assertEqual([one["source"] for one in found["cited_sources"]], [source.name])
		self.assertEqual(server.bodies[0]["max_tokens"], 500)
		run = stored_run(found["run"])
		self.assertEqual(
			(run.user, run.agent or "", run.status, run.response), (USER, "", "Success", found["answer"])
		)
		self.assertEqual((run.chunks[0].cited, run.chunks[0].origin), (1, "Injected"))
		self.assertIn("twenty-five days", run.chunks[0].excerpt)
		with self.acting_as(OTHER):
			self.assertFalse(frappe.has_permission("Agent Run", "read", doc=run))

	def test_nobody_is_answered_from_what_is_not_his(self) -> None:
		"""A source that the user may not read is named as not there, and asks no model; without names only their own are asked."""
		with self.acting_as(OTHER):
			own = self.source(HOTEL, scope="User")
		with model_of(self.lender, model_server.answer("140 euros [1].")) as server:
			found = self.ask(question="hotels in Berlin", sources=[own.name])
			missing = self.ask(question="hotels in Berlin", sources=["No Such Source"])
			self.assertEqual(server.bodies, [])
			everywhere = self.ask(question="140 euros hotels Berlin breakfast")
		self.assertEqual(found["missing"], "yes")
		self.assertEqual(
			[note.replace(own.name, "X") for note in found["notes"]],
			[note.replace("No Such Source", "X") for note in missing["notes"]],
		)
		self.assertNotIn(own.name, {one["source"] for one in everywhere["all_sources"]})

	def test_guests_and_users_without_a_role_are_refused(self) -> None:
		"""The API is for those who may use knowledge."""
		make_user(NOBODY)
		for user in ("Guest", NOBODY):
			with self.acting_as(user), self.assertRaises(frappe.PermissionError):
				answers.answer("hotel")

	def test_a_source_has_its_profile(self) -> None:
		"""Its heading, citation and instructions are used when nothing else is asked for; a fourth one is a record."""
		made = frappe.get_doc(
			{
				"doctype": "Knowledge Profile",
				"profile_name": f"Contracts {frappe.generate_hash(length=5)}",
				"heading": "§ {title}",
				"citation": "{title} in {source}",
				"instructions": "Quote the clause.",
				"top_k": 2,
				"answer_tokens": 60,
			}
		).insert()
		source = self.source(LEAVE)
		source.db_set("profile", made.name)
		with model_of(self.lender, *[model_server.answer("25 days [1].")] * 2) as server:
			found = self.ask(sources=source.name)
			asked = self.ask(sources=source.name, profile="procedure")
		system, block = (message["content"] for message in server.bodies[0]["messages"][:2])
		self.assertIn("Quote the clause.", system)
		self.assertIn("\n[1] § ", block)
		self.assertEqual(server.bodies[0]["max_tokens"], 60)
		self.assertTrue(found["cited_sources"][0]["label"].endswith(f"in {source.name}"))
		self.assertEqual((found["profile"], asked["profile"]), (made.name, "procedure"))
		self.assertNotEqual(server.bodies[0]["messages"][0], server.bodies[1]["messages"][0])

	def test_an_agent_shows_passages_in_the_way_of_their_profile(self) -> None:
		"""The block of mandatory knowledge has the profile's headings."""
		source = self.source(LEAVE)
		source.db_set("profile", "evidence")
		agent = self.agent(source)
		with model_of(agent, model_server.answer("25 days [1].")) as server:
			run_agent_sync(agent.name, QUESTION, user=USER)
		block = server.bodies[0]["messages"][1]["content"]
		self.assertRegex(block, r"\[1\] .*, \d{4}-\d\d-\d\d \d\d:\d\d\n")

	def test_profiles_are_checked(self) -> None:
		"""A template with a name that there is not, and numbers out of range, are refused with words."""
		for wrong in ({"heading": "{colour}"}, {"top_k": 40}, {"temperature": 9}, {"citation": "{title"}):
			record = {"doctype": "Knowledge Profile", "profile_name": "Wrong", **wrong}
			with self.assertRaises(frappe.ValidationError):
				frappe.get_doc(record).insert()
		with self.assertRaisesRegex(frappe.ValidationError, "evidence"):
			profiles.profile_called("No Such Profile")

	def test_three_profiles_come_with_huf(self) -> None:
		"""They are records; one that was changed stays, one that was deleted comes back with the next migration."""
		make_profiles()
		self.assertEqual(
			set(
				frappe.get_all("Knowledge Profile", filters={"name": ("in", list(READY_MADE))}, pluck="name")
			),
			set(READY_MADE),
		)
		frappe.db.set_value("Knowledge Profile", "evidence", "top_k", 7)
		frappe.delete_doc("Knowledge Profile", "procedure")
		make_profiles()
		self.assertEqual(frappe.db.get_value("Knowledge Profile", "evidence", "top_k"), 7)
		self.assertTrue(frappe.db.exists("Knowledge Profile", "procedure"))

	def test_answers_are_kept_by_their_passages(self) -> None:
		"""With a profile that keeps answers the model is asked once; whoever may not read the passages does not get the answer."""
		with self.acting_as(OTHER):
			own = self.source(LEAVE, scope="User")
		with model_of(self.lender, *[model_server.answer("Twenty-five days [1].")] * 2) as server:
			first = self.ask(OTHER, sources=own.name, profile="procedure")
			again = self.ask(OTHER, sources=own.name, profile="procedure")
			stranger = self.ask(USER, sources=own.name, profile="procedure")
		self.assertEqual(len(server.bodies), 1)
		self.assertEqual((first["is_cached"], again["is_cached"], again["cost"]), (False, True, 0.0))
		self.assertEqual((again["answer"], stranger["missing"]), (first["answer"], "yes"))

	def test_a_withheld_answer(self) -> None:
		"""With block an answer that its passages do not confirm is not given, and the run says why."""
		source = self.source(LEAVE)
		with model_of(self.lender, model_server.answer("Every employee has 31 days of annual leave [1].")):
			found = self.ask(sources=source.name, verify="block")
		self.assertEqual(found["answer"], "")
		run = stored_run(found["run"])
		self.assertEqual((run.status, run.verification_result), ("Withheld", "Contradicted"))

	def test_a_model_that_fails_leaves_a_run(self) -> None:
		"""The error is the caller's, and the run says that it failed."""
		source = self.source(LEAVE)
		with patch("huf.ai.answers.complete", side_effect=ModelError("The model is away.")):
			with self.acting_as(USER), self.assertRaisesRegex(frappe.ValidationError, "The model is away"):
				answers.answer(QUESTION, sources=source.name)
		(run,) = runs_of("")
		self.assertEqual((run.user, run.status, run.error_message), (USER, "Failed", "The model is away."))
