"""Small encoders with weights by chance, made for tests, and the form in which weights are published. Imports no Frappe."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from huf.tests.onnx_maker import tokenizer

NUMBERS, WIDE, HEADS, LAYERS, POSITIONS = 32, 48, 4, 2, 64


def safetensors(**tensors: Any) -> bytes:
	"""A file with these tables."""
	names = {"float16": "F16", "float32": "F32", "float64": "F64", "int64": "I64", "int8": "I8"}
	header, data = {}, b""
	for name, values in tensors.items():
		begin = len(data)
		data += values.tobytes()
		header[name] = {
			"dtype": names[values.dtype.name],
			"shape": list(values.shape),
			"data_offsets": [begin, len(data)],
		}
	text = json.dumps(header).encode()
	return len(text).to_bytes(8, "little") + text + data


def weights(rows: int, kind: Any = np.float32, before: str = "") -> dict[str, Any]:
	"""The tables of a model that knows so many tokens, by their names, with ``before`` in front of each."""
	chance = np.random.default_rng(14)

	def table(*shape: int, scale: float = 0.4, mean: float = 0.0) -> Any:
		return (chance.normal(size=shape) * scale + mean).astype(kind)

	found = {
		"embeddings.word_embeddings.weight": table(rows, NUMBERS, scale=1.0),
		"embeddings.position_embeddings.weight": table(POSITIONS, NUMBERS, scale=0.05),
		"embeddings.token_type_embeddings.weight": table(2, NUMBERS, scale=0.05),
		"embeddings.LayerNorm.weight": table(NUMBERS, mean=1.0, scale=0.1),
		"embeddings.LayerNorm.bias": table(NUMBERS, scale=0.1),
	}
	for number in range(LAYERS):
		at = f"encoder.layer.{number}"
		for name, after, given in (
			("attention.self.query", NUMBERS, NUMBERS),
			("attention.self.key", NUMBERS, NUMBERS),
			("attention.self.value", NUMBERS, NUMBERS),
			("attention.output.dense", NUMBERS, NUMBERS),
			("intermediate.dense", WIDE, NUMBERS),
			("output.dense", NUMBERS, WIDE),
		):
			found[f"{at}.{name}.weight"] = table(after, given)
			found[f"{at}.{name}.bias"] = table(after, scale=0.1)
		for name in ("attention.output.LayerNorm", "output.LayerNorm"):
			found[f"{at}.{name}.weight"] = table(NUMBERS, mean=1.0, scale=0.1)
			found[f"{at}.{name}.bias"] = table(NUMBERS, scale=0.1)
	return {before + name: values for name, values in found.items()}


def sums(rows: int) -> dict[str, Any]:
	"""The tables of a model that takes a text for the sum of its words, mostly, of which the first four are marks: so what it says of sentences makes sense."""
	found = weights(rows)
	for name, values in found.items():
		if name.startswith("encoder.") and "LayerNorm" not in name:
			values *= 0.05
	found["embeddings.word_embeddings.weight"][:4] = 0.01
	return found


def make_bert(folder: Path, words: list[str], *, tables: dict[str, Any] | None = None, **config: Any) -> Path:
	"""A folder as repositories of models have it; ``config`` are changes of its configuration, None takes one away."""
	folder.mkdir(parents=True, exist_ok=True)
	given = weights(len(words) + 4) if tables is None else tables
	(folder / "model.safetensors").write_bytes(safetensors(**given))
	(folder / "tokenizer.json").write_text(json.dumps(tokenizer(words)), "utf-8")
	said = {
		"model_type": "bert",
		"architectures": ["BertModel"],
		"num_attention_heads": HEADS,
		"num_hidden_layers": LAYERS,
		"hidden_act": "gelu",
		"layer_norm_eps": 1e-12,
		"max_position_embeddings": POSITIONS,
		"pad_token_id": 0,
		**config,
	}
	(folder / "config.json").write_text(
		json.dumps({name: value for name, value in said.items() if value is not None})
	)
	return folder
