"""A table as the files that people keep tables in, with the typed values, title lines, merged cells and headers of such files.

Needs fpdf2 and, for old workbooks, xlwt: ``pip install fpdf2 xlwt``.
"""

import csv
import datetime as dt
import html
import io
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from benchmarks.tables.questions import Table

SHAPES = ("plain", "titled", "grouped", "merged")
"""Column names first; title lines above them; groups of columns above them; cells of the first column merged."""
GROUPS = ("First part", "Second part")
_AS_OF = "As it was when the file was saved"
_NUMBER = re.compile(r"(-|\()?\s?([$€£])?\s?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,4}))?\s?(%)?(\))?\Z")
_DATES = ("%B %d, %Y", "%d %B %Y")
_LONG_DATES = {"%B %d, %Y": "mmmm d, yyyy", "%d %B %Y": "d mmmm yyyy"}


@dataclass(frozen=True, slots=True)
class Value:
	"""A cell of a workbook: what it holds, how it is formatted, and what a person sees of it."""

	value: Any
	format: str
	shown: str


@dataclass(frozen=True, slots=True)
class Sheet:
	"""Rows as they stand in the file, and which cells reach over others (row, column, rows, columns; from 0)."""

	rows: list[list[str]]
	merged: list[tuple[int, int, int, int]]
	names: int
	"""Rows of titles and column names."""
	titles: int
	"""Rows of titles among them."""


def laid_out(table: Table, shape: str) -> Sheet:
	"""The rows of a file in this shape; what a merged cell covers is empty."""
	width = len(table.names[0])
	rows: list[list[str]] = []
	merged: list[tuple[int, int, int, int]] = []
	if shape == "titled":
		rows += [[table.title or "Annual report", *[""] * (width - 1)], [_AS_OF, *[""] * (width - 1)]]
		merged.append((0, 0, 1, width))
	titles = len(rows)
	if shape == "grouped" and (cut := group_start(table)):
		rows.append(["", GROUPS[0], *[""] * (cut - 2), GROUPS[1], *[""] * (width - cut - 1)])
		merged += [(0, 1, 1, cut - 1), (0, cut, 1, width - cut)]
	rows += [list(row) for row in table.names]
	names = len(rows)
	rows += [list(row) for row in table.rows]
	if shape == "merged":
		place = names
		for text, run in groupby(row[0] for row in table.rows):
			count = len(list(run))
			if count > 1 and text:
				merged.append((place, 0, count, 1))
				for covered in range(place + 1, place + count):
					rows[covered][0] = ""
			place += count
	return Sheet(rows, [m for m in merged if m[2] * m[3] > 1], names, titles)


def group_start(table: Table) -> int:
	"""The column with which the second group begins; 0 where there are too few columns for two."""
	width = len(table.names[0])
	return 1 + width // 2 if width >= 4 else 0


def value_of(text: str) -> Value:
	"""What a workbook holds of a cell that shows ``text``: a number and a date are no texts there."""
	for pattern in _DATES:
		try:
			day = dt.datetime.strptime(text, pattern)
		except ValueError:
			continue
		return Value(day, _LONG_DATES[pattern], day.date().isoformat())
	found = _NUMBER.match(text)
	if not found or (found[1] == "(") != bool(found[6]) or (found[3][0] == "0" and len(found[3]) > 1):
		return Value(text, "", text)
	sign, symbol, whole, places, percent, _ = found.groups()
	number = float(f"{whole.replace(',', '')}.{places or '0'}")
	if len(whole) > 12:
		return Value(text, "", text)
	digits = ("#,##0" if "," in whole else "0") + ("." + "0" * len(places) if places else "")
	shown = f"{symbol or ''}{whole}{'.' + places if places else ''}{percent or ''}"
	code = (f'"{symbol}"' if symbol else "") + digits + (percent or "")
	if sign == "(":
		code, shown = f"{code};({code})", f"({shown})"
	elif sign:
		shown = f"-{shown}"
	if code == "0":
		code = ""
	number = round(number / 100, 8) if percent else number
	return Value(-number if sign else int(number) if number == int(number) else number, code, shown)


