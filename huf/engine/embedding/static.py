"""Static models that somebody has placed on this machine: a table of vectors and the tokenizer that names its rows.

That is the form in which model2vec and the static models of sentence-transformers are published: ``model.safetensors`` with the table
(``embeddings`` or ``embedding.weight``), maybe with a weight for each token (``weights``) and with the row of each token (``mapping``), and
``tokenizer.json``. A text is the weighted mean of the vectors of its tokens; tokens that the model does not know do not count.

Only files that were checked are read here (:mod:`huf.engine.model_files`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from huf.engine.embedding.base import Kind, Vectors, normalised
from huf.engine.embedding.coverage import coverage_of
from huf.engine.encoders.safetensors import read_header
from huf.engine.errors import EmbedderMissing, EmbeddingRefused, ModelRefused

KIND = "static"
"""Begins the key of each."""
_READING = "1"
"""In the key: how texts are read. Another way makes other vectors of the same files."""
TABLE, TOKENIZER = "model.safetensors", "tokenizer.json"
DIMENSIONS = range(8, 4_097)
MOST_ROWS = 2_000_000
_TABLES = ("embeddings", "embedding.weight")
_WEIGHTS, _MAPPING = "weights", "mapping"
_SENTENCEPIECE_UNKNOWN = "<unk>"
"""How SentencePiece calls the token for what it does not know. Other kinds of tokenizer say how theirs is called; this one knows its number and tells it
nobody."""
_AT_ONCE = 128
"""Texts tokenized together; bounds memory."""


class StaticEmbedder:
	"""A model in a folder. Files are read on first use; instances share them."""

	is_costly = False
	weight = 0.5
	"""As of the other model that takes a text for the sum of its words (:class:`~huf.engine.embedding.local.LocalEmbedder`)."""
	knows_words_only = True

	def __init__(self, folder: Path, digest: str, meaning_floor: float) -> None:
		"""
		Args:
			folder: holds :data:`TABLE` and :data:`TOKENIZER`, checked.
			digest: of both, in hex.
			meaning_floor: see :attr:`~huf.engine.embedding.base.Embedder.meaning_floor`.
		"""
		self.key = f"{KIND}:{_READING}-{digest}"
		self.meaning_floor = meaning_floor
		self._folder = folder

	@property
	def dimension(self) -> int:
		"""Numbers in a vector. Raises EmbedderMissing if the files are gone."""
		return int(self._model.rows.shape[1])

	def vocabulary_coverage(self, text: str) -> float:
		"""See :func:`~huf.engine.embedding.coverage.coverage_of`."""
		model = self._model
		(encoded,) = self._encoded([text])
		return coverage_of(text, encoded, model.unknown)

	def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
		"""The weighted mean of the vectors of each text's tokens, brought to length 1.

		Raises:
			EmbedderMissing: the files are gone or cannot be read.
			EmbeddingRefused: the tokenizer fails on a text.
		"""
		model = self._model
		vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
		for start in range(0, len(texts), _AT_ONCE):
			for row, encoded in enumerate(self._encoded(texts[start : start + _AT_ONCE]), start=start):
				ids = [number for number in encoded.ids if number != model.unknown]
				if ids:
					vectors[row] = model.mean(ids)
		return normalised(vectors)

	def _encoded(self, texts: Sequence[str]) -> list[Any]:
		try:
			encoded: list[Any] = self._model.tokenizer.encode_batch(list(texts), add_special_tokens=False)
		# Of the library's errors, Exception is the only common class.
		except Exception as error:
			raise EmbeddingRefused(
				f"The tokenizer of the model in {self._folder.name} fails on a text ({error}). Choose another model."
			) from error
		return encoded

	@property
	def _model(self) -> "_Model":
		return _model(self._folder)


@dataclass(frozen=True, slots=True)
class _Model:
	tokenizer: Any
	rows: npt.NDArray[Any]
	weights: npt.NDArray[Any] | None
	mapping: npt.NDArray[Any] | None
	unknown: int | None
	"""The number of the token for what the tokenizer does not know."""

	def mean(self, ids: list[int]) -> Vectors:
		"""Not divided by the sum of the weights: what counts is the direction."""
		rows = self.rows[ids if self.mapping is None else self.mapping[ids]].astype(np.float32)
		if self.weights is None:
			mean: Vectors = rows.mean(axis=0)
		else:
			mean = self.weights[ids].astype(np.float32) @ rows / np.float32(len(ids))
		return mean


@lru_cache(maxsize=4)
def _model(folder: Path) -> _Model:
	"""Raises EmbedderMissing: the files are gone, or are not what was checked."""
	try:
		return _loaded(folder)
	except OSError as failure:
		# Whole it has a path of this machine in it, and whoever searches reads this.
		raise _unreadable(folder, failure.strerror or failure) from failure
	except ModelRefused as failure:
		raise _unreadable(folder, failure) from failure


def _unreadable(folder: Path, error: object) -> EmbedderMissing:
	return EmbedderMissing(
		f"The files of the local model in {folder.name} cannot be read ({error}). Add the model again, or choose another one."
	)


def _loaded(folder: Path) -> _Model:
	"""
	Raises:
		ModelRefused: the files do not make a model.
		OSError: one is missing.
	"""
	from tokenizers import Tokenizer

	rows, weights, mapping = open_tables(folder / TABLE)
	if not (folder / TOKENIZER).is_file():
		raise FileNotFoundError(f"There is no {TOKENIZER}")
	try:
		tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
	# Of the library's errors, Exception is the only common class.
	except Exception as error:
		raise ModelRefused(
			f"The file tokenizer.json cannot be read: {error}. Get the model again from where it came from."
		) from error
	tokenizer.no_padding()
	tokenizer.no_truncation()
	numbers = tokenizer.get_vocab(with_added_tokens=True)
	of_tokens = [len(one) for one in (weights, mapping) if one is not None]
	tokens = min(of_tokens) if mapping is not None else min([len(rows), *of_tokens])
	if not numbers or max(numbers.values()) >= tokens:
		raise ModelRefused(
			f"The tokenizer has tokens up to number {max(numbers.values(), default=-1)}, and the table has {tokens}: the two files are of different models. "
			"Get both from the same place."
		)
	unknown = getattr(tokenizer.model, "unk_token", None)
	return _Model(tokenizer, rows, weights, mapping, numbers.get(unknown or _SENTENCEPIECE_UNKNOWN))


def open_tables(path: Path) -> tuple[npt.NDArray[Any], npt.NDArray[Any] | None, npt.NDArray[Any] | None]:
	"""The vectors (rows, dimension), the weight of each token and the row of each token, as far as there are such.

	Raises:
		ModelRefused: the file is damaged, or of another kind of model.
		OSError: it cannot be read.
	"""
	tensors = read_header(path)
	name = next((name for name in _TABLES if name in tensors), "")
	if not name or tensors.keys() - {*_TABLES, _WEIGHTS, _MAPPING}:
		other = ", ".join(sorted(tensors)[:3]) or "none"
		raise ModelRefused(
			f"This is no static model: its tables are {other}, where one has a table embeddings. Choose a model in the form of model2vec."
		)
	rows = tensors[name]
	if len(rows.shape) != 2 or rows.shape[1] not in DIMENSIONS or not 1 <= rows.shape[0] <= MOST_ROWS:
		raise ModelRefused(
			f"The table of vectors has the shape {list(rows.shape)}. huf takes up to {MOST_ROWS:,} vectors of {DIMENSIONS.start} to {DIMENSIONS.stop - 1:,} numbers."
		)
	weights, mapping = (
		tensors[name].mapped(path)
		if name in tensors and len(tensors[name].shape) == 1 and tensors[name].shape[0]
		else None
		for name in (_WEIGHTS, _MAPPING)
	)
	if mapping is not None and (
		mapping.dtype.kind != "i" or int(mapping.min()) < 0 or int(mapping.max()) >= rows.shape[0]
	):
		raise ModelRefused(
			"The table mapping names rows that the table of vectors does not have. Get the model again."
		)
	return rows.mapped(path), weights, mapping
