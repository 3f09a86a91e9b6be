"""Searches a published ``vector_store`` build by words, by meaning, or by both."""

from collections.abc import Callable
from pathlib import Path

from huf.engine.backends.formats import check_formats
from huf.engine.backends.hybrid.reader import SqliteHybridReader
from huf.engine.backends.vector_store.collection import Note
from huf.engine.backends.vector_store.rows import StoreRows
from huf.engine.backends.vector_store.settings import FORMAT, FORMAT_ENTRY
from huf.engine.embedding import Embedder


class VectorStoreReader(SqliteHybridReader):
	"""An open build. The store is not reached before the first search that needs it.

	Words are searched in the build's own files, so a store that is away leaves a source searchable by keyword.
	"""

	_stored: StoreRows | None = None

	def __init__(
		self, folder: Path, embedder: Embedder | None, other: Callable[[str], Embedder] | None = None
	) -> None:
		"""Open ``folder``; the build itself says which store has its collection.

		Raises:
			IndexMissing, IndexOutdated, IndexTooNew, IndexCorrupt: the files cannot serve.
		"""
		super().__init__(folder, embedder, other)
		try:
			check_formats(self.meta, {FORMAT_ENTRY: FORMAT})
			self._vectors = self._stored = StoreRows(folder, self._own_vectors, Note.read(folder))
		# Whatever it was: nobody gets this reader, so nobody else would close its files. It is raised on.
		except BaseException:
			self.close()
			raise

	def close(self) -> None:
		"""Release files and connections."""
		if self._stored is not None:
			self._stored.close()
		super().close()
