"""How close together the words of a query stand in a text. Pure functions; no I/O.

A text where words of the query follow one another as they do in the query is more likely meant than one that holds
them far apart. Only neighbours in the query are looked at, as in the sequential dependence model (Metzler and Croft
2005); what two of them add falls with their distance in the text (as in Rasolofo and Savoy 2003).
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

SHARE = 0.3
"""What two words side by side add, as a share of the rarity of the more frequent one (docs/retrieval.md)."""
WINDOW = 8
"""Terms within which two words are still together. Function words are not terms and do not count."""
_GAP = 2
"""How far apart in the query two words are looked at together: one may be left out of a phrase."""

_Partner: TypeAlias = tuple[int, int, int, float]
"""A word to stand near to: its place, the place of the first of both, how far apart they are, and the worth of that."""


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
					partners.setdefault(place, []).append((place + gap, place, gap, worth))
					partners.setdefault(place + gap, []).append((place, place, gap, worth))
		self._partners = partners
		self._places = {term: place for term, place in places.items() if place in partners}

	def score(self, terms: Iterable[str]) -> float:
		"""The score of a text, given as its terms in their order."""
		places = self._places
		best: dict[tuple[int, int], float] = {}
		last: dict[int, int] = {}
		for at, place in [(at, places[term]) for at, term in enumerate(terms) if term in places]:
			for other, first, gap, worth in self._partners[place]:
				distance = at - last.get(other, -WINDOW - 1)
				if distance <= WINDOW:
					worth /= max(1, 1 + distance - gap)
					if worth > best.get((first, gap), 0.0):
						best[first, gap] = worth
			last[place] = at
		return sum(best.values())
