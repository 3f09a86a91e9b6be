"""Workbooks, streamed: located by sheet and row; each passage repeats the sheet's name and column names."""

import datetime as dt
import posixpath
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import InputTooLarge
from huf.engine.extractors.archive import check_archive
from huf.engine.extractors.office import open_office
from huf.engine.extractors.properties import tell_core_properties
from huf.engine.extractors.sections import (
	SECTION_CHARACTERS,
	is_blank,
	number_text,
	one_line,
	pack_rows,
	row_text,
)
from huf.engine.extractors.unread import Unread
from huf.engine.sentences import sentence
from huf.engine.types import Locator, Section

VERSION = 3

MAX_ROWS = 1_048_576
"""Rows of a sheet: Excel's own limit."""
MAX_CELLS = 20_000_000
"""Cells of a workbook, the empty ones before a filled one included; about ten minutes of reading."""
_YEARS = range(1900, 2101)
_S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_PARTS_OF_ROWS = frozenset(f"{_S}{name}" for name in ("c", "v", "f", "is", "t", "r", "rPr", "rPh"))
"""What a row is read from, which is there until the row has ended."""
_BLOCK = 1 << 20
# A cell with a formula and no stored value: nobody has opened the file in a program that calculates.
_NOT_CALCULATED = re.compile(rb"(?:</f>|<f\b[^<>]{0,500}/>)\s{0,9}(?:<v\s?/>|<v>\s{0,9}</v>)?\s{0,9}</c>")

_Row = tuple[int, tuple[Any, ...]]


def extract_xlsx(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Rows as ``cell | cell``, with the values that were last calculated, then the comments of each sheet.

	Hidden sheets are left out with a note.
	"""
	check_archive(content)
	tell_core_properties(content)
	import openpyxl

	with open_office(content) as stream:
		book = openpyxl.load_workbook(stream, read_only=True, data_only=True)
		try:
			budget = _CellBudget()
			for sheet in book.worksheets:
				if sheet.sheet_state != "visible":
					notes.append(sentence(f"The hidden sheet “{sheet.title}” was left out."))
					continue
				yield from sheet_sections(sheet.title, _filled_rows(sheet, budget))
				yield from _comments(book._archive, sheet._worksheet_path, sheet.title)
		finally:
			book.close()
	if missing := _count_not_calculated(content):
		notes.append(
			Unread(
				f"{missing} formulas have no stored result and were left out. Open the file in a spreadsheet program, save "
				"it and upload it again."
			)
		)


class _CellBudget:
	"""Counts cells over all sheets of a workbook."""

	def __init__(self) -> None:
		self.used = 0

	def spend(self, cells: int) -> None:
		self.used += cells
		if self.used > MAX_CELLS:
			raise InputTooLarge(f"The workbook has more than {MAX_CELLS:,} cells. Split it.")


def _filled_rows(sheet: Any, budget: _CellBudget) -> Iterator[_Row]:
	"""Number and cells of each row that shows something."""
	for number, cells in _rows(sheet):
		if number > MAX_ROWS:
			raise InputTooLarge(f"The sheet “{sheet.title}” has more than {MAX_ROWS:,} rows. Split it.")
		budget.spend(len(cells) + 1)
		if any(cell.value is not None and not is_blank(str(cell.value)) for cell in cells):
			yield number, cells


def _rows(sheet: Any) -> Iterator[_Row]:
	"""Number and cells of each row that a sheet holds, ascending.

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
				number, cells = parser.parse_row(element)
				if number > last:
					yield number, sheet._get_row(cells)
					last = number
				element.clear()
			elif element.tag not in _PARTS_OF_ROWS:
				element.clear()


def _comments(archive: zipfile.ZipFile, path: str, title: str) -> Iterator[Section]:
	"""What people have written about cells of a sheet, each behind its cell; of a thread each answer."""
	found = _related(archive, path)
	threads = [name for kind, name in found if kind == "threadedComment"]
	# Beside threads, which are read, a workbook keeps a copy of each for programs that know none.
	authors_left_out = "tc=" if threads else "\0"
	lines: list[str] = []
	size = 0
	for part in [*(name for kind, name in found if kind == "comments"), *threads]:
		for line in _comment_lines(archive, part, authors_left_out):
			lines.append(line)
			size += len(line)
			if size >= SECTION_CHARACTERS:
				yield _comment_section(lines, title)
				lines, size = [], 0
	if lines:
		yield _comment_section(lines, title)


def _comment_section(lines: list[str], title: str) -> Section:
	return Section("\n".join(lines) + "\n", Locator(sheet=title, part="comments"), header=f"Sheet {title}")


def _related(archive: zipfile.ZipFile, path: str) -> list[tuple[str, str]]:
	"""What a part is related to inside the file: the kind of each relation, and the name of the part."""
	from lxml import etree

	folder, name = posixpath.split(path)
	try:
		data = archive.read(f"{folder}/_rels/{name}.rels")
	except KeyError:
		return []
	root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True))
	return [
		(
			relation.get("Type", "").rpartition("/")[2],
			posixpath.normpath(posixpath.join("/", folder, target))[1:],
		)
		for relation in root
		if (target := relation.get("Target", "")) and relation.get("TargetMode") != "External"
	]


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
			text = one_line("".join(found.text or "" for found in texts))
			if not author.startswith(left_out) and not is_blank(text):
				# Excel begins a comment with its author's name by itself.
				text = text.removeprefix(f"{author}:").strip() if author else text
				signed = f" ({author})" if author else ""
				yield f"{element.get('ref', '')}{signed}: {text}"
			element.clear()


