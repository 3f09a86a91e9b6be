"""The matrix of a segment: one row of 32-bit numbers for each chunk, and the chunks' numbers.

Two flat files, so that they can be mapped into memory and read by as many processes as like. 32 bits, because
numpy multiplies these at the speed of memory; 16 bits would halve the file and take ten times as long
(docs/retrieval-measured.md). A large matrix has a third file beside it, by which most of it need not be read
(:mod:`~huf.engine.backends.hybrid.vector_codes`).
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from huf.engine.backends.hybrid.vector_codes import CODES, VectorCodes, can_estimate, check_codes, write_codes
from huf.engine.disk.mapped import MappedFile
from huf.engine.embedding import Vectors
from huf.engine.errors import IndexCorrupt
from huf.engine.ranking.fusion import VectorLeg

FORMAT = 1
"""Of these files. Raise it when an older huf could misread them."""
FORMAT_ENTRY = "vectors_format"
"""Of a build's meta."""
ROWS, CHUNKS = "vectors.bin", "vector_chunks.bin"
_ROW_TYPE, _CHUNK_TYPE = np.dtype("<f4"), np.dtype("<u4")
_BLOCK = 4096
"""Rows that are copied or checked at once."""
_CANDIDATES, _CANDIDATES_OF_HIT, _ROWS_OF_CANDIDATE = 440, 6, 1000
"""So many rows, and so many more for each wanted hit and one for so many in the matrix, are compared exactly."""
_MOST_SHARE = 4
"""When that is more than one row in so many, all are."""
_FEW = 0.25
"""Up to this share of the rows, picking them out is quicker than multiplying all."""

Numbers = npt.NDArray[np.uint32]


_Allowed = TypeVar("_Allowed", contravariant=True)


class VectorRows(Protocol[_Allowed]):
	"""The vectors of a build, to be searched."""

	dimension: int
	"""Numbers of each."""

	@property
	def is_empty(self) -> bool:
		"""Whether no chunk has one."""

	@property
	def mean_row(self) -> Vectors:
		"""The average of all rows: its similarity to a vector is the average similarity."""

	def rows_of(self, chunks: Sequence[int]) -> Vectors:
		"""The vectors of ``chunks``, in their order. Each must be one of the build."""

	def nearest(
		self, vector: Vectors, limit: int, also: Sequence[int] = (), allowed: _Allowed | None = None
	) -> VectorLeg:
		"""The ``limit`` chunks whose vectors are most like ``vector``, and besides those of ``also``, best first.

		With ``allowed`` only those are looked at, also in ``also``.
		"""


