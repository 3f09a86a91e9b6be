"""The section Ranking of a source: what it means to the engine, and what is refused."""

import frappe

from huf.ai.knowledge import retriever
from huf.ai.knowledge.retriever import search_as
from huf.ai.knowledge.searching.ranking_steps import FIELDS, UnavailableReranker, reranker_for, steps_of
from huf.engine.errors import RerankFailed
from huf.engine.request import Request
from huf.engine.search import NO_STEPS
from huf.tests import factories as make
from huf.tests.base import SiteTestCase

KEY = "sk-rerank-test-0123456789"


class TestRankingSteps(SiteTestCase):
	"""From the form to the engine."""

	def stored(self, **values: object) -> dict:
		"""The fields of a new source as the search reads them."""
		source = make.make_source(**values)
		return frappe.db.get_value("Knowledge Source", source.name, FIELDS, as_dict=True)

	def test_nothing_is_done_unless_it_is_set(self) -> None:
		"""A new source has no steps, and so has one that was made before there were any."""
		self.assertTrue(steps_of(self.stored()).is_empty)
		self.assertEqual(steps_of(dict.fromkeys(FIELDS)), NO_STEPS)

	def test_every_field_counts(self) -> None:
		"""Each field reaches the engine as it was typed; lambda 0 is a value."""
		steps = steps_of(
			self.stored(
				collapse_equal_texts=1,
				relevance_floor=0.25,
				max_chunks_per_input=2,
				diversify=1,
				mmr_lambda=0,
				freshness_key=" modified ",
				freshness_half_life=30,
			)
		)
		self.assertEqual(
			(steps.collapse, steps.floor, steps.max_per_input, steps.mmr, steps.mmr_lambda),
			(True, 0.25, 2, True, 0.0),
		)
		self.assertEqual(
			(steps.freshness_key, steps.half_life_days, steps.reranker), ("modified", 30.0, None)
		)

	def test_nonsense_is_refused_on_the_form(self) -> None:
		"""Numbers outside of their range and models of another kind are refused with a message."""
		chat = make.make_model("Rank Chat", kind="chat")
		for values in (
			{"relevance_floor": 1.5},
			{"max_chunks_per_input": 5000},
			{"mmr_lambda": 2},
			{"rerank_timeout": 600},
			{"rerank_model": chat.name},
			{"freshness_key": "modifed"},
			{"freshness_key": "extension"},
		):
			with self.subTest(values), self.assertRaises(frappe.ValidationError):
				make.make_source(**values)

	def test_an_unknown_date_is_said(self) -> None:
		"""The form names the dates that there are; a source that was saved with another before is searched, and says so."""
		with self.assertRaisesRegex(frappe.ValidationError, "Known: date, created, modified, indexed_at"):
			make.make_source(freshness_key="<b>approved_on</b>")
		source = make.make_source(freshness_key="created")
		source.db_set("freshness_key", "approved_on")
		row = frappe.db.get_value("Knowledge Source", source.name, FIELDS, as_dict=True)
		self.assertEqual(steps_of(row).freshness_key, "")
		notes = search_as(Request("x", (source.name,), principal="Administrator")).notes
		self.assertEqual(len(notes), 1)
		self.assertIn("no date “approved_on”", notes[0])

	def test_the_model_of_a_source(self) -> None:
		"""A model is asked with the key and the address of its provider; one that was switched off is named."""
		make.allow_local_models()
		provider = make.make_provider(
			"Rankers", vendor="infinity", api_key=KEY, api_base="http://127.0.0.1:9/v1"
		)
		model = make.make_model("Ranker", kind="rerank", provider=provider.name, litellm_model="rank")
		reranker = steps_of(self.stored(rerank_model=model.name)).reranker
		self.assertEqual((reranker.model, reranker.access.api_key), ("infinity/rank", KEY))
		self.assertEqual(reranker.access.egress.port, 9)
		self.assertNotIn(KEY, repr(reranker))
		provider.disabled = 1
		provider.save()
		off = reranker_for(model.name)
		self.assertIsInstance(off, UnavailableReranker)
		with self.assertRaisesRegex(RerankFailed, "AI Provider Rankers is disabled"):
			off.scores("query", ["text"], 1.0)
		self.assertIsInstance(reranker_for("none of this name"), UnavailableReranker)

	def test_damaged_settings_skip_the_source(self) -> None:
		"""A value that came into the table past the form names the source as skipped, and breaks nothing."""
		source = make.make_source()
		frappe.db.set_value(
			"Knowledge Source", source.name, {"relevance_floor": 7, "live_build": "20260101T000000-00000000"}
		)
		(skip,) = retriever.search_as(Request("anything", (source.name,), principal="Administrator")).skipped
		self.assertEqual((skip.source, skip.code), (source.name, "Invalid Settings"))
