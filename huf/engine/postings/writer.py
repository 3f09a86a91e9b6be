"""Turns collected counts into the arrays and tables of a segment, and merges segments."""

import sqlite3
from collections.abc import Iterator
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
TermRow = tuple[str, int, int, int, int, int]


def write_segment(connection: sqlite3.Connection, path: Path, collected: Accumulator) -> None:
	"""Append what was collected as a new segment to the file at ``path`` (made if need be)."""
	if not collected.chunks:
		path.touch()
		return
	(segment,) = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM segments").fetchone()
	first, last = collected.chunks[0], collected.chunks[-1]
	norms = _norms(collected, first, last)
	names = list(collected.vocabulary)
	with path.open("ab") as file:
		connection.executemany(
			"INSERT INTO terms VALUES (?, ?, ?, ?, ?, ?)",
			(
				_store(
					file, names[term], segment, chunks, _impacts(counts, norms[chunks - first]), first, last
				)
				for term, chunks, counts in _by_term(list(collected.runs()), len(names))
			),
		)
	connection.execute(
		"INSERT INTO segments VALUES (?, ?, ?, ?)", (segment, first, last, len(collected.chunks))
	)


def merge_if_due(connection: sqlite3.Connection, path: Path) -> None:
	"""Put all segments into one, without dead chunks, when there are too many of either."""
	segments, chunks = connection.execute(
		"SELECT count(*), coalesce(sum(chunks), 0) FROM segments"
	).fetchone()
	(dead,) = connection.execute("SELECT count(*) FROM dead").fetchone()
	if segments <= layout.MOST_SEGMENTS and dead <= layout.MOST_DEAD * chunks:
		return
	merged = path.with_suffix(".merged")
	first, last, alive = _alive(connection)
	rows: list[TermRow] = []
	with merged.open("wb") as file:
		for term, arrays in read_segments(connection, path):
			numbers, impacts = _joined(arrays, alive)
			if len(numbers):
				rows.append(_store(file, term, 1, numbers, impacts, first, last))
	merged.replace(path)
	for table in ("terms", "segments", "dead"):
		connection.execute(f"DELETE FROM {table}")
	connection.executemany("INSERT INTO terms VALUES (?, ?, ?, ?, ?, ?)", rows)
	if last:
		connection.execute("INSERT INTO segments VALUES (1, ?, ?, ?)", (first, last, int(alive.sum())))


def _norms(collected: Accumulator, first: int, last: int) -> npt.NDArray[np.float32]:
	"""BM25's length factor ``k1 * (1 - b + b * length / mean)`` for each chunk from ``first`` to ``last``."""
	lengths = np.array(collected.lengths, dtype=np.float32)
	norms = np.zeros(last - first + 1, dtype=np.float32)
	mean = max(float(lengths.mean()), 1.0)
	norms[np.array(collected.chunks) - first] = layout.K1 * (1 - layout.B + layout.B * lengths / mean)
	return norms


def _impacts(counts: npt.NDArray[np.uint8], norms: npt.NDArray[np.float32]) -> Impacts:
	"""``tf * (k1 + 1) / (tf + norm)`` in 8 bits; never 0, which would mean that the term is not there."""
	times = counts.astype(np.float32)
	scaled = times * (layout.K1 + 1) / (times + norms) * layout.IMPACT_SCALE
	return np.clip(np.rint(scaled), 1, 255).astype(np.uint8)


def _by_term(runs: list[Run], term_count: int) -> Iterator[tuple[int, Chunks, npt.NDArray[np.uint8]]]:
	"""Each term's chunks and counts over all runs, a block of terms in memory at a time."""
	for start in range(0, term_count, _TERMS_AT_ONCE):
		low, high = np.uint64(start << 32), np.uint64((start + _TERMS_AT_ONCE) << 32)
		slices = [slice(*np.searchsorted(run.keys, (low, high))) for run in runs]
		keys = np.concatenate([run.keys[part] for run, part in zip(runs, slices, strict=True)])
		counts = np.concatenate([run.counts[part] for run, part in zip(runs, slices, strict=True)])
		terms = (keys >> np.uint64(32)).astype(np.int64)
		if len(runs) > 1:
			# Stable: within a term the runs, and so the chunks, stay in order.
			order = np.argsort(terms, kind="stable")
			terms, keys, counts = terms[order], keys[order], counts[order]
		chunks = (keys & np.uint64(0xFFFFFFFF)).astype(layout.CHUNK_TYPE)
		borders = np.flatnonzero(np.diff(terms)) + 1
		begins = np.concatenate(([0], borders)) if len(terms) else borders
		ends = np.concatenate((borders, [len(terms)])) if len(terms) else borders
		for begin, end in zip(begins.tolist(), ends.tolist(), strict=True):
			yield int(terms[begin]), chunks[begin:end], counts[begin:end]


def _store(
	file: BinaryIO, term: str, segment: int, chunks: Chunks, impacts: Impacts, first: int, last: int
) -> TermRow:
	"""Write the arrays of one term; gives its row."""
	padding = -file.tell() % layout.CHUNK_TYPE.itemsize
	place = file.tell() + padding
	file.write(b"\0" * padding)
	dense = len(chunks) > layout.DENSE_SHARE * (last - first + 1)
	if dense:
		every = np.zeros(last - first + 1, dtype=layout.IMPACT_TYPE)
		every[chunks - np.uint32(first)] = impacts
		file.write(every.tobytes())
	else:
		file.write(chunks.tobytes())
		file.write(impacts.tobytes())
	return term, segment, len(chunks), int(impacts.max()), place, int(dense)


def _alive(connection: sqlite3.Connection) -> tuple[int, int, npt.NDArray[np.bool_]]:
	"""First and last chunk of the segments, and for each number up to the last whether the chunk is there."""
	(last,) = connection.execute("SELECT coalesce(max(id), 0) FROM chunks").fetchone()
	alive = np.zeros(last + 1, dtype=np.bool_)
	alive[[number for (number,) in connection.execute("SELECT id FROM chunks")]] = True
	return (int(np.argmax(alive)) if last else 0), last, alive


def _joined(arrays: list[SegmentTerms], alive: npt.NDArray[np.bool_]) -> tuple[Chunks, Impacts]:
	chunks = np.concatenate([part.chunks for part in arrays])
	impacts = np.concatenate([part.impacts for part in arrays])
	kept = chunks < len(alive)
	kept[kept] = alive[chunks[kept]]
	return chunks[kept], impacts[kept]
