"""The envelope in which Exchange and Outlook send a message to others (TNEF, MS-OXTNEF), usually named ``winmail.dat``.

A stream of attributes, of which two hold properties as Outlook has them. Lengths in it are taken as claims: what goes beyond
the end ends the reading, and what stands before it is read.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

from huf.engine.errors import CorruptFile
from huf.engine.extractors.attached import MAX_ATTACHMENTS
from huf.engine.extractors.mail import mapi
from huf.engine.extractors.mail.model import Mail
from huf.engine.extractors.unread import Unread
from huf.engine.sentences import sentence

SIGNATURE = bytes.fromhex("789f3e22")
USUAL_NAME = "winmail.dat"
MEDIA_TYPES = ("application/ms-tnef", "application/vnd.ms-tnef")

_HEADER, _ATTRIBUTE = 6, 9
"""Bytes of the signature and a key, and of what stands before the data of an attribute; two of a checksum stand behind it."""
_ATTACHMENT = 2
"""Level of the attributes of an attachment."""
# Numbers of attributes, MS-OXTNEF 2.1.3.2 to 2.1.3.4.
_FROM, _SUBJECT, _SENT, _RECEIVED, _BODY = 0x8000, 0x8004, 0x8005, 0x8006, 0x800C
_CODEPAGE, _PROPERTIES, _RECIPIENTS = 0x9007, 0x9003, 0x9004
_BEGINS, _DATA, _TITLE, _FILE_NAME, _OF_ATTACHMENT = 0x9002, 0x800F, 0x8010, 0x9001, 0x9005

_SIZES = {0x02: 2, 0x03: 4, 0x04: 4, 0x05: 8, 0x06: 8, 0x07: 8, 0x0A: 4, 0x0B: 2, 0x14: 8, 0x40: 8, 0x48: 16}
"""Bytes of the types that have a fixed length (MS-OXCDATA 2.11.1); each value begins at a multiple of four."""
_TEXTS = (mapi.TEXT, mapi.TEXT_8)
_SEVERAL, _NAMED, _BY_NAME = 0x1000, 0x8000, 1
_MOST_PROPERTIES = 10_000
_IDENTITY = 16
"""Bytes that say what an object is, before it."""
_A_MESSAGE = bytes.fromhex("0703020000000000c000000000000046")
_RECIPIENT_KIND, _ADDRESS, _SMTP = 0x0C15, 0x3003, 0x39FE
_KINDS = {1: mapi.TO, 2: mapi.CC}
_Found = dict[tuple[int, int], bytes]


class Envelope(mapi.Properties):
	"""The properties of a message, or of something attached to one."""

	def __init__(self, codepage: int = 0) -> None:
		self._codepage = codepage
		self.found: _Found = {}
		self.files: list[Envelope] = []

	def value(self, tag: int, kind: int) -> bytes:
		return self.found.get((tag, kind), b"")

	def codepage(self) -> int:
		return self._codepage or super().codepage()

	def attached(self) -> "Iterator[Envelope]":
		yield from self.files[: MAX_ATTACHMENTS + 1]

	def named(self, name: int) -> int:
		return name

	def message(self) -> "Envelope | None":
		held = self.value(mapi.FILE, mapi.OBJECT)
		is_message = held.startswith(_A_MESSAGE) and held.startswith(SIGNATURE, _IDENTITY)
		return opened(held[_IDENTITY:]) if is_message else None

	def data(self, tag: int) -> bytes:
		# What another program has put there as an object is a file as well.
		return super().data(tag) or self.value(tag, mapi.OBJECT)[_IDENTITY:]


def tnef_mail(data: bytes) -> Mail:
	"""The message in an envelope.

	Raises:
		CorruptFile: it is none.
	"""
	return mapi.mail_of(opened(data))


def opened(data: bytes) -> Envelope:
	"""The properties in an envelope, with what was found out about it.

	Raises:
		CorruptFile: it is none.
	"""
	if not data.startswith(SIGNATURE):
		raise CorruptFile("This is no message of Exchange (TNEF). Save the attachment winmail.dat again.")
	reading = _Reading()
	for level, number, body in _attributes(data, reading):
		if level == _ATTACHMENT:
			reading.of_attachment(number, body)
		else:
			reading.of_message(number, body)
	reading.message.notes = tuple(_notes(reading))
	return reading.message


@dataclass(slots=True)
class _Reading:
	"""What was found so far."""

	message: Envelope = field(default_factory=Envelope)
	is_cut: bool = False
	wrong_checksums: int = 0

	def of_message(self, number: int, body: bytes) -> None:
		found = self.message.found
		if number == _CODEPAGE:
			self.message._codepage = int.from_bytes(body[:4], "little")
		elif number == _PROPERTIES:
			found.update(self._properties(body, 0)[0])
		elif number == _RECIPIENTS:
			self._recipients(body)
		elif number in (_SENT, _RECEIVED):
			found.setdefault((mapi.SENT if number == _SENT else mapi.DELIVERED, mapi.TIME), _ticks(body))
		elif number in (_SUBJECT, _BODY):
			# Properties say the same, with all letters.
			found.setdefault((mapi.SUBJECT if number == _SUBJECT else mapi.BODY, mapi.TEXT_8), body)
		elif number == _FROM:
			name, address = _sender(body)
			found.setdefault((mapi.SENDER_NAME, mapi.TEXT_8), name)
			found.setdefault((mapi.SENDER_ADDRESS, mapi.TEXT_8), address)

	def of_attachment(self, number: int, body: bytes) -> None:
		files = self.message.files
		if number == _BEGINS or not files:
			files.append(Envelope(self.message._codepage))
		found = files[-1].found
		if number == _DATA:
			found[mapi.FILE, mapi.BINARY] = body
		elif number == _TITLE:
			found.setdefault((mapi.SHORT_NAME, mapi.TEXT_8), body)
		elif number == _FILE_NAME:
			found.setdefault((mapi.LONG_NAME, mapi.TEXT_8), body)
		elif number == _OF_ATTACHMENT:
			found.update(self._properties(body, 0)[0])

	def _recipients(self, body: bytes) -> None:
		"""Rows of properties, one for each; their names by the line of the header in which they stand."""
		place = 4
		lines: dict[int, list[str]] = {}
		for _ in range(min(int.from_bytes(body[:4], "little"), _MOST_PROPERTIES)):
			if place >= len(body):
				break
			one = Envelope(self.message.codepage())
			one.found, place = self._properties(body, place)
			name, address = one.text(mapi.SHOWN_NAME), one.text(_SMTP) or one.text(_ADDRESS)
			shown = f"{name} <{address}>" if name and "@" in address and name != address else name or address
			lines.setdefault(_KINDS.get(one.number(_RECIPIENT_KIND), 0), []).append(shown)
		for tag in filter(None, lines):
			self.message.found.setdefault((tag, mapi.TEXT), ", ".join(lines[tag]).encode("utf-16-le"))

	def _properties(self, body: bytes, place: int) -> tuple[_Found, int]:
		"""A list of properties (MS-OXTNEF 2.1.3.4.1) that begins at ``place``, by number and type, and where it ends."""
		found: _Found = {}
		count = _long(body, place)
		place += 4
		for _ in range(min(count, _MOST_PROPERTIES)):
			if place + 4 > len(body):
				self.is_cut = True
				break
			kind, tag = struct.unpack_from("<HH", body, place)
			place += 4
			if tag >= _NAMED:
				# Under its name, if that is one of those that are asked for; else under none.
				tag, place = _name(body, place)
			values, place = _values(body, place, kind)
			if values and tag:
				found[tag, kind] = values[0]
		return found, place


def _attributes(data: bytes, reading: _Reading) -> Iterator[tuple[int, int, bytes]]:
	"""Level, number and data of each attribute."""
	place = _HEADER
	while place + _ATTRIBUTE <= len(data):
		level, number, _kind, size = struct.unpack_from("<BHHI", data, place)
		if level not in (1, _ATTACHMENT):
			break  # some programs leave rubbish behind the last
		place += _ATTRIBUTE
		body = data[place : place + size]
		if len(body) < size:
			reading.is_cut = True
			yield level, number, body
			return
		place += size
		reading.wrong_checksums += sum(body) & 0xFFFF != int.from_bytes(data[place : place + 2], "little")
		place += 2
		yield level, number, body


def _notes(reading: _Reading) -> Iterator[str]:
	if reading.is_cut:
		yield Unread(
			"The message is cut off or damaged: what stands behind that place was not read. Ask for it again."
		)
	elif reading.wrong_checksums:
		yield sentence("Checksums in the message are wrong: what was read of it may be damaged.")


def _values(body: bytes, place: int, kind: int) -> tuple[list[bytes], int]:
	"""The values of one property, and where the next begins; none of a type that is not known, behind which nothing can be found."""
	base = kind & ~_SEVERAL
	size = _SIZES.get(base)
	if size is None and base not in (*_TEXTS, mapi.OBJECT, mapi.BINARY):
		return [], len(body)
	count = 1
	if size is None or kind & _SEVERAL:
		count = _long(body, place)
		place += 4
	values: list[bytes] = []
	for _ in range(min(count, _MOST_PROPERTIES)):
		if place >= len(body):
			break
		length = size
		if length is None:
			length = _long(body, place)
			place += 4
		values.append(body[place : place + length])
		place += -(-length // 4) * 4
	return values, place


def _name(body: bytes, place: int) -> tuple[int, int]:
	"""The name of a property, which is a set and a number or a text, if it is one of ``mapi.OF_APPOINTMENTS``, else 0; and the place behind it."""
	of, kind = body[place : place + _IDENTITY], _long(body, place + _IDENTITY)
	number = _long(body, place + _IDENTITY + 4)
	place += _IDENTITY + 8
	if kind == _BY_NAME:
		return 0, place + -(-number // 4) * 4
	return (number if of == mapi.APPOINTMENT and number in mapi.OF_APPOINTMENTS else 0), place


def _long(body: bytes, place: int) -> int:
	return int.from_bytes(body[place : place + 4], "little")


def _sender(body: bytes) -> tuple[bytes, bytes]:
	"""Name and address of who sent it (MS-OXTNEF 2.1.3.3.2): lengths, then the one, then ``SMTP:`` and the other."""
	_kind, _all, name_size, address_size = struct.unpack_from("<4H", body.ljust(8, b"\0"))
	name, address = body[8 : 8 + name_size], body[8 + name_size : 8 + name_size + address_size]
	return name.rstrip(b"\0"), address.partition(b":")[2].rstrip(b"\0")


def _ticks(body: bytes) -> bytes:
	"""A time in seven numbers of two bytes, from year to second and the day of the week, as a FILETIME; nothing if it is none."""
	try:
		year, month, day, hour, minute, second = struct.unpack_from("<6H", body)
		moment = datetime(year, month, day, hour, minute, second, tzinfo=timezone.utc)
	except (ValueError, struct.error):
		return b""
	since = (moment - datetime(1601, 1, 1, tzinfo=timezone.utc)) // timedelta(microseconds=1)
	return (since * 10).to_bytes(8, "little") if since > 0 else b""
