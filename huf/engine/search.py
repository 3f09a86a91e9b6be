"""The one search. Desk, REST, agents and the command line all come through here."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, pairwise
from pathlib import Path

from huf.engine.backends.base import Backend, Candidate, ModalReader, Mode, Passage, Reader
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.backends.sqlite_fts_schema import chunk_id, text_hash
from huf.engine.builds import open_build
from huf.engine.errors import (
	BuildError,
	EmbeddingFailed,
	IndexCorrupt,
	IndexMissing,
	IndexOutdated,
	UnknownKey,
	VectorsMissing,
)
from huf.engine.query import Query, parse_query, storable
from huf.engine.ranking import RankedList, fuse_sources
from huf.engine.registry import Registry
from huf.engine.types import Hit, SearchResult, Skipped

_OPEN_BUILDS = 32
"""Builds that each thread keeps open; opening one costs about as much as a search."""
_BATCH = 100
"""Candidates read and judged at once; one search may have to go through many that are refused."""
_REFILL_FACTOR = 4
"""How many times more candidates to ask for when too many were refused."""

Accept = Callable[[Sequence[Hit]], Sequence[bool]]
"""Says for each of a batch of hits whether the caller may see it."""


@dataclass(frozen=True, slots=True)
class SearchTarget:
	"""One source to search: its name, its live build, and how its hits are treated."""

	source: str
	build: Path
	priority: int = 0
	"""Higher counts more when several sources are searched together."""
	neighbors: int = 0
	"""How many passages before and after a hit are read with it."""


def search(
	targets: Sequence[SearchTarget],
	query: str,
	*,
	top_k: int = 5,
	accept: Accept | None = None,
	kinds: Registry[Backend] | None = None,
	mode: Mode | None = None,
) -> SearchResult:
	"""The best ``top_k`` hits of all targets together.

	``mode`` is hybrid where a target has vectors and keyword where it has none, unless it is given. When the
	model that made the vectors cannot be asked, a hybrid search goes on by words alone, and a note says so.

	``accept`` sees every hit before it can be returned; refused hits are replaced by the next best
	until ``top_k`` are found or there are no more. A target that cannot be searched is named in
	``skipped``; it never makes the others fail.
	"""
	started = time.perf_counter()
	parsed = parse_query(query)
	skipped, found = [], []
	notes: list[str] = []
	used: list[Mode] = []
	for target in targets:
		try:
			with storage_errors():
				hits, how = _search_well(target, parsed, top_k, accept, kinds, mode, notes)
		except (BuildError, UnknownKey) as error:
			_close_build(target.build)
			skipped.append(Skipped(target.source, error.code, str(error)))
		else:
			found.append((target, hits))
			used.append(how)
	lists = [RankedList([hit.score for hit in hits], target.priority) for target, hits in found]
	best = fuse_sources(lists)[:top_k] if lists else []
	return SearchResult(
		query=storable(query),
		hits=tuple(
			replace(found[number][1][place], score=score, rank=rank)
			for rank, (score, number, place) in enumerate(best, start=1)
		),
		skipped=tuple(skipped),
		took_ms=(time.perf_counter() - started) * 1000,
		mode="hybrid" if "hybrid" in used else used[0] if used else mode or "keyword",
		notes=tuple(notes),
	)


def _search_well(
	target: SearchTarget,
	query: Query,
	top_k: int,
	accept: Accept | None,
	kinds: Registry[Backend] | None,
	mode: Mode | None,
	notes: list[str],
) -> tuple[list[Hit], Mode]:
	"""Like :func:`_search_one`, making the best of a model that cannot be asked."""
	was_open = target.build in _readers.open
	try:
		try:
			return _search_one(target, query, top_k, accept, kinds, mode or "hybrid")
		except IndexOutdated:
			if not was_open:
				raise
			# It was opened when another embedder was at hand.
			_close_build(target.build)
			return _search_one(target, query, top_k, accept, kinds, mode or "hybrid")
	except EmbeddingFailed as error:
		# Opened anew next time, with the embedder, and its key, that are at hand then.
		_close_build(target.build)
		if mode == "vector":
			raise
		notes.append(f"{target.source} was searched by words alone: {error}")
		return _search_one(target, query, top_k, accept, kinds, "keyword")


def _search_one(
	target: SearchTarget,
	query: Query,
	top_k: int,
	accept: Accept | None,
	kinds: Registry[Backend] | None,
	mode: Mode,
) -> tuple[list[Hit], Mode]:
	"""The hits of one target, and the mode that it was searched in."""
	reader = _open(target.build, kinds)
	ask, mode = _way_to_ask(reader, mode)
	if not query.words or top_k < 1:
		return [], mode
	limit = top_k
	# Verdicts are kept by chunk: a wider search repeats what the narrow one found, with new scores.
	verdicts: dict[int, bool] = {}
	while True:
		candidates = ask(query, limit)
		possible = (candidate for candidate in candidates if verdicts.get(candidate.chunk, True))
		kept: list[tuple[Hit, Passage]] = []
		while len(kept) < top_k and (batch := list(islice(possible, _BATCH))):
			kept += _accepted(reader, target, batch, accept, verdicts)
		if len(kept) >= top_k or len(candidates) < limit:
			break
		limit *= _REFILL_FACTOR
	best = kept[:top_k]
	if target.neighbors:
		return _with_neighbors(reader, best, target.neighbors), mode
	return [hit for hit, _ in best], mode


def _way_to_ask(reader: Reader, mode: Mode) -> tuple[Callable[[Query, int], list[Candidate]], Mode]:
	"""How to search ``reader`` in ``mode``; one without vectors is searched by words, unless vectors are a must."""
	if isinstance(reader, ModalReader):
		return partial(reader.search_by, mode), mode
	if mode == "vector":
		raise VectorsMissing(
			"This index has no vectors. Search it by keyword, or rebuild it with an embedder."
		)
	return reader.search, "keyword"


def _accepted(
	reader: Reader,
	target: SearchTarget,
	candidates: Sequence[Candidate],
	accept: Accept | None,
	verdicts: dict[int, bool],
) -> list[tuple[Hit, Passage]]:
	"""The hits of ``candidates`` that may be shown; asks ``accept`` only about those not in ``verdicts``."""
	passages = reader.passages([candidate.chunk for candidate in candidates])
	if len(passages) < len(candidates):
		raise IndexCorrupt("The index names passages that it does not hold. Rebuild the source.")
	build_id = reader.meta["build_id"]
	pairs = {
		candidate.chunk: (
			_hit(target, build_id, passages[candidate.chunk], candidate.score),
			passages[candidate.chunk],
		)
		for candidate in candidates
	}
	unknown = [chunk for chunk in pairs if chunk not in verdicts]
	if accept is None:
		verdicts.update(dict.fromkeys(unknown, True))
	elif unknown:
		answers = accept([pairs[chunk][0] for chunk in unknown])
		verdicts.update(zip(unknown, map(bool, answers), strict=True))
	return [pair for chunk, pair in pairs.items() if verdicts[chunk]]


def _hit(target: SearchTarget, build_id: str, passage: Passage, score: float) -> Hit:
	digest = text_hash(passage.text)
	return Hit(
		text=_readable(passage.header, passage.text),
		title=passage.title,
		score=score,
		chunk_id=chunk_id(passage.input, passage.ordinal, digest),
		source=target.source,
		input=passage.input,
		locator=passage.locator,
		citation_id=f"{passage.input}#{passage.ordinal}",
		build=build_id,
		start=passage.start,
		end=passage.end,
		text_hash=digest,
		url=passage.url,
		metadata=passage.metadata,
		indexed_at=passage.indexed_at,
	)


def _readable(header: str, text: str) -> str:
	"""A passage as a reader needs it: rows of a table under the names of their columns."""
	text = text.strip()
	return f"{header}\n{text}" if header and not text.startswith(header) else text


def _with_neighbors(reader: Reader, best: Sequence[tuple[Hit, Passage]], distance: int) -> list[Hit]:
	"""Widen each hit by the passages around it. A passage is shown once, with the best hit that reaches it."""
	shown: set[int] = {passage.chunk for _, passage in best}
	widened = []
	for hit, passage in best:
		around = [
			near
			for near in reader.neighbors(passage, distance)
			if near.chunk == passage.chunk or near.chunk not in shown
		]
		run = _run_through(around, passage.ordinal)
		shown.update(near.chunk for near in run)
		widened.append(replace(hit, text=_joined(run), start=run[0].start, end=run[-1].end))
	return widened


def _run_through(passages: Sequence[Passage], ordinal: int) -> list[Passage]:
	"""The unbroken run of consecutive passages that holds ``ordinal``."""
	by_ordinal = {passage.ordinal: passage for passage in passages}
	first = last = ordinal
	while first - 1 in by_ordinal:
		first -= 1
	while last + 1 in by_ordinal:
		last += 1
	return [by_ordinal[place] for place in range(first, last + 1)]


def _joined(run: Sequence[Passage]) -> str:
	"""Consecutive passages as one text: what they share by overlap is written once."""
	text = run[0].text
	for before, after in pairwise(run):
		if after.header != before.header:
			text = f"{text.rstrip()}\n{after.header}\n".rstrip() + "\n"
		text += after.text[max(0, before.end - after.start) :]
	return _readable(run[0].header, text)


class _OpenReaders(OrderedDict[Path, Reader]):
	"""Open builds, most recently used last. They are closed with their thread: an sqlite3 connection that is
	merely forgotten keeps its file open until the garbage collector finds it."""

	def __del__(self) -> None:
		for reader in self.values():
			reader.close()


class _Readers(threading.local):
	"""The builds that this thread has open."""

	def __init__(self) -> None:
		self.open = _OpenReaders()


_readers = _Readers()


def _open(build: Path, kinds: Registry[Backend] | None) -> Reader:
	if not build.is_dir():
		raise IndexMissing("The files of this index are missing. Rebuild the source to make them again.")
	reader = _readers.open.pop(build, None)
	if reader is None:
		# An old build that was deleted meanwhile would keep its room on the disk for as long as it is open.
		for gone in [path for path in _readers.open if not path.is_dir()]:
			_close_build(gone)
		reader = open_build(build, kinds=kinds)
	_readers.open[build] = reader
	if len(_readers.open) > _OPEN_BUILDS:
		_, oldest = _readers.open.popitem(last=False)
		oldest.close()
	return reader


def _close_build(build: Path) -> None:
	reader = _readers.open.pop(build, None)
	if reader is not None:
		reader.close()
