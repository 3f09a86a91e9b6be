"""Puts the postings of several files into one, without the chunks that have left."""

import heapq
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import numpy as np
import numpy.typing as npt

from huf.engine.postings import layout
from huf.engine.postings.segment import SegmentPostings
from huf.engine.postings.stored import SegmentTerms, read_segments
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

_Found = tuple[str, int, list[SegmentTerms]]
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

	def kept(self, parts: Sequence[SegmentTerms]) -> tuple[Chunks, Impacts, int]:
		"""What is left of the postings of a term, and how many chunks of the build it loses."""
		chunks, impacts = parts[0]
		if len(parts) > 1:
			chunks = np.concatenate([part.chunks for part in parts])
			impacts = np.concatenate([part.impacts for part in parts])
		places = chunks.astype(np.int64) - self.first
		alive = self.alive[places]
		lost = 0
		if not alive.all():
			lost = int(np.count_nonzero(~alive & ~self.ignored[places]))
			chunks, impacts, places = chunks[alive], impacts[alive], places[alive]
		if self.norms is not None:
			before, now = self.norms
			impacts = renormed(impacts, before[places], now[places])
		return chunks, impacts, lost


def merge_postings(
	sources: Sequence[SegmentPostings],
	paths: Sequence[Path],
	alive: Sequence[Alive],
	mean: float,
	connection: sqlite3.Connection,
	path: Path,
) -> None:
	"""Write the postings of ``sources`` in the files ``paths``, whose chunk numbers ascend, to the file at ``path`` and the tables of ``connection``.

	Args:
		alive: for each source, of each chunk number from its first to its last, whether the chunk is kept.
		mean: weighted terms of a chunk of the build on average: impacts are computed anew where another one was used.
	"""
	lengths = [source.lengths() for source in sources]
	gone: Counter[str] = Counter()
	for source in sources:
		gone.update(source.all_gone())
	read = [
		_source(source, own, kept, mean) for source, own, kept in zip(sources, lengths, alive, strict=True)
	]
	numbers = [np.flatnonzero(kept) + source.first for source, kept in zip(sources, alive, strict=True)]
	every = np.concatenate(numbers)
	path.touch()
	if len(every):
		segment = Segment(1, int(every[0]), int(every[-1]))
		blocks = []
		with path.open("wb") as file:
			for terms, postings in _batches(_terms(sources, paths), read, gone):
				sizes = np.array([len(chunks) for chunks, _ in postings], dtype=np.int64)
				chunks = np.concatenate([chunks for chunks, _ in postings])
				impacts = np.concatenate([impacts for _, impacts in postings])
				blocks.append(write_block(file, terms, sizes, chunks, impacts, segment))
		store_terms(connection, blocks)
		add_segment(connection, segment, len(every))
		_store_lengths(connection, segment, sources, lengths, alive, mean)
	else:
		for _ in _batches(_terms(sources, paths), read, gone):
			pass
	rest = ((term, count) for term, count in gone.items() if count)
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
		own = lengths[0].astype(np.int64)
		norms = norms_of(own, lengths[1]), norms_of(own, mean)
	return _Source(source.first, alive, ignored, norms)


def _terms(
	sources: Sequence[SegmentPostings], paths: Sequence[Path]
) -> Iterator[tuple[str, list[tuple[int, list[SegmentTerms]]]]]:
	"""Every term in order, with its postings in each source that has it."""

	def of(place: int, source: SegmentPostings) -> Iterator[_Found]:
		for term, parts in read_segments(source.connection, paths[place]):
			yield term, place, parts

	every = heapq.merge(*(of(place, source) for place, source in enumerate(sources)), key=itemgetter(0, 1))
	for term, found in groupby(every, key=itemgetter(0)):
		yield term, [(place, parts) for _, place, parts in found]


def _batches(
	terms: Iterator[tuple[str, list[tuple[int, list[SegmentTerms]]]]],
	sources: Sequence[_Source],
	gone: Counter[str],
) -> Iterator[tuple[list[str], list[tuple[Chunks, Impacts]]]]:
	"""Terms with what is left of their postings, so many together as one block holds. What they lose is taken off ``gone``."""
	names: list[str] = []
	batch: list[tuple[Chunks, Impacts]] = []
	size = 0
	for term, found in terms:
		kept = [sources[place].kept(parts) for place, parts in found]
		if lost := sum(each[2] for each in kept):
			gone[term] -= lost
		chunks, impacts = kept[0][:2]
		if len(kept) > 1:
			chunks = np.concatenate([each[0] for each in kept])
			impacts = np.concatenate([each[1] for each in kept])
		if len(chunks):
			names.append(term)
			batch.append((chunks, impacts))
			size += len(chunks)
		if size >= POSTINGS_AT_ONCE:
			yield names, batch
			names, batch, size = [], [], 0
	if names:
		yield names, batch


def _store_lengths(
	connection: sqlite3.Connection,
	segment: Segment,
	sources: Sequence[SegmentPostings],
	lengths: Sequence[tuple[npt.NDArray[np.uint32], float] | None],
	alive: Sequence[Alive],
	mean: float,
) -> None:
	"""Note the lengths of the chunks, if all sources know them."""
	every: Lengths = np.zeros(segment.last - segment.first + 1, dtype=np.int64)
	for source, known, kept in zip(sources, lengths, alive, strict=True):
		places = np.flatnonzero(kept)
		if not len(places):
			continue
		if known is None:
			return
		every[places + source.first - segment.first] = known[0][places]
	store_lengths(connection, segment.first, mean, every)
