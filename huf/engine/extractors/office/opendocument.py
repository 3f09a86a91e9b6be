"""OpenDocument files of LibreOffice and others: texts, workbooks and presentations, with the places that Office files have."""

import datetime as dt
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge, PasswordProtected
from huf.engine.extractors.archive import check_archive
from huf.engine.extractors.office.opendocument_pictures import OpenDocumentPictures
from huf.engine.extractors.office.spreadsheets.sheets import (
	MAX_CELLS,
	MAX_COLUMNS,
	MAX_ROWS,
	HiddenParts,
	value_text,
	workbook_sections,
)
from huf.engine.extractors.properties import tell
from huf.engine.extractors.sections import Blocks, HeadingPath, is_blank, one_line
from huf.engine.extractors.tables.heads import Row
from huf.engine.extractors.tables.model import Cell, Layout, table_section
from huf.engine.sentences import sentence
from huf.engine.types import Locator, Section

VERSION = 4

_SPACE = "urn:oasis:names:tc:opendocument:xmlns:"
_OFFICE, _TEXT, _TABLE = (f"{{{_SPACE}{name}:1.0}}" for name in ("office", "text", "table"))
_DRAW, _SHOW, _STYLE = (f"{{{_SPACE}{name}:1.0}}" for name in ("drawing", "presentation", "style"))
_META = f"{{{_SPACE}meta:1.0}}"
_PICTURE_TEXTS = frozenset(f"{{{_SPACE}svg-compatible:1.0}}{name}" for name in ("title", "desc"))
"""What an author says of a picture for those who do not see it."""
_DC = "{http://purl.org/dc/elements/1.1/}"
_ASIDE = {f"{_TEXT}note": "notes", f"{_OFFICE}annotation": "comments"}
"""What stands in a text and is read behind it."""
_SKIPPED = frozenset(
	{*_ASIDE, f"{_TEXT}tracked-changes", f"{_TEXT}ruby-text", f"{_DRAW}object", f"{_SHOW}notes"}
)
_MOST_REPEATED = 100
"""Columns of a table in a text or on a slide that one cell stands for."""
_MOST_SPACES = 100
_WHITE_SPACE = re.compile(r"[ \t\r\n]+")


