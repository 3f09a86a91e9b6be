"""How close together the words of a query stand in a text. Pure functions; no I/O.

A text where words of the query follow one another as they do in the query is more likely meant than one that holds
them far apart. Only neighbours in the query are looked at, as in the sequential dependence model (Metzler and Croft
2005); what two of them add falls with their distance in the text (as in Rasolofo and Savoy 2003).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

SHARE = 0.3
"""What two words side by side add, as a share of the rarity of the more frequent one (docs/retrieval.md)."""
WINDOW = 8
"""Terms within which two words are still together. Function words are not terms and do not count."""
_GAP = 2
"""How far apart in the query two words are looked at together: one may be left out of a phrase."""

Terms: TypeAlias = npt.NDArray[np.int64]
"""The terms of a text in their order, by numbers."""

_Partner: TypeAlias = tuple[int, tuple[int, int], int, float]
"""A word to stand near to: its place, the places of both, how far apart they are, and the worth of that."""


def numbered(terms: Iterable[str]) -> Terms:
	"""``terms`` by numbers that are the same for as long as this process lives; texts are looked through in numpy."""
	return np.fromiter(map(hash, terms), dtype=np.int64)


class Closeness:
	"""Scores texts by how close together the words of one query stand."""

	def __init__(self, places: Mapping[str, int], rarity: Mapping[str, float]) -> None:
		"""``places``: terms to the places of their words in the query. ``rarity``: what one of them counts."""
		rarest: dict[int, float] = {}
		for term, place in places.items():
			rarest[place] = max(rarest.get(place, 0.0), rarity.get(term, 0.0))
		partners: dict[int, list[_Partner]] = {}
		self.most = 0.0
		"""The highest score that a text can have; 0 when the query has no two words."""
		for place, value in rarest.items():
			for gap in range(1, _GAP + 1):
				worth = SHARE * min(value, rarest.get(place + gap, 0.0)) / gap
				if worth > 0:
					self.most += worth
					pair = place, place + gap
					partners.setdefault(place, []).append((place + gap, pair, gap, worth))
					partners.setdefault(place + gap, []).append((place, pair, gap, worth))
		near = {term: place for term, place in places.items() if place in partners}
		self._terms = numbered(near)
		self._ways = [(place, partners[place]) for place in near.values()]

	def scores(self, texts: Sequence[Terms]) -> list[float]:
		"""The score of each text, given as its terms in their order."""
		together = np.concatenate(texts)
		rows, columns = np.nonzero(together[:, np.newaxis] == self._terms)
		scores = [0.0] * len(texts)
		number, end = -1, 0
		best: dict[tuple[int, int], float] = {}
		last: dict[int, int] = {}
		# All texts in one go: a word is never near to one in the text before, which is forgotten.
		for at, column in zip(rows.tolist(), columns.tolist(), strict=True):
			if at >= end:
				if best:
					scores[number] = sum(best.values())
				best, last = {}, {}
				while at >= end:
					number += 1
					end += len(texts[number])
			place, partners = self._ways[column]
			for other, pair, gap, worth in partners:
				if other in last and (distance := at - last[other]) <= WINDOW:
					worth /= max(1, 1 + distance - gap)
					if worth > best.get(pair, 0.0):
						best[pair] = worth
			last[place] = at
		if best:
			scores[number] = sum(best.values())
		return scores
