"""The matrix of a segment: one row of 32-bit numbers for each chunk, and the chunks' numbers.

Two flat files, so that they can be mapped into memory and read by as many processes as like. 32 bits, because
numpy multiplies these at the speed of memory; 16 bits would halve the file and take ten times as long
(docs/retrieval-measured.md). A large matrix has a third file beside it, by which most of it need not be read
(:mod:`~huf.engine.backends.hybrid.vector_codes`).
"""

import sqlite3
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from huf.engine.backends.hybrid.vector_codes import (
	BLOCK,
	CODES,
	VectorCodes,
	can_estimate,
	check_codes,
	write_codes,
)
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

	def blocks(self, size: int = BLOCK) -> Iterator[Vectors]:
		"""All rows in their order, ``size`` at a time.

		What was read of a mapped file counts as memory of the process, here the whole matrix in the end: so each block is given back
		when the next one is asked for. Its rows can still be read; the system then maps them again.
		"""
		self.check_lengths()
		for start in range(0, len(self.chunks), size):
			yield self.rows[start : start + size]
			self._release(start, min(start + size, len(self.chunks)))

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
		return self._at(self._places(chunks))

	def taken(self, chunks: Sequence[int] | Numbers) -> Vectors:
		"""As :meth:`rows_of`, for whoever takes many along, some after the others: what was read is given back, as by :meth:`blocks`."""
		places = self._places(chunks)
		rows = self._at(places)
		if len(rows):
			self._release(int(places.min()), int(places.max()) + 1)
		return rows

	def _places(self, chunks: Sequence[int] | Numbers) -> npt.NDArray[np.intp]:
		return np.searchsorted(self.chunks, np.array(chunks, dtype=_CHUNK_TYPE))

	def _at(self, places: npt.NDArray[np.intp]) -> Vectors:
		self.check_lengths()
		return _numbers(self.rows[places])

	def _release(self, start: int, end: int) -> None:
		"""Give back the rows from ``start`` to ``end``."""
		width = self.rows.shape[1] * _ROW_TYPE.itemsize
		self._files[1].release(start * width, end * width)

	def _candidates(self, limit: int) -> int:
		"""How many rows to compare exactly."""
		return _CANDIDATES + _CANDIDATES_OF_HIT * limit + len(self.chunks) // _ROWS_OF_CANDIDATE

	@cached_property
	def mean_row(self) -> Vectors:
		"""The average of all rows. Of very many, a sample will do."""
		if self._codes:
			return _numbers(self._codes.mean_row)
		return _numbers(self.rows.mean(axis=0, dtype=np.float64).astype(_ROW_TYPE))

	def check(self, wanted: npt.ArrayLike) -> None:
		"""Each chunk of ``wanted`` (ascending) has its row, no other has, and each row is a direction or all zeros.

		Raises:
			IndexCorrupt: it is not so.
		"""
		self.check_lengths()
		chunks: Numbers = np.asarray(wanted, dtype=_CHUNK_TYPE)
		if not np.array_equal(self.chunks, chunks):
			raise IndexCorrupt(
				f"The index has vectors of {len(self.chunks)} passages, not those of its {len(chunks)}. Rebuild the source."
			)
		for rows in self.blocks():
			lengths = np.linalg.norm(rows, axis=1)
			if not (np.isfinite(lengths) & ((lengths == 0) | (np.abs(lengths - 1) < 0.01))).all():
				raise IndexCorrupt("The index has a vector that is none. Rebuild the source.")
		check_codes(self._codes_file, self.blocks(), self.shape)

	@property
	def shape(self) -> tuple[int, int]:
		"""How many rows there are, and of how many numbers."""
		count, dimension = self.rows.shape
		return count, dimension


class VectorAppender:
	"""Adds rows to the files in ``folder``, which need not be there yet. Chunk numbers only grow."""

	def __init__(self, folder: Path) -> None:
		self._folder = folder

	def append(self, chunks: npt.ArrayLike, vectors: Vectors) -> None:
		"""Rows for ``chunks``, all higher than any before."""
		for name, values in (
			(ROWS, vectors.astype(_ROW_TYPE, copy=False)),
			(CHUNKS, np.asarray(chunks, dtype=_CHUNK_TYPE)),
		):
			with (self._folder / name).open("ab") as file:
				file.write(values.tobytes())

	def finish(self, alive: npt.ArrayLike | None, dimension: int) -> None:
		"""Drop the rows of chunks that are not in ``alive`` (None: all are), and write the codes of the others."""
		for name in (ROWS, CHUNKS):
			(self._folder / name).touch()
		written = VectorFile(self._folder, dimension, coded=False)
		if alive is not None:
			kept = np.isin(written.chunks, np.asarray(alive, dtype=_CHUNK_TYPE))
			if not kept.all():
				self._keep(written, kept)
				written = VectorFile(self._folder, dimension, coded=False)
		write_codes(self._folder / CODES, written.blocks(), written.shape)

	def _keep(self, written: VectorFile, kept: npt.NDArray[np.bool_]) -> None:
		"""Write the files anew with the rows for which ``kept`` is true."""
		rows, chunks = self._folder / (ROWS + ".new"), self._folder / (CHUNKS + ".new")
		with rows.open("wb") as file:
			for number, block in enumerate(written.blocks()):
				start = number * BLOCK
				file.write(block[kept[start : start + len(block)]].tobytes())
		written.chunks[kept].tofile(chunks)
		rows.replace(self._folder / ROWS)
		chunks.replace(self._folder / CHUNKS)


def chunk_numbers(connection: sqlite3.Connection) -> Numbers:
	"""The numbers in the table ``chunks``, ascending, in 4 bytes each."""
	rows = connection.execute("SELECT id FROM chunks ORDER BY id")
	return np.fromiter((chunk for (chunk,) in rows), dtype=_CHUNK_TYPE)


def _numbers(rows: Vectors) -> Vectors:
	"""``rows``, if all their numbers are some."""
	if not np.isfinite(rows).all():
		raise IndexCorrupt("The index has a vector that is none. Rebuild the source.")
	return rows
