"""Word documents: paragraphs and tables in the order of the page, located by heading path."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import CorruptFile
from huf.engine.extractors.containers.archive import check_archive
from huf.engine.extractors.hidden_text import drop_hidden_word, hidden_word_styles
from huf.engine.extractors.numerals import BULLET
from huf.engine.extractors.office.charts import CHART, chart_sections
from huf.engine.extractors.office.damaged import around_damage
from huf.engine.extractors.office.diagrams import DIAGRAM, diagram_lines
from huf.engine.extractors.office.objects import Objects
from huf.engine.extractors.office.package import open_office, related_xml
from huf.engine.extractors.office.related_pictures import alternative_text, names_in, related_picture
from huf.engine.extractors.office.word.chunks import Chunks
from huf.engine.extractors.office.word.equations import EQUATION, equation_text
from huf.engine.extractors.office.word.list_numbers import ListNumbers
from huf.engine.extractors.pictures.inside import PicturesInside
from huf.engine.extractors.properties import tell_core_properties
from huf.engine.extractors.sections import Blocks, HeadingPath, is_blank, one_line
from huf.engine.extractors.tables.model import Cell, Layout, table_section
from huf.engine.types import Locator, Section

VERSION = 10

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_SHAPE = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}docPr"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
# Not part of what a reader sees: deleted and moved-away text of tracked changes, properties, the second copy of text boxes.
_SKIPPED = frozenset({f"{_W}del", f"{_W}moveFrom", f"{_W}pPr", f"{_W}rPr", f"{_W}instrText", _FALLBACK})
_MARKS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}
_HEADING_STYLE = re.compile(r"heading ([1-9])\Z", re.IGNORECASE)
_MAX_STYLE_DEPTH = 20
_ASIDE = {"footnotes": "footnote", "endnotes": "endnote", "comments": "comment"}
"""Parts beside the text, and what each consists of."""


@around_damage
def extract_docx(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Sections by heading, one for each table, and one for footnotes, endnotes and comments. Headers and footers are left out."""
	check_archive(content)
	tell_core_properties(content)
	import docx

	with open_office(content) as stream:
		document = docx.Document(stream)
		body = document.element.body
		if body is None:
			raise CorruptFile("The Word file has no body. Save it again from Word and upload the new file.")
		styles = {s.get(f"{_W}styleId", ""): s for s in document.styles.element.findall(f"{_W}style")}
		hidden = hidden_word_styles(styles)
		is_white = document.element.find(f"{_W}background") is None
		drop_hidden_word(body, hidden, notes, is_white_page=is_white)
		levels = _heading_levels(styles)
		numbers = ListNumbers(document, styles)
		headings = HeadingPath()
		blocks = Blocks()
		pictures = PicturesInside(content, (name for _, name in names_in(body, _SKIPPED)))
		chunks = Chunks(document.part, content, notes)
		objects = Objects(content, notes)
		objects.find(body, document.part, _SKIPPED)
		for element in _body_elements(body):
			if element.tag == f"{_W}altChunk":
				yield from blocks.flush()
				yield from chunks.read(element, headings.path)
				continue
			if element.tag == f"{_W}p":
				yield from _paragraph(element, levels, numbers, headings, blocks)
			elif section := _table(element, numbers, headings.path):
				yield from blocks.table(section)
			yield from _drawn(element, document.part, headings.path, blocks)
			for _, name in names_in(element, _SKIPPED):
				data = partial(related_picture, document.part, name)
				if section := pictures.section(name, data, Locator(heading=headings.path)):
					yield from blocks.table(section)
		yield from blocks.flush()
		yield from _aside(document, hidden, notes)
		yield from objects.end()
		notes.extend(pictures.notes())
		chunks.end()


def _paragraph(
	element: Any, levels: dict[str, int], numbers: ListNumbers, headings: HeadingPath, blocks: Blocks
) -> Iterator[Section]:
	mark = numbers.of(element)
	text = _text(element, numbers)
	if is_blank(text):
		return
	level = _level(element, levels)
	if level is not None:
		text = ("" if mark == BULLET else mark) + text.strip()
		headings.enter(level, text)
		yield from blocks.heading(headings.path, one_line(text))
		return
	if not mark and _is_of_list(element):
		mark = BULLET
	if mark:
		text = mark + text.strip()
	yield from blocks.paragraph(headings.path, text)


def _is_of_list(paragraph: Any) -> bool:
	"""Whether a paragraph without a number is an item by its style all the same, and does not say that it is none."""
	return paragraph.find(f"{_W}pPr/{_W}numPr") is None and _style_id(paragraph).startswith("List")


def _drawn(root: Any, part: Any, heading: tuple[str, ...], blocks: Blocks) -> Iterator[Section]:
	"""The charts and diagrams of a paragraph or a table, behind it."""
	for drawn in root.iter(DIAGRAM, CHART):
		if any(parent.tag in _SKIPPED for parent in drawn.iterancestors()):
			continue
		if drawn.tag == DIAGRAM:
			for line in diagram_lines(drawn, part):
				yield from blocks.paragraph(heading, line)
		elif (chart := related_xml(part, drawn.get(_RELATION, ""))) is not None:
			for section in chart_sections(chart, Locator(heading=heading)):
				yield from blocks.table(section)


def _body_elements(body: Any) -> Iterator[Any]:
	"""Paragraphs and tables in order, also those inside content controls."""
	stack = list(reversed(body))
	while stack:
		element = stack.pop()
		if element.tag in (f"{_W}p", f"{_W}tbl", f"{_W}altChunk"):
			yield element
		elif element.tag in (f"{_W}sdt", f"{_W}sdtContent", f"{_W}customXml", f"{_W}ins", f"{_W}smartTag"):
			stack.extend(reversed(element))


