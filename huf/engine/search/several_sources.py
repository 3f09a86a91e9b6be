"""The search of all sources together, which is the only way in."""

import time
from collections.abc import Sequence
from dataclasses import replace

from huf.engine.backends.base import DEPTH, Backend, Mode
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.errors import BuildError, UnknownKey
from huf.engine.filters import NO_FILTERS, Filters
from huf.engine.glossary import NO_GLOSSARY, Glossary
from huf.engine.query import expanded_text, parse_query, storable
from huf.engine.ranking import RankedList, fuse_sources
from huf.engine.registry import Registry
from huf.engine.search.explaining import explanation_of
from huf.engine.search.one_source import Accept, SearchTarget, SourceHits, Wish, search_source
from huf.engine.search.open_builds import close_reader
from huf.engine.search.steps.collapse import words_of
from huf.engine.search.superseded import POOL, in_force_first, is_superseded
from huf.engine.types import Hit, SearchResult, Skipped


def search(
	targets: Sequence[SearchTarget],
	query: str,
	*,
	top_k: int = 5,
	accept: Accept | None = None,
	kinds: Registry[Backend] | None = None,
	mode: Mode | None = None,
	filters: Filters = NO_FILTERS,
	glossary: Glossary = NO_GLOSSARY,
	explain: bool = False,
	depth: int = DEPTH,
) -> SearchResult:
	"""The best ``top_k`` hits of all targets together.

	``mode`` is hybrid where a target has vectors and keyword where it has none, unless it is given. When the
	model that made the vectors cannot be asked, a hybrid search goes on by words alone, and a note says so.

	``filters`` (:func:`~huf.engine.filters.parsing.parse_filters`) is what each index ranks within: it never makes
	fewer hits of those that satisfy it.

	``glossary`` adds to the query what its words are also called, in all targets; those of a target act in it alone.

	``accept`` sees every hit before it can be returned; refused hits are replaced by the next best
	until ``top_k`` are found or there are no more. A target that cannot be searched is named in
	``skipped``; it never makes the others fail. Hits of superseded inputs come last, at most half of all.

	``explain`` has the result say why; the hits are the same. ``depth`` is how many chunks of each leg a hybrid
	search puts together.
	"""
	started = time.perf_counter()
	wish = Wish(
		query=parse_query(query),
		top_k=top_k,
		accept=accept,
		mode=mode,
		is_compared=len(targets) > 1,
		filters=filters,
		explain=explain,
		glossary=glossary,
		now=time.time(),
		depth=max(1, depth),
	)
	found, skipped = _asked(targets, wish, kinds)
	hits = tuple(_in_order(found)[: max(top_k, 0)])
	if any(map(is_superseded, hits)):
		found, skipped = _asked(targets, replace(wish, top_k=top_k * POOL), kinds)
		hits = tuple(in_force_first(_in_order(found), top_k))
	used = [one.mode for one in found]
	asked = storable(query)
	return SearchResult(
		query=asked,
		expanded_query=expanded_text(asked, [text for one in found for text in one.added]),
		hits=hits,
		skipped=tuple(skipped),
		took_ms=(time.perf_counter() - started) * 1000,
		mode="hybrid" if "hybrid" in used else used[0] if used else mode or "keyword",
		notes=tuple(note for one in found for note in one.notes),
		explanation=explanation_of(wish.query, filters, found, hits) if explain else None,
	)


def _asked(
	targets: Sequence[SearchTarget], wish: Wish, kinds: Registry[Backend] | None
) -> tuple[list[SourceHits], list[Skipped]]:
	"""What each target has, and which could not be searched."""
	skipped: list[Skipped] = []
	found: list[SourceHits] = []
	for target in targets:
		try:
			with storage_errors():
				found.append(search_source(target, wish, kinds))
		except (BuildError, UnknownKey) as error:
			close_reader(target.build)
			skipped.append(Skipped(target.source, error.code, str(error)))
	return found, skipped


def _in_order(found: Sequence[SourceHits]) -> list[Hit]:
	"""The hits of all sources, by rank. Of equal texts one stays, if the source of the other wants that; it names the inputs
	of both. That leaves no fewer hits than were asked for: each source has given so many by itself."""
	lists = [RankedList([hit.score for hit in one.hits], one.target.priority, one.answered) for one in found]
	hits: list[Hit] = []
	first: dict[str, int] = {}
	is_collapsing = len(found) > 1 and any(one.target.steps.collapse for one in found)
	for score, number, place in fuse_sources(lists) if lists else ():
		hit = found[number].hits[place]
		if is_collapsing:
			same = first.setdefault(words_of(hit), len(hits))
			if same < len(hits) and found[number].target.steps.collapse:
				kept = hits[same]
				hits[same] = kept._replace(also_in=(*kept.also_in, hit.input, *hit.also_in))
				continue
		hits.append(hit.placed(len(hits) + 1, score))
	return hits
