"""What a search by words asks of an index, wherever that lies."""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from huf.engine.analysis.query_terms import Vocabulary

Allowed = TypeVar("Allowed", contravariant=True)


class RankedTerms(Vocabulary, Protocol):
	"""The terms of an index, how rare they are, and what they give its chunks."""

	@property
	def highest_rarity(self) -> float:
		"""The rarity of a term that stands in one chunk alone."""

	def contributions(self, weights: Mapping[str, float], chunks: Sequence[int]) -> dict[str, list[float]]:
		"""What each term adds to the scores of ``chunks``, in their order; 0 where it does not stand."""


class TermIndex(RankedTerms, Protocol[Allowed]):
	"""The same, and the best chunks for a set of weighted terms."""

	def search(
		self,
		weights: Mapping[str, float],
		limit: int,
		only: Sequence[int] | None = None,
		allowed: Allowed | None = None,
	) -> tuple[list[int], list[float]]:
		"""The best ``limit`` chunks and their scores, best first; equal scores by chunk number.

		``only`` (ascending) leaves every other chunk out, and ``allowed`` those that it does not let through.
		The score is BM25: for each term its weight, times its rarity, times its impact.
		"""
