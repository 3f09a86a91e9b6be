"""Tables of an OpenDocument file: the cells of a row in their columns, and those tables that stand in a text or on a slide."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from huf.engine.extractors.numerals import BULLET
from huf.engine.extractors.office.opendocument.document import TABLE, TEXT
from huf.engine.extractors.office.opendocument.lists import ListNumbers
from huf.engine.extractors.office.opendocument.paragraphs import blocks_of, shown
from huf.engine.extractors.office.spreadsheets.sheets import MAX_COLUMNS
from huf.engine.extractors.tables.model import Cell, Layout, table_section
from huf.engine.types import Locator, Section

MOST_REPEATED = 100
"""Columns of a table in a text or on a slide that one cell stands for, and rows that stand for an empty one."""


def small_table(table: Any, place: Locator, numbers: ListNumbers) -> Section | None:
	layout = Layout()
	all_of_cell = partial(_all_of_cell, numbers=numbers)
	named = set(table.findall(f"{TABLE}table-header-rows/{TABLE}table-row"))
	rows = (
		layout.row(number, cells(row, all_of_cell, MOST_REPEATED), is_header=row in named)
		for number, row in enumerate(_own_rows(table), 1)
		if not is_collapsed(row)
	)
	return table_section(rows, place)


def _own_rows(table: Any) -> Iterator[Any]:
	"""Without those of tables in its cells."""
	for row in table.iter(f"{TABLE}table-row"):
		if next(row.iterancestors(f"{TABLE}table"), None) is table:
			yield row


def cells(row: Any, text_of: Callable[[Any], str], most: int) -> Iterator[Cell]:
	"""The cells of a row in their columns; what lies under another one is left out, and so are empty ones at the end."""
	column = 0
	for cell in row.iterchildren(f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
		times = times_of(cell, "number-columns-repeated")
		if cell.tag == f"{TABLE}table-cell":
			text = text_of(cell)
			right, down = times_of(cell, "number-columns-spanned"), times_of(cell, "number-rows-spanned")
			if text or right > 1 or down > 1:
				if column + times > MAX_COLUMNS:
					return
				for again in range(min(times, most)):
					yield Cell(text, right, down, column + again)
		column += times


def is_collapsed(row: Any) -> bool:
	"""Whether a row or a column does not show, by itself or since a filter leaves it out."""
	return row.get(f"{TABLE}visibility") in ("collapse", "filter")


def times_of(cell: Any, name: str) -> int:
	"""How often a cell, a row or a column stands there, or over how many it goes: an attribute that is a number from 1 on."""
	count = cell.get(f"{TABLE}{name}", "1")
	return max(1, int(count)) if count.isdecimal() and len(count) < 9 else 1


def _all_of_cell(cell: Any, numbers: ListNumbers) -> str:
	"""The text of a cell with its lists, in which Impress sets whatever stands in one, and the tables in it."""
	found: list[str] = []
	for element, mark in blocks_of(cell, numbers):
		inner = [element] if element.tag != f"{TABLE}table" else element.iter(f"{TEXT}p", f"{TEXT}h")
		found.append(mark.removeprefix(BULLET) + "\n".join(map(shown, inner)))
	return "\n".join(found)
