"""Hits of equal text become one: within a source, and between sources."""

from collections.abc import Sequence

from huf.engine.search.scored_hits import ScoredHit
from huf.engine.types import Hit


def collapse(pool: Sequence[ScoredHit]) -> list[ScoredHit]:
	"""The best of each group of hits whose texts differ in case and white space alone, with the inputs of the others.

	``pool`` holds only what the caller may see, so no input is named that is not theirs.
	"""
	groups: dict[str, list[ScoredHit]] = {}
	for scored in pool:
		groups.setdefault(words_of(scored.hit), []).append(scored)
	return [_together(group) for group in groups.values()]


def words_of(hit: Hit) -> str:
	"""What two hits have in common that are the same to a reader."""
	return " ".join(hit.text.casefold().split())


def _together(group: Sequence[ScoredHit]) -> ScoredHit:
	first = group[0]
	others = dict.fromkeys(scored.hit.input for scored in group if scored.hit.input != first.hit.input)
	return first._replace(hit=first.hit._replace(also_in=tuple(others))) if others else first
