"""Documents in XML from top to bottom: headings with their paths, whole paragraphs, lists, tables, captions and references."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from huf.engine.extractors.numerals import BULLET
from huf.engine.extractors.sections import Blocks, HeadingPath, is_blank, one_line
from huf.engine.extractors.tables.model import table_section
from huf.engine.extractors.xml.elements import (
	BREAKS,
	CAPTIONS,
	ENTRIES,
	FIGURES,
	HEADED,
	ITEMS,
	KNOWN,
	LABELS,
	LISTS,
	NAMED,
	NOTES,
	NUMBERED,
	PARAGRAPHS,
	SKIPPED,
	TABLE_FRAMES,
	TABLES,
	TITLES,
	VERBATIM,
	is_mixed,
	local_name,
)
from huf.engine.extractors.xml.facts import title_of
from huf.engine.extractors.xml.lines import flow, line_of
from huf.engine.extractors.xml.tables import has_only_rows, table_rows, tables_in
from huf.engine.types import Locator, Section

_LONGEST_FIELD, _MOST_IN_FIELD = 300, 64
"""Characters and elements of what is told on one line, under its name."""
_NUMBERED_BY = frozenset(
	("order", "ordered", "numbered", "alpha-lower", "alpha-upper", "roman-lower", "roman-upper")
)

_PEOPLE = frozenset("contrib aff author editor inventor us-applicant".split())
"""Entries that one would not know for what they are without their name."""

_NO_VALUES = BREAKS | TITLES | LABELS | ENTRIES
_OF_PATENT = re.compile(r"b\d{3}\w{0,4}\Z")
"""A field of a patent by its number (WIPO ST.9), as nobody calls it."""


def document_sections(root: Any) -> Iterator[Section]:
	"""The sections of a document. Its text is all there in the order of the file, but for notes, which follow the paragraph that they are in."""
	reader = _Reader()
	yield from reader.read(root, ())
	yield from reader.rest(())
	yield from reader.blocks.flush()


class _Reader:
	"""lxml allows 256 levels of elements, so this may recur."""

	def __init__(self) -> None:
		self.blocks = Blocks()
		self._mark = ""
		"""What stands before the next text: a number, a bullet, a label."""
		self._said: set[Any] = set()
		"""Titles that were read where they belong, before their turn."""

	def read(self, element: Any, path: tuple[str, ...]) -> Iterator[Section]:
		"""What stands in an element."""
		name = local_name(element)
		if not name or name in SKIPPED or element in self._said:
			return
		is_whole = len(element) > 0 and not is_mixed(element)
		if is_whole and (name in TABLE_FRAMES or (name in TABLES and has_only_rows(element))):
			yield from self._table(element, path)
		elif name in VERBATIM:
			yield from self._say(path, "".join(element.itertext()).strip("\n"))
		elif name in LABELS and (around := element.getparent()) is not None and not is_mixed(around):
			self._mark += one_line(line_of(element)) + (" " if name == "label" else ": ")
		elif name in LISTS and is_whole:
			yield from self._list(element, path)
		elif name in ENTRIES and not self._holds_blocks(element, name):
			yield from self._say(path, self._field(element, name))
		elif name in PARAGRAPHS or is_mixed(element):
			yield from self._paragraph(element, path)
		elif not len(element) or self._is_field(element):
			yield from self._say(path, self._field(element, name))
		else:
			yield from self._part(element, path, name)

	def _say(self, path: tuple[str, ...], text: str) -> Iterator[Section]:
		if not is_blank(text):
			text, self._mark = self._mark + text, ""
			yield from self.blocks.paragraph(path, text)

	def rest(self, path: tuple[str, ...]) -> Iterator[Section]:
		"""A label that nothing stands behind."""
		text, self._mark = self._mark.strip().removesuffix(":"), ""
		yield from self._say(path, text)

	def _part(self, element: Any, path: tuple[str, ...], name: str) -> Iterator[Section]:
		"""A section, a chapter, or whatever else holds others."""
		headings = HeadingPath()
		if name in NAMED and not any(local_name(child) in TITLES for child in element):
			path = (*path, NAMED[name])
		if (title := title_of(element)) is not None:
			self._said.add(title)
			yield from self._heading(path, headings, title)
		for child in element:
			inside = child
			if local_name(child) in HEADED and not is_mixed(child):
				inside = next((one for one in child if local_name(one) == "title"), child)
			if name not in FIGURES and local_name(inside) in TITLES and inside not in self._said:
				yield from self._heading(path, headings, inside)
				if inside is child:
					continue
				self._said.add(inside)
			yield from self.read(child, path + headings.path)
		yield from self.rest(path + headings.path)

	def _heading(self, path: tuple[str, ...], headings: HeadingPath, title: Any) -> Iterator[Section]:
		if words := line_of(title):
			words, self._mark = one_line(self._mark + words), ""
			headings.enter(_level(title), words)
			yield from self.blocks.heading(path + headings.path, words)

	def _paragraph(self, element: Any, path: tuple[str, ...]) -> Iterator[Section]:
		"""A paragraph is whole up to a list or table that stands in it; notes follow it."""
		texts: list[str] = []
		notes: list[Any] = []
		for piece in flow(element):
			if isinstance(piece, str):
				texts.append(piece)
			elif local_name(piece) in NOTES:
				notes.append(piece)
			else:
				yield from self._say(path, one_line("".join(texts)))
				texts = []
				yield from self.read(piece, path)
		yield from self._say(path, one_line("".join(texts)))
		for note in notes:
			yield from self._say(path, line_of(note))

	def _list(self, element: Any, path: tuple[str, ...]) -> Iterator[Section]:
		name = local_name(element)
		kind = element.get("list-type") or element.get("type") or element.get("rend") or ""
		is_numbered = name in NUMBERED or kind in _NUMBERED_BY
		number = 0
		if name in NAMED and not any(local_name(child) in TITLES for child in element):
			path = (*path, NAMED[name])
		for child in element:
			if local_name(child) not in ITEMS:
				yield from self.read(child, path)
				continue
			number += 1
			has_label = any(local_name(part) == "label" for part in child)
			bullet = "" if has_label or self._mark else f"{number}. " if is_numbered else BULLET
			self._mark += bullet
			if len(child) and not is_mixed(child):
				for part in child:
					yield from self.read(part, path)
			else:
				yield from self._paragraph(child, path)
			if self._mark == bullet:
				self._mark = ""
			yield from self.rest(path)

	def _table(self, element: Any, path: tuple[str, ...]) -> Iterator[Section]:
		tables = (
			list(filter(has_only_rows, tables_in(element)))
			if local_name(element) in TABLE_FRAMES
			else [element]
		)
		captions = [child for child in element if local_name(child) in CAPTIONS]
		caption = one_line(self._mark + " ".join(map(line_of, captions)))
		self._mark = ""
		found = [(table, rows) for table in tables if (rows := table_rows(table))]
		if not found:
			yield from self._say(path, caption)
		for table, rows in found:
			own = [] if table is element else [child for child in table if local_name(child) in CAPTIONS]
			said = one_line(" ".join([caption, *map(line_of, own)]))
			if section := table_section(rows, Locator(heading=path), said):
				yield from self.blocks.table(section)
		read = [table for table, _ in found]
		for child in element:
			is_read = found and (child in read or read[0] is element or local_name(child) == "alternatives")
			if local_name(child) not in CAPTIONS and not is_read:
				yield from self.read(child, path)

	def _field(self, element: Any, name: str) -> str:
		"""A value under its name; without it where that says nothing."""
		text = line_of(element)
		if not text or (name in KNOWN and name not in _PEOPLE) or _OF_PATENT.match(name):
			return text
		kinds = (value for key, value in element.attrib.items() if key.endswith("-type") and len(value) < 40)
		kind = next(kinds, "")
		return f"{name.replace('-', ' ')} ({kind}): {text}" if kind else f"{name.replace('-', ' ')}: {text}"

	def _is_field(self, element: Any) -> bool:
		"""Whether an element holds a few short values, and nothing that makes lines of its own."""
		size = 0
		for number, inside in enumerate(islice(element.iterdescendants(), _MOST_IN_FIELD + 1)):
			name = local_name(inside)
			size += len((inside.text or "").strip())
			if number == _MOST_IN_FIELD or size > _LONGEST_FIELD or name in _NO_VALUES or is_mixed(inside):
				return False
		return True

	def _holds_blocks(self, element: Any, name: str) -> bool:
		"""Whether what is read as one line elsewhere is an element with paragraphs here (an ``author`` of data, an ``aff`` of its own)."""
		return name not in ("ref", "contrib") and any(local_name(child) in BREAKS for child in element)


def _level(title: Any) -> int:
	"""How deep a heading is among those of the same part."""
	name = local_name(title)
	said = (
		name[1:]
		if name[:1] == "h" and name[1:].isdecimal()
		else title.get("level") or title.get("LVL") or "1"
	)
	return min(int(said), 9) if said.isdecimal() and len(said) < 3 else 1
