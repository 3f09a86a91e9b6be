"""Helpers every extractor shares: what counts as text, and how rows and blocks become sections."""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from huf.engine.types import Locator, Section

SECTION_CHARACTERS = 128 * 1024
"""A section is cut near this many characters. Bounds the memory of streaming (at 4 bytes a character: 512 KB)
and is some fifty times the largest chunk, so that the cuts hardly ever meet a passage."""

_WORD = re.compile(r"\w")
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"})
# Characters that Unicode calls letters or symbols and that nevertheless show nothing: Hangul fillers, Braille blank.
_INVISIBLE_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_SPACES = re.compile(r"\s+")


def is_blank(text: str) -> bool:
	"""True when a reader would see nothing: white space, control and zero-width characters only."""
	if (found := _WORD.search(text)) and found.group() not in _INVISIBLE_LETTERS:
		return False
	return all(c in _INVISIBLE_LETTERS or unicodedata.category(c) in _INVISIBLE_CATEGORIES for c in text)


def storable(text: str) -> str:
	"""``text`` with NUL and lone surrogates, which SQLite and UTF-8 cannot hold, replaced one for one."""
	return _UNSTORABLE.sub("\ufffd", text)


def is_unstorable(text: str) -> bool:
	"""Whether :func:`storable` would change it."""
	# Most text is ASCII, for which looking for NUL is forty times as fast as the pattern.
	return "\0" in text if text.isascii() else _UNSTORABLE.search(text) is not None


def storable_section(section: Section) -> Section:
	"""``section`` with every string in it made :func:`storable`; the same object when nothing had to change."""
	place = section.locator
	strings = (section.text, section.header, place.sheet or "", place.part or "", *place.heading)
	if not any(map(is_unstorable, strings)):
		return section
	locator = replace(
		place,
		sheet=place.sheet and storable(place.sheet),
		part=place.part and storable(place.part),
		heading=tuple(storable(h) for h in place.heading),
	)
	return replace(section, text=storable(section.text), header=storable(section.header), locator=locator)


def one_line(text: str) -> str:
	"""``text`` with every run of white space, line ends included, as one space; nothing at the ends."""
	return _SPACES.sub(" ", text).strip()


def number_text(value: int | float) -> str:
	"""``12`` for 12.0 and ``0.3`` for 0.1 + 0.2: the 15 digits that spreadsheets show, without an exponent if short."""
	if isinstance(value, int):
		return str(value)
	if math.isfinite(value) and value == int(value) and abs(value) < 1e15:
		return str(int(value))
	return format(value, ".15g")


def row_text(cells: Iterable[str]) -> str:
	"""A table row as people read it: ``cell | cell``. Empty cells at the end are dropped; may be empty."""
	values = [one_line(cell) for cell in cells]
	while values and not values[-1]:
		values.pop()
	return " | ".join(values)


def pack_rows(
	rows: Iterable[tuple[int, str]], place: Callable[[tuple[int, int]], Locator], header: str = ""
) -> Iterator[Section]:
	"""Numbered one-line rows as table sections.

	A section ends where a number is missing (an empty row was left out), so that the place of each row
	follows by counting, and when it reaches :data:`SECTION_CHARACTERS`.

	Args:
		rows: number and text of each row, ascending, without line ends.
		place: makes the locator from the first and the last number.
		header: what each chunk of the table repeats.
	"""
	lines: list[str] = []
	first = last = size = 0
	for number, text in rows:
		if lines and (number != last + 1 or size >= SECTION_CHARACTERS):
			yield Section("".join(lines), place((first, last)), "table", header)
			lines, size = [], 0
		if not lines:
			first = number
		last = number
		lines.append(text + "\n")
		size += len(text) + 1
	if lines:
		yield Section("".join(lines), place((first, last)), "table", header)


def placed_in(sections: Iterable[Section], part: str) -> Iterator[Section]:
	"""The sections of a file that lies in another one: each is in ``part`` of that, and then where it was."""
	for section in sections:
		inner = section.locator.part
		yield replace(section, locator=replace(section.locator, part=f"{part}, {inner}" if inner else part))


class HeadingPath:
	"""The headings one is under while reading a document from top to bottom."""

	def __init__(self) -> None:
		self._open: list[tuple[int, str]] = []

	def enter(self, level: int, title: str) -> None:
		"""A heading of ``level`` (smaller is further out) begins; it closes those of its level and deeper."""
		while self._open and self._open[-1][0] >= level:
			self._open.pop()
		if title := one_line(title):
			self._open.append((level, title))

	@property
	def path(self) -> tuple[str, ...]:
		"""Outermost first."""
		return tuple(title for _, title in self._open)


class Blocks:
	"""Headings, paragraphs and tables of a document in, sections out.

	Neighbours in the same place go together, each on its own lines. A heading with no text of its own goes
	with the deeper heading after it; before a table it is left to the table's heading path, since a passage of
	a heading alone answers nothing.
	"""

	def __init__(self) -> None:
		self._lines: list[str] = []
		self._place = Locator()
		self._size = 0
		self._only_headings = False

	def heading(self, path: tuple[str, ...], text: str) -> Iterator[Section]:
		"""A heading that opens ``path``; gives the section that it ends."""
		deeper = (
			len(path) > len(self._place.heading) and path[: len(self._place.heading)] == self._place.heading
		)
		if not (self._only_headings and deeper):
			yield from self.flush()
			self._only_headings = True
		self._add(Locator(heading=path), text)

	def paragraph(self, path: tuple[str, ...], text: str) -> Iterator[Section]:
		"""A paragraph under ``path``; gives the section that is complete before it."""
		place = Locator(heading=path)
		if place != self._place or self._size >= SECTION_CHARACTERS:
			yield from self.flush()
		self._only_headings = False
		self._add(place, text)

	def table(self, section: Section) -> Iterator[Section]:
		"""A table, or what stands on a picture, after what stands before it."""
		if self._only_headings and self._place.heading == section.locator.heading:
			self._lines = []
		yield from self.flush()
		yield section

	def flush(self) -> Iterator[Section]:
		"""What is left."""
		if self._lines:
			yield Section("".join(self._lines), self._place)
		self._lines, self._size, self._only_headings = [], 0, False

	def _add(self, place: Locator, text: str) -> None:
		self._place = place
		self._lines.append(text.rstrip("\n") + "\n")
		self._size += len(text) + 1
