"""The addresses in what a server gave: a sitemap, an index of sitemaps, a list of addresses, or a page with links."""

import re
import zlib
from dataclasses import dataclass, field
from urllib.parse import urljoin
from xml.parsers import expat

from huf.ai.knowledge.fetch.websites.addresses import page_address
from huf.engine.errors import CorruptFile, InputTooLarge

MOST_BYTES = 52_428_800
"""Of a sitemap, unpacked, by its protocol (sitemaps.org)."""
MOST_ADDRESSES = 50_000
"""Of one sitemap, by its protocol; what follows is left out, and said to be."""
DEEPEST = 50
"""Elements inside of each other; those of a sitemap are three."""
MOST_PAGE_BYTES = 2_000_000
"""Of a page of links. The reader of HTML takes time by the square of some of them: 16 MB of opened comments do not end."""
GZIP = b"\x1f\x8b"
"""How what is packed begins."""
_XML = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml|<(?:\w+:)?(?:urlset|sitemapindex)[\s>])")
_IS_SITEMAP = re.compile(rb"<(?:\w+:)?(?:urlset|sitemapindex)[\s>]")


@dataclass(slots=True)
class Addresses:
	"""What one document lists."""

	pages: dict[str, None] = field(default_factory=dict)
	"""In the order in which they are listed."""
	sitemaps: dict[str, None] = field(default_factory=dict)
	is_cut: bool = False
	"""It lists more than was taken."""

	def add(self, kind: dict[str, None], address: str, base: str = "") -> None:
		"""Take one in, if it is an address."""
		found = page_address(address, base)
		if not found or found in kind:
			return
		if len(self.pages) + len(self.sitemaps) >= MOST_ADDRESSES:
			self.is_cut = True
			return
		kind[found] = None


def read_addresses(data: bytes, address: str, media_type: str = "") -> Addresses:
	"""The addresses in the bytes of a document.

	:param address: where it is; what a page links to may be relative to it.
	:param media_type: as its server declares it.

	Raises:
		CorruptFile: a sitemap that is no XML to its end, or declares entities, which no sitemap needs.
		InputTooLarge: a packed one that unpacks to more than ``MOST_BYTES``, or a page over ``MOST_PAGE_BYTES``.
	"""
	if data.startswith(GZIP):
		data = unpacked(data)
	if _XML.match(data[:200]) and _IS_SITEMAP.search(data[:4096]):
		return _of_sitemap(data)
	if media_type.startswith("text/plain"):
		found = Addresses()
		for line in data.decode("utf-8-sig", "replace").splitlines():
			found.add(found.pages, line)
		return found
	return _of_page(data, address)


def unpacked(data: bytes) -> bytes:
	"""What is packed in the bytes of a file of gzip.

	Raises:
		CorruptFile: it is damaged.
		InputTooLarge: it is more than ``MOST_BYTES``.
	"""
	unpack = zlib.decompressobj(wbits=31)
	try:
		found = unpack.decompress(data, MOST_BYTES + 1)
	except zlib.error as error:
		raise CorruptFile("The sitemap is packed, and damaged. It is tried again later.") from error
	if len(found) > MOST_BYTES:
		raise InputTooLarge(f"The sitemap has more than {MOST_BYTES / 1e6:.0f} MB. Name one of its parts.")
	if not unpack.eof:
		raise CorruptFile("The sitemap is packed, and cut off. It is tried again later.")
	return found


class _NoSitemap(Exception):
	"""It declares or nests what no sitemap does."""


def _of_sitemap(data: bytes) -> Addresses:
	found = Addresses()
	path: list[str] = []
	text: list[str] = []

	def begin(name: str, _attributes: object) -> None:
		if len(path) > DEEPEST:
			raise _NoSitemap
		path.append(name.rpartition(":")[2].lower())
		text.clear()

	def end(_name: str) -> None:
		# Pictures and films of a page have a loc of their own, one floor deeper.
		if path == ["urlset", "url", "loc"]:
			found.add(found.pages, "".join(text))
		elif path == ["sitemapindex", "sitemap", "loc"]:
			found.add(found.sitemaps, "".join(text))
		path.pop()
		text.clear()

	def refuse(*_declared: object) -> None:
		raise _NoSitemap

	parser = expat.ParserCreate()
	parser.buffer_text = True
	parser.StartElementHandler, parser.EndElementHandler = begin, end
	parser.CharacterDataHandler = text.append
	# An entity is expanded as often as it is named: without a DTD there is none.
	parser.StartDoctypeDeclHandler = refuse
	try:
		parser.Parse(data, True)
	except (expat.ExpatError, _NoSitemap) as error:
		raise CorruptFile("The sitemap is no complete XML. It is tried again later.") from error
	return found


class _Links:
	"""What lxml tells of a page while it reads it."""

	def __init__(self, address: str) -> None:
		self.found = Addresses()
		self._base = address

	def start(self, tag: str, attributes: dict[str, str]) -> None:
		address = attributes.get("href", "")
		try:
			if tag == "base" and address:
				self._base = urljoin(self._base, address)
			elif tag == "a" and address and "nofollow" not in attributes.get("rel", "").lower().split():
				self.found.add(self.found.pages, address, self._base)
		except ValueError:
			# An address with half a bracket is none.
			return

	def close(self) -> Addresses:
		return self.found


def _of_page(data: bytes, address: str) -> Addresses:
	from lxml import etree

	most_bytes = MOST_PAGE_BYTES
	if len(data) > most_bytes:
		raise InputTooLarge(f"The sitemap has more than {most_bytes / 1e6:.0f} MB. Name one of its parts.")
	links = _Links(address)
	parser = etree.HTMLParser(target=links, no_network=True)
	try:
		parser.feed(data)
		parser.close()
	except (etree.ParserError, etree.XMLSyntaxError):
		# A page without any element; what was found before holds.
		return links.found
	return links.found
