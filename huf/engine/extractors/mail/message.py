"""E-mail messages: the headers a reader sees, the text, and the attachments that huf can read."""

import base64
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timezone
from email import policy
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from io import BytesIO

from huf.engine.content import Content
from huf.engine.errors import InputTooLarge
from huf.engine.extractors.attached import MAX_ATTACHMENTS, Reads, attached_sections, too_many
from huf.engine.extractors.containers.cms import signed_content
from huf.engine.extractors.encoding import decoded, find_bom
from huf.engine.extractors.failures import parse_failure
from huf.engine.extractors.mail import tnef
from huf.engine.extractors.mail.model import HEADERS, MAX_BYTES, Attached, Mail
from huf.engine.extractors.office.rich_text.extractor import extract_rtf
from huf.engine.extractors.pictures.inside import is_decoration, size_of
from huf.engine.extractors.properties import tell
from huf.engine.extractors.sections import is_blank, one_line, placed_in
from huf.engine.extractors.unread import Unread
from huf.engine.extractors.web.html import html_sections
from huf.engine.sentences import sentence
from huf.engine.types import Locator, Section

VERSION = 8
USES = ("html", "rtf")

_SIGNATURES = ("application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature")
"""They say who wrote a message, and nothing to read."""
MAX_WRAPPINGS = 3
"""Envelopes in one another in which a message may lie."""
_SIGNED, _SIGNED_NAME = ("application/pkcs7-mime", "application/x-pkcs7-mime"), "smime.p7m"
_SAME_SHARE = 0.9
"""Of the words of a text, those that another has too, from which on it says nothing new."""
_WORD = re.compile(r"\w+")


