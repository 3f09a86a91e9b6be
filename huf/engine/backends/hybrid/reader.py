"""Searches a published ``sqlite_hybrid`` build by words, by meaning, or by both."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from huf.engine.backends.base import Passage
from huf.engine.backends.formats import check_formats
from huf.engine.backends.hybrid.build_vectors import BuildVectors
from huf.engine.backends.hybrid.meaning_search import MeaningSearch
from huf.engine.backends.hybrid.vector_file import FORMAT, FORMAT_ENTRY, VectorRows
from huf.engine.backends.keyword.passages import Neighborhood
from huf.engine.backends.keyword.reader import SqliteFtsReader
from huf.engine.embedding import Embedder, Vectors
from huf.engine.postings.allowed import Allowed, of_chunks


class SqliteHybridReader(MeaningSearch[Allowed], SqliteFtsReader):
	"""An open build. Use each reader from one thread at a time."""

	def __init__(
		self, folder: Path, embedder: Embedder | None, other: Callable[[str], Embedder] | None = None
	) -> None:
		"""Open ``folder``; the embedder is not asked before the first search that needs it.

		Raises:
			IndexMissing, IndexOutdated, IndexTooNew, IndexCorrupt: the files cannot serve.
		"""
		super().__init__(folder)
		try:
			check_formats(self.meta, {FORMAT_ENTRY: FORMAT})
			self._own_vectors = BuildVectors.of(self._build, int(self.meta["dimension"]))
			self._vectors: VectorRows[Allowed] = self._own_vectors
		# Whatever it was: nobody gets this reader, so nobody else would close its files. It is raised on.
		except BaseException:
			self.close()
			raise
		self._set_embedder(embedder, other)

	def vectors_of(self, chunks: Sequence[int]) -> Vectors:
		"""One row for each of ``chunks``, in their order. Each must be one of the build."""
		return self._own_vectors.taken(chunks)

	def _only(self, chunks: Sequence[int]) -> Allowed:
		return of_chunks(chunks, self._last_chunk)

	def _neighborhoods(self, chunks: Sequence[int]) -> dict[int, Neighborhood]:
		return self._passages.neighborhoods(chunks)

	def _passages_of(self, chunks: Sequence[int]) -> Mapping[int, Passage]:
		return self._passages.of(chunks)
