"""Files that are attached to another, such as a mail or a PDF: each is read as it would be on its own, located as ``attachment NAME``."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from huf.engine.content import Content
from huf.engine.errors import InputError
from huf.engine.extractors.pictures.scanned import is_bare_picture
from huf.engine.extractors.sections import one_line, placed_in
from huf.engine.extractors.unread import Unread, retold
from huf.engine.sentences import sentence
from huf.engine.types import Section

MAX_ATTACHMENTS = 50
"""Files attached to one that are read."""
MAX_ATTACHMENT = 32 << 20
"""Bytes of one of them after decoding."""
MAILS = ("eml", "msg", "mbox", "tnef")
"""Keys of the extractors of messages. One that is attached as a file is not read: it may hold others, without end."""

Reads: TypeAlias = Callable[[Content], Any]
"""Begins to read a file that lies in another (``Content.read_inside``)."""


def attached_sections(
	name: str,
	data: bytes,
	notes: list[str],
	read: Reads | None,
	media_type: str = "",
	*,
	is_shown: bool = False,
) -> Iterator[Section]:
	"""The sections of one attached file. One that cannot be read is noted, and costs nothing else.

	Args:
		name: its file name.
		data: its bytes.
		notes: gets a sentence for everything that is left out.
		read: begins to read it; huf's own extractors do when None.
		media_type: as declared by whoever attached it.
		is_shown: whether it is a picture that stands in the text, as logos do: nothing is lost where it says nothing.
	"""
	from huf.engine.extractors import extract

	name = one_line(name)
	if len(data) > MAX_ATTACHMENT:
		notes.append(
			Unread(f"The attachment “{name}” has more than {MAX_ATTACHMENT / 1e6:.0f} MB and was not read.")
		)
		return
	extraction = None
	try:
		extraction = (read or extract)(Content(name, data=data, media_type=media_type))
		if extraction.extractor in MAILS:
			notes.append(Unread(f"The attached message “{name}” was not read; upload it on its own."))
			return
		yield from placed_in(extraction.sections, f"attachment {name}")
	except InputError as error:
		note = sentence(f"The attachment “{name}” was not read: {error}")
		# Where nothing is recognised on a photograph, there is nothing that was not read.
		notes.append(note if is_shown or is_bare_picture(extraction) else Unread(note))
		return
	notes.extend(retold(note, f"Attachment “{name}”: {note}") for note in extraction.notes)


def too_many(max_attachments: int) -> Unread:
	"""The note on those beyond the first ``max_attachments``."""
	return Unread(f"Only the first {max_attachments} attachments were read. Upload the others on their own.")
