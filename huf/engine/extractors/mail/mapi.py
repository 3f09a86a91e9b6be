"""The properties of a message (MAPI), in which Outlook and Exchange keep it, whatever file these stand in."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import TypeVar

from huf.engine.errors import InputError
from huf.engine.extractors.encoding import codepage_encoding, decoded
from huf.engine.extractors.mail.compressed_rtf import decompressed
from huf.engine.extractors.mail.model import HEADERS, Attached, Mail
from huf.engine.extractors.office.rich_text.encapsulated import encapsulated_html
from huf.engine.extractors.sections import is_blank, one_line
from huf.engine.extractors.unread import Unread

# Numbers of properties and their types, MS-OXPROPS and MS-OXCDATA 2.11.1.
SUBJECT = 0x0037
BODY, HTML, RTF = 0x1000, 0x1013, 0x1009
TRANSPORT_HEADERS, SENT, DELIVERED = 0x007D, 0x0039, 0x0E06
SENDER_NAME, SENDER_ADDRESS, SENDER_SMTP = 0x0C1A, 0x0C1F, 0x5D01
TO, CC = 0x0E04, 0x0E03
MESSAGE_CODEPAGE, INTERNET_CODEPAGE = 0x3FFD, 0x3FDE
FILE, LONG_NAME, SHORT_NAME, SHOWN_NAME, MEDIA_TYPE, HIDDEN = 0x3701, 0x3707, 0x3704, 0x3001, 0x370E, 0x7FFE
INTEGER, BOOLEAN, OBJECT, TEXT_8, TEXT, TIME, BINARY = 0x03, 0x0B, 0x0D, 0x1E, 0x1F, 0x40, 0x102

MESSAGE_CLASS, START, END = 0x001A, 0x0060, 0x0061
APPOINTMENT = bytes.fromhex("0220060000000000c000000000000046")
"""The set (PSETID_Appointment, MS-OXPROPS 1.3.2) of these three, which have names in place of numbers that are the same everywhere."""
LOCATION, START_WHOLE, END_WHOLE = 0x8208, 0x820D, 0x820E
OF_APPOINTMENTS = frozenset((LOCATION, START_WHOLE, END_WHOLE))
_MEETINGS = ("IPM.Appointment", "IPM.Schedule.Meeting")
"""What the class of a message begins with that is an entry of a calendar, or an invitation to one."""

_SUBJECTS = (SUBJECT, 0x0E1D, 0x0070)
"""The subject as it was written, without ``RE:``, and as the topic that answers share: an envelope may have but the last."""
_EPOCH = datetime(1601, 1, 1, tzinfo=timezone.utc)
_Self = TypeVar("_Self", bound="Properties")


class Properties(ABC):
	"""Those of a message, or of something attached to one."""

	notes: tuple[str, ...] = ()
	"""What was found out about the message while it was taken apart."""

	@abstractmethod
	def value(self, tag: int, kind: int) -> bytes:
		"""The bytes of a property; none if it is not there."""

	@abstractmethod
	def attached(self: _Self) -> Iterator[_Self]:
		"""What is attached, in the order of the file."""

	@abstractmethod
	def message(self: _Self) -> "_Self | None":
		"""The message that this attachment is; None for a file."""

	def named(self, name: int) -> int:
		"""The number under which one of :data:`OF_APPOINTMENTS` is kept here; 0 if it is not there."""
		return 0

	def number(self, tag: int, kind: int = INTEGER) -> int:
		return int.from_bytes(self.value(tag, kind)[:4], "little")

	def moment(self, tag: int) -> datetime | None:
		"""A FILETIME: tenths of microseconds since 1601."""
		ticks = int.from_bytes(self.value(tag, TIME)[:8], "little")
		try:
			return _EPOCH + timedelta(microseconds=ticks // 10) if ticks else None
		except OverflowError:
			return None

	def data(self, tag: int) -> bytes:
		return self.value(tag, BINARY)

	def codepage(self) -> int:
		"""That of texts of 8 bits; 0 where none is told."""
		return self.number(MESSAGE_CODEPAGE) or self.number(INTERNET_CODEPAGE)

	def text(self, tag: int) -> str:
		wide = self.value(tag, TEXT)
		if wide:
			return wide.decode("utf-16-le", "replace").rstrip("\0")
		return decoded(self.value(tag, TEXT_8), codepage_encoding(self.codepage())).rstrip("\0")

	def html(self) -> str:
		data = self.data(HTML)
		return decoded(data, codepage_encoding(self.number(INTERNET_CODEPAGE))) if data else self.text(HTML)


def sent(message: Properties) -> datetime | None:
	"""When a message was sent, or else delivered; in UTC."""
	return message.moment(SENT) or message.moment(DELIVERED)


def mail_of(message: Properties) -> Mail:
	"""A message as a reader meets it. What is attached is taken apart as it is asked for."""
	from email import policy
	from email.parser import HeaderParser

	# As the mail servers wrote them, where the message came by one: names and addresses, and the date with its zone.
	written = HeaderParser(policy=policy.default).parsestr(message.text(TRANSPORT_HEADERS))
	name, address = message.text(SENDER_NAME), message.text(SENDER_SMTP) or message.text(SENDER_ADDRESS)
	moment = sent(message)
	stored = {
		"From": f"{name} <{address}>" if "@" in address and address != name else name,
		"To": message.text(TO),
		"Cc": message.text(CC),
		"Date": moment.strftime("%a, %d %b %Y %H:%M:%S +0000") if moment else "",
		"Subject": next(filter(None, map(message.text, _SUBJECTS)), ""),
	}
	headers = {key: one_line(str(written.get(key) or "") or stored[key]) for key in HEADERS}
	if message.text(MESSAGE_CLASS).startswith(_MEETINGS):
		headers |= {"When": _when(message), "Where": one_line(message.text(message.named(LOCATION)))}
	mail = Mail(
		{key: value for key, value in headers.items() if value},
		message.text(BODY),
		message.html(),
		attachments=_attachments(message),
		notes=message.notes,
	)
	return mail if mail.html or not is_blank(mail.plain) else _with_rich_text(mail, message.data(RTF))


def _when(message: Properties) -> str:
	"""From when until when a meeting is, in UTC, since whose clock it was made by is not told; empty if it says nothing."""
	begins = message.moment(START) or message.moment(message.named(START_WHOLE))
	ends = message.moment(END) or message.moment(message.named(END_WHOLE))
	if begins is None:
		return ""
	first = begins.strftime("%a, %d %b %Y %H:%M")
	if ends is None or ends <= begins:
		return f"{first} UTC"
	return (
		f"{first} to {ends.strftime('%H:%M' if ends.date() == begins.date() else '%a, %d %b %Y %H:%M')} UTC"
	)


def _with_rich_text(mail: Mail, compressed: bytes) -> Mail:
	"""``mail``, which has no other text, with its Rich Text; with the HTML that it was made of, if it says so."""
	if not compressed:
		return mail
	try:
		rich, is_whole = decompressed(compressed)
		html = encapsulated_html(rich.decode("latin-1"))
	except InputError as error:
		return replace(mail, notes=(*mail.notes, Unread(str(error))))
	if not is_whole:
		damaged = Unread("The text of the message is damaged or cut off; what could be read of it was read.")
		mail = replace(mail, notes=(*mail.notes, damaged))
	return replace(mail, rich=rich) if html is None else replace(mail, html=html)


def _attachments(message: Properties) -> Iterator[Attached]:
	for number, found in enumerate(message.attached(), 1):
		name = found.text(LONG_NAME) or found.text(SHORT_NAME) or found.text(SHOWN_NAME) or f"part {number}"
		inner = found.message()
		media_type = found.text(MEDIA_TYPE)
		is_shown = bool(found.number(HIDDEN, BOOLEAN)) and media_type.startswith("image/")
		yield Attached(name, mail_of(inner) if inner else found.data(FILE), media_type, is_shown)