def extract_eml(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Headers and text first, then each attachment, located as ``attachment NAME``. Quoted replies are kept."""
	if content.size > MAX_BYTES:
		raise InputTooLarge(
			f"The message has {content.size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB are read."
		)
	message = BytesParser(policy=policy.default).parse(_bytes_of(content))
	assert isinstance(message, EmailMessage)
	tell(
		content,
		author=message.get("From"),
		date=_sent(message),
		kind="E-mail",
		language=str(message.get("Content-Language") or "").partition(",")[0],
		title=message.get("Subject"),
	)
	yield from mail_sections(parsed_mail(message), notes, content.read_inside)


def _bytes_of(content: Content) -> BytesIO:
	"""The message. Programs that save it as text may do so in UTF-16, which is no mail: all of it is ASCII or UTF-8 (RFC 6532)."""
	with content.open() as stream:
		data = stream.read()
	encoding = find_bom(data[:4])
	return BytesIO(data.decode(encoding, "replace").encode() if encoding else data)


def _sent(message: EmailMessage) -> datetime | None:
	"""When it was sent, by its own header. One without an offset is in UTC (RFC 5322, 3.3)."""
	sent = getattr(message.get("Date"), "datetime", None)
	return sent.replace(tzinfo=sent.tzinfo or timezone.utc) if sent else None


def parsed_mail(message: EmailMessage, wrappings: int = 0) -> Mail:
	"""A message as the standard library parses it. Its attachments are decoded one by one, as they are asked for.

	:param wrappings: out of how many it was taken.
	"""
	found = {name: one_line(str(message.get(name, ""))) for name in HEADERS}
	plain, html = (message.get_body(preferencelist=(kind,)) for kind in ("plain", "html"))
	is_other = plain is None and html is None and not message.is_multipart()
	wrapped = _wrapped(message, wrappings) if is_other else None
	return Mail(
		{name: value for name, value in found.items() if value},
		decoded(_payload(plain), plain.get_content_charset("")) if plain is not None else "",
		decoded(_payload(html), html.get_content_charset("")) if html is not None else "",
		attachments=_attached(message, wrappings) if wrapped is None else (wrapped,),
		unread=message.get_content_type() if is_other and wrapped is None else "",
	)


def _attached(message: EmailMessage, wrappings: int) -> Iterator[Attached]:
	for number, part in enumerate(message.iter_attachments(), 1):
		if not isinstance(part, EmailMessage) or part.get_content_type() in _SIGNATURES:
			continue
		is_message = part.get_content_type() == "message/rfc822"
		name = part.get_filename() or (f"message {number}" if is_message else f"part {number}")
		if is_message:
			if (inner := _message_in(part)) is not None:
				yield Attached(name, parsed_mail(inner))
		elif (wrapped := _wrapped(part, wrappings)) is not None:
			yield wrapped
		else:
			is_shown = part.get_content_maintype() == "image" and part.get_content_disposition() == "inline"
			yield Attached(name, _payload(part), part.get_content_type(), is_shown)


def _message_in(part: EmailMessage) -> EmailMessage | None:
	"""A message that is attached as such. Its bytes may not be encoded (RFC 2046, 5.2.1); GroupWise does it all the same."""
	inner = part.get_payload(0)
	if not isinstance(inner, EmailMessage):
		return None
	text = inner.get_payload()
	if str(part.get("Content-Transfer-Encoding", "")).strip().lower() != "base64" or not isinstance(
		text, str
	):
		return inner
	try:
		found = BytesParser(policy=policy.default).parsebytes(base64.b64decode(text))
	except ValueError:
		return inner
	return found if isinstance(found, EmailMessage) else inner


def _payload(part: MIMEPart) -> bytes:
	payload = part.get_payload(decode=True)
	return payload if isinstance(payload, bytes) else b""


def _wrapped(part: EmailMessage, wrappings: int) -> Attached | None:
	"""The message itself, as it stands in an envelope of Exchange, or of its signatures; None for any other part, and for an envelope
	that cannot be opened."""
	kind, name = part.get_content_type(), part.get_filename() or ""
	# In an envelope of signatures there is a file as often, under a name that tells which.
	is_signed = kind in _SIGNED and name.lower() in ("", _SIGNED_NAME)
	is_envelope = is_signed or kind in tnef.MEDIA_TYPES or name.lower() == tnef.USUAL_NAME
	if not is_envelope or wrappings == MAX_WRAPPINGS:
		return None
	try:
		if not is_signed:
			return Attached(tnef.USUAL_NAME, tnef.tnef_mail(_payload(part)), is_same=True)
		inner = BytesParser(policy=policy.default).parsebytes(signed_content(_payload(part)))
		assert isinstance(inner, EmailMessage)
		unverified = sentence("The message is signed. Its signature was not verified.")
		return Attached(
			_SIGNED_NAME, replace(parsed_mail(inner, wrappings + 1), notes=(unverified,)), is_same=True
		)
	# The seam to a parsing library, that of headers: as an attachment, it gets its note.
	except Exception as error:  # noqa: BLE001
		parse_failure(error)
		return None


def mail_sections(
	mail: Mail, notes: list[str], read: Reads | None, *, nested: bool = False
) -> Iterator[Section]:
	"""Headers and text first, then each attachment, located as ``attachment NAME``.

	Args:
		mail: the message.
		notes: gets a sentence for everything that is left out.
		read: begins to read an attached file (``Content.read_inside``); with huf's own extractors when None.
		nested: whether it is attached to another message; what is attached to it is then left out.
	"""
	subject = mail.headers.get("Subject")
	place = Locator(heading=(subject,) if subject else ())
	said: set[str] = set()
	for section in _text_sections(mail, place, notes):
		said.update(_WORD.findall(section.text))
		yield section
	_tell_unread(mail, notes)
	counts: Counter[type] = Counter()
	for found in _unwrapped(mail):
		# Wrappings have a limit of their own: a mail may be nothing but these, and each is parsed.
		counts[type(found)] += 1
		if counts[type(found)] > MAX_ATTACHMENTS:
			notes.append(too_many(MAX_ATTACHMENTS))
			break
		if isinstance(found, Mail):
			yield from _what_is_new(found, place, said, notes)
			_tell_unread(found, notes)
		else:
			yield from _attachment(found, notes, read, nested)


def _tell_unread(mail: Mail, notes: list[str]) -> None:
	if mail.unread:
		notes.append(
			Unread(
				f"The message itself is {mail.unread} and was not read: encrypted, or a file alone. Save its text, or "
				"the file, and upload that."
			)
		)


def _unwrapped(mail: Mail) -> Iterator[Attached | Mail]:
	"""What is attached, and the message itself in each wrapping in which it is there once more, before what is attached to that."""
	for attached in mail.attachments:
		if attached.is_same and isinstance(attached.data, Mail):
			yield attached.data
			yield from _unwrapped(attached.data)
		else:
			yield attached


def _text_sections(mail: Mail, place: Locator, notes: list[str]) -> Iterator[Section]:
	"""Headers and text of a message at its ``place``."""
	notes.extend(mail.notes)
	head = "".join(f"{name}: {value}\n" for name, value in mail.headers.items())
	if is_blank(mail.plain) and (mail.html or mail.rich):
		if head:
			yield Section(head, place)
		inner = (
			html_sections(mail.html, notes)
			if mail.html
			else extract_rtf(Content("message.rtf", data=mail.rich), notes)
		)
		for section in inner:
			yield replace(section, locator=replace(place, heading=place.heading + section.locator.heading))
	else:
		text = mail.plain.replace("\r\n", "\n").replace("\r", "\n")
		tidy = "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")
		if both := "\n".join(part for part in (head, tidy and tidy + "\n") if part):
			yield Section(both, place)


def _what_is_new(mail: Mail, place: Locator, said: set[str], notes: list[str]) -> Iterator[Section]:
	"""The text of a message that is there once more, unless it says what was ``said`` already."""
	own: list[str] = []
	sections = list(_text_sections(replace(mail, headers={}), place, own))
	words = [word for section in sections for word in _WORD.findall(section.text)]
	is_new = sum(word in said for word in words) < _SAME_SHARE * len(words)
	notes.extend(own if is_new else mail.notes)
	if is_new:
		said.update(words)
		yield from sections


def _attachment(attached: Attached, notes: list[str], read: Reads | None, nested: bool) -> Iterator[Section]:
	name, data = one_line(attached.name), attached.data
	if nested:
		notes.append(
			Unread(f"“{name}” is attached to an attached message and was not read. Upload it on its own.")
		)
	elif isinstance(data, Mail):
		yield from placed_in(mail_sections(data, notes, read, nested=True), f"attachment {name}")
	elif attached.is_shown and (size := size_of(data)) and is_decoration(*size):
		return  # the logo of a signature
	else:
		yield from attached_sections(name, data, notes, read, attached.media_type, is_shown=attached.is_shown)
