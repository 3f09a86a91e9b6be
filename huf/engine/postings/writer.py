"""Turns collected counts into the arrays and tables of a segment."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, compress, pairwise
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from huf.engine.postings import layout
from huf.engine.postings.accumulate import Accumulator, ChunkLengths, Run

POSTINGS_AT_ONCE = 250_000
"""Postings in memory together while a segment is written: some 50 bytes each. One term may have more."""
_LEAST_OF_A_RUN = 1_024
"""Postings that a block takes of each run on average, or the runs of a large index would be looked into too often."""

Chunks = npt.NDArray[np.uint32]
Impacts = npt.NDArray[np.uint8]
Lengths = npt.NDArray[np.int64]
_DENSE = -1
"""Stands for the place of the chunk numbers where there are none."""
_INSERT = "INSERT INTO terms VALUES (?, ?, ?, ?, ?, ?)"
_ROWS_AT_ONCE = 100
"""Rows of one statement, in half the time of one by one; SQLite of some years ago takes 999 values."""
_BEGINNING = 8
"""Bytes of a term that tell about where it belongs."""


@dataclass(frozen=True, slots=True)
class Lengthiness:
	"""How many chunks there are, and how many weighted terms they have together."""

	chunks: int = 0
	terms: int = 0

	@property
	def mean(self) -> float:
		"""Weighted terms of a chunk on average, at least 1: BM25 divides by it."""
		return max(self.terms / self.chunks, 1.0) if self.chunks > 0 else 1.0

	def __add__(self, other: "Lengthiness") -> "Lengthiness":
		return Lengthiness(self.chunks + other.chunks, self.terms + other.terms)

	def __sub__(self, other: "Lengthiness") -> "Lengthiness":
		return Lengthiness(self.chunks - other.chunks, self.terms - other.terms)


@dataclass(frozen=True, slots=True)
class Segment:
	"""Number of a segment, and its first and last chunk."""

	number: int
	first: int
	last: int


@dataclass(frozen=True, slots=True)
class Block:
	"""Where the postings of consecutive terms were written; arrays, because there may be millions."""

	terms: Sequence[str]
	segment: int
	lengths: Lengths
	tops: Impacts
	chunks_at: Lengths
	impacts_at: Lengths


class NewSegment:
	"""A segment in the making: its file is written without touching the database, which may be busy meanwhile."""

	def __init__(self, connection: sqlite3.Connection, collected: Accumulator, others: Lengthiness) -> None:
		"""``others`` are the chunks of the build that are in other files: what is long goes by all of them."""
		self._collected, self._others = collected, others
		(number,) = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM segments").fetchone()
		chunks = collected.chunks or (0,)
		self._segment = Segment(number, chunks[0], chunks[-1])
		self._written: list[Block] = []
		self._lengths: ChunkLengths = np.zeros(0, dtype=layout.LENGTH_TYPE)
		self._mean = 1.0
		self.own = Lengthiness()
		"""The chunks of this segment; known after :meth:`write`."""

	def write(self, path: Path) -> None:
		"""Append the postings to the file at ``path`` (made if need be)."""
		if not self._collected.chunks:
			path.touch()
			return
		runs = self._collected.runs()
		segment = self._segment
		self._lengths = np.zeros(segment.last - segment.first + 1, dtype=layout.LENGTH_TYPE)
		self._lengths[np.array(self._collected.chunks) - segment.first] = self._collected.lengths
		self.own = Lengthiness(self._collected.counted, int(self._lengths.sum()))
		self._mean = (self._others + self.own).mean
		norms = norms_of(self._lengths, self._mean)
		names = list(self._collected.vocabulary)
		self._collected.forget_words()
		with path.open("ab") as file:
			for first, lengths, chunks, counts in _blocks(runs, len(names), self._collected.release):
				kept = lengths > 0
				if not kept.any():
					continue
				impacts = impacts_of(counts, norms[chunks - segment.first])
				terms = list(compress(names[first : first + len(lengths)], kept))
				self._written.append(write_block(file, terms, lengths[kept], chunks, impacts, segment))

	def store(self, connection: sqlite3.Connection) -> None:
		"""Enter the segment and its terms into the tables."""
		store_terms(connection, self._written)
		if self._collected.chunks:
			add_segment(connection, self._segment, self._collected.counted)
			store_lengths(connection, self._segment.first, self._mean, self._lengths)


def store_lengths(connection: sqlite3.Connection, first: int, mean: float, lengths: ChunkLengths) -> None:
	"""Note how long the chunks from ``first`` on are, and the mean that their impacts were computed with."""
	connection.execute("DELETE FROM lengths")
	connection.execute("INSERT INTO lengths VALUES (?, ?, ?)", (first, mean, lengths.tobytes()))


def count_terms(collected: Accumulator) -> tuple[dict[str, int], Lengthiness]:
	"""In how many of the chunks that ``collected`` was given each term stands, and how long they are together."""
	runs = collected.runs()
	names = list(collected.vocabulary)
	total = np.zeros(len(names), dtype=np.int64)
	for run in runs:
		total += np.bincount((run.keys >> np.uint64(32)).astype(np.int64), minlength=len(names))
	counts = {names[place]: int(total[place]) for place in np.flatnonzero(total).tolist()}
	return counts, Lengthiness(collected.counted, int(collected.lengths.sum()))


def store_terms(connection: sqlite3.Connection, blocks: Sequence[Block]) -> None:
	"""Enter the terms into their table, nearly in its order: so SQLite finds the page of each in its cache."""
	if not blocks:
		return
	terms = [term for block in blocks for term in block.terms]
	beginnings = np.fromiter(
		(term[:_BEGINNING].encode("utf-8") for term in terms), f"S{_BEGINNING}", len(terms)
	)
	order = np.argsort(beginnings.view(">u8").astype(np.uint64), kind="stable")
	columns = [
		np.concatenate([getattr(block, name) for block in blocks])
		for name in ("lengths", "tops", "chunks_at", "impacts_at")
	]
	segment = blocks[0].segment
	for start in range(0, len(terms), _ROWS_AT_ONCE):
		places = order[start : start + _ROWS_AT_ONCE]
		rows = [
			(terms[place], segment, length, top, None if chunks_at == _DENSE else chunks_at, impacts_at)
			for place, length, top, chunks_at, impacts_at in zip(
				places.tolist(), *(column[places].tolist() for column in columns), strict=True
			)
		]
		connection.execute(
			_INSERT + ", (?, ?, ?, ?, ?, ?)" * (len(rows) - 1), list(chain.from_iterable(rows))
		)


def add_segment(connection: sqlite3.Connection, segment: Segment, chunks: int) -> None:
	connection.execute(
		"INSERT INTO segments VALUES (?, ?, ?, ?)", (segment.number, segment.first, segment.last, chunks)
	)


def norms_of(lengths: ChunkLengths, mean: float) -> npt.NDArray[np.float32]:
	"""BM25's length factor ``k1 * (1 - b + b * length / mean)`` for chunks of these lengths."""
	scaled = layout.B * lengths.astype(np.float32) / np.float32(mean)
	return layout.K1 * (1 - layout.B + scaled)