class VectorFile:
	"""The vectors in ``folder``, open for reading; searches go on after the files were deleted."""

	def __init__(self, folder: Path, dimension: int, *, coded: bool = True) -> None:
		"""Map the files; unless ``coded``, those of the codes are not looked at.

		Raises:
			IndexMissing: they are not there.
			IndexCorrupt: their sizes do not go together.
		"""
		self._files = MappedFile(folder / CHUNKS), MappedFile(folder / ROWS)
		self.chunks: Numbers = self._files[0].array(_CHUNK_TYPE)
		numbers = self._files[1].array(_ROW_TYPE)
		if len(numbers) != len(self.chunks) * dimension:
			raise IndexCorrupt("The vectors of the index are not those of its passages. Rebuild the source.")
		self.rows: Vectors = numbers.reshape(len(self.chunks), dimension)
		self._codes_file = folder / CODES
		self._codes: VectorCodes | None = None
		if coded and can_estimate() and self._codes_file.is_file():
			self._codes = VectorCodes(self._codes_file, *self.rows.shape)

	def check_lengths(self) -> None:
		"""Called before rows are read: see :class:`~huf.engine.disk.mapped.MappedFile`.

		Raises:
			IndexCorrupt: a file was cut off since it was opened.
		"""
		for file in self._files:
			file.check()
		if self._codes is not None:
			self._codes.check()

	def similarities(
		self, vector: Vectors, limit: int, also: Sequence[int], may: npt.NDArray[np.bool_] | None
	) -> tuple[Numbers, Vectors]:
		"""Chunks among which are the ``limit`` most like ``vector`` and those of ``also``, and how like it each is.

		Similarities are exact; of a large matrix only the rows are compared that are likely to be the best, which in one of a
		hundred cases leaves one out. With ``may`` (a truth for each row) only those are looked at, also in ``also``.
		"""
		self.check_lengths()
		places = None if may is None else np.flatnonzero(may)
		if places is not None and len(places) < _FEW * len(self.chunks):
			pass
		elif self._codes and (wanted := self._candidates(limit)) * _MOST_SHARE < len(self.chunks):
			places = self._codes.likeliest(vector, wanted, may)
			if also:
				own = np.searchsorted(self.chunks, np.array(also, dtype=_CHUNK_TYPE))
				places = np.union1d(places, own)
		else:
			# Not `rows @ vector`: BLAS takes two thirds longer for a matrix and one vector, and starts threads for it.
			scores = np.einsum("ij,j->i", self.rows, vector)
			return (self.chunks, scores) if places is None else (self.chunks[places], scores[places])
		return self.chunks[places], np.einsum("ij,j->i", self.rows[places], vector)

	def rows_of(self, chunks: Sequence[int]) -> Vectors:
		"""The vectors of ``chunks``, in their order. Each must be one of the build."""
		self.check_lengths()
		places = np.searchsorted(self.chunks, np.array(chunks, dtype=_CHUNK_TYPE))
		return _numbers(self.rows[places])

	def _candidates(self, limit: int) -> int:
		"""How many rows to compare exactly."""
		return _CANDIDATES + _CANDIDATES_OF_HIT * limit + len(self.chunks) // _ROWS_OF_CANDIDATE

	@cached_property
	def mean_row(self) -> Vectors:
		"""The average of all rows. Of very many, a sample will do."""
		if self._codes:
			return _numbers(self._codes.mean_row)
		return _numbers(self.rows.mean(axis=0, dtype=np.float64).astype(_ROW_TYPE))

	def check(self, wanted: Sequence[int]) -> None:
		"""Each chunk of ``wanted`` (ascending) has its row, no other has, and each row is a direction or all zeros.

		Raises:
			IndexCorrupt: it is not so.
		"""
		self.check_lengths()
		if not np.array_equal(self.chunks, np.array(wanted, dtype=_CHUNK_TYPE)):
			raise IndexCorrupt(
				f"The index has vectors of {len(self.chunks)} passages, not those of its {len(wanted)}. Rebuild the source."
			)
		for start in range(0, len(self.chunks), _BLOCK):
			lengths = np.linalg.norm(self.rows[start : start + _BLOCK], axis=1)
			if not (np.isfinite(lengths) & ((lengths == 0) | (np.abs(lengths - 1) < 0.01))).all():
				raise IndexCorrupt("The index has a vector that is none. Rebuild the source.")
		check_codes(self._codes_file, self.rows)


class VectorAppender:
	"""Adds rows to the files in ``folder``, which need not be there yet. Chunk numbers only grow."""

	def __init__(self, folder: Path) -> None:
		self._folder = folder
		self.chunks: list[int] = (
			MappedFile(folder / CHUNKS).array(_CHUNK_TYPE).tolist() if _is_there(folder) else []
		)

	def append(self, chunks: Sequence[int], vectors: Vectors) -> None:
		"""Rows for ``chunks``, all higher than any before."""
		with (self._folder / ROWS).open("ab") as file:
			file.write(vectors.astype(_ROW_TYPE).tobytes())
		self.chunks += chunks

	def finish(self, alive: Sequence[int], dimension: int) -> None:
		"""Drop the rows of chunks that are not in ``alive``, and write down whose the others are."""
		(self._folder / ROWS).touch()
		kept = np.isin(np.array(self.chunks, dtype=_CHUNK_TYPE), np.array(alive, dtype=_CHUNK_TYPE))
		np.array(self.chunks, dtype=_CHUNK_TYPE).tofile(self._folder / CHUNKS)
		if not kept.all():
			old = VectorFile(self._folder, dimension)
			fewer = self._folder / (ROWS + ".new")
			with fewer.open("wb") as file:
				for start in range(0, len(kept), _BLOCK):
					part = slice(start, start + _BLOCK)
					file.write(old.rows[part][kept[part]].tobytes())
			fewer.replace(self._folder / ROWS)
			old.chunks[kept].tofile(self._folder / (CHUNKS + ".new"))
			(self._folder / (CHUNKS + ".new")).replace(self._folder / CHUNKS)
		write_codes(self._folder / CODES, VectorFile(self._folder, dimension, coded=False).rows)


def _numbers(rows: Vectors) -> Vectors:
	"""``rows``, if all their numbers are some."""
	if not np.isfinite(rows).all():
		raise IndexCorrupt("The index has a vector that is none. Rebuild the source.")
	return rows


def _is_there(folder: Path) -> bool:
	return (folder / CHUNKS).is_file()
