"""OpenDocument texts, located by heading path, and presentations, located by slide."""

from collections.abc import Iterator
from typing import Any

from huf.engine.content import Content
from huf.engine.extractors.numerals import BULLET
from huf.engine.extractors.office.damaged import around_damage
from huf.engine.extractors.office.opendocument.document import DRAW, SHOW, TABLE, TEXT, open_document
from huf.engine.extractors.office.opendocument.lists import ListNumbers
from huf.engine.extractors.office.opendocument.paragraphs import aside, blocks_of, shown
from huf.engine.extractors.office.opendocument.pictures import OpenDocumentPictures
from huf.engine.extractors.office.opendocument.tables import small_table
from huf.engine.extractors.sections import Blocks, HeadingPath, is_blank, one_line
from huf.engine.sentences import sentence
from huf.engine.types import Locator, Section

VERSION = 5


@around_damage
def extract_odt(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Sections by heading, one for each table, and one each for footnotes and comments. Deleted text is left out."""
	document = open_document(content, "text")
	body, numbers = document.body, ListNumbers(document)
	blocks, headings = Blocks(), HeadingPath()
	pictures = OpenDocumentPictures(content, body)
	for element, mark in blocks_of(body, numbers):
		if element.tag == f"{TABLE}table":
			if section := small_table(element, Locator(heading=headings.path), numbers):
				yield from blocks.table(section)
		elif not is_blank(text := shown(element)):
			is_heading = element.tag == f"{TEXT}h"
			if mark and not (is_heading and mark == BULLET):
				text = mark + text.strip()
			if is_heading:
				level = element.get(f"{TEXT}outline-level", "1")
				headings.enter(int(level) if level.isdecimal() and len(level) < 3 else 1, text)
				yield from blocks.heading(headings.path, one_line(text))
			else:
				yield from blocks.paragraph(headings.path, text)
		for section in pictures.of(element, Locator(heading=headings.path)):
			yield from blocks.table(section)
	yield from blocks.flush()
	# What is anchored to a page stands in no paragraph.
	yield from pictures.of(body, Locator())
	yield from aside(body, Locator())
	notes.extend(pictures.notes())


@around_damage
def extract_odp(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Each slide's texts, then its tables, then its speaker notes. Hidden slides are left out with a note."""
	document = open_document(content, "presentation")
	body, numbers = document.body, ListNumbers(document)
	hidden_styles = document.styles_with("drawing-page-properties", f"{SHOW}visibility", "hidden")
	hidden: list[str] = []
	pictures = OpenDocumentPictures(content, body)
	for number, page in enumerate(body.iterfind(f"{DRAW}page"), 1):
		if page.get(f"{DRAW}style-name") in hidden_styles:
			hidden.append(str(number))
			continue
		titles = (f for f in page.iterfind(f"{DRAW}frame") if f.get(f"{SHOW}class") == "title")
		title = one_line(" ".join(shown(p) for frame in titles for p in frame.iter(f"{TEXT}p")))
		place = Locator(slide=number, heading=(title,) if title else ())
		lines, tables = _texts_and_tables(page, place, numbers)
		if lines and not (tables and lines == [title]):
			yield Section("\n".join(lines) + "\n", place)
		yield from tables
		yield from pictures.of(page, place)
		for spoken in page.iterfind(f"{SHOW}notes"):
			if said := _texts_and_tables(spoken, place, numbers)[0]:
				speaker = Locator(slide=number, heading=place.heading, part="speaker notes")
				yield Section("\n".join(said) + "\n", speaker)
	notes.extend(pictures.notes())
	if hidden:
		notes.append(sentence(f"Hidden slides were left out: {', '.join(hidden)}."))


def _texts_and_tables(root: Any, place: Locator, numbers: ListNumbers) -> tuple[list[str], list[Section]]:
	"""What stands on a slide, or in what is spoken to it: a line for each paragraph, an item behind its number; and the tables."""
	lines, tables = [], []
	for element, mark in blocks_of(root, numbers):
		if element.tag != f"{TABLE}table":
			if not is_blank(line := one_line(shown(element))):
				lines.append(mark.removeprefix(BULLET) + line)
		elif section := small_table(element, place, numbers):
			tables.append(section)
	return lines, tables
