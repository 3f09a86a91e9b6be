"""What a reader meets of a message, whatever kind of file it comes from."""

from collections.abc import Iterable
from dataclasses import dataclass, field

HEADERS = ("From", "To", "Cc", "Date", "Subject")
MAX_BYTES = 64 << 20
"""Bytes of one message; mail servers accept 25 to 50 MB."""


@dataclass(frozen=True, slots=True)
class Mail:
	"""A message. Of its texts, the first that shows something is read."""

	headers: dict[str, str]
	"""Of :data:`HEADERS`, in their order; each is one line."""
	plain: str = ""
	html: str = ""
	rich: bytes = b""
	"""A document in Rich Text."""
	attachments: Iterable["Attached"] = ()
	unread: str = field(default="", kw_only=True)
	"""The media type of a message that is nothing but a file, or is encrypted."""
	notes: tuple[str, ...] = field(default=(), kw_only=True)
	"""What was found out about the message while it was taken apart, for the notes of its extractor."""


@dataclass(frozen=True, slots=True)
class Attached:
	"""A file, or another message, that came with a message."""

	name: str
	data: bytes | Mail
	media_type: str = ""
	is_shown: bool = False
	"""Whether it is a picture that stands in the text, as logos do."""
	is_same: bool = False
	"""Whether it is the message itself once more, in another wrapping: its text and its attachments are those of the message."""
