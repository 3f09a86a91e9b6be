"""Workbooks that Excel 2002 and 2003 saved as XML, and that programs still write for it, often under the ending ``xls``.

SpreadsheetML of Office 2003 (the schema ``urn:schemas-microsoft-com:office:spreadsheet``), which is not that of ``xlsx``.
"""

import datetime as dt
from collections.abc import Iterator
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import InputTooLarge
from huf.engine.extractors.office.spreadsheets.sheets import (
	MAX_COLUMNS,
	MAX_ROWS,
	CellBudget,
	HiddenParts,
	SheetRows,
	cell_name,
	comment_line,
	comment_sections,
	value_text,
	workbook_sections,
)
from huf.engine.extractors.properties import tell
from huf.engine.extractors.sections import one_line
from huf.engine.extractors.tables.heads import Row
from huf.engine.sentences import sentence
from huf.engine.types import Section

_SS = "{urn:schemas-microsoft-com:office:spreadsheet}"
_EXCEL = "{urn:schemas-microsoft-com:office:excel}"
_STYLE = f"{_SS}StyleID"
_OFFICE = "{urn:schemas-microsoft-com:office:office}"
_NAMED_FORMATS = {
	"General": "",
	"Fixed": "0.00",
	"Standard": "#,##0.00",
	"Percent": "0.00%",
	"Currency": "#,##0.00",
	"Euro Currency": "[$€-2] #,##0.00",
	"Scientific": "0.00E+00",
	"Yes/No": '"Yes";"Yes";"No"',
	"True/False": '"True";"True";"False"',
	"On/Off": '"On";"On";"Off"',
}
"""Codes of the formats that a style may call by name. *Currency* is that of whoever opens the file, so it has no sign here."""
_MOST_PARENTS = 20
"""Styles above a style that are asked for a format."""


def is_workbook_2003(root: Any) -> bool:
	"""Whether the XML document with this root is such a workbook."""
	return bool(root.tag == f"{_SS}Workbook")


def workbook_2003_sections(root: Any, content: Content, notes: list[str]) -> Iterator[Section]:
	"""Rows as those of newer workbooks, then the comments of each sheet. Hidden sheets, rows and columns are left out with a note.

	Raises:
		InputTooLarge: a sheet has more than :data:`MAX_ROWS` rows, or the workbook more cells than any may have.
	"""
	_tell_properties(root, content)
	formats = _formats(root)
	budget = CellBudget()
	for sheet in root.iterfind(f"{_SS}Worksheet"):
		title = sheet.get(f"{_SS}Name", "")
		if (sheet.findtext(f"{_EXCEL}WorksheetOptions/{_EXCEL}Visible") or "").startswith("Sheet"):
			notes.append(sentence(f"The hidden sheet “{title}” was left out."))
			continue
		hidden, comments = HiddenParts(), list[str]()
		for table in sheet.iterfind(f"{_SS}Table"):
			yield from workbook_sections(title, _filled_rows(table, title, formats, budget, hidden, comments))
		hidden.tell(title, notes)
		yield from comment_sections(comments, title)


def _tell_properties(root: Any, content: Content) -> None:
	said = root.find(f"{_OFFICE}DocumentProperties")
	if said is not None:
		tell(
			content,
			author=said.findtext(f"{_OFFICE}Author"),
			date=said.findtext(f"{_OFFICE}LastSaved") or said.findtext(f"{_OFFICE}Created"),
			kind=said.findtext(f"{_OFFICE}Category"),
			title=said.findtext(f"{_OFFICE}Title"),
		)


def _formats(root: Any) -> dict[str, str]:
	"""The format code of each style of the workbook, its own or that of the style it goes by."""
	styles = {style.get(f"{_SS}ID", ""): style for style in root.iterfind(f"{_SS}Styles/{_SS}Style")}
	found = {}
	for name, style in styles.items():
		for _ in range(_MOST_PARENTS):
			own = style.find(f"{_SS}NumberFormat")
			if own is not None and (code := own.get(f"{_SS}Format")):
				found[name] = _NAMED_FORMATS.get(code, code)
				break
			style = styles.get(style.get(f"{_SS}Parent", ""))
			if style is None:
				break
	return found


