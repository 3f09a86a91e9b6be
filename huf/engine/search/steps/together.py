"""Re-ranking of several sources by one model: it reads the best of all their hits at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from huf.engine.errors import RerankFailed
from huf.engine.search.picks import Pick
from huf.engine.search.steps.rerank import read_by, text_of, to_one
from huf.engine.search.steps.reranker import Reranker
from huf.engine.search.steps.settings import Steps


@dataclass(frozen=True, slots=True)
class Entrants:
	"""What one source brings: its hits, best first, scored by how much of the query they answer."""

	picks: Sequence[Pick]
	weight: float
	"""That of the source's priority."""


class ReadTogether:
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

	def read(self, entrants: Mapping[int, Entrants]) -> None:
		"""Have the best of all sources read: of each at least the first, of the others the best by their score and
		their source's priority. A text that several sources have is read once."""
		chosen = self._chosen(entrants)
		texts = list(dict.fromkeys(text_of(pick) for _, pick in chosen))
		unknown = [text for text in texts if text not in self._raw]
		if unknown and not self.note:
			try:
				scores = read_by(self._reranker, self._query, unknown, self._timeout_s)
				self._raw.update(zip(unknown, scores, strict=True))
			except RerankFailed as error:
				self.note = f"The order was not refined: {error}"
		if self.note or not texts:
			return
		shares = dict(zip(texts, to_one([self._raw[text] for text in texts]), strict=True))
		self._known = {
			(source, pick.passage.chunk): shares[text]
			for source, one in entrants.items()
			for pick in one.picks
			if (text := text_of(pick)) in shares
		}
		self._least = min(self._known.values())
		best_left = max(
			(
				pick.score
				for source, one in entrants.items()
				for pick in one.picks
				if (source, pick.passage.chunk) not in self._known
			),
			default=0.0,
		)
		self._scale = self._least / best_left if best_left > 0 else 0.0

	def apply(self, source: int, pool: Sequence[Pick]) -> list[Pick]:
		"""The hits of one source: those that were read by the model's scores, the others behind them in their order."""
		if self.note:
			return list(pool)
		scores = [self._known.get((source, pick.passage.chunk)) for pick in pool]
		read = [
			pick._replace(score=score) for pick, score in zip(pool, scores, strict=True) if score is not None
		]
		# What was not read cannot be compared: it keeps its order and stays below what was read of any source.
		rest = [
			pick._replace(score=min(self._least, pick.score * self._scale))
			for pick, score in zip(pool, scores, strict=True)
			if score is None
		]
		return [*sorted(read, key=lambda pick: -pick.score), *rest]

	def _chosen(self, entrants: Mapping[int, Entrants]) -> list[tuple[int, Pick]]:
		ranked = sorted(
			(
				(place > 0, -pick.score * one.weight, place, source, pick)
				for source, one in entrants.items()
				for place, pick in enumerate(one.picks)
			),
			key=lambda entry: entry[:4],
		)
		return [(source, pick) for *_, source, pick in islice(ranked, max(self._depth, len(entrants)))]


@dataclass(frozen=True, slots=True)
class Member:
	"""The part that one source has in a re-ranking of several."""

	together: ReadTogether
	source: int

	@property
	def note(self) -> str:
		"""Empty: what did not work is told once, of all sources."""
		return ""

	@property
	def has_failed(self) -> bool:
		"""Whether the order is the one before."""
		return bool(self.together.note)

	def apply(self, pool: Sequence[Pick]) -> list[Pick]:
		"""See :meth:`ReadTogether.apply`."""
		return self.together.apply(self.source, pool)
