"""Encoders from their weights: the same numbers as reckoned one by one, whatever form the weights have, and clear words for what huf cannot run."""

import json
import sys
from math import erf, exp, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from huf.engine.embedding import minilm
from huf.engine.embedding.encoder import EncoderEmbedder
from huf.engine.embedding.minilm import MiniLMEmbedder
from huf.engine.encoders.bert import Architecture, open_bert
from huf.engine.errors import EmbedderMissing, ModelRefused
from huf.engine.model_files.checking import CheckedModel, check_model
from huf.engine.model_files.unpacking import unpack_model
from huf.tests.bert_maker import HEADS, LAYERS, NUMBERS, make_bert, safetensors, sums, weights
from huf.tests.onnx_maker import make_onnx
from tests.engine.models.model_maker import make_model, words

ROWS = 12
OURS = Architecture(HEADS, LAYERS, 1e-12, "gelu", 0)


def said_of(
	ids: list[int], tables: dict[str, Any], first: int = 0, activation: str = "gelu"
) -> list[list[float]]:
	"""The vector of each token after the last layer, one number after the other."""

	def row(name: str, number: int) -> list[float]:
		return [float(one) for one in tables[name][number]]

	def dense(name: str, vector: list[float]) -> list[float]:
		weight, bias = tables[f"{name}.weight"], tables[f"{name}.bias"]
		return [
			sum(float(weight[to][at]) * vector[at] for at in range(len(vector))) + float(bias[to])
			for to in range(len(bias))
		]

	def norm(name: str, vector: list[float]) -> list[float]:
		mean = sum(vector) / len(vector)
		variance = sum((one - mean) ** 2 for one in vector) / len(vector)
		scale, shift = tables[f"{name}.weight"], tables[f"{name}.bias"]
		return [
			(one - mean) / sqrt(variance + 1e-12) * float(scale[at]) + float(shift[at])
			for at, one in enumerate(vector)
		]

	def active(one: float) -> float:
		return max(one, 0.0) if activation == "relu" else one * (1 + erf(one / sqrt(2))) / 2

	def added(one: list[float], other: list[float]) -> list[float]:
		return [left + right for left, right in zip(one, other, strict=True)]

	vectors = []
	for place, token in enumerate(ids):
		summed = added(
			row("embeddings.word_embeddings.weight", token),
			row("embeddings.position_embeddings.weight", first + place),
		)
		summed = added(summed, row("embeddings.token_type_embeddings.weight", 0))
		vectors.append(norm("embeddings.LayerNorm", summed))
	size = NUMBERS // HEADS
	for number in range(LAYERS):
		at = f"encoder.layer.{number}"
		queries, keys, values = (
			[dense(f"{at}.attention.self.{name}", vector) for vector in vectors]
			for name in ("query", "key", "value")
		)
		after = []
		for place, vector in enumerate(vectors):
			mixed: list[float] = []
			for head in range(0, NUMBERS, size):
				part = slice(head, head + size)
				shares = [
					exp(sum(a * b for a, b in zip(queries[place][part], key[part], strict=True)) / sqrt(size))
					for key in keys
				]
				mixed += [
					sum(share * value[head + one] for share, value in zip(shares, values, strict=True))
					/ sum(shares)
					for one in range(size)
				]
			attended = norm(
				f"{at}.attention.output.LayerNorm",
				added(dense(f"{at}.attention.output.dense", mixed), vector),
			)
			wide = [active(one) for one in dense(f"{at}.intermediate.dense", attended)]
			after.append(norm(f"{at}.output.LayerNorm", added(dense(f"{at}.output.dense", wide), attended)))
		vectors = after
	return vectors


def opened(folder: Path, tables: dict[str, Any], architecture: Architecture = OURS) -> Any:
	"""The network with these tables."""
	(folder / "model.safetensors").write_bytes(safetensors(**tables))
	return open_bert(folder / "model.safetensors", architecture)


def states(network: Any, *texts: list[int]) -> Any:
	"""What it says of texts of these tokens."""
	longest = max(map(len, texts))
	ids = np.array([[*text, *[0] * (longest - len(text))] for text in texts])
	mask = np.array([[1] * len(text) + [0] * (longest - len(text)) for text in texts])
	return network.states(ids, mask, np.zeros_like(ids))


