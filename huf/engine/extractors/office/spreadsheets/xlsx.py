"""Workbooks, streamed: located by sheet and row; each passage repeats the sheet's name and column names."""

import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from huf.engine.content import Content
from huf.engine.errors import InputTooLarge
from huf.engine.extractors.containers.archive import check_archive
from huf.engine.extractors.failures import parse_failure
from huf.engine.extractors.office.damaged import around_damage
from huf.engine.extractors.office.package import open_office
from huf.engine.extractors.office.spreadsheets.drawings import Drawings, chart_sheets, relations
from huf.engine.extractors.office.spreadsheets.plain_styles import with_plain_styles
from huf.engine.extractors.office.spreadsheets.sheets import (
	MAX_ROWS,
	CellBudget,
	HiddenParts,
	SheetRows,
	comment_line,
	comment_sections,
	value_text,
	workbook_sections,
)
from huf.engine.extractors.pictures.inside import PicturesInside
from huf.engine.extractors.properties import tell_core_properties
from huf.engine.extractors.sections import one_line
from huf.engine.extractors.tables.heads import Row
from huf.engine.extractors.unread import Unread
from huf.engine.sentences import sentence
from huf.engine.types import Section

VERSION = 7

_WORKBOOK = "xl/workbook.xml"

_S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_PARTS_OF_ROWS = frozenset(f"{_S}{name}" for name in ("c", "v", "f", "is", "t", "r", "rPr", "rPh"))
"""What a row is read from, which is there until the row has ended."""
_BLOCK = 1 << 20
_READ = {"read_only": True, "data_only": True, "keep_links": False}
"""What cells of other workbooks held is kept where it was used, and need not be looked for in the file."""
_TRUE = frozenset({"1", "true"})
# A cell with a formula and no stored value: nobody has opened the file in a program that calculates.
_NOT_CALCULATED = re.compile(rb"(?:</f>|<f\b[^<>]{0,500}/>)\s{0,9}(?:<v\s?/>|<v>\s{0,9}</v>)?\s{0,9}</c>")

# A range of merged cells; it stands behind the rows that it is about.
_MERGED = re.compile(rb"<(?:\w{1,20}:)?mergeCell\s[^<>]{0,200}>")
_RANGE = re.compile(rb"""\bref\s?=\s?["']\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})["']""")
_MOST_MERGED = 200_000
"""Ranges of one sheet; more are read as cells that stand alone."""


