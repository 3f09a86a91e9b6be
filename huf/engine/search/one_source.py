"""The search of one source: its build is asked for more candidates until enough of them may be shown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from huf.engine.backends.base import (
	DEPTH,
	Backend,
	Candidate,
	Explainable,
	Found,
	Mode,
	Reader,
	SearchRequest,
)
from huf.engine.errors import EmbeddingFailed, IndexCorrupt, IndexOutdated, VectorStoreFailed
from huf.engine.filters import NO_FILTERS, Filters
from huf.engine.glossary import NO_GLOSSARY, Glossary
from huf.engine.query import Query
from huf.engine.ranking import priority_weight
from huf.engine.registry import Registry
from huf.engine.search.filtering import refuse_what_is_left_out
from huf.engine.search.open_builds import close_reader, find, is_open, open_reader
from huf.engine.search.partly_read import MOST_NAMED, partly_read_of
from huf.engine.search.passages import hit_of, with_neighbors
from huf.engine.search.scored_hits import ScoredHit
from huf.engine.search.spelling_notes import spelling_notes
from huf.engine.search.steps import RerankingPool, SourceReranking, StepRun, Steps
from huf.engine.search.why import WhySource, why_source
from huf.engine.types import Hit, PartlyRead

_BATCH = 100
"""Candidates read and judged at once; one search may have to go through many that are refused."""
_REFILL_FACTOR = 4
"""How many times more candidates to ask for when too many were refused."""

NO_STEPS = Steps()

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
	steps: Steps = NO_STEPS
	"""What is done with the hits after they are ranked."""
	glossary: Glossary = NO_GLOSSARY
	"""What the words of a query are also called in this source."""


@dataclass(frozen=True, slots=True)
class Wish:
	"""What is asked of every source alike."""

	query: Query
	top_k: int
	accept: Accept | None = None
	may_name: Accept | None = None
	"""Says of inputs, given as hits without text, whether the caller may know of them."""
	mode: Mode | None = None
	"""None: as well as each build can."""
	is_compared: bool = False
	"""Whether the hits will stand among those of other sources."""
	filters: Filters = NO_FILTERS
	"""What every index has to leave out before it ranks."""
	explain: bool = False
	"""Whether to say why."""
	glossary: Glossary = NO_GLOSSARY
	"""What the words of the query are also called."""
	now: float = 0.0
	"""Unix time in seconds, for what depends on age."""
	depth: int = DEPTH
	"""See :attr:`~huf.engine.backends.base.SearchRequest.depth`."""


@dataclass(frozen=True, slots=True)
class SourceHits:
	"""The hits of one source, best first, and how it was searched."""

	target: SearchTarget
	hits: Sequence[Hit]
	mode: Mode
	notes: tuple[str, ...] = ()
	query_coverage: float = 1.0
	"""How much of the query the best hit answers, 0 to 1, if that was asked for."""
	why: WhySource | None = None
	added: tuple[str, ...] = ()
	"""What the glossary added to the query."""
	own_answered: float = 1.0
	"""How much of the query the best hit answers by the measure of the index, whatever a model said of it."""
	best_read: float = 0.0
	"""The best score that a re-ranking model gave; 0 when none has read the hits."""
	partly_read: tuple[PartlyRead, ...] = ()


class Started(NamedTuple):
	"""The search of one source as far as it goes without re-ranking."""

	target: SearchTarget
	wish: Wish
	"""With the query as the glossary of the source expands it."""
	kinds: Registry[Backend] | None
	reader: Reader
	wanted: int
	found: Found
	pool: Sequence[ScoredHit]
	query_coverage: float
	"""How much of the query the best hit answers, if that was asked for."""
	verdicts: dict[int, bool]
	"""What may be seen, by chunk: a wider search repeats what the narrow one found, with new scores."""
	notes: tuple[str, ...] = ()

	@property
	def pools(self) -> RerankingPool:
		"""What there is to re-rank together with other sources."""
		run = StepRun(self.target.steps, self.wish.query.text, self.wish.top_k, self.wish.now)
		scored_hits = run.before_reading(self.pool[: self.wanted], self.query_coverage)
		return RerankingPool(scored_hits, priority_weight(self.target.priority))


def search_source(target: SearchTarget, wish: Wish, kinds: Registry[Backend] | None) -> SourceHits:
	"""The best ``top_k`` hits of one source that the caller may see.

	When the model that made the vectors or the store that has them cannot be asked, a search in no particular
	mode goes on by words alone, and a note says so.

	Raises:
		BuildError: the build cannot be searched, or not in the mode that is asked for.
		UnknownKey: ``kinds`` lacks its kind of index.
	"""
	return finish_search(start_search(target, wish, kinds))


def start_search(target: SearchTarget, wish: Wish, kinds: Registry[Backend] | None) -> Started:
	"""The first half of :func:`search_source`, with the same errors."""
	was_open = is_open(target.build)
	try:
		try:
			return _start(target, wish, kinds)
		except IndexOutdated:
			if not was_open:
				raise
			# It was opened when another embedder was at hand.
			close_reader(target.build)
			return _start(target, wish, kinds)
	except (EmbeddingFailed, VectorStoreFailed) as error:
		return _by_words_alone(target, wish, kinds, error)


def finish_search(started: Started, pooled: SourceReranking | None = None) -> SourceHits:
	"""The second half of :func:`search_source`, with the same errors.

	``pooled`` is the part of this source in a re-ranking with others.
	"""
	try:
		return _finish(started, pooled)
	except (EmbeddingFailed, VectorStoreFailed) as error:
		again = _by_words_alone(started.target, started.wish, started.kinds, error)
		return _finish(again, pooled)


def _by_words_alone(
	target: SearchTarget, wish: Wish, kinds: Registry[Backend] | None, error: Exception
) -> Started:
	"""Start anew without vectors, after ``error``; raises that again when nothing else was wanted."""
	# Opened anew next time, with the embedder, and its key, that are at hand then.
	close_reader(target.build)
	if wish.mode == "vector":
		raise error
	started = _start(target, replace(wish, mode="keyword"), kinds)
	return started._replace(notes=(f"{target.source} was searched by words alone: {error}",))


def _start(target: SearchTarget, wish: Wish, kinds: Registry[Backend] | None) -> Started:
	reader = open_reader(target.build, kinds)
	glossary = wish.glossary + target.glossary
	query = glossary.expanded(wish.query, getattr(reader, "languages", ()))
	if query is not wish.query:
		wish = replace(wish, query=query)
	verdicts: dict[int, bool] = {}
	wanted = target.steps.pool(max(wish.top_k, 0))
	found, pool = _candidates(reader, target, wish, wanted, verdicts)
	query_coverage = _query_coverage(reader, target, wish, found, pool)
	return Started(target, wish, kinds, reader, wanted, found, pool, query_coverage, verdicts)


def _finish(started: Started, pooled: SourceReranking | None) -> SourceHits:
	target, wish, verdicts = started.target, started.wish, started.verdicts
	wanted, found, pool, query_coverage = started.wanted, started.found, started.pool, started.query_coverage
	# Other sources were opened since, and this one may have been closed for them.
	reader = open_reader(target.build, started.kinds) if pooled else started.reader
	run = StepRun(target.steps, wish.query.text, wish.top_k, wish.now, pooled)
	while True:
		best = run.apply(pool[:wanted], query_coverage)[: wish.top_k]
		if len(best) >= wish.top_k or len(pool) < wanted or run.is_settled:
			break
		wanted *= _REFILL_FACTOR
		found, pool = _candidates(reader, target, wish, wanted, verdicts)
		query_coverage = _query_coverage(reader, target, wish, found, pool)
	own = query_coverage
	if not target.steps.is_empty:
		best = [scored._replace(hit=scored.hit._replace(score=scored.score)) for scored in best]
		query_coverage = best[0].score if best else query_coverage
	notes = [*started.notes, *found.notes, *([f"{target.source}: {run.note}"] if run.note else [])]
	hits = (
		with_neighbors(reader, best, target.neighbors)
		if target.neighbors
		else [scored.hit for scored in best]
	)
	if found.corrections:
		notes += spelling_notes(found.corrections, hits, target.source if wish.is_compared else "")
	why = why_source(reader, wish.query, found, best, run.trace, verdicts) if wish.explain else None
	added = tuple(expansion.text for expansion in wish.query.expansions)
	partly = partly_read_of(target.source, target.build, reader, wish.filters, wish.may_name)
	return SourceHits(
		target,
		hits,
		found.mode,
		tuple(notes),
		query_coverage,
		why,
		added,
		own,
		run.best_read,
		tuple(islice(partly, MOST_NAMED)),
	)


def _query_coverage(
	reader: Reader, target: SearchTarget, wish: Wish, found: Found, pool: Sequence[ScoredHit]
) -> float:
	"""How much of the query the best hit answers, where that matters."""
	is_asked = wish.is_compared or not target.steps.is_empty
	if not is_asked or not pool or not isinstance(reader, Explainable):
		return 1.0
	chunk = pool[0].passage.chunk
	request = SearchRequest(wish.query, 1, found.mode, depth=wish.depth)
	return reader.evidence(request, found, [chunk]).chunks[chunk].query_coverage


def _candidates(
	reader: Reader, target: SearchTarget, wish: Wish, wanted: int, verdicts: dict[int, bool]
) -> tuple[Found, list[ScoredHit]]:
	"""What the index found in the end, and the best of it that may be shown: at least ``wanted`` if there are so many."""
	limit = wanted
	while True:
		found = find(
			target.build, reader, SearchRequest(wish.query, limit, wish.mode, wish.filters, wish.depth)
		)
		possible = (candidate for candidate in found.candidates if verdicts.get(candidate.chunk, True))
		kept: list[ScoredHit] = []
		while len(kept) < wanted and (batch := list(islice(possible, _BATCH))):
			kept += _accepted(reader, target, batch, wish, verdicts, len(kept))
		if len(kept) >= wanted or len(found.candidates) < limit:
			return found, kept
		limit *= _REFILL_FACTOR


def _accepted(
	reader: Reader,
	target: SearchTarget,
	candidates: Sequence[Candidate],
	wish: Wish,
	verdicts: dict[int, bool],
	before: int,
) -> list[ScoredHit]:
	"""The hits of ``candidates``, which come after ``before`` others, that may be shown; asks ``wish.accept`` only about
	those not in ``verdicts``."""
	passages = reader.passages([candidate.chunk for candidate in candidates])
	if len(passages) < len(candidates):
		raise IndexCorrupt("The index names passages that it does not hold. Rebuild the source.")
	refuse_what_is_left_out(wish.filters, passages.values())
	build_id = reader.meta["build_id"]
	scored_hits = {
		candidate.chunk: ScoredHit(
			hit_of(target.source, build_id, passages[candidate.chunk], candidate.score, rank),
			passages[candidate.chunk],
			candidate.score,
		)
		for rank, candidate in enumerate(candidates, start=before + 1)
	}
	unknown = [chunk for chunk in scored_hits if chunk not in verdicts]
	if wish.accept is None:
		verdicts.update(dict.fromkeys(unknown, True))
	elif unknown:
		answers = wish.accept([scored_hits[chunk].hit for chunk in unknown])
		verdicts.update(zip(unknown, map(bool, answers), strict=True))
	return [scored for chunk, scored in scored_hits.items() if verdicts[chunk]]
