"""Puts segments with vectors together apart from any change."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from huf.engine.backends.hybrid.build_vectors import BuildVectors
from huf.engine.backends.hybrid.vector_codes import CODES
from huf.engine.backends.hybrid.vector_file import CHUNKS, ROWS, VectorAppender, VectorFile, chunk_numbers
from huf.engine.backends.keyword import schema
from huf.engine.backends.keyword.merger import SegmentMerger
from huf.engine.backends.keyword.merging import merge_segments
from huf.engine.backends.keyword.opened import OpenBuild, OpenSegment
from huf.engine.backends.sqlite_files import connect_for_reading


class VectorSegmentMerger(SegmentMerger):
	"""A merge of segments with vectors, which are taken as they are: no model is asked."""

	FILES = (*SegmentMerger.FILES, ROWS, CHUNKS)
	MAY_HAVE = (CODES,)

	def put_together(
		self, build: OpenBuild, sources: Sequence[OpenSegment], meta: Mapping[str, str], folder: Path
	) -> None:
		"""Write one segment for ``sources`` into ``folder``."""
		merge_with_vectors(build, sources, meta, folder, int(build.meta["dimension"]))


def merge_with_vectors(
	build: OpenBuild, sources: Sequence[OpenSegment], meta: Mapping[str, str], folder: Path, dimension: int
) -> None:
	"""Write one segment for ``sources``, with their vectors of ``dimension`` numbers, into ``folder``.

	Raises:
		IndexCorrupt: what came out does not say what its chunks say, or has not a vector for each.
	"""
	merge_segments(build, sources, meta, folder)
	together = VectorAppender(folder)
	for chunks, rows in BuildVectors.of(build, dimension, sources).blocks():
		together.append(chunks, rows)
	together.finish(None, dimension)
	with closing(connect_for_reading(folder / schema.FILE_NAME)) as connection:
		VectorFile(folder, dimension).check(chunk_numbers(connection))
