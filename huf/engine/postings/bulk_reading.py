"""All postings of several files in the order of their terms, so many at once as fit into memory.

Most terms stand in a passage or two, and numpy takes as long for one posting as for a thousand: so nothing is done term by term.
"""

import os
import sqlite3
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from huf.engine.disk.mapped import MappedFile
from huf.engine.errors import IndexCorrupt
from huf.engine.postings import layout

_ROWS = 20_000
"""Rows of the table of terms that are read at once of each file."""
_MAPPED_WHOLE = 64 << 20
"""Bytes. Terms in order lie all over a file, so that of a larger one nearly all would be held at once if it were mapped."""
_DENSE = -1
"""Stands for the place of the chunk numbers where there are none."""

Numbers = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Chunks = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Together:
	"""The postings of some terms, one term behind the other, and of each term file by file."""

	names: Sequence[str]
	"""Terms, in order."""
	of_term: Numbers
	"""Of each posting the place of its term in ``names``."""
	of_file: Numbers
	"""Of each posting the place of its file."""
	chunks: Chunks
	impacts: Bytes


def read_together(
	files: Sequence[tuple[sqlite3.Connection, Path]], postings_at_once: int
) -> Iterator[Together]:
	"""Every term in order, with its postings in each of ``files``.

	Args:
		files: the tables and the file of each.
		postings_at_once: about so many postings are given at a time, but never part of a term.

	Raises:
		IndexCorrupt: the tables name places that the file does not have.
	"""
	with ExitStack() as opened:
		readers = [_reader(path, opened) for _, path in files]
		for names, of_term, of_file, rows in _rows([connection for connection, _ in files]):
			# A dense term is read whole, whatever is in it.
			sizes = np.where(rows[:, 1] == _DENSE, rows[:, 4] - rows[:, 3] + 1, rows[:, 0])
			until = np.cumsum(sizes)
			begin = 0
			while begin < len(rows):
				before = int(until[begin - 1]) if begin else 0
				end = max(int(np.searchsorted(until, before + postings_at_once, side="right")), begin + 1)
				end = int(np.searchsorted(of_term, of_term[end - 1], side="right"))
				first = int(of_term[begin])
				part = slice(begin, end)
				yield _gathered(
					names[first : int(of_term[end - 1]) + 1],
					of_term[part] - first,
					of_file[part],
					rows[part],
					readers,
				)
				begin = end


class _Waiting:
	"""Rows of one file that were read and not yet given on, in the order of their terms."""

	def __init__(self, connection: sqlite3.Connection) -> None:
		self._cursor = connection.execute(
			f"SELECT term, frequency, coalesce(chunks_at, {_DENSE}), impacts_at, first, last"
			" FROM terms JOIN segments ON id = segment ORDER BY term, segment"
		)
		self.terms: list[str] = []
		self.rows: Numbers = np.zeros((0, 5), dtype=np.int64)
		self.is_over = False

	def more(self) -> None:
		"""Read on."""
		found = self._cursor.fetchmany(_ROWS)
		self.is_over = len(found) < _ROWS
		self.terms += [row[0] for row in found]
		values = np.array([row[1:] for row in found], dtype=np.int64).reshape(-1, 5)
		self.rows = np.concatenate([self.rows, values])

	def take(self, border: str | None) -> tuple[list[str], Numbers]:
		"""Those of terms before ``border``, or all of them."""
		place = len(self.terms) if border is None else bisect_left(self.terms, border)
		terms, rows = self.terms[:place], self.rows[:place]
		self.terms, self.rows = self.terms[place:], self.rows[place:]
		return terms, rows