def impacts_of(counts: Impacts, norms: npt.NDArray[np.float32]) -> Impacts:
	"""``tf * (k1 + 1) / (tf + norm)`` in 8 bits; never 0, which would mean that the term is not there."""
	times = counts.astype(np.float32)
	scaled = times * (layout.K1 + 1) / (times + norms) * layout.IMPACT_SCALE
	return np.clip(np.rint(scaled), 1, 255).astype(layout.IMPACT_TYPE)


def _blocks(
	runs: list[Run], term_count: int, release: Callable[[], None]
) -> Iterator[tuple[int, Lengths, Chunks, Impacts]]:
	"""The postings of all terms over all runs, a block of terms in memory at a time.

	Gives the number of the block's first term, how many postings each term has, and their chunks and counts.
	"""
	lengths = np.zeros(term_count, dtype=np.int64)
	for run in runs:
		lengths += np.bincount((run.keys >> np.uint64(32)).astype(np.int64), minlength=term_count)
		release()
	ends = np.cumsum(lengths)
	at_once = max(POSTINGS_AT_ONCE, _LEAST_OF_A_RUN * len(runs))
	starts = [0]
	while starts[-1] < term_count:
		start = starts[-1]
		before = int(ends[start - 1]) if start else 0
		stop = int(np.searchsorted(ends, before + at_once, side="right"))
		starts.append(max(start + 1, stop))
	borders = np.array(starts, dtype=np.uint64) << np.uint64(32)
	places = []
	for run in runs:
		# A search touches pages all over a run, so there is one for each run and not one for each block.
		places.append(np.searchsorted(run.keys, borders))
		release()
	for block, (start, stop) in enumerate(pairwise(starts)):
		parts = [slice(place[block], place[block + 1]) for place in places]
		keys, counts = _gathered(runs, parts, release)
		if len(runs) > 1:
			# Stable: within a term the runs, and so the chunks, stay in order.
			order = np.argsort(keys >> np.uint64(32), kind="stable")
			keys, counts = keys[order], counts[order]
		chunks = (keys & np.uint64(0xFFFFFFFF)).astype(layout.CHUNK_TYPE)
		yield start, lengths[start:stop], chunks, counts


def _gathered(
	runs: list[Run], parts: Sequence[slice], release: Callable[[], None]
) -> tuple[npt.NDArray[np.uint64], Impacts]:
	"""Keys and counts of a part of each run, one behind the other.

	Each run is given back at once: the system maps up to a megabyte around each byte that is read.
	"""
	keys, counts = [], []
	for run, part in zip(runs, parts, strict=True):
		keys.append(run.keys[part].copy())
		counts.append(run.counts[part].copy())
		release()
	return np.concatenate(keys), np.concatenate(counts)


def write_block(
	file: BinaryIO,
	terms: Sequence[str],
	lengths: Lengths,
	chunks: Chunks,
	impacts: Impacts,
	segment: Segment,
) -> Block:
	"""Write the postings of consecutive terms: all their chunks, all their impacts, then the dense terms."""
	begins = np.concatenate(([0], np.cumsum(lengths)[:-1]))
	tops = np.maximum.reduceat(impacts, begins)
	size = segment.last - segment.first + 1
	dense = lengths > layout.DENSE_SHARE * size
	sparse = ~np.repeat(dense, lengths)
	file.write(b"\0" * (-file.tell() % layout.CHUNK_TYPE.itemsize))
	chunks_at = file.tell()
	file.write(chunks[sparse].tobytes())
	impacts_at = file.tell()
	file.write(impacts[sparse].tobytes())
	places = np.cumsum(np.where(dense, 0, lengths)) - np.where(dense, 0, lengths)
	chunks_place = np.where(dense, _DENSE, chunks_at + places * layout.CHUNK_TYPE.itemsize)
	impacts_place = impacts_at + places
	for place in np.flatnonzero(dense).tolist():
		own = slice(begins[place], begins[place] + lengths[place])
		every = np.zeros(size, dtype=layout.IMPACT_TYPE)
		every[chunks[own] - np.uint32(segment.first)] = impacts[own]
		impacts_place[place] = file.tell()
		file.write(every.tobytes())
	return Block(terms, segment.number, lengths, tops, chunks_place, impacts_place)
