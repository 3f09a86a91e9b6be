"""Placed models in ONNX at work: vectors of texts, scores of pairs, and clear words when something is not there."""

import os
import shutil
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from huf.engine.embedding.encoder import EncoderEmbedder
from huf.engine.encoders import loading
from huf.engine.encoders import model as models
from huf.engine.encoders.batches import Part
from huf.engine.encoders.reading import Reading
from huf.engine.errors import EmbedderMissing, EmbeddingRefused, ModelRefused, RerankFailed, RerankTimedOut
from huf.engine.model_files.checking import check_model
from huf.engine.model_files.unpacking import unpack_model
from huf.engine.search.steps import reranking
from huf.engine.search.steps.cross_encoder import CrossEncoder
from huf.engine.search.steps.reranking import within
from huf.tests import onnx_maker as onnx
from tests.engine.models.forked import holds_in_a_child
from tests.engine.models.model_maker import words

pytest.importorskip("onnxruntime")
pytest.importorskip("tokenizers")


@pytest.fixture(scope="module")
def placed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
	"""A checked model of each kind."""
	root, found = tmp_path_factory.mktemp("models"), {}
	for kind in ("embedding", "rerank"):
		(folder := root / kind).mkdir()
		unpack_model(onnx.make_onnx(root / f"{kind}-given", words(), kind=kind), folder)
		check_model(folder)
		found[kind] = folder
	return found


@pytest.fixture
def embedder(placed: dict[str, Path]) -> EncoderEmbedder:
	"""The model for embeddings."""
	return EncoderEmbedder(placed["embedding"], "ab12", onnx.DIMENSION, 0.4)


@pytest.fixture
def encoder(placed: dict[str, Path]) -> CrossEncoder:
	"""The cross-encoder."""
	return CrossEncoder("local/tiny", placed["rerank"])


def mean(*of: str) -> np.ndarray:
	"""The vector that a text of these words should have: the marks have none, but count."""
	rows = onnx.table(len(words()) + 4)
	vector = sum(rows[words().index(word) + 4] for word in of)
	return np.asarray(vector / np.linalg.norm(vector))


def test_a_text_is_the_mean_of_its_tokens(embedder: EncoderEmbedder) -> None:
	"""Whatever it stands beside; nothing is nothing; a text that is too long for once is read in parts, each by its length."""
	texts = ["Pump price", "", "holiday", " ".join(["pump"] * 62 + ["price"] * 31)]
	vectors = embedder.embed(texts)
	assert vectors.shape == (4, onnx.DIMENSION) and vectors.dtype == np.float32
	np.testing.assert_allclose(vectors[0], mean("pump", "price"), atol=1e-5)
	assert not vectors[1].any()
	np.testing.assert_allclose(vectors[2], mean("holiday"), atol=1e-5)
	parts = 62 * mean("pump") + 31 * mean("price")
	np.testing.assert_allclose(vectors[3], parts / np.linalg.norm(parts), atol=1e-5)
	assert embedder.key == "onnx:1-ab12" and embedder.meaning_floor == 0.4
	assert embedder.embed([]).shape == (0, onnx.DIMENSION)
	assert embedder.vocabulary_coverage("employees invoices") == 1
	assert embedder.vocabulary_coverage("Qxyzzy") == 0


@pytest.mark.parametrize("pooling", ["cls", "max"])
def test_other_poolings(pooling: str, embedder: EncoderEmbedder, tmp_path: Path) -> None:
	"""The first token, or the greatest of each number, where the model says so; padding counts in neither."""
	folder = tmp_path / "model"
	shutil.copytree(embedder._folder, folder)
	reading = Reading.of(folder)
	# Without marks, so that the first token is a word.
	Reading(reading.kind, 64, reading.template[1:2], reading.output, pooling).write(folder)
	own = EncoderEmbedder(folder, "x", onnx.DIMENSION, 0.5)
	rows = onnx.table(len(words()) + 4)
	pump, price = (rows[words().index(word) + 4] for word in ("pump", "price"))
	expected = pump if pooling == "cls" else np.maximum(pump, price)
	got = own.embed(["pump price", "holiday request form travel policy"])[0]
	np.testing.assert_allclose(got, expected / np.linalg.norm(expected), atol=1e-5)


def test_words_before_a_text(embedder: EncoderEmbedder, tmp_path: Path) -> None:
	"""A question and a text have their own, and an empty text none."""
	folder = tmp_path / "model"
	shutil.copytree(embedder._folder, folder)
	reading = Reading.of(folder)
	Reading(
		reading.kind, 64, reading.template, reading.output, query_prefix="pump ", document_prefix="travel "
	).write(folder)
	own = EncoderEmbedder(folder, "x", onnx.DIMENSION, 0.5)
	np.testing.assert_allclose(own.embed(["price"], "query")[0], mean("pump", "price"), atol=1e-5)
	np.testing.assert_allclose(own.embed(["price"])[0], mean("travel", "price"), atol=1e-5)
	assert not own.embed([" "]).any()


