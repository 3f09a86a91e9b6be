"""A page of a PDF as sections: running text in the order of its columns, and tables, which may go on over pages."""

from collections.abc import Callable, Iterator, Sequence

from huf.engine.extractors.pdf.cells import Column, Table
from huf.engine.extractors.pdf.heads import Heads, Lines
from huf.engine.extractors.pdf.layout import Part, Prose, parts_of
from huf.engine.extractors.pdf.rulings import Rulings
from huf.engine.extractors.sections import is_blank, one_line, row_text
from huf.engine.types import Locator, Section

_SAME_COLUMN = 12.0
"""Points in which an edge of a column differs between pages."""
_LONGEST_CAPTION = 120
"""Characters."""
_OVER = 24.0
"""Points between a caption and what it stands over: two lines."""
_LITTLE = 100
"""Characters of a foot that was not told as one: a table goes on below it."""


class Passages:
	"""The pages of one file, one after another."""

	def __init__(self, heads: Heads, tidy: Callable[[str], str]) -> None:
		"""``tidy``: makes the lines of a page a text, words that a line end divides joined."""
		self._heads, self._tidy = heads, tidy
		self._columns: Sequence[Column] = ()
		self._names: list[str] = []
		self._caption = ""

	def of_page(
		self, number: int, lines: Lines, text: str, rulings: Callable[[], Rulings]
	) -> Iterator[Section]:
		"""The sections of a page.

		Args:
			number: of the page, from 1.
			lines: its words as they are stored.
			text: these, tidied.
			rulings: asked for the lines drawn on it.
		"""
		left = self._heads.without(lines)
		if left is not lines:
			text = self._text([" ".join(word.text for word in line) for line in left])
		parts = parts_of(left, rulings, self._columns)
		if parts is None:
			self.closed()
			if not is_blank(text):
				yield Section(text, Locator(page=number))
			return
		yield from self._sections(number, parts)

	def closed(self) -> None:
		"""Whatever table was open, it does not go on behind what comes now."""
		self._columns, self._names, self._caption = (), [], ""

	def _sections(self, number: int, parts: Sequence[Part]) -> Iterator[Section]:
		place = Locator(page=number)
		for at, part in enumerate(parts):
			following = parts[at + 1] if at + 1 < len(parts) else None
			if isinstance(part, Prose):
				text = self._text(part.lines)
				is_caption = (
					len(part.lines) == 1 and isinstance(following, Table) and bool(_caption(part, following))
				)
				if not is_blank(text) and not is_caption:
					yield Section(text, place)
				if at == 0 and _size(part) > _LITTLE:
					self.closed()
				continue
			before = parts[at - 1] if at else None
			yield from self._table(part, before if isinstance(before, Prose) else None, place, at < 2)
		last = parts[-1] if parts else None
		if isinstance(last, Prose) and (_size(last) > _LITTLE or not isinstance(parts[-2:][0], Table)):
			self.closed()

	def _table(
		self, table: Table, before: Prose | None, place: Locator, may_go_on: bool
	) -> Iterator[Section]:
		rows = [row_text(map(self._cell, row)) for row in table.rows]
		names, caption = rows[: table.header_rows], _caption(before, table) if before else ""
		if may_go_on and self._columns and _are_same(self._columns, table.columns):
			if self._names and rows[: len(self._names)] == self._names:
				rows = rows[len(self._names) :]
				names, caption = self._names, self._caption
			elif not table.is_evident:
				names, caption = self._names, self._caption
			else:
				rows = rows[table.header_rows :]
		else:
			rows = rows[table.header_rows :]
		self._columns, self._names, self._caption = table.columns, names, caption
		text = "".join(row + "\n" for row in rows if row)
		header = "\n".join(filter(None, [caption, *names]))
		if text:
			yield Section(text, place, "table", header)
		elif header:
			yield Section(header + "\n", place)

	def _cell(self, text: str) -> str:
		return one_line(self._tidy(text))

	def _text(self, lines: Sequence[str]) -> str:
		return self._tidy("\n".join(lines))


def _size(part: Prose) -> int:
	return sum(map(len, part.lines))


def _caption(part: Prose, table: Table) -> str:
	"""The line right over a table, if it is short and no end of a sentence."""
	line = part.lines[-1].strip()
	is_near = 0 <= table.top - part.bottom <= _OVER
	return (
		line if is_near and len(line) <= _LONGEST_CAPTION and not line.endswith((".", ",", ";", "-")) else ""
	)


def _are_same(columns: Sequence[Column], others: Sequence[Column]) -> bool:
	"""Whether columns stand where those of the page before did."""
	return len(columns) == len(others) and all(
		abs(one.left - other.left) <= _SAME_COLUMN
		or abs(one.right - other.right) <= _SAME_COLUMN
		or min(one.right, other.right) - max(one.left, other.left)
		> 0.5 * min(one.right - one.left, other.right - other.left)
		for one, other in zip(columns, others, strict=True)
	)
