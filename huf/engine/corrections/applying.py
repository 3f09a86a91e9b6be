"""Corrections applied to the sections of an input.

Texts are compared word by word, so another extractor, or another version of one, may space them otherwise. The comparison is
``str.find`` on texts with single spaces: its time grows with their length, whatever stands in them.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice

from huf.engine.corrections.records import Corrected, Span
from huf.engine.extractors.sections import one_line, storable
from huf.engine.sentences import sentence
from huf.engine.types import Correction, Locator, Section

MOST_PLACES = 10_000
"""Of a text that an input has more often than this, the first ones are looked at."""
_WORD = re.compile(r"\S+")


def correct(sections: Sequence[Section], corrections: Sequence[Correction]) -> Corrected:
	"""Apply corrections one after the other. All of the input's text is held in memory.

	Sections with rows or lines keep their number of lines, so that the places of what follows stay true: lines that are left out
	become empty ones, and a longer text is put into the lines that it replaces. A section of which nothing is left is gone.
	"""
	text = _Text(sections)
	unapplied = tuple(one.key for one in corrections if not text.apply(one))
	remaining = tuple(text.remaining())
	return Corrected(remaining, tuple(_with_spaces(text.spans, remaining)), unapplied, tuple(text.ambiguous))


def notes_about(corrected: Corrected) -> Iterator[str]:
	"""A sentence for what was not done, and why."""
	several = len(corrected.ambiguous)
	gone = len(corrected.unapplied) - several
	if gone:
		yield (
			sentence("A correction no longer applies: its text is not in this input any more.")
			if gone == 1
			else sentence(f"{gone} corrections no longer apply: their texts are not in this input any more.")
		)
	if several:
		yield (
			sentence(
				"A correction was not applied: its text stands in several places. Say in which, or more of the text."
			)
			if several == 1
			else sentence(
				f"{several} corrections were not applied: their texts stand in several places. Say in which, or more of the text."
			)
		)


def _with_spaces(spans: Sequence[Span], sections: Sequence[Section]) -> Iterator[Span]:
	"""Spans of what was left out with the white space around it, so that the passages on both sides touch it."""
	text = "".join(section.text for section in sections) if any(one.is_left_out for one in spans) else ""
	for span in spans:
		start, end = span.start, span.end
		while span.is_left_out and start and text[start - 1].isspace():
			start -= 1
		while span.is_left_out and end < len(text) and text[end].isspace():
			end += 1
		yield replace(span, start=start, end=end)


@dataclass(frozen=True, slots=True)
class _Found:
	"""A run of text: its sections, and where in the first it begins and in the last it ends."""

	first: int
	begin: int
	last: int
	end: int


class _Text:
	def __init__(self, sections: Sequence[Section]) -> None:
		self._sections = list(sections)
		self._words = [one_line(section.text) for section in sections]
		self._changed: set[int] = set()
		self.spans: list[Span] = []
		self.ambiguous: list[str] = []

	def remaining(self) -> Iterator[Section]:
		"""The sections, without those of which nothing is left."""
		for number, section in enumerate(self._sections):
			if section.text or number not in self._changed:
				yield section

	def apply(self, correction: Correction) -> bool:
		"""Whether the text that it names was there."""
		found = self._find(correction)
		if found is None:
			return False
		self._replace(found, correction)
		return True

	def _find(self, correction: Correction) -> _Found | None:
		wanted = one_line(correction.original)
		if not wanted:
			return None
		places = list(islice(self._places(wanted), MOST_PLACES))
		if not correction.is_placed:
			return self._only_one(places, correction)
		if len(places) == 1:
			return places[0]
		stood = _without_lines(correction.place)
		starts = self._starts()
		there = [one for one in places if _without_lines(self._sections[one.first].locator) == stood]
		return min(there, key=lambda one: abs(starts[one.first] + one.begin - correction.start), default=None)

	def _only_one(self, places: Sequence[_Found], correction: Correction) -> _Found | None:
		"""The one at what is said of the place; if there are several, nobody guesses."""
		said = correction.place.to_dict()
		there = [one for one in places if said.items() <= self._sections[one.first].locator.to_dict().items()]
		if len(there) > 1:
			self.ambiguous.append(correction.key)
		return there[0] if len(there) == 1 else None

	def _places(self, wanted: str) -> Iterator[_Found]:
		"""Where the words stand. Between two sections there is always a space."""
		# Sections without words have no place in it.
		worded = [number for number, words in enumerate(self._words) if words]
		all_words = " ".join(self._words[number] for number in worded)
		begins = list(accumulate((len(self._words[number]) + 1 for number in worded), initial=0))
		place = all_words.find(wanted)
		while place >= 0:
			end = place + len(wanted) - 1
			first, last = bisect_right(begins, place) - 1, bisect_right(begins, end) - 1
			yield _Found(
				worded[first],
				_place_in(self._sections[worded[first]].text, place - begins[first]),
				worded[last],
				_place_in(self._sections[worded[last]].text, end - begins[last]) + 1,
			)
			place = all_words.find(wanted, place + len(wanted))

	def _replace(self, found: _Found, correction: Correction) -> None:
		starts = self._starts()
		before = starts[found.first] + found.begin, starts[found.last] + found.end
		edges = starts[found.first], starts[found.last + 1]
		new = storable(correction.replacement or "")
		for number in range(found.first, found.last + 1):
			section = self._sections[number]
			begin = found.begin if number == found.first else 0
			end = found.end if number == found.last else len(section.text)
			taken = section.text[begin:end]
			put = new if number == found.first else ""
			if section.locator.rows or section.locator.lines:
				put = _in_lines(put, taken.count("\n"))
			text = section.text[:begin] + put + section.text[end:]
			if number == found.first:
				length = len(put)
			self._set(number, text)
		start = min(before[0], edges[0] + len(self._sections[found.first].text))
		length = min(length, edges[0] + len(self._sections[found.first].text) - start)
		grown = self._starts()[found.last + 1] - edges[1]
		self.spans = [_moved(span, before, start, length, grown) for span in self.spans]
		is_left_out = correction.replacement is None
		self.spans.append(Span(correction.key, start, start + length, is_left_out, correction.made_on))

	def _set(self, number: int, text: str) -> None:
		words = one_line(text)
		# White space alone would be a passage in which nobody sees anything.
		self._sections[number] = replace(self._sections[number], text=text if words else "")
		self._words[number] = words
		self._changed.add(number)

	def _starts(self) -> list[int]:
		"""Where each section begins in the text of the input, and where the last ends."""
		return list(accumulate((len(section.text) for section in self._sections), initial=0))


def _moved(span: Span, before: tuple[int, int], start: int, length: int, grown: int) -> Span:
	"""An earlier span after the text at ``before`` has become ``length`` characters at ``start``."""

	def moved(place: int, inside: int) -> int:
		if place <= before[0]:
			return min(place, start)
		return max(place + grown, start) if place >= before[1] else inside

	begin = moved(span.start, start)
	return replace(span, start=begin, end=max(begin, moved(span.end, start + length)))


def _place_in(text: str, place: int) -> int:
	"""Where in ``text`` stands the character that is at ``place`` when words have single spaces between them."""
	for word in _WORD.finditer(text):
		size = word.end() - word.start()
		if place < size:
			return word.start() + place
		place -= size + 1
	raise ValueError("There is no such place in the text.")


def _in_lines(text: str, count: int) -> str:
	"""``text`` with exactly so many line ends: empty lines are added, and what is too much goes into the last line."""
	lines = text.split("\n")
	lines[count:] = [" ".join(lines[count:])] if len(lines) > count else []
	return "\n".join([*lines, *[""] * (count + 1 - len(lines))])


def _without_lines(place: Locator) -> Locator:
	return replace(place, rows=None, lines=None)
