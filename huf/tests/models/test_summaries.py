"""A source whose long documents a model sums up: found by it, shown without it, paid, capped, estimated, purged."""

import json
from typing import Any, ClassVar
from unittest.mock import patch

import frappe
from frappe.utils import now_datetime

from huf.ai.knowledge.indexing.making.estimate import estimate_rebuild
from huf.ai.knowledge.indexing.recipe import recipes
from huf.ai.knowledge.indexing.texts import enriching
from huf.ai.purging import indexes
from huf.ai.purging.certificate import Certificate
from huf.ai.site import artifacts
from huf.tests import factories as make
from huf.tests.agent_site import model_server
from huf.tests.enrichment_case import MODEL, EnrichmentCase

SAID, WHOLE = "All about the zeppelin", "An overview with gondola"
LONG = "\n\n".join(
	f"Station {line} has a pump with {line * 7} litres, looked at in week {line}." for line in range(700)
)
SHORT = "The van stands in the yard."
ADDS = "Summaries of Long Documents"


class TestSummaries(EnrichmentCase):
	SOURCE: ClassVar[dict[str, Any]] = {"enrichment_adds": ADDS}

	def setUp(self) -> None:
		super().setUp()
		self.inputs = [
			make.make_text(self.source, LONG, title="Stations"),
			make.make_text(self.source, SHORT, title="Van"),
		]

	def answer(self, body: Any) -> Any:
		"""What the service answers to a question about a part, or about the whole."""
		if self.refusal:
			return self.refusal
		asked = json.loads(body["messages"][-1]["content"])
		said = WHOLE if "summaries" in asked else SAID if "Station 650 " in asked["text"] else "On pumps"
		return model_server.answer(json.dumps({"summary": said}), prompt_tokens=4_000, completion_tokens=100)

	def lacking(self) -> int:
		return frappe.db.get_value("Knowledge Input", self.inputs[0].name, "unenriched_passages")

	def test_found_by_it_paid_and_never_shown(self) -> None:
		"""A long document is asked about part by part and as a whole, a short one never; hits are its passages, and say which way."""
		source = self.index()
		self.assertEqual((source.status, source.error_message, self.lacking()), ("Ready", None, 0))
		asked = len(self.server.requests)
		self.assertGreater(asked, 3)
		self.assertEqual({body["max_tokens"] for body in self.server.bodies}, {600})
		self.assertNotIn("van", json.dumps(self.server.bodies).lower())
		hits = self.found("zeppelin")
		self.assertEqual(hits[0]["input"], self.inputs[0].name)
		self.assertIn(hits[0]["text"], LONG)
		self.assertEqual(hits[0]["summary_of"], "Stations")
		self.assertNotIn("eppelin", json.dumps(hits, default=str))
		self.assertIn("Station 640 ", self.found("zeppelin station 640")[0]["text"])
		calls, cost = frappe.db.sql(
			"select sum(calls), sum(cost) from `tabKnowledge Cost` where model = %s and knowledge_source = %s",
			(MODEL, source.name),
		)[0]
		self.assertEqual(calls, asked)
		self.assertAlmostEqual(cost, asked * 0.0042, places=6)
		self.index(rebuild=True)
		self.assertEqual(len(self.server.requests), asked, "a rebuild asks nothing")

	def test_what_is_disabled_is_not_found_by_it(self) -> None:
		"""The moment its document may not be found any more, a summary leads nowhere."""
		self.index()
		self.assertTrue(self.found("zeppelin"))
		frappe.db.set_value("Knowledge Input", self.inputs[0].name, "disabled", 1)
		self.assertEqual(self.found("zeppelin"), [])
		self.assertEqual(self.found("gondola"), [])

	def test_a_service_that_fails(self) -> None:
		"""Where the model does not answer all passages are indexed, the input says what is missing, and it is asked for again."""
		self.refusal = model_server.error(401, "Not today.")
		source = self.index()
		self.assertEqual(source.status, "Ready")
		self.assertIn("lack what the enrichment model adds", source.error_message)
		self.assertIn(
			"summaries are missing",
			frappe.db.get_value("Knowledge Input", self.inputs[0].name, "error_message"),
		)
		self.assertGreater(self.lacking(), 2)
		self.assertEqual(self.found("yard")[0]["input"], self.inputs[1].name)
		self.refusal = None
		frappe.db.set_value("Knowledge Source", source.name, "enrichment_retry_at", now_datetime())
		frappe.db.commit()
		enriching.ask_for_missing()
		source = self.index()
		self.assertEqual((self.lacking(), source.error_message), (0, None))
		self.assertEqual(self.found("zeppelin")[0]["input"], self.inputs[0].name)

	def test_a_cap_holds(self) -> None:
		"""A cap that leaves nothing for a summary costs nothing, and keeps no text from being found."""
		frappe.db.set_value("Knowledge Source", self.source.name, "monthly_cost_cap", 0.001)
		source = self.index()
		self.assertEqual((source.status, len(self.server.requests)), ("Ready", 0))
		self.assertIn("monthly cap of", source.error_message)
		self.assertTrue(self.found("Station 12"))

	def test_the_estimate(self) -> None:
		"""Before a rebuild the requests for summaries, their tokens and their price are told; once all is kept, none."""
		frappe.db.commit()
		told = estimate_rebuild(self.source.name)
		self.assertEqual((told["adds_lines"], told["adds_summaries"]), (False, True))
		self.assertEqual((told["enrichment_requests"], told["enrichment_cost"]), (0, 0.0))
		self.assertGreater(told["summary_requests"], 2)
		self.assertGreater(told["summary_cost"], 0.0)
		self.index()
		asked = len(self.server.requests)
		told = estimate_rebuild(self.source.name)
		self.assertEqual((told["summary_requests"], told["summary_cost"]), (0, 0.0))
		self.source.enrichment_adds = "Both"
		self.source.save()
		frappe.db.commit()
		told = estimate_rebuild(self.source.name)
		self.assertEqual(told["summary_requests"], 0)
		self.assertGreater(told["enrichment_requests"], asked)

	def test_another_choice_asks_for_a_rebuild(self) -> None:
		"""Without summaries the old index answers as it is until it is rebuilt; then none is left."""
		self.index()
		self.source.enrichment_adds = "Lines and Keywords"
		self.source.save()
		self.assertIn("settings changed", recipes.reason_to_rebuild(self.source))
		self.assertTrue(self.found("zeppelin"))
		self.source.enrichment_model = None
		self.source.save()
		self.index(rebuild=True)
		self.assertIsNone(recipes.reason_to_rebuild(self.source))
		self.assertEqual(self.found("zeppelin"), [])

	def test_purging(self) -> None:
		"""A purge takes the summaries out of every file, and the certificate counts those that were kept."""
		self.index()
		asked = len(self.server.requests)
		root = artifacts.source_folder(self.source.artifact_id)
		certificate = Certificate("summaries-test")
		with patch.object(Certificate, "removed", autospec=True) as removed:
			indexes.purge_index(
				self.source.name, self.inputs[0].name, now_datetime(), certificate, lambda share: None
			)
		places = {call.args[1]: call.args[3] for call in removed.call_args_list}
		self.assertEqual(places[f"Kept summaries of {self.source.name}"], asked)
		for file in root.rglob("*"):
			text = file.read_bytes() if file.is_file() else b""
			self.assertFalse(b"eppelin" in text or b"gondola" in text, file)