def extract_odt(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Sections by heading, one for each table, and one each for footnotes and comments. Deleted text is left out."""
	body = _body(content, "text")
	blocks, headings = Blocks(), HeadingPath()
	pictures = OpenDocumentPictures(content, body)
	for element, is_item in _blocks_of(body):
		if element.tag == f"{_TABLE}table":
			if section := _small_table(element, Locator(heading=headings.path)):
				yield from blocks.table(section)
		elif not is_blank(text := _shown(element)):
			if element.tag == f"{_TEXT}h":
				level = element.get(f"{_TEXT}outline-level", "1")
				headings.enter(int(level) if level.isdecimal() and len(level) < 3 else 1, text)
				yield from blocks.heading(headings.path, one_line(text))
			else:
				yield from blocks.paragraph(headings.path, f"- {text.strip()}" if is_item else text)
		for section in pictures.of(element, Locator(heading=headings.path)):
			yield from blocks.table(section)
	yield from blocks.flush()
	# What is anchored to a page stands in no paragraph.
	yield from pictures.of(body, Locator())
	yield from _aside(body, Locator())
	notes.extend(pictures.notes())


def extract_ods(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Rows as in other workbooks, then the comments of each sheet. Hidden sheets, rows and columns are left out with a note."""
	body = _body(content, "spreadsheet")
	hidden = _styles(body, "table-properties", f"{_TABLE}display", "false")
	pictures = OpenDocumentPictures(content, body)
	for sheet in body.iterfind(f"{_TABLE}table"):
		title = sheet.get(f"{_TABLE}name", "")
		if sheet.get(f"{_TABLE}style-name") in hidden:
			notes.append(sentence(f"The hidden sheet “{title}” was left out."))
			continue
		parts = HiddenParts()
		yield from workbook_sections(title, _filled_rows(sheet, title, parts))
		parts.tell(title, notes)
		yield from _aside(sheet, Locator(sheet=title), f"Sheet {title}")
		for section in pictures.of(sheet, Locator(sheet=title)):
			yield replace(section, header=f"Sheet {title}")
	notes.extend(pictures.notes())


def extract_odp(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Each slide's texts, then its tables, then its speaker notes. Hidden slides are left out with a note."""
	body = _body(content, "presentation")
	hidden_styles = _styles(body, "drawing-page-properties", f"{_SHOW}visibility", "hidden")
	hidden: list[str] = []
	pictures = OpenDocumentPictures(content, body)
	for number, page in enumerate(body.iterfind(f"{_DRAW}page"), 1):
		if page.get(f"{_DRAW}style-name") in hidden_styles:
			hidden.append(str(number))
			continue
		titles = (f for f in page.iterfind(f"{_DRAW}frame") if f.get(f"{_SHOW}class") == "title")
		title = one_line(" ".join(_shown(p) for frame in titles for p in frame.iter(f"{_TEXT}p")))
		place = Locator(slide=number, heading=(title,) if title else ())
		found = list(_blocks_of(page))
		lines = [one_line(_shown(element)) for element, _ in found if element.tag != f"{_TABLE}table"]
		tables = [_small_table(element, place) for element, _ in found if element.tag == f"{_TABLE}table"]
		lines = [line for line in lines if not is_blank(line)]
		if lines and not (any(tables) and lines == [title]):
			yield Section("\n".join(lines) + "\n", place)
		yield from filter(None, tables)
		yield from pictures.of(page, place)
		for spoken in page.iterfind(f"{_SHOW}notes"):
			said = [one_line(_shown(element)) for element, _ in _blocks_of(spoken)]
			if said := [line for line in said if not is_blank(line)]:
				speaker = Locator(slide=number, heading=place.heading, part="speaker notes")
				yield Section("\n".join(said) + "\n", speaker)
	notes.extend(pictures.notes())
	if hidden:
		notes.append(sentence(f"Hidden slides were left out: {', '.join(hidden)}."))


def _body(content: Content, kind: str) -> Any:
	"""The element of the content's XML that holds the document; what it says of itself is told.

	Raises:
		PasswordProtected: it is encrypted.
		CorruptFile: there is none.
		InputTooLarge: see ``check_archive``.
	"""
	from lxml import etree

	parser = etree.XMLParser(resolve_entities=False, no_network=True)
	with content.open() as stream, zipfile.ZipFile(stream) as archive:
		names = archive.namelist()
		if "META-INF/manifest.xml" in names and b"encryption-data" in archive.read("META-INF/manifest.xml"):
			raise PasswordProtected("The file is encrypted. Save a copy without a password and upload that.")
		check_archive(content)
		if "meta.xml" in names and content.properties is not None:
			said = etree.fromstring(archive.read("meta.xml"), parser)
			tell(
				content,
				author=said.findtext(f".//{_DC}creator") or said.findtext(f".//{_META}initial-creator"),
				date=_moment(said.findtext(f".//{_DC}date") or said.findtext(f".//{_META}creation-date")),
				language=said.findtext(f".//{_DC}language"),
				title=said.findtext(f".//{_DC}title"),
			)
		root = etree.fromstring(archive.read("content.xml"), parser) if "content.xml" in names else None
	body = root.find(f"{_OFFICE}body/{_OFFICE}{kind}") if root is not None else None
	if body is None:
		raise CorruptFile(
			f"The file is called .{content.extension} but the parts of such a file are not in it. Save it again from its program."
		)
	return body


def _moment(text: str | None) -> str | None:
	"""A date to the second: programs write nine digits of it, which is more than can be read (XML Schema, dateTime)."""
	return text.partition(".")[0] if text else None


def _styles(body: Any, properties: str, name: str, value: str) -> frozenset[str]:
	"""The names of the styles of the document that have a property."""
	styles = body.getroottree().getroot().iterfind(f"{_OFFICE}automatic-styles/{_STYLE}style")
	return frozenset(
		style.get(f"{_STYLE}name", "")
		for style in styles
		if any(found.get(name) == value for found in style.iterfind(f"{_STYLE}{properties}"))
	)


def _blocks_of(root: Any) -> Iterator[tuple[Any, bool]]:
	"""Paragraphs, headings and tables in order, and whether each begins an item of a list; those in boxes too."""
	stack = [(child, False) for child in reversed(root)]
	while stack:
		element, is_item = stack.pop()
		if not isinstance(element.tag, str) or element.tag in _SKIPPED:
			continue
		if element.tag in (f"{_TEXT}p", f"{_TEXT}h", f"{_TABLE}table"):
			yield element, is_item
			if element.tag != f"{_TABLE}table":
				# A frame that is anchored to a paragraph shows beside it.
				boxes = [box for box in element.iter(f"{_DRAW}text-box") if _is_outermost(box, element)]
				stack.extend((child, False) for box in reversed(boxes) for child in reversed(box))
			continue
		starts = element.tag == f"{_TEXT}list-item"
		stack.extend(
			(child, (starts and number == 0) or (is_item and not starts and number == 0))
			for number, child in reversed(list(enumerate(element)))
		)


def _is_outermost(box: Any, within: Any) -> bool:
	for parent in box.iterancestors():
		if parent is within:
			return True
		if parent.tag == f"{_DRAW}text-box" or parent.tag in _SKIPPED:
			return False
	return False


def _shown(root: Any) -> str:
	"""The text of a paragraph, without what stands in boxes, notes and comments of it."""
	parts: list[str] = [_collapsed(root.text)]
	stack: list[Any] = list(reversed(root))
	while stack:
		item = stack.pop()
		if isinstance(item, str):
			parts.append(_collapsed(item))
			continue
		if item.tail:
			stack.append(item.tail)
		tag = item.tag
		if not isinstance(tag, str) or tag in _SKIPPED or tag == f"{_DRAW}text-box":
			continue
		if tag == f"{_TEXT}s":
			count = item.get(f"{_TEXT}c", "1")
			parts.append(" " * (min(int(count), _MOST_SPACES) if count.isdecimal() and len(count) < 9 else 1))
		elif tag == f"{_TEXT}tab":
			parts.append("\t")
		elif tag in _PICTURE_TEXTS:
			parts.append(f" {_collapsed(item.text)} ")
		elif tag == f"{_TEXT}line-break":
			parts.append("\n")
		else:
			parts.append(_collapsed(item.text))
			stack.extend(reversed(item))
	return "".join(parts)


def _collapsed(text: str | None) -> str:
	"""White space as it shows: one space for any run of it (OpenDocument 1.3, part 3, 6.1.2); more has elements of its own."""
	return _WHITE_SPACE.sub(" ", text or "")


def _aside(root: Any, place: Locator, header: str = "") -> Iterator[Section]:
	"""Footnotes and comments below ``root``, each kind in one section; comments behind their cell and author."""
	found: dict[str, list[str]] = {}
	for element in root.iter(*_ASIDE):
		text = one_line(" ".join(_shown(paragraph) for paragraph in element.iter(f"{_TEXT}p")))
		if is_blank(text):
			continue
		author = one_line(element.findtext(f"{_DC}creator") or "")
		found.setdefault(_ASIDE[element.tag], []).append(f"{author}: {text}" if author else text)
	for part, texts in found.items():
		locator = Locator(sheet=place.sheet, part="footnotes" if part == "notes" else part)
		yield Section("\n".join(texts) + "\n", locator, header=header)


def _small_table(table: Any, place: Locator) -> Section | None:
	layout = Layout()
	named = set(table.findall(f"{_TABLE}table-header-rows/{_TABLE}table-row"))
	rows = (
		layout.row(number, _cells(row, _all_of_cell, _MOST_REPEATED), is_header=row in named)
		for number, row in enumerate(_own_rows(table), 1)
		if not _is_collapsed(row)
	)
	return table_section(rows, place)


def _own_rows(table: Any) -> Iterator[Any]:
	"""Without those of tables in its cells."""
	for row in table.iter(f"{_TABLE}table-row"):
		if next(row.iterancestors(f"{_TABLE}table"), None) is table:
			yield row


def _cells(row: Any, text_of: Callable[[Any], str], most: int) -> Iterator[Cell]:
	"""The cells of a row in their columns; what lies under another one is left out, and so are empty ones at the end."""
	column = 0
	for cell in row.iterchildren(f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
		times = _times(cell, "number-columns-repeated")
		if cell.tag == f"{_TABLE}table-cell":
			text = text_of(cell)
			right, down = _times(cell, "number-columns-spanned"), _times(cell, "number-rows-spanned")
			if text or right > 1 or down > 1:
				if column + times > MAX_COLUMNS:
					return
				for again in range(min(times, most)):
					yield Cell(text, right, down, column + again)
		column += times


def _is_collapsed(row: Any) -> bool:
	"""Whether a row or a column does not show, by itself or since a filter leaves it out."""
	return row.get(f"{_TABLE}visibility") in ("collapse", "filter")


def _cell_text(cell: Any) -> str:
	return "\n".join(_shown(paragraph) for paragraph in cell.iterchildren(f"{_TEXT}p", f"{_TEXT}h"))


def _all_of_cell(cell: Any) -> str:
	"""The text of a cell with its lists, in which Impress sets whatever stands in one, and the tables in it."""
	found: list[str] = []
	for element, _ in _blocks_of(cell):
		inner = [element] if element.tag != f"{_TABLE}table" else list(element.iter(f"{_TEXT}p", f"{_TEXT}h"))
		found += map(_shown, inner)
	return "\n".join(found)


def _times(cell: Any, name: str) -> int:
	count = cell.get(f"{_TABLE}{name}", "1")
	return max(1, int(count)) if count.isdecimal() and len(count) < 9 else 1


def _filled_rows(sheet: Any, title: str, hidden: HiddenParts) -> Iterator[Row]:
	"""Each row that shows something."""
	column = 1
	for about in sheet.iter(f"{_TABLE}table-column"):
		last = column + _times(about, "number-columns-repeated") - 1
		if _is_collapsed(about):
			hidden.hide_columns(str(column), str(last))
		column = last + 1
	layout = Layout(MAX_COLUMNS)
	number, used = 1, 0
	for row in sheet.iter(f"{_TABLE}table-row"):
		times = _times(row, "number-rows-repeated")
		cells = list(_cells(row, _value, MAX_COLUMNS))
		if cells or layout.reaches:
			if cells and number + times - 1 > MAX_ROWS:
				raise InputTooLarge(f"The sheet “{title}” has more than {MAX_ROWS:,} rows. Split it.")
			for again in range(times if cells else min(times, _MOST_REPEATED)):
				laid = layout.row(number + again, cells, is_hidden=_is_collapsed(row))
				used += len(laid.texts)
				if used > MAX_CELLS:
					raise InputTooLarge(f"The workbook has more than {MAX_CELLS:,} cells. Split it.")
				if laid.is_hidden and cells:
					hidden.hide_row()
				laid.texts = hidden.shown(laid.texts)
				if not is_blank("".join(laid.texts)):
					yield laid
		number += times


def _value(cell: Any) -> str:
	"""What a cell holds, as it shows; a date as ISO writes it, where Python has one for it."""
	kind = cell.get(f"{_OFFICE}value-type", "")
	text = _cell_text(cell)
	try:
		if kind in ("float", "currency", "percentage") and is_blank(text):
			value = float(cell.get(f"{_OFFICE}value", ""))
			return value_text(value, "0.##%" if kind == "percentage" else "")
		if kind == "date":
			date = (cell.get(f"{_OFFICE}date-value") or "").partition(".")[0]
			return value_text(dt.datetime.fromisoformat(date))
		if kind == "boolean":
			return value_text(cell.get(f"{_OFFICE}boolean-value") == "true")
	except ValueError:
		pass  # it is read as it shows
	return "" if is_blank(text) else text