def as_xlsx(table: Table, shape: str) -> bytes:
	"""A workbook with the table on its first sheet; title lines stand over an empty row."""
	import openpyxl

	book = openpyxl.Workbook()
	sheet, laid = book.active, laid_out(table, shape)
	sheet.title = "Data"
	skipped = 1 if laid.titles else 0
	for number, row in enumerate(laid.rows):
		for column, text in enumerate(row):
			if text:
				held = value_of(text) if number >= laid.names else Value(text, "", text)
				line = number + 1 + (skipped if number >= laid.titles else 0)
				cell = sheet.cell(line, column + 1, held.value)
				if isinstance(held.value, str):
					cell.data_type = "s"  # a text that begins with "=" is none of a formula
				cell.number_format = held.format or "General"
	for top, left, rows, columns in laid.merged:
		line = top + 1 + (skipped if top >= laid.titles else 0)
		sheet.merge_cells(
			start_row=line, start_column=left + 1, end_row=line + rows - 1, end_column=left + columns
		)
	return _saved(book.save)


def as_xls(table: Table, shape: str) -> bytes:
	"""The same as a workbook of Excel 97."""
	import xlwt

	book = xlwt.Workbook()
	sheet, laid = book.add_sheet("Data"), laid_out(table, shape)
	reach = {(row, column): (rows, columns) for row, column, rows, columns in laid.merged}
	styles: dict[str, Any] = {}
	for number, row in enumerate(laid.rows):
		for column, text in enumerate(row):
			if not text:
				continue
			held = value_of(text) if number >= laid.names else Value(text, "", text)
			code = held.format or "General"
			style = styles.setdefault(code, xlwt.easyxf(num_format_str=code))
			rows, columns = reach.get((number, column), (1, 1))
			sheet.write_merge(number, number + rows - 1, column, column + columns - 1, held.value, style)
	return _saved(book.save)


