"""Hits that do not all say the same."""

import re
from collections import Counter
from collections.abc import Sequence

from huf.engine.marks import MARKS
from huf.engine.search.scored_hits import ScoredHit

_WORD = re.compile(rf"\w[\w{MARKS}]*")


def at_most_per_input(pool: Sequence[ScoredHit], most: int) -> list[ScoredHit]:
	"""The hits in their order, no more than ``most`` of one input."""
	seen: Counter[str] = Counter()
	kept = []
	for scored in pool:
		seen[scored.hit.input] += 1
		if seen[scored.hit.input] <= most:
			kept.append(scored)
	return kept


def mmr(pool: Sequence[ScoredHit], count: int, weight: float) -> list[ScoredHit]:
	"""``count`` hits by maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998).

	Next comes the hit with the highest ``weight * relevance - (1 - weight) * likeness``, where relevance is the score as a
	share of the best, and likeness the largest share of words in common (Jaccard) with a hit taken before. The best
	hit stays first. Equal ones come in the order of the pool. Scores stay what they were.
	"""
	if not pool:
		return []
	best = max(scored.score for scored in pool) or 1.0
	words = [frozenset(_WORD.findall(scored.hit.text.casefold())) for scored in pool]
	likeness = [0.0] * len(pool)
	left = list(range(len(pool)))
	taken: list[ScoredHit] = []
	while left and len(taken) < count:
		chosen = max(
			left,
			key=lambda place: (weight * pool[place].score / best - (1 - weight) * likeness[place], -place),
		)
		left.remove(chosen)
		taken.append(pool[chosen])
		for place in left:
			likeness[place] = max(likeness[place], _in_common(words[place], words[chosen]))
	return taken


def _in_common(one: frozenset[str], other: frozenset[str]) -> float:
	shared = len(one & other)
	return shared / (len(one) + len(other) - shared) if shared else 0.0
