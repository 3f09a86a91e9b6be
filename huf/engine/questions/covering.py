"""Chooses which phrases a question is made of: the fewest that account for all of its words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from huf.engine.questions.lexicon import Says, Span
from huf.engine.questions.words import Word

_UNKNOWN = 1000
"""What a word costs that nothing explains, where a phrase costs 1: one phrase more is always better."""


@dataclass(frozen=True, slots=True)
class Cover:
	"""A question as phrases."""

	spans: tuple[Span, ...]
	unknown: tuple[Word, ...]
	"""Words that nothing explains."""


def cheapest_cover(words: Sequence[Word], spans: Iterable[Span]) -> Cover:
	"""The cover with the fewest unknown words, and of those the one with the fewest phrases, longer ones first, and names before words
	of the language: “item groups by” are item groups, and no items that are grouped."""
	ending: list[list[Span]] = [[] for _ in range(len(words) + 1)]
	for span in merged(spans):
		ending[span.after].append(span)
	costs: list[tuple[int, int, int]] = [(0, 0, 0)]
	chosen: list[Span | None] = [None]
	for after in range(1, len(words) + 1):
		cost, longest, said = costs[after - 1]
		best: tuple[tuple[int, int, int], Span | None] = ((cost + _UNKNOWN, longest, said), None)
		for span in ending[after]:
			cost, longest, said = costs[span.first]
			size = span.after - span.first
			# Squares: of as many phrases, those with a long one are the more telling.
			offered = (cost + 1, longest - size**2, said + (size if _is_of_language(span) else 0))
			if offered < best[0]:
				best = (offered, span)
		costs.append(best[0])
		chosen.append(best[1])
	found: list[Span] = []
	unknown: list[Word] = []
	place = len(words)
	while place:
		span_here = chosen[place]
		if span_here is None:
			place -= 1
			unknown.append(words[place])
		else:
			found.append(span_here)
			place = span_here.first
	return Cover(tuple(reversed(found)), tuple(reversed(unknown)))


def _is_of_language(span: Span) -> bool:
	return all(isinstance(meaning, Says) for meaning in span.meanings)


def merged(spans: Iterable[Span]) -> list[Span]:
	"""One span for each place, with all that its words may mean, in the order in which it was given.

	What is written exactly so goes before what is another inflection of it: “not” is no “note”.
	"""
	together: dict[tuple[int, int], list[Span]] = {}
	for span in spans:
		together.setdefault((span.first, span.after), []).append(span)
	found = []
	for (first, after), same in together.items():
		nearest = max(span.closeness for span in same)
		told = [span for span in same if span.closeness == nearest]
		found.append(
			Span(
				first,
				after,
				tuple(dict.fromkeys(meaning for span in told for meaning in span.meanings)),
				nearest,
			)
		)
	return found
