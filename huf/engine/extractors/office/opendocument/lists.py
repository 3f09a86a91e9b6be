"""The numbers that OpenDocument programs set before headings and items: no text of the file has them, and every reader of the page sees them.

A list names a style, which says for each level how its numbers are written (OpenDocument 1.3, part 3, 5.3). Where the standard leaves it open whether
a list goes on, it is as LibreOffice shows it. Headings outside of lists are counted by the outline of the document.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from huf.engine.extractors.numerals import BULLET, chinese, letters, repeated_letter, roman
from huf.engine.extractors.office.opendocument.document import STYLE, TEXT, Document

_ID = "{http://www.w3.org/XML/1998/namespace}id"
_TEMPLATE = "{urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0}num-list-format"
"""How LibreOffice 7 and later writes what stands around the numbers of all levels: ``%1%.%2%)``."""
_PLACE = re.compile(r"%(\d{1,2})%")
_LONGEST_TEXT = 100
"""Characters of what a level writes around its numbers."""
_LONGEST_NUMBER = 9
"""Digits of a number that a file gives."""
_MOST_LEVELS = 10


@dataclass(frozen=True, slots=True)
class _Level:
	kind: str = ""
	"""How numbers are written, by an example; none where it is empty."""
	is_bullet: bool = False
	prefix: str = ""
	suffix: str = ""
	shown: int = 1
	"""How many levels the number consists of, this one and those above it."""
	template: str = ""
	start: int = 1
	repeats_letters: bool = False
	gap: str = " "


_Style = Mapping[int, _Level]
"""The levels of a style, from 1."""
_BULLETS = _Level(is_bullet=True)


@dataclass(frozen=True, slots=True)
class ListPlace:
	"""Where in which list one is."""

	style: str
	depth: int = 1
	reached: dict[int, int] = field(default_factory=dict)
	"""The last number of each level; shared by all lists that count together."""


class ListNumbers:
	"""Asked for each list, item and heading of a document once, in their order, also for those that are empty: these count."""

	def __init__(self, document: Document) -> None:
		self._styles: dict[str, _Style] = {}
		self._outline = ListPlace("")
		for part in document.style_parts:
			for style in part.iterfind(f"{TEXT}list-style"):
				self._styles[style.get(f"{STYLE}name", "")] = _levels(style)
			if (outline := part.find(f"{TEXT}outline-style")) is not None:
				self._outline = ListPlace(outline.get(f"{STYLE}name", "Outline"))
				self._styles[self._outline.style] = _levels(outline)
		self._named: dict[str, ListPlace] = {}
		self._last: ListPlace | None = None

	def enter(self, element: Any, around: ListPlace | None) -> ListPlace:
		"""A list begins, in another one or by itself; or a paragraph that says which list it belongs to."""
		style = element.get(f"{TEXT}style-name", "")
		if around is not None:
			return ListPlace(style or around.style, around.depth + 1, around.reached)
		name = element.get(_ID) or element.get(f"{TEXT}list-id") or element.get(f"{TEXT}id", "")
		continued = self._named.get(element.get(f"{TEXT}continue-list") or element.get(f"{TEXT}list-id", ""))
		if continued is None and element.get(f"{TEXT}continue-numbering") == "true":
			continued = self._last if self._last is not None and self._last.style == style else None
		if style and style == self._outline.style:
			continued = self._outline
		reached = continued.reached if continued is not None else {}
		depth = _number(element.get(f"{TEXT}level"), 1)
		self._last = ListPlace(style, max(1, min(depth, _MOST_LEVELS)), reached)
		if name:
			self._named[name] = self._last
		return self._last

	def of_item(self, item: Any, place: ListPlace) -> str:
		"""What stands before its first paragraph: a number with the space behind it, :data:`BULLET`, or nothing."""
		style = self._styles.get(item.get(f"{TEXT}style-override", place.style), {})
		level = style.get(place.depth, _BULLETS)
		_count(place, style, item.get(f"{TEXT}start-value"))
		return BULLET if level.is_bullet else _written(style, level, place)

	def pass_by(self, place: ListPlace) -> None:
		"""A paragraph of an item has no number: what stands deeper in the list begins anew behind it."""
		_end_deeper(place)

	def of_heading(self, heading: Any) -> str:
		"""What stands before a heading that is in no list."""
		depth = _number(heading.get(f"{TEXT}outline-level"), 1)
		place = ListPlace(self._outline.style, depth, self._outline.reached)
		style = self._styles.get(place.style, {})
		level = style.get(depth)
		if level is None or heading.get(f"{TEXT}is-list-header") == "true":
			return ""
		begins = heading.get(f"{TEXT}restart-numbering") == "true"
		_count(place, style, heading.get(f"{TEXT}start-value", str(level.start)) if begins else None)
		return "" if level.is_bullet else _written(style, level, place)


def _count(place: ListPlace, style: _Style, begins: str | None) -> None:
	reached, depth = place.reached, place.depth
	# An item that only holds a deeper list has no number of its own, and is the first of its level all the same.
	for above in range(1, min(depth, _MOST_LEVELS)):
		reached.setdefault(above, style.get(above, _BULLETS).start)
	following = reached[depth] + 1 if depth in reached else style.get(depth, _BULLETS).start
	reached[depth] = _number(begins, following)
	_end_deeper(place)


def _end_deeper(place: ListPlace) -> None:
	for deeper in [other for other in place.reached if other > place.depth]:
		del place.reached[deeper]


def _written(style: _Style, level: _Level, place: ListPlace) -> str:
	def number(depth: int) -> str:
		its_own = style.get(depth, _BULLETS)
		return _numeral(place.reached.get(depth, its_own.start), its_own)

	if level.template:
		text = _PLACE.sub(lambda found: number(int(found[1])), level.template)
	else:
		numbers = map(number, range(max(1, place.depth - level.shown + 1), place.depth + 1))
		text = level.prefix + ".".join(filter(None, numbers)) + level.suffix
	text = text.strip()
	return text + level.gap if text else ""


def _numeral(number: int, level: _Level) -> str:
	kind = level.kind
	if not kind:
		return ""
	if kind in ("a", "A"):
		written = repeated_letter(number) if level.repeats_letters else letters(number)
		return written if kind == "a" else written.upper()
	if kind in ("i", "I"):
		return roman(number) if kind == "i" else roman(number).upper()
	if kind.startswith("01"):
		return f"{number:02d}"
	return chinese(number) if kind.startswith("一") else str(number)


def _levels(style: Any) -> _Style:
	found = {}
	for level in style:
		depth = _number(level.get(f"{TEXT}level"), 0) if isinstance(level.tag, str) else 0
		if not 0 < depth <= _MOST_LEVELS:
			continue
		if level.tag in (f"{TEXT}list-level-style-number", f"{TEXT}outline-level-style"):
			found[depth] = _level(level)
		else:
			found[depth] = _BULLETS
	return found


def _level(element: Any) -> _Level:
	alignment = element.find(f"{STYLE}list-level-properties/{STYLE}list-level-label-alignment")
	follows = alignment.get(f"{TEXT}label-followed-by") if alignment is not None else ""
	return _Level(
		kind=element.get(f"{STYLE}num-format", ""),
		prefix=element.get(f"{STYLE}num-prefix", "")[:_LONGEST_TEXT],
		suffix=element.get(f"{STYLE}num-suffix", "")[:_LONGEST_TEXT],
		shown=_number(element.get(f"{TEXT}display-levels"), 1),
		template=element.get(_TEMPLATE, "")[:_LONGEST_TEXT],
		start=_number(element.get(f"{TEXT}start-value"), 1),
		repeats_letters=element.get(f"{STYLE}num-letter-sync") == "true",
		gap="" if follows == "nothing" else " ",
	)


def _number(text: str | None, otherwise: int) -> int:
	return int(text) if text and text.isdecimal() and len(text) <= _LONGEST_NUMBER else otherwise
