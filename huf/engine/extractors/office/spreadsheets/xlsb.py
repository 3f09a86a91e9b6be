"""Binary workbooks (xlsb), as finance likes them: the parts of an xlsx file, but for the rows in records instead of XML (MS-XLSB).

Read by huf itself. The one library that is kept up (calamine) tells neither the formats of numbers nor what is hidden or merged,
takes memory for every cell of the rectangle that a file claims, and ends in a panic on files that other programs open.
"""

import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge
from huf.engine.extractors.containers.archive import check_archive
from huf.engine.extractors.office.spreadsheets.binary_records import (
	long,
	packed_number,
	real,
	records,
	rich_text,
	short,
	wide_text,
)
from huf.engine.extractors.office.spreadsheets.drawings import Drawings, relations
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
from huf.engine.extractors.pictures.inside import PicturesInside
from huf.engine.extractors.properties import tell_core_properties
from huf.engine.extractors.sections import one_line
from huf.engine.extractors.tables.heads import Row
from huf.engine.sentences import sentence
from huf.engine.types import Section

VERSION = 2

_WORKBOOK, _TEXTS, _STYLES = "xl/workbook.bin", "xl/sharedStrings.bin", "xl/styles.bin"
# Kinds of records, MS-XLSB 2.3.2.
_ROW, _RAW_TEXT, _COLUMNS, _MERGED = 0, 62, 60, 176
_TEXT_ITEM, _FORMAT, _CELL_STYLE, _BEGIN_STYLES, _END_STYLES = 19, 44, 47, 617, 618
_SHEET, _WORKBOOK_PROPERTIES = 156, 153
_AUTHOR, _COMMENT, _COMMENT_TEXT = 632, 635, 637
_CELL = 8
"""Bytes before the value of a cell: its column, and its style."""
_STYLE_ONLY = 4
"""The same of a cell that stands beside the one before it, and does not say its column."""
_BLANK, _PACKED, _ERROR, _BOOLEAN, _REAL, _TEXT, _SHARED = range(1, 8)
_OF_FORMULAS = {8: _TEXT, 9: _REAL, 10: _BOOLEAN, 11: _ERROR}
"""Kinds of cells with a formula, which hold the value that it had last as the others do."""
_BESIDE = {kind + 11: kind for kind in range(_BLANK, _SHARED + 1)}
_HIDDEN_ROW, _HIDDEN_COLUMNS = 0x10, 1
_MOST_MERGED = 200_000
_MOST_STYLES = 65_536


