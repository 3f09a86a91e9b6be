"""Encoder models for sentence embeddings that somebody has placed on this machine, such as those of sentence-transformers.

A text is read token by token, each among its neighbours, and its vector is made of all of them as the model's authors say. What the model cannot read
at once is read in parts, and their mean weighted by length is the vector of the text.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from huf.engine.embedding.base import Kind, Vectors, normalised
from huf.engine.embedding.coverage import coverage_of
from huf.engine.encoders.batches import Ids, Part, batches, mean_of
from huf.engine.encoders.graph import GRAPH
from huf.engine.encoders.loading import loaded
from huf.engine.encoders.model import EncoderModel
from huf.engine.encoders.refusals import not_taken
from huf.engine.errors import EmbedderMissing, EmbeddingRefused, ModelRefused

ONNX, WEIGHTS = "onnx", "bert"
"""One of them begins the key of each: what lies there is a graph, or weights."""
_READING = "1"
"""In the key: how texts are read. Another way makes other vectors of the same files."""
_TOKENS_AT_ONCE = 4_096
"""Padding included; bounds memory, most of which is attention."""
_TEXTS_AT_ONCE = 512
"""Texts that are sorted by length together."""


class EncoderEmbedder:
	"""A model in a folder. Files are read on first use; instances share them."""

	is_costly = True
	weight = 0.87
	"""As of the other model that reads whole sentences here (:class:`~huf.engine.embedding.minilm.MiniLMEmbedder`), for which it was measured."""
	knows_words_only = False

	def __init__(self, folder: Path, digest: str, dimension: int, meaning_floor: float) -> None:
		"""
		Args:
			folder: holds the files of a model that was checked.
			digest: of these, in hex.
			dimension: numbers in a vector.
			meaning_floor: see :attr:`~huf.engine.embedding.base.Embedder.meaning_floor`.
		"""
		kind = ONNX if (folder / GRAPH).exists() else WEIGHTS
		self.key = f"{kind}:{_READING}-{digest}"
		self.dimension = dimension
		self.meaning_floor = meaning_floor
		self._folder = folder

	def vocabulary_coverage(self, text: str) -> float:
		"""See :func:`~huf.engine.embedding.coverage.coverage_of`."""
		model = self._model
		try:
			(encoded,) = model.encoded([text])
		except ModelRefused as error:
			raise EmbeddingRefused(str(error)) from error
		return coverage_of(text, encoded, model.unknown)

	def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
		"""One vector of length 1 for each text; zeros for one without a token.

		Raises:
			EmbedderMissing: the files are not there, or ONNX Runtime for a graph.
			EmbeddingRefused: the model fails on a text.
		"""
		model = self._model
		prefix = model.reading.query_prefix if kind == "query" else model.reading.document_prefix
		vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
		try:
			for start in range(0, len(texts), _TEXTS_AT_ONCE):
				given = [
					prefix + text if text.strip() else "" for text in texts[start : start + _TEXTS_AT_ONCE]
				]
				for batch in batches(list(_parts(model, given)), _TOKENS_AT_ONCE):
					for part, row in zip(batch, normalised(self._pooled(model, batch)), strict=True):
						vectors[start + part.text] += row * part.own
		except ModelRefused as error:
			raise EmbeddingRefused(str(error)) from error
		return normalised(vectors)

	def _pooled(self, model: EncoderModel, batch: Sequence[Part]) -> Vectors:
		"""For each part one vector.

		Raises:
			ModelRefused: the network fails, or its answer has another shape than a model for sentence embeddings gives.
		"""
		states, mask = model.run(batch)
		pooling = model.reading.pooling
		expected = (*mask.shape, self.dimension) if pooling else (len(batch), self.dimension)
		if states.shape != expected:
			raise not_taken(
				f"it gives numbers of shape {states.shape} for {mask.shape[0]} texts of {mask.shape[1]} tokens, which is no embedding of sentences"
			)
		return _by_pooling(states, mask, pooling) if pooling else states

	@property
	def _model(self) -> EncoderModel:
		try:
			return loaded(self._folder)
		except ModelRefused as error:
			raise EmbedderMissing(str(error)) from error


def _parts(model: EncoderModel, texts: Sequence[str]) -> Iterator[Part]:
	room = model.reading.room
	for number, encoded in enumerate(model.encoded(texts)):
		for start in range(0, len(encoded.ids), room):
			own = encoded.ids[start : start + room]
			yield Part(number, *model.reading.filled(own), len(own))


def _by_pooling(states: Vectors, mask: Ids, pooling: str) -> Vectors:
	if pooling == "cls":
		return states[:, 0]
	if pooling == "max":
		greatest: Vectors = np.where(mask[:, :, np.newaxis] == 1, states, -np.inf).max(axis=1)
		return greatest
	return mean_of(states, mask)
