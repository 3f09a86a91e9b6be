"""Hits of equal text become one."""

from collections.abc import Sequence
from dataclasses import replace

from huf.engine.search.picks import Pick


def collapse(pool: Sequence[Pick]) -> list[Pick]:
	"""The best of each group of hits whose texts differ in case and white space alone, with the inputs of the others.

	``pool`` holds only what the caller may see, so no input is named that is not theirs.
	"""
	groups: dict[str, list[Pick]] = {}
	for pick in pool:
		groups.setdefault(_words_of(pick), []).append(pick)
	return [_together(group) for group in groups.values()]


def _words_of(pick: Pick) -> str:
	return " ".join(pick.hit.text.casefold().split())


def _together(group: Sequence[Pick]) -> Pick:
	first = group[0]
	others = dict.fromkeys(pick.hit.input for pick in group if pick.hit.input != first.hit.input)
	return replace(first, hit=replace(first.hit, also_in=tuple(others))) if others else first
