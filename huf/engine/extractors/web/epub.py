"""Books (EPUB): the chapters in reading order, each read as the page that it is."""

import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import unquote

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, PasswordProtected
from huf.engine.extractors.containers.archive import check_archive
from huf.engine.extractors.encoding import read_text
from huf.engine.extractors.pictures.inside import MOST_BYTES, PicturesInside
from huf.engine.extractors.properties import tell
from huf.engine.extractors.sections import one_line
from huf.engine.extractors.web.html import MAX_BYTES, html_sections
from huf.engine.types import Locator, Section

VERSION = 3
USES = ("html",)

_DC = "{http://purl.org/dc/elements/1.1/}"
_PARTS = ("META-INF/container.xml", "META-INF/encryption.xml")
"""What says where the book is; it says itself what its own parts are called."""
_PAGES = ("application/xhtml+xml", "text/html")


def extract_epub(content: Content, notes: list[str]) -> Iterator[Section]:
	"""The chapters by their headings, below the title of the book. The table of contents is left out."""
	check_archive(content, _PARTS)
	with content.open() as stream, zipfile.ZipFile(stream) as archive:
		names = frozenset(archive.namelist())
		package_name = _package_name(content, archive, names)
		package = _parse(archive, package_name)
		book = one_line(package.findtext(f".//{_DC}title") or "")
		tell(
			content,
			author=package.findtext(f".//{_DC}creator"),
			date=package.findtext(f".//{_DC}date"),
			language=package.findtext(f".//{_DC}language"),
			title=book,
		)
		chapters = list(_chapters(package, posixpath.dirname(package_name)))
		locked = _locked(archive, names)
		if any(name in locked for name in chapters):
			raise PasswordProtected("The file is encrypted. Save a copy without a password and upload that.")
		pictures = PicturesInside(content)

		def picture(folder: str, address: str, place: Locator) -> Section | None:
			name = posixpath.normpath(posixpath.join(folder, unquote(address)))
			if name not in names or name in locked or archive.getinfo(name).file_size > MOST_BYTES:
				return None
			return pictures.section(name, lambda: archive.read(name), place)

		for name in chapters:
			if name not in names:
				continue
			text = read_text(Content("chapter.xhtml", data=archive.read(name)), notes, MAX_BYTES)
			for section in html_sections(text, notes, partial(picture, posixpath.dirname(name))):
				path = section.locator.heading
				if book and path[:1] != (book,):
					section = replace(section, locator=replace(section.locator, heading=(book, *path)))
				yield section
		notes.extend(pictures.notes())


def _package_name(content: Content, archive: zipfile.ZipFile, names: frozenset[str]) -> str:
	"""The part that says what the book consists of (EPUB 3.3, 4.2.6.3)."""
	if "META-INF/container.xml" in names:
		for root in _parse(archive, "META-INF/container.xml").iter("{*}rootfile"):
			if root.get("full-path") in names:
				return str(root.get("full-path"))
	raise CorruptFile(
		f"The file is called .{content.extension} but the parts of such a file are not in it. Save it again from its program."
	)


def _parse(archive: zipfile.ZipFile, name: str) -> Any:
	from lxml import etree

	return etree.fromstring(archive.read(name), etree.XMLParser(resolve_entities=False, no_network=True))


def _chapters(package: Any, folder: str) -> Iterator[str]:
	"""The names of the pages in reading order, but for the book's own table of contents."""
	items = {item.get("id"): item for item in package.iterfind("{*}manifest/{*}item")}
	for reference in package.iterfind("{*}spine/{*}itemref"):
		item = items.get(reference.get("idref"))
		if (
			item is None
			or item.get("media-type") not in _PAGES
			or "nav" in item.get("properties", "").split()
		):
			continue
		yield posixpath.normpath(posixpath.join(folder, unquote(item.get("href", ""))))


def _locked(archive: zipfile.ZipFile, names: frozenset[str]) -> frozenset[str]:
	"""The parts that only a reader with a key can open; fonts are often disguised in every book."""
	if "META-INF/encryption.xml" not in names:
		return frozenset()
	references = _parse(archive, "META-INF/encryption.xml").iter("{*}CipherReference")
	return frozenset(unquote(reference.get("URI", "")) for reference in references)
