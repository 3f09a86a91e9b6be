"""Encoder models that are placed on the site: one makes vectors, from its graph or from its weights, another re-ranks the hits of a source."""

import shutil
import tempfile
from pathlib import Path
from typing import Any
from unittest import skipUnless
from unittest.mock import patch

import frappe
from click.testing import CliRunner

from huf.ai.knowledge.backends.embedding_models import chosen_model, embedder_of_build, model_of_key
from huf.ai.knowledge.backends.placed_models import PlacedModel, placed_model
from huf.ai.knowledge.searching import ranking_steps
from huf.ai.knowledge.searching.ranking_steps import UnavailableReranker, reranker_for
from huf.ai.local_models import gains, placing
from huf.ai.local_models.using import users_of
from huf.ai.quality.asking import Asked
from huf.ai.site import artifacts
from huf.commands import models as commands
from huf.engine.errors import EmbedderMissing, ModelRefused, RerankFailed
from huf.engine.search.steps.reranker import Metered
from huf.engine.search.steps.reranking import read_by
from huf.local.quality.expectations import Outcome
from huf.tests import factories as make
from huf.tests.base import SiteTestCase
from huf.tests.bert_maker import make_bert, sums
from huf.tests.models.test_local_models import words
from huf.tests.onnx_maker import DIMENSION, make_onnx

try:
	import onnxruntime
except ImportError:
	onnxruntime = None


class TestWeights(SiteTestCase):
	"""Nothing has to be installed for them."""

	def setUp(self) -> None:
		super().setUp()
		self.scratch = Path(tempfile.mkdtemp())
		self.addCleanup(shutil.rmtree, self.scratch)
		self.addCleanup(shutil.rmtree, artifacts.models_folder(), ignore_errors=True)

	def test_one_that_makes_vectors(self) -> None:
		"""It is chosen, known by the key of its indexes, and makes their vectors and those of questions."""
		known = words()
		files = make_bert(self.scratch / "tiny", known, tables=sums(len(known) + 4))
		with patch.dict("sys.modules", {"onnxruntime": None}):
			placed = placing.add(files, "tiny-bert")
			record = frappe.db.get_value("AI Model", {"litellm_model": "local/tiny-bert"})
			source = make.make_source(knowledge_type="sqlite_hybrid", embedding_model=record)
			model = chosen_model(source.embedding_model)
			self.assertEqual((model.key(), placed.kind), (f"bert:1-{placed.digest}", "embedding"))
			build = make.make_build(source, embedder=model.key(), embedding_model=record)
			self.assertEqual(model_of_key(model.key()).model, "local/tiny-bert")
			embedder = embedder_of_build(build.name, model.key())
			alike, same, other = embedder.embed(["delivery pump", "delivery pump", "holiday"])
		self.assertGreater(alike @ same, 0.999)
		self.assertLess(alike @ other, 0.9)