def _text(root: Any, numbers: ListNumbers | None = None) -> str:
	"""The text that shows below ``root``; paragraphs nested in it (cells, text boxes) begin on their own lines, with their numbers."""
	parts: list[str] = []
	stack: list[Any] = [root]
	while stack:
		element = stack.pop()
		if element is None:
			if parts and not parts[-1].endswith("\n"):
				parts.append("\n")
			continue
		tag = element.tag
		if tag in _SKIPPED:
			continue
		if tag == f"{_W}t":
			parts += filter(None, (element.text,))
		elif tag in _MARKS:
			parts.append(_MARKS[tag])
		elif tag == EQUATION:
			parts.append(equation_text(element))
		elif tag == _SHAPE:
			if said := alternative_text(element):
				parts.append(f" {said} ")
		else:
			if tag == f"{_W}txbxContent":
				stack.append(None)  # what follows is not said in the box
			if tag == f"{_W}p" and parts and not parts[-1].endswith("\n"):
				parts.append("\n")
			if tag == f"{_W}p" and numbers is not None and element is not root:
				parts += filter(None, (numbers.of(element).removeprefix(BULLET),))
			stack.extend(reversed(element))
	return "".join(parts)


def _style_id(paragraph: Any) -> str:
	style = paragraph.find(f"{_W}pPr/{_W}pStyle")
	return style.get(f"{_W}val", "") if style is not None else ""


def _level(paragraph: Any, levels: dict[str, int]) -> int | None:
	"""Heading level (the title is 0) of a paragraph by its own outline level or its style; None for body text."""
	own = _outline_level(paragraph)
	return own if own is not None else levels.get(_style_id(paragraph))


def _outline_level(element: Any) -> int | None:
	outline = element.find(f"{_W}pPr/{_W}outlineLvl")
	value = outline.get(f"{_W}val", "") if outline is not None else ""
	# 0 to 8 are levels 1 to 9; 9 is body text (ECMA-376, 17.3.1.20).
	return int(value) + 1 if value.isdecimal() and int(value) < 9 else None


def _heading_levels(styles: dict[str, Any]) -> dict[str, int]:
	"""Heading level of each paragraph style that has one, by style id; styles inherit it from their base."""
	levels: dict[str, int] = {}
	for style_id, style in styles.items():
		current = style
		for _ in range(_MAX_STYLE_DEPTH):
			if current is None:
				break
			level = _own_level(current)
			if level is not None:
				levels[style_id] = level
				break
			base = current.find(f"{_W}basedOn")
			current = styles.get(base.get(f"{_W}val", "")) if base is not None else None
	return levels


def _own_level(style: Any) -> int | None:
	named = style.find(f"{_W}name")
	name = named.get(f"{_W}val", "") if named is not None else ""
	if name.lower() == "title":
		return 0
	if found := _HEADING_STYLE.match(name):
		return int(found[1])
	return _outline_level(style)


def _table(table: Any, numbers: ListNumbers, heading: tuple[str, ...]) -> Section | None:
	layout = Layout()
	cell = partial(_cell, numbers=numbers)
	rows = []
	is_header = True
	for number, row in enumerate(_descend(table, "tr"), 1):
		# Word repeats rows as a header only from the first one on (ECMA-376, 17.4.78).
		is_header = is_header and row.find(f"{_W}trPr/{_W}tblHeader") is not None
		rows.append(layout.row(number, map(cell, _descend(row, "tc")), is_header=is_header))
	return table_section(rows, Locator(heading=heading))


def _descend(parent: Any, name: str) -> Iterator[Any]:
	"""Children called ``name``, also inside content controls and tracked insertions, but not deleted rows."""
	stack = list(reversed(parent))
	while stack:
		element = stack.pop()
		if element.tag == f"{_W}{name}":
			if element.find(f"{_W}trPr/{_W}del") is None:
				yield element
		elif element.tag in (f"{_W}sdt", f"{_W}sdtContent", f"{_W}customXml", f"{_W}ins"):
			stack.extend(reversed(element))


def _cell(cell: Any, numbers: ListNumbers) -> Cell:
	"""A cell with the columns that it takes; one merged into the cell above is a part of that."""
	merged = cell.find(f"{_W}tcPr/{_W}vMerge")
	span = cell.find(f"{_W}tcPr/{_W}gridSpan")
	columns = span.get(f"{_W}val", "1") if span is not None else "1"
	width = min(int(columns), 100) if columns.isdecimal() and len(columns) < 9 else 1
	continues = merged is not None and merged.get(f"{_W}val", "continue") == "continue"
	return Cell("" if continues else _text(cell, numbers), width, continues=continues)


def _aside(document: Any, hidden: frozenset[str], told: list[str]) -> Iterator[Section]:
	from lxml import etree

	for kind, tag in _ASIDE.items():
		for relation in document.part.rels.values():
			if relation.is_external or not relation.reltype.endswith("/" + kind):
				continue
			root = etree.fromstring(
				relation.target_part.blob, etree.XMLParser(resolve_entities=False, no_network=True)
			)
			drop_hidden_word(root, hidden, told, is_white_page=True)
			# Notes with a type are the separator lines that Word itself puts in.
			said = [note for note in root if note.tag == f"{_W}{tag}" and note.get(f"{_W}type") is None]
			texts = [_signed(note, text) for note in said if not is_blank(text := _text(note).strip())]
			if texts:
				yield Section("\n".join(texts) + "\n", Locator(part=kind))


def _signed(note: Any, text: str) -> str:
	"""What a note says, behind who says it, as comments do."""
	author = one_line(note.get(f"{_W}author", ""))
	return f"{author}: {text}" if author else text
