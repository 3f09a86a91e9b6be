"""Trusted answers on a site: the gate before a question, and what an answer is checked for."""

import json
from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.agent_integration import get_run, run_agent, run_agent_sync
from huf.ai.site.artifacts import source_folder
from huf.tests.agent_site import model_of, model_server, stored_run
from huf.tests.runs.test_agent_background import BackgroundTestCase
from huf.tests.runs.test_agent_runs import HOTEL, LEAVE, QUESTION, USER, AgentTestCase, optional

FILLER = [f"Machine {n} is oiled on line {n} by the crew of shift {n % 3}." for n in range(30)]


class TestGate(AgentTestCase):
	def asked(self, agent: Any, prompt: str, **options: Any) -> tuple[Any, Any]:
		"""The row of a run, and what the model read."""
		with model_of(agent, model_server.answer("ok")) as server:
			result = run_agent_sync(agent.name, prompt, user=USER, **options)
		return stored_run(result.run), json.dumps(server.bodies[0]["messages"])

	def test_relevant_questions_get_knowledge_and_thanks_do_not(self) -> None:
		"""With When Relevant the block is there for a question about the knowledge alone; the run has decision and reason."""
		agent = self.agent(self.source(LEAVE, HOTEL, *FILLER), knowledge_gate="When Relevant")
		row, read = self.asked(agent, QUESTION)
		self.assertEqual(
			(row.knowledge_gate, row.gate_decision, row.chunks_injected > 0),
			("When Relevant", "Injected", True),
		)
		self.assertIn("weight", row.gate_reason)
		self.assertIn("twenty-five days", read)
		row, read = self.asked(agent, "Thanks a lot, that is all!")
		self.assertEqual((row.gate_decision, row.chunks, row.chunks_injected), ("Left Out", [], 0))
		self.assertTrue(row.gate_reason)
		self.assertNotIn("<knowledge-", read)

	def test_never_does_not_even_search(self) -> None:
		"""Never searches no mandatory source; a run may choose it for itself, and no gate that does not exist."""
		agent = self.agent(self.source(LEAVE))
		with patch("huf.ai.runs.prompt.knowledge.search_as", side_effect=AssertionError):
			row, _ = self.asked(agent, QUESTION, knowledge_gate="Never")
		self.assertEqual((row.gate_decision, row.knowledge_gate), ("Left Out", "Never"))
		row, _ = self.asked(agent, QUESTION)
		self.assertEqual((row.gate_decision, row.knowledge_gate), ("Injected", "Always"))
		with self.assertRaisesRegex(frappe.ValidationError, "Known: Always"), self.acting_as(USER):
			run_agent(agent=agent.name, prompt=QUESTION, knowledge_gate="Sometimes")

	def test_patterns_go_first(self) -> None:
		"""An agent's pattern keeps knowledge out of a question that would get it; a bad pattern is refused when it is saved."""
		agent = self.agent(
			self.source(LEAVE, *FILLER), knowledge_gate="When Relevant", gate_off_patterns="annual leave"
		)
		row, _ = self.asked(agent, QUESTION)
		self.assertEqual(row.gate_decision, "Left Out")
		self.assertIn("annual leave", row.gate_reason)
		with self.assertRaisesRegex(frappe.ValidationError, "matches everything"):
			self.agent(knowledge_gate="When Relevant", gate_on_patterns="*")

	def test_broken_knowledge_is_not_taken_for_irrelevant(self) -> None:
		"""A lost index is no decision of the gate, and still stops an agent that says Stop."""
		import shutil

		source = self.source(LEAVE)
		shutil.rmtree(source_folder(source.artifact_id))
		agent = self.agent(source, knowledge_gate="When Relevant", on_knowledge_failure="Stop")
		result = run_agent_sync(agent.name, QUESTION, user=USER)
		self.assertEqual((result.status, result.gate_decision), ("Stopped", ""))

	def test_no_mandatory_source_no_decision(self) -> None:
		"""An agent without mandatory knowledge has nothing to decide."""
		agent = self.agent(optional(self.source(HOTEL)), knowledge_gate="When Relevant")
		row, _ = self.asked(agent, QUESTION)
		self.assertEqual((row.gate_decision or "", row.gate_reason or ""), ("", ""))