_ODS = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 office:version="1.3"><office:body><office:spreadsheet><table:table table:name="Data">{rows}</table:table>
</office:spreadsheet></office:body></office:document-content>"""


def as_ods(table: Table, shape: str) -> bytes:
	"""The same as a workbook of LibreOffice."""
	laid = laid_out(table, shape)
	reach = {(row, column): (rows, columns) for row, column, rows, columns in laid.merged}
	covered = {
		(row + r, column + c)
		for (row, column), (rows, columns) in reach.items()
		for r in range(rows)
		for c in range(columns)
		if r or c
	}
	lines = []
	for number, row in enumerate(laid.rows):
		cells = ""
		for column, text in enumerate(row):
			if (number, column) in covered:
				cells += "<table:covered-table-cell/>"
				continue
			rows, columns = reach.get((number, column), (1, 1))
			span = f' table:number-rows-spanned="{rows}" table:number-columns-spanned="{columns}"'
			cells += _ods_cell(text, span if rows * columns > 1 else "", typed=number >= laid.names)
		lines.append(f"<table:table-row>{cells}</table:table-row>")
	stream = io.BytesIO()
	with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
		archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
		archive.writestr("content.xml", _ODS.format(rows="".join(lines)))
	return stream.getvalue()


def _ods_cell(text: str, span: str, *, typed: bool) -> str:
	if not text:
		return f"<table:table-cell{span}/>"
	held = value_of(text) if typed else Value(text, "", text)
	shown = text if isinstance(held.value, dt.datetime) else held.shown
	kind = ' office:value-type="string"'
	if isinstance(held.value, dt.datetime):
		kind = f' office:value-type="date" office:date-value="{held.shown}"'
	elif isinstance(held.value, (int, float)):
		name = "percentage" if "%" in held.format else "currency" if '"' in held.format else "float"
		kind = f" office:value-type={quoteattr(name)} office:value={quoteattr(str(held.value))}"
	return f"<table:table-cell{kind}{span}><text:p>{escape(shown)}</text:p></table:table-cell>"


def as_csv(table: Table, shape: str) -> bytes:
	"""The rows as a spreadsheet program exports them."""
	stream = io.StringIO()
	csv.writer(stream).writerows(laid_out(table, shape).rows)
	return stream.getvalue().encode()


def as_docx(table: Table, shape: str) -> bytes:
	"""A text with the table in it, under a heading."""
	import docx

	document, laid = docx.Document(), laid_out(table, shape)
	if table.title:
		document.add_heading(table.title, 1)
	grid = document.add_table(len(laid.rows), len(laid.rows[0]))
	cells = grid._cells
	width = len(laid.rows[0])
	for number, row in enumerate(laid.rows):
		for column, text in enumerate(row):
			cells[number * width + column].text = text
	for top, left, rows, columns in laid.merged:
		first, last = cells[top * width + left], cells[(top + rows - 1) * width + left + columns - 1]
		text = first.text
		first.merge(last).text = text
	return _saved(document.save)


def as_pptx(table: Table, shape: str) -> bytes:
	"""A slide with the table on it."""
	import pptx

	deck, laid = pptx.Presentation(), laid_out(table, shape)
	slide = deck.slides.add_slide(deck.slide_layouts[5])
	slide.shapes.title.text = table.title
	size = len(laid.rows), len(laid.rows[0])
	grid = slide.shapes.add_table(*size, 0, 0, deck.slide_width, deck.slide_height).table
	for number, row in enumerate(laid.rows):
		for column, text in enumerate(row):
			if text:
				grid.cell(number, column).text = text
	for top, left, rows, columns in laid.merged:
		grid.cell(top, left).merge(grid.cell(top + rows - 1, left + columns - 1))
	return _saved(deck.save)


def as_html(table: Table, shape: str) -> bytes:
	"""A page with the table on it; every other one names its columns in ``th``."""
	laid = laid_out(table, shape)
	reach = {(row, column): (rows, columns) for row, column, rows, columns in laid.merged}
	covered = {
		(row + r, column + c)
		for (row, column), (rows, columns) in reach.items()
		for r in range(rows)
		for c in range(columns)
		if r or c
	}
	lines = []
	for number, row in enumerate(laid.rows):
		tag = "th" if number < laid.names and len(table.rows) % 2 else "td"
		line = ""
		for column, text in enumerate(row):
			if (number, column) not in covered:
				rows, columns = reach.get((number, column), (1, 1))
				line += f'<{tag} rowspan="{rows}" colspan="{columns}">{html.escape(text)}</{tag}>'
		lines.append(f"<tr>{line}</tr>")
	title = html.escape(table.title)
	page = f"<html><head><meta charset='utf-8'><title>{title}</title></head><body><h1>{title}</h1><table>"
	return (page + "\n".join(lines) + "</table></body></html>").encode()


def as_pdf(table: Table, shape: str) -> bytes:
	"""Pages with the table, the column names again on each; letters that the fonts of PDF have not are left out."""
	import fpdf

	laid = laid_out(table, shape)
	document = fpdf.FPDF(orientation="landscape")
	document.set_font("Helvetica", size=8)
	document.add_page()
	if table.title:
		document.multi_cell(0, 6, latin(table.title), new_x="LMARGIN", new_y="NEXT")
	reach = {(row, column): (rows, columns) for row, column, rows, columns in laid.merged}
	with document.table(num_heading_rows=laid.names) as grid:
		for number, row in enumerate(laid.rows):
			line = grid.row()
			skip = 0
			for column, text in enumerate(row):
				if skip:
					skip -= 1
					continue
				# Only widths: fpdf2 does not break a cell over rows at the end of a page.
				columns = reach.get((number, column), (1, 1))[1]
				line.cell(latin(text), colspan=columns)
				skip = columns - 1
	return bytes(document.output())


def latin(text: str) -> str:
	"""``text`` with question marks for letters that the fonts of the PDF files lack."""
	return text.encode("cp1252", "replace").decode("cp1252").encode("latin-1", "replace").decode("latin-1")


def _saved(save: Callable[[io.BytesIO], object]) -> bytes:
	stream = io.BytesIO()
	save(stream)
	return stream.getvalue()


FORMATS: dict[str, Callable[[Table, str], bytes]] = {
	"xlsx": as_xlsx,
	"xls": as_xls,
	"ods": as_ods,
	"csv": as_csv,
	"docx": as_docx,
	"pptx": as_pptx,
	"html": as_html,
	"pdf": as_pdf,
}
TYPED = frozenset({"xlsx", "xls", "ods"})
"""Formats whose cells hold numbers and dates."""
