"""The vectors of a build, searched by a vector store and scored from the rows that lie in the build's folder.

Only the search through all rows is the store's. It names candidates; how alike they are is computed here, from
the exact rows of a mapped file of which a query touches a few hundred. So scores are the same whatever a store calls
a similarity, whether it quantises and however it approximates, and the fusion with words is that of ``sqlite_hybrid``.
"""

import logging
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from huf.engine.backends.hybrid.build_vectors import BuildVectors
from huf.engine.backends.hybrid.vector_file import Numbers
from huf.engine.backends.vector_store.collection import Collection, Note
from huf.engine.embedding import Vectors
from huf.engine.errors import IndexCorrupt, IndexMissing, VectorStoreFailed
from huf.engine.postings.allowed import Allowed
from huf.engine.ranking.fusion import VectorLeg

SUMMARY = "vector_summary.bin"
_SUMMARY_TYPE = np.dtype("<f8")
_MOST_ASKED = 10_000
"""Candidates that a store is asked for at most; engines refuse more (Milvus 16,384)."""
_FEW_ALLOWED = 10_000
"""Rows that a filter leaves: up to so many are compared here, one by one and exactly."""
Mask = npt.NDArray[np.bool_]
"""For each chunk that has a row whether it may be found."""
_log = logging.getLogger(__name__)


def candidates(limit: int) -> int:
	"""How many rows a store is asked for where ``limit`` are wanted: some more, since its order is not the exact one."""
	return limit + limit // 4 + 10


class Summary:
	"""What is known of all rows together: how many have a direction, and their mean."""

	def __init__(self, searchable: int, mean: npt.NDArray[np.float64]) -> None:
		self.searchable = searchable
		self.mean = mean

	@classmethod
	def of(cls, vectors: BuildVectors) -> "Summary":
		"""Read every row once."""
		total = np.zeros(vectors.dimension)
		searchable = 0
		for _, rows in vectors.blocks():
			total += rows.sum(axis=0, dtype=np.float64)
			searchable += int(rows.any(axis=1).sum())
		return cls(searchable, total / max(len(vectors.chunks), 1))

	def write(self, folder: Path) -> None:
		"""Put it into ``folder``."""
		np.concatenate(([self.searchable], self.mean)).astype(_SUMMARY_TYPE).tofile(folder / SUMMARY)

	@classmethod
	def read(cls, folder: Path, dimension: int) -> "Summary":
		"""The inverse of :meth:`write`.

		Raises:
			IndexMissing, IndexCorrupt: it is not there, or not whole.
		"""
		try:
			numbers = np.fromfile(folder / SUMMARY, dtype=_SUMMARY_TYPE)
		except FileNotFoundError:
			raise IndexMissing(
				"The files of this index are missing. Rebuild the source to make them again."
			) from None
		if len(numbers) != dimension + 1:
			raise IndexCorrupt("What is known of the vectors of the index is cut off. Rebuild the source.")
		return cls(int(numbers[0]), numbers[1:])


class StoreRows:
	"""Searches the rows of a build. Answers as :class:`~huf.engine.backends.hybrid.build_vectors.BuildVectors` do."""

	def __init__(self, folder: Path, own: BuildVectors, note: Note | None) -> None:
		"""``note`` is None for a build in which no chunk has a vector.

		Raises:
			IndexMissing: files of the build are not there.
		"""
		self._folder, self._own = folder, own
		self.dimension = own.dimension
		self._collection = Collection(note) if note else None
		self._summary = Summary.read(folder, own.dimension)
		if note is None and self._summary.searchable:
			raise IndexMissing("What says where the vectors of the index are is missing. Rebuild the source.")
		self._warned = False

	@property
	def is_empty(self) -> bool:
		"""Whether no chunk has a vector."""
		return self._own.is_empty

	@property
	def chunks(self) -> Numbers:
		"""The chunks that have a vector, ascending."""
		return self._own.chunks

	def nearest(
		self, vector: Vectors, limit: int, also: Sequence[int] = (), allowed: Allowed | None = None
	) -> VectorLeg:
		"""The ``limit`` chunks whose vectors are most like ``vector``, and besides those of ``also``, best first.

		With ``allowed`` only those are looked at, also in ``also``.

		Raises:
			VectorStoreFailed: the store did not answer, or the collection is gone.
		"""
		if self._collection is None or not self._summary.searchable:
			return VectorLeg([], [], 0.0)
		self._own.check_lengths()
		mask = None if allowed is None else allowed.mask[self.chunks]
		named = self._named(vector, limit, mask) if self._is_for_the_store(limit, mask) else None
		if named is None:
			return self._own.nearest(vector, limit, also, allowed)
		best, scores = self._ordered(named, vector)
		best, scores = best[:limit], scores[:limit]
		if also:
			best, scores = self._ordered(np.union1d(best, np.array(also, dtype=best.dtype)), vector)
		return VectorLeg(best.tolist(), scores.tolist(), float(self._summary.mean @ vector))

	@property
	def mean_row(self) -> Vectors:
		"""The average of all rows: its similarity to a vector is the average similarity."""
		return self._summary.mean.astype(np.float32)

	def rows_of(self, chunks: Sequence[int]) -> Vectors:
		"""The vectors of ``chunks``, in their order. Each must be one of the build."""
		return self._own.rows_of(chunks)

	def _is_for_the_store(self, limit: int, mask: Mask | None) -> bool:
		"""Not what is deeper than engines go, nor a choice among few rows, which are sooner compared than filtered.

		Nor a build that was removed, and its collection with it, while a search had it open.
		"""
		few = mask is not None and np.count_nonzero(mask) <= _FEW_ALLOWED
		return limit <= _MOST_ASKED and not few and self._folder.is_dir()

	def close(self) -> None:
		"""Give back the connections to the store."""
		if self._collection is not None:
			self._collection.close()

	def _named(self, vector: Vectors, limit: int, mask: Mask | None) -> Numbers | None:
		"""The chunks that the store names, ascending; None if these are fewer than ``limit`` though there are more."""
		assert self._collection is not None
		share = 1.0 if mask is None else np.count_nonzero(mask) / len(mask)
		wanted = min(candidates(math.ceil(limit / share)), len(self.chunks))
		if wanted > _MOST_ASKED:
			return None
		named = np.array(self._collection.ask(vector, wanted), dtype=np.int64)
		if not len(named):
			raise VectorStoreFailed(
				"The vector store has no rows of this index: its collection is gone. Rebuild the source to fill it again."
			)
		places = np.searchsorted(self.chunks, named)
		known = self.chunks[np.minimum(places, len(self.chunks) - 1)] == named
		places = np.unique(places[known])
		if mask is not None:
			places = places[mask[places]]
		if len(places) >= min(limit, self._summary.searchable):
			return self.chunks[places]
		if mask is None and not self._warned:
			self._warned = True
			_log.warning(
				"The vector store gave %d rows where %d were asked for; the rest is looked up on this machine, which is"
				" slow. Let it search deeper.", len(places), wanted,
			)  # fmt: skip
		return None

	def _ordered(self, chunks: Numbers, vector: Vectors) -> tuple[Numbers, Vectors]:
		"""``chunks``, best first, and their scores."""
		scores = np.einsum("ij,j->i", self._own.rows_of(chunks.tolist()), vector)
		order = np.lexsort((chunks, -scores))
		return chunks[order], scores[order]
