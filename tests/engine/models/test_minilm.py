"""The MiniLM embedder: pieces to vectors, long texts, and clear words when something is not there."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
import pytest

from huf.engine.embedding import embedder_for, minilm
from huf.engine.embedding.minilm import MiniLMEmbedder
from huf.engine.errors import EmbedderMissing
from huf.tests.onnx_maker import embedding_graph
from tests.engine.models.forked import holds_in_a_child

WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "hotel", "price", "pump", "valve")
TABLE = np.random.default_rng(3).normal(size=(len(WORDS), 384)).astype(np.float32)


class Session:
	"""Says of each piece what ``TABLE`` has for it, and remembers what it was given."""

	given: ClassVar[list[dict[str, Any]]] = []
	names = ("input_ids", "attention_mask")

	def __init__(self, path: str, providers: list[str]) -> None:
		assert Path(path).is_file() and providers == ["CPUExecutionProvider"]

	def get_inputs(self) -> list[Any]:
		"""Names of what it reads."""
		return [type("Input", (), {"name": name}) for name in self.names]

	def run(self, outputs: None, values: dict[str, Any]) -> list[Any]:
		"""One batch."""
		self.given.append(values)
		return [TABLE[values["input_ids"]]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
	"""A tokenizer of four words, and a file in the place of the model."""
	tokenizers = pytest.importorskip("tokenizers")
	vocabulary = {word: number for number, word in enumerate(WORDS)}
	tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, unk_token="[UNK]"))
	tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
	# As published: cut and padded, which would lose the end of a long text.
	tokenizer.enable_truncation(8)
	tokenizer.enable_padding()
	tokenizer.save(str(tmp_path / "tokenizer.json"))
	(tmp_path / "model.onnx").write_bytes(b"model")
	monkeypatch.setenv("HUF_MINILM", str(tmp_path))
	minilm._loaded.forget()
	minilm._digest.cache_clear()
	yield tmp_path
	minilm._loaded.forget()
	minilm._digest.cache_clear()


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> type[Session]:
	"""Stands in for ONNX Runtime."""
	module = ModuleType("onnxruntime")
	module.InferenceSession = Session  # type: ignore[attr-defined]
	monkeypatch.setitem(sys.modules, "onnxruntime", module)
	monkeypatch.setattr(Session, "given", [])
	return Session


def mean(*words: str) -> Any:
	"""The vector that a text of ``words`` should have."""
	rows = TABLE[[WORDS.index(word) for word in ("[CLS]", *words, "[SEP]")]]
	vector = rows.mean(axis=0)
	return vector / np.linalg.norm(vector)


def test_a_text_is_the_mean_of_its_pieces(folder: Path, session: type[Session]) -> None:
	"""Padding does not count, texts keep their order, and a text without pieces is all zeros."""
	texts = ["pump valve price pump", "", "hotel", "price pump"]
	vectors = MiniLMEmbedder().embed(texts)
	assert vectors.dtype == np.float32 and vectors.shape == (4, 384)
	for row, text in zip(vectors, texts, strict=True):
		expected = mean(*text.split()) if text else np.zeros(384)
		np.testing.assert_allclose(row, expected, atol=1e-6)
	assert {frozenset(values) for values in session.given} == {frozenset(Session.names)}
	assert MiniLMEmbedder().embed([]).shape == (0, 384)


def test_a_long_text_is_read_in_parts(folder: Path, session: type[Session]) -> None:
	"""No part is over what the model reads at once, and each counts by its length."""
	words = ["pump"] * 254 + ["valve"] * 254 + ["hotel"] * 127
	(vector,) = MiniLMEmbedder().embed([" ".join(words)])
	expected = 2 * mean(*["pump"] * 254) + 2 * mean(*["valve"] * 254) + mean(*["hotel"] * 127)
	np.testing.assert_allclose(vector, expected / np.linalg.norm(expected), atol=1e-5)
	assert max(values["input_ids"].shape[1] for values in session.given) == 256


def test_batches_are_bounded(folder: Path, session: type[Session]) -> None:
	"""However many texts there are and however long, a batch holds at most 4,096 pieces with its padding."""
	texts = ["pump " * (number % 300) for number in range(1_200)]
	vectors = MiniLMEmbedder().embed(texts)
	assert max(values["input_ids"].size for values in session.given) <= 4_096
	for number in (0, 1, 254, 299, 1_199):
		(alone,) = MiniLMEmbedder().embed([texts[number]])
		np.testing.assert_allclose(vectors[number], alone, atol=1e-5)


def test_familiarity_leaves_out_what_the_model_cannot_read(folder: Path, session: type[Session]) -> None:
	"""Known words count by their length, unknown ones for nothing."""
	embedder = MiniLMEmbedder()
	assert embedder.vocabulary_coverage("hotel price") == 1
	assert embedder.vocabulary_coverage("ราคาโรงแรม") == 0
	assert embedder.vocabulary_coverage("ราคาโรงแรม hotel") == pytest.approx(5 / 2 / 4)
	assert embedder.vocabulary_coverage("") == 0


def test_the_key_names_the_model_file(folder: Path) -> None:
	"""Another file is another key, and the key finds the embedder again."""
	first = MiniLMEmbedder().key
	assert embedder_for("minilm").key == embedder_for(first).key == first
	(folder / "model.onnx").rename(folder / "old.onnx")
	(folder / "onnx").mkdir()
	(folder / "onnx" / "model.onnx").write_bytes(b"another")
	minilm._digest.cache_clear()
	assert MiniLMEmbedder().key.startswith("minilm:") and MiniLMEmbedder().key != first


def test_what_is_missing_is_named(
	folder: Path, session: type[Session], monkeypatch: pytest.MonkeyPatch
) -> None:
	"""The variable, a file, the extra, or a model of another kind: each is said with what to do."""
	monkeypatch.setattr(Session, "run", lambda *_: [np.zeros((1, 3, 768), dtype=np.float32)])
	with pytest.raises(EmbedderMissing, match="not all-MiniLM-L6-v2"):
		MiniLMEmbedder().embed(["pump"])
	minilm._loaded.forget()
	(folder / "tokenizer.json").write_text("{")
	with pytest.raises(EmbedderMissing, match="cannot be read"):
		MiniLMEmbedder().embed(["pump"])
	monkeypatch.setitem(sys.modules, "onnxruntime", None)
	with pytest.raises(EmbedderMissing, match=r"pip install 'huf\[minilm\]'"):
		MiniLMEmbedder().embed(["pump"])
	(folder / "tokenizer.json").unlink()
	with pytest.raises(EmbedderMissing, match=r"lacks tokenizer\.json"):
		MiniLMEmbedder().embed(["pump"])
	(folder / "model.onnx").unlink()
	with pytest.raises(EmbedderMissing, match=r"lacks model\.onnx"):
		MiniLMEmbedder().vocabulary_coverage("pump")
	monkeypatch.delenv("HUF_MINILM")
	with pytest.raises(EmbedderMissing, match="Set HUF_MINILM"):
		MiniLMEmbedder().embed(["pump"])


def test_onnx_runtime_gives_the_same(folder: Path) -> None:
	"""A real model file, read by the real library, gives the means that are expected of it."""
	onnx = pytest.importorskip("onnx", reason="needs the packages onnx and onnxruntime")
	pytest.importorskip("onnxruntime", reason="needs the packages onnx and onnxruntime")
	helper, kind = onnx.helper, onnx.TensorProto
	graph = helper.make_graph(
		[helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])],
		"pieces",
		[helper.make_tensor_value_info("input_ids", kind.INT64, ["batch", "length"])],
		[helper.make_tensor_value_info("last_hidden_state", kind.FLOAT, ["batch", "length", 384])],
		[onnx.numpy_helper.from_array(TABLE, "table")],
	)
	model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
	(folder / "model.onnx").write_bytes(model.SerializeToString())
	vectors = MiniLMEmbedder().embed(["pump valve", "hotel"])
	np.testing.assert_allclose(vectors, [mean("pump", "valve"), mean("hotel")], atol=1e-6)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes are forked here")
def test_after_a_fork(folder: Path) -> None:
	"""A worker's child has none of the threads of its parent: it loads the model anew, even while a thread of the parent is loading."""
	pytest.importorskip("onnxruntime")
	(folder / "model.onnx").write_bytes(embedding_graph(TABLE))
	texts = ["pump valve hotel price " * 60] * 16
	before = MiniLMEmbedder().embed(texts)
	with minilm._loaded._lock:
		assert holds_in_a_child(lambda: np.array_equal(MiniLMEmbedder().embed(texts), before))


def test_nothing_heavy_is_imported_before_it_is_used() -> None:
	"""Making the embedder loads neither ONNX Runtime nor the tokenizers."""
	code = (
		"import sys; from huf.engine.embedding import embedder_for; embedder_for('minilm');"
		" sys.exit(bool({'onnxruntime', 'tokenizers'} & set(sys.modules)))"
	)
	assert subprocess.run([sys.executable, "-c", code]).returncode == 0
