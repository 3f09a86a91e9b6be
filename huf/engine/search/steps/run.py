"""The steps of one search, one after the other."""

from collections.abc import Callable, Sequence

from huf.engine.ranking.of_sources import shares
from huf.engine.search.hits.scored_hits import ScoredHit
from huf.engine.search.steps.reordering import at_most_per_input, collapse, mmr, prefer_fresh
from huf.engine.search.steps.reranking import Reranking, SourceReranking
from huf.engine.search.steps.settings import Steps

Step = Callable[[Sequence[ScoredHit]], list[ScoredHit]]


class StepRun:
	"""Applies the steps of one source to one query; again, with a wider pool, when too few hits are left."""

	def __init__(
		self, steps: Steps, query: str, top_k: int, now: float, pooled: SourceReranking | None = None
	) -> None:
		"""``now`` is Unix time in seconds: what the age of a passage is counted to. ``pooled`` is the part in a re-ranking
		with other sources, which is done in place of an own one."""
		self._steps, self._top_k, self._now = steps, top_k, now
		self._reranking: Reranking | SourceReranking | None = pooled
		if steps.reranker and not pooled:
			self._reranking = Reranking(steps.reranker, query, steps.rerank_depth, steps.rerank_timeout_s)
		self.trace: list[tuple[str, Sequence[ScoredHit]]] = []
		"""The pool as it was found, and after each step, with the step's name."""
		self.is_settled = False
		"""Whether no wider pool could add a hit."""

	@property
	def note(self) -> str:
		"""What did not work, or empty."""
		return self._reranking.note if self._reranking else ""

	@property
	def best_read(self) -> float:
		"""The model's best score; 0 when no model has read these hits."""
		if not self._reranking or self._reranking.has_failed:
			return 0.0
		return next(
			(scored_hits[0].score for name, scored_hits in self.trace if name == "rerank" and scored_hits),
			0.0,
		)

	def before_reading(self, pool: Sequence[ScoredHit], query_coverage: float) -> list[ScoredHit]:
		"""The hits as a re-ranking model gets them, with scores from 0 to 1."""
		scored_hits = _scored(pool, query_coverage)
		return collapse(scored_hits) if self._steps.collapse else scored_hits

	def apply(self, pool: Sequence[ScoredHit], query_coverage: float) -> list[ScoredHit]:
		"""The hits after all steps, with scores from 0 to 1; as they are when there is no step.

		``query_coverage`` is how much of the query the best of ``pool`` answers.
		"""
		self.trace = [("found", pool)]
		if self._steps.is_empty:
			return list(pool)
		scored_hits = _scored(pool, query_coverage)
		# No step raises a score, other than re-ranking, and that one keeps what it did not read below the rest.
		self.is_settled = (
			bool(scored_hits) and scored_hits[-1].score < self._steps.floor and not self._reranking
		)
		for name, step in self._wanted():
			scored_hits = step(scored_hits)
			self.trace.append((name, scored_hits))
		return scored_hits

	def _wanted(self) -> list[tuple[str, Step]]:
		steps = self._steps
		found: list[tuple[str, Step]] = []
		if steps.collapse:
			found.append(("collapse", collapse))
		if self._reranking:
			found.append(("rerank", self._reranking.apply))
		if steps.freshness_key:
			found.append(
				(
					"freshness",
					lambda pool: prefer_fresh(pool, steps.freshness_key, steps.half_life_days, self._now),
				)
			)
		if steps.floor:
			found.append(("floor", lambda pool: [scored for scored in pool if scored.score >= steps.floor]))
		if steps.max_per_input:
			found.append(("at most per input", lambda pool: at_most_per_input(pool, steps.max_per_input)))
		if steps.mmr:
			found.append(("mmr", lambda pool: mmr(pool, self._top_k, steps.mmr_lambda)))
		return found


def _scored(pool: Sequence[ScoredHit], query_coverage: float) -> list[ScoredHit]:
	"""The hits with what they answer of the query as their scores."""
	scores = shares([scored.score for scored in pool])
	return [scored._replace(score=score * query_coverage) for scored, score in zip(pool, scores, strict=True)]
