"""An embedder that knows the vectors of one pack, and asks nobody."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from huf.engine.backends.hybrid.embedding_cache import digest
from huf.engine.backends.hybrid.text_embedding import embedded_text
from huf.engine.backends.keyword.schema import chunk_values
from huf.engine.embedding import Kind, Vectors
from huf.engine.evidence import MEANING_FLOOR
from huf.engine.packs.container import VECTORS
from huf.engine.packs.manifest import damaged
from huf.engine.packs.opening import OpenedPack
from huf.engine.types import Chunk

_LENGTH_WITHIN = 1e-3
"""How far the length of a vector may be from 1; one of a text in which the model saw nothing is 0."""


class PackEmbedder:
	"""Gives the vectors of a pack to whatever makes a build of its passages."""

	is_costly = False
	weight = 0.0
	meaning_floor = MEANING_FLOOR
	knows_words_only = False

	def __init__(self, key: str, rows: Vectors) -> None:
		self.key, self.dimension = key, rows.shape[1]
		self._rows = rows
		self._places: dict[bytes, int] = {}
		self._next = 0

	@classmethod
	@contextmanager
	def of(cls, pack: OpenedPack) -> "Iterator[PackEmbedder | None]":
		"""That of a pack; None for one without vectors.

		Raises:
			PackRefused: they are none.
		"""
		manifest = pack.manifest
		if not manifest.embedder:
			yield None
			return
		shape = manifest.passages, manifest.dimension
		# A file of no bytes cannot be mapped.
		rows = (
			np.memmap(pack.vectors, "<f4", "r", shape=shape) if manifest.passages else np.zeros(shape, "<f4")
		)
		lengths = np.linalg.norm(rows, axis=1)
		# Also what is no number is outside of both.
		if not ((np.abs(lengths - 1) < _LENGTH_WITHIN) | (lengths == 0)).all():
			raise damaged(VECTORS)
		yield cls(manifest.embedder, rows)

	def expect(self, title: str, chunk: Chunk) -> None:
		"""``chunk`` is the next one of the pack, of an input with this title: the next row is its vector.

		Raises:
			PackRefused: there are fewer vectors than passages.
		"""
		if self._next >= len(self._rows):
			raise damaged(VECTORS)
		*_, heading, body = chunk_values(chunk)
		self._places[digest(embedded_text([title, heading, body]))] = self._next
		self._next += 1

	def vocabulary_coverage(self, text: str) -> float:
		"""It knows nothing of what it was not told."""
		return 0.0

	def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
		"""One row for each text, each of which is a passage of the pack."""
		rows: Vectors = np.asarray(
			self._rows[[self._places[digest(text)] for text in texts]], dtype=np.float32
		)
		return rows
