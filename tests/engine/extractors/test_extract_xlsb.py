"""Binary workbooks, read as those in XML are."""

import struct

import pytest
from binary_workbooks import (
	binary_workbook,
	cell,
	hidden_columns,
	prices,
	real,
	record,
	row,
	text,
	wide,
)
from extractor_samples import make_compound, make_zip, read, start, with_member

from huf.engine.errors import CorruptFile, InputTooLarge, NoText, PasswordProtected
from huf.engine.extractors.office.spreadsheets import sheets
from huf.engine.extractors.office.spreadsheets.binary_records import packed_number, records
from huf.engine.types import Locator


def test_xlsb() -> None:
	"""Values as they show, a merged cell in each of its rows, comments; what is hidden is left out and said."""
	sections, notes = read("prices.xlsb", prices())
	assert [(s.locator, s.header, s.text) for s in sections] == [
		(
			Locator(sheet="Prices", rows=(4, 5)),
			"Sheet Prices\nACME price list\nItem | Price | Since |  | Kept",
			"Valve | 1,234.50 € | 2026-01-01 |  | TRUE\nPump | 2.50 € | 2026-01-02 12:00 |  | TRUE\n",
		),
		(
			Locator(sheet="Prices", part="comments"),
			"Sheet Prices",
			"B4 (Ada): includes VAT\nAB5: far out\n",
		),
	]
	assert notes == [
		"Hidden rows of the sheet “Prices” were left out: 1.",
		"Hidden columns of the sheet “Prices” were left out: 1.",
		"The hidden sheet “Secret” was left out.",
	]
	begun = start("a.xlsx", prices())
	assert begun.extractor == "xlsb" and begun.media_type.startswith("application/vnd.ms-excel.sheet.binary")


def rows(data: bytes, **more: object) -> str:
	"""What is read of a sheet with these records."""
	return "".join(section.text for section in read("a.xlsb", binary_workbook({"S": data}, **more))[0])  # type: ignore[arg-type]


def test_kinds_of_cells() -> None:
	"""Texts with runs, results of formulas, errors, cells that do not say their column, and days from 1904 on."""
	assert rows(
		row(0)
		+ cell(62, 0, b"\1" + wide("rich"))
		+ cell(8, 1, wide("a result"))
		+ cell(3, 2, b"\x2a")
		+ cell(11, 3, b"\7")
	) == ("rich | a result | #N/A | #DIV/0!\n")
	assert rows(
		row(4)
		+ text(1, "a")
		+ record(17, bytes(4) + wide("b"))
		+ record(13, bytes(4) + struct.pack("<i", 14))
	) == (" | a | b | 3\n")
	assert rows(row(0) + real(0, 0.5, 1), codes=("[h]:mm",)) == "12:00:00\n"
	assert rows(row(0) + real(0, 1, 1), codes=("yyyy-mm-dd",), begins_1904=True) == "1904-01-02\n"
	assert rows(row(0) + real(0, 1e300, 1) + text(1, "end"), codes=("yyyy-mm-dd",)).endswith(" | end\n")
	assert rows(row(0) + cell(7, 0, struct.pack("<I", 9)) + text(1, "end")) == " | end\n"


@pytest.mark.parametrize(
	("raw", "value"),
	[
		(250 << 2 | 2, 250),
		(250 << 2 | 3, 2.5),
		(0xFFFFFFFC | 2, -1),
		(0x3FF80000, 1.5),
		(0x40590000 | 1, 1.0),
	],
)
def test_packed_numbers(raw: int, value: float) -> None:
	"""Whole ones, halves of real ones, and hundredths of both."""
	assert packed_number(struct.pack("<I", raw), 0) == value


def test_rows_and_columns_that_make_no_sense() -> None:
	"""Rows and cells that go back, a column that no program has, hidden columns without an end."""
	back = (
		hidden_columns(9, 0xFFFFFFFF)
		+ row(5)
		+ text(3, "7")
		+ text(1, "b")
		+ text(4, "8")
		+ row(2)
		+ text(0, "9")
	)
	assert rows(back) == " |  |  | 7 | 8\n9\n"
	assert rows(row(0) + text(0, "a") + text(0xFFFFFFFF, "far") + text(16_384, "too far")) == "a\n"
	with pytest.raises(InputTooLarge, match="1,048,576 rows"):
		rows(row(0xFFFFFFF0) + text(0, "a"))


def test_limits_and_damage(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Too many cells; records that are cut off or claim too much; a sheet that is not there; encrypted, and empty ones."""
	with pytest.raises(CorruptFile, match="cut off"):
		rows(row(0) + b"\x06\x64abc")
	with pytest.raises(CorruptFile, match="damaged"):
		rows(row(0) + b"\x06\xff\xff\xff\x7fabc")
	with pytest.raises(CorruptFile, match="not in the file"):
		read(
			"a.xlsb",
			with_member(prices(), "xl/_rels/workbook.bin.rels", lambda data: data.replace(b"rId1", b"rIdX")),
		)
	with pytest.raises(NoText):
		read("a.xlsb", binary_workbook({"S": b""}))
	with pytest.raises(PasswordProtected):
		read("a.xlsb", make_compound({"EncryptedPackage": b"x", "EncryptionInfo": b"y"}))
	with pytest.raises(CorruptFile):
		read("a.xlsb", make_zip({"notes.txt": b"no workbook"}))
	monkeypatch.setattr(sheets, "MAX_CELLS", 5)
	with pytest.raises(InputTooLarge, match="more than 5 cells"):
		read("a.xlsb", prices())


def test_records_are_read_in_blocks() -> None:
	"""A record goes over the end of a block, whatever its size."""
	data = b"".join(record(300, bytes(size)) for size in (0, 1, 5000, (1 << 20) - 3, 3 << 20, 7))
	found = [(kind, len(body)) for kind, body in records(_Slow(data))]  # type: ignore[arg-type]
	assert found == [(300, size) for size in (0, 1, 5000, (1 << 20) - 3, 3 << 20, 7)]


class _Slow:
	"""Gives fewer bytes than it is asked for, as streams may."""

	def __init__(self, data: bytes) -> None:
		self._data, self._at = data, 0

	def read(self, size: int) -> bytes:
		taken = self._data[self._at : self._at + min(size, 300_001)]
		self._at += len(taken)
		return taken
