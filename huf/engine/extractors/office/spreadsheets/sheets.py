"""What the workbooks of all programs have in common: merged cells, hidden rows and columns, and how their sheets become passages."""

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Any

from huf.engine.errors import InputTooLarge
from huf.engine.extractors.numerals import letters
from huf.engine.extractors.office.spreadsheets.number_formats import shown_number
from huf.engine.extractors.sections import SECTION_CHARACTERS, is_blank, one_line
from huf.engine.extractors.tables.heads import Row
from huf.engine.extractors.tables.model import Cell, Layout, sheet_sections
from huf.engine.sentences import sentence
from huf.engine.types import Locator, Section

MAX_ROWS = 1_048_576
"""Rows of a sheet: Excel's own limit."""
MAX_CELLS = 20_000_000
"""Cells of a workbook, the empty ones before a filled one included; about ten minutes of reading."""
MAX_COLUMNS = 16_384
"""Columns of a sheet: Excel's own limit."""


def value_text(value: Any, code: str = "") -> str:
	"""What a cell holds as a person reads it: numbers by their format code, dates as ISO writes them."""
	if value is None:
		return ""
	if isinstance(value, str):
		return value
	if isinstance(value, bool):
		return "TRUE" if value else "FALSE"
	if isinstance(value, (int, float)):
		return shown_number(value, code)
	if isinstance(value, dt.datetime):
		has_time = value.time() != dt.time()
		return (
			value.isoformat(" ", "minutes" if not value.second else "seconds")
			if has_time
			else value.date().isoformat()
		)
	return value.isoformat() if isinstance(value, (dt.date, dt.time)) else str(value)


class HiddenParts:
	"""Rows and columns of one sheet that nobody sees."""

	def __init__(self) -> None:
		self._columns: set[int] = set()
		self._rows = 0
		self._left_out: set[int] = set()

	def hide_columns(self, first: str, last: str) -> None:
		"""Hide some columns, counted from 1 as files count them; what is no number hides nothing."""
		if first.isdecimal() and last.isdecimal() and len(first) < 7 and len(last) < 7:
			self._columns.update(range(int(first) - 1, min(int(last), MAX_COLUMNS)))

	def hide_row(self) -> None:
		"""A row with something in it is hidden."""
		self._rows += 1

	def shown(self, texts: list[str]) -> list[str]:
		"""``texts`` without those of hidden columns."""
		if self._columns:
			for column, text in enumerate(texts):
				if text and column in self._columns:
					texts[column] = ""
					self._left_out.add(column)
		return texts

	def tell(self, title: str, notes: list[str]) -> None:
		"""Note what was left out of the sheet ``title``."""
		rows, columns = self._rows, len(self._left_out)
		if rows:
			notes.append(sentence(f"Hidden rows of the sheet “{title}” were left out: {rows}."))
		if columns:
			notes.append(sentence(f"Hidden columns of the sheet “{title}” were left out: {columns}."))


class SheetRows:
	"""The rows of one sheet, from the texts of their cells."""

	def __init__(self, merged: Iterable[tuple[int, int, int, int]], hidden: HiddenParts) -> None:
		"""``merged``: row (from 1) and column (from 0) of each cell that takes several, and how many rows and columns."""
		self._merged: dict[int, dict[int, tuple[int, int]]] = {}
		for row, column, rows, columns in merged:
			self._merged.setdefault(row, {})[column] = (rows, columns)
		self._hidden = hidden
		self._layout = Layout(MAX_COLUMNS)

	def row(self, number: int, texts: list[str], *, is_hidden: bool = False) -> Row | None:
		"""The next row; None if nothing shows in it."""
		if is_hidden and not is_blank("".join(texts)):
			self._hidden.hide_row()
		texts = self._hidden.shown(texts)
		merged = self._merged.pop(number, None)
		if merged is None and not self._layout.reaches:
			return None if is_blank("".join(texts)) else Row(number, texts, is_hidden=is_hidden)
		cells = (
			Cell(text, *(merged or {}).get(column, (1, 1))[::-1], column=column)
			for column, text in enumerate(texts)
		)
		row = self._layout.row(number, cells, is_hidden=is_hidden)
		return None if is_blank("".join(row.texts)) else row


def workbook_sections(title: str, rows: Iterator[Row]) -> Iterator[Section]:
	"""The tables of the sheet ``title``."""
	yield from sheet_sections(rows, lambda span: Locator(sheet=title, rows=span), f"Sheet {title}")


class CellBudget:
	"""Counts cells over all sheets of a workbook."""

	def __init__(self) -> None:
		self._used = 0

	def spend(self, cells: int) -> None:
		"""So many more.

		Raises:
			InputTooLarge: they are over :data:`MAX_CELLS`.
		"""
		self._used += cells
		if self._used > MAX_CELLS:
			raise InputTooLarge(f"The workbook has more than {MAX_CELLS:,} cells. Split it.")


def cell_name(row: int, column: int) -> str:
	"""``A1`` for row 0 and column 0."""
	return f"{letters(column + 1).upper()}{row + 1}"


def comment_line(cell: str, author: str, text: str) -> str:
	"""What somebody wrote about a cell, behind the cell and the author; empty if it shows nothing."""
	text = one_line(text)
	# Excel begins a comment with its author's name by itself.
	text = text.removeprefix(f"{author}:").strip() if author else text
	if is_blank(text):
		return ""
	return f"{cell} ({author}): {text}" if author else f"{cell}: {text}"


def comment_sections(lines: Iterable[str], title: str) -> Iterator[Section]:
	"""The comments of the sheet ``title``."""
	taken: list[str] = []
	size = 0
	for line in lines:
		taken.append(line)
		size += len(line)
		if size >= SECTION_CHARACTERS:
			yield _comment_section(taken, title)
			taken, size = [], 0
	if taken:
		yield _comment_section(taken, title)


def _comment_section(lines: list[str], title: str) -> Section:
	return Section("\n".join(lines) + "\n", Locator(sheet=title, part="comments"), header=f"Sheet {title}")
