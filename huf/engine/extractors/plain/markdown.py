"""Markdown, streamed line by line: the place of a passage is its heading path and its lines."""

import re
from collections.abc import Iterator

from huf.engine.content import Content
from huf.engine.extractors.encoding import read_lines
from huf.engine.extractors.plain.front_matter import front_matter_facts
from huf.engine.extractors.properties import tell
from huf.engine.extractors.sections import SECTION_CHARACTERS, HeadingPath, one_line
from huf.engine.types import Locator, Section

VERSION = 3

MAX_LINE = 1_000_000
"""Characters of one line. Markdown wraps or has a paragraph to a line; more is not Markdown."""

# No pattern here may need more than linear time on a hostile line: none has two open-ended parts that overlap.
_ATX = re.compile(r" {0,3}(#{1,6})(?=[ \t]|\Z)")
_SETEXT = re.compile(r" {0,3}(=+|-{2,})[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)$")
_DELIMITER_CELL = re.compile(r":?-+:?\Z")
_NO_PARAGRAPH = re.compile(r" {4}|\t| {0,3}(?:[-*+>|#]|\d+[.)][ \t])")
_LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_MAX_HEADING = 500
"""Characters of a heading on the path; the whole line stays in the text."""
_MARKS = re.compile(r"(\*\*|__|[*`])(.+?)\1")


def extract_markdown(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Sections that end at each heading and table. A table's header and delimiter rows become its ``header``."""
	reader = _Reader(content)
	for line in read_lines(content, notes, MAX_LINE):
		yield from reader.take(line)
	yield from reader.flush()


def plain_heading(text: str) -> str:
	"""A heading without its inline marks: links keep their text, emphasis and code lose their signs."""
	return one_line(_MARKS.sub(r"\2", _MARKS.sub(r"\2", _LINK.sub(r"\1", text[:_MAX_HEADING]))))


class _Reader:
	"""Lines in, sections out; holds the lines of the section that is open."""

	def __init__(self, content: Content) -> None:
		self.content = content
		self.headings = HeadingPath()
		self.lines: list[str] = []
		self.first = 1
		self.size = 0
		self.table_header = ""
		self.fence = ""
		self.front_matter = False
		self.only_headings = 0
		"""Level of the last heading while the open section has nothing but headings; 0 otherwise."""

	def take(self, line: str) -> Iterator[Section]:
		number = self.first + len(self.lines)
		if self.front_matter:
			self._add(line)
			if line.rstrip() in ("---", "..."):
				if self.content.properties is not None:
					tell(self.content, **front_matter_facts("\n".join(self.lines[1:-1])))
				yield from self.flush()
				self.front_matter = False
			return
		if number == 1 and line.rstrip() == "---":
			self.front_matter = True
			self._add(line)
			return
		if self.fence:
			yield from self._in_fence(line)
			return
		if opened := _FENCE.match(line):
			# A backtick in the info string makes it inline code (CommonMark 0.31, section 4.5).
			if not (opened[1][0] == "`" and "`" in opened[2]):
				yield from self._leave_table()
				self.fence = opened[1]
				self._add(line)
				return
		yield from self._outside_fence(line)

	def _in_fence(self, line: str) -> Iterator[Section]:
		closing = line.strip()
		if len(closing) >= len(self.fence) and set(closing) == {self.fence[0]}:
			self.fence = ""
		self._add(line)
		if self.size >= SECTION_CHARACTERS:
			yield from self.flush()

	def _outside_fence(self, line: str) -> Iterator[Section]:
		if heading := _ATX.match(line):
			yield from self._enter(len(heading[1]), _atx_title(line[heading.end() :]), [line])
		elif (under := _SETEXT.match(line)) and self._ends_in_title():
			title = self.lines.pop()
			self.size -= len(title) + 1
			yield from self._enter(1 if under[1][0] == "=" else 2, title, [title, line])
		elif self._begins_table(line):
			names = self.lines.pop()
			self.size -= len(names) + 1
			if all(not line.strip() or _ATX.match(line) for line in self.lines):
				# Headings alone are on the table's heading path.
				self.first += len(self.lines)
				self.lines = []
			yield from self.flush()
			self.table_header = names.strip()
			self.first += 2
		elif self.table_header and "|" not in line:
			yield from self._leave_table()
			self._add(line)
		else:
			if self.size >= SECTION_CHARACTERS:
				yield from self.flush(keep_table=True)
			self._add(line)

	def _enter(self, level: int, title: str, lines: list[str]) -> Iterator[Section]:
		"""A heading begins. One without text of its own goes with the deeper heading after it."""
		if not (0 < self.only_headings < level):
			yield from self.flush()
		self.headings.enter(level, plain_heading(title))
		for line in lines:
			self._add(line)
		self.only_headings = level

	def _ends_in_title(self) -> bool:
		"""True when the last line is a paragraph of one line: what an underline makes a heading."""
		if (
			self.table_header
			or not self.lines
			or not self.lines[-1].strip()
			or _NO_PARAGRAPH.match(self.lines[-1])
		):
			return False
		return len(self.lines) == 1 or not self.lines[-2].strip() or bool(_ATX.match(self.lines[-2]))

	def _begins_table(self, line: str) -> bool:
		if self.table_header or "|" not in line or not _is_delimiter_row(line) or not self.lines:
			return False
		return "|" in self.lines[-1] and _cells(self.lines[-1]) == _cells(line)

	def _leave_table(self) -> Iterator[Section]:
		if self.table_header:
			yield from self.flush()

	def _add(self, line: str) -> None:
		if line.strip():
			self.only_headings = 0
		self.lines.append(line)
		self.size += len(line) + 1

	def flush(self, keep_table: bool = False) -> Iterator[Section]:
		"""The open section, if it has lines. A table without rows is the prose of its header row."""
		if self.table_header and not self.lines and not keep_table:
			lines = (self.first - 2, self.first - 2)
			yield Section(self.table_header + "\n", Locator(lines=lines, heading=self.headings.path))
		if self.lines:
			last = self.first + len(self.lines) - 1
			place = Locator(
				lines=(self.first, last),
				heading=self.headings.path,
				part="front matter" if self.front_matter else None,
			)
			text = "\n".join(self.lines) + "\n"
			yield Section(text, place, "table" if self.table_header else "prose", self.table_header)
			self.first = last + 1
		self.lines, self.size, self.only_headings = [], 0, 0
		if not keep_table:
			self.table_header = ""


def _cells(line: str) -> int:
	return line.strip().strip("|").replace("\\|", "").count("|") + 1


def _is_delimiter_row(line: str) -> bool:
	return all(
		_DELIMITER_CELL.match(cell.strip())
		for cell in line.strip().removeprefix("|").removesuffix("|").split("|")
	)


def _atx_title(rest: str) -> str:
	"""What follows the signs of a heading, without the closing signs that some writers add."""
	rest = rest.strip()
	bare = rest.rstrip("#")
	return bare.rstrip() if not bare or bare[-1] in " \t" else rest
