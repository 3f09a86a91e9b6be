"""The Rich Text that Outlook keeps of a message, which is compressed (MS-OXRTFCP)."""

import zlib

from huf.engine.errors import CorruptFile

MAX_BYTES = 64 << 20
"""Of the text after decompression."""
_COMPRESSED, _STORED = b"LZFu", b"MELA"
_HEADER = 16
_WINDOW = 4096
_LEARNT = (
	b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans "
	b"SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
"""What both sides know before the first byte (MS-OXRTFCP 2.1.3.1.5.1)."""


def decompressed(data: bytes) -> tuple[bytes, bool]:
	"""A document in Rich Text, and whether it is whole: what is cut off or damaged gives what stands before that.

	Raises:
		CorruptFile: it is neither compressed nor stored in this way.
	"""
	kind, stated = data[8:12], int.from_bytes(data[4:8], "little")
	if kind not in (_COMPRESSED, _STORED) or len(data) < _HEADER:
		raise CorruptFile(
			"The text of the message is damaged: it is no compressed Rich Text. Save the message again."
		)
	# Its own length, counted from behind the first four bytes, tells where the text ends and others may follow.
	body = data[_HEADER : 4 + int.from_bytes(data[:4], "little")]
	size = min(stated, MAX_BYTES)
	if kind == _STORED:
		return body[:size], len(body) >= stated
	text = _unpacked(body, size)
	return text, len(text) >= stated and _checksum(body) == int.from_bytes(data[12:16], "little")


def _unpacked(body: bytes, size: int) -> bytes:
	"""At most ``size`` bytes, and eight times as many as ``body`` has: two bytes stand for 17 at most."""
	out = bytearray(_LEARNT)
	end = len(_LEARNT) + size
	place = 0
	while place < len(body) and len(out) < end:
		control = body[place]
		place += 1
		for bit in range(8):
			if not control >> bit & 1:
				out += body[place : place + 1]
				place += 1
				continue
			pair = int.from_bytes(body[place : place + 2], "big")
			place += 2
			back = (len(out) - (pair >> 4)) % _WINDOW
			if not back or back > len(out) or place > len(body):
				return bytes(out[len(_LEARNT) : end])  # the end is told by a reference to what comes next
			length = (pair & 15) + 2
			start = len(out) - back
			# What it refers to may be what it writes.
			copied = out[start : start + length]
			out += (copied * (length // len(copied) + 1))[:length]
	return bytes(out[len(_LEARNT) : end])


def _checksum(body: bytes) -> int:
	"""CRC-32 that begins with 0 and is not inverted (MS-OXRTFCP 2.1.3.2)."""
	return zlib.crc32(body, 0xFFFFFFFF) ^ 0xFFFFFFFF
