"""LaTeX: the text as it is printed, located by its headings; tables as tables, formulas as they are written.

Nothing is expanded: what a macro of the file would print is not known here, and its arguments are read. So no file can grow.
"""

import re
from collections.abc import Iterator

from huf.engine.content import Content
from huf.engine.extractors.encoding import read_text
from huf.engine.extractors.plain import tex_words as words
from huf.engine.extractors.plain.tex_source import LONGEST_ARGUMENT, OPENED, OPTION, TexSource
from huf.engine.extractors.properties import tell
from huf.engine.extractors.sections import Blocks, HeadingPath, is_blank, one_line
from huf.engine.extractors.tables.heads import Row
from huf.engine.extractors.tables.model import Cell, Layout, table_section
from huf.engine.extractors.unread import Unread
from huf.engine.types import Locator, Section

VERSION = 1

MAX_BYTES = 32 << 20
_MOST_COLUMNS = 100
_TOKEN = re.compile(
	r"""(?P<comment>%[^\n]*(?:\n(?![ \t]*\n)[ \t]*)?)
	|\\(?P<word>[A-Za-z]+)\*?[ \t]*
	|\\(?P<sign>.)
	|(?P<gap>\n[ \t]*\n\s*)
	|(?P<formula>\$\$?)
	|(?P<next>&)
	|(?P<text>[^%\\$&{}~\n]+|[{}~\n]|\\\Z)""",
	re.VERBOSE | re.DOTALL,
)
_LETTER = re.compile(r"\s{0,9}(?:\{\s{0,9}\\?([^\W\d_])\s{0,9}\}|\\?([^\W\d_]))")
_NAME = re.compile(r"\s{0,100}\{([A-Za-z]{1,50})\*?\}")
_AND = re.compile(r"\s{0,100}\\and\b\s{0,100}")
_PRINTED = {"~": " ", "\n": " ", "{": "", "}": ""}
_BEGIN = r"\begin{document}"


