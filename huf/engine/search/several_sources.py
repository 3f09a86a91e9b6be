"""The search of all sources together, which is the only way in."""

import time
from collections.abc import Mapping, Sequence

from huf.engine.analysis.query import echo, expanded_text, parse_query, storable
from huf.engine.asking import asked_of
from huf.engine.backends.base import Backend
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.errors import BuildError, UnknownKey
from huf.engine.ranking.of_sources import RankedList, fuse_sources
from huf.engine.registry import Registry
from huf.engine.request import Request
from huf.engine.search.asked_and_found import Accept, SearchRun, SearchTarget, SourceHits
from huf.engine.search.explaining import explanation_of
from huf.engine.search.hits.partly_read import MOST_NAMED, sentences
from huf.engine.search.hits.superseded import POOL, in_force_first, is_superseded
from huf.engine.search.named import documents_named_in
from huf.engine.search.one_source import SourceSearch
from huf.engine.search.opened.open_builds import drop_reader
from huf.engine.search.refilling import RefillBudget
from huf.engine.search.steps import PooledReranking, SourceReranking
from huf.engine.search.steps.reordering import words_of
from huf.engine.types import Hit, NamedDocument, Nearness, SearchResult, Skipped

ASKED_TOGETHER = 16
"""Sources whose first hits are asked about at once: half of the builds that a thread keeps open."""
COUNT_SECONDS = 0.5
"""How long refused hits are replaced for facets: what is found then is counted, and it is said that there may be more."""


def search(
	targets: Sequence[SearchTarget],
	request: Request,
	*,
	kinds: Registry[Backend] | None = None,
	accept: Accept | None = None,
	may_name: Accept | None = None,
	budget: RefillBudget | None = None,
) -> SearchResult:
	"""The best hits of all targets together. Which targets these are, the caller has made of ``request.sources``.

	The mode is hybrid where a target has vectors and keyword where it has none, unless the request names one. When the
	model that made the vectors cannot be asked, a hybrid search goes on by words alone, and a note says so.

	``accept`` sees every hit before it can be returned; refused hits are replaced by the next best
	until ``top_k`` are found or there are no more. A target that cannot be searched is named in
	``skipped``; it never makes the others fail. Hits of superseded inputs come last, at most half of all.

	``budget`` ends that early: ``top_k`` may not be found then, and a note says so. What is returned has been accepted all the same.

	What facets are counted from has been accepted in the same way, and is looked for when the hits are there.

	Inputs that are in an index in part only are named in ``partly_read`` and ``notes``, as far as ``may_name`` (``accept`` unless
	it is given) allows it; it gets them as hits without text.
	"""
	started = time.perf_counter()
	asked, is_compared = asked_of(request.query), len(targets) > 1
	query = parse_query(asked.text)
	counting = RefillBudget(COUNT_SECONDS) if budget and request.facets else None
	run = SearchRun(
		request,
		query,
		asked if asked.sentences else None,
		kinds,
		accept,
		may_name or accept,
		is_compared,
		time.time(),
		budget,
		counting,
	)
	readings = _readings(targets, query.text) if is_compared else {}
	shown: Sequence[Hit] = ()
	# Where a superseded hit is among the best, those in force are looked for further down.
	for width in (1, POOL):
		searches = [SourceSearch(target, run, request.top_k * width) for target in targets]
		failed = _read_together(searches, readings) if readings else {}
		found, skipped = _finished(searches, readings, failed, run.accept)
		hits = _in_order(found)
		shown = hits[: max(request.top_k, 0)] if width == 1 else in_force_first(hits, request.top_k)
		if not any(map(is_superseded, shown)):
			break
	used = [one.mode for one in found]
	unread = _notes_of(readings, targets) if readings else ()
	partly_read = tuple(one for source in found for one in source.partly_read)[:MOST_NAMED]
	sent = storable(request.query)
	return SearchResult(
		query=echo(sent),
		expanded_query=echo(expanded_text(sent, [text for one in found for text in one.added])),
		hits=_with_nearness(shown, searches),
		skipped=tuple(skipped),
		took_ms=(time.perf_counter() - started) * 1000,
		mode="hybrid" if "hybrid" in used else used[0] if used else request.mode or "keyword",
		notes=(
			*(note for one in found for note in one.notes),
			*unread,
			*sentences(partly_read),
			*([budget.note] if budget and budget.note else []),
		),
		went_without=(*(note for one in found for note in one.went_without), *unread),
		partly_read=partly_read,
		counted=tuple(hit for one in found for hit in one.counted),
		named=_named(shown, found, run) if request.names else (),
		counted_in_part=tuple(one.target.source for one in found if one.has_uncounted),
		explanation=explanation_of(query, request.filters, found, shown, _read_with(readings, targets))
		if request.explain
		else None,
	)


