"""XML: invoices by their meaning, workbooks by their sheets, documents by their headings, drawings by their texts, other data by path."""

from collections.abc import Iterator
from html.entities import html5
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge
from huf.engine.extractors.office.spreadsheets.xml_2003 import is_workbook_2003, workbook_2003_sections
from huf.engine.extractors.plain.structured import value_sections
from huf.engine.extractors.sections import is_blank, one_line
from huf.engine.extractors.xml.documents import document_sections
from huf.engine.extractors.xml.elements import is_document
from huf.engine.extractors.xml.facts import tell_document
from huf.engine.extractors.xml.invoices import invoice_sections
from huf.engine.types import Locator, Section

VERSION = 5
USES = ("yaml",)

MAX_BYTES = 32 << 20
"""Bytes; as a tree it takes some fifteen times as much."""


def extract_xml(content: Content, notes: list[str]) -> Iterator[Section]:
	"""A document by its headings; an electronic invoice as its terms and its lines, a workbook as its rows; all else as JSON: ``name: value`` by path."""
	root = parse_xml(content)
	if is_workbook_2003(root):
		yield from workbook_2003_sections(root, content, notes)
		return
	if (found := invoice_sections(root, content)) is None:
		if is_document(root):
			tell_document(content, root)
			found = document_sections(root)
		else:
			found = value_sections({_name(root): _value(root)})
	yield from found


def extract_svg(content: Content, notes: list[str]) -> Iterator[Section]:
	"""The texts of a drawing in the order of the file, below its title, and what is said of its parts."""
	root = parse_xml(content)
	title = one_line(root.findtext("{*}title") or "")
	lines = [
		text
		for element in root.iter("{*}text", "{*}title", "{*}desc")
		if not is_blank(text := one_line(" ".join(element.itertext())))
	]
	if lines:
		yield Section("\n".join(lines) + "\n", Locator(heading=(title,) if title else ()))


def parse_xml(content: Content) -> Any:
	"""The root element. Entities of the document itself stay as they are written, but for the letters and signs of HTML; nothing is ever loaded.

	Raises:
		InputTooLarge: it is over :data:`MAX_BYTES`.
		CorruptFile: it is not XML.
	"""
	from lxml import etree

	if content.size > MAX_BYTES:
		raise InputTooLarge(
			f"The file has {content.size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB of this type are read. Split it."
		)
	with content.open() as stream:
		try:
			root = etree.fromstring(
				stream.read(),
				etree.XMLParser(
					resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True
				),
			)
		except etree.XMLSyntaxError as error:
			raise CorruptFile(f"This is not valid XML: {error.msg}.") from error
	for around in {entity.getparent() for entity in root.iter(etree.Entity)}:
		_write_out(around)
	return root


def _write_out(element: Any) -> None:
	"""Put text in the place of the entities right in an element (``&eacute;``), which are nodes between its texts."""
	from lxml import etree

	before, texts = None, [element.text or ""]
	for child in [*element, None]:
		if child is not None and child.tag is etree.Entity:
			texts += html5.get(f"{child.name};", child.text), child.tail or ""
			element.remove(child)
			continue
		# Set once, since each text is copied when it is set.
		if before is None:
			element.text = "".join(texts)
		else:
			before.tail = "".join(texts)
		if child is not None:
			before, texts = child, [child.tail or ""]


def _name(element: Any) -> str:
	return str(element.tag).rpartition("}")[2]


def _value(element: Any) -> Any:
	"""What an element holds, as JSON would: a text, or its parts by name. lxml allows 256 levels, so this may recur."""
	children = [child for child in element if isinstance(child.tag, str)]
	text = element.text or ""
	if children and (text.strip() or any((child.tail or "").strip() for child in children)):
		return one_line("".join(element.itertext()))  # prose with marks in it
	parts: dict[str, Any] = {name.rpartition("}")[2]: value for name, value in element.attrib.items()}
	if not children:
		words = one_line(text)
		return {**parts, "text": words} if parts and words else parts or words
	repeated: dict[str, list[Any]] = {}
	for child in children:
		repeated.setdefault(_name(child), []).append(_value(child))
	for name, values in repeated.items():
		parts[name] = values[0] if len(values) == 1 else values
	return parts
