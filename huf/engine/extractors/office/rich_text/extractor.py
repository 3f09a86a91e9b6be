"""Rich Text (RTF 1.9.1): paragraphs under their headings, tables by rows, footnotes and comments."""

from collections.abc import Iterator

from huf.engine.content import Content
from huf.engine.errors import InputTooLarge
from huf.engine.extractors.office.rich_text.reader import Reader
from huf.engine.extractors.pictures.inside import PicturesInside
from huf.engine.extractors.properties import tell
from huf.engine.types import Section

VERSION = 5

MAX_BYTES = 64 << 20


def extract_rtf(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Paragraphs and tables by heading, what stands on pictures behind theirs, then footnotes and comments. Headers, footers, hidden and
	deleted text are left out."""
	if content.size > MAX_BYTES:
		raise InputTooLarge(
			f"The file has {content.size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB of this type are read. Split it."
		)
	with content.open() as stream:
		text = stream.read().decode("latin-1")
	pictures = PicturesInside(content)
	reader = Reader(pictures)
	yield from reader.sections(text)
	notes.extend(pictures.notes())
	tell(content, author=reader.said["author"], date=reader.saved(), title=reader.said["title"])
