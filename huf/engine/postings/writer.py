"""Turns collected counts into the arrays and tables of a segment, and merges segments."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from huf.engine.postings import layout
from huf.engine.postings.accumulate import Accumulator, Run
from huf.engine.postings.reader import SegmentTerms, read_segments

_TERMS_AT_ONCE = 20_000
"""Terms whose postings are in memory together while a segment is written."""

Chunks = npt.NDArray[np.uint32]
Impacts = npt.NDArray[np.uint8]
Lengths = npt.NDArray[np.int64]
TermRow = tuple[str, int, int, int, int | None, int]
_INSERT = "INSERT INTO terms VALUES (?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class _Segment:
	"""Number of a segment, and its first and last chunk."""

	number: int
	first: int
	last: int


class NewSegment:
	"""A segment in the making: its file is written without touching the database, which may be busy meanwhile."""

	def __init__(self, connection: sqlite3.Connection, collected: Accumulator) -> None:
		self._collected = collected
		(number,) = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM segments").fetchone()
		chunks = collected.chunks or [0]
		self._segment = _Segment(number, chunks[0], chunks[-1])
		self._rows: list[TermRow] = []

	def write(self, path: Path) -> None:
		"""Append the postings to the file at ``path`` (made if need be)."""
		if not self._collected.chunks:
			path.touch()
			return
		norms = _norms(self._collected, self._segment)
		names = list(self._collected.vocabulary)
		with path.open("ab") as file:
			for first, lengths, chunks, counts in _blocks(list(self._collected.runs()), len(names)):
				impacts = _impacts(counts, norms[chunks - self._segment.first])
				terms = names[first : first + len(lengths)]
				self._rows += _write_block(file, terms, lengths, chunks, impacts, self._segment)

	def store(self, connection: sqlite3.Connection) -> None:
		"""Enter the segment and its terms into the tables."""
		if self._rows:
			connection.executemany(_INSERT, self._rows)
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
	rows: list[TermRow] = []
	with merged.open("wb") as file:
		found = ((term, _joined(parts, alive)) for term, parts in read_segments(connection, path))
		kept = ((term, postings) for term, postings in found if len(postings[0]))
		while block := list(islice(kept, _TERMS_AT_ONCE)):
			lengths = np.array([len(numbers) for _, (numbers, _) in block], dtype=np.int64)
			numbers = np.concatenate([numbers for _, (numbers, _) in block])
			impacts = np.concatenate([impacts for _, (_, impacts) in block])
			rows += _write_block(file, [term for term, _ in block], lengths, numbers, impacts, segment)
	merged.replace(path)
	for table in ("terms", "segments", "dead"):
		connection.execute(f"DELETE FROM {table}")
	connection.executemany(_INSERT, rows)
	if rows:
		_add_segment(connection, segment, int(alive.sum()))


def _add_segment(connection: sqlite3.Connection, segment: _Segment, chunks: int) -> None:
	connection.execute(
		"INSERT INTO segments VALUES (?, ?, ?, ?)", (segment.number, segment.first, segment.last, chunks)
	)


def _norms(collected: Accumulator, segment: _Segment) -> npt.NDArray[np.float32]:
	"""BM25's length factor ``k1 * (1 - b + b * length / mean)`` for each chunk number of the segment."""
	lengths = np.array(collected.lengths, dtype=np.float32)
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


def _blocks(runs: list[Run], term_count: int) -> Iterator[tuple[int, Lengths, Chunks, Impacts]]:
	"""The postings of all terms over all runs, a block of terms in memory at a time.

	Gives the number of the block's first term, how many postings each term has, and their chunks and counts.
	"""
	for start in range(0, term_count, _TERMS_AT_ONCE):
		stop = min(start + _TERMS_AT_ONCE, term_count)
		borders = np.array([start, stop], dtype=np.uint64) << np.uint64(32)
		slices = [slice(*np.searchsorted(run.keys, borders)) for run in runs]
		keys = np.concatenate([run.keys[part] for run, part in zip(runs, slices, strict=True)])
		counts = np.concatenate([run.counts[part] for run, part in zip(runs, slices, strict=True)])
		terms = (keys >> np.uint64(32)).astype(np.int64) - start
		if len(runs) > 1:
			# Stable: within a term the runs, and so the chunks, stay in order.
			order = np.argsort(terms, kind="stable")
			terms, keys, counts = terms[order], keys[order], counts[order]
		chunks = (keys & np.uint64(0xFFFFFFFF)).astype(layout.CHUNK_TYPE)
		yield start, np.bincount(terms, minlength=stop - start), chunks, counts


def _write_block(
	file: BinaryIO,
	terms: Sequence[str],
	lengths: Lengths,
	chunks: Chunks,
	impacts: Impacts,
	segment: _Segment,
) -> list[TermRow]:
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
	rows: list[TermRow] = []
	for term, length, top, place, begin, is_dense in zip(
		terms, lengths.tolist(), tops.tolist(), places.tolist(), begins.tolist(), dense.tolist(), strict=True
	):
		if is_dense:
			every = np.zeros(size, dtype=layout.IMPACT_TYPE)
			every[chunks[begin : begin + length] - np.uint32(segment.first)] = impacts[begin : begin + length]
			rows.append((term, segment.number, length, top, None, file.tell()))
			file.write(every.tobytes())
		else:
			at = chunks_at + place * layout.CHUNK_TYPE.itemsize
			rows.append((term, segment.number, length, top, at, impacts_at + place))
	return rows


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
