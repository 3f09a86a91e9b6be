"""OpenDocument workbooks: rows as in those of Excel, with values as they show."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import InputTooLarge
from huf.engine.extractors.office.damaged import around_damage
from huf.engine.extractors.office.opendocument.document import OFFICE, TABLE, TEXT, open_document
from huf.engine.extractors.office.opendocument.paragraphs import aside, shown
from huf.engine.extractors.office.opendocument.pictures import OpenDocumentPictures
from huf.engine.extractors.office.opendocument.tables import MOST_REPEATED, cells, is_collapsed, times_of
from huf.engine.extractors.office.spreadsheets.sheets import (
	MAX_COLUMNS,
	MAX_ROWS,
	CellBudget,
	HiddenParts,
	value_text,
	workbook_sections,
)
from huf.engine.extractors.sections import is_blank
from huf.engine.extractors.tables.heads import Row
from huf.engine.extractors.tables.model import Layout
from huf.engine.sentences import sentence
from huf.engine.types import Locator, Section

VERSION = 4


@around_damage
def extract_ods(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Rows as in other workbooks, then the comments of each sheet. Hidden sheets, rows and columns are left out with a note."""
	document = open_document(content, "spreadsheet")
	body = document.body
	hidden = document.styles_with("table-properties", f"{TABLE}display", "false")
	pictures = OpenDocumentPictures(content, body)
	budget = CellBudget()
	for sheet in body.iterfind(f"{TABLE}table"):
		title = sheet.get(f"{TABLE}name", "")
		if sheet.get(f"{TABLE}style-name") in hidden:
			notes.append(sentence(f"The hidden sheet “{title}” was left out."))
			continue
		parts = HiddenParts()
		yield from workbook_sections(title, _filled_rows(sheet, title, budget, parts))
		parts.tell(title, notes)
		yield from aside(sheet, Locator(sheet=title), f"Sheet {title}")
		for section in pictures.of(sheet, Locator(sheet=title)):
			yield replace(section, header=f"Sheet {title}")
	notes.extend(pictures.notes())


def _filled_rows(sheet: Any, title: str, budget: CellBudget, hidden: HiddenParts) -> Iterator[Row]:
	"""Each row that shows something."""
	column = 1
	for about in sheet.iter(f"{TABLE}table-column"):
		last = column + times_of(about, "number-columns-repeated") - 1
		if is_collapsed(about):
			hidden.hide_columns(str(column), str(last))
		column = last + 1
	layout = Layout(MAX_COLUMNS)
	number = 1
	for row in sheet.iter(f"{TABLE}table-row"):
		times = times_of(row, "number-rows-repeated")
		filled = list(cells(row, _value, MAX_COLUMNS))
		if filled or layout.reaches:
			if filled and number + times - 1 > MAX_ROWS:
				raise InputTooLarge(f"The sheet “{title}” has more than {MAX_ROWS:,} rows. Split it.")
			for again in range(times if filled else min(times, MOST_REPEATED)):
				laid = layout.row(number + again, filled, is_hidden=is_collapsed(row))
				budget.spend(len(laid.texts))
				if laid.is_hidden and filled:
					hidden.hide_row()
				laid.texts = hidden.shown(laid.texts)
				if not is_blank("".join(laid.texts)):
					yield laid
		number += times


def _value(cell: Any) -> str:
	"""What a cell holds, as it shows; a date as ISO writes it, where Python has one for it."""
	kind = cell.get(f"{OFFICE}value-type", "")
	text = _cell_text(cell)
	try:
		if kind in ("float", "currency", "percentage") and is_blank(text):
			value = float(cell.get(f"{OFFICE}value", ""))
			return value_text(value, "0.##%" if kind == "percentage" else "")
		if kind == "date":
			date = (cell.get(f"{OFFICE}date-value") or "").partition(".")[0]
			return value_text(dt.datetime.fromisoformat(date))
		if kind == "boolean":
			return value_text(cell.get(f"{OFFICE}boolean-value") == "true")
	except ValueError:
		pass  # it is read as it shows
	return "" if is_blank(text) else text


def _cell_text(cell: Any) -> str:
	return "\n".join(shown(paragraph) for paragraph in cell.iterchildren(f"{TEXT}p", f"{TEXT}h"))
