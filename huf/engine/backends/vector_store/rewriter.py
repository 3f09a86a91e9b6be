"""Writes a ``vector_store`` build anew without some inputs: its files, and a collection of its own with the vectors that are left."""

from collections.abc import Collection as Keys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from huf.engine.backends.hybrid.build_vectors import open_vectors
from huf.engine.backends.hybrid.merger import VectorSegmentMerger
from huf.engine.backends.vector_store.check import check_collection
from huf.engine.backends.vector_store.collection import Note
from huf.engine.backends.vector_store.ownership import make_collection
from huf.engine.backends.vector_store.rows import Summary


class VectorStoreRewriter(VectorSegmentMerger):
	"""For one published build. No model is asked: the vectors lie in its folder, too."""

	def rewrite(
		self, keys: Keys[str], staging: Path, meta: Mapping[str, str]
	) -> Sequence[tuple[str, str, str]]:
		"""Write the files as those of ``sqlite_hybrid`` are, and fill a new collection; the old one goes with the old folder.

		Raises:
			IndexCorrupt: what came out does not say what its chunks say, or the store does not have it.
			VectorStoreFailed: the store did not answer.
		"""
		texts = super().rewrite(keys, staging, meta)
		note = Note.read(self._base)
		if note is None:
			return texts
		build, vectors = open_vectors(staging, note.dimension)
		with closing(build):
			summary = Summary.of(vectors)
			summary.write(staging)
			if summary.searchable:
				# Not by the name of the build: one that is written anew in its place would get the collection that it has.
				with closing(make_collection(staging, note.store, note.dimension)) as collection:
					collection.fill(vectors.blocks())
					check_collection(collection, vectors)
		return texts
