"""The paragraphs, headings and tables of an OpenDocument file in their order, and their texts as they show."""

import re
from collections.abc import Iterator
from typing import Any

from huf.engine.extractors.office.opendocument.document import DC, DRAW, OFFICE, SHOW, SVG, TABLE, TEXT
from huf.engine.extractors.office.opendocument.lists import ListNumbers, ListPlace
from huf.engine.extractors.sections import is_blank, one_line
from huf.engine.types import Locator, Section

_PICTURE_TEXTS = frozenset((f"{SVG}title", f"{SVG}desc"))
"""What an author says of a picture for those who do not see it."""
_ASIDE = {f"{TEXT}note": "notes", f"{OFFICE}annotation": "comments"}
"""What stands in a text and is read behind it."""
_SKIPPED = frozenset(
	# A number that a program has written as well is counted here like all others.
	{*_ASIDE, f"{TEXT}tracked-changes", f"{TEXT}ruby-text", f"{TEXT}number", f"{DRAW}object", f"{SHOW}notes"}
)
_PARAGRAPHS = frozenset((f"{TEXT}p", f"{TEXT}h"))
_LISTS = frozenset((f"{TEXT}list", f"{TEXT}numbered-paragraph"))
_ITEMS = frozenset((f"{TEXT}list-item", f"{TEXT}numbered-paragraph"))
_MOST_SPACES = 100
_WHITE_SPACE = re.compile(r"[ \t\r\n]+")


def blocks_of(root: Any, numbers: ListNumbers) -> Iterator[tuple[Any, str]]:
	"""Paragraphs, headings and tables in order, those in boxes too, and what the page shows before each: a number, a dash, or nothing."""
	stack: list[tuple[Any, ListPlace | None, Any]] = [(child, None, None) for child in reversed(root)]
	while stack:
		element, place, item = stack.pop()
		if not isinstance(element.tag, str) or element.tag in _SKIPPED:
			continue
		if element.tag == f"{TABLE}table":
			yield element, ""
		elif element.tag in _PARAGRAPHS:
			yield element, _mark(element, place, item, numbers)
			# A frame that is anchored to a paragraph shows beside it.
			boxes = [box for box in element.iter(f"{DRAW}text-box") if _is_outermost(box, element)]
			stack.extend((child, None, None) for box in reversed(boxes) for child in reversed(box))
		else:
			within = numbers.enter(element, place) if element.tag in _LISTS else place
			first = _numbered_paragraph(element) if element.tag in _ITEMS else None
			stack.extend((child, within, element if child is first else None) for child in reversed(element))


def _mark(paragraph: Any, place: ListPlace | None, item: Any, numbers: ListNumbers) -> str:
	if place is not None and item is None:
		numbers.pass_by(place)
		return ""
	if place is not None:
		return numbers.of_item(item, place)
	return numbers.of_heading(paragraph) if paragraph.tag == f"{TEXT}h" else ""


def _numbered_paragraph(item: Any) -> Any:
	"""That before which its number stands: the first, unless a list in it comes before that."""
	first = next((child for child in item if child.tag in _PARAGRAPHS or child.tag in _LISTS), None)
	return first if first is not None and first.tag in _PARAGRAPHS else None


def _is_outermost(box: Any, within: Any) -> bool:
	for parent in box.iterancestors():
		if parent is within:
			return True
		if parent.tag == f"{DRAW}text-box" or parent.tag in _SKIPPED:
			return False
	return False


def shown(root: Any) -> str:
	"""The text of a paragraph, without what stands in boxes, notes and comments of it."""
	parts: list[str] = [_collapsed(root.text)]
	stack: list[Any] = list(reversed(root))
	while stack:
		item = stack.pop()
		if isinstance(item, str):
			parts.append(_collapsed(item))
			continue
		if item.tail:
			stack.append(item.tail)
		tag = item.tag
		if not isinstance(tag, str) or tag in _SKIPPED or tag == f"{DRAW}text-box":
			continue
		if tag == f"{TEXT}s":
			count = item.get(f"{TEXT}c", "1")
			parts.append(" " * (min(int(count), _MOST_SPACES) if count.isdecimal() and len(count) < 9 else 1))
		elif tag == f"{TEXT}tab":
			parts.append("\t")
		elif tag in _PICTURE_TEXTS:
			parts.append(f" {_collapsed(item.text)} ")
		elif tag == f"{TEXT}line-break":
			parts.append("\n")
		else:
			parts.append(_collapsed(item.text))
			stack.extend(reversed(item))
	return "".join(parts)


def _collapsed(text: str | None) -> str:
	"""White space as it shows: one space for any run of it (OpenDocument 1.3, part 3, 6.1.2); more has elements of its own."""
	return _WHITE_SPACE.sub(" ", text or "")


def aside(root: Any, place: Locator, header: str = "") -> Iterator[Section]:
	"""Footnotes and comments below ``root``, each kind in one section; comments behind their cell and author."""
	found: dict[str, list[str]] = {}
	for element in root.iter(*_ASIDE):
		text = one_line(" ".join(shown(paragraph) for paragraph in element.iter(f"{TEXT}p")))
		if is_blank(text):
			continue
		author = one_line(element.findtext(f"{DC}creator") or "")
		found.setdefault(_ASIDE[element.tag], []).append(f"{author}: {text}" if author else text)
	for part, texts in found.items():
		locator = Locator(sheet=place.sheet, part="footnotes" if part == "notes" else part)
		yield Section("\n".join(texts) + "\n", locator, header=header)