def extract_xlsb(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Rows as ``cell | cell``, with the values that were last calculated, as they show, then the comments, charts and pictures of each sheet.

	Hidden sheets, rows and columns are left out with a note.
	"""
	check_archive(content)
	tell_core_properties(content)
	with content.open() as stream, zipfile.ZipFile(stream) as archive:
		book = _Book(archive)
		budget = CellBudget()
		drawings = Drawings(archive, PicturesInside(content))
		for title, path, is_hidden in book.sheets():
			if is_hidden:
				notes.append(sentence(f"The hidden sheet “{title}” was left out."))
				continue
			hidden = HiddenParts()
			yield from workbook_sections(title, _filled_rows(book, path, title, budget, hidden))
			hidden.tell(title, notes)
			yield from comment_sections(_comments(archive, path), title)
			yield from drawings.sections(path, title)
		notes.extend(drawings.notes())


class _Book:
	"""What all sheets of a workbook share."""

	def __init__(self, archive: zipfile.ZipFile) -> None:
		self.archive = archive
		self.begins_1904 = False
		self._sheets: list[tuple[str, str, bool]] = []
		parts = {key: (kind, path) for key, kind, path in relations(archive, _WORKBOOK)}
		for kind, data in self.part(_WORKBOOK):
			if kind == _WORKBOOK_PROPERTIES:
				self.begins_1904 = bool(long(data, 0) & 1)
			elif kind == _SHEET:
				key, at = wide_text(data, 8)
				title, _ = wide_text(data, at)
				of_kind, path = parts.get(key, ("worksheet", ""))
				if of_kind == "worksheet":
					self._sheets.append((one_line(title), path, bool(long(data, 0))))
		self.texts = [rich_text(data) for kind, data in self.part(_TEXTS) if kind == _TEXT_ITEM]
		self.formats = _formats(self)

	def sheets(self) -> Iterator[tuple[str, str, bool]]:
		"""Title, part and whether it is hidden, of each sheet that has rows."""
		for title, path, is_hidden in self._sheets:
			if path not in self.archive.NameToInfo:
				raise CorruptFile(f"The sheet “{title}” is not in the file. Save it again from its program.")
			yield title, path, is_hidden

	def part(self, name: str) -> Iterator[tuple[int, bytes]]:
		"""The records of a part; none if it is not there."""
		if name in self.archive.NameToInfo:
			with self.archive.open(name) as part:
				yield from records(part)

	def shown(self, value: Any, style: int) -> str:
		"""A value as a person sees it in a cell of this style."""
		if not isinstance(value, (int, float)) or isinstance(value, bool):
			return value_text(value)
		form = self.formats[style] if style < len(self.formats) else _Format("", False, False)
		if form.is_date or form.is_duration:
			value = _moment(value, is_duration=form.is_duration, begins_1904=self.begins_1904)
		return value_text(value, form.code)


@dataclass(frozen=True, slots=True)
class _Format:
	"""How a style shows numbers."""

	code: str
	is_date: bool
	is_duration: bool


def _formats(book: _Book) -> list[_Format]:
	from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format

	codes: dict[int, str] = dict(BUILTIN_FORMATS)
	found: list[_Format] = []
	are_of_cells = False
	for kind, data in book.part(_STYLES):
		if kind == _FORMAT:
			codes[short(data, 0)] = wide_text(data, 2)[0]
		elif kind in (_BEGIN_STYLES, _END_STYLES):
			are_of_cells = kind == _BEGIN_STYLES
		elif kind == _CELL_STYLE and are_of_cells and len(found) < _MOST_STYLES:
			code = codes.get(short(data, 2), "General")
			found.append(_Format(code, bool(is_date_format(code)), bool(is_timedelta_format(code))))
	return found


def _moment(value: int | float, *, is_duration: bool, begins_1904: bool) -> Any:
	from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH, from_excel

	epoch: datetime = MAC_EPOCH if begins_1904 else WINDOWS_EPOCH
	try:
		return from_excel(value, epoch, timedelta=is_duration)
	except (OverflowError, ValueError):
		return value  # no day that there is


def _filled_rows(
	book: _Book, path: str, title: str, budget: CellBudget, hidden: HiddenParts
) -> Iterator[Row]:
	"""Each row that shows something, with the cells that reach over others."""
	laid = SheetRows(_merged(book, path), hidden)
	for number, texts, is_hidden in _rows(book, path, hidden):
		if number > MAX_ROWS:
			raise InputTooLarge(f"The sheet “{title}” has more than {MAX_ROWS:,} rows. Split it.")
		budget.spend(len(texts) + 1)
		row = laid.row(number, texts, is_hidden=is_hidden)
		if row is not None:
			yield row


def _rows(book: _Book, path: str, hidden: HiddenParts) -> Iterator[tuple[int, list[str], bool]]:
	"""Number, texts and whether it is hidden, of each row that the sheet holds, ascending."""
	number, is_hidden = 0, False
	texts: list[str] = []
	column = -1
	for kind, data in book.part(path):
		if kind == _ROW:
			if texts:
				yield number, texts, is_hidden
			following = long(data, 0) + 1
			# One that goes back would break the order of lines; nobody writes it.
			texts, column, number = [], -1, max(following, number + 1)
			is_hidden = len(data) > 11 and bool(data[11] & _HIDDEN_ROW)
		elif kind == _COLUMNS and short(data, 16) & _HIDDEN_COLUMNS:
			hidden.hide_columns(str(long(data, 0) + 1), str(long(data, 4) + 1))
		elif number and (kind in _BESIDE or kind <= _SHARED or kind in _OF_FORMULAS or kind == _RAW_TEXT):
			is_beside = kind in _BESIDE
			column = column + 1 if is_beside else long(data, 0)
			style_at = 0 if is_beside else _CELL - _STYLE_ONLY
			if len(texts) > column or column >= MAX_COLUMNS:
				continue
			style = int.from_bytes(data[style_at : style_at + 3], "little")
			value = _value(
				_BESIDE.get(kind, _OF_FORMULAS.get(kind, kind)), data, style_at + _STYLE_ONLY, book.texts
			)
			if value is not None:
				texts.extend([""] * (column - len(texts)))
				texts.append(book.shown(value, style))
	if texts:
		yield number, texts, is_hidden


def _value(kind: int, data: bytes, at: int, shared: list[str]) -> Any:
	if kind == _SHARED:
		number = long(data, at)
		return shared[number] if number < len(shared) else None
	if kind == _PACKED:
		return packed_number(data, at)
	if kind == _REAL:
		return real(data, at)
	if kind == _TEXT:
		return wide_text(data, at)[0]
	if kind == _RAW_TEXT:
		return rich_text(data, at)
	if kind == _BOOLEAN:
		return bool(data[at : at + 1].strip(b"\0"))
	if kind == _ERROR:
		from xlrd import error_text_from_code

		return error_text_from_code.get(data[at] if at < len(data) else 0, "#N/A")
	return None


def _merged(book: _Book, path: str) -> Iterator[tuple[int, int, int, int]]:
	"""Row and column (from 0) of each cell that takes several, and how many rows and columns it takes. They stand behind all rows."""
	count = 0
	for kind, data in book.part(path):
		if kind == _MERGED and len(data) >= 16:
			count += 1
			if count > _MOST_MERGED:
				return
			top, bottom, left, right = struct.unpack_from("<4I", data)
			if top <= bottom < MAX_ROWS and left <= right < MAX_COLUMNS:
				yield top + 1, left, bottom - top + 1, right - left + 1


def _comments(archive: zipfile.ZipFile, path: str) -> Iterator[str]:
	"""What people have written about cells, each behind its cell and author."""
	for part in (name for _, kind, name in relations(archive, path) if kind == "comments"):
		if part not in archive.NameToInfo:
			continue  # named, but not there: nothing that a reader sees
		authors: list[str] = []
		cell = author = ""
		with archive.open(part) as stream:
			for kind, data in records(stream):
				if kind == _AUTHOR:
					authors.append(one_line(wide_text(data, 0)[0]))
				elif kind == _COMMENT:
					number, row, column = long(data, 0), long(data, 4), long(data, 12)
					author = authors[number] if number < len(authors) else ""
					cell = cell_name(row, min(column, MAX_COLUMNS))
				elif kind == _COMMENT_TEXT and (line := comment_line(cell, author, rich_text(data))):
					yield line