@pytest.mark.parametrize("activation", ["gelu", "relu"])
@pytest.mark.parametrize("first", [0, 2])
def test_the_same_as_number_by_number(activation: Any, first: int, tmp_path: Path) -> None:
	"""Each token of each text, long beside short; what is padding is zeros."""
	tables = weights(ROWS)
	network = opened(tmp_path, tables, Architecture(HEADS, LAYERS, 1e-12, activation, first))
	texts = [[2, 5, 7, 11, 5, 3], [2, 9, 3]]
	got = states(network, *texts)
	assert got.dtype == np.float32 and got.shape == (2, 6, NUMBERS)
	for row, text in zip(got, texts, strict=True):
		expected = said_of(text, tables, first, activation)
		# The approximation of the activation is off by some ten-thousandths.
		np.testing.assert_allclose(row[: len(text)], expected, atol=3e-3 if activation == "gelu" else 1e-4)
		assert not row[len(text) :].any()


def test_forms_of_weights(tmp_path: Path) -> None:
	"""16 bits, a name before each table, and tables at places where a processor cannot read them at once."""
	expected = states(opened(tmp_path, weights(ROWS)), [2, 5, 3])
	half = states(opened(tmp_path, weights(ROWS, np.float16)), [2, 5, 3])
	np.testing.assert_allclose(half, expected, atol=0.02)
	assert np.abs(half - expected).max() > 0
	named = weights(ROWS, before="bert.")
	np.testing.assert_array_equal(states(opened(tmp_path, named), [2, 5, 3]), expected)
	odd = {"bytes": np.zeros(3, np.int8), **weights(ROWS)}
	np.testing.assert_array_equal(states(opened(tmp_path, odd), [2, 5, 3]), expected)


def test_weights_that_do_not_go_together(tmp_path: Path) -> None:
	"""What is missing or has another shape is named; a token beyond the table is no other token."""
	tables = weights(ROWS)
	network = opened(tmp_path, tables)
	for beyond in ([2, ROWS], list(range(ROWS)) * 6):
		with pytest.raises(IndexError):
			states(network, beyond)
	lacking = {name: values for name, values in tables.items() if "layer.1.output.dense.bias" not in name}
	transposed = {
		**tables,
		"encoder.layer.0.output.dense.weight": tables["encoder.layer.0.output.dense.weight"].T.copy(),
	}
	whole = {**tables, "encoder.layer.0.attention.self.key.bias": np.zeros(NUMBERS, np.int64)}
	twice = {
		**tables,
		"decoder.embeddings.word_embeddings.weight": tables["embeddings.word_embeddings.weight"],
	}
	for given, why in (
		(lacking, r"encoder\.layer\.1\.output\.dense\.bias is not there"),
		(transposed, r"layer\.0\.output\.dense\.weight has the shape \[48, 32\]"),
		(whole, r"self\.key\.bias is not there, or not of 16 or 32"),
		(twice, "no one table embeddings.word_embeddings.weight"),
		({"embeddings": tables["embeddings.word_embeddings.weight"]}, "no one table"),
	):
		with pytest.raises(ModelRefused, match=why):
			opened(tmp_path, given)
	with pytest.raises(ModelRefused, match="cannot be taken apart into 3"):
		opened(tmp_path, tables, Architecture(3, LAYERS, 1e-12, "gelu", 0))


def placed(source: Path, target: Path) -> CheckedModel:
	"""What becomes of a model in ``source``."""
	target.mkdir()
	assert unpack_model(source, target).form == "weights"
	return check_model(target)


def tables_of_words() -> dict[str, Any]:
	"""Weights of a model that says of sentences what makes sense."""
	return sums(len(words()) + 4)


