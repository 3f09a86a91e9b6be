"""Messages as Outlook saves them (MSG: properties in a compound file) and as Exchange sends them (TNEF), read as any other mail."""

import struct
from collections.abc import Iterator
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import InputTooLarge
from huf.engine.extractors.attached import MAX_ATTACHMENTS
from huf.engine.extractors.mail import mapi
from huf.engine.extractors.mail.message import mail_sections
from huf.engine.extractors.mail.model import MAX_BYTES
from huf.engine.extractors.mail.tnef import opened
from huf.engine.extractors.properties import tell
from huf.engine.types import Section

VERSION = 5
USES = ("eml", "html", "rtf")

_HEADER_BYTES = {"message": 32, "embedded": 24, "attachment": 8}
"""What stands before the properties of fixed length (MS-OXMSG 2.4.1)."""
_SETS, _ENTRIES = "__substg1.0_00020102", "__substg1.0_00030102"
_STREAMS = (mapi.TEXT, mapi.TEXT_8, mapi.BINARY)
"""Types of properties that have a stream of their own."""


def extract_msg(content: Content, notes: list[str]) -> Iterator[Section]:
	"""As a mail is read: headers and text first, then each attachment, located as ``attachment NAME``."""
	import olefile

	_check_size(content)
	with content.open() as stream, olefile.OleFileIO(stream) as file:
		yield from _sections(_Stored(file, (), "message"), content, notes)


def extract_tnef(content: Content, notes: list[str]) -> Iterator[Section]:
	"""The message in an envelope of Exchange (``winmail.dat``), as a mail is read."""
	_check_size(content)
	with content.open() as stream:
		message = opened(stream.read())
	yield from _sections(message, content, notes)


def _check_size(content: Content) -> None:
	if content.size > MAX_BYTES:
		raise InputTooLarge(
			f"The message has {content.size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB are read."
		)


def _sections(message: mapi.Properties, content: Content, notes: list[str]) -> Iterator[Section]:
	mail = mapi.mail_of(message)
	tell(
		content,
		author=mail.headers.get("From"),
		date=mapi.sent(message),
		kind="E-mail",
		title=mail.headers.get("Subject"),
	)
	yield from mail_sections(mail, notes, content.read_inside)


class _Stored(mapi.Properties):
	"""Properties in their storage of a compound file."""

	def __init__(self, file: Any, storage: tuple[str, ...], kind: str) -> None:
		self._file, self._storage = file, storage
		self._fixed: dict[tuple[int, int], bytes] = {}
		data = self._read("__properties_version1.0")[_HEADER_BYTES[kind] :]
		for at in range(0, len(data) - 15, 16):
			tag = int.from_bytes(data[at : at + 4], "little")
			self._fixed[tag >> 16, tag & 0xFFFF] = data[at + 8 : at + 16]

	def value(self, tag: int, kind: int) -> bytes:
		if kind in _STREAMS:
			return self._read(f"__substg1.0_{tag:04X}{kind:04X}")
		return self._fixed.get((tag, kind), b"")

	def named(self, name: int) -> int:
		"""By the table at the top of the file, which those of all its messages are in (MS-OXMSG 2.2.3)."""
		sets, entries = self._top(_SETS), self._top(_ENTRIES)
		for number, kind, index in struct.iter_unpack("<IHH", entries[: len(entries) // 8 * 8]):
			# The lowest bit: a name that is a text. The others: the set; the first three are not in the table.
			place = ((kind >> 1) - 3) * len(mapi.APPOINTMENT)
			is_it = number == name and not kind & 1
			if is_it and place >= 0 and sets.startswith(mapi.APPOINTMENT, place):
				return 0x8000 + int(index)
		return 0

	def attached(self) -> "Iterator[_Stored]":
		depth = len(self._storage)
		found = {
			path[depth]
			for path in self._file.listdir()
			if tuple(path[:depth]) == self._storage and path[depth].startswith("__attach_version1.0_#")
		}
		for name in sorted(found)[: MAX_ATTACHMENTS + 1]:
			yield _Stored(self._file, (*self._storage, name), "attachment")

	def message(self) -> "_Stored | None":
		storage = (*self._storage, f"__substg1.0_{mapi.FILE:04X}{mapi.OBJECT:04X}")
		name = "__properties_version1.0"
		return _Stored(self._file, storage, "embedded") if self._file.exists([*storage, name]) else None

	def _read(self, name: str) -> bytes:
		return self._stream([*self._storage, name])

	def _top(self, name: str) -> bytes:
		return self._stream(["__nameid_version1.0", name])

	def _stream(self, path: list[str]) -> bytes:
		if not self._file.exists(path):
			return b""
		with self._file.openstream(path) as stream:
			return bytes(stream.read())
