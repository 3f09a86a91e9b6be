"""Records of a business application: labelled fields, long texts, tables with their columns, comments and mail."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Literal

from huf.engine.content import Content
from huf.engine.extractors.plain.markdown import extract_markdown
from huf.engine.extractors.records.content import FieldText, Format, Message, Rows, read_record
from huf.engine.extractors.sections import SECTION_CHARACTERS, is_blank, one_line, pack_rows, row_text
from huf.engine.extractors.web.html import html_sections
from huf.engine.types import Locator, Section

VERSION = 3
USES = ("html", "md")

SHORT = 200
"""Characters of one line up to which a field stands among others; what is longer stands on its own under its label."""
_TAG = re.compile(r"</?[a-zA-Z][^>]*>|&(?:[a-zA-Z]+|#\d+);")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_QUOTED = re.compile(r"\s*>")
# The line over a quoted message as mail programs write it. Bounded, so that no line takes more than linear time.
_QUOTE_BEGINS = re.compile(
	r"\s*(?:On\s.{4,120}\swrote:|Am\s.{4,120}\sschrieb\b.{0,80}:|Le\s.{4,120}\sa écrit\s?:|El\s.{4,120}\sescribió:"
	r"|-{2,}\s?(?:Original Message|Forwarded message|Ursprüngliche Nachricht|Message d'origine)\s?-{2,}|_{20,})\s*\Z",
	re.IGNORECASE,
)


def extract_record(content: Content, notes: list[str]) -> Iterator[Section]:
	"""The short fields together, then long ones, tables, comments and mail in their order, each with its place.

	A record is one thing: what is short joins what stands beside it, so that few passages hold all of it.
	"""
	record = read_record(content)
	short: list[str] = []
	others: list[Iterable[Section]] = [] if record.text is None else [_prose("", record.text)]
	for part in record.parts:
		if isinstance(part, Rows):
			others.append(_table(part))
		elif isinstance(part, Message):
			others.append(_message(part, notes))
		elif isinstance(read := _read(part, notes), str):
			short += [read] if read else []
		else:
			others.append(read)
	is_empty = True
	for section in chain(_lines(short), *others):
		is_empty = False
		yield section
	if is_empty:
		yield Section(f"{record.kind}: {one_line(record.name or record.title)}\n")


def plain_text(text: str, format: Format = "html") -> str:
	"""What a reader sees of a text, without its place: for cells, and for messages."""
	if format == "text" or (format == "html" and not looks_like_html(text)):
		return _tidy(text)
	notes: list[str] = []
	found = [
		section.header + "\n" * bool(section.header) + section.text
		for section in _sections(text, format, notes)
	]
	return _tidy("".join(found))


def looks_like_html(text: str) -> bool:
	"""Whether there are tags or entities in it. A field for HTML may well hold text that a program put there."""
	return _TAG.search(text) is not None


def without_quotes(text: str) -> str:
	"""A message without the earlier messages under it; all of it if nothing else would be left."""
	kept: list[str] = []
	for line in text.split("\n"):
		if _QUOTE_BEGINS.match(line[:300]):
			break
		if not _QUOTED.match(line):
			kept.append(line)
	own = "\n".join(kept).strip()
	return text if is_blank(own) else own


def _read(field: FieldText, notes: list[str]) -> str | list[Section]:
	"""A field as a line among others, empty if it says nothing; or as sections of its own."""
	label = one_line(field.label)
	is_plain = field.format == "text" or (field.format == "html" and not looks_like_html(field.text))
	read = [] if is_plain else _sections(field.text, field.format, notes)
	sections = [section for section in read if not is_blank(section.text)]
	text = field.text if is_plain else _only_line(sections)
	if is_blank(text) and (is_plain or not sections):
		return ""
	text = text.strip()
	if text and "\n" not in text and len(text) <= SHORT:
		return f"{label}: {one_line(text)}" if label else one_line(text)
	return list(_prose(label, field.text) if is_plain else _under_label(label, sections))


def _lines(fields: list[str]) -> Iterator[Section]:
	if fields:
		yield Section("\n".join(fields) + "\n", joins="freely")


def _only_line(sections: list[Section]) -> str:
	"""The text of a single paragraph without a heading; empty when there is more."""
	if len(sections) == 1 and sections[0].kind == "prose" and not sections[0].locator.heading:
		return sections[0].text.strip()
	return ""


def _under_label(label: str, sections: list[Section]) -> Iterator[Section]:
	"""The sections of a rich text. Those under headings of its own are passages of their own in a long record."""
	for number, section in enumerate(sections):
		own = section.locator.heading
		joins: Literal["if all fit", "freely"] = "if all fit" if own else "freely"
		place = replace(section.locator, heading=(label, *own) if label else own)
		if section.kind == "table":
			captions = [label] if label and number == 0 else []
			yield from _with_caption(replace(section, locator=place, joins=joins), captions)
			continue
		text = f"{label}\n{section.text}" if label and number == 0 else section.text
		yield replace(section, text=text, header=section.header or label, locator=place, joins=joins)


def _with_caption(table: Section, before: list[str] | None = None) -> Iterator[Section]:
	"""A table after the names of its columns, which those of its passages repeat that begin further down."""
	if caption := "\n".join(filter(None, [*(before or []), table.header])):
		place = replace(table.locator, rows=None)
		yield Section(caption + "\n", place, "caption", joins=table.joins)
	yield table


def _sections(text: str, format: Format, notes: list[str]) -> Iterator[Section]:
	if format == "markdown":
		# In a file, control characters tell that it is not text; a field of a database is text in any case.
		content = Content.from_text(_CONTROLS.sub(" ", text), "field.md")
		for section in extract_markdown(content, notes):
			# The lines are those of the field, which nobody sees numbered.
			yield replace(section, locator=replace(section.locator, lines=None, rows=None))
	else:
		yield from html_sections(text, notes)


def _prose(label: str, text: str) -> Iterator[Section]:
	"""Plain text of any length under its label."""
	place = Locator(heading=(label,) if label else ())
	lines = [label] if label else []
	size = 0
	for line in _tidy(text).split("\n"):
		for start in range(0, max(len(line), 1), SECTION_CHARACTERS):
			piece = line[start : start + SECTION_CHARACTERS]
			if size and size + len(piece) > SECTION_CHARACTERS:
				yield Section("\n".join(lines) + "\n", place, header=label, joins="freely")
				lines, size = [], 0
			lines.append(piece)
			size += len(piece) + 1
	if not is_blank("".join(lines)):
		yield Section("\n".join(lines) + "\n", place, header=label, joins="freely")


def _table(table: Rows) -> Iterator[Section]:
	label = one_line(table.label)
	numbered = ((number, row_text(cells)) for number, cells in enumerate(table.rows, 1))
	found = pack_rows(
		((number, text) for number, text in numbered if not is_blank(text.replace("|", ""))),
		lambda span: Locator(heading=(label,) if label else (), rows=span),
		"\n".join(filter(None, (label, one_line(table.shared), row_text(table.columns)))),
	)
	for number, section in enumerate(found):
		joining = replace(section, joins="freely")
		yield from [joining] if number else _with_caption(joining)


def _message(message: Message, notes: list[str]) -> Iterator[Section]:
	text = plain_text(message.text, message.format)
	if message.is_mail:
		text = without_quotes(text)
	subject = one_line(message.subject)
	if is_blank(text) and not subject:
		return
	place = ", ".join(filter(None, map(one_line, (message.kind, message.author, message.at))))
	head = f"{place}: {subject}" if subject else place
	for section in _prose("", f"{head}\n{text}"):
		yield replace(
			section, header=head, locator=Locator(heading=(subject,) if subject else (), part=place)
		)


def _tidy(text: str) -> str:
	lines = (line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
	return "\n".join(lines).strip("\n")
