"""A page behind a URL as it is read for the index, and whether what is there now would be read otherwise."""

import hashlib
import time
from urllib.parse import urlsplit

from huf.ai.knowledge.backends import registries
from huf.ai.knowledge.fetch import fetch_url
from huf.ai.knowledge.fetch.pausing import PAUSE_SECONDS, Pauses
from huf.ai.knowledge.fetch.version import ReadPage
from huf.ai.site.settings import reading_limits
from huf.engine.content import Content
from huf.engine.errors import InputError
from huf.engine.ocr import Ocr
from huf.engine.reading import open_reader

_HTML = frozenset({"html", "htm", "xhtml"})


def read_page(url: str, known: ReadPage | None = None) -> tuple[Content | None, ReadPage]:
	"""Fetch a page. The content is None if it is still the one that is ``known``.

	:raises InputError: there is no such page, or no proper answer.
	"""
	answer = fetch_url(url, known.version if known else None)
	if answer.content is None and known is not None:
		return None, known
	if answer.content is None:
		raise ValueError("A page was left out that nobody knew.")
	return answer.content, ReadPage(answer.version, answer.content.sha256(), _digest(answer.content))


_pauses = Pauses()


def read_page_politely(url: str, pause: float) -> tuple[Content | None, ReadPage]:
	"""Fetch a page that is one of many; waits until its host may be asked again.

	:param pause: seconds that its host asks for between two requests. :raises InputError: as above.
	"""
	host = urlsplit(url).netloc.lower()
	time.sleep(_pauses.left(host, max(PAUSE_SECONDS, pause)))
	try:
		return read_page(url)
	finally:
		_pauses.asked(host)


def is_same(one: ReadPage, other: ReadPage) -> bool:
	"""Whether both give the same text. Of a page of HTML the text counts: a new number in a hidden field is no new page."""
	return one.sha256 == other.sha256 or bool(one.text and one.text == other.text)


def _digest(content: Content) -> str:
	"""Of all that is read of a page of HTML; nothing of other files, and of what cannot be read."""
	if content.extension not in _HTML:
		return ""
	digest = hashlib.sha256()
	try:
		# In a process with limits: a page can be made to be read for hours.
		extractors, limits = registries.extractor_registry(), reading_limits()
		with open_reader(extractors, limits) as reader, Ocr().scans_of(content) as scans:
			for section in reader.sections(content).items(scans):
				digest.update(
					repr((section.locator, section.header, section.text)).encode("utf-8", "replace")
				)
	except InputError:
		return ""
	return digest.hexdigest()
