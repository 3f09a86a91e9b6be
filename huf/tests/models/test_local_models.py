"""Models that are placed on the site: added after a check, used like any other local one, removed when nothing needs them."""

import json
import shutil
import stat
import tempfile
from pathlib import Path
from typing import Any
from unittest.mock import patch

import frappe
from click.testing import CliRunner

from huf.ai.knowledge.backends.embedding_models import (
	chosen_model,
	embedder_of_build,
	model_of_build,
	model_of_key,
)
from huf.ai.knowledge.backends.placed_models import placed_models
from huf.ai.local_models import measuring, placing
from huf.ai.local_models.folders import alone
from huf.ai.local_models.using import users_of
from huf.ai.site import artifacts
from huf.commands import models as commands
from huf.engine.errors import EmbedderMissing, ModelRefused
from huf.engine.model_files.floors import Floor
from huf.tests import factories as make
from huf.tests.base import SiteTestCase


def words() -> list[str]:
	"""Of the English sentences that a model is tried with."""
	from tokenizers import pre_tokenizers

	from huf.engine.model_files.trios import TRIOS

	cut = pre_tokenizers.Whitespace()
	return sorted(
		{word for trio in TRIOS[:3] for text in trio for word, _ in cut.pre_tokenize_str(text.lower())}
	)


def make_files(folder: Path, seed: int = 5) -> Path:
	"""A small static model in the form of model2vec: each word has a vector by chance."""
	import numpy as np

	vocabulary = {word: number for number, word in enumerate(["[UNK]", *words()])}
	rows = np.random.default_rng(seed).normal(size=(len(vocabulary), 32)).astype("<f4")
	head = {"embeddings": {"dtype": "F32", "shape": list(rows.shape), "data_offsets": [0, rows.nbytes]}}
	text = json.dumps(head).encode()
	folder.mkdir()
	(folder / "model.safetensors").write_bytes(len(text).to_bytes(8, "little") + text + rows.tobytes())
	tokenizer = {
		"version": "1.0",
		"added_tokens": [],
		"normalizer": {"type": "Lowercase"},
		"pre_tokenizer": {"type": "Whitespace"},
		"model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
	}
	(folder / "tokenizer.json").write_text(json.dumps(tokenizer), "utf-8")
	return folder


