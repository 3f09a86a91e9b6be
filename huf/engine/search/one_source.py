"""The search of one source: its build is asked for more candidates until enough of them may be shown."""

from collections.abc import Collection, Mapping, Sequence
from itertools import islice

from huf.engine.analysis.query import Query
from huf.engine.analysis.synonyms import with_synonyms
from huf.engine.backends.base import (
	Candidate,
	Explainable,
	Found,
	Passage,
	Reader,
	SearchRequest,
)
from huf.engine.errors import BuildError, EmbeddingFailed, IndexCorrupt, IndexOutdated, VectorStoreFailed
from huf.engine.ranking.of_sources import priority_weight
from huf.engine.search.asked_and_found import SearchRun, SearchTarget, SourceHits
from huf.engine.search.choosing import chosen
from huf.engine.search.filtering import refuse_what_is_left_out
from huf.engine.search.hits.nearness import nearer, nearness
from huf.engine.search.hits.partly_read import MOST_NAMED, partly_read_of
from huf.engine.search.hits.passages import hit_of, with_neighbors
from huf.engine.search.hits.scored_hits import ScoredHit
from huf.engine.search.hits.spelling_notes import spelling_notes
from huf.engine.search.hits.summarized import passage_behind, summary_label
from huf.engine.search.hits.why import why_source
from huf.engine.search.opened.open_builds import close_reader, found_cache, is_open, open_reader, renew
from huf.engine.search.refilling import RefillBudget
from huf.engine.search.steps import RerankingPool, SourceReranking, StepRun
from huf.engine.sentences import sentence
from huf.engine.types import Hit, Nearness

_BATCH = 100
"""Candidates read and judged at once; one search may have to go through many that are refused."""
_REFILL_FACTOR = 4
"""How many times more candidates to ask for when too many were refused."""

_Find = tuple[Found, list[ScoredHit], bool]
"""What the index found, the hits of it that may be shown, and whether that ended early."""