def extract_tex(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Sections by heading. Comments, the preamble and what only sets the page are left out; files that it names are not read, and noted."""
	reader = _Reader(read_text(content, notes, MAX_BYTES))
	reader.tell(content)
	yield from reader.sections()
	if reader.included:
		notes.append(
			Unread("Other files that this one includes were not read. Add them as inputs of their own.")
		)


class _Table:
	def __init__(self) -> None:
		self.layout = Layout()
		self.rows: list[Row] = []
		self.cells: list[Cell] = []
		self.span = 1

	def end_cell(self, text: str) -> None:
		self.cells.append(Cell(one_line(text), self.span))
		self.span = 1

	def end_row(self, text: str) -> None:
		self.end_cell(text)
		if any(cell.text for cell in self.cells):
			self.rows.append(self.layout.row(len(self.rows) + 1, self.cells))
		self.cells = []


class _Reader(TexSource):
	"""One pass over the text. Printed text is gathered in ``line`` until its paragraph, cell or item ends."""

	def __init__(self, text: str, *, is_piece: bool = False) -> None:
		super().__init__(text)
		self.is_piece = is_piece
		"""Whether it is the argument of a command, in which headings and items begin nothing."""
		self.line: list[str] = []
		self.blocks, self.headings = Blocks(), HeadingPath()
		self.table: _Table | None = None
		self.inner_tables = 0
		self.lists: list[list[int]] = []
		"""Of each list that is open, the number of its last item; empty where items have none."""
		self.included = 0
		self.done: list[Section] = []

	def sections(self) -> Iterator[Section]:
		"""All of the document."""
		while self.place < len(self.text):
			found = _TOKEN.match(self.text, self.place)
			assert found is not None, "each character is one of these"
			self.place = found.end()
			self._take(found)
			if self.done:
				yield from self.done
				self.done = []
		self._end_table()
		self._end_paragraph()
		yield from self.done
		yield from self.blocks.flush()

	def tell(self, content: Content) -> None:
		"""Keep what the file says of itself, and go to where its text begins."""
		said: dict[str, str] = {}
		for name in ("title", "author", "date"):
			self.place = self.text.find(f"\\{name}{{")
			if self.place >= 0:
				self.place += len(name) + 1
				said[name] = self._printed(self.argument() or "")
		self.headings.enter(0, said.get("title", ""))
		tell(content, author=said.get("author"), date=said.get("date"), title=said.get("title"))
		self.place = max(self.text.find(_BEGIN), 0)

	def _take(self, found: re.Match[str]) -> None:
		match found.lastgroup:
			case "word":
				self._command(found["word"])
			case "sign":
				self._sign(found["sign"])
			case "gap":
				self._gap()
			case "formula":
				self._formula(found["formula"])
			case "next":
				if self.table and not self.inner_tables:
					self.table.end_cell(self._taken())
				else:
					self.line.append(" ")
			case "text":
				text = found["text"]
				self.line.append(_PRINTED.get(text, words.typographic(text)))

	def _command(self, name: str) -> None:
		if name in words.HEADINGS and not self.is_piece:
			self._heading(words.HEADINGS[name])
		elif name in ("begin", "end"):
			self._environment(name)
		elif name == "item" and not self.is_piece:
			self._item()
		elif name == "verb":
			self._verb()
		elif name in words.SIGNS:
			self._letters(words.SIGNS[name])
		elif name in words.MARKS and (letter := _LETTER.match(self.text, self.place)):
			self.place = letter.end()
			self.line.append(words.accented(letter[1] or letter[2], name))
		elif name == "multicolumn" and self.table:
			number = one_line(self.argument() or "")
			self.table.span = min(int(number), _MOST_COLUMNS) if number.isdecimal() and len(number) < 4 else 1
			self.argument()
		elif name in ("title", "author", "date"):
			self.argument()  # told already
		elif name in ("footnote", "caption"):
			self.skip_options()
			self.line.append(" ")
		else:
			self._other(name)

	def _other(self, name: str) -> None:
		"""Its options, and the arguments that are known to be none, are left out; the text in braces is read."""
		self.included += name in words.INCLUDED
		self.skip_arguments(1 if name in words.INCLUDED else words.NO_TEXT.get(name, 0))

	def _sign(self, sign: str) -> None:
		if sign == "\\":
			self.skip_options()
			if self.table and not self.inner_tables:
				self.table.end_row(self._taken())
			else:
				self.line.append(" " if self.table else "\n")
		elif sign in "([":
			self._formula(f"\\{sign}")
		elif sign in words.MARKS and (letter := _LETTER.match(self.text, self.place)):
			self.place = letter.end()
			self.line.append(words.accented(letter[1] or letter[2], sign))
		elif sign in "%&#_{}$":
			self.line.append(sign)
		elif sign not in "-/":
			self.line.append(" ")

	def _letters(self, printed: str) -> None:
		if printed == "\n\n":
			self._gap()
		else:
			self.line.append(printed)
			if self.text.startswith("{}", self.place):
				self.place += 2

	def _gap(self) -> None:
		if self.table:
			self.line.append(" ")
		else:
			self._end_paragraph()

	def _formula(self, opened: str) -> None:
		"""As it is written, up to its end; a sign of dollar without one is that sign."""
		close = {"\\(": "\\)", "\\[": "\\]"}.get(opened, opened)
		inner = self.up_to(close)
		self.line.append(f"{opened}{inner}{close}" if inner is not None else opened.lstrip("\\"))

	def _verb(self) -> None:
		if self.place < len(self.text):
			mark = self.text[self.place]
			end = self.text.find(mark, self.place + 1, self.place + LONGEST_ARGUMENT)
			if end > 0:
				self.line.append(self.text[self.place + 1 : end])
				self.place = end + 1

	def _heading(self, level: int) -> None:
		self._end_table()
		self._end_paragraph()
		self.skip_options()
		if title := self._printed(self.argument() or ""):
			self.headings.enter(level, title)
			self.done.extend(self.blocks.heading(self.headings.path, title))

	def _environment(self, what: str) -> None:
		if not (found := _NAME.match(self.text, self.place)):
			return
		self.place, name = found.end(), found[1]
		if what == "end" and name == "document":
			self.place = len(self.text)
		elif name in words.TABLES:
			self._begin_table(name) if what == "begin" else self._end_inner_table()
		elif what == "begin" and name in words.VERBATIM:
			self._end_paragraph()
			self.skip_arguments(words.ARGUMENTS.get(name, 0))
			inner = self.up_to(f"\\end{{{name}}}")
			if inner is not None and name != "comment":
				self._say(inner.strip("\n"))
		elif what == "begin" and name in words.FORMULAS:
			written = self.text[found.start() : found.end()].strip()
			inner = self.up_to(f"\\end{written}")
			self.line.append(f" {one_line(inner)} " if inner is not None else "")
		elif name in words.LISTS:
			self._end_paragraph()
			if what == "begin":
				self.skip_options()
				self.lists.append([0] if name == "enumerate" else [])
			elif self.lists:
				self.lists.pop()
		elif not self.table:
			self._end_paragraph()
			if what == "begin":
				self.skip_arguments(words.ARGUMENTS.get(name, 0))

	def _item(self) -> None:
		if not self.table:
			self._end_paragraph()
		if label := OPTION.match(self.text, self.place):
			self.place = label.end()
			self.line.append(f"{self._printed(label[0].strip()[1:-1])} ")
		elif self.lists and (number := self.lists[-1]):
			number[0] += 1
			self.line.append(f"{number[0]}. ")
		else:
			self.line.append("- ")

	def _begin_table(self, name: str) -> None:
		if self.table:
			self.inner_tables += 1
		else:
			self._end_paragraph()
			self.table = _Table()
		self.skip_options()
		for _ in range(1 if name in ("tabular", "longtable", "supertabular") else 2):
			if OPENED.match(self.text, self.place):
				self.argument()

	def _end_inner_table(self) -> None:
		if self.inner_tables:
			self.inner_tables -= 1
		else:
			self._end_table()

	def _end_table(self) -> None:
		if not self.table:
			return
		self.table.end_row(self._taken())
		section = table_section(self.table.rows, Locator(heading=self.headings.path))
		self.table, self.inner_tables = None, 0
		if section:
			self.done.extend(self.blocks.table(section))

	def _end_paragraph(self) -> None:
		lines = [one_line(line) for line in self._taken().split("\n")]
		self._say("\n".join(filter(None, lines)))

	def _say(self, text: str) -> None:
		if not is_blank(text):
			self.done.extend(self.blocks.paragraph(self.headings.path, text))

	def _taken(self) -> str:
		text = "".join(self.line)
		self.line = []
		return text

	def _printed(self, text: str) -> str:
		"""A short piece of the file as one printed line."""
		if not text:
			return ""
		piece = _Reader(_AND.sub(", ", text), is_piece=True)
		return one_line(" ".join(section.text for section in piece.sections()))
