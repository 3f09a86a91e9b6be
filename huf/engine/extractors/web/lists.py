"""What stands before an item of a list as it is shown: its number, or a dash for a bullet."""

import re
from typing import Any

from huf.engine.extractors.numerals import BULLET, letters, roman

_INDENT = re.compile(r"\bql-indent-(\d)\b")
"""How the text editor of Frappe (Quill) writes a list in a list: all items in one, with a class."""
_LONGEST = 9
"""Digits of a number that a page gives itself."""


class ListMarks:
	"""Asked for each item of a page once, in their order."""

	def __init__(self) -> None:
		self._next: dict[Any, dict[int, int]] = {}
		"""Of a numbered list: the next number, by how far its items are indented."""

	def of(self, item: Any) -> str:
		"""``- ``, or the number with a full stop and a space (HTML Living Standard, 4.4.5 and 4.4.8)."""
		around = item.getparent()
		if around is None or around.tag != "ol" or item.get("data-list", "ordered") != "ordered":
			return BULLET
		indent = int(found[1]) if (found := _INDENT.search(item.get("class", ""))) else 0
		is_down = around.get("reversed") is not None
		numbers = self._next.setdefault(around, {})
		for deeper in [other for other in numbers if other > indent]:
			del numbers[deeper]
		if (number := _integer(item.get("value", ""))) is None:
			number = numbers.get(indent)
		if number is None:
			number = _integer(around.get("start", "")) if not indent else None
		if number is None:
			number = len(around.findall("li")) if is_down and not indent else 1
		numbers[indent] = number - 1 if is_down else number + 1
		return f"{_written(number, around.get('type', ''))}. "


def _integer(text: str) -> int | None:
	text = text.strip()
	digits = text.removeprefix("-")
	return int(text) if digits.isdecimal() and len(digits) <= _LONGEST else None


def _written(number: int, kind: str) -> str:
	if kind in ("a", "A"):
		return letters(number) if kind == "a" else letters(number).upper()
	if kind in ("i", "I"):
		return roman(number) if kind == "i" else roman(number).upper()
	return str(number)
