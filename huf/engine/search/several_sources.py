"""The search of all sources together, which is the only way in."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from huf.engine.backends.base import DEPTH, Backend, Mode
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.errors import BuildError, UnknownKey
from huf.engine.filters import NO_FILTERS, Filters
from huf.engine.glossary import NO_GLOSSARY, Glossary
from huf.engine.query import echo, expanded_text, parse_query, storable
from huf.engine.ranking import RankedList, fuse_sources
from huf.engine.registry import Registry
from huf.engine.search.explaining import explanation_of
from huf.engine.search.one_source import (
	Accept,
	SearchTarget,
	SourceHits,
	Started,
	Wish,
	finish_search,
	search_source,
	start_search,
)
from huf.engine.search.open_builds import drop_reader
from huf.engine.search.partly_read import MOST_NAMED, sentences
from huf.engine.search.steps import PooledReranking, SourceReranking
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
	may_name: Accept | None = None,
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

	Inputs that are in an index in part only are named in ``partly_read`` and ``notes``, as far as ``may_name`` (``accept`` unless
	it is given) allows it; it gets them as hits without text.

	``explain`` has the result say why; the hits are the same. ``depth`` is how many chunks of each leg a hybrid
	search puts together.
	"""
	started = time.perf_counter()
	wish = Wish(
		query=parse_query(query),
		top_k=top_k,
		accept=accept,
		may_name=may_name or accept,
		mode=mode,
		is_compared=len(targets) > 1,
		filters=filters,
		explain=explain,
		glossary=glossary,
		now=time.time(),
		depth=max(1, depth),
	)
	readings = _readings(targets, wish) if wish.is_compared else {}
	found, skipped = _asked(targets, wish, kinds, readings)
	hits = tuple(_in_order(found)[: max(top_k, 0)])
	if any(map(is_superseded, hits)):
		found, skipped = _asked(targets, replace(wish, top_k=top_k * POOL), kinds, readings)
		hits = tuple(in_force_first(_in_order(found), top_k))
	used = [one.mode for one in found]
	partly_read = tuple(one for source in found for one in source.partly_read)[:MOST_NAMED]
	asked = storable(query)
	return SearchResult(
		query=echo(asked),
		expanded_query=echo(expanded_text(asked, [text for one in found for text in one.added])),
		hits=hits,
		skipped=tuple(skipped),
		took_ms=(time.perf_counter() - started) * 1000,
		mode="hybrid" if "hybrid" in used else used[0] if used else mode or "keyword",
		notes=(
			*(note for one in found for note in one.notes),
			*(_notes_of(readings, targets) if readings else ()),
			*sentences(partly_read),
		),
		partly_read=partly_read,
		explanation=explanation_of(wish.query, filters, found, hits, _read_with(readings, targets))
		if explain
		else None,
	)


def _readings(targets: Sequence[SearchTarget], wish: Wish) -> dict[int, PooledReranking]:
	"""For each target that another has the re-ranking model of: the reading that they share."""
	readings: dict[int, PooledReranking] = {}
	for number, target in enumerate(targets):
		if number in readings or (reranker := target.steps.reranker) is None:
			continue
		same = [other for other, one in enumerate(targets) if one.steps.reranker == reranker]
		if len(same) > 1:
			reading = PooledReranking(reranker, wish.query.text, [targets[other].steps for other in same])
			readings.update(dict.fromkeys(same, reading))
	return readings


def _read_with(
	readings: Mapping[int, PooledReranking], targets: Sequence[SearchTarget]
) -> dict[str, tuple[str, ...]]:
	"""For each source whose hits were read together with those of others: these others."""
	return {
		targets[number].source: tuple(
			targets[other].source for other, one in readings.items() if one is reading and other != number
		)
		for number, reading in readings.items()
		if not reading.note
	}


def _notes_of(readings: Mapping[int, PooledReranking], targets: Sequence[SearchTarget]) -> tuple[str, ...]:
	"""What did not work for several sources together, once for each model."""
	failed: dict[str, list[str]] = {}
	for number, reading in readings.items():
		if reading.note:
			failed.setdefault(reading.note, []).append(targets[number].source)
	return tuple(f"{', '.join(sources)}: {note}" for note, sources in failed.items())


def _asked(
	targets: Sequence[SearchTarget],
	wish: Wish,
	kinds: Registry[Backend] | None,
	readings: Mapping[int, PooledReranking],
) -> tuple[list[SourceHits], list[Skipped]]:
	"""What each target has, and which could not be searched. What ``readings`` have is read together, before it is cut."""
	found: list[SourceHits] = []
	skipped: list[Skipped] = []
	started = _rerank_pooled(targets, wish, kinds, readings) if readings else {}
	for number, target in enumerate(targets):
		try:
			with storage_errors():
				if number not in started:
					found.append(search_source(target, wish, kinds))
				elif isinstance(begun := started[number], Started):
					found.append(finish_search(begun, SourceReranking(readings[number], number)))
				else:
					raise begun
		except (BuildError, UnknownKey) as error:
			drop_reader(target.build)
			skipped.append(Skipped(target.source, error.code, str(error)))
	return found, skipped


def _rerank_pooled(
	targets: Sequence[SearchTarget],
	wish: Wish,
	kinds: Registry[Backend] | None,
	readings: Mapping[int, PooledReranking],
) -> dict[int, Started | BuildError | UnknownKey]:
	"""The targets that ``readings`` have, searched as far as it goes without the model, which has then read what it is to
	read; or why one could not be searched."""
	started: dict[int, Started | BuildError | UnknownKey] = {}
	for number in readings:
		try:
			with storage_errors():
				started[number] = start_search(targets[number], wish, kinds)
		except (BuildError, UnknownKey) as error:
			started[number] = error
	for reading in dict.fromkeys(readings.values()):
		reading.read(
			{
				number: one.pools
				for number, one in started.items()
				if isinstance(one, Started) and readings[number] is reading
			}
		)
	return started


def _in_order(found: Sequence[SourceHits]) -> list[Hit]:
	"""The hits of all sources, by rank. Of equal texts one stays, if the source of the other wants that; it names the inputs
	of both. That leaves no fewer hits than were asked for: each source has given so many by itself."""
	scales = _scales(found) if len(found) > 1 else [1.0]
	lists = [
		RankedList([hit.score for hit in one.hits], one.target.priority, one.query_coverage * scale)
		for one, scale in zip(found, scales, strict=False)
	]
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


def _scales(found: Sequence[SourceHits]) -> list[float]:
	"""What the scores of each source are multiplied by to be compared with the others'.

	Models score as they were trained to: one calls a good answer 0.9, another 0.02. So the best hit of those that one model
	has read counts as much as its index says that it answers. Where one model has read all, its scores are compared as they are.
	"""
	models = [one.target.steps.reranker if one.best_read > 0 else None for one in found]
	with_hits = [model for model, one in zip(models, found, strict=True) if one.hits]
	if all(model == with_hits[0] for model in with_hits):
		return [1.0] * len(found)
	scales = []
	for model in models:
		alike = [
			one for one, other in zip(found, models, strict=True) if model is not None and other == model
		]
		scales.append(
			max(one.own_answered for one in alike) / max(one.best_read for one in alike) if alike else 1.0
		)
	return scales
