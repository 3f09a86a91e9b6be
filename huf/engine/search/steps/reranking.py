"""Re-ranking by a model: of one source, and of several at once."""

import math
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import islice

from huf.engine.errors import RerankFailed, RerankTimedOut
from huf.engine.search.hits.scored_hits import ScoredHit
from huf.engine.search.steps.reranker import Metered, Reranker
from huf.engine.search.steps.settings import Steps
from huf.engine.sentences import sentence

# Re-ranking: the best hits in the order of a model that reads them, or as they were when it cannot.

LEFT_ALONE_S = 30.0
"""How long a model that did not answer in time is not asked again, by this process."""
_left_alone_until: dict[Reranker, float] = {}
"""By the re-ranker itself and not by its name: two sites of a bench may call one model with other keys and patience."""


class Reranking:
	"""The re-ranking of one search. Wider pools of the same search ask the model only about hits that are new."""

	def __init__(self, reranker: Reranker, query: str, depth: int, timeout_s: float) -> None:
		self._reranker, self._query = reranker, query
		self._depth, self._timeout_s = depth, timeout_s
		self._known: dict[int, float] = {}
		self.note = ""
		"""Why the order is the one before, or empty."""

	def apply(self, pool: Sequence[ScoredHit]) -> list[ScoredHit]:
		"""The first hits by the model's scores, the others behind them in their order."""
		first, rest = list(pool[: self._depth]), list(pool[self._depth :])
		unknown = [scored for scored in first if scored.passage.chunk not in self._known]
		if unknown and not self.note:
			try:
				self._ask(unknown)
			except RerankFailed as error:
				self.note = sentence(f"The order was not refined: {error}")
		if self.note:
			return list(pool)
		scores = to_one([self._known[scored.passage.chunk] for scored in first])
		ranked = sorted(
			(scored._replace(score=score) for scored, score in zip(first, scores, strict=True)),
			key=lambda scored: -scored.score,
		)
		# What was not read cannot be compared: it keeps its order and stays below what was.
		least = ranked[-1].score if ranked else 0.0
		best_of_rest = rest[0].score if rest else 0.0
		scale = least / best_of_rest if best_of_rest > 0 else 0.0
		return [*ranked, *(scored._replace(score=min(least, scored.score * scale)) for scored in rest)]

	@property
	def has_failed(self) -> bool:
		"""Whether the order is the one before."""
		return bool(self.note)

	def _ask(self, scored_hits: Sequence[ScoredHit]) -> None:
		texts = [text_of(scored) for scored in scored_hits]
		sources = [scored.hit.source for scored in scored_hits]
		scores = read_by(self._reranker, self._query, texts, self._timeout_s, sources)
		self._known.update(
			(scored.passage.chunk, score) for scored, score in zip(scored_hits, scores, strict=True)
		)


def text_of(scored: ScoredHit) -> str:
	"""What a model reads of a hit."""
	return f"{scored.hit.title}\n{scored.hit.text}"


def read_by(
	reranker: Reranker, query: str, texts: Sequence[str], timeout_s: float, sources: Sequence[str]
) -> list[float]:
	"""One finite score for each of ``texts``, as the model gives them.

	:param sources: for each text the source that it was found in, which pays for it.

	Raises:
		RerankFailed: there is no answer in time, or it cannot be used.
	"""
	scores = within(reranker, query, texts, timeout_s, sources)
	if len(scores) != len(texts) or not all(map(math.isfinite, scores)):
		raise RerankFailed(f"{reranker.key} gave {len(scores)} scores for {len(texts)} passages.")
	return list(map(float, scores))


def within(
	reranker: Reranker, query: str, texts: Sequence[str], timeout_s: float, sources: Sequence[str] = ()
) -> Sequence[float]:
	"""The reranker's scores, or :class:`RerankFailed` after ``timeout_s`` seconds at the latest.

	A time-out of HTTP counts from byte to byte, so the clock runs here; the thread that is left behind ends with its
	request. A model that did not answer is left alone for half a minute, so that not every search waits in vain.
	"""
	if time.monotonic() < _left_alone_until.get(reranker, 0.0):
		raise RerankFailed(f"{reranker.key} did not answer a moment ago.")
	# Here and not in the thread: its first use in a process would otherwise always come too late.
	reranker.prepare()
	paid = reranker.request(query, texts, sources) if isinstance(reranker, Metered) else nullcontext(reranker)
	with paid as asked:
		return _in_time(asked, reranker, query, texts, timeout_s)


def _in_time(
	asked: Reranker, reranker: Reranker, query: str, texts: Sequence[str], timeout_s: float
) -> Sequence[float]:
	"""The scores of ``asked``; one that is too slow is left alone as ``reranker``."""
	answer: list[Sequence[float]] = []
	failure: list[Exception] = []

	def ask() -> None:
		try:
			answer.append(asked.scores(query, texts, timeout_s))
		# The end of a thread, where nobody above would see an error: the caller raises it again.
		except Exception as error:  # noqa: BLE001
			failure.append(error)

	thread = threading.Thread(target=ask, name="huf-rerank", daemon=True)
	thread.start()
	thread.join(timeout_s)
	if answer:
		return answer[0]
	if failure and not isinstance(failure[0], RerankTimedOut):
		raise failure[0]
	now = time.monotonic()
	# Each holds a key to its service: none is kept for longer than it is left alone.
	for other in [other for other, until in list(_left_alone_until.items()) if until < now]:
		_left_alone_until.pop(other, None)
	_left_alone_until[reranker] = now + LEFT_ALONE_S
	name = reranker.key
	raise RerankFailed(f"{name} did not answer within {timeout_s:g} s.")


