"""Messages as Outlook saves them (MSG): properties in a compound file, read as any other mail."""

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import InputTooLarge
from huf.engine.extractors.mail.message import (
	HEADERS,
	MAX_ATTACHMENTS,
	MAX_BYTES,
	Attached,
	Mail,
	mail_sections,
)
from huf.engine.extractors.properties import tell
from huf.engine.extractors.sections import one_line
from huf.engine.types import Section

VERSION = 2
USES = ("eml", "html")

# Numbers of properties and their types, MS-OXPROPS and MS-OXCDATA 2.11.1.
_SUBJECT, _BODY, _HTML, _RTF = 0x0037, 0x1000, 0x1013, 0x1009
_TRANSPORT_HEADERS, _SENT, _DELIVERED = 0x007D, 0x0039, 0x0E06
_SENDER_NAME, _SENDER_ADDRESS, _SENDER_SMTP = 0x0C1A, 0x0C1F, 0x5D01
_TO, _CC = 0x0E04, 0x0E03
_MESSAGE_CODEPAGE, _INTERNET_CODEPAGE = 0x3FFD, 0x3FDE
_FILE, _LONG_NAME, _SHORT_NAME, _SHOWN_NAME, _MEDIA_TYPE, _HIDDEN = (
	0x3701,
	0x3707,
	0x3704,
	0x3001,
	0x370E,
	0x7FFE,
)
_INTEGER, _BOOLEAN, _TIME = 0x0003, 0x000B, 0x0040
_TEXT, _TEXT_8, _BINARY, _OBJECT = "001F", "001E", "0102", "000D"

_HEADER_BYTES = {"message": 32, "embedded": 24, "attachment": 8}
"""What stands before the properties of fixed length (MS-OXMSG 2.4.1)."""
_UTF_8 = 65001
_EPOCH = datetime(1601, 1, 1, tzinfo=timezone.utc)


def extract_msg(content: Content, notes: list[str]) -> Iterator[Section]:
	"""As a mail is read: headers and text first, then each attachment, located as ``attachment NAME``."""
	import olefile

	if content.size > MAX_BYTES:
		raise InputTooLarge(
			f"The message has {content.size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB are read."
		)
	with content.open() as stream, olefile.OleFileIO(stream) as file:
		top = _Properties(file, (), "message")
		mail = _mail(top)
		tell(
			content,
			author=mail.headers.get("From"),
			date=top.moment(_SENT) or top.moment(_DELIVERED),
			kind="E-mail",
			title=mail.headers.get("Subject"),
		)
		yield from mail_sections(mail, notes, content.read_inside)


class _Properties:
	"""The properties of a message, or of something attached to one, in their storage of the file."""

	def __init__(self, file: Any, storage: tuple[str, ...], kind: str) -> None:
		self._file, self._storage = file, storage
		self._fixed: dict[tuple[int, int], bytes] = {}
		data = self._read("__properties_version1.0")[_HEADER_BYTES[kind] :]
		for at in range(0, len(data) - 15, 16):
			tag = int.from_bytes(data[at : at + 4], "little")
			self._fixed[tag >> 16, tag & 0xFFFF] = data[at + 8 : at + 16]

	def number(self, tag: int, kind: int = _INTEGER) -> int:
		return int.from_bytes(self._fixed.get((tag, kind), b"")[:4], "little")

	def moment(self, tag: int) -> datetime | None:
		"""A FILETIME: tenths of microseconds since 1601."""
		ticks = int.from_bytes(self._fixed.get((tag, _TIME), b""), "little")
		try:
			return _EPOCH + timedelta(microseconds=ticks // 10) if ticks else None
		except OverflowError:
			return None

	def data(self, tag: int) -> bytes:
		return self._read(f"__substg1.0_{tag:04X}{_BINARY}")

	def text(self, tag: int) -> str:
		wide = self._read(f"__substg1.0_{tag:04X}{_TEXT}")
		if wide:
			return wide.decode("utf-16-le", "replace").rstrip("\0")
		narrow = self._read(f"__substg1.0_{tag:04X}{_TEXT_8}")
		return _decoded(narrow, self.number(_MESSAGE_CODEPAGE) or self.number(_INTERNET_CODEPAGE)).rstrip(
			"\0"
		)

	def html(self) -> str:
		data = self.data(_HTML)
		return _decoded(data, self.number(_INTERNET_CODEPAGE) or _UTF_8) if data else self.text(_HTML)

	def attached(self) -> "Iterator[_Properties]":
		"""What is attached, in the order of the file."""
		depth = len(self._storage)
		found = {
			path[depth]
			for path in self._file.listdir()
			if tuple(path[:depth]) == self._storage and path[depth].startswith("__attach_version1.0_#")
		}
		for name in sorted(found)[: MAX_ATTACHMENTS + 1]:
			yield _Properties(self._file, (*self._storage, name), "attachment")

	def message(self) -> "_Properties | None":
		"""The message that this attachment is; None for a file."""
		storage = (*self._storage, f"__substg1.0_{_FILE:04X}{_OBJECT}")
		name = "__properties_version1.0"
		return _Properties(self._file, storage, "embedded") if self._file.exists([*storage, name]) else None

	def _read(self, name: str) -> bytes:
		path = [*self._storage, name]
		if not self._file.exists(path):
			return b""
		with self._file.openstream(path) as stream:
			return bytes(stream.read())


def _decoded(data: bytes, codepage: int) -> str:
	"""8-bit text in a code page of Windows; what is not known there as UTF-8, or else Windows-1252."""
	for encoding in (f"cp{codepage}", "utf-8"):
		try:
			return data.decode("utf-8" if codepage == _UTF_8 else encoding)
		except (LookupError, UnicodeError):
			continue
	return data.decode("cp1252", "replace")


def _mail(message: _Properties) -> Mail:
	from email import policy
	from email.parser import HeaderParser

	# As the mail servers wrote them, where the message came by one: names and addresses, and the date with its zone.
	sent = HeaderParser(policy=policy.default).parsestr(message.text(_TRANSPORT_HEADERS))
	name, address = message.text(_SENDER_NAME), message.text(_SENDER_SMTP) or message.text(_SENDER_ADDRESS)
	moment = message.moment(_SENT) or message.moment(_DELIVERED)
	stored = {
		"From": f"{name} <{address}>" if "@" in address and address != name else name,
		"To": message.text(_TO),
		"Cc": message.text(_CC),
		"Date": moment.strftime("%a, %d %b %Y %H:%M:%S +0000") if moment else "",
		"Subject": message.text(_SUBJECT),
	}
	headers = {key: one_line(str(sent.get(key) or "") or stored[key]) for key in HEADERS}
	plain, html = message.text(_BODY), message.html()
	return Mail(
		{key: value for key, value in headers.items() if value},
		plain,
		html,
		_attachments(message),
		unread="application/rtf" if not (plain or html) and message.data(_RTF) else "",
	)


def _attachments(message: _Properties) -> Iterator[Attached]:
	for number, found in enumerate(message.attached(), 1):
		name = (
			found.text(_LONG_NAME) or found.text(_SHORT_NAME) or found.text(_SHOWN_NAME) or f"part {number}"
		)
		inner = found.message()
		media_type = found.text(_MEDIA_TYPE)
		is_shown = bool(found.number(_HIDDEN, _BOOLEAN)) and media_type.startswith("image/")
		yield Attached(name, _mail(inner) if inner else found.data(_FILE), media_type, is_shown)
