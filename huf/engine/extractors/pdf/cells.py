"""Tables of a PDF page, however they were found: their cells, their columns, and which rows are their header."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from huf.engine.extractors.sections import one_line

_MOST_HEADER_ROWS = 4
_LONGEST_NUMBER = 40
"""Characters of a cell that may be a number."""
_NUMBER = re.compile(
	r"[(+\-–—−~<>≈$€£¥₹ ]*\d[\d.,'’ ]*(?:%|\)|\*|[A-Za-z]{1,3}\b|[€$£¥] ?)*|[-–—−]|n/?a", re.IGNORECASE
)
_YEAR = re.compile(r"(?:FY ?)?(?:19|20)\d\d(?:[/–-]\d\d(?:\d\d)?)?")
_SIGN = re.compile(r"[$€£¥₹%)*†‡]{1,2}")


@dataclass(frozen=True, slots=True)
class Column:
	"""Where the cells of a column stand. Points from the left."""

	left: float
	right: float


@dataclass(frozen=True, slots=True)
class Table:
	"""Rows of cells, as many in each as there are columns."""

	rows: list[list[str]]
	header_rows: int
	is_evident: bool
	"""Whether the header was told by how it is set, not by standing first and having no amounts."""
	columns: tuple[Column, ...]
	left: float
	right: float
	top: float
	bottom: float


def is_number(text: str) -> bool:
	"""Whether a cell is an amount, with its signs and units, or the dash that stands for none."""
	return len(text) <= _LONGEST_NUMBER and bool(_NUMBER.fullmatch(text))


def cell_text(lines: Sequence[Sequence[str]]) -> str:
	"""The lines of one cell, words that a line end divides joined."""
	text = ""
	for line in (" ".join(words) for words in lines if words):
		if len(text) > 2 and text[-1] in "-\u2010\u00ad" and text[-2].islower() and line[0].islower():
			text = text[:-1] + line
		else:
			text = f"{text} {line}" if text else line
	return one_line(text)


def header_of(rows: list[list[str]], bold: list[bool], ruled_below: set[int]) -> tuple[int, bool]:
	"""How many of the first rows are the header, and whether that is evident from how they are set.

	Args:
		rows: all of the table.
		bold: whether a row is set in bold.
		ruled_below: rows with a line below them.
	"""
	count = len(rows)
	columns = len(rows[0])
	if count < 2:
		return 0, False
	first = next((number for number, is_bold in enumerate(bold) if not is_bold), count)
	if 0 < first <= min(_MOST_HEADER_ROWS, count / 2) and sum(bold[first:]) <= (count - first) / 2:
		return first, True
	amounts = [_amounts(row) for row in rows]
	first = next((number for number, found in enumerate(amounts) if found), count)
	# The name of a group of rows stands alone in the first column, behind the header.
	group = next((number for number, row in enumerate(rows) if row[0] and not any(row[1:])), count)
	names = min(first, group if group else first)
	if 0 < names <= _MOST_HEADER_ROWS and sum(map(bool, amounts[names:])) > (count - names) / 2:
		return names, False
	ruled = [number + 1 for number in sorted(ruled_below) if number < _MOST_HEADER_ROWS]
	if ruled and len(ruled_below) <= max(1, count / 4) and not any(amounts[: ruled[0]]) and ruled[0] < count:
		return ruled[0], True
	if columns > 2 and not rows[0][0] and sum(map(bool, rows[0])) > 1 and not amounts[0]:
		return 1, False
	if columns > 2 and not _is_like(rows[0], rows[1:]) and sum(map(bool, rows[0])) > columns / 2:
		return 1, False
	return 0, False


def _is_like(row: list[str], others: list[list[str]]) -> bool:
	"""Whether a row has an amount in a column of amounts, or what is no name."""
	return any(cell and not cell[0].isalnum() and cell[0] not in "(#%" for cell in row) or any(
		is_number(cell) and 2 * sum(is_number(other[number]) for other in others) > len(others)
		for number, cell in enumerate(row)
	)


def _amounts(row: list[str]) -> int:
	"""Cells behind the first that are amounts; a year names a column."""
	return sum(is_number(cell) and not _YEAR.fullmatch(cell) for cell in row[1:] if cell)


def without_signs(rows: list[list[str]]) -> tuple[list[list[str]], list[int]]:
	"""Columns of nothing but signs, such as those of a currency, go with the amounts that they belong to."""
	count = len(rows[0])
	signs = set()
	for number in range(1, count):
		cells = [row[number] for row in rows if row[number]]
		if cells and all(map(_SIGN.fullmatch, cells)):
			signs.add(number)
	if not signs or count - len(signs) < 2:
		return rows, list(range(count))
	numbers = [number for number in range(count) if number not in signs]
	joined = []
	for row in rows:
		cells = list(row)
		for number in sorted(signs):
			sign = cells[number]
			if sign and sign[0] in "$€£¥₹" and number + 1 < count and number + 1 not in signs:
				cells[number + 1] = f"{sign} {cells[number + 1]}".strip()
			elif sign:
				before = max(one for one in numbers if one < number)
				cells[before] = f"{cells[before]} {sign}".strip()
		joined.append([cells[number] for number in numbers])
	return joined, numbers