def test_a_pair_that_matches_comes_first(encoder: CrossEncoder) -> None:
	"""Shares of one, in the order of the texts, the same alone; of a long passage the beginning is read, of a long query half."""
	texts = ["thirty days of holiday", "the pump delivery", ""]
	scores = encoder.scores("delivery of a pump", texts, 60)
	assert scores[1] > scores[0] and scores[1] > scores[2] and all(0 <= score <= 1 for score in scores)
	alone = [encoder.scores("delivery of a pump", [text], 60)[0] for text in texts]
	np.testing.assert_allclose(scores, alone, atol=1e-6)
	same = encoder.scores("pump", ["price " * 100, "price " * 100 + "pump"], 60)
	assert same[0] == same[1]
	long = encoder.scores("pump " * 1_000, ["pump", "price"], 60)
	assert long[0] > long[1]
	assert encoder.scores("pump", [], 60) == []


def test_a_budget_of_time(encoder: CrossEncoder, monkeypatch: pytest.MonkeyPatch) -> None:
	"""What is not ready in time stops by itself, and a search does not ask it again for a while."""
	run, batches = models.EncoderModel.run, []

	def slow(model: models.EncoderModel, batch: list[Part]) -> object:
		batches.append(len(batch))
		time.sleep(1.5)
		return run(model, batch)

	monkeypatch.setattr(models.EncoderModel, "run", slow)
	texts = ["pump " * 60] * 200
	encoder.prepare()
	with pytest.raises(RerankTimedOut, match=r"local/tiny was not ready within 1 s\.$"):
		encoder.scores("price", texts, 1.0)
	assert batches == [2_048 // 64]
	monkeypatch.setattr(reranking, "_left_alone_until", {})
	for why in ("local/tiny did not answer within 1 s.", "did not answer a moment ago"):
		with pytest.raises(RerankFailed, match=why):
			within(encoder, "price", texts, 1.0)
	time.sleep(3)
	assert len(batches) == 2


def test_what_is_not_there(
	embedder: EncoderEmbedder, encoder: CrossEncoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""Missing files, damaged ones and a missing package are named, and no path of the machine."""
	lost = EncoderEmbedder(tmp_path / "ab12", "ab12", 8, 0.5)
	with pytest.raises(EmbedderMissing, match=r"in ab12 cannot be read\. Add the model again") as told:
		lost.embed(["a"])
	assert str(tmp_path) not in str(told.value)
	folder = tmp_path / "cd34"
	shutil.copytree(encoder.folder, folder)
	(folder / "model.onnx").write_bytes((folder / "model.onnx").read_bytes()[:100])
	with pytest.raises(RerankFailed, match=r"local/x: .*cd34 cannot be loaded") as told_too:
		CrossEncoder("local/x", folder).prepare()
	assert str(tmp_path) not in str(told_too.value)
	with pytest.raises(EmbeddingRefused, match="no embedding of sentences"):
		EncoderEmbedder(embedder._folder, "x", onnx.DIMENSION + 1, 0.5).embed(["pump"])
	monkeypatch.setitem(sys.modules, "onnxruntime", None)
	loading._loaded.forget()
	with pytest.raises(EmbedderMissing, match=r"pip install 'huf\[minilm\]'"):
		embedder.embed(["a"])


def test_one_that_gives_no_numbers_for_a_text(encoder: CrossEncoder, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A graph may be made so that it fails on one text alone: that search goes on without it."""
	model = loading.loaded(encoder.folder)

	class Broken:
		def states(self, *_given: object) -> np.ndarray:
			return np.full((1, 1), np.nan)

	broken = models.EncoderModel(model.reading, model.tokenizer, Broken(), None)
	monkeypatch.setitem(loading._loaded._models, encoder.folder, broken)
	with pytest.raises(RerankFailed, match="NaN"):
		encoder.scores("pump", ["price"], 60)
	with pytest.raises(ModelRefused, match="fails on a text"):
		models.EncoderModel(model.reading, model.tokenizer, None, None).run([Part(0, [1], [0], 1)])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes are forked here")
def test_after_a_fork(embedder: EncoderEmbedder) -> None:
	"""A worker's child has none of the threads of its parent: it loads the model anew, even while a thread of the parent is loading."""
	before = embedder.embed(["pump"])
	again = EncoderEmbedder(embedder._folder, "x", onnx.DIMENSION, 0.5)
	with loading._loaded._lock:
		assert holds_in_a_child(lambda: np.array_equal(again.embed(["pump"]), before))