def _rows(connections: Sequence[sqlite3.Connection]) -> Iterator[tuple[list[str], Numbers, Numbers, Numbers]]:
	"""Terms in order with all their rows: the terms, and of each row the place of its term, its file, and what is selected of it."""
	waiting = list(map(_Waiting, connections))
	while True:
		for each in waiting:
			if not each.terms and not each.is_over:
				each.more()
		borders = [each.terms[-1] for each in waiting if not each.is_over]
		border = min(borders) if borders else None
		taken = [each.take(border) for each in waiting]
		names = sorted(set().union(*(terms for terms, _ in taken)))
		if not names and border is None:
			return
		if not names:
			# One term has more rows than are read at once, and others may follow.
			for each in waiting:
				if not each.is_over and each.terms[-1] == border:
					each.more()
			continue
		numbers = {name: number for number, name in enumerate(names)}
		of_term = np.array([numbers[term] for terms, _ in taken for term in terms], dtype=np.int64)
		of_file = np.repeat(np.arange(len(taken)), [len(terms) for terms, _ in taken])
		# Stable: within a term the files, and so the chunks, stay in order.
		order = np.argsort(of_term, kind="stable")
		yield names, of_term[order], of_file[order], np.concatenate([rows for _, rows in taken])[order]


_Reader = Callable[[Numbers, Numbers], Bytes]
"""Gives the bytes of a file from some places on, of each place so many, one behind the other."""


def _reader(path: Path, opened: ExitStack) -> _Reader:
	length = path.stat().st_size
	if length > _MAPPED_WHOLE:
		descriptor = opened.enter_context(path.open("rb")).fileno()

		def read(places: Numbers, sizes: Numbers) -> Bytes:
			_check(places, sizes, length)
			pairs = zip(places.tolist(), sizes.tolist(), strict=True)
			return np.frombuffer(
				b"".join(os.pread(descriptor, size, place) for place, size in pairs), np.uint8
			)

		return read
	data = MappedFile(path).array(np.dtype("u1"))

	def gather(places: Numbers, sizes: Numbers) -> Bytes:
		_check(places, sizes, length)
		found: Bytes = data[_ranges(places, sizes)]
		return found

	return gather


def _check(places: Numbers, sizes: Numbers, length: int) -> None:
	if len(places) and (places.min() < 0 or sizes.min() <= 0 or int((places + sizes).max()) > length):
		raise IndexCorrupt("The keyword index names places that it does not have. Rebuild the source.")


def _ranges(begins: Numbers, sizes: Numbers) -> Numbers:
	"""The numbers from each of ``begins`` on, of each so many."""
	before = np.cumsum(sizes) - sizes
	ranges: Numbers = np.repeat(begins - before, sizes) + np.arange(int(sizes.sum()))
	return ranges


def _gathered(
	names: Sequence[str], of_term: Numbers, of_file: Numbers, rows: Numbers, readers: Sequence[_Reader]
) -> Together:
	sizes, chunks_at, impacts_at, firsts, lasts = rows.T
	dense: dict[int, tuple[Chunks, Bytes]] = {}
	for place in np.flatnonzero(chunks_at == _DENSE).tolist():
		spot = slice(place, place + 1)
		every = readers[of_file[place]](impacts_at[spot], (lasts - firsts + 1)[spot])
		present = np.flatnonzero(every)
		dense[place] = (present + firsts[place]).astype(layout.CHUNK_TYPE), every[present]
	sizes = sizes.copy()
	for place, (found, _) in dense.items():
		sizes[place] = len(found)
	begins = np.cumsum(sizes) - sizes
	chunks = np.empty(int(sizes.sum()), dtype=layout.CHUNK_TYPE)
	impacts = np.empty(len(chunks), dtype=layout.IMPACT_TYPE)
	for number, read in enumerate(readers):
		own = np.flatnonzero((of_file == number) & (chunks_at != _DENSE))
		if not len(own):
			continue
		target = _ranges(begins[own], sizes[own])
		width = layout.CHUNK_TYPE.itemsize
		chunks[target] = read(chunks_at[own], sizes[own] * width).view(layout.CHUNK_TYPE)
		impacts[target] = read(impacts_at[own], sizes[own])
	for place, (found, own_impacts) in dense.items():
		spot = slice(begins[place], begins[place] + sizes[place])
		chunks[spot], impacts[spot] = found, own_impacts
	return Together(names, np.repeat(of_term, sizes), np.repeat(of_file, sizes), chunks, impacts)
