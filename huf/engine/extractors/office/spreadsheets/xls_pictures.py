"""The pictures on the sheets of an old workbook (xls), which xlrd does not read.

The file keeps all pictures in one drawing of the workbook (MS-XLS 2.4.171), and for each sheet which of them lie where (2.4.170); both are
trees of records (MS-ODRAW 2.2), cut into records of the workbook. What makes no sense in them is no picture.
"""

import io
import struct
from collections import defaultdict
from collections.abc import Iterator
from functools import partial

from huf.engine.content import Content
from huf.engine.extractors.office.spreadsheets.sheets import cell_name
from huf.engine.extractors.pictures.inside import PicturesInside
from huf.engine.types import Locator, Section

_SHEET, _BEGIN, _END, _GOES_ON, _GROUP, _DRAWING = 0x85, 0x809, 0x0A, 0x3C, 0xEB, 0xEC
"""Records of the workbook."""
_STORED, _SHAPE, _PROPERTIES, _ANCHOR = 0xF007, 0xF004, 0xF00B, 0xF010
"""Records of a drawing: a picture, and what is shown, how, and where."""
_CONTAINER = 0xF
_ENTRY, _NAME_LENGTH = 36, 33
"""Bytes before the name of a picture (MS-ODRAW 2.2.32), and which of them is the length of that."""
_BITMAPS = frozenset((0xF01D, 0xF01E, 0xF01F, 0xF029, 0xF02A))
"""JPEG, PNG, bitmaps and TIFF; other pictures are drawings."""
_TWO_IDENTITIES = frozenset((0x46B, 0x6E1, 0x6E3, 0x6E5, 0x7A9))
"""Instances of such a record with two identities before the picture instead of one (MS-ODRAW 2.2.23 and what follows it)."""
_SHOWS = 0x104
"""Property of a shape: which picture it shows, counted from 1 (MS-ODRAW 2.3.23.5)."""


class XlsPictures:
	"""Those of one workbook."""

	def __init__(self, content: Content, data: bytes) -> None:
		""":param data: the whole file."""
		group, self._sheets = _drawings(_workbook(data))
		self._stored = [body for kind, _, body in _records(group) if kind == _STORED]
		shown = (number for drawing in self._sheets.values() for number, _ in _shown(drawing))
		self._pictures = PicturesInside(content, shown)

	def of_sheet(self, number: int, title: str) -> Iterator[Section]:
		"""What stands on the pictures of a sheet, counted from 0, each with the cell at which it begins."""
		for shown, where in _shown(self._sheets.get(number, b"")):
			if 0 < shown <= len(self._stored):
				data = partial(_picture, self._stored[shown - 1])
				if section := self._pictures.section(shown, data, Locator(sheet=title), where):
					yield Section(section.text, section.locator, header=f"Sheet {title}")

	def notes(self) -> list[str]:
		"""What became of them, after the last."""
		return self._pictures.notes()


def _workbook(data: bytes) -> bytes:
	"""The stream with the records; nothing for a file that is older than such drawings, or broken in a way that xlrd mends."""
	import olefile

	try:
		with olefile.OleFileIO(io.BytesIO(data)) as file:
			return bytes(file.openstream("Workbook").read()) if file.exists("Workbook") else b""
	except OSError:
		return b""


def _drawings(book: bytes) -> tuple[bytes, dict[int, bytes]]:
	"""The drawing of the workbook, and those of its sheets by their number from 0."""
	sheets: dict[int, int] = {}
	group = bytearray()
	found: dict[int, bytearray] = defaultdict(bytearray)
	within, depth, open_one = -1, 0, None
	at = 0
	while at + 4 <= len(book):
		kind, size = struct.unpack_from("<HH", book, at)
		body = book[at + 4 : at + 4 + size]
		if kind == _BEGIN:
			if not depth:
				within = sheets.get(at, -1)
			depth += 1
		elif kind == _END:
			depth = max(0, depth - 1)
		elif kind == _SHEET and size >= 4:
			sheets[struct.unpack_from("<I", body)[0]] = len(sheets)
		if kind == _GROUP:
			open_one = group
		elif kind == _DRAWING and within >= 0 and depth == 1:
			open_one = found[within]
		elif kind != _GOES_ON:
			open_one = None
		if open_one is not None:
			open_one += body
		at += 4 + size
	return bytes(group), {number: bytes(drawing) for number, drawing in found.items()}


def _records(drawing: bytes) -> Iterator[tuple[int, int, memoryview]]:
	"""Kind, instance and content of each record in a drawing, those that hold others without their content."""
	data = memoryview(drawing)
	at = 0
	while at + 8 <= len(data):
		head, kind, size = struct.unpack_from("<HHI", data, at)
		at += 8
		is_container = head & 0xF == _CONTAINER
		yield kind, head >> 4, data[at:at] if is_container else data[at : at + size]
		at += 0 if is_container else size


def _shown(drawing: bytes) -> Iterator[tuple[int, str]]:
	"""The number of each picture that is shown, and at which cell."""
	number, where = 0, ""
	for kind, instance, body in _records(drawing):
		if kind == _SHAPE:
			if number:
				yield number, where
			number, where = 0, ""
		elif kind == _PROPERTIES:
			for at in range(0, min(6 * instance, len(body) - 5), 6):
				key, value = struct.unpack_from("<HI", body, at)
				number = value if key & 0x3FFF == _SHOWS else number
		elif kind == _ANCHOR and len(body) >= 10:
			_, column, _, row = struct.unpack_from("<4H", body)
			where = f"at {cell_name(row, column)}"
	if number:
		yield number, where


def _picture(stored: memoryview) -> bytes:
	"""The bytes of a picture as a file of its own has them."""
	if len(stored) < _ENTRY:
		return b""
	for kind, instance, body in _records(bytes(stored[_ENTRY + stored[_NAME_LENGTH] :])):
		skipped = (33 if instance in _TWO_IDENTITIES else 17) if kind in _BITMAPS else 0
		return bytes(body[skipped:])
	return b""
