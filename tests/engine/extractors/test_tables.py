"""Tables of all formats by one model: titles, names in several rows, merged cells, hidden parts, values as they show."""

import io
import time
from collections.abc import Callable
from itertools import pairwise

import docx
import openpyxl
import pptx
import pytest
from extractor_samples import check_law, read, saved

from huf.engine.chunkers import ChunkSettings, chunk_sections
from huf.engine.extractors.office.spreadsheets.number_formats import shown_number
from huf.engine.types import Section

TITLE = "ACME price list, valid from 1 March"
GRID = [
	[TITLE, "", "", ""],
	["Item", "List price", "", "Delivery days"],
	["", "EUR", "CHF", ""],
	["Valve", "100", "120", "3"],
	["", "101", "121", "4"],
	["Pump", "7", "8", "5"],
]
MERGED = [(0, 0, 1, 4), (1, 0, 2, 1), (1, 1, 1, 2), (1, 3, 2, 1), (3, 0, 2, 1)]
"""Row, column, and how many rows and columns the cell takes."""
HEADER = f"{TITLE}\nItem | List price · EUR | List price · CHF | Delivery days"
ROWS = "Valve | 100 | 120 | 3\nValve | 101 | 121 | 4\nPump | 7 | 8 | 5\n"


def as_xlsx() -> bytes:
	"""The table in a workbook."""
	book = openpyxl.Workbook()
	for row in GRID:
		book.active.append([int(text) if text.isdecimal() else text or None for text in row])
	for top, left, rows, columns in MERGED:
		book.active.merge_cells(
			start_row=top + 1, start_column=left + 1, end_row=top + rows, end_column=left + columns
		)
	return saved(book.save)


def as_docx() -> bytes:
	"""The table in a text."""
	document = docx.Document()
	table = document.add_table(len(GRID), len(GRID[0]))
	for number, row in enumerate(GRID):
		for column, text in enumerate(row):
			table.cell(number, column).text = text
	for top, left, rows, columns in MERGED:
		text = table.cell(top, left).text
		table.cell(top, left).merge(table.cell(top + rows - 1, left + columns - 1)).text = text
	return saved(document.save)


def as_pptx() -> bytes:
	"""The table on a slide."""
	deck = pptx.Presentation()
	slide = deck.slides.add_slide(deck.slide_layouts[6])
	table = slide.shapes.add_table(len(GRID), len(GRID[0]), 0, 0, 10_000, 10_000).table
	for number, row in enumerate(GRID):
		for column, text in enumerate(row):
			table.cell(number, column).text = text
	for top, left, rows, columns in MERGED:
		table.cell(top, left).merge(table.cell(top + rows - 1, left + columns - 1))
	return saved(deck.save)


def as_html() -> bytes:
	"""The table on a page that names no column names."""
	reach = {(row, column): (rows, columns) for row, column, rows, columns in MERGED}
	covered = {
		(r + i, c + j) for (r, c), (h, w) in reach.items() for i in range(h) for j in range(w) if i or j
	}
	page = "<html><body><table>"
	for number, row in enumerate(GRID):
		page += "<tr>"
		for column, text in enumerate(row):
			if (number, column) not in covered:
				down, right = reach.get((number, column), (1, 1))
				page += f"<td rowspan={down} colspan={right}>{text}</td>"
		page += "</tr>"
	return (page + "</table></body></html>").encode()


@pytest.mark.parametrize(
	("name", "make", "sheet"),
	[
		("a.xlsx", as_xlsx, "Sheet Sheet\n"),
		("a.docx", as_docx, ""),
		("a.pptx", as_pptx, ""),
		("a.html", as_html, ""),
	],
)
def test_one_table_in_all_formats(name: str, make: Callable[[], bytes], sheet: str) -> None:
	"""A title, names in two rows and merged cells are read alike, whatever file the table is in."""
	sections, _ = read(name, make())
	check_law(sections)
	assert [(s.text, s.header) for s in sections] == [(ROWS, sheet + HEADER)]


def test_every_passage_says_sheet_title_and_names() -> None:
	"""Of a long table no passage is without the sheet's name, the title that stands over an empty row, and both rows of names."""
	book = openpyxl.Workbook()
	for row in ([TITLE], [], ["Item", "List price", None, "Days"], [None, "EUR", "CHF"]):
		book.active.append(row)
	for number in range(400):
		book.active.append([f"Valve V-{number:04} stainless with flange", 100 + number, 120 + number, 3])
	sections, _ = read("a.xlsx", saved(book.save))
	assert [s.locator.rows for s in sections] == [(5, 404)]
	chunks = list(chunk_sections(sections, ChunkSettings()))
	assert len(chunks) > 5
	assert {c.header for c in chunks} == {
		f"Sheet Sheet\n{TITLE}\nItem | List price · EUR | List price · CHF | Days"
	}


def header_of(rows: list[list[str]], name: str = "a.csv") -> str:
	"""What passages of a CSV file with these rows repeat."""
	data = "\n".join(",".join(row) for row in rows)
	sections, _ = read(name, data)
	check_law(sections)
	return sections[0].header


