"""Small static models in the form of model2vec, made for tests: a word has a vector by chance, so texts with words in common are alike."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from huf.engine.model_files.trios import TRIOS
from huf.tests.bert_maker import safetensors


def words() -> list[str]:
	"""Every word of the sentences of the trial, and some of the tests' own."""
	from tokenizers import pre_tokenizers

	cut = pre_tokenizers.Whitespace()
	texts = [text.lower() for trio in TRIOS for text in trio] + ["holiday request form travel expense policy"]
	return sorted({word for text in texts for word, _ in cut.pre_tokenize_str(text)})


def tokenizer(**changes: Any) -> dict[str, Any]:
	"""The JSON of a tokenizer that knows :func:`words`."""
	vocabulary = {word: number for number, word in enumerate(["[UNK]", *words()])}
	return {
		"version": "1.0",
		"added_tokens": [],
		"normalizer": {"type": "Lowercase"},
		"pre_tokenizer": {"type": "Whitespace"},
		"post_processor": None,
		"decoder": None,
		"model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
		**changes,
	}


def table(rows: int, dimension: int = 64) -> Any:
	"""So many vectors."""
	return np.random.default_rng(5).normal(size=(rows, dimension)).astype(np.float32)


def make_model(folder: Path, **changes: Any) -> Path:
	"""A folder with a whole model; ``changes`` are of its tokenizer."""
	folder.mkdir(parents=True, exist_ok=True)
	given = tokenizer(**changes)
	(folder / "tokenizer.json").write_text(json.dumps(given), "utf-8")
	(folder / "model.safetensors").write_bytes(safetensors(embeddings=table(len(words()) + 1)))
	(folder / "config.json").write_text('{"model_type": "model2vec"}')
	return folder
