"""Records of a business application: labelled fields, long texts, tables with their columns, comments and mail."""

import re
from collections.abc import Iterator
from dataclasses import replace

from huf.engine.content import Content
from huf.engine.extractors.html import html_sections
from huf.engine.extractors.markdown import extract_markdown
from huf.engine.extractors.record_content import FieldText, Format, Message, Rows, read_record
from huf.engine.extractors.sections import SECTION_CHARACTERS, is_blank, one_line, pack_rows, row_text
from huf.engine.types import Locator, Section

VERSION = 2
USES = ("html", "md")

SHORT = 200
"""Characters of one line up to which a field stands among others; what is longer is a passage of its own."""
_GROUP = 4_000
"""Characters of labelled fields that go into one section, several times the largest chunk that is usual."""
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
	"""The fields in their order, short ones together; then tables, comments and mail, each with its place."""
	record = read_record(content)
	# The title is searched with every passage, so the line says what a title cannot: the kind and the number.
	fields = _Fields(f"{record.kind}: {one_line(record.name or record.title)}")
	if record.text is not None:
		yield from _prose("", record.text)
	for part in record.parts:
		if isinstance(part, FieldText):
			yield from fields.take(part, notes)
			continue
		yield from fields.flush() if record.text is None else ()
		yield from _table(part) if isinstance(part, Rows) else _message(part, notes)
	yield from fields.flush() if record.text is None else ()


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


class _Fields:
	"""Collects short fields; a long one ends what was collected."""

	def __init__(self, first: str) -> None:
		self._lines = [first]
		self._under: set[str] = set()
		self._size = len(first)

	def take(self, field: FieldText, notes: list[str]) -> Iterator[Section]:
		label = one_line(field.label)
		is_plain = field.format == "text" or (field.format == "html" and not looks_like_html(field.text))
		sections = [] if is_plain else list(_sections(field.text, field.format, notes))
		short = field.text if is_plain else _only_line(sections)
		if is_blank(short) and (is_plain or not sections):
			return
		short = short.strip()
		if short and "\n" not in short and len(short) <= SHORT:
			if self._size >= _GROUP:
				yield from self.flush()
			self._lines.append(f"{label}: {one_line(short)}" if label else one_line(short))
			self._under.add(field.under)
			self._size += len(short)
			return
		yield from self.flush()
		yield from _prose(label, field.text) if is_plain else _under_label(label, sections)

	def flush(self) -> Iterator[Section]:
		if self._lines:
			under = one_line(next(iter(self._under))) if len(self._under) == 1 else ""
			yield Section("\n".join(self._lines) + "\n", Locator(heading=(under,) if under else ()))
		self._lines, self._under, self._size = [], set(), 0


def _only_line(sections: list[Section]) -> str:
	"""The text of a single paragraph without a heading; empty when there is more."""
	if len(sections) == 1 and sections[0].kind == "prose" and not sections[0].locator.heading:
		return sections[0].text.strip()
	return ""


def _under_label(label: str, sections: list[Section]) -> Iterator[Section]:
	for number, section in enumerate(sections):
		place = replace(
			section.locator, heading=(label, *section.locator.heading) if label else section.locator.heading
		)
		text = (
			f"{label}\n{section.text}" if label and number == 0 and section.kind == "prose" else section.text
		)
		yield replace(section, text=text, locator=place)


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
				yield Section("\n".join(lines) + "\n", place)
				lines, size = [], 0
			lines.append(piece)
			size += len(piece) + 1
	if not is_blank("".join(lines)):
		yield Section("\n".join(lines) + "\n", place)


def _table(table: Rows) -> Iterator[Section]:
	label = one_line(table.label)
	numbered = ((number, row_text(cells)) for number, cells in enumerate(table.rows, 1))
	header = "\n".join(filter(None, (label, row_text(table.columns))))
	yield from pack_rows(
		((number, text) for number, text in numbered if not is_blank(text.replace("|", ""))),
		lambda span: Locator(heading=(label,) if label else (), rows=span),
		header,
	)


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
		yield replace(section, locator=Locator(heading=(subject,) if subject else (), part=place))


def _tidy(text: str) -> str:
	lines = (line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
	return "\n".join(lines).strip("\n")