@pytest.mark.parametrize(
	("rows", "header"),
	[
		(
			[["", "2019", "2018"], ["", "(in millions)", ""], ["Sales", "5", "6"]],
			" | 2019 · (in millions) | 2018",
		),
		([["Year", "1", "2", "3"], ["Ann", "5", "4", "0"], ["Bob", "1", "1", "2"]], "Year | 1 | 2 | 3"),
		(
			[["Club", "Cup", "Cup"], ["Club", "Games", "Goals"], ["Ajax", "4", "1"]],
			"Club | Cup · Games | Cup · Goals",
		),
		(
			[["As of:", "1 March"], ["Item", "EUR", "CHF", "USD"], ["A", "1", "2", "3"]],
			"As of: 1 March\nItem | EUR | CHF | USD",
		),
		([["Prices"], ["Bolt", "5"], ["Nut", "6"]], "Prices"),
		(
			[["", "Sales", "Sales"], ["", "2019", "2018"], ["Bolts", "5", "6"]],
			" | Sales · 2019 | Sales · 2018",
		),
		# What is no head: values, and rows of texts like the names above them.
		([["Ann", "2019"], ["Bob", "2020"]], ""),
		([["5", "6"], ["7", "8"]], ""),
		(
			[["Name", "City", "State"], ["Ann", "Rome", "Italy"], ["Bob", "Oslo", "Norway"]],
			"Name | City | State",
		),
		([["", "Name", "City"], ["x", "Ann", "Rome"], ["y", "Bob", "Oslo"]], " | Name | City"),
	],
)
def test_heads(rows: list[list[str]], header: str) -> None:
	"""Column names are told from values and from titles by how rows are filled and what stands below."""
	assert header_of(rows) == header


def test_rows_that_name_rows() -> None:
	"""A row of names that reach down beside values names rows, and is none of the header; so does a first column of names."""
	table = (
		"<table><tr><th>Year</th><th>Quarter</th><th>Revenue</th></tr><tr><th rowspan=3>2025</th><th rowspan=3>Q1</th></tr>"
		"<tr><td>134</td></tr><tr><td>150</td></tr></table>"
		"<p>x</p><table><tr><th>Opens</th><td>9:00</td></tr><tr><th>Closes</th><td>18:00</td></tr></table>"
	)
	sections = read("a.html", f"<html><body>{table}</body></html>")[0]
	assert [(s.header, s.text) for s in sections if s.kind == "table"] == [
		("Year | Quarter | Revenue", "2025 | Q1\n2025 | Q1 | 134\n2025 | Q1 | 150\n"),
		("", "Opens | 9:00\nCloses | 18:00\n"),
	]


def test_names_under_a_merged_value() -> None:
	"""A first row of values below a cell over two columns is no second row of names."""
	table = (
		"<table><tr><td>Name</td><td colspan=2>Address</td></tr><tr><td>Ann</td><td>Main St</td><td>Rome</td></tr>"
		"<tr><td>Bob</td><td>High St</td><td>Oslo</td></tr></table>"
	)
	(section,) = read("a.html", f"<html><body>{table}</body></html>")[0]
	assert (section.header, section.text) == (
		"Name | Address | Address",
		"Ann | Main St | Rome\nBob | High St | Oslo\n",
	)


def test_titles_between_tables() -> None:
	"""Each table of a sheet has its own title; a line far from any table stays a row."""
	book = openpyxl.Workbook()
	for row in (
		["Remark about nothing"],
		[], [], [], [],
		["First table"],
		["Item", "Price"],
		["A", 1],
		[],
		["Second table"],
		[],
		["Item", "Stock"],
		["B", 2],
		[],
		["A last remark"],
	):  # fmt: skip
		book.active.append(row)
	sections, _ = read("a.xlsx", saved(book.save))
	check_law(sections)
	assert [(s.text, s.header.removeprefix("Sheet Sheet"), s.locator.rows) for s in sections] == [
		("Remark about nothing\n", "", (1, 1)),
		("A | 1\n", "\nFirst table\nItem | Price", (8, 8)),
		("B | 2\n", "\nSecond table\nItem | Stock", (13, 13)),
		("A last remark\n", "\nSecond table\nItem | Stock", (15, 15)),
	]


def test_xlsx_hidden_rows_and_columns() -> None:
	"""Hidden rows and columns are left out and said; they end no table, and the rows keep their numbers."""
	book = openpyxl.Workbook()
	for row in (["Item", "Cost", "Price"], ["A", 1, 10], ["SECRET", 2, 20], ["B", 3, 30]):
		book.active.append(row)
	book.active.row_dimensions[3].hidden = True
	book.active.column_dimensions["B"].hidden = True
	sections, notes = read("a.xlsx", saved(book.save))
	check_law(sections)
	assert [(s.text, s.header, s.locator.rows) for s in sections] == [
		("A |  | 10\n", "Sheet Sheet\nItem |  | Price", (2, 2)),
		("B |  | 30\n", "Sheet Sheet\nItem |  | Price", (4, 4)),
	]
	assert notes == [
		"Hidden rows of the sheet “Sheet” were left out: 1.",
		"Hidden columns of the sheet “Sheet” were left out: 1.",
	]