class SourceSearch:
	"""The search of one source in two halves: between them its hits may be re-ranked together with those of others.

	When the model that made the vectors or the store that has them cannot be asked, a search in no particular
	mode goes on by words alone, and a note says so.
	"""

	def __init__(self, target: SearchTarget, run: SearchRun, top_k: int) -> None:
		self.target, self._run, self._top_k = target, run, max(top_k, 0)
		self._mode = run.request.mode
		self._notes: list[str] = []
		self._has_refused = False
		self._reader: Reader
		self._chosen: Query | None = None
		self._query: Query
		"""As the glossary of the source expands it."""
		self._found: Found
		self._pool: list[ScoredHit]
		"""The best of it that may be shown: at least ``_wanted`` if there are so many."""
		self._wanted: int
		self._query_coverage: float
		"""How much of the query the best of the pool answers, if that matters."""
		self._verdicts: dict[int, bool] = {}
		"""What may be seen, by chunk: a wider search repeats what the narrow one found, with new scores."""
		self._first: dict[int, ScoredHit] = {}
		"""By chunk, what was read to ask about it before the search starts."""
		self._behind: dict[int, Passage] = {}
		"""By chunk of a summary, the passage that takes its place: a wider search finds the same summaries again."""

	def first_hits(self) -> dict[int, Hit]:
		"""By chunk, the hits that have to be asked about first, with the errors of :meth:`start`."""
		renew(self.target.build)
		may_be_old = is_open(self.target.build)
		while True:
			try:
				self._open()
				asked = self._asked(self._limit(self.target.steps.pool(self._top_k)))
				found = found_cache().search(self.target.build, self._reader, asked)
				self._first = self._read(found.candidates[:_BATCH], 0, found)
				return {chunk: scored.hit for chunk, scored in self._first.items()}
			except (IndexOutdated, EmbeddingFailed, VectorStoreFailed) as error:
				may_be_old = self._go_on(error, may_be_old)

	def tell(self, verdicts: Mapping[int, bool]) -> None:
		"""Which of the :meth:`first_hits` may be shown."""
		self._verdicts.update(verdicts)
		self._has_refused = self._has_refused or not all(verdicts.values())

	def start(self) -> None:
		"""The search as far as it goes without re-ranking.

		Raises:
			BuildError: the build cannot be searched, or not in the mode that is asked for.
			UnknownKey: ``kinds`` lacks its kind of index.
		"""
		renew(self.target.build)
		may_be_old = is_open(self.target.build)
		while True:
			try:
				self._open()
				wanted = self.target.steps.pool(self._top_k)
				self._keep(self._find(wanted, self._run.budget), wanted)
				return
			except (IndexOutdated, EmbeddingFailed, VectorStoreFailed) as error:
				may_be_old = self._go_on(error, may_be_old)

	def _go_on(self, error: BuildError, may_be_old: bool) -> bool:
		"""Make ready for another try after ``error``, or raise it; whether the build may then have been opened too long ago."""
		if not isinstance(error, IndexOutdated):
			self._go_on_by_words(error)
			return may_be_old
		if not may_be_old:
			raise error
		# It was opened when another embedder was at hand.
		close_reader(self.target.build)
		return False

	def pool(self) -> RerankingPool:
		"""What there is to re-rank together with other sources."""
		scored_hits = self._steps().before_reading(self._pool[: self._wanted], self._query_coverage)
		return RerankingPool(scored_hits, priority_weight(self.target.priority))

	def finish(self, pooled: SourceReranking | None = None) -> SourceHits:
		"""The best hits that the caller may see, after all steps; with the errors of :meth:`start`.

		``pooled`` is the part of this source in a re-ranking with others.
		"""
		if pooled:
			# Other sources were opened since, and this one may have been closed for them.
			self._reader = open_reader(self.target.build, self._run.kinds)
		steps = self._steps(pooled)
		while True:
			try:
				best = steps.apply(self._pool[: self._wanted], self._query_coverage)[: self._top_k]
				if len(best) >= self._top_k or len(self._pool) < self._wanted or steps.is_settled:
					return self._hits(best, steps)
				wanted = self._wanted * _REFILL_FACTOR
				self._keep(self._find(wanted, self._run.budget), wanted)
			except (EmbeddingFailed, VectorStoreFailed) as error:
				self._go_on_by_words(error)
				self._open()
				wanted = self.target.steps.pool(self._top_k)
				self._keep(self._find(wanted, self._run.budget), wanted)
				steps = self._steps(pooled)

	def nearness(self, chunk_ids: Collection[str]) -> dict[str, Nearness]:
		"""How near those of the hits are of which the index can say it."""
		chunks: dict[int, str] = {}
		for scored in self._pool:
			if scored.hit.chunk_id in chunk_ids:
				# What was found by a summary is as near as the nearer of the two.
				for one in filter(None, (scored.passage, scored.summary)):
					chunks[one.chunk] = scored.hit.chunk_id
		# Other sources were opened since, and this one may have been closed for them.
		reader = open_reader(self.target.build, self._run.kinds)
		if not chunks or not isinstance(reader, Explainable):
			return {}
		asked = SearchRequest(self._query, len(chunks), self._found.mode, depth=self._run.request.depth)
		of = reader.evidence(asked, self._found, list(chunks))
		found: dict[str, Nearness] = {}
		for chunk, evidence in of.chunks.items():
			near, known = nearness(evidence, of), found.get(chunks[chunk])
			found[chunks[chunk]] = near if known is None else nearer(near, known)
		return found

	def _steps(self, pooled: SourceReranking | None = None) -> StepRun:
		return StepRun(self.target.steps, self._query.text, self._top_k, self._run.now, pooled)

	def _open(self) -> None:
		self._reader = open_reader(self.target.build, self._run.kinds)
		glossary = self._run.request.glossary + self.target.glossary
		if self._chosen is None:
			self._chosen = self._run.query
			if self._run.asked:
				self._chosen = chosen(
					self._run.asked, self._reader, self._run.request.filters, self._may_be_shown
				)
		languages = getattr(self._reader, "languages", ())
		self._query = glossary.expanded(self._chosen, languages)
		if self._run.request.synonyms:
			self._query = with_synonyms(self._query, languages)

	def _may_be_shown(self, candidates: Sequence[Candidate]) -> set[int]:
		return {scored.passage.chunk for scored in self._accepted(candidates, 1, None)}

	def _go_on_by_words(self, error: Exception) -> None:
		"""Leave the vectors out from here on, because of ``error``; raise that again when nothing else was wanted."""
		# Opened anew next time, with the embedder, and its key, that are at hand then.
		close_reader(self.target.build)
		if self._mode == "vector" or self._notes:
			raise error
		self._mode = "keyword"
		self._behind.clear()
		self._notes.append(sentence(f"{self.target.source} was searched by words alone: {error}"))

	def _keep(self, find: _Find, wanted: int) -> None:
		self._found, self._pool, _is_over = find
		self._wanted = wanted
		self._query_coverage = self._covered()

	def _find(self, wanted: int, budget: RefillBudget | None) -> _Find:
		"""Ask the index until ``wanted`` candidates may be shown, there are no more, or the budget is spent."""
		widenings, is_over, limit = 0, False, self._limit(wanted)
		while True:
			found = found_cache().search(self.target.build, self._reader, self._asked(limit))
			possible = (one for one in found.candidates if self._verdicts.get(one.chunk, True))
			pool: list[ScoredHit] = []
			pooled: set[int] = set()
			while len(pool) < wanted and (batch := list(islice(possible, _BATCH))):
				# A passage may be there already by its summary, or the other way round.
				new = [
					one for one in self._accepted(batch, len(pool), found) if one.passage.chunk not in pooled
				]
				pooled.update(one.passage.chunk for one in new)
				pool += new
				has_more = len(batch) == _BATCH or len(found.candidates) >= limit
				if has_more and len(pool) < wanted and (is_over := self._is_over(budget, widenings)):
					break
			if is_over or len(pool) >= wanted or len(found.candidates) < limit:
				return found, pool, is_over
			limit *= _REFILL_FACTOR
			widenings += 1

	def _limit(self, wanted: int) -> int:
		"""How many candidates to ask for: what facets need as well, so that the index is asked once for both."""
		facets = self._run.request.facets
		return max(wanted, facets + 1) if facets else wanted

	def _asked(self, limit: int) -> SearchRequest:
		request = self._run.request
		return SearchRequest(self._query, limit, self._mode, request.filters, request.depth)

	def _counted(self) -> tuple[tuple[Hit, ...], bool]:
		"""What facets are counted from, and whether there is more of it. One hit more than is counted decides that: how many
		candidates there are would tell of those that are refused."""
		most = self._run.request.facets
		if most < 1:
			return (), False
		_found, pool, is_over = self._find(most + 1, self._run.count_budget)
		return tuple(scored.hit for scored in pool[:most]), is_over or len(pool) > most

	def _is_over(self, budget: RefillBudget | None, widenings: int) -> bool:
		return budget is not None and self._has_refused and budget.is_spent(widenings)

	def _accepted(self, candidates: Sequence[Candidate], before: int, found: Found | None) -> list[ScoredHit]:
		"""The hits of ``candidates``, which come after ``before`` others, that may be shown; asks only about those of which
		it is not known."""
		scored_hits, verdicts, accept = (
			self._read(candidates, before, found),
			self._verdicts,
			self._run.accept,
		)
		unknown = [chunk for chunk in scored_hits if chunk not in verdicts]
		if accept is None:
			verdicts.update(dict.fromkeys(unknown, True))
		elif unknown:
			answers = accept([scored_hits[chunk].hit for chunk in unknown])
			self.tell(dict(zip(unknown, map(bool, answers), strict=True)))
		return [scored for chunk, scored in scored_hits.items() if verdicts[chunk]]

	def _read(
		self, candidates: Sequence[Candidate], before: int, found: Found | None
	) -> dict[int, ScoredHit]:
		"""By chunk, the hits of ``candidates`` of ``found``, which come after ``before`` others. In the place of a summary stands the passage
		that it leads to; without ``found`` summaries are left out."""
		if not before and [(one.chunk, one.score) for one in candidates] == [
			(chunk, scored.score) for chunk, scored in self._first.items()
		]:
			return self._first
		passages = self._reader.passages([candidate.chunk for candidate in candidates])
		if len(passages) < len(candidates):
			raise IndexCorrupt("The index names passages that it does not hold. Rebuild the source.")
		refuse_what_is_left_out(self._run.request.filters, passages.values())
		source, build_id = self.target.source, self._reader.meta["build_id"]
		scored_hits: dict[int, ScoredHit] = {}
		for candidate in candidates:
			passage, summary, label = passages[candidate.chunk], None, ""
			if passage.is_summary:
				if found is None:
					continue
				summary, label = passage, summary_label(passage)
				passage = self._passage_behind(found, summary)
			if passage.chunk not in scored_hits:
				rank = before + len(scored_hits) + 1
				hit = hit_of(source, build_id, passage, candidate.score, rank, label)
				scored_hits[passage.chunk] = ScoredHit(hit, passage, candidate.score, summary)
		return scored_hits

	def _passage_behind(self, found: Found, summary: Passage) -> Passage:
		"""What stands in the place of a summary that ``found`` names."""
		if summary.chunk not in self._behind:
			self._behind[summary.chunk] = passage_behind(self._reader, self._asked(1), found, summary)
		return self._behind[summary.chunk]

	def _covered(self) -> float:
		"""How much of the query the best hit answers, where that matters."""
		is_asked = self._run.is_compared or not self.target.steps.is_empty
		if not is_asked or not self._pool or not isinstance(self._reader, Explainable):
			return 1.0
		# What was found by a summary has the score of that.
		chunk = (self._pool[0].summary or self._pool[0].passage).chunk
		asked = SearchRequest(self._query, 1, self._found.mode, depth=self._run.request.depth)
		return self._reader.evidence(asked, self._found, [chunk]).chunks[chunk].query_coverage

	def _hits(self, best: Sequence[ScoredHit], steps: StepRun) -> SourceHits:
		"""``best``, which all ``steps`` left, and what is to be said of them."""
		target, run, reader, found = self.target, self._run, self._reader, self._found
		own = query_coverage = self._query_coverage
		if not target.steps.is_empty:
			best = [scored._replace(hit=scored.hit._replace(score=scored.score)) for scored in best]
			query_coverage = best[0].score if best else own
		hits = (
			with_neighbors(reader, best, target.neighbors)
			if target.neighbors
			else [scored.hit for scored in best]
		)
		went_without = (*self._notes, *([f"{target.source}: {steps.note}"] if steps.note else []))
		notes = [*went_without, *found.notes]
		if found.corrections:
			notes += spelling_notes(found.corrections, hits, target.source if run.is_compared else "")
		counted, has_uncounted = self._counted()
		partly = partly_read_of(target.source, target.build, reader, run.request.filters, run.may_name)
		return SourceHits(
			target,
			hits,
			found.mode,
			tuple(notes),
			went_without,
			query_coverage,
			why_source(reader, self._query, found, best, steps.trace, self._verdicts)
			if run.request.explain
			else None,
			self._query.added,
			own,
			steps.best_read,
			tuple(islice(partly, MOST_NAMED)),
			counted,
			has_uncounted,
		)
