"""E-mail messages: the headers a reader sees, the text, and the attachments that huf can read."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timezone
from email import policy
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from typing import Any, TypeAlias

from huf.engine.content import Content
from huf.engine.errors import InputError, InputTooLarge
from huf.engine.extractors.html import html_sections
from huf.engine.extractors.properties import tell
from huf.engine.extractors.sections import is_blank, one_line
from huf.engine.extractors.unread import Unread, retold
from huf.engine.sentences import sentence
from huf.engine.types import Locator, Section

VERSION = 3
USES = ("html",)

MAX_BYTES = 64 << 20
"""Bytes of one message; mail servers accept 25 to 50 MB."""
MAX_ATTACHMENTS = 50
MAX_ATTACHMENT = 32 << 20
"""Bytes of one attachment after decoding."""
_Reads: TypeAlias = Callable[[Content], Any]
"""Begins to read an attachment (``Content.read_inside``)."""
_HEADERS = ("From", "To", "Cc", "Date", "Subject")
_SIGNATURES = ("application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature")
"""They say who wrote a message, and nothing to read."""


def extract_eml(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Headers and text first, then each attachment, located as ``attachment NAME``. Quoted replies are kept."""
	if content.size > MAX_BYTES:
		raise InputTooLarge(
			f"The message has {content.size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB are read."
		)
	with content.open() as stream:
		message = BytesParser(policy=policy.default).parse(stream)
	assert isinstance(message, EmailMessage)
	tell(
		content,
		author=message.get("From"),
		date=_sent(message),
		kind="E-mail",
		title=message.get("Subject"),
	)
	yield from _message(message, notes, Locator(), content.read_inside)


def _sent(message: EmailMessage) -> datetime | None:
	"""When it was sent, by its own header. One without an offset is in UTC (RFC 5322, 3.3)."""
	sent = getattr(message.get("Date"), "datetime", None)
	return sent.replace(tzinfo=sent.tzinfo or timezone.utc) if sent else None


def _message(
	message: EmailMessage, notes: list[str], base: Locator, read: _Reads | None, *, nested: bool = False
) -> Iterator[Section]:
	subject = one_line(str(message.get("Subject", "")))
	place = replace(base, heading=(subject,) if subject else ())
	found = {name: one_line(str(message.get(name, ""))) for name in _HEADERS}
	lines = [f"{name}: {value}" for name, value in found.items() if value]
	head = "".join(f"{line}\n" for line in lines)
	body = message.get_body(preferencelist=("plain", "html"))
	if body is not None and is_blank(_part_text(body)) and body.get_content_type() == "text/plain":
		body = message.get_body(preferencelist=("html",)) or body
	if body is None or body.get_content_type() == "text/html":
		if head:
			yield Section(head, place)
	else:
		text = _part_text(body).replace("\r\n", "\n").replace("\r", "\n")
		tidy = "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")
		yield Section("\n".join(part for part in (head, tidy and tidy + "\n") if part), place)
	if body is not None and body.get_content_type() == "text/html":
		for section in html_sections(_part_text(body), notes):
			yield replace(section, locator=replace(place, heading=place.heading + section.locator.heading))
	if body is None and not message.is_multipart():
		notes.append(
			Unread(
				f"The message itself is {message.get_content_type()} and was not read: encrypted, or a file alone. Save its text, or "
				"the file, and upload that."
			)
		)
	for number, part in enumerate(message.iter_attachments(), 1):
		if number > MAX_ATTACHMENTS:
			notes.append(
				Unread(
					f"Only the first {MAX_ATTACHMENTS} attachments were read. Upload the others on their own."
				)
			)
			break
		if isinstance(part, EmailMessage) and part.get_content_type() not in _SIGNATURES:
			yield from _attachment(part, notes, number, read, nested)


def _part_text(part: MIMEPart) -> str:
	"""The decoded text of a part; an unknown character set is read as UTF-8, or else Windows-1252."""
	payload = part.get_payload(decode=True)
	raw = payload if isinstance(payload, bytes) else b""
	for charset in (part.get_content_charset("utf-8"), "utf-8"):
		try:
			return raw.decode(charset)
		except (LookupError, UnicodeError, ValueError):
			continue
	return raw.decode("cp1252", "replace")


def _attachment(
	part: EmailMessage, notes: list[str], number: int, read: _Reads | None, nested: bool
) -> Iterator[Section]:
	from huf.engine.extractors import extract

	is_message = part.get_content_type() == "message/rfc822"
	name = one_line(part.get_filename() or "") or (f"message {number}" if is_message else f"part {number}")
	if nested:
		notes.append(
			Unread(f"“{name}” is attached to an attached message and was not read. Upload it on its own.")
		)
		return
	if is_message:
		inner = part.get_payload(0)
		if isinstance(inner, EmailMessage):
			yield from _inside(_message(inner, notes, Locator(), read, nested=True), name)
		return
	payload = part.get_payload(decode=True)
	data = payload if isinstance(payload, bytes) else b""
	if len(data) > MAX_ATTACHMENT:
		notes.append(
			Unread(f"The attachment “{name}” has more than {MAX_ATTACHMENT / 1e6:.0f} MB and was not read.")
		)
		return
	try:
		extraction = (read or extract)(Content(name, data=data, media_type=part.get_content_type()))
		if extraction.extractor == "eml":
			notes.append(Unread(f"The attached message “{name}” was not read; upload it on its own."))
			return
		yield from _inside(extraction.sections, name)
	except InputError as error:
		# Logos and the like stand in the text of a message as pictures stand in a document.
		is_shown = part.get_content_maintype() == "image" and part.get_content_disposition() == "inline"
		note = sentence(f"The attachment “{name}” was not read: {error}")
		notes.append(note if is_shown else Unread(note))
		return
	notes.extend(retold(note, f"Attachment “{name}”: {note}") for note in extraction.notes)


def _inside(sections: Iterator[Section], name: str) -> Iterator[Section]:
	for section in sections:
		part = f"attachment {name}" + (f", {section.locator.part}" if section.locator.part else "")
		yield replace(section, locator=replace(section.locator, part=part))
