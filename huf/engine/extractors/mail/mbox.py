"""Mailboxes (mbox): one message after another, each read as a mail of its own."""

from collections.abc import Iterator
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from typing import BinaryIO

from huf.engine.content import Content
from huf.engine.errors import CorruptFile
from huf.engine.extractors.failures import parse_failure
from huf.engine.extractors.mail.message import mail_sections, parsed_mail
from huf.engine.extractors.mail.model import MAX_BYTES
from huf.engine.extractors.sections import placed_in
from huf.engine.extractors.unread import FirstNotes, Unread, retold
from huf.engine.sentences import sentence
from huf.engine.types import Section

VERSION = 3
USES = ("eml", "html", "rtf")

MAX_MESSAGES = 20_000
"""Messages of one file."""
_LINE = 1 << 20


def extract_mbox(content: Content, notes: list[str]) -> Iterator[Section]:
	"""The messages in their order, each in its part: ``message 3``, ``message 3, attachment plan.pdf``."""
	told = FirstNotes(notes)
	number = 0
	with content.open() as stream:
		for number, data in enumerate(_messages(stream), 1):
			if number > MAX_MESSAGES:
				notes.append(Unread(f"Only the first {MAX_MESSAGES:,} messages were read. Divide the file."))
				break
			if data is None:
				told.add(Unread(f"Message {number} has more than {MAX_BYTES / 1e6:.0f} MB and was not read."))
				continue
			own: list[str] = []
			try:
				message = BytesParser(policy=policy.default).parsebytes(data)
				assert isinstance(message, EmailMessage)
				sections = mail_sections(parsed_mail(message), own, content.read_inside)
				yield from placed_in(sections, f"message {number}")
			# The seam to a parsing library: one message that does not parse must not cost the others.
			except Exception as error:  # noqa: BLE001
				told.add(Unread(sentence(f"Message {number} was not read: {parse_failure(error)}")))
			for note in own:
				told.add(retold(note, f"Message {number}: {note}"))
	told.end()
	if not number:
		raise CorruptFile(
			"This is no mailbox: no line in it begins with “From ”, as the first of each message does. Save it again as mbox."
		)


def _messages(stream: BinaryIO) -> Iterator[bytes | None]:
	"""The bytes of each message; None for one that is too large. A message begins behind a line with "From " that follows
	an empty one (RFC 4155); in texts such lines are written with a sign before them."""
	lines: list[bytes] | None = None
	size, is_blank = 0, True
	while line := stream.readline(_LINE):
		if line.startswith(b"From ") and is_blank:
			if lines is not None:
				yield b"".join(lines) if size <= MAX_BYTES else None
			lines, size = [], 0
		elif lines is not None:
			size += len(line)
			if size <= MAX_BYTES:
				lines.append(line[1:] if line.startswith(b">From ") else line)
		is_blank = not line.strip()
	if lines is not None:
		yield b"".join(lines) if size <= MAX_BYTES else None
