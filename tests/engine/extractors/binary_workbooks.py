"""Binary workbooks (MS-XLSB) of records that a test chooses."""

import struct

from extractor_samples import make_zip

_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def wide(text: str) -> bytes:
	"""A text behind its length."""
	return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def rich(text: str) -> bytes:
	"""A text without runs of letters."""
	return b"\0" + wide(text)


def record(kind: int, data: bytes = b"") -> bytes:
	"""A record."""
	head = bytes((kind,)) if kind < 128 else bytes((kind & 127 | 128, kind >> 7))
	size, length = len(data), bytearray()
	while True:
		length.append(size & 127 | (128 if size > 127 else 0))
		size >>= 7
		if not size:
			return head + bytes(length) + data


def row(number: int, *, is_hidden: bool = False) -> bytes:
	"""The beginning of a row, counted from 0."""
	return record(0, struct.pack("<IIHBBB", number, 0, 300, 0, 0x10 if is_hidden else 0, 0))


def cell(kind: int, column: int, value: bytes = b"", style: int = 0) -> bytes:
	"""A cell with a value of some kind."""
	return record(kind, struct.pack("<II", column, style) + value)


def real(column: int, value: float, style: int = 0) -> bytes:
	"""A cell with a number."""
	return cell(5, column, struct.pack("<d", value), style)


def text(column: int, value: str) -> bytes:
	"""A cell with a text of its own."""
	return cell(6, column, wide(value))


def merged(top: int, bottom: int, left: int, right: int) -> bytes:
	"""A range of cells that are one."""
	return record(176, struct.pack("<4I", top, bottom, left, right))


def hidden_columns(first: int, last: int) -> bytes:
	"""Columns that nobody sees."""
	return record(60, struct.pack("<4IH", first, last, 2304, 0, 1))


def comments(*given: tuple[int, int, str, str]) -> bytes:
	"""What people have written: row, column, author and text."""
	found = b"".join(record(632, wide(author)) for _, _, author, _ in given)
	for number, (at, column, _, said) in enumerate(given):
		found += record(635, struct.pack("<5I", number, at, at, column, column) + bytes(16)) + record(
			637, rich(said)
		)
	return found


def binary_workbook(
	sheets: dict[str, bytes],
	*,
	hidden: tuple[str, ...] = (),
	texts: tuple[str, ...] = (),
	codes: tuple[str, ...] = (),
	notes: bytes = b"",
	begins_1904: bool = False,
) -> bytes:
	"""A workbook.

	Args:
		sheets: the records of each, by title.
		hidden: titles of those that nobody sees.
		texts: those that cells share.
		codes: formats of numbers, for the styles from 1 on.
		notes: the comments of the first sheet.
		begins_1904: whether days are counted from 1904 on.
	"""
	book = record(153, struct.pack("<III", int(begins_1904), 0, 0))
	related = []
	members: dict[str, bytes] = {"[Content_Types].xml": b"<Types/>"}
	for number, (title, rows) in enumerate(sheets.items(), 1):
		book += record(
			156, struct.pack("<II", int(title in hidden), number) + wide(f"rId{number}") + wide(title)
		)
		related.append(
			f'<Relationship Id="rId{number}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{number}.bin"/>'
		)
		members[f"xl/worksheets/sheet{number}.bin"] = record(145) + rows + record(146)
	styles = b"".join(record(44, struct.pack("<H", 164 + n) + wide(code)) for n, code in enumerate(codes))
	styles += (
		record(626) + record(47, bytes(16)) + record(627) + record(617, struct.pack("<I", 1 + len(codes)))
	)
	styles += b"".join(
		record(47, struct.pack("<HH", 0, form) + bytes(12)) for form in (0, *range(164, 164 + len(codes)))
	)
	members |= {
		"xl/workbook.bin": book,
		"xl/_rels/workbook.bin.rels": f'<Relationships xmlns="{_RELATIONS}">{"".join(related)}</Relationships>'.encode(),
		"xl/styles.bin": styles + record(618),
		"xl/sharedStrings.bin": b"".join(record(19, rich(each)) for each in texts),
	}
	if notes:
		members["xl/comments1.bin"] = notes
		target = f'<Relationship Id="rId1" Type="{_OFFICE}/comments" Target="../comments1.bin"/>'
		members["xl/worksheets/_rels/sheet1.bin.rels"] = (
			f'<Relationships xmlns="{_RELATIONS}">{target}</Relationships>'.encode()
		)
	return make_zip(members)


def prices() -> bytes:
	"""A small workbook with something of everything."""
	shown = (
		hidden_columns(3, 3)
		+ row(0) + text(0, "ACME price list")
		+ row(2) + cell(7, 0, struct.pack("<I", 0)) + text(1, "Price") + text(2, "Since") + text(3, "Cost") + text(4, "Kept")
		+ row(3) + text(0, "Valve") + real(1, 1234.5, 1) + real(2, 46023, 2) + real(3, 7) + cell(4, 4, b"\1")
		+ row(4) + text(0, "Pump") + cell(2, 1, struct.pack("<i", 250 << 2 | 3), 1) + cell(9, 2, struct.pack("<d", 46024.5), 2)
		+ row(5, is_hidden=True) + text(0, "Old pump")
		+ merged(3, 4, 4, 4)
	)  # fmt: skip
	return binary_workbook(
		{"Prices": shown, "Secret": row(0) + text(0, "Margin")},
		hidden=("Secret",),
		texts=("Item",),
		codes=('#,##0.00 "€"', "yyyy-mm-dd hh:mm"),
		notes=comments((3, 1, "Ada", "Ada:\nincludes VAT"), (4, 27, "", "far out")),
	)
