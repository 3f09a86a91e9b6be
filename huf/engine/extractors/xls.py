"""Workbooks of Excel 97 to 2003 (xls), read as newer ones are."""

from collections.abc import Iterator
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import InputTooLarge, PasswordProtected
from huf.engine.extractors.sections import is_blank
from huf.engine.extractors.xlsx import Cell, sheet_sections
from huf.engine.sentences import sentence
from huf.engine.types import Section

VERSION = 1
USES = ("xlsx",)

MAX_BYTES = 32 << 20
"""Bytes; a workbook takes some ten times as much while it is read."""


def extract_xls(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Rows as ``cell | cell`` with the values that were last calculated. Hidden sheets are left out with a note."""
	import xlrd

	if content.size > MAX_BYTES:
		raise InputTooLarge(
			f"The file has {content.size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB of this type are read. Split it."
		)
	with content.open() as stream:
		data = stream.read()
	try:
		book = xlrd.open_workbook(
			file_contents=data, on_demand=True, formatting_info=True, logfile=_Nowhere()
		)
	except xlrd.XLRDError as error:
		if "encrypted" in str(error).lower():
			raise PasswordProtected(
				"The file is encrypted. Save a copy without a password and upload that."
			) from error
		raise
	with book:
		for number, title in enumerate(book.sheet_names()):
			sheet = book.sheet_by_index(number)
			if sheet.visibility:
				notes.append(sentence(f"The hidden sheet “{title}” was left out."))
			else:
				yield from sheet_sections(title, _filled_rows(sheet, book))
			book.unload_sheet(number)


class _Nowhere:
	"""Takes what xlrd would print about a workbook that it mends."""

	def write(self, text: str) -> int:
		return len(text)

	def flush(self) -> None: ...


def _filled_rows(sheet: Any, book: Any) -> Iterator[tuple[int, tuple[Cell, ...]]]:
	for number in range(sheet.nrows):
		cells = tuple(Cell(_value(cell, book.datemode), _format(cell, book)) for cell in sheet.row(number))
		if any(cell.value is not None and not is_blank(str(cell.value)) for cell in cells):
			yield number + 1, cells


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
