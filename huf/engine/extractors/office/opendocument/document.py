"""An OpenDocument file that is open: its text, its styles, and what it says of itself."""

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, PasswordProtected
from huf.engine.extractors.containers.archive import check_archive
from huf.engine.extractors.properties import tell

_SPACE = "urn:oasis:names:tc:opendocument:xmlns:"
OFFICE, TEXT, TABLE = (f"{{{_SPACE}{name}:1.0}}" for name in ("office", "text", "table"))
DRAW, SHOW, STYLE = (f"{{{_SPACE}{name}:1.0}}" for name in ("drawing", "presentation", "style"))
SVG = f"{{{_SPACE}svg-compatible:1.0}}"
DC = "{http://purl.org/dc/elements/1.1/}"
_META = f"{{{_SPACE}meta:1.0}}"
_PARTS = ("content.xml", "styles.xml", "meta.xml")


@dataclass(frozen=True, slots=True)
class Document:
	"""What the parts of a file have."""

	body: Any
	"""The element that holds the text, the sheets or the slides."""
	style_parts: tuple[Any, ...]
	"""The elements that hold styles; where two have a name, the later one counts."""

	def styles_with(self, properties: str, name: str, value: str) -> frozenset[str]:
		"""The names of the styles of its own text that have a property."""
		return frozenset(
			style.get(f"{STYLE}name", "")
			for style in self._own_styles()
			if any(found.get(name) == value for found in style.iterfind(f"{STYLE}{properties}"))
		)

	def _own_styles(self) -> Iterator[Any]:
		root = self.body.getroottree().getroot()
		yield from root.iterfind(f"{OFFICE}automatic-styles/{STYLE}style")


def open_document(content: Content, kind: str) -> Document:
	"""Opens a file whose body is of a kind (``text``, ``spreadsheet``, ``presentation``); what it says of itself is told.

	Raises:
		PasswordProtected: it is encrypted.
		CorruptFile: there is no such body.
		InputTooLarge: see ``check_archive``.
	"""
	from lxml import etree

	parser = etree.XMLParser(resolve_entities=False, no_network=True)
	with content.open() as stream, zipfile.ZipFile(stream) as archive:
		names = archive.namelist()
		if "META-INF/manifest.xml" in names and b"encryption-data" in archive.read("META-INF/manifest.xml"):
			raise PasswordProtected("The file is encrypted. Save a copy without a password and upload that.")
		check_archive(content, _PARTS)

		def part(name: str) -> Any:
			return etree.fromstring(archive.read(name), parser) if name in names else None

		if content.properties is not None and (said := part("meta.xml")) is not None:
			_tell(content, said)
		root, styles = part("content.xml"), part("styles.xml")
	body = root.find(f"{OFFICE}body/{OFFICE}{kind}") if root is not None else None
	if body is None:
		raise CorruptFile(
			f"The file is called .{content.extension} but the parts of such a file are not in it. Save it again from its program."
		)
	common = styles.find(f"{OFFICE}styles") if styles is not None else None
	its_own = root.find(f"{OFFICE}automatic-styles")
	return Document(body, tuple(found for found in (common, its_own) if found is not None))


def _tell(content: Content, said: Any) -> None:
	tell(
		content,
		author=said.findtext(f".//{DC}creator") or said.findtext(f".//{_META}initial-creator"),
		date=_moment(said.findtext(f".//{DC}date") or said.findtext(f".//{_META}creation-date")),
		language=said.findtext(f".//{DC}language"),
		title=said.findtext(f".//{DC}title"),
	)


def _moment(text: str | None) -> str | None:
	"""A date to the second: programs write nine digits of it, which is more than can be read (XML Schema, dateTime)."""
	return text.partition(".")[0] if text else None
