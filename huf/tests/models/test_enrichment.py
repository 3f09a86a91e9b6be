"""A source whose passages a model is asked about: found by what it says, paid, capped, resumed, estimated, purged."""

import json
import sqlite3
import time
from contextlib import closing
from typing import Any, ClassVar
from unittest.mock import patch

import frappe
from frappe.utils import add_to_date, now_datetime

from huf.ai.knowledge.indexing.making.estimate import estimate_rebuild
from huf.ai.knowledge.indexing.recipe import recipes
from huf.ai.knowledge.indexing.texts import enriching
from huf.ai.knowledge.maintenance import watchdog
from huf.ai.purging import indexes
from huf.ai.purging.certificate import Certificate
from huf.ai.site import artifacts
from huf.engine.enrichment.cache import FILE_NAME
from huf.tests import factories as make
from huf.tests.agent_site import KEY, model_server
from huf.tests.enrichment_case import MODEL, EnrichmentCase

SAID = "Zeppelin maintenance"
TEXTS = [
	" ".join(
		f"Hoist {number} is looked at in March and carries {number}00 kilograms." for number in range(40)
	),
	"The van stands in the yard.",
]


class TestEnrichment(EnrichmentCase):
	SOURCE: ClassVar[dict[str, Any]] = {"chunk_size": 64, "chunk_overlap": 0}

	def setUp(self) -> None:
		super().setUp()
		self.refused_about: str = ""
		self.inputs = [
			make.make_text(self.source, text, title=title)
			for text, title in zip(TEXTS, ("Hoists", "Van"), strict=True)
		]

	def answer(self, body: Any) -> Any:
		"""What the service answers to a question about a passage."""
		asked = json.loads(body["messages"][-1]["content"])
		if self.refusal and self.refused_about in asked["passage"]:
			return self.refusal
		header = SAID if asked["title"] == "Hoists" else "A car"
		said = json.dumps({"header": header, "keywords": ["winch", "<b>gear</b>"]})
		return model_server.answer(said, prompt_tokens=1_000, completion_tokens=100)

	def lacking(self) -> list[int]:
		return [
			frappe.db.get_value("Knowledge Input", one.name, "unenriched_passages") for one in self.inputs
		]

	def spent(self) -> Any:
		frappe.db.rollback()
		return frappe.db.sql(
			"""select sum(calls), sum(cost), max(kind), sum(input_tokens) from `tabKnowledge Cost`
			where model = %s and knowledge_source = %s""",
			(MODEL, self.source.name),
		)[0]

	def test_found_by_it_paid_and_never_shown(self) -> None:
		"""Each passage is asked about once, through the provider and its key; hits have the document's text alone."""
		source = self.index()
		self.assertEqual((source.status, source.error_message), ("Ready", None))
		self.assertEqual(self.lacking(), [0, 0])
		asked = len(self.server.requests)
		self.assertEqual(asked, source.total_chunks)
		self.assertGreater(asked, 5)
		self.assertTrue(all(KEY in str(request.headers) for request in self.server.requests))
		self.assertTrue(all(body["max_tokens"] == 250 for body in self.server.bodies))
		hits = self.found("zeppelin")
		self.assertEqual(hits[0]["input"], self.inputs[0].name)
		self.assertNotIn("eppelin", json.dumps(hits, default=str))
		calls, cost, kind, tokens = self.spent()
		self.assertEqual((calls, kind, tokens), (asked, "Indexing", 1_000 * asked))
		self.assertAlmostEqual(cost, asked * 0.0012, places=6)
		build = frappe.get_doc("Knowledge Build", source.live_build)
		self.assertEqual(build.tokens, 1_100 * asked)
		self.assertAlmostEqual(build.cost, asked * 0.0012, places=6)
		self.assertEqual(frappe.db.count("Knowledge Cost Hold", {"model": MODEL}), 0)
		self.index(rebuild=True)
		self.assertEqual(len(self.server.requests), asked, "a rebuild asks nothing")
		self.inputs[1].text += " It is red."
		self.inputs[1].save()
		self.index()
		self.assertEqual(len(self.server.requests), asked + 1)

	def test_a_cap_stops_it_and_it_goes_on(self) -> None:
		"""At the cap passages are indexed without, the source says so with the sums, and the watchdog asks about the rest when it was raised."""
		frappe.db.set_value("Knowledge Source", self.source.name, "monthly_cost_cap", 0.004)
		source = self.index()
		self.assertEqual(source.status, "Ready")
		self.assertIn("lack what the enrichment model adds", source.error_message)
		self.assertIn("monthly cap of", source.error_message)
		asked = len(self.server.requests)
		self.assertLess(asked, source.total_chunks)
		self.assertLessEqual(self.spent()[1], 0.004 + 1e-9)
		self.assertEqual(sum(self.lacking()), source.total_chunks - asked)
		self.assertEqual(self.found("yard")[0]["input"], self.inputs[1].name)
		frappe.db.set_value("Knowledge Source", self.source.name, "enrichment_retry_at", now_datetime())
		frappe.db.commit()
		enriching.ask_for_missing()
		self.assertEqual(self.statuses(), {"Indexed"}, "there is no money yet")
		frappe.db.set_value("Knowledge Source", self.source.name, "monthly_cost_cap", 0)
		frappe.db.commit()
		enriching.ask_for_missing()
		self.assertIn("Pending", self.statuses())
		source = self.index()
		self.assertEqual(len(self.server.requests), source.total_chunks, "nothing was asked twice")
		self.assertEqual((sum(self.lacking()), source.error_message), (0, None))
		enriching.ask_for_missing()
		frappe.db.rollback()
		self.assertIsNone(
			frappe.db.get_value("Knowledge Source", self.source.name, "enrichment_retry_at"),
			"nothing is left",
		)

	def statuses(self) -> set[str]:
		frappe.db.rollback()
		return set(frappe.get_all("Knowledge Input", {"knowledge_source": self.source.name}, pluck="status"))

	def test_a_service_that_fails(self) -> None:
		"""Where the model does not answer the index is made all the same, and says why; no key is in it. An hour later it is asked again."""
		self.refusal = model_server.error(401, f"Incorrect API key provided: {KEY}")
		source = self.index()
		self.assertEqual(source.status, "Ready")
		self.assertEqual(sum(self.lacking()), source.total_chunks)
		self.assertNotIn(KEY, json.dumps(frappe.get_all("Knowledge Input", "*"), default=str))
		self.assertNotIn(KEY, source.error_message + source.enrichment_stop)
		self.assertLessEqual(len(self.server.requests), 5, "after the first ones nobody is asked")
		self.assertGreater(source.enrichment_retry_at, add_to_date(now_datetime(), minutes=50))
		enriching.ask_for_missing()
		self.assertEqual(self.statuses(), {"Indexed"}, "not before its time")
		self.refusal = None
		frappe.db.set_value("Knowledge Source", self.source.name, "enrichment_retry_at", now_datetime())
		frappe.db.commit()
		watchdog()
		self.index()
		self.assertEqual(sum(self.lacking()), 0)

	def test_a_passage_that_is_refused(self) -> None:
		"""A passage with which the model will have nothing to do stays without for good, and stops no other."""
		self.refusal = model_server.error(400, "This content is not allowed.")
		self.refused_about = "Hoist 0 "
		source = self.index()
		self.assertEqual((sum(self.lacking()), source.error_message), (0, None))
		self.refusal = None
		asked = len(self.server.requests)
		self.index(rebuild=True)
		self.assertEqual(len(self.server.requests), asked)

	def test_a_disabled_model(self) -> None:
		"""A model that cannot be asked keeps nothing from being indexed; another one asks for a rebuild."""
		frappe.db.set_value("AI Model", MODEL, "disabled", 1)
		source = self.index()
		self.assertEqual(source.status, "Ready")
		self.assertIn("is disabled", source.error_message)
		self.assertEqual(len(self.server.requests), 0)
		source.enrichment_model = None
		source.save()
		self.assertIn("settings changed", recipes.reason_to_rebuild(source))
		self.index(rebuild=True)
		self.assertIsNone(recipes.reason_to_rebuild(self.source))

	def test_who_may_be_asked(self) -> None:
		"""An embedding model says nothing of passages."""
		self.source.enrichment_model = make.make_model("Enrichment Embedder", kind="embedding").name
		with self.assertRaisesRegex(frappe.ValidationError, "not a model of the kind chat"):
			self.source.save()

	def test_the_estimate(self) -> None:
		"""Before a rebuild the requests, their tokens and their price are told; once all is kept, none."""
		frappe.db.commit()
		told = estimate_rebuild(self.source.name)
		self.assertEqual(told["enrichment_model"], MODEL)
		self.assertGreater(told["enrichment_requests"], 5)
		self.assertGreater(told["enrichment_cost"], 0.0)
		self.assertTrue(told["is_rough"])
		self.source.enrichment_model = None
		self.source.save()
		source = self.index()
		source.enrichment_model = MODEL
		source.save()
		frappe.db.commit()
		told = estimate_rebuild(source.name)
		self.assertEqual(told["enrichment_requests"], source.total_chunks)
		self.index(rebuild=True)
		told = estimate_rebuild(source.name)
		self.assertEqual((told["enrichment_requests"], told["enrichment_cost"]), (0, 0.0))

	def test_purging_and_what_leaves(self) -> None:
		"""A purge takes what was said of the input out of every file; what is deleted leaves the cache with the next build."""
		self.index()
		root = artifacts.source_folder(self.source.artifact_id)
		self.assertTrue((root / FILE_NAME).is_file())
		certificate = Certificate("enrichment-test")
		with patch.object(Certificate, "removed", autospec=True) as removed:
			indexes.purge_index(
				self.source.name, self.inputs[0].name, now_datetime(), certificate, lambda share: None
			)
		places = {call.args[1]: call.args[3] for call in removed.call_args_list}
		self.assertGreater(places[f"Kept answers of the enrichment model of {self.source.name}"], 5)
		for file in root.rglob("*"):
			self.assertFalse(file.is_file() and b"eppelin" in file.read_bytes(), file)
		frappe.delete_doc("Knowledge Input", self.inputs[1].name)
		self.index()
		self.assertNotIn(b"A car", (root / FILE_NAME).read_bytes())

	def test_texts_of_before_are_forgotten(self) -> None:
		"""A rebuild keeps the answers that it used, and none about a text that nobody has any more."""
		self.index()
		path = artifacts.source_folder(self.source.artifact_id) / FILE_NAME
		self.inputs[1].text = "The truck stands in the yard."
		self.inputs[1].save()
		self.index()
		before = self.kept(path)
		forget = enriching.forget_unused

		def forget_late(*args: Any) -> None:
			"""What answers are of use is decided by when the rebuild began, however slow the database is at its end."""
			listed = frappe.get_all
			with patch.object(frappe, "get_all", lambda *a, **k: (listed(*a, **k), time.sleep(3))[0]):
				forget(*args)

		with patch.object(enriching, "forget_unused", forget_late):
			self.index(rebuild=True)
		self.assertEqual((before, self.kept(path)), (self.source.total_chunks + 1, self.source.total_chunks))

	def kept(self, path: Any) -> int:
		"""How many answers are kept."""
		with closing(sqlite3.connect(path)) as connection:
			return connection.execute("select count(*) from enrichments").fetchone()[0]

	def test_a_stopped_job_asks_no_further(self) -> None:
		"""Cancel ends a build between requests, what was answered is kept, and the next build goes on from there."""
		calls = 0
		before = enriching.BuildAsker.__call__

		def ask(asker: Any, *requests: Any) -> Any:
			nonlocal calls
			calls += 1
			answers = before(asker, *requests)
			frappe.db.set_value("Knowledge Source", self.source.name, "indexing_paused", 1)
			frappe.db.commit()
			time.sleep(1.1)
			return answers

		with patch.object(enriching.BuildAsker, "__call__", ask):
			self.index()
		self.assertEqual((calls, len(self.server.requests)), (1, enriching.AT_ONCE))
		frappe.db.set_value("Knowledge Source", self.source.name, "indexing_paused", 0)
		source = self.index()
		self.assertEqual(len(self.server.requests), source.total_chunks)
