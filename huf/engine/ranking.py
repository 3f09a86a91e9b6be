"""Putting ranked lists together. Pure functions on lists; no I/O."""

from collections.abc import Sequence
from dataclasses import dataclass

RANK_CONSTANT = 60
"""k of reciprocal rank fusion; 60 is the value of Cormack, Clarke and Büttcher (SIGIR 2009)."""
_PRIORITY_STEP = 0.1
"""How much one step of priority adds to a source's weight; priorities order sources, they do not drown them."""


@dataclass(frozen=True, slots=True)
class RankedList:
	"""The scores of one source's hits, best first, and how much that source counts."""

	scores: Sequence[float]
	priority: int = 0


def fuse_sources(lists: Sequence[RankedList]) -> list[tuple[float, int, int]]:
	"""Merge ranked lists of different sources into one: ``(score, list number, place in list)``, best first.

	BM25 scores of different indexes cannot be compared, so only places count: reciprocal rank
	fusion, each list weighted by its priority. One list alone keeps its own scores.
	"""
	if len(lists) == 1:
		return [(score, 0, place) for place, score in enumerate(lists[0].scores)]
	fused = [
		(_weight(ranked.priority) / (RANK_CONSTANT + place + 1), number, place)
		for number, ranked in enumerate(lists)
		for place in range(len(ranked.scores))
	]
	return sorted(fused, key=lambda entry: (-entry[0], entry[2], entry[1]))


def _weight(priority: int) -> float:
	return max(0.1, 1 + _PRIORITY_STEP * priority)