def test_xlsx_numbers_as_they_show() -> None:
	"""Currencies, thousands and percent stand as a person sees them, and can be asked for so."""
	book = openpyxl.Workbook()
	book.active.append(["Item", "Price", "Change", "Share"])
	book.active.append(["A", 1234.5, -1250, 0.125])
	for cell, code in (("B2", '#,##0.00 "€"'), ("C2", "$#,##0_);($#,##0)"), ("D2", "0.0%")):
		book.active[cell].number_format = code
	sections, _ = read("a.xlsx", saved(book.save))
	assert sections[0].text == "A | 1,234.50 € | ($1,250) | 12.5%\n"


@pytest.mark.parametrize(
	("value", "code", "shown"),
	[
		(1234.5, "[$€-407] #,##0.00", "€ 1,234.50"),
		(-5.5, "0.0;(0.0)", "(5.5)"),
		(0, '0;-0;"-"', "-"),
		(0, '_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', "-"),
		(1_234_567, '#,##0,"k"', "1,235k"),
		(5, "000", "005"),
		(1_234_567_890, "(000) 000-0000", "(123) 456-7890"),
		(2.5, "0", "3"),
		(-0.001, "0.00", "0.00"),
		(1.5, "0.0#", "1.5"),
		(0.333, ".00", ".33"),
		(12, "[Red][<100]0.0;0", "12.0"),
		(120, "[Red][<100]0.0;0", "120"),
		(12.3, r"#,##0.00\ [$EUR]", "12.30 EUR"),
		(7, ";;;", ""),
		# What is not read is shown as it is, and nothing that a file says takes long or fails.
		(0.5, "# ?/?", "0.5"),
		(1e6, "0.00E+00", "1000000"),
		(1e300, "0", "1e+300"),
		(float("nan"), "0", "nan"),
		(5, "0." + "0" * 100, "5." + "0" * 30),
		(5, "0" + "%" * 200, "5"),
		(5, "0" * 10_000, "5"),
	],
)
def test_number_formats(value: float, code: str, shown: str) -> None:
	"""Format codes of spreadsheets, with what they hide and what they do not say."""
	assert shown_number(value, code) == shown


def test_hostile_spans() -> None:
	"""Cells that claim all rows and columns make neither much text nor much work, in pages and in workbooks."""
	began = time.process_time()
	spans = "".join(f"<td rowspan=65534 colspan=1000>text {number}</td>" for number in range(300))
	page = f"<table><tr>{spans}</tr>{'<tr><td>x</td><td>y</td></tr>' * 2_000}</table>"
	assert size_of("a.html", page.encode()) < 600_000
	page = f"<table>{('<tr><td rowspan=65534 colspan=1000>' + 'z' * 190 + '</td></tr>') * 500}</table>"
	assert size_of("a.html", page.encode()) < 600_000
	book = openpyxl.Workbook()
	for number in range(1, 500):
		book.active.append([f"name {number}", number])
		book.active.merged_cells.add(f"A{number}:XFD{number + 30_000}")
	assert size_of("a.xlsx", saved(book.save)) < 400_000
	assert time.process_time() - began < 30


def size_of(name: str, data: bytes) -> int:
	"""Characters of all sections and their headers."""
	return sum(len(section.text) + len(section.header) for section in read(name, data)[0])


def test_merged_cells_over_rows_without_cells() -> None:
	"""A merged cell reaches over the rows that it says, also where the file has no cell for some of them."""
	book = openpyxl.Workbook()
	book.active.append(["Year", "Sales"])
	book.active.append([2025, 1])
	book.active["B4"], book.active["A5"], book.active["B5"] = 3, 2026, 4
	book.active.merge_cells("A2:A4")
	sections, _ = read("a.xlsx", saved(book.save))
	check_law(sections)
	assert "".join(s.text for s in sections) == "2025 | 1\n2025\n2025 | 3\n2026 | 4\n"
	assert all(a.header == b.header for a, b in pairwise(sections))


def only(sections: list[Section]) -> Section:
	"""The one section that there is."""
	(section,) = sections
	return section


def test_long_names_of_groups() -> None:
	"""A name over many columns is not repeated without end."""
	row = "".join(f"<th colspan=2>{'g' * 190}{number}</th>" for number in range(100))
	page = (
		f"<table><tr>{row}</tr><tr>{'<th>a</th><th>b</th>' * 100}</tr><tr><td>1</td><td>2</td></tr></table>"
	)
	header = only(read("a.html", f"<html><body>{page}</body></html>")[0]).header
	assert len(header) < 100 * 193 + 4_000 + 2_000 and io.StringIO(header).readline()