@around_damage
def extract_xlsx(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Rows as ``cell | cell``, with the values that were last calculated, as they show, then the comments, charts and pictures of each sheet.

	Hidden sheets, rows and columns are left out with a note.
	"""
	check_archive(content)
	tell_core_properties(content)
	with open_office(content) as stream, _opened(stream) as book:
		try:
			budget = CellBudget()
			drawings = Drawings(book._archive, PicturesInside(content))
			for sheet in book.worksheets:
				if sheet.sheet_state != "visible":
					notes.append(sentence(f"The hidden sheet “{sheet.title}” was left out."))
					continue
				hidden = HiddenParts()
				yield from workbook_sections(sheet.title, _filled_rows(sheet, budget, hidden))
				hidden.tell(sheet.title, notes)
				yield from comment_sections(_comments(book._archive, sheet._worksheet_path), sheet.title)
				yield from drawings.sections(sheet._worksheet_path, sheet.title)
			for path, title, is_shown in chart_sheets(book._archive, _WORKBOOK):
				if is_shown:
					yield from drawings.sections(path, title)
				else:
					notes.append(sentence(f"The hidden sheet “{title}” was left out."))
			notes.extend(drawings.notes())
		finally:
			book.close()
	if missing := _count_not_calculated(content):
		notes.append(
			Unread(
				f"{missing} formulas have no stored result and were left out. Open the file in a spreadsheet program, save "
				"it and upload it again."
			)
		)


@contextmanager
def _opened(stream: IO[bytes]) -> Iterator[Any]:
	"""The workbook; one whose styles openpyxl does not take, without them."""
	import openpyxl

	try:
		book = openpyxl.load_workbook(stream, **_READ)
	# The seam to a parsing library. What is wrong with the workbook itself, the second reading says again.
	except Exception as error:  # noqa: BLE001
		parse_failure(error)
		with with_plain_styles(stream) as copy:
			yield openpyxl.load_workbook(copy, **_READ)
		return
	yield book


def _filled_rows(sheet: Any, budget: CellBudget, hidden: HiddenParts) -> Iterator[Row]:
	"""Each row that shows something, with the cells that reach over others."""
	laid = SheetRows(_merged_ranges(sheet), hidden)
	for number, cells, is_hidden in _rows(sheet, hidden):
		if number > MAX_ROWS:
			raise InputTooLarge(f"The sheet “{sheet.title}” has more than {MAX_ROWS:,} rows. Split it.")
		budget.spend(len(cells) + 1)
		row = laid.row(number, [_cell_text(cell) for cell in cells], is_hidden=is_hidden)
		if row is not None:
			yield row


def _rows(sheet: Any, hidden: HiddenParts) -> Iterator[tuple[int, tuple[Any, ...], bool]]:
	"""Number and cells of each row that a sheet holds, ascending, and whether it is hidden.

	By openpyxl's reader of rows and cells, but for nothing else of a sheet: it stops at a rule of colours, a filter or a
	view that it does not know, which other programs write, and which no reader of the values needs. Nor is anything made of
	the size that a sheet claims: it is often wrong, and hostile files claim billions.
	"""
	from openpyxl.worksheet._reader import WorkSheetParser
	from openpyxl.xml.functions import iterparse

	book = sheet.parent
	with sheet._get_source() as source:
		parser = WorkSheetParser(
			source,
			sheet._shared_strings,
			data_only=True,
			epoch=book.epoch,
			date_formats=book._date_formats,
			timedelta_formats=book._timedelta_formats,
		)
		last = 0
		for _event, element in iterparse(source):
			if element.tag == f"{_S}row":
				is_hidden = element.get("hidden") in _TRUE
				number, cells = parser.parse_row(element)
				if number > last:
					yield number, sheet._get_row(cells), is_hidden
					last = number
				element.clear()
			elif element.tag not in _PARTS_OF_ROWS:
				if element.tag == f"{_S}col" and element.get("hidden") in _TRUE:
					hidden.hide_columns(element.get("min", ""), element.get("max", ""))
				element.clear()


def _merged_ranges(sheet: Any) -> Iterator[tuple[int, int, int, int]]:
	"""Row and column (from 0) of each cell that takes several, and how many rows and columns it takes.

	They stand behind all rows, so the part is unpacked once more for them, and not parsed.
	"""
	count = 0
	with sheet._get_source() as source:
		rest = b""
		while block := source.read(_BLOCK):
			text = rest + block
			end = 0
			for found in _MERGED.finditer(text):
				end = found.end()
				if not (place := _RANGE.search(found[0])):
					continue
				count += 1
				if count > _MOST_MERGED:
					return
				first, last = _column(place[1]), _column(place[3])
				top, bottom = int(place[2]), int(place[4])
				if first <= last and top <= bottom:
					yield top, first, bottom - top + 1, last - first + 1
			rest = text[max(end, len(text) - 300) :]


def _column(letters: bytes) -> int:
	"""``A`` is 0."""
	number = 0
	for letter in letters:
		number = number * 26 + letter - 64
	return number - 1


def _comments(archive: zipfile.ZipFile, path: str) -> Iterator[str]:
	"""What people have written about cells of a sheet, each behind its cell; of a thread each answer."""
	found = [(kind, name) for _, kind, name in relations(archive, path)]
	threads = [name for kind, name in found if kind == "threadedComment"]
	# Beside threads, which are read, a workbook keeps a copy of each for programs that know none.
	authors_left_out = "tc=" if threads else "\0"
	for part in [*(name for kind, name in found if kind == "comments"), *threads]:
		yield from _comment_lines(archive, part, authors_left_out)


def _comment_lines(archive: zipfile.ZipFile, part: str, left_out: str) -> Iterator[str]:
	from lxml import etree

	authors: list[str] = []
	try:
		source = archive.open(part)
	except KeyError:
		return  # named, but not there: nothing that a reader sees
	with source:
		tags = ("{*}author", "{*}comment", "{*}threadedComment")
		for _event, element in etree.iterparse(source, tag=tags, resolve_entities=False, no_network=True):
			kind = etree.QName(element).localname
			if kind == "author":
				authors.append(one_line(element.text or ""))
				continue
			number = element.get("authorId", "")
			author = authors[int(number)] if number.isdecimal() and int(number) < len(authors) else ""
			texts = element.iterfind(".//{*}t" if kind == "comment" else "{*}text")
			text = "".join(found.text or "" for found in texts)
			line = comment_line(element.get("ref", ""), author, text)
			if line and not author.startswith(left_out):
				yield line
			element.clear()


def _cell_text(cell: Any) -> str:
	value = cell.value
	if isinstance(value, str):
		return value
	# What format a cell has is looked up for numbers alone: it takes longer than all else here.
	return value_text(value, _format_of(cell) if isinstance(value, (int, float)) else "")


def _format_of(cell: Any) -> str:
	try:
		return cell.number_format or ""
	except IndexError:
		return ""  # of a style that the file does not have


def _count_not_calculated(content: Content) -> int:
	"""Formula cells without a stored value in all sheets, counted in the XML, which costs less than a second parse."""
	total = 0
	with content.open() as stream, zipfile.ZipFile(stream) as archive:
		for name in archive.namelist():
			if not name.startswith("xl/worksheets/") or not name.endswith(".xml"):
				continue
			with archive.open(name) as part:
				rest = b""
				while block := part.read(_BLOCK):
					text = rest + block
					cut = text.rfind(b"</c>") + 4
					if cut < 4:
						rest = text[-_BLOCK:]
						continue
					total += len(_NOT_CALCULATED.findall(text, 0, cut))
					rest = text[cut:][-_BLOCK:]
	return total