@skipUnless(onnxruntime, "ONNX Runtime is not installed (the extra minilm)")
class TestOnnxModels(SiteTestCase):
	"""On a site without models of its own."""

	def setUp(self) -> None:
		super().setUp()
		self.scratch = Path(tempfile.mkdtemp())
		self.addCleanup(shutil.rmtree, self.scratch)
		self.addCleanup(shutil.rmtree, artifacts.models_folder(), ignore_errors=True)
		frappe.db.after_commit.reset()
		self.addCleanup(frappe.db.after_commit.reset)

	def place(self, kind: str) -> tuple[PlacedModel, str]:
		"""A placed model and the name of its AI Model."""
		placed = placing.add(make_onnx(self.scratch / kind, words(), kind=kind), f"tiny-{kind}")
		return placed, frappe.db.get_value("AI Model", {"litellm_model": f"local/tiny-{kind}"})

	def test_one_that_makes_vectors(self) -> None:
		"""It is an AI Model of the kind embedding that costs nothing; an index that it made is searched with it."""
		placed, record = self.place("embedding")
		row = frappe.get_doc("AI Model", record)
		self.assertEqual((row.kind, row.costs_nothing, row.provider), ("embedding", 1, None))
		source = make.make_source(knowledge_type="sqlite_hybrid", embedding_model=record)
		model = chosen_model(source.embedding_model)
		self.assertEqual((model.cost(1_000_000), model.is_superseded), (0.0, False))
		self.assertEqual(model.key(), f"onnx:1-{placed.digest}")
		vectors = model.embedder().embed(["delivery pump", "pump delivery", "holiday"])
		self.assertEqual(vectors.shape, (3, DIMENSION))
		self.assertGreater(vectors[0] @ vectors[1], 0.99)
		build = make.make_build(source, embedder=model.key(), embedding_model=record)
		self.assertEqual(embedder_of_build(build.name, model.key()).key, model.key())
		self.assertEqual(model_of_key(model.key()).model, "local/tiny-embedding")
		self.assertEqual(users_of(placed), [f"the knowledge source {source.name}"])

	def test_what_stays_beside_it(self) -> None:
		"""Three files and what is known of the model; it is read back as it was written."""
		placed, _record = self.place("rerank")
		self.assertEqual(
			sorted(path.name for path in placed.folder.iterdir()),
			["about.json", "model.onnx", "reading.json", "tokenizer.json"],
		)
		self.assertEqual(placed_model("tiny-rerank"), placed)
		self.assertEqual((placed.kind, placed.longest, placed.dimension, placed.key), ("rerank", 64, 0, ""))
		with self.assertRaisesRegex(EmbedderMissing, "no local model tiny-rerank"):
			placed_model("tiny-rerank", "embedding")

	def test_one_that_re_ranks(self) -> None:
		"""A source that chose it has its hits read by it, within its own time: the passage that answers gets most, and nobody pays."""
		_placed, record = self.place("rerank")
		source = make.make_source(rerank_model=record, rerank_timeout=30)
		row = frappe.db.get_value("Knowledge Source", source.name, ranking_steps.FIELDS, as_dict=True)
		steps = ranking_steps.steps_of(row)
		self.assertEqual((steps.reranker.key, steps.rerank_timeout_s), ("local/tiny-rerank", 30.0))
		self.assertNotIsInstance(steps.reranker, Metered)
		texts = ["thirty days of holiday", "The delivery time of the pump is three weeks."]
		scores = read_by(steps.reranker, "delivery time of a pump", texts, 30.0, [source.name] * 2)
		self.assertGreater(scores[1], scores[0])
		# Two sources with the same model are re-ranked together.
		self.assertEqual(reranker_for(record), steps.reranker)
		frappe.db.set_value("AI Model", record, "disabled", 1)
		with self.assertRaisesRegex(RerankFailed, "is disabled"):
			reranker_for(record).scores("pump", texts, 1.0)

	def test_kinds_are_kept_apart(self) -> None:
		"""A cross-encoder makes no vectors and a model for vectors re-ranks nothing, on the form and past it."""
		_placed, record = self.place("rerank")
		_other, embedding = self.place("embedding")
		for kind, name in (
			("embedding", "local/tiny-rerank"),
			("rerank", "local/tiny-embedding"),
			("rerank", "local/wordllama"),
		):
			with self.subTest(name), self.assertRaisesRegex(frappe.ValidationError, "is a model of the kind"):
				make.make_model("Wrong", kind=kind, litellm_model=name, provider=None)
		with self.assertRaises(frappe.ValidationError):
			make.make_source(rerank_model=embedding)
		frappe.db.set_value("AI Model", record, "litellm_model", "local/tiny-embedding")
		off = reranker_for(record)
		self.assertIsInstance(off, UnavailableReranker)
		with self.assertRaisesRegex(RerankFailed, "no local model tiny-embedding"):
			off.scores("pump", ["pump"], 1.0)
		frappe.db.set_value("AI Model", embedding, "litellm_model", "local/tiny-rerank")
		with self.assertRaisesRegex(EmbedderMissing, "no local model tiny-rerank"):
			chosen_model(embedding).key()

	def test_what_is_in_use_stays(self) -> None:
		"""A source that re-ranks with it keeps it."""
		placed, record = self.place("rerank")
		source = make.make_source(rerank_model=record)
		self.assertEqual(users_of(placed), [f"the knowledge source {source.name}"])
		with self.assertRaisesRegex(ModelRefused, source.name):
			placing.remove("tiny-rerank")
		source.db_set("rerank_model", "")
		placing.remove("tiny-rerank")
		self.assertFalse(frappe.db.exists("AI Model", record))

	def test_an_ai_model_of_another_kind(self) -> None:
		"""What an AI Model says from before is not turned into something else: nothing is placed."""
		_placed, record = self.place("rerank")
		frappe.db.set_value("AI Model", record, {"litellm_model": "local/other", "kind": "embedding"})
		files = make_onnx(self.scratch / "second", words()[1:], kind="rerank")
		with self.assertRaisesRegex(ModelRefused, "is of another kind"):
			placing.add(files, "other")
		self.assertEqual(
			[one.name for one in artifacts.models_folder().iterdir() if one.name[0] != "."], [_placed.digest]
		)

	def test_its_gain_is_measured_by_tests(self) -> None:
		"""Each test is asked with it and without any, on whatever its source has chosen; with fewer than twenty nothing is said."""
		placed, _record = self.place("rerank")
		self.assertEqual(placed.gain.questions, 0)
		source = make.make_source()
		given: list[Any] = []

		def ask(test: Any) -> Asked:
			reranker = ranking_steps.steps_of({}).reranker
			given.append((test, reranker.key if reranker else None))
			return Asked(Outcome("Must Find", 1 if reranker and test.number < 15 else 2), ())

		tests = [frappe._dict(number=number, expectation="Must Find") for number in range(20)]
		tests.append(frappe._dict(number=20, expectation="Must Not Find"))
		one = lambda name: tests if name == source.name else []  # noqa: E731
		with patch.object(gains, "ask", ask), patch.object(gains, "tests_of", one):
			gain = placing.measure_again("tiny-rerank").gain
		self.assertEqual((gain.questions, gain.won, gain.lost, gain.late), (20, 15, 0, 0))
		self.assertAlmostEqual(gain.before, 0.6309, 3)
		self.assertAlmostEqual(gain.after, 0.6309 + 0.75 * (1 - 0.6309), 3)
		self.assertLess(gain.p, 0.001)
		self.assertEqual([key for test, key in given if test.number == 3], [None, None, "local/tiny-rerank"])
		self.assertIsNone(ranking_steps.steps_of({}).reranker)
		self.assertEqual(placed_model("tiny-rerank").gain, gain)

	def test_the_command(self) -> None:
		"""It says what a model is, what was measured and where to choose it."""

		def run(*words: str) -> Any:
			with patch.object(commands, "site"), patch.object(frappe.db, "commit"):
				return CliRunner().invoke(
					commands.huf_model, words, obj=frappe._dict(sites=["any"], profile=False)
				)

		added = run("add", str(make_onnx(self.scratch / "Cross", words(), kind="rerank")))
		self.assertEqual(added.exit_code, 0, (added.output, added.exception))
		self.assertIn("local/cross: a cross-encoder that reads 64 tokens at once", added.output)
		self.assertIn("too few Knowledge Tests", added.output)
		self.assertIn("as the Rerank Model", added.output)
		self.assertIn("used by nothing", run("list").output)
		gain = {
			"questions": 40,
			"before": 0.5,
			"after": 0.6,
			"won": 9,
			"lost": 1,
			"p": 0.02,
			"seconds_before": 0.05,
			"seconds_after": 0.9,
			"late": 2,
		}
		with patch.object(placing, "measured_gain", return_value=gains.Gain(**gain)):
			told = run("measure", "cross").output
		self.assertIn(
			"40 Knowledge Tests: better (nDCG 0.500 without it, 0.600 with it; 9 won, 1 lost, p = 0.02)", told
		)
		self.assertIn("For 2 of them it took longer", told)
