"""Neighbouring sections in one chunk, for what is one thing to a reader: a record of many short fields and tables.

What fits into one chunk is one. What does not is cut between sections and between lines, into as few chunks as it needs, all
of about the same size. Long prose is cut as it is elsewhere; a few lines before it come with it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, takewhile
from math import ceil
from typing import NamedTuple

from huf.engine.chunkers.cutters import cut_prose, cut_table
from huf.engine.chunkers.settings import ChunkSettings
from huf.engine.tokens import TokenRuler
from huf.engine.types import Locator, Section

_FULL = 0.75
"""A chunk that is filled to this share of what it should hold rather ends where a section does."""


_LINE = re.compile(r"[^\n]*\n|[^\n]+")


class Joined(NamedTuple):
	"""A chunk of several sections; offsets are into all of them."""

	start: int
	end: int
	header: str
	locator: Locator


class _Piece(NamedTuple):
	"""What is not cut if it fits: a line, with its line end."""

	section: int
	start: int
	end: int
	is_first: bool
	"""Of its section."""


def cut_joined(sections: Sequence[Section], settings: ChunkSettings) -> Iterator[Joined]:
	"""The chunks of sections that join."""
	return _Run(sections, settings).chunks()


class _Run:
	"""Consecutive sections, measured as one text."""

	def __init__(self, sections: Sequence[Section], settings: ChunkSettings) -> None:
		self._sections = [section for section in sections if section.text]
		self._settings = settings
		self._text = "".join(section.text for section in self._sections)
		self._starts = [0, *accumulate(len(section.text) for section in self._sections)]
		self._ruler = TokenRuler(self._text, settings.unit)

	def chunks(self) -> Iterator[Joined]:
		count, size = len(self._sections), self._settings.size
		if self._measure(0, len(self._text)) <= size:
			yield from self._prose(0, count)
			return
		first = number = 0
		while number < count:
			last = number + 1
			while last < count and self._sections[last - 1].kind == "caption":
				last += 1
			if self._is_packed(number, last):
				number = last
				continue
			is_prose = self._sections[last - 1].kind == "prose"
			before = self._measure(self._starts[first], self._starts[number])
			with_before = self._measure(self._starts[first], self._starts[last])
			if first < number and before < size / 2 and (is_prose or with_before <= size):
				yield from self._prose(first, last)
			else:
				yield from self._packed(first, number)
				yield from self._prose(number, last) if is_prose else self._packed(number, last)
			first = number = last
		yield from self._packed(first, count)

	def _is_packed(self, first: int, last: int) -> bool:
		"""Whether these sections, a caption and what it stands over, share chunks with others, cut between lines."""
		section = self._sections[last - 1]
		is_long = section.kind == "prose" and self._measure(*self._span(last - 1)) > self._settings.size
		return section.joins == "freely" and not is_long

	def _prose(self, first: int, last: int) -> Iterator[Joined]:
		"""Some sections as running text."""
		begin, end = self._starts[first], self._starts[last]
		text = self._text[begin:end]
		if text and self._measure(begin, end) <= self._settings.size:
			yield self._chunk(begin, end)
			return
		for start, stop in cut_prose(text, TokenRuler(text, self._settings.unit), self._settings):
			yield self._chunk(begin + start, begin + stop)

	def _packed(self, first: int, last: int) -> Iterator[Joined]:
		"""Some sections cut between lines."""
		pieces, place = self._pieces(first, last), 0
		while place < len(pieces):
			start, header = pieces[place].start, self._header(pieces[place])
			header_size = TokenRuler(header, self._settings.unit).measure(0, len(header))
			room = max(self._settings.size - header_size, self._settings.size / 2)
			if self._measure(start, pieces[place].end) > room:
				# One line that is too long is cut like a row.
				line = self._text[start : pieces[place].end]
				ruler = TokenRuler(line, self._settings.unit)
				for begin, end in cut_table(line, ruler, self._settings, header_size):
					yield self._chunk(start + begin, start + end, header)
				place += 1
				continue
			end = self._end(pieces, place, room)
			yield self._chunk(start, pieces[end - 1].end, header)
			place = end

	def _pieces(self, first: int, last: int) -> list[_Piece]:
		pieces = []
		for number in range(first, last):
			section, start = self._sections[number], self._starts[number]
			keeps = section.kind == "caption"
			begin = start
			for line in [section.text] if keeps else _LINE.findall(section.text):
				pieces.append(_Piece(number, begin, begin + len(line), begin == start))
				begin += len(line)
		return pieces

	def _end(self, pieces: Sequence[_Piece], first: int, room: float) -> int:
		"""After which piece the chunk ends that begins with ``pieces[first]``, which fits; as an index, exclusive."""
		start = pieces[first].start
		rest = self._measure(start, pieces[-1].end)
		aim = rest / ceil(rest / room)
		end, best = first + 1, 0
		while end < len(pieces):
			filled, before, after = self._measure(start, pieces[end - 1].end), pieces[end - 1], pieces[end]
			if self._sections[before.section].kind != "caption":
				best = end
				fits = self._measure(start, self._end_of_part(after.section)) <= room
				if filled >= aim * (_FULL if after.is_first else 1) and not fits:
					return end
				if filled >= aim and after.is_first:
					return end
			if self._measure(start, after.end) > room:
				return best or end
			end += 1
		return end

	def _end_of_part(self, number: int) -> int:
		"""Where the section ends, or what stands under it if it is a caption."""
		while self._sections[number].kind == "caption" and number + 1 < len(self._sections):
			number += 1
		return self._starts[number + 1]

	def _header(self, piece: _Piece) -> str:
		section = self._sections[piece.section]
		return "" if piece.is_first and section.kind != "table" else section.header

	def _chunk(self, start: int, end: int, header: str = "") -> Joined:
		return Joined(start, end, header, self._place(start, end))

	def _place(self, start: int, end: int) -> Locator:
		"""What the places of all sections in the chunk have in common."""
		within = [
			number
			for number in range(len(self._sections))
			if self._starts[number] < end and self._starts[number + 1] > start
		]
		places = [self._sections[number].locator for number in within]
		first = places[0]
		if all(place == first for place in places) and not first.rows:
			return first
		own = [number for number in within if self._sections[number].kind != "caption"]
		if len(own) == 1 and (place := self._sections[own[0]].locator).rows:
			begin = max(start, self._starts[own[0]])
			before = self._text.count("\n", self._starts[own[0]], begin)
			inside = self._text[begin:end].rstrip().count("\n")
			row = place.rows[0] + before
			return replace(place, rows=(row, row + inside))
		return Locator(
			heading=tuple(
				names[0]
				for names in takewhile(
					lambda names: len(set(names)) == 1,
					zip(*(place.heading for place in places), strict=False),
				)
			),
			part=first.part if all(place.part == first.part for place in places) else None,
		)

	def _span(self, number: int) -> tuple[int, int]:
		return self._starts[number], self._starts[number + 1]

	def _measure(self, start: int, end: int) -> float:
		return self._ruler.measure(start, end)
