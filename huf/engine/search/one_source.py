"""The search of one source: its build is asked for more candidates until enough of them may be shown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from huf.engine.backends.base import (
	Accountable,
	Backend,
	Candidate,
	Found,
	Mode,
	Passage,
	Reader,
	SearchRequest,
)
from huf.engine.errors import EmbeddingFailed, IndexCorrupt, IndexOutdated
from huf.engine.filters import NO_FILTERS, Filters
from huf.engine.query import Query
from huf.engine.registry import Registry
from huf.engine.search.filtering import refuse_what_is_left_out
from huf.engine.search.open_builds import close_reader, is_open, open_reader
from huf.engine.search.passages import hit_of, with_neighbors
from huf.engine.types import Hit

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


@dataclass(frozen=True, slots=True)
class Wish:
	"""What is asked of every source alike."""

	query: Query
	top_k: int
	accept: Accept | None = None
	mode: Mode | None = None
	"""None: as well as each build can."""
	is_compared: bool = False
	"""Whether the hits will stand among those of other sources."""
	filters: Filters = NO_FILTERS
	"""What every index has to leave out before it ranks."""


@dataclass(frozen=True, slots=True)
class SourceHits:
	"""The hits of one source, best first, and how it was searched."""

	target: SearchTarget
	hits: Sequence[Hit]
	mode: Mode
	notes: tuple[str, ...] = ()
	answered: float = 1.0
	"""How much of the query the best hit answers, 0 to 1, if that was asked for."""


def search_source(target: SearchTarget, wish: Wish, kinds: Registry[Backend] | None) -> SourceHits:
	"""The best ``top_k`` hits of one source that the caller may see.

	When the model that made the vectors cannot be asked, a search in no particular mode goes on by words alone,
	and a note says so.

	Raises:
		BuildError: the build cannot be searched, or not in the mode that is asked for.
		UnknownKey: ``kinds`` lacks its kind of index.
	"""
	was_open = is_open(target.build)
	try:
		try:
			return _search(target, wish, kinds)
		except IndexOutdated:
			if not was_open:
				raise
			# It was opened when another embedder was at hand.
			close_reader(target.build)
			return _search(target, wish, kinds)
	except EmbeddingFailed as error:
		# Opened anew next time, with the embedder, and its key, that are at hand then.
		close_reader(target.build)
		if wish.mode == "vector":
			raise
		found = _search(target, replace(wish, mode="keyword"), kinds)
		return replace(found, notes=(f"{target.source} was searched by words alone: {error}", *found.notes))


def _search(target: SearchTarget, wish: Wish, kinds: Registry[Backend] | None) -> SourceHits:
	reader = open_reader(target.build, kinds)
	found, kept = _candidates(reader, target, wish)
	best = kept[: wish.top_k]
	hits = with_neighbors(reader, best, target.neighbors) if target.neighbors else [hit for hit, _ in best]
	answered = _answered(reader, wish, found, best) if wish.is_compared else 1.0
	return SourceHits(target, hits, found.mode, found.notes, answered)


def _answered(reader: Reader, wish: Wish, found: Found, best: Sequence[tuple[Hit, Passage]]) -> float:
	"""How much of the query the best hit answers."""
	if not best or not isinstance(reader, Accountable):
		return 1.0
	chunk = best[0][1].chunk
	request = SearchRequest(wish.query, len(best), found.mode)
	return reader.evidence(request, found, [chunk]).chunks[chunk].answered


def _candidates(reader: Reader, target: SearchTarget, wish: Wish) -> tuple[Found, list[tuple[Hit, Passage]]]:
	"""What the index found in the end, and the best of it that may be shown: at least ``top_k`` if there are so many."""
	limit = max(wish.top_k, 0)
	# Verdicts are kept by chunk: a wider search repeats what the narrow one found, with new scores.
	verdicts: dict[int, bool] = {}
	while True:
		found = reader.search(SearchRequest(wish.query, limit, wish.mode, wish.filters))
		possible = (candidate for candidate in found.candidates if verdicts.get(candidate.chunk, True))
		kept: list[tuple[Hit, Passage]] = []
		while len(kept) < wish.top_k and (batch := list(islice(possible, _BATCH))):
			kept += _accepted(reader, target, batch, wish, verdicts)
		if len(kept) >= wish.top_k or len(found.candidates) < limit:
			return found, kept
		limit *= _REFILL_FACTOR


def _accepted(
	reader: Reader,
	target: SearchTarget,
	candidates: Sequence[Candidate],
	wish: Wish,
	verdicts: dict[int, bool],
) -> list[tuple[Hit, Passage]]:
	"""The hits of ``candidates`` that may be shown; asks ``wish.accept`` only about those not in ``verdicts``."""
	passages = reader.passages([candidate.chunk for candidate in candidates])
	if len(passages) < len(candidates):
		raise IndexCorrupt("The index names passages that it does not hold. Rebuild the source.")
	refuse_what_is_left_out(wish.filters, passages.values())
	build_id = reader.meta["build_id"]
	pairs = {
		candidate.chunk: (
			hit_of(target.source, build_id, passages[candidate.chunk], candidate.score),
			passages[candidate.chunk],
		)
		for candidate in candidates
	}
	unknown = [chunk for chunk in pairs if chunk not in verdicts]
	if wish.accept is None:
		verdicts.update(dict.fromkeys(unknown, True))
	elif unknown:
		answers = wish.accept([pairs[chunk][0] for chunk in unknown])
		verdicts.update(zip(unknown, map(bool, answers), strict=True))
	return [pair for chunk, pair in pairs.items() if verdicts[chunk]]