class TestChecks(BackgroundTestCase):
	RIGHT = "Every employee has twenty-five days of annual leave [1]."
	WRONG = "Every employee has thirty days of annual leave [1]."

	def checked(self, answer: str, mode: str, **values: Any) -> Any:
		"""The row of a live run of an agent that verifies so."""
		agent = self.agent(self.source(LEAVE), verify_answers=mode, **values)
		run = self.start(agent)
		with (
			patch("huf.ai.runs.following.live.SEND_EVERY_S", 0),
			model_of(agent, model_server.streamed(answer)),
		):
			return self.work(run)

	def test_confirmed_answer(self) -> None:
		"""A value that stands in the cited passage is verified, and all statements cite something."""
		row = self.checked(self.RIGHT, "Block")
		self.assertEqual(
			(row.status, row.verification_result, row.response), ("Success", "Confirmed", self.RIGHT)
		)
		self.assertEqual((row.claims_verified, row.claims_unverified, row.claims_contradicted), (1, 0, 0))
		self.assertEqual(row.coverage, 100)
		claim = json.loads(row.verification)["claims"][0]
		self.assertEqual(row.response[claim["start"] : claim["end"]], claim["text"])

	def test_warning_is_shown_with_the_answer(self) -> None:
		"""Warn shows a contradicted answer with the passage that says otherwise."""
		row = self.checked(self.WRONG, "Warn")
		self.assertEqual(
			(row.status, row.verification_result, row.response), ("Success", "Contradicted", self.WRONG)
		)
		self.assertEqual(row.claims_contradicted, 1)
		self.assertIn("twenty-five", row.verification_reasons)

	def test_blocked_answer_is_never_shown_and_kept(self) -> None:
		"""Block withholds the answer from every event and from the response; the reason and the text stay on the run."""
		row = self.checked(self.WRONG, "Block")
		self.assertEqual((row.status, row.response or "", self.shown()), ("Withheld", "", []))
		self.assertEqual((row.withheld_response, row.verification_result), (self.WRONG, "Contradicted"))
		self.assertIn("do not confirm", row.error_message)
		self.assertNotIn("thirty", json.dumps(self.events))
		with self.acting_as(USER):
			told = get_run(run=row.name)
		self.assertEqual((told["text"], told["verification_result"]), ("", "Contradicted"))
		self.assertTrue(told["verification_reasons"])

	def test_blocked_structured_answer(self) -> None:
		"""The texts of a structured answer are verified too, and its value is not given out when they are wrong."""
		schema = '{"type": "object", "properties": {"text": {"type": "string"}}}'
		agent = self.agent(self.source(LEAVE), verify_answers="Block", output_schema=schema)
		with model_of(agent, model_server.answer(json.dumps({"text": self.WRONG}))):
			result = run_agent_sync(agent.name, QUESTION, user=USER)
		self.assertEqual((result.status, result.structured, result.text), ("Withheld", None, ""))
		self.assertIn("thirty", stored_run(result.run).withheld_response)

	def test_not_found_is_nothing_to_check(self) -> None:
		"""An answer that says that nothing was found is never confirmed, whatever it repeats."""
		row = self.checked("[[NOT FOUND]] The rules do not say who has twenty-five days more.", "Block")
		self.assertEqual(
			(row.status, row.missing, row.verification_result), ("Success", "Yes", "Nothing to Check")
		)

	def test_each_statement_must_cite(self) -> None:
		"""An agent that demands citations warns of a statement without one, and with Block withholds it; Off is Warn then."""
		uncited = f"{self.RIGHT} Leave is a matter of the team as well."
		for mode, status in (("Off", "Success"), ("Warn", "Success"), ("Block", "Withheld")):
			row = self.checked(uncited, mode, require_citations=1)
			self.assertEqual((row.status, row.verification_result), (status, "Not Confirmed"))
			self.assertIn("1 statement is without a source", row.verification_reasons)
		row = self.checked(f"Hello! {self.RIGHT}", "Block", require_citations=1)
		self.assertEqual((row.status, row.verification_result), ("Success", "Confirmed"))

	def test_off_checks_nothing(self) -> None:
		"""Without verification a run has no result of one."""
		row = self.checked(self.WRONG, "Off")
		self.assertEqual((row.status, row.verification_result or "", row.verification), ("Success", "", None))

	def test_not_found_is_a_field_and_no_text(self) -> None:
		"""The token for what is not found is asked for, never shown, and told by a field."""
		row = self.checked("[[NOT FOUND]] The rules do not say who cooks.", "Off")
		self.assertEqual((row.missing, row.response), ("Yes", "The rules do not say who cooks."))
		self.assertFalse([text for text in self.shown() if "NOT" in text or "[[" in text])
		row = self.checked("Twenty-five days [1]. [[NOT FOUND]] Who cooks is not said.", "Off")
		self.assertEqual(row.missing, "Partly")
		self.assertEqual(self.checked(self.RIGHT, "Off").missing, "No")

	def test_what_an_answer_rests_on_outlives_its_source(self) -> None:
		"""A long passage is kept whole, with its hash, and can be read once the source is changed and deleted."""
		long = " ".join(f"Rule {n}: annual leave is granted by the head of group {n}." for n in range(60))
		source = self.source(long)
		agent = self.agent(source)
		with model_of(agent, model_server.answer("Leave is granted [1].")):
			run = run_agent_sync(agent.name, "Who grants annual leave?", user=USER).run
		agent.knowledge = []
		agent.save()
		# Plain rows: deleting a document locks rows that taking the run away at the end of the test needs.
		frappe.db.delete("Knowledge Input", {"knowledge_source": source.name})
		frappe.db.delete("Knowledge Source", source.name)
		chunk = stored_run(run).chunks[0]
		self.assertGreater(len(chunk.excerpt), 2000)
		self.assertTrue(chunk.text_hash and chunk.cited)
		with self.acting_as(USER):
			self.assertEqual(get_run(run=run)["citations"][0]["excerpt"], chunk.excerpt)
