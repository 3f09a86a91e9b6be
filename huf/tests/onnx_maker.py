"""Small models in ONNX for tests, written byte by byte: a word has a vector by chance, so texts with words in common are alike.

The bytes are of protocol buffers (https://protobuf.dev/programming-guides/encoding/) by the numbers that the format of ONNX gives its fields; ONNX Runtime
reads them as it reads what is published. Imports no Frappe: the tests of the engine make their models here too.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

DIMENSION = 32
CLS, SEP = "[CLS]", "[SEP]"
_INT64, _FLOAT = 7, 1
_KINDS = {"float32": _FLOAT, "int64": _INT64}


def varint(value: int) -> bytes:
	"""A number in groups of seven bits."""
	found = bytearray()
	while True:
		value, low = value >> 7, value & 0x7F
		found.append(low | (0x80 if value else 0))
		if not value:
			return bytes(found)


def field(number: int, value: int | str | bytes) -> bytes:
	"""One field of a message."""
	if isinstance(value, int):
		return varint(number << 3) + varint(value)
	data = value.encode() if isinstance(value, str) else value
	return varint(number << 3 | 2) + varint(len(data)) + data


def tensor(name: str, values: Any, extra: bytes = b"") -> bytes:
	"""A table of numbers with its name."""
	dims = b"".join(field(1, size) for size in values.shape)
	return dims + field(2, _KINDS[values.dtype.name]) + field(8, name) + field(9, values.tobytes()) + extra


def node(
	operator: str,
	inputs: Sequence[str],
	output: str,
	attributes: Mapping[str, int] | None = None,
	extra: bytes = b"",
) -> bytes:
	"""An operation; its attributes are whole numbers."""
	kinds = b"".join(
		field(5, field(1, name) + field(3, value) + field(20, 2))
		for name, value in (attributes or {}).items()
	)
	return b"".join(field(1, name) for name in inputs) + field(2, output) + field(4, operator) + kinds + extra


def value(name: str, kind: int, dims: Sequence[str]) -> bytes:
	"""An input or output of a graph, with sizes that are names."""
	shape = b"".join(field(1, field(2, size)) for size in dims)
	return field(1, name) + field(2, field(1, field(1, kind) + field(2, shape)))


def graph(
	nodes: Sequence[bytes],
	tensors: Sequence[bytes],
	output: bytes,
	inputs: Sequence[str] = ("input_ids", "attention_mask", "token_type_ids"),
) -> bytes:
	"""A whole file."""
	body = (
		b"".join(field(1, one) for one in nodes) + field(2, "g") + b"".join(field(5, one) for one in tensors)
	)
	body += b"".join(field(11, value(name, _INT64, ("batch", "tokens"))) for name in inputs) + field(
		12, output
	)
	return field(1, 8) + field(7, body) + field(8, field(1, "") + field(2, 13))


def table(rows: int, dimension: int = DIMENSION) -> Any:
	"""So many vectors."""
	return np.random.default_rng(5).normal(size=(rows, dimension)).astype(np.float32)


def embedding_graph(rows: Any, extra_nodes: Sequence[bytes] = ()) -> bytes:
	"""Gives for each token its row of ``rows``, which is all that a model must do to be one."""
	nodes = [*extra_nodes, node("Gather", ("table", "input_ids"), "last_hidden_state")]
	output = value("last_hidden_state", _FLOAT, ("batch", "tokens", "dimension"))
	return graph(nodes, [tensor("table", rows)], output)


def cross_graph(rows: Any, scale: float = 0.02) -> bytes:
	"""Gives for a pair how far the sums of the rows of both texts point the same way, times ``scale``, as one logit."""
	nodes = [
		node("Gather", ("table", "input_ids"), "vectors"),
		node("Cast", ("attention_mask",), "mask", {"to": _FLOAT}),
		node("Cast", ("token_type_ids",), "second", {"to": _FLOAT}),
		node("Mul", ("second", "mask"), "of_second"),
		node("Sub", ("mask", "of_second"), "of_first"),
		node("Unsqueeze", ("of_first", "last"), "first_column"),
		node("Unsqueeze", ("of_second", "last"), "second_column"),
		node("Mul", ("vectors", "first_column"), "first_vectors"),
		node("Mul", ("vectors", "second_column"), "second_vectors"),
		node("ReduceSum", ("first_vectors", "middle"), "first_sum", {"keepdims": 0}),
		node("ReduceSum", ("second_vectors", "middle"), "second_sum", {"keepdims": 0}),
		node("Mul", ("first_sum", "second_sum"), "products"),
		node("ReduceSum", ("products", "middle"), "score", {"keepdims": 1}),
		node("Mul", ("score", "small"), "logits"),
	]
	tensors = [
		tensor("table", rows),
		tensor("last", np.array([2], dtype=np.int64)),
		tensor("middle", np.array([1], dtype=np.int64)),
		tensor("small", np.array([scale], dtype=np.float32)),
	]
	return graph(nodes, tensors, value("logits", _FLOAT, ("batch", "one")))


def tokenizer(words: Sequence[str], **changes: Any) -> dict[str, Any]:
	"""The JSON of a tokenizer that knows ``words`` and puts marks around texts as BERT does."""
	vocabulary = {word: number for number, word in enumerate(["[PAD]", "[UNK]", CLS, SEP, *words])}
	return {
		"version": "1.0",
		"added_tokens": [],
		"normalizer": {"type": "Lowercase"},
		"pre_tokenizer": {"type": "Whitespace"},
		"post_processor": {"type": "BertProcessing", "sep": [SEP, 3], "cls": [CLS, 2]},
		"decoder": None,
		"model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
		**changes,
	}


def make_onnx(folder: Path, words: Sequence[str], *, kind: str = "embedding", data: bytes = b"") -> Path:
	"""A folder as repositories of models have it, the graph in a folder of its own; ``data`` stands in for the graph."""
	(folder / "onnx").mkdir(parents=True)
	rows = table(len(words) + 4)
	# The marks and the padding have no direction of their own.
	rows[:4] = 0
	made = {"embedding": embedding_graph, "rerank": cross_graph}[kind](rows)
	(folder / "onnx" / "model.onnx").write_bytes(data or made)
	(folder / "tokenizer.json").write_text(json.dumps(tokenizer(words)), "utf-8")
	architecture = {"embedding": "BertModel", "rerank": "BertForSequenceClassification"}[kind]
	config: dict[str, Any] = {
		"model_type": "bert",
		"architectures": [architecture],
		"max_position_embeddings": 64,
		"pad_token_id": 0,
	}
	if kind == "rerank":
		config["id2label"] = {"0": "LABEL_0"}
		(folder / "model.safetensors").write_bytes(b"weights of a cross-encoder, which huf runs as ONNX only")
	(folder / "config.json").write_text(json.dumps(config))
	return folder
