"""Hits that do not all say the same."""

import re
from collections import Counter
from collections.abc import Sequence

from huf.engine.marks import MARKS
from huf.engine.search.picks import Pick

_WORD = re.compile(rf"\w[\w{MARKS}]*")


def at_most_per_input(pool: Sequence[Pick], most: int) -> list[Pick]:
	"""The hits in their order, no more than ``most`` of one input."""
	seen: Counter[str] = Counter()
	kept = []
	for pick in pool:
		seen[pick.hit.input] += 1
		if seen[pick.hit.input] <= most:
			kept.append(pick)
	return kept


def mmr(pool: Sequence[Pick], count: int, weight: float) -> list[Pick]:
	"""``count`` hits by maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998).

	Next comes the hit with the highest ``weight * relevance - (1 - weight) * likeness``, where relevance is the score as a
	share of the best, and likeness the largest share of words in common (Jaccard) with a hit taken before. The best
	hit stays first. Equal ones come in the order of the pool. Scores stay what they were.
	"""
	if not pool:
		return []
	best = max(pick.score for pick in pool) or 1.0
	words = [frozenset(_WORD.findall(pick.hit.text.casefold())) for pick in pool]
	likeness = [0.0] * len(pool)
	left = list(range(len(pool)))
	taken: list[Pick] = []
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
