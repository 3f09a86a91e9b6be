"""Vectors of 384 dimensions for the chunks and the questions.

They are the vectors of huf's local embedder (256 dimensions), turned into 384 by a fixed matrix with
orthonormal rows: all angles stay those of real texts, and every number is used, as in a model of that size. Of a
large corpus only the first chunks are embedded, and the others get the mean of two of these: what
the model, which takes means of words, gives for half of the one and half of the other.
"""

from collections.abc import Mapping, Sequence
from itertools import islice

import numpy as np

from benchmarks.peers.texts import Texts
from huf.engine.embedding import Vectors
from huf.engine.embedding.base import Kind, normalised
from huf.engine.embedding.local import LocalEmbedder

DIMENSION = 384
EMBEDDED = 100_100
"""Chunks that are embedded themselves."""
_AT_ONCE = 2000


def prepare(texts: Texts) -> None:
	"""Write the vectors of chunks and questions beside the texts, unless they are there."""
	target = texts.folder / "vectors.npy"
	if target.is_file():
		return
	square = np.random.default_rng(5).standard_normal((DIMENSION, DIMENSION))
	turn = np.linalg.qr(square)[0][: LocalEmbedder.dimension].astype(np.float32)
	model = LocalEmbedder()
	np.save(texts.folder / "query_vectors.npy", (model.embed(texts.queries()) @ turn).astype(np.float32))
	chunks = texts.chunks()
	unfinished = texts.folder / "vectors.new.npy"
	rows = np.lib.format.open_memmap(unfinished, "w+", np.float32, (texts.count, DIMENSION))
	embedded = min(EMBEDDED, texts.count)
	for start in range(0, embedded, _AT_ONCE):
		part = list(islice(chunks, min(_AT_ONCE, embedded - start)))
		rows[start : start + len(part)] = model.embed(part) @ turn
	chance = np.random.default_rng(6)
	for start in range(embedded, texts.count, _AT_ONCE):
		size = min(_AT_ONCE, texts.count - start)
		one, other = (rows[np.sort(chance.integers(0, embedded, size))] for _ in range(2))
		rows[start : start + size] = normalised(one + chance.permutation(other))
	rows.flush()
	unfinished.rename(target)


def stored(texts: Texts) -> Vectors:
	"""The vectors of the chunks, mapped."""
	return np.load(texts.folder / "vectors.npy", mmap_mode="r")


def of_queries(texts: Texts) -> dict[str, Vectors]:
	"""The vector of each question."""
	made = np.load(texts.folder / "query_vectors.npy")
	return dict(zip(texts.queries(), made, strict=True))


class StoredEmbedder(LocalEmbedder):
	"""Gives huf the prepared vectors: no system embeds anything while it is measured."""

	key = "local:turned-384"
	dimension = DIMENSION

	def __init__(self, texts: Texts, known: Mapping[str, Vectors]) -> None:
		"""``known`` are the vectors of questions; those of chunks are asked for in the order of the chunks."""
		self._known, self._rows = known, stored(texts)
		self._chunks = enumerate(texts.chunks())

	def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
		"""One row for each text."""
		if kind == "query":
			return np.stack([self._known[text] for text in texts])
		# Equal texts are asked for once only, so some chunks are passed over.
		places = [next(place for place, chunk in self._chunks if chunk == text) for text in texts]
		return np.asarray(self._rows[places])
