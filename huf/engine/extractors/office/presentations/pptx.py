"""Presentations: located by slide, with the slide's title as heading; tables and speaker notes on their own."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from huf.engine.content import Content
from huf.engine.extractors.containers.archive import check_archive
from huf.engine.extractors.office.charts import chart_sections
from huf.engine.extractors.office.damaged import around_damage
from huf.engine.extractors.office.diagrams import DIAGRAM, diagram_lines
from huf.engine.extractors.office.objects import Objects
from huf.engine.extractors.office.package import open_office
from huf.engine.extractors.office.presentations.comments import comment_authors, comment_lines
from huf.engine.extractors.office.presentations.item_numbers import ItemNumbers
from huf.engine.extractors.office.related_pictures import alternative_text, names_in, related_picture
from huf.engine.extractors.pictures.inside import PicturesInside
from huf.engine.extractors.properties import tell_core_properties
from huf.engine.extractors.sections import is_blank, one_line
from huf.engine.extractors.tables.model import Cell, Layout, table_section
from huf.engine.extractors.unread import Unread
from huf.engine.sentences import sentence
from huf.engine.types import Locator, Section

VERSION = 9

_MAX_GROUP_DEPTH = 50


@around_damage
def extract_pptx(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Each slide's texts in the order of its shapes, then its tables and charts, its speaker notes, and comments.

	Pictures stand behind its tables. Hidden slides are left out with a note. Slides that show nothing but pictures are noted as
	unread where nobody reads pictures.
	"""
	check_archive(content)
	tell_core_properties(content)
	import pptx

	hidden: list[int] = []
	silent: list[int] = []
	unread: list[int] = []
	objects = Objects(content, notes)
	is_read = content.scans is not None and not content.scans.why_not
	with open_office(content) as stream:
		presentation = pptx.Presentation(stream)
		slides, authors = list(presentation.slides), comment_authors(presentation)
		shown = [one for one in slides if one._element.get("show") not in ("0", "false")]
		pictures = PicturesInside(content, (key for slide in shown for key, _ in _pictures(slide)))
		for number, slide in enumerate(slides, 1):
			if slide._element.get("show") in ("0", "false"):
				hidden.append(number)
				continue
			objects.find(slide._element, slide.part)
			sections = list(_slide(slide, number, pictures, authors))
			said = {text for shape in _shapes(slide.shapes) if (text := _alternative(shape))}
			if all(said.issuperset(section.text.splitlines()) for section in sections):
				# What is said of a picture is no more than that.
				if not is_read and _shows_pictures(slide):
					unread.append(number)
				elif not sections:
					silent.append(number)
			yield from sections
		yield from objects.end()
	if hidden:
		notes.append(sentence(f"Hidden slides were left out: {', '.join(map(str, hidden))}."))
	if silent:
		notes.append(sentence(f"Slides without text: {', '.join(map(str, silent))}."))
	notes.extend(pictures.notes())
	if unread:
		numbers = ", ".join(map(str, unread))
		notes.append(
			Unread(
				f"Slides that are pictures were not read: {numbers}. Export them as PDF, which is read as a scan."
			)
		)


def _shows_pictures(slide: Any) -> bool:
	from pptx.enum.shapes import MSO_SHAPE_TYPE

	return any(shape.shape_type == MSO_SHAPE_TYPE.PICTURE for shape in _shapes(slide.shapes))


def _pictures(slide: Any) -> Iterator[tuple[str, str]]:
	"""The pictures of a slide: the name of each in the file, and how the slide names it."""
	for _, name in names_in(slide._element):
		relation = slide.part.rels.get(name)
		if relation is not None and not relation.is_external:
			yield str(relation.target_part.partname), name


