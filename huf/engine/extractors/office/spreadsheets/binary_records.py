"""The records of binary workbooks (MS-XLSB 2.1.4), and the values in them."""

import struct
from collections.abc import Iterator
from typing import IO

from huf.engine.errors import CorruptFile

_BLOCK = 1 << 20
_LONGEST = 4 << 20
"""Bytes of one record; a text of 32,767 letters has 64 KiB."""
_LONGEST_HEAD = 6
"""Bytes before the data of a record: a kind of two and a length of four."""


def records(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
	"""Kind and data of each record of a part, read in blocks.

	Raises:
		CorruptFile: the part is cut off, or a length in it makes no sense.
	"""
	block, place = b"", 0
	is_all = False
	while True:
		if not is_all and len(block) - place < _LONGEST_HEAD:
			block, is_all = _filled_up(stream, block[place:], _LONGEST_HEAD)
			place = 0
		if place >= len(block):
			return
		head = block[place : place + _LONGEST_HEAD]
		kind, at = _number(head, 0, 2)
		size, at = _number(head, at, 4)
		if size > _LONGEST:
			raise CorruptFile("A part of the workbook is damaged. Save it again from its program.")
		place += at
		if not is_all and len(block) - place < size:
			block, is_all = _filled_up(stream, block[place:], size)
			place = 0
		if len(block) - place < size:
			raise CorruptFile("A part of the workbook is cut off. Save it again from its program.")
		yield kind, block[place : place + size]
		place += size


def _filled_up(stream: IO[bytes], rest: bytes, least: int) -> tuple[bytes, bool]:
	"""``rest`` with what follows, ``least`` bytes of it if there are so many, and whether that is all."""
	more = stream.read(max(_BLOCK, least))
	while more and len(rest) + len(more) < least:
		further = stream.read(_BLOCK)
		if not further:
			break
		more += further
	return rest + more, not more


def _number(data: bytes, at: int, most: int) -> tuple[int, int]:
	"""A number in bytes of seven bits, of which all but the last have their highest one set; and what comes behind it."""
	value = 0
	for shift in range(0, 7 * most, 7):
		byte = data[at] if at < len(data) else 0
		at += 1
		value |= (byte & 0x7F) << shift
		if byte < 0x80:
			break
	return value, at


def long(data: bytes, at: int) -> int:
	"""An unsigned number of four bytes; what is not there counts as zeros."""
	return int.from_bytes(data[at : at + 4], "little")


def short(data: bytes, at: int) -> int:
	"""The same of two bytes."""
	return int.from_bytes(data[at : at + 2], "little")


def wide_text(data: bytes, at: int) -> tuple[str, int]:
	"""A text behind its length in letters of two bytes, and what comes behind it (MS-XLSB, XLWideString)."""
	length = long(data, at)
	if length == 0xFFFFFFFF:  # none
		return "", at + 4
	end = at + 4 + 2 * length
	return data[at + 4 : end].decode("utf-16-le", "replace"), end


def rich_text(data: bytes, at: int = 0) -> str:
	"""A text without what is said of its letters (MS-XLSB, RichStr)."""
	return wide_text(data, at + 1)[0]


def real(data: bytes, at: int) -> float:
	"""A number of eight bytes."""
	return float(struct.unpack("<d", data[at : at + 8].ljust(8, b"\0"))[0])


def packed_number(data: bytes, at: int) -> int | float:
	"""A number of four bytes (MS-XLSB, RkNumber): a whole one, or the upper half of a real one; or a hundred times that."""
	raw = long(data, at)
	if raw & 2:
		value: int | float = struct.unpack("<i", raw.to_bytes(4, "little"))[0] >> 2
	else:
		value = float(struct.unpack("<d", bytes(4) + (raw & ~3).to_bytes(4, "little"))[0])
	return value / 100 if raw & 1 else value
