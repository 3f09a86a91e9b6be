"""Pictures (PNG, JPEG, GIF, TIFF, WebP, BMP): what can be recognised on them. The pages of a TIFF are its pages."""

from collections.abc import Iterator

from huf.engine.content import Content
from huf.engine.errors import CorruptFile
from huf.engine.extractors.pictures.scanned import ScannedPages
from huf.engine.extractors.sections import is_blank
from huf.engine.extractors.unread import Unread
from huf.engine.sentences import sentence
from huf.engine.types import Locator, Section

VERSION = 2

MAX_PAGES = 2_000
"""Pages of one TIFF; archives split fax journals long before."""


def extract_picture(content: Content, notes: list[str]) -> Iterator[Section]:
	"""A picture without pages has no place inside it; of several pages, each is its own section."""
	scanned = ScannedPages(content, sentence("no text but what it shows (a picture)"))
	text, number = scanned.text_of(1), 1
	while True:
		if not is_blank(text):
			yield Section(text, Locator(page=number) if scanned.pages > 1 else Locator())
		if number >= scanned.pages:
			break
		if number == MAX_PAGES:
			notes.append(
				Unread(f"Only the first {MAX_PAGES:,} of {scanned.pages:,} pages were read. Split the file.")
			)
			break
		number += 1
		text = scanned.text_of(number)
	if reason := scanned.failure:
		raise CorruptFile(f"The picture cannot be read: {reason}. Save it again from its program, or as PNG.")
	notes.extend(scanned.notes())
