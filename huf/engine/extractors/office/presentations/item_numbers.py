"""The numbers that PowerPoint sets before paragraphs of a slide: no text of the file has them, and everybody who looks at it sees them.

A paragraph says how it is numbered (ECMA-376, part 1, 21.1.2.4.1, ``buAutoNum``), or the list style of its shape does for its level, or that of the place
in the layout which the shape fills.
"""

import re
from collections.abc import Iterator
from typing import Any

from huf.engine.extractors.numerals import chinese, repeated_letter, roman

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_BULLETS = frozenset(f"{_A}{name}" for name in ("buNone", "buChar", "buBlip", "buAutoNum"))
_SCHEME = re.compile(r"(?P<kind>.+?)(?P<form>ParenBoth|ParenR|Period|Minus|Plain)")
"""The name of a scheme (20.1.10.61) says how it counts, and what stands around the number."""
_AROUND = {"ParenBoth": "({})", "ParenR": "{})", "Period": "{}.", "Minus": "{}-", "Plain": "{}"}
_LARGEST_START = 32_767


class ItemNumbers:
	"""Those of one text: asked for each of its paragraphs once, in their order."""

	def __init__(self, *styles: Any) -> None:
		"""``styles``: elements with the formats of levels, the nearest to the text first; None for one that is not there."""
		self._styles = [style for style in styles if style is not None]
		self._reached: dict[int, tuple[str, int, int]] = {}
		"""Of each level that is being counted: how, from where, and how far."""

	def of(self, paragraph: Any, *, is_shown: bool) -> str:
		"""The number and a space, or nothing, also for a bullet.

		:param is_shown: it has a text; another has no number, and interrupts no list either.
		"""
		properties = paragraph.find(f"{_A}pPr")
		level = _whole(properties.get("lvl") if properties is not None else None, 0, 8)
		bullet = next(self._bullets(properties, level), None)
		is_numbered = bullet is not None and bullet.tag == f"{_A}buAutoNum"
		if is_numbered and not is_shown:
			return ""
		for deeper in [other for other in self._reached if other > level]:
			del self._reached[deeper]
		if bullet is None or not is_numbered:
			self._reached.pop(level, None)
			return ""
		scheme, start = bullet.get("type", ""), _whole(bullet.get("startAt"), 1, _LARGEST_START)
		before = self._reached.get(level)
		number = before[2] + 1 if before is not None and before[:2] == (scheme, start) else start
		self._reached[level] = (scheme, start, number)
		return _written(number, scheme) + " "

	def _bullets(self, properties: Any, level: int) -> Iterator[Any]:
		"""What is said of the sign before a paragraph, the nearest first."""
		said = [properties, *(style.find(f"{_A}lvl{level + 1}pPr") for style in self._styles)]
		for one in said:
			yield from (child for child in (one if one is not None else ()) if child.tag in _BULLETS)


def _written(number: int, scheme: str) -> str:
	found = _SCHEME.fullmatch(scheme)
	kind, form = (found["kind"], found["form"]) if found else ("arabic", "Period")
	if kind.startswith("alpha"):
		numeral = repeated_letter(number)
	elif kind.startswith("roman"):
		numeral = roman(number)
	else:
		numeral = chinese(number) if kind.startswith("ea1") else str(number)
	return _AROUND[form].format(numeral.upper() if kind.endswith("Uc") else numeral)


def _whole(text: str | None, least: int, most: int) -> int:
	"""A number that an attribute gives, or the least that it may be."""
	return max(least, min(int(text), most)) if text and text.isdecimal() and len(text) < 7 else least
