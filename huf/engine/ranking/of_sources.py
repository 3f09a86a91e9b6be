"""Putting the hits of several sources into one order. Pure functions on lists; no I/O."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

_PRIORITY_STEP = 0.1
"""How much one step of priority adds to a source's weight; priorities order sources, they do not drown them."""


@dataclass(frozen=True, slots=True)
class RankedList:
	"""The scores of one source's hits, best first, and how much that source counts."""

	scores: Sequence[float]
	priority: int = 0
	query_coverage: float = 1.0
	"""How much of the query the best of these hits answers, 0 to 1, by the measure of its own index."""


def fuse_sources(lists: Sequence[RankedList]) -> list[tuple[float, int, int]]:
	"""Merge ranked lists of different sources into one: ``(score, list number, place in list)``, best first.

	Scores of different indexes cannot be compared: each hit counts by its share of the best score in its own list,
	times how much of the query that best hit answers, times the weight of the source's priority. The scale of a
	list's scores is of no effect, and every list keeps its own order. One list alone keeps its own scores.
	"""
	if len(lists) == 1:
		return [(score, 0, place) for place, score in enumerate(lists[0].scores)]
	fused = [
		(share * ranked.query_coverage * priority_weight(ranked.priority), number, place)
		for number, ranked in enumerate(lists)
		for place, share in enumerate(shares(ranked.scores))
	]
	return sorted(fused, key=lambda entry: (-entry[0], entry[2], entry[1]))


def shares(scores: Sequence[float]) -> list[float]:
	"""Scores as shares of the first one, never more than the one before: a list may be ordered by more than its
	scores, for example so that hits differ. A score that is not above zero has no share."""
	best = scores[0] if scores else 0.0
	if best <= 0:
		return [0.0] * len(scores)
	return list(accumulate((max(0.0, score / best) for score in scores), min))


def priority_weight(priority: int) -> float:
	"""What a source's scores are multiplied by."""
	return max(0.1, 1 + _PRIORITY_STEP * priority)
