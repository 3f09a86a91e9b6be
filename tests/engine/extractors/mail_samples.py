"""Messages as Outlook and Exchange pack them: envelopes (TNEF) and compressed Rich Text."""

import struct
import zlib

IDENTITY_OF_A_MESSAGE = bytes.fromhex("0703020000000000c000000000000046")
RTF_EXAMPLES = {
	"2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232"
	"0af32068656c090020627705b06c647d0a800fa0": b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n",
	"1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0": b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}",
}
"""The examples of the specification (MS-OXRTFCP 3.1 and 3.2)."""


def compressed(rich: bytes) -> bytes:
	"""Rich Text as Outlook keeps it: letters that stand for themselves alone, and the mark of the end."""
	body = bytearray()
	written = 207 + len(rich)
	for place in range(0, len(rich), 8):
		group = rich[place : place + 8]
		body += bytes((0 if len(group) == 8 else 1 << len(group),)) + group
	body += b"" if len(rich) % 8 else b"\1"
	body += (written % 4096 << 4).to_bytes(2, "big")
	checksum = zlib.crc32(body, 0xFFFFFFFF) ^ 0xFFFFFFFF
	return struct.pack("<II4sI", len(body) + 12, len(rich), b"LZFu", checksum) + body


APPOINTMENT = bytes.fromhex("0220060000000000c000000000000046")


def properties(*given: tuple[int, int, bytes]) -> bytes:
	"""A list of properties: number, type and value of each."""
	packed = struct.pack("<I", len(given))
	for tag, kind, value in given:
		packed += struct.pack("<HH", kind, tag)
		if 0x8200 <= tag:
			packed += APPOINTMENT + struct.pack("<II", 0, tag)
		elif tag >= 0x8000:
			name = "Own".encode("utf-16-le")
			packed += bytes(16) + struct.pack("<II", 1, len(name)) + name.ljust(8, b"\0")
		if kind in (0x0D, 0x1E, 0x1F, 0x102):
			packed += struct.pack("<II", 1, len(value))
		packed += value + bytes(-len(value) % 4)
	return packed


def wide(text: str) -> bytes:
	"""A text as properties have it."""
	return f"{text}\0".encode("utf-16-le")


def attribute(number: int, data: bytes, level: int = 1) -> bytes:
	"""An attribute of an envelope, with its checksum."""
	return struct.pack("<BHHI", level, number, 6, len(data)) + data + struct.pack("<H", sum(data) & 0xFFFF)


def envelope(*attributes: bytes) -> bytes:
	"""A file winmail.dat."""
	return (
		bytes.fromhex("789f3e220100") + attribute(0x9007, struct.pack("<II", 1252, 0)) + b"".join(attributes)
	)


def attached_file(name: str, data: bytes) -> bytes:
	"""The attributes of an attached file: its old name, its bytes, and its whole name among the properties."""
	return (
		attribute(0x9002, bytes(14), 2)
		+ attribute(0x8010, b"LETTER~1.TXT\0", 2)
		+ attribute(0x800F, data, 2)
		+ attribute(0x9005, properties((0x3707, 0x1F, wide(name))), 2)
	)


def attached_message(inner: bytes) -> bytes:
	"""The attributes of an attached message, which is an envelope itself."""
	held = properties((0x3001, 0x1F, wide("Question")), (0x3701, 0x0D, IDENTITY_OF_A_MESSAGE + inner))
	return attribute(0x9002, bytes(14), 2) + attribute(0x9005, held, 2)


def delivery(text: bytes = b"{\\rtf1\\ansi Dear Ada,\\par it comes on Friday.}") -> bytes:
	"""An envelope with everything: who wrote to whom, Rich Text, a file and a message."""
	people = struct.pack("<I", 2)
	for name, address, kind in (("Ada", "ada@example.com", 1), ("Bob", "bob@example.com", 2)):
		people += properties(
			(0x3001, 0x1F, wide(name)), (0x39FE, 0x1F, wide(address)), (0x0C15, 0x03, struct.pack("<I", kind))
		)
	sender = struct.pack("<4H", 4, 40, 13, 23) + b"Grace Hopper\0" + b"SMTP:grace@example.com\0"
	about = properties(
		(0x8001, 0x1F, wide("a property with a name of its own")),
		(0x0037, 0x1F, wide("Delivery of KX-200")),
		(0x1009, 0x102, compressed(text)),
		(0x0017, 0x02, b"\1\0"),
	)
	return envelope(
		attribute(0x8000, sender),
		attribute(0x8005, struct.pack("<7H", 2024, 5, 12, 15, 6, 40, 0)),
		attribute(0x9004, people),
		attribute(0x9003, about),
		attached_file("Plan for valve 7.txt", b"Valve 7 first.\n"),
		attached_message(
			envelope(
				attribute(0x9003, properties((0x37, 0x1F, wide("Question")), (0x1000, 0x1F, wide("When?")))),
				attached_file("deep.txt", b"Deep."),
			)
		),
	)