def _filled_rows(
	table: Any,
	title: str,
	formats: dict[str, str],
	budget: CellBudget,
	hidden: HiddenParts,
	comments: list[str],
) -> Iterator[Row]:
	"""Each row that shows something; what people wrote about its cells is added to ``comments``."""
	columns, everywhere = _column_styles(table, hidden), table.get(_STYLE, "Default")
	merged = (
		(number, column, _count(cell, "MergeDown", 0, MAX_ROWS) + 1, _across(cell))
		for number, row in _rows(table, title)
		for column, cell in _cells(row)
		if cell.get(f"{_SS}MergeDown") or cell.get(f"{_SS}MergeAcross")
	)
	laid = SheetRows(merged, hidden)
	for number, row in _rows(table, title):
		texts: list[str] = []
		is_hidden = row.get(f"{_SS}Hidden") == "1"
		for column, cell in _cells(row):
			texts.extend([""] * (column - len(texts)))
			style = cell.get(_STYLE) or row.get(_STYLE) or columns.get(column, everywhere)
			texts.append(_cell_text(cell, formats.get(style, "")))
			if not is_hidden and (comment := _comment(cell, number, column)):
				comments.append(comment)
		budget.spend(len(texts) + 1)
		shown = laid.row(number, texts, is_hidden=is_hidden)
		if shown is not None:
			yield shown


def _rows(table: Any, title: str) -> Iterator[tuple[int, Any]]:
	"""Each row with its number, which a row need not say."""
	number = 0
	for row in table.iterfind(f"{_SS}Row"):
		# One that goes back would be read over another.
		number = max(_count(row, "Index", 0, MAX_ROWS), number + 1)
		if number > MAX_ROWS:
			raise InputTooLarge(f"The sheet “{title}” has more than {MAX_ROWS:,} rows. Split it.")
		yield number, row
		number += _count(row, "Span", 0, MAX_ROWS)


def _cells(row: Any) -> Iterator[tuple[int, Any]]:
	"""Each cell with its column from 0; those that a cell before takes are not in the file."""
	column = 0
	for cell in row.iterfind(f"{_SS}Cell"):
		column = max(_count(cell, "Index", 0, MAX_COLUMNS) - 1, column)
		if column >= MAX_COLUMNS:
			return
		yield column, cell
		column += _across(cell)


def _across(cell: Any) -> int:
	return _count(cell, "MergeAcross", 0, MAX_COLUMNS) + 1


def _column_styles(table: Any, hidden: HiddenParts) -> dict[int, str]:
	"""The style of each column from 0 that has one; hidden columns are told to ``hidden``."""
	styles: dict[int, str] = {}
	column = 0
	for about in table.iterfind(f"{_SS}Column"):
		first = max(_count(about, "Index", 0, MAX_COLUMNS), column + 1)
		column = min(first + _count(about, "Span", 0, MAX_COLUMNS), MAX_COLUMNS)
		if about.get(f"{_SS}Hidden") == "1":
			hidden.hide_columns(str(first), str(column))
		if style := about.get(_STYLE):
			styles.update(dict.fromkeys(range(first - 1, column), style))
	return styles


def _count(element: Any, name: str, otherwise: int, most: int) -> int:
	"""A number that an attribute says, at most one more than ``most``; ``otherwise`` where it says none."""
	said = element.get(f"{_SS}{name}", "")
	return min(int(said), most + 1) if said.isdecimal() and len(said) < 10 else otherwise


def _cell_text(cell: Any, code: str) -> str:
	data = cell.find(f"{_SS}Data")
	if data is None:
		return ""
	text = "".join(data.itertext())
	return value_text(*_value(text, data.get(f"{_SS}Type", ""), code))


def _value(text: str, kind: str, code: str) -> tuple[Any, str]:
	"""What a cell holds and the format it is shown with; what is not what it says it is, is text."""
	try:
		if kind == "Number":
			number = float(text)
			return (int(number) if number.is_integer() and abs(number) < 1e15 else number), code
		if kind == "DateTime":
			moment = dt.datetime.fromisoformat(text.strip().partition(".")[0])
			# Below a day it is a time alone: days are counted from 31 December 1899.
			return (moment.time() if moment.year < 1900 else moment), ""
	except (ValueError, OverflowError):
		return text, ""
	if kind == "Boolean" and text.strip() in ("0", "1"):
		return text.strip() == "1", ""
	return text, ""


def _comment(cell: Any, row: int, column: int) -> str:
	"""What somebody wrote about a cell; empty for nothing."""
	comment = cell.find(f"{_SS}Comment")
	if comment is None:
		return ""
	author = one_line(comment.get(f"{_SS}Author", ""))
	return comment_line(cell_name(row - 1, column), author, "".join(comment.itertext()))