@dataclass(frozen=True, slots=True)
class Cell:
	"""What :func:`cell_text` reads of a cell, for workbooks that openpyxl does not open."""

	value: Any = None
	"""A text, a number, a boolean, a date or a time; None for an empty one."""
	number_format: str = ""
	"""As Excel writes it, for example ``0.00%``."""


def sheet_sections(title: str, rows: Iterator[_Row]) -> Iterator[Section]:
	"""The tables of one sheet; an empty row ends a table, and the next may begin with column names of its own.

	Args:
		title: the sheet's name.
		rows: number and cells of each row that shows something, ascending; cells as :func:`cell_text` takes them.
	"""
	name = f"Sheet {title}"
	header = name

	def place(span: tuple[int, int]) -> Locator:
		return Locator(sheet=title, rows=span)

	first = True
	for block in _blocks(rows):
		start = list(islice(block, 2))
		names = [cell_text(cell) for cell in start[0][1]]
		if len(start) == 2 and _is_header(start[0][1], None if first else start[1][1]):
			header = f"{name}\n{row_text(names)}"
			start = start[1:]
			first = False
		texts = (
			(number, row_text(map(cell_text, cells))) for part in (start, block) for number, cells in part
		)
		yield from pack_rows(texts, place, header)


def _blocks(rows: Iterator[_Row]) -> Iterator[Iterator[_Row]]:
	"""Runs of rows without an empty one between them; each must be consumed before the next is asked for."""
	waiting: list[_Row] = list(islice(rows, 1))

	def run() -> Iterator[_Row]:
		row = waiting.pop()
		while True:
			yield row
			following = next(rows, None)
			if following is None:
				return
			if following[0] != row[0] + 1:
				waiting.append(following)
				return
			row = following

	while waiting:
		block = run()
		yield block
		for _ in block:
			pass


def _is_header(cells: tuple[Any, ...], below: tuple[Any, ...] | None) -> bool:
	"""True when a row names columns: at least two texts, all different; years may be among them.

	Args:
		cells: the row.
		below: the row under it if a header must be told from a row of texts, which has only texts under it too;
			None for the first table of a sheet, where a row of names is expected.
	"""
	values = [cell.value for cell in cells if cell.value is not None]
	texts = [v for v in values if isinstance(v, str) and v.strip()]
	years = [v for v in values if type(v) is int and v in _YEARS]
	if (
		not texts
		or len(values) < 2
		or len(texts) + len(years) != len(values)
		or len(set(values)) != len(values)
	):
		return False
	return below is None or any(c.value is not None and not isinstance(c.value, str) for c in below)


def cell_text(cell: Any) -> str:
	"""A cell as a person reads it: ISO dates, no ``.0``, percent where the cell is formatted so."""
	value = cell.value
	if value is None:
		return ""
	if isinstance(value, str):
		return value
	if isinstance(value, bool):
		return "TRUE" if value else "FALSE"
	if isinstance(value, dt.datetime):
		has_time = value.time() != dt.time()
		return (
			value.isoformat(" ", "minutes" if not value.second else "seconds")
			if has_time
			else value.date().isoformat()
		)
	if isinstance(value, (dt.date, dt.time)):
		return value.isoformat()
	if isinstance(value, (int, float)):
		return number_text(value * 100) + "%" if "%" in (cell.number_format or "") else number_text(value)
	return str(value)


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
