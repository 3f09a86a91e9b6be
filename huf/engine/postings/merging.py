"""Puts the postings of several files into one, without the chunks that have left."""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from pathlib import Path

import numpy as np
import numpy.typing as npt

from huf.engine.postings import layout
from huf.engine.postings.bulk_reading import Together, read_together
from huf.engine.postings.segment import SegmentPostings
from huf.engine.postings.writer import (
	POSTINGS_AT_ONCE,
	Lengths,
	Segment,
	add_segment,
	norms_of,
	store_lengths,
	store_terms,
	write_block,
)

_SAME_MEAN = 1e-4
"""Means that differ by less give the same impacts."""

Chunks = npt.NDArray[np.uint32]
Impacts = npt.NDArray[np.uint8]
Alive = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Source:
	"""A file that is merged: which of its chunks are kept, and what its impacts were and will be computed with."""

	first: int
	alive: Alive
	ignored: Alive
	"""Chunks that left while the file was made, which no other file says are gone."""
	norms: tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]] | None
	"""None where the impacts stay as they are."""


def merge_postings(
	sources: Sequence[SegmentPostings],
	paths: Sequence[Path],
	alive: Sequence[Alive],
	mean: float,
	connection: sqlite3.Connection,
	path: Path,
	*,
	is_whole: bool = False,
) -> None:
	"""Write the postings of ``sources`` in the files ``paths``, whose chunk numbers ascend, to the file at ``path`` and the tables of ``connection``.

	Args:
		alive: for each source, of each chunk number from its first to its last, whether the chunk is kept.
		mean: weighted terms of a chunk of the build on average: impacts are computed anew where another one was used.
		is_whole: the build has no other file, so of nothing there is to be said that it is gone from one.
	"""
	lengths = [source.lengths() for source in sources]
	gone: Counter[str] = Counter()
	for source in sources:
		gone.update(source.all_gone())
	read = [
		_source(source, own, kept, mean) for source, own, kept in zip(sources, lengths, alive, strict=True)
	]
	count = sum(map(np.count_nonzero, alive))
	ends = [
		source.first + int(place)
		for source, kept in zip(sources, alive, strict=True)
		if kept.any()
		for place in (kept.argmax(), len(kept) - 1 - kept[::-1].argmax())
	]
	path.touch()
	files = [(source.connection, file) for source, file in zip(sources, paths, strict=True)]
	left = (_kept(found, read, gone) for found in read_together(files, POSTINGS_AT_ONCE))
	if ends:
		segment = Segment(1, ends[0], ends[-1])
		with path.open("wb") as file:
			blocks = [
				write_block(file, kept.terms, kept.sizes, kept.chunks, kept.impacts, segment)
				for kept in left
				if kept.terms
			]
		store_terms(connection, blocks)
		add_segment(connection, segment, int(count))
		_store_lengths(connection, segment, sources, lengths, alive, mean)
	else:
		# Nothing stays but what is gone.
		for _ in left:
			pass
	rest = [] if is_whole else [(term, count) for term, count in gone.items() if count]
	connection.executemany("INSERT INTO gone VALUES (?, ?)", rest)


def renormed(impacts: Impacts, before: npt.NDArray[np.float32], now: npt.NDArray[np.float32]) -> Impacts:
	"""``impacts`` that were computed with the length factors ``before``, as they are with ``now``.

	An impact is ``tf (k1 + 1) / (tf + norm)``, so how often the term stands there is ``norm q / (k1 + 1 - q)``. Small counts are
	whole numbers again when they are rounded; of large ones the impact hardly changes.
	"""
	most = np.float32(layout.K1 + 1)
	share = np.minimum(impacts.astype(np.float32) / np.float32(layout.IMPACT_SCALE), most * np.float32(0.998))
	times = np.maximum(np.rint(before * share / (most - share)), 1)
	scaled = times * most / (times + now) * np.float32(layout.IMPACT_SCALE)
	again: Impacts = np.clip(np.rint(scaled), 1, 255).astype(layout.IMPACT_TYPE)
	return again


def _source(
	source: SegmentPostings, lengths: tuple[npt.NDArray[np.uint32], float] | None, alive: Alive, mean: float
) -> _Source:
	ignored = np.zeros(len(alive), dtype=np.bool_)
	ignored[np.array(source.dead, dtype=np.int64) - source.first] = True
	norms = None
	if lengths is not None and abs(lengths[1] / mean - 1) > _SAME_MEAN:
		norms = norms_of(lengths[0], lengths[1]), norms_of(lengths[0], mean)
	return _Source(source.first, alive, ignored, norms)


@dataclass(frozen=True, slots=True)
class _Kept:
	"""Terms, how many postings are left of each, and these one term behind the other."""

	terms: list[str]
	sizes: Lengths
	chunks: Chunks
	impacts: Impacts


def _kept(found: Together, sources: Sequence[_Source], gone: Counter[str]) -> _Kept:
	"""Terms with what is left of their postings. What they lose is taken off ``gone``."""
	chunks, impacts, of_term, names = found.chunks, found.impacts, found.of_term, found.names
	alive, lost = np.ones(len(chunks), dtype=np.bool_), np.zeros(len(chunks), dtype=np.bool_)
	for place, source in enumerate(sources):
		own = np.flatnonzero(found.of_file == place)
		spots = chunks[own].astype(np.int64) - source.first
		alive[own] = source.alive[spots]
		# What left while the file was made, no other file says is gone.
		lost[own] = ~alive[own] & ~source.ignored[spots]
		if source.norms is not None:
			before, now = source.norms
			impacts[own] = renormed(impacts[own], before[spots], now[spots])
	losses = np.bincount(of_term[lost], minlength=len(names))
	for number in np.flatnonzero(losses).tolist():
		gone[names[number]] -= int(losses[number])
	sizes: Lengths = np.bincount(of_term[alive], minlength=len(names)).astype(np.int64)
	return _Kept(list(compress(names, sizes > 0)), sizes[sizes > 0], chunks[alive], impacts[alive])


def _store_lengths(
	connection: sqlite3.Connection,
	segment: Segment,
	sources: Sequence[SegmentPostings],
	lengths: Sequence[tuple[npt.NDArray[np.uint32], float] | None],
	alive: Sequence[Alive],
	mean: float,
) -> None:
	"""Note the lengths of the chunks, if all sources know them."""
	every = np.zeros(segment.last - segment.first + 1, dtype=layout.LENGTH_TYPE)
	for source, known, kept in zip(sources, lengths, alive, strict=True):
		places = np.flatnonzero(kept)
		if not len(places):
			continue
		if known is None:
			return
		every[places + source.first - segment.first] = known[0][places]
	store_lengths(connection, segment.first, mean, every)
