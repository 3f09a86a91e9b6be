"""The vectors of a build: those of its segments, without the chunks that have left."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from huf.engine.backends.hybrid.vector_file import Numbers, VectorFile
from huf.engine.backends.keyword.opened import OpenBuild, OpenSegment
from huf.engine.embedding import Vectors
from huf.engine.errors import IndexCorrupt
from huf.engine.postings.allowed import Allowed
from huf.engine.ranking.fusion import VectorLeg

_BLOCK = 2000
"""Rows that are given at once."""


class BuildVectors:
	"""Searches the rows of all segments; searches go on after the files were deleted."""

	def __init__(self, files: Sequence[VectorFile], dead: npt.NDArray[np.int64], dimension: int) -> None:
		"""Those of ``files``, whose chunk numbers ascend, without those of the chunks ``dead``."""
		self.dimension = dimension
		self._files = [file for file in files if len(file.chunks)]
		self._firsts = [int(file.chunks[0]) for file in self._files[1:]]
		self._dead = dead

	@classmethod
	def of(
		cls, build: OpenBuild, dimension: int, segments: Sequence[OpenSegment] | None = None
	) -> "BuildVectors":
		"""Those of a build, or of some of its segments.

		Raises:
			IndexMissing: the files are not there.
			IndexCorrupt: their sizes do not go together.
		"""
		wanted = build.segments if segments is None else segments
		files = [_vectors_of(segment, build.path_of(segment), dimension) for segment in wanted]
		return cls(files, build.dead_chunks, dimension)

	@property
	def is_empty(self) -> bool:
		"""Whether no chunk has a vector."""
		return not any(alive is None or alive.any() for alive in self._alive)

	@cached_property
	def _alive(self) -> list[npt.NDArray[np.bool_] | None]:
		"""For each file which of its chunks have not left; looked for by whoever needs it, since a change, and a search by words, do not."""
		dead = self._dead.astype(np.uint32)
		return [_alive(file.chunks, dead) for file in self._files]

	@cached_property
	def chunks(self) -> Numbers:
		"""The chunks that have a vector, ascending."""
		parts: list[Numbers] = [
			file.chunks if alive is None else file.chunks[alive]
			for file, alive in zip(self._files, self._alive, strict=True)
		]
		return parts[0] if len(parts) == 1 else np.concatenate([np.zeros(0, dtype=np.uint32), *parts])

	@cached_property
	def mean_row(self) -> Vectors:
		"""The average of all rows: its similarity to a vector is the average similarity."""
		total = np.zeros(self.dimension)
		for file, alive in zip(self._files, self._alive, strict=True):
			total += file.mean_row.astype(np.float64) * len(file.chunks)
			if alive is not None:
				gone = file.chunks[~alive]
				for start in range(0, len(gone), _BLOCK):
					total -= file.taken(gone[start : start + _BLOCK]).sum(axis=0, dtype=np.float64)
		mean: Vectors = (total / max(len(self.chunks), 1)).astype(np.float32)
		return mean

	def nearest(
		self, vector: Vectors, limit: int, also: Sequence[int] = (), allowed: Allowed | None = None
	) -> VectorLeg:
		"""The ``limit`` chunks whose vectors are most like ``vector``, and besides those of ``also``.

		Best first; equal ones by chunk number. With ``allowed`` only those are looked at, also in ``also``.
		"""
		if not len(self.chunks):
			return VectorLeg([], [], 0.0)
		found = []
		for place, (file, alive) in enumerate(zip(self._files, self._alive, strict=True)):
			# What has left is not among the allowed either.
			may = alive if allowed is None else allowed.mask[file.chunks]
			own = also if len(self._files) == 1 else [one for one in also if self._place(one) == place]
			found.append(file.similarities(vector, limit, own, may))
		chunks = np.concatenate([each[0] for each in found])
		scores = np.concatenate([each[1] for each in found])
		mean = float(self.mean_row @ vector)
		if not (np.isfinite(scores).all() and np.isfinite(mean)):
			raise IndexCorrupt("The index has a vector that is none. Rebuild the source.")
		places: npt.NDArray[np.intp] = np.arange(len(scores), dtype=np.intp)
		if limit < len(scores):
			# All that equal the last one stay for now, so that equal ones are cut by number and not by chance.
			places = np.flatnonzero(scores >= np.partition(scores, -limit)[-limit])
		order = places[np.lexsort((chunks[places], -scores[places]))][:limit]
		if also:
			wanted = np.searchsorted(chunks, np.array(also, dtype=chunks.dtype))
			order = np.union1d(order, wanted)
			order = order[np.lexsort((chunks[order], -scores[order]))]
		return VectorLeg(chunks[order].tolist(), scores[order].tolist(), mean)

	def rows_of(self, chunks: Sequence[int]) -> Vectors:
		"""The vectors of ``chunks``, in their order. Each must be one of the build."""
		return self._picked(chunks, VectorFile.rows_of)

	def taken(self, chunks: Sequence[int]) -> Vectors:
		"""As :meth:`rows_of`, for whoever takes many along, some after the others: so they are not all in memory in the end."""
		return self._picked(chunks, VectorFile.taken)

	def _picked(self, chunks: Sequence[int], of: Callable[[VectorFile, Sequence[int]], Vectors]) -> Vectors:
		if len(self._files) == 1:
			return of(self._files[0], chunks)
		rows = np.zeros((len(chunks), self.dimension), dtype=np.float32)
		own: dict[int, list[int]] = {}
		for row, chunk in enumerate(chunks):
			own.setdefault(self._place(chunk), []).append(row)
		for place, wanted in own.items():
			rows[wanted] = of(self._files[place], [chunks[row] for row in wanted])
		return rows

	def blocks(self) -> Iterator[tuple[Numbers, Vectors]]:
		"""All chunks with their rows, some thousand at a time."""
		for file, alive in zip(self._files, self._alive, strict=True):
			for number, rows in enumerate(file.blocks(_BLOCK)):
				part = slice(number * _BLOCK, number * _BLOCK + len(rows))
				chunks = file.chunks[part]
				yield (chunks, rows) if alive is None else (chunks[alive[part]], rows[alive[part]])

	def check_lengths(self) -> None:
		"""Called before rows are read: see :class:`~huf.engine.disk.mapped.MappedFile`."""
		for file in self._files:
			file.check_lengths()

	def _place(self, chunk: int) -> int:
		return bisect_right(self._firsts, chunk)


def _vectors_of(segment: OpenSegment, folder: Path, dimension: int) -> VectorFile:
	"""Those of a segment, mapped once for all builds of the thread that have it."""
	found: VectorFile | None = segment.kept.get("vectors")
	if found is None:
		found = segment.kept["vectors"] = VectorFile(folder, dimension)
	return found


def _alive(chunks: Numbers, dead: Numbers) -> npt.NDArray[np.bool_] | None:
	"""For each of ``chunks`` whether it has not left; None if none has. Both ascend."""
	places = np.searchsorted(chunks, dead)
	inside = places < len(chunks)
	left = places[inside][chunks[places[inside]] == dead[inside]]
	if not len(left):
		return None
	# Few leave of many: to look for each of these takes a hundredth of asking each chunk.
	alive = np.ones(len(chunks), dtype=np.bool_)
	alive[left] = False
	return alive


def open_vectors(folder: Path, dimension: int) -> tuple[OpenBuild, BuildVectors]:
	"""The build in ``folder`` with its vectors; the caller closes the first.

	Raises:
		IndexMissing, IndexCorrupt: they cannot be read.
	"""
	build = OpenBuild(folder)
	try:
		return build, BuildVectors.of(build, dimension)
	except BaseException:
		build.close()
		raise
