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
"""What two words side by side add, as a share of the rarity of the more frequent one (docs/retrieval-measured.md)."""
WINDOW = 8
"""Terms within which two words are still together. Function words are not terms and do not count."""
_GAP = 2
"""How far apart in the query two words are looked at together: one may be left out of a phrase."""

Terms: TypeAlias = npt.NDArray[np.int64]
"""The terms of a text in their order, by numbers."""

_Partner: TypeAlias = tuple[int, int, float, tuple[float, ...]]
"""A word to stand near to: its place, the number of the pair, what the pair is worth, and the share of that by distance."""

_SHARES = {
	gap: tuple(1 / max(1, 1 + distance - gap) for distance in range(WINDOW + 1)) for gap in range(1, _GAP + 1)
}
"""What is left of the worth of two words, by how far apart they are in the query and then in the text."""


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
		partners: dict[int, list[_Partner]] = {place: [] for place in rarest}
		self.most = 0.0
		"""The highest score that a text can have; 0 when the query has no two words."""
		self._pairs = 0
		for place, value in rarest.items():
			for gap, shares in _SHARES.items():
				worth = SHARE * min(value, rarest.get(place + gap, 0.0)) / gap
				if worth > 0:
					self.most += worth
					partners[place].append((place + gap, self._pairs, worth, shares))
					partners[place + gap].append((place, self._pairs, worth, shares))
					self._pairs += 1
		self._terms = numbered(places)
		self._ways = [(place, partners[place]) for place in places.values()]
		self._places = max(places.values(), default=-1) + 1

	def scores(self, texts: Sequence[Terms]) -> list[float]:
		"""The score of each text, given as its terms in their order."""
		together = np.concatenate(texts)
		# Found by term, which takes a third of the time of by position, and then put into the order of the texts.
		words, positions = np.divmod(
			np.flatnonzero(np.equal.outer(self._terms, together)), max(1, len(together))
		)
		order = np.argsort(positions)
		scores = [0.0] * len(texts)
		number, end = -1, 0
		best: list[float] = []
		last: list[int] = []
		# All texts in one go: a word is never near to one in the text before, which is forgotten.
		for at, word in zip(positions[order].tolist(), words[order].tolist(), strict=True):
			if at >= end:
				if best:
					scores[number] = sum(best)
				best = [0.0] * self._pairs
				last = [at - WINDOW - 1] * self._places
				while at >= end:
					number += 1
					end += len(texts[number])
			place, partners = self._ways[word]
			for other, pair, worth, shares in partners:
				distance = at - last[other]
				if distance <= WINDOW and (share := worth * shares[distance]) > best[pair]:
					best[pair] = share
			last[place] = at
		if best:
			scores[number] = sum(best)
		return scores
