"""Vectors of 384 dimensions for the chunks and the questions.

They are the vectors of huf's local embedder (256 dimensions), turned into 384 by a fixed matrix with
orthonormal rows: all angles stay those of real texts, and every number is used, as in a model of that size.
"""

import time
from collections.abc import Mapping, Sequence
from itertools import islice

import numpy as np

from benchmarks.peers.texts import Texts
from huf.engine.embedding import Vectors
from huf.engine.embedding.base import Kind
from huf.engine.embedding.local import LocalEmbedder

DIMENSION = 384
_AT_ONCE = 2000


class TurnedEmbedder(LocalEmbedder):
	"""The local embedder in 384 dimensions; counts the seconds that it takes."""

	key = "local:turned-384"
	dimension = DIMENSION

	def __init__(self, known: Mapping[str, Vectors] | None = None) -> None:
		"""``known`` are questions that need not be embedded: no other system embeds them either."""
		square = np.random.default_rng(5).standard_normal((DIMENSION, DIMENSION))
		self._turn = np.linalg.qr(square)[0][: LocalEmbedder.dimension].astype(np.float32)
		self._plain = LocalEmbedder()
		self.seconds = 0.0
		self._known = known or {}

	def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
		"""One row for each text."""
		if kind == "query" and texts[0] in self._known:
			return self._known[texts[0]][np.newaxis]
		started = time.perf_counter()
		made = (self._plain.embed(texts, kind) @ self._turn).astype(np.float32)
		self.seconds += time.perf_counter() - started
		return made


def prepare(texts: Texts) -> None:
	"""Write the vectors of chunks and questions beside the texts, unless they are there."""
	target = texts.folder / "vectors.npy"
	if target.is_file():
		return
	embedder = TurnedEmbedder()
	np.save(texts.folder / "query_vectors.npy", embedder.embed(texts.queries()))
	chunks = texts.chunks()
	unfinished = texts.folder / "vectors.new.npy"
	rows = np.lib.format.open_memmap(unfinished, "w+", np.float32, (texts.count, DIMENSION))
	for start in range(0, texts.count, _AT_ONCE):
		rows[start : start + _AT_ONCE] = embedder.embed(list(islice(chunks, _AT_ONCE)))
	rows.flush()
	unfinished.rename(target)


def rows(texts: Texts) -> Vectors:
	"""The vectors of the chunks, mapped."""
	return np.load(texts.folder / "vectors.npy", mmap_mode="r")


def of_queries(texts: Texts) -> dict[str, Vectors]:
	"""The vector of each question."""
	made = np.load(texts.folder / "query_vectors.npy")
	return dict(zip(texts.queries(), made, strict=True))
