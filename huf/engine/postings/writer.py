"""Turns collected counts into the arrays and tables of a segment, and merges segments."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from huf.engine.postings import layout
from huf.engine.postings.accumulate import Accumulator, Run
from huf.engine.postings.stored import SegmentTerms, read_segments

_POSTINGS_AT_ONCE = 250_000
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
class _Segment:
	"""Number of a segment, and its first and last chunk."""

	number: int
	first: int
	last: int


@dataclass(frozen=True, slots=True)
class _Block:
	"""Where the postings of consecutive terms were written; arrays, because there may be millions."""

	terms: Sequence[str]
	segment: int
	lengths: Lengths
	tops: Impacts
	chunks_at: Lengths
	impacts_at: Lengths


class NewSegment:
	"""A segment in the making: its file is written without touching the database, which may be busy meanwhile."""

	def __init__(self, connection: sqlite3.Connection, collected: Accumulator) -> None:
		self._collected = collected
		(number,) = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM segments").fetchone()
		chunks = collected.chunks or (0,)
		self._segment = _Segment(number, chunks[0], chunks[-1])
		self._written: list[_Block] = []

	def write(self, path: Path) -> None:
		"""Append the postings to the file at ``path`` (made if need be)."""
		if not self._collected.chunks:
			path.touch()
			return
		runs = self._collected.runs()
		norms = _norms(self._collected, self._segment)
		names = list(self._collected.vocabulary)
		self._collected.vocabulary.clear()
		with path.open("ab") as file:
			for first, lengths, chunks, counts in _blocks(runs, len(names), self._collected.release):
				impacts = _impacts(counts, norms[chunks - self._segment.first])
				terms = names[first : first + len(lengths)]
				self._written.append(_write_block(file, terms, lengths, chunks, impacts, self._segment))

	def store(self, connection: sqlite3.Connection) -> None:
		"""Enter the segment and its terms into the tables."""
		_store_terms(connection, self._written)
		if self._collected.chunks:
			_add_segment(connection, self._segment, len(self._collected.chunks))


def merge_if_due(connection: sqlite3.Connection, path: Path) -> None:
	"""Put all segments into one, without dead chunks, when there are too many of either."""
	segments, chunks = connection.execute(
		"SELECT count(*), coalesce(sum(chunks), 0) FROM segments"
	).fetchone()
	(dead,) = connection.execute("SELECT count(*) FROM dead").fetchone()
	if segments <= layout.MOST_SEGMENTS and dead <= layout.MOST_DEAD * chunks:
		return
	alive, segment = _alive(connection)
	merged = path.with_suffix(".merged")
	written: list[_Block] = []
	with merged.open("wb") as file:
		for terms, postings in _batches(read_segments(connection, path), alive):
			lengths = np.array([len(numbers) for numbers, _ in postings], dtype=np.int64)
			numbers = np.concatenate([numbers for numbers, _ in postings])
			impacts = np.concatenate([impacts for _, impacts in postings])
			written.append(_write_block(file, terms, lengths, numbers, impacts, segment))
	merged.replace(path)
	for table in ("terms", "segments", "dead"):
		connection.execute(f"DELETE FROM {table}")
	_store_terms(connection, written)
	if written:
		_add_segment(connection, segment, int(alive.sum()))


def _store_terms(connection: sqlite3.Connection, blocks: Sequence[_Block]) -> None:
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


def _batches(
	terms: Iterator[tuple[str, list[SegmentTerms]]], alive: npt.NDArray[np.bool_]
) -> Iterator[tuple[list[str], list[tuple[Chunks, Impacts]]]]:
	"""Terms with what is left of their postings, so many together as one block holds."""
	names: list[str] = []
	batch: list[tuple[Chunks, Impacts]] = []
	size = 0
	for term, parts in terms:
		numbers, impacts = _joined(parts, alive)
		if len(numbers):
			names.append(term)
			batch.append((numbers, impacts))
			size += len(numbers)
		if size >= _POSTINGS_AT_ONCE:
			yield names, batch
			names, batch, size = [], [], 0
	if names:
		yield names, batch


def _add_segment(connection: sqlite3.Connection, segment: _Segment, chunks: int) -> None:
	connection.execute(
		"INSERT INTO segments VALUES (?, ?, ?, ?)", (segment.number, segment.first, segment.last, chunks)
	)


def _norms(collected: Accumulator, segment: _Segment) -> npt.NDArray[np.float32]:
	"""BM25's length factor ``k1 * (1 - b + b * length / mean)`` for each chunk number of the segment."""
	lengths = collected.lengths.astype(np.float32)
	norms = np.zeros(segment.last - segment.first + 1, dtype=np.float32)
	mean = max(float(lengths.mean()), 1.0)
	places = np.array(collected.chunks) - segment.first
	norms[places] = layout.K1 * (1 - layout.B + layout.B * lengths / mean)
	return norms


def _impacts(counts: Impacts, norms: npt.NDArray[np.float32]) -> Impacts:
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
	at_once = max(_POSTINGS_AT_ONCE, _LEAST_OF_A_RUN * len(runs))
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


def _write_block(
	file: BinaryIO,
	terms: Sequence[str],
	lengths: Lengths,
	chunks: Chunks,
	impacts: Impacts,
	segment: _Segment,
) -> _Block:
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
	return _Block(terms, segment.number, lengths, tops, chunks_place, impacts_place)


def _alive(connection: sqlite3.Connection) -> tuple[npt.NDArray[np.bool_], _Segment]:
	"""For each chunk number up to the last whether the chunk is there; and the one segment that holds them all."""
	(last,) = connection.execute("SELECT coalesce(max(id), 0) FROM chunks").fetchone()
	alive = np.zeros(last + 1, dtype=np.bool_)
	alive[[number for (number,) in connection.execute("SELECT id FROM chunks")]] = True
	return alive, _Segment(1, int(np.argmax(alive)), last)


def _joined(arrays: list[SegmentTerms], alive: npt.NDArray[np.bool_]) -> tuple[Chunks, Impacts]:
	chunks = np.concatenate([part.chunks for part in arrays])
	impacts = np.concatenate([part.impacts for part in arrays])
	kept = chunks < len(alive)
	kept[kept] = alive[chunks[kept]]
	return chunks[kept], impacts[kept]