def to_one(scores: Sequence[float]) -> list[float]:
	"""Scores as numbers from 0 to 1. Models that give logits get the logistic function, as their cards say."""
	if all(0 <= score <= 1 for score in scores):
		return list(scores)
	return [1 / (1 + math.exp(-max(-60.0, min(60.0, score)))) for score in scores]


# Re-ranking of several sources by one model: it reads the best of all their hits at once.


@dataclass(frozen=True, slots=True)
class RerankingPool:
	"""What one source brings: its hits, best first, scored by how much of the query they answer."""

	scored_hits: Sequence[ScoredHit]
	weight: float
	"""That of the source's priority."""


class PooledReranking:
	"""The re-ranking of several sources in one search.

	A model's scores can be compared when it was asked once: some models normalise them for each request, and what is
	read decides how numbers that are no shares become some. What one call costs does not grow with the sources.
	"""

	def __init__(self, reranker: Reranker, query: str, steps: Sequence[Steps]) -> None:
		"""``steps``: those of the sources, which all have ``reranker``. The most generous depth and time of them count."""
		self._reranker, self._query = reranker, query
		self._depth = max(one.rerank_depth for one in steps)
		self._timeout_s = max(one.rerank_timeout_s for one in steps)
		self._raw: dict[str, float] = {}
		"""What the model said of each text."""
		self._known: dict[tuple[int, int], float] = {}
		"""Source and chunk to a score from 0 to 1."""
		self._least = self._scale = 0.0
		self.note = ""
		"""Why the order is the one before, or empty."""

	def read(self, pools: Mapping[int, RerankingPool]) -> None:
		"""Have the best of all sources read: of each at least the first, of the others the best by their score and
		their source's priority. A text that several sources have is read once."""
		chosen = self._chosen(pools)
		source_of = {text_of(scored): scored.hit.source for _, scored in reversed(chosen)}
		texts = list(dict.fromkeys(text_of(scored) for _, scored in chosen))
		unknown = [text for text in texts if text not in self._raw]
		if unknown and not self.note:
			try:
				sources = [source_of[text] for text in unknown]
				scores = read_by(self._reranker, self._query, unknown, self._timeout_s, sources)
				self._raw.update(zip(unknown, scores, strict=True))
			except RerankFailed as error:
				self.note = sentence(f"The order was not refined: {error}")
		if self.note or not texts:
			return
		shares = dict(zip(texts, to_one([self._raw[text] for text in texts]), strict=True))
		self._known = {
			(source, scored.passage.chunk): shares[text]
			for source, one in pools.items()
			for scored in one.scored_hits
			if (text := text_of(scored)) in shares
		}
		self._least = min(self._known.values())
		best_left = max(
			(
				scored.score
				for source, one in pools.items()
				for scored in one.scored_hits
				if (source, scored.passage.chunk) not in self._known
			),
			default=0.0,
		)
		self._scale = self._least / best_left if best_left > 0 else 0.0

	def apply(self, source: int, pool: Sequence[ScoredHit]) -> list[ScoredHit]:
		"""The hits of one source: those that were read by the model's scores, the others behind them in their order."""
		if self.note:
			return list(pool)
		scores = [self._known.get((source, scored.passage.chunk)) for scored in pool]
		read = [
			scored._replace(score=score)
			for scored, score in zip(pool, scores, strict=True)
			if score is not None
		]
		# What was not read cannot be compared: it keeps its order and stays below what was read of any source.
		rest = [
			scored._replace(score=min(self._least, scored.score * self._scale))
			for scored, score in zip(pool, scores, strict=True)
			if score is None
		]
		return [*sorted(read, key=lambda scored: -scored.score), *rest]

	def _chosen(self, pools: Mapping[int, RerankingPool]) -> list[tuple[int, ScoredHit]]:
		ranked = sorted(
			(
				(place > 0, -scored.score * one.weight, place, source, scored)
				for source, one in pools.items()
				for place, scored in enumerate(one.scored_hits)
			),
			key=lambda entry: entry[:4],
		)
		return [(source, scored) for *_, source, scored in islice(ranked, max(self._depth, len(pools)))]


@dataclass(frozen=True, slots=True)
class SourceReranking:
	"""The part that one source has in a re-ranking of several."""

	pooled: PooledReranking
	source: int

	@property
	def note(self) -> str:
		"""Empty: what did not work is told once, of all sources."""
		return ""

	@property
	def has_failed(self) -> bool:
		"""Whether the order is the one before."""
		return bool(self.pooled.note)

	def apply(self, pool: Sequence[ScoredHit]) -> list[ScoredHit]:
		"""See :meth:`PooledReranking.apply`."""
		return self.pooled.apply(self.source, pool)
