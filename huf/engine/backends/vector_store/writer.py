"""Writes a ``vector_store`` build: the files of ``sqlite_hybrid``, and a collection of its own in the store."""

from collections.abc import Mapping
from pathlib import Path

from huf.engine.backends.hybrid.build_vectors import open_vectors
from huf.engine.backends.hybrid.writer import SqliteHybridWriter
from huf.engine.backends.vector_store.check import check_collection
from huf.engine.backends.vector_store.collection import Collection, Note
from huf.engine.backends.vector_store.ownership import make_collection
from huf.engine.backends.vector_store.rows import Summary
from huf.engine.backends.vector_store.settings import FORMAT, FORMAT_ENTRY, StoreSettings
from huf.engine.embedding import Embedder
from huf.engine.errors import VectorStoreMissing


class VectorStoreWriter(SqliteHybridWriter):
	"""One build being made. Its collection is filled at the end, from the rows in the folder.

	So a patch copies what it keeps without asking the model, and a collection that was lost is filled again.
	"""

	_collection: Collection | None = None

	def __init__(
		self,
		folder: Path,
		base: Path | None,
		embedder: Embedder | None,
		batch_texts: int,
		store: StoreSettings | None,
	) -> None:
		"""Start empty, or from the build in ``base``, whose collection stays as it is."""
		super().__init__(folder, base, embedder, batch_texts)
		self._store = store
		try:
			self._base_note = Note.read(base) if base else None
		# Whatever it was: nobody gets this writer, so nobody else would close its files. It is raised on.
		except BaseException:
			self.close()
			raise

	def finish(self, meta: Mapping[str, str]) -> None:
		"""Complete the files, and fill the collection.

		Raises:
			VectorStoreFailed: the store did not take the rows.
		"""
		super().finish({**meta, FORMAT_ENTRY: str(FORMAT)})
		build, vectors = open_vectors(self._folder, self._dimension)
		try:
			summary = Summary.of(vectors)
			summary.write(self._folder)
			if summary.searchable:
				self._own_collection().fill(vectors.blocks())
		finally:
			build.close()

	def verify(self) -> None:
		"""Check the files, and that the collection has a row for each vector.

		Raises:
			IndexCorrupt: something disagrees.
			VectorStoreFailed: the store did not answer.
		"""
		super().verify()
		if self._collection is None and self._base_note is not None:
			self._collection = Collection(self._base_note)
		if self._collection is None:
			return
		if self._is_finished:
			build, vectors = open_vectors(self._folder, self._dimension)
			try:
				check_collection(self._collection, vectors)
			finally:
				build.close()
		else:
			check_collection(self._collection, self._base_vectors)

	def close(self) -> None:
		"""Release files and connections."""
		if self._collection is not None:
			self._collection.close()
		super().close()

	def _flush(self) -> None:
		super()._flush()
		if self._dimension and self._collection is None:
			# As soon as the length of the vectors is known, so that a store that is away is noticed before the work.
			self._own_collection()

	def _own_collection(self) -> Collection:
		if self._collection is None:
			if self._store is None:
				raise VectorStoreMissing(
					"An index in a vector store needs the store's settings. Name its class, or choose another kind of index."
				)
			self._collection = make_collection(
				self._folder, self._store, self._dimension, build=self._folder.name
			)
		return self._collection