def _slide(slide: Any, number: int, pictures: PicturesInside, authors: dict[str, str]) -> Iterator[Section]:
	title_shape = slide.shapes.title
	title = one_line(title_shape.text_frame.text) if title_shape is not None else ""
	place = Locator(slide=number, heading=(title,) if title else ())
	lines = [title] if title else []
	tables: list[Section] = []
	for shape in _shapes(slide.shapes):
		if title_shape is not None and shape.shape_id == title_shape.shape_id:
			continue
		if said := _alternative(shape):
			lines.append(said)
		if getattr(shape, "has_table", False) and shape.has_table:
			if section := _table(shape.table, place):
				tables.append(section)
		elif getattr(shape, "has_chart", False) and shape.has_chart:
			tables.extend(chart_sections(shape.chart_part._element, place))
		elif shape.has_text_frame:
			lines.extend(_lines(shape.text_frame, _style_of_layout(shape, slide)))
		else:
			for drawn in shape._element.iter(DIAGRAM):
				lines.extend(diagram_lines(drawn, slide.part))
	# A slide with a title and a table: the title is on the table's heading path.
	if lines and not (tables and lines == [title]):
		yield Section("\n".join(lines) + "\n", place)
	yield from tables
	for key, name in _pictures(slide):
		if section := pictures.section(key, partial(related_picture, slide.part, name), place):
			yield section
	if slide.has_notes_slide and (frame := slide.notes_slide.notes_text_frame) is not None:
		if spoken := _lines(frame):
			yield Section(
				"\n".join(spoken) + "\n", Locator(slide=number, heading=place.heading, part="speaker notes")
			)
	if said_of_it := list(comment_lines(slide, authors)):
		yield Section(
			"\n".join(said_of_it) + "\n", Locator(slide=number, heading=place.heading, part="comments")
		)


def _alternative(shape: Any) -> str:
	properties = next(shape._element.iter("{*}cNvPr"), None)
	return alternative_text(properties) if properties is not None else ""


def _table(table: Any, place: Locator) -> Section | None:
	layout = Layout()
	rows = []
	for number, row in enumerate(table.rows, 1):
		cells = (
			Cell(_cell_text(cell), cell.span_width, cell.span_height, column)
			for column, cell in enumerate(row.cells)
			if not cell.is_spanned
		)
		rows.append(layout.row(number, cells))
	return table_section(rows, place)


def _shapes(shapes: Any) -> Iterator[Any]:
	"""Shapes in order, those in groups included."""
	stack = [(shape, 0) for shape in reversed(list(shapes))]
	while stack:
		shape, depth = stack.pop()
		if hasattr(shape, "shapes") and depth < _MAX_GROUP_DEPTH:
			stack.extend((inner, depth + 1) for inner in reversed(list(shape.shapes)))
		else:
			yield shape


def _lines(frame: Any, style_of_layout: Any = None) -> list[str]:
	"""One line for each paragraph that shows something, with its number; deeper ones are indented."""
	return [
		"  " * min(paragraph.level, 8) + number + one_line(text)
		for paragraph, number, text in _numbered(frame, style_of_layout)
		if not is_blank(text)
	]


def _cell_text(cell: Any) -> str:
	return "\n".join(number + text for _, number, text in _numbered(cell.text_frame))


def _numbered(frame: Any, style_of_layout: Any = None) -> Iterator[tuple[Any, str, str]]:
	"""The paragraphs of a text, what stands before each, and its own text."""
	numbers = ItemNumbers(_list_style(frame), style_of_layout)
	for paragraph in frame.paragraphs:
		text = paragraph.text.replace("\v", "\n").strip()
		yield paragraph, numbers.of(paragraph._p, is_shown=not is_blank(text)), text


def _list_style(frame: Any) -> Any:
	return frame._txBody.find("{*}lstStyle")


def _style_of_layout(shape: Any, slide: Any) -> Any:
	"""The list style of the place in the layout that a shape fills; None where it fills none."""
	if not shape.is_placeholder:
		return None
	index = shape.placeholder_format.idx
	places = (place for place in slide.slide_layout.placeholders if place.placeholder_format.idx == index)
	place = next((place for place in places if place.has_text_frame), None)
	return _list_style(place.text_frame) if place is not None else None