class TestPlacedModels(SiteTestCase):
	"""On a site without models of its own."""

	def setUp(self) -> None:
		super().setUp()
		self.scratch = Path(tempfile.mkdtemp())
		self.addCleanup(shutil.rmtree, self.scratch)
		self.addCleanup(shutil.rmtree, artifacts.models_folder(), ignore_errors=True)
		frappe.db.after_commit.reset()
		self.addCleanup(frappe.db.after_commit.reset)

	def place(self, name: str = "tiny", seed: int = 5) -> Any:
		"""A placed model and the name of its AI Model."""
		placed = placing.add(make_files(self.scratch / f"{name}-{seed}", seed), name)
		return placed, frappe.db.get_value("AI Model", {"litellm_model": f"local/{name}"})

	def test_a_placed_model_is_one_to_choose(self) -> None:
		"""It is an AI Model of the kind embedding that costs nothing, makes vectors with the floor that was measured, and is nobody's default."""
		before = chosen_model(None).model
		placed, record = self.place()
		self.assertEqual(chosen_model(None).model, before)
		source = make.make_source(knowledge_type="sqlite_hybrid", embedding_model=record)
		model = chosen_model(source.embedding_model)
		self.assertTrue(model.is_local)
		self.assertEqual((model.cost(1_000_000), model.is_superseded), (0.0, False))
		self.assertEqual(model.key(), f"static:1-{placed.digest}")
		vectors = model.embedder().embed(["delivery pump", "pump delivery", "holiday"])
		self.assertEqual(vectors.shape, (3, 32))
		self.assertGreater(vectors[0] @ vectors[1], 0.99)
		self.assertEqual(model.asker().meaning_floor, placed.floor.value)
		build = make.make_build(source, embedder=model.key(), embedding_model=record)
		self.assertEqual(embedder_of_build(build.name, model.key()).key, model.key())
		self.assertEqual(model_of_build(build.name, model.key()).model, "local/tiny")
		self.assertEqual(model_of_key(model.key()).model, "local/tiny")

	def test_only_its_owner_reads_what_is_placed(self) -> None:
		"""Folders and files are the user's of the bench, outside of what a File can give out; nothing is left of the work."""
		placed, _record = self.place()
		root = artifacts.models_folder()
		self.assertNotIn("files", root.relative_to(Path(frappe.get_site_path()).absolute()).parts)
		self.assertEqual(
			sorted(path.name for path in (root / placed.digest).iterdir()),
			["about.json", "model.safetensors", "tokenizer.json"],
		)
		for path in (root, *root.rglob("*")):
			self.assertEqual(stat.S_IMODE(path.stat().st_mode) & 0o077, 0, path)
		self.assertEqual(sorted(path.name for path in root.iterdir()), [".adding.lock", placed.digest])

	def test_what_is_refused_leaves_nothing(self) -> None:
		"""A bad name, a name or model that is there, a file of another kind, a failure at the end: neither files nor a record stay."""
		placed, _record = self.place()
		files = self.scratch / "tiny-5"
		other = make_files(self.scratch / "other", 9)
		records = frappe.db.count("AI Model")
		(self.scratch / "text.zip").write_text("nothing")
		for file, name, said in (
			(other, "../up", "no name"),
			(other, "", "no name"),
			(other, "wordllama", "by itself"),
			(other, "tiny", "another model called tiny"),
			(files, "again", "already, as tiny"),
			(self.scratch / "text.zip", "text", "no folder, ZIP or tar"),
		):
			with self.subTest(said), self.assertRaisesRegex(ModelRefused, said):
				placing.add(file, name)
		with patch.object(placing, "keep_record", side_effect=KeyboardInterrupt):
			with self.assertRaises(KeyboardInterrupt):
				placing.add(other, "other")
		self.assertEqual([one.name for one in placed_models()], ["tiny"])
		self.assertEqual(frappe.db.count("AI Model"), records)
		self.assertEqual(
			sorted(path.name for path in artifacts.models_folder().iterdir()), [".adding.lock", placed.digest]
		)

	def test_what_is_in_use_stays(self) -> None:
		"""A source that chose it, an index that it made and the default of the site keep it; each is named."""
		placed, record = self.place()
		source = make.make_source(knowledge_type="sqlite_hybrid", embedding_model=record)
		frappe.db.set_single_value("Agent Settings", "default_embedding_model", record)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		with self.assertRaisesRegex(ModelRefused, f"{source.name}.*Agent Settings"):
			placing.remove("tiny")
		frappe.db.set_single_value("Agent Settings", "default_embedding_model", "")
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		source.db_set("embedding_model", "")
		build = make.make_build(source, embedder=f"static:1-{placed.digest}")
		source.db_set("live_build", build.name)
		self.assertIn(source.name, users_of(placed)[0])
		source.db_set("live_build", "")
		placing.remove("tiny")
		self.assertFalse(frappe.db.exists("AI Model", record))
		# The files go once the rows are gone for good.
		self.assertEqual([one.name for one in placed_models()], ["tiny"])
		frappe.db.after_commit.run()
		self.assertEqual(placed_models(), [])
		with self.assertRaisesRegex(EmbedderMissing, "huf-model add"):
			embedder_of_build(build.name, f"static:1-{placed.digest}")
		with self.assertRaisesRegex(EmbedderMissing, "no local model tiny"):
			placing.remove("tiny")
		with self.assertRaisesRegex(frappe.ValidationError, "no local model of this name"):
			make.make_model("Tiny", kind="embedding", litellm_model="local/tiny", provider=None)

	def test_after_a_removal_that_was_killed(self) -> None:
		"""What it left is of no model, and the same one can be added again."""
		placed, _record = self.place()
		folder = artifacts.models_folder() / placed.digest
		(folder / "about.json").unlink()
		self.assertEqual(placed_models(), [])
		again = placing.add(self.scratch / "tiny-5", "again")
		self.assertEqual((again.digest, [one.name for one in placed_models()]), (placed.digest, ["again"]))

	def test_two_commands_at_once(self) -> None:
		"""The second is told to wait."""
		with alone(placing.ADDING), self.assertRaisesRegex(ModelRefused, "Wait for it"):
			self.place()

	def test_the_floor_is_measured_by_tests_else_titles(self) -> None:
		"""Questions of Knowledge Tests with the input that answers them come first; without enough of them titles are asked of the passages."""
		given: list[Any] = []

		def measured(_embedder: Any, questions: Any, passages: Any, *_others: Any) -> Floor:
			given.append((questions, passages))
			return Floor(0.35, len(questions), len(passages), 1.0, 1.0, 0.01)

		texts = {"one": ("Travel expense policy", ["Sixty euros a day"]), "two": ("Short", ["Other words"])}
		read = patch.object(
			measuring,
			"_read",
			lambda name, with_title: (texts[name][0], [f"{with_title} {texts[name][1][0]}"]),
		)
		with (
			read,
			patch.object(measuring, "measured_floor", measured),
			patch.object(measuring, "_newest", lambda: ["one", "two"]),
		):
			with patch.object(measuring, "_tests", lambda: iter([("How much?", "two")] * 20)):
				placed, _record = self.place()
			with patch.object(measuring, "_tests", lambda: iter([("How much?", "two")] * 19)):
				placing.measure_again("tiny")
		(by_tests, told), (by_titles, bare) = given
		self.assertEqual(by_tests, [("How much?", 0)] * 20)
		self.assertEqual(told, [("True Other words", 0), ("True Sixty euros a day", 1)])
		self.assertEqual(by_titles, [("Travel expense policy", 1)])
		self.assertEqual({text.split()[0] for text, _ in bare}, {"False"})
		self.assertEqual((placed.floor.value, placed_models()[0].floor.questions), (0.35, 1))

	def test_passages_are_read_of_the_index(self) -> None:
		"""What an index holds of an input is what is measured; a source without an index gives none, and stops nothing."""
		source = make.make_source()
		row = make.make_text(source, "No index holds this yet.")
		self.assertEqual(measuring._read(row.name, with_title=True)[1], [])
		self.assertEqual(measuring._read("gone", with_title=True), ("", []))

	def test_the_command(self) -> None:
		"""It says what it does, what was measured and what uses the model; what is wrong ends it with a sentence."""

		def run(*words: str) -> Any:
			with patch.object(commands, "site"), patch.object(frappe.db, "commit"):
				return CliRunner().invoke(
					commands.huf_model, words, obj=frappe._dict(sites=["any"], profile=False)
				)

		files = make_files(self.scratch / "Tiny Model")
		added = run("add", str(files))
		self.assertEqual(added.exit_code, 0, (added.output, added.exception))
		self.assertIn("local/tiny-model: ", added.output)
		self.assertRegex(added.output, "Floor 0.[0-9]+")
		self.assertIn("used by nothing", run("list").output)
		self.assertRegex(run("measure", "tiny-model").output, "Floor 0.[0-9]+")
		again = run("add", str(files))
		self.assertEqual(again.exit_code, 1)
		self.assertIn("already, as tiny-model", again.output)
		self.assertIn("is removed", run("remove", "tiny-model").output)
		self.assertEqual(run("remove", "other").exit_code, 1)