def _named(shown: Sequence[Hit], found: Sequence[SourceHits], run: SearchRun) -> tuple[NamedDocument, ...]:
	"""The documents that the passages name, of the sources that were searched."""
	builds = {one.target.source: one.target.build for one in found}
	return documents_named_in(shown, builds, kinds=run.kinds, may_name=run.may_name)


def _readings(targets: Sequence[SearchTarget], query: str) -> dict[int, PooledReranking]:
	"""For each target that another has the re-ranking model of: the reading that they share."""
	readings: dict[int, PooledReranking] = {}
	for number, target in enumerate(targets):
		if number in readings or (reranker := target.steps.reranker) is None:
			continue
		same = [other for other, one in enumerate(targets) if one.steps.reranker == reranker]
		if len(same) > 1:
			reading = PooledReranking(reranker, query, [targets[other].steps for other in same])
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


def _read_together(
	searches: Sequence[SourceSearch], readings: Mapping[int, PooledReranking]
) -> dict[int, BuildError | UnknownKey]:
	"""Start those that ``readings`` have and let their models read the best of all; why one could not be started."""
	failed: dict[int, BuildError | UnknownKey] = {}
	for number in readings:
		try:
			with storage_errors():
				searches[number].start()
		except (BuildError, UnknownKey) as error:
			failed[number] = error
	for reading in dict.fromkeys(readings.values()):
		reading.read(
			{
				number: searches[number].pool()
				for number, one in readings.items()
				if one is reading and number not in failed
			}
		)
	return failed


def _asked_together(
	searches: Mapping[int, SourceSearch], accept: Accept
) -> dict[int, BuildError | UnknownKey]:
	"""Ask about the first hits of all of these at once, which costs hardly more than to ask about those of one; why one has none."""
	hits: dict[int, dict[int, Hit]] = {}
	failed: dict[int, BuildError | UnknownKey] = {}
	for number, one in searches.items():
		try:
			with storage_errors():
				hits[number] = one.first_hits()
		except (BuildError, UnknownKey) as error:
			failed[number] = error
	together = [hit for own in hits.values() for hit in own.values()]
	verdicts = iter(accept(together) if together else ())
	for number, own in hits.items():
		searches[number].tell({chunk: bool(next(verdicts)) for chunk in own})
	return failed


def _finished(
	searches: Sequence[SourceSearch],
	readings: Mapping[int, PooledReranking],
	failed: dict[int, BuildError | UnknownKey],
	accept: Accept | None,
) -> tuple[list[SourceHits], list[Skipped]]:
	"""What each source has, and which could not be searched; few at a time, as a thread keeps few builds open."""
	found: list[SourceHits] = []
	skipped: list[Skipped] = []
	for number, one in enumerate(searches):
		if accept and len(searches) > 1 and number % ASKED_TOGETHER == 0:
			group = range(number, min(number + ASKED_TOGETHER, len(searches)))
			failed |= _asked_together({n: searches[n] for n in group if n not in readings}, accept)
		try:
			if number in failed:
				raise failed[number]
			with storage_errors():
				if number in readings:
					found.append(one.finish(SourceReranking(readings[number], number)))
				else:
					one.start()
					found.append(one.finish())
		except (BuildError, UnknownKey) as error:
			drop_reader(one.target.build)
			skipped.append(Skipped(one.target.source, error.code, str(error)))
	return found, skipped


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


def _with_nearness(hits: Sequence[Hit], searches: Sequence[SourceSearch]) -> tuple[Hit, ...]:
	"""The hits with how near they are, as far as their sources can say it now."""
	wanted: dict[str, set[str]] = {}
	for hit in hits:
		wanted.setdefault(hit.source, set()).add(hit.chunk_id)
	known: dict[str, dict[str, Nearness]] = {}
	for one in searches:
		if chunk_ids := wanted.get(one.target.source):
			try:
				with storage_errors():
					known[one.target.source] = one.nearness(chunk_ids)
			except BuildError:
				# The files were taken away, or the model was lost, since it was searched: what was found stands.
				known[one.target.source] = {}
	return tuple(hit._replace(nearness=known.get(hit.source, {}).get(hit.chunk_id)) for hit in hits)


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
