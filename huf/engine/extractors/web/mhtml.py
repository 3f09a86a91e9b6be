"""Pages that browsers and Word save as one file (MHTML, RFC 2557): the page, and not the mail whose form it has."""

from collections.abc import Iterator
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge
from huf.engine.extractors.encoding import decoded
from huf.engine.extractors.pictures.inside import PicturesInside
from huf.engine.extractors.web.html import html_sections
from huf.engine.extractors.web.page_facts import is_web_address
from huf.engine.types import Locator, Section

VERSION = 1
USES = ("html",)

MAX_BYTES = 64 << 20
_ADDRESSES = ("Snapshot-Content-Location", "Content-Location")
_PAGES = ("text/html", "application/xhtml+xml")


def extract_mhtml(content: Content, notes: list[str]) -> Iterator[Section]:
	"""The page as HTML is read, with what stands on its pictures. Of one that was saved from the web, its own text is read."""
	if content.size > MAX_BYTES:
		raise InputTooLarge(
			f"The file has {content.size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB of this type are read. Split it."
		)
	with content.open() as stream:
		message = BytesParser(policy=policy.default).parse(stream)
	parts = [part for part in message.walk() if isinstance(part, EmailMessage) and not part.is_multipart()]
	page = next((part for part in parts if part.get_content_type() in _PAGES), None)
	if page is None:
		raise CorruptFile("There is no page in this file. Save it again from your browser.")
	pictures = PicturesInside(content)
	held = {name: part for part in parts for name in _names(part)}

	def picture(address: str, place: Locator) -> Section | None:
		"""Those that were saved with the page."""
		part = held.get(address)
		return pictures.section(address, lambda: _bytes_of(part), place) if part is not None else None

	text = decoded(_bytes_of(page), page.get_content_charset(""))
	is_of_the_web = any(
		is_web_address(str(part.get(name, ""))) for part in (message, page) for name in _ADDRESSES
	)
	yield from html_sections(text, notes, picture, is_web_page=is_of_the_web, page=content)
	notes.extend(pictures.notes())


def _names(part: EmailMessage) -> Iterator[str]:
	"""What the page calls a part."""
	if address := str(part.get("Content-Location", "")).strip():
		yield address
	if identity := str(part.get("Content-ID", "")).strip().strip("<>"):
		yield f"cid:{identity}"


def _bytes_of(part: EmailMessage | None) -> bytes:
	payload = part.get_payload(decode=True) if part is not None else None
	return payload if isinstance(payload, bytes) else b""
