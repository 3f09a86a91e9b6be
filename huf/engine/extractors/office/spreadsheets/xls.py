"""Workbooks of Excel 97 to 2003 (xls), read as newer ones are."""

from collections.abc import Iterator
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import InputTooLarge, PasswordProtected
from huf.engine.extractors.office.spreadsheets.sheets import (
	HiddenParts,
	SheetRows,
	cell_name,
	comment_line,
	comment_sections,
	value_text,
	workbook_sections,
)
from huf.engine.extractors.office.spreadsheets.xls_pictures import XlsPictures
from huf.engine.extractors.properties import tell_summary
from huf.engine.extractors.sections import one_line
from huf.engine.extractors.tables.heads import Row
from huf.engine.sentences import sentence
from huf.engine.types import Section

VERSION = 5

MAX_BYTES = 32 << 20
"""Bytes; a workbook takes some ten times as much while it is read."""


def extract_xls(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Rows as ``cell | cell`` with the values that were last calculated, as they show, then the comments of each sheet and what stands on its pictures.

	Hidden sheets, rows and columns are left out with a note.
	"""
	if content.size > MAX_BYTES:
		raise InputTooLarge(
			f"The file has {content.size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB of this type are read. Split it."
		)
	with content.open() as stream:
		data = stream.read()
	book = _opened(data, notes)
	tell_summary(content, data)
	pictures = XlsPictures(content, data)
	with book:
		for number, title in enumerate(book.sheet_names()):
			sheet = book.sheet_by_index(number)
			if sheet.visibility:
				notes.append(sentence(f"The hidden sheet “{title}” was left out."))
			else:
				hidden = HiddenParts()
				for column, about in sheet.colinfo_map.items():
					if about.hidden:
						hidden.hide_columns(str(column + 1), str(column + 1))
				yield from workbook_sections(title, _filled_rows(sheet, book, hidden))
				hidden.tell(title, notes)
				yield from comment_sections(_comments(sheet), title)
				yield from pictures.of_sheet(number, title)
			book.unload_sheet(number)
	notes.extend(pictures.notes())


def _opened(data: bytes, notes: list[str]) -> Any:
	"""The workbook. One whose file is damaged in a way that Excel mends is read with a note.

	Raises:
		PasswordProtected: it is encrypted.
	"""
	import xlrd
	from xlrd.compdoc import CompDocError

	options = {"file_contents": data, "on_demand": True, "formatting_info": True, "logfile": _Nowhere()}
	try:
		try:
			return xlrd.open_workbook(**options)
		except CompDocError:
			book = xlrd.open_workbook(**options, ignore_workbook_corruption=True)
			notes.append(
				sentence(
					"The file of the workbook is damaged: what was read of it may not be all. Save it again."
				)
			)
			return book
	except xlrd.XLRDError as error:
		if "encrypted" in str(error).lower():
			raise PasswordProtected(
				"The file is encrypted. Save a copy without a password and upload that."
			) from error
		raise


class _Nowhere:
	"""Takes what xlrd would print about a workbook that it mends."""

	def write(self, text: str) -> int:
		return len(text)

	def flush(self) -> None: ...


def _filled_rows(sheet: Any, book: Any, hidden: HiddenParts) -> Iterator[Row]:
	merged = ((top + 1, left, below - top, right - left) for top, below, left, right in sheet.merged_cells)
	laid = SheetRows(merged, hidden)
	for number in range(sheet.nrows):
		texts = [value_text(_value(cell, book.datemode), _format(cell, book)) for cell in sheet.row(number)]
		about = sheet.rowinfo_map.get(number)
		row = laid.row(number + 1, texts, is_hidden=about is not None and bool(about.hidden))
		if row is not None:
			yield row


def _comments(sheet: Any) -> Iterator[str]:
	"""What people have written about cells, each behind its cell and author."""
	for (row, column), note in sorted(sheet.cell_note_map.items()):
		if line := comment_line(cell_name(row, column), one_line(note.author or ""), note.text or ""):
			yield line


def _format(cell: Any, book: Any) -> str:
	import xlrd

	if cell.ctype != xlrd.XL_CELL_NUMBER or cell.xf_index is None:
		return ""
	found = book.format_map.get(book.xf_list[cell.xf_index].format_key)
	return found.format_str if found else ""


def _value(cell: Any, epoch: int) -> Any:
	import xlrd

	if cell.ctype in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK):
		return None
	if cell.ctype == xlrd.XL_CELL_BOOLEAN:
		return bool(cell.value)
	if cell.ctype == xlrd.XL_CELL_ERROR:
		return xlrd.error_text_from_code.get(cell.value, "#N/A")
	if cell.ctype == xlrd.XL_CELL_DATE:
		try:
			moment = xlrd.xldate_as_datetime(cell.value, epoch)
		except (xlrd.xldate.XLDateError, OverflowError, ValueError):
			return cell.value
		return moment.time() if 0 <= cell.value < 1 else moment  # below a day it is a time alone
	return cell.value