def test_a_folder_of_weights_is_placed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""As published, without ONNX Runtime; a graph beside it is left alone; four files stay."""
	monkeypatch.setitem(sys.modules, "onnxruntime", None)
	source = make_bert(tmp_path / "given", words(), tables=tables_of_words())
	(source / "onnx").mkdir()
	(source / "onnx" / "model.onnx").write_bytes(b"the same as a graph")
	checked = placed(source, tmp_path / "placed")
	assert (checked.kind, checked.longest, checked.dimension, checked.rows) == ("embedding", 64, NUMBERS, 0)
	assert checked.right >= 0.6 * checked.trials > 5
	assert sorted(path.name for path in (tmp_path / "placed").iterdir()) == [
		"architecture.json",
		"model.safetensors",
		"reading.json",
		"tokenizer.json",
	]
	embedder = EncoderEmbedder(tmp_path / "placed", "ab12", NUMBERS, 0.5)
	assert embedder.key == "bert:1-ab12"
	together = embedder.embed(["Pump price", "", "holiday request form travel policy"])
	ids = [2, *(words().index(word) + 4 for word in ("pump", "price")), 3]
	expected = np.mean(said_of(ids, tables_of_words()), axis=0)
	np.testing.assert_allclose(together[0], expected / np.linalg.norm(expected), atol=3e-3)
	assert not together[1].any()
	np.testing.assert_allclose(embedder.embed(["Pump price"])[0], together[0], atol=1e-6)


def test_what_is_refused(tmp_path: Path) -> None:
	"""Kinds that huf cannot run are told with what to do; damaged configurations and numbers that are none too."""
	spoilt = tables_of_words()
	spoilt["encoder.layer.1.output.dense.weight"][3, 3] = np.nan
	short = tables_of_words()
	short["embeddings.word_embeddings.weight"] = short["embeddings.word_embeddings.weight"][:-1].copy()
	cases: list[tuple[dict[str, Any], str]] = [
		(
			{"model_type": "mpnet", "architectures": ["MPNetModel"]},
			r"another kind.*Get the same model as ONNX",
		),
		(
			{"architectures": ["BertForSequenceClassification"]},
			r"or of a cross-encoder.*Get the same model as ONNX",
		),
		({"position_embedding_type": "relative_key"}, "whose weights huf cannot run; as ONNX it may"),
		({"hidden_act": "silu"}, "whose weights huf cannot run"),
		({"hidden_act": ["gelu"]}, "configuration of the model cannot be read"),
		({"num_attention_heads": None}, "configuration of the model cannot be read"),
		({"num_attention_heads": 0}, "configuration of the model cannot be read"),
		({"num_attention_heads": 5}, "cannot be taken apart into 5"),
		({"num_hidden_layers": 10**9}, "1000000000 layers"),
		({"num_hidden_layers": 3}, r"encoder\.layer\.2\.\S+ is not there"),
		({"layer_norm_eps": "none"}, "configuration of the model cannot be read"),
		({"tables": spoilt}, r"a number that is none"),
		({"tables": short}, "it fails on a text"),
	]
	for number, (changes, why) in enumerate(cases):
		given = {"tables": tables_of_words(), **changes}
		source = make_bert(tmp_path / f"given{number}", words(), **given)
		with pytest.raises(ModelRefused, match=why):
			placed(source, tmp_path / f"placed{number}")


def test_forms_are_told_apart(tmp_path: Path) -> None:
	"""A static model stays one, and a cross-encoder with a graph is taken by that."""
	for source, form in (
		(make_model(tmp_path / "static"), "static"),
		(make_onnx(tmp_path / "cross", words(), kind="rerank"), "onnx"),
	):
		(target := tmp_path / f"{form}-placed").mkdir()
		assert unpack_model(source, target).form == form
	(source := tmp_path / "static" / "config.json").write_text(
		json.dumps({"model_type": ["bert"], "architectures": 5})
	)
	(target := tmp_path / "odd").mkdir()
	with pytest.raises(ModelRefused, match="of another kind"):
		unpack_model(source.parent, target)


def test_minilm_from_its_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Without ONNX Runtime. A graph that is there too is used, as it was before; files of another model are told."""
	monkeypatch.setitem(sys.modules, "onnxruntime", None)
	monkeypatch.setenv("HUF_MINILM", str(make_bert(tmp_path / "model", words())))
	minilm._loaded.forget()
	minilm._digest.cache_clear()
	try:
		with pytest.raises(EmbedderMissing, match=r"is not all-MiniLM-L6-v2|cannot be read"):
			MiniLMEmbedder().embed(["pump"])
		(tmp_path / "model" / "model.onnx").write_bytes(b"graph")
		minilm._loaded.forget()
		with pytest.raises(EmbedderMissing, match=r"needs ONNX Runtime.*model\.safetensors into the folder"):
			MiniLMEmbedder().embed(["pump"])
	finally:
		minilm._loaded.forget()
		minilm._digest.cache_clear()
