"""Reading a list of addresses in the reader's process: whoever made it may want to hurt who reads it."""

from collections.abc import Iterator

from huf.ai.knowledge.fetch.websites.documents import GZIP, Addresses, read_addresses, unpacked
from huf.engine.content import Content
from huf.engine.errors import NoText
from huf.engine.extractors import Extractor
from huf.engine.extractors.recognition.kinds import ALIASES, MEDIA_TYPES
from huf.engine.ocr import Ocr
from huf.engine.reading import open_reader
from huf.engine.registry import Registry
from huf.engine.types import Section

VERSION = 1
"""Of the reader below; each reader of the engine has one."""
_PAGE, _SITEMAP, _CUT = "page", "sitemap", "cut"


def read_apart(data: bytes, address: str, media_type: str = "") -> Addresses:
	"""What :func:`~huf.ai.knowledge.fetch.websites.documents.read_addresses` gives, at most for what reading an input may cost.

	Raises:
		InputError: as there, or it costs more.
	"""
	if data.startswith(GZIP):
		data = unpacked(data)
	content = Content("list.html", data=data, media_type=media_type, fetched_from=address)
	found = Addresses()
	with open_reader(_registry()) as reader, Ocr().scans_of(content) as scans:
		try:
			for section in reader.sections(content).items(scans):
				for line in section.text.splitlines():
					kind, _space, one = line.partition(" ")
					if kind == _CUT:
						found.is_cut = True
					else:
						{_PAGE: found.pages, _SITEMAP: found.sitemaps}[kind][one] = None
		except NoText:
			pass  # it lists nothing
	return found


def extract_addresses(content: Content, notes: list[str]) -> Iterator[Section]:
	"""The addresses as text, one in each line behind what it is of."""
	with content.open() as stream:
		found = read_addresses(stream.read(), content.fetched_from, content.media_type)
	lines = [f"{_PAGE} {address}" for address in found.pages]
	lines += [f"{_SITEMAP} {address}" for address in found.sitemaps]
	lines += [_CUT] * found.is_cut
	yield Section("".join(f"{line}\n" for line in lines))


def _registry() -> Registry[Extractor]:
	"""Whatever the bytes look like, they are read as a list."""
	registry: Registry[Extractor] = Registry("reader of lists")
	for key in {*MEDIA_TYPES, *ALIASES}:
		registry.register(key, f"{__name__}.{extract_addresses.__name__}")
	return registry
