"""Which steps follow the ranking of a source, and how they are set."""

from dataclasses import dataclass

from huf.engine.errors import SettingsError
from huf.engine.search.steps.reranker import Reranker
from huf.engine.sentences import sentence

RERANKED = 30
"""Hits that a re-ranker reads: three times what is usually shown, and a request of about 15,000 tokens."""
RERANK_TIMEOUT_S = 3.0
"""Somebody waits for the answer, and there is an order already."""
MMR_LAMBDA = 0.7
"""Share of relevance against novelty (Carbonell and Goldstein 1998 call it lambda)."""
MOST_RERANKED = 200


@dataclass(frozen=True, slots=True)
class Steps:
	"""What is done with the ranked hits of one source, in this order. Everything is off unless it is set."""

	collapse: bool = False
	"""Hits of equal text become one, which names the other inputs."""
	reranker: Reranker | None = None
	rerank_depth: int = RERANKED
	"""How many of the best hits the re-ranker reads."""
	rerank_timeout_s: float = RERANK_TIMEOUT_S
	"""Seconds; afterwards the order stays as it was, and a note says so."""
	freshness_key: str = ""
	"""What holds a passage's date: ``date``, ``modified``, ``indexed_at`` or another key of its metadata (ISO 8601 or
	Unix seconds). Empty: age does not count."""
	half_life_days: float = 365.0
	"""After this many days, half of what freshness can take from a score is gone."""
	floor: float = 0.0
	"""Hits whose final score is lower are left out, 0 to 1."""
	max_per_input: int = 0
	"""Most hits of one input; 0: no limit."""
	mmr: bool = False
	"""Prefer hits that say something else than those before (maximal marginal relevance)."""
	mmr_lambda: float = MMR_LAMBDA

	def __post_init__(self) -> None:
		"""Refuse what cannot be meant.

		Raises:
			SettingsError: a number is outside of its range.
		"""
		for name, value, least, most in (
			(sentence("The number of hits to re-rank"), self.rerank_depth, 1, MOST_RERANKED),
			(sentence("The time for re-ranking"), self.rerank_timeout_s, 0.001, 60),
			(sentence("The half-life"), self.half_life_days, 0.01, 1_000_000),
			(sentence("The relevance floor"), self.floor, 0, 1),
			(sentence("The number of hits for each input"), self.max_per_input, 0, 1000),
			(sentence("Relevance against novelty (lambda of MMR)"), self.mmr_lambda, 0, 1),
		):
			if not least <= value <= most:
				raise SettingsError(
					f"{name} is {value:.15g}. It must be between {least:.15g} and {most:.15g}."
				)

	@property
	def is_empty(self) -> bool:
		"""Whether nothing is done at all."""
		return not (
			self.collapse
			or self.reranker
			or self.freshness_key
			or self.floor
			or self.max_per_input
			or self.mmr
		)

	def pool(self, top_k: int) -> int:
		"""How many hits the steps start from, so that what comes up from below is among them."""
		wanted = [top_k]
		if self.collapse or self.max_per_input:
			wanted.append(2 * top_k)
		if self.reranker:
			wanted.append(self.rerank_depth)
		if self.freshness_key or self.mmr:
			wanted.append(max(4 * top_k, 50))
		return max(wanted)
