"""One model for the tables of all formats: cells that reach over others, rows, and what passages of a table repeat.

A reader lays the cells of each row with :class:`Layout` and gives the rows to :func:`sheet_sections`, which streams the tables of a
sheet, or to :func:`table_section`, which makes a section of a table in a text. What of them are title lines and column names is found
in :mod:`.table_heads`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice

from huf.engine.extractors.sections import is_blank, one_line, pack_rows, row_text
from huf.engine.extractors.tables.heads import (
	HEAD_ROWS,
	Head,
	Row,
	head_of,
	is_title_line,
	named_head,
	title_text,
)
from huf.engine.types import Locator, Section

MOST_COLUMNS = 1_000
"""Of a table in a text. A cell says in a few characters over how many columns it goes."""
LONGEST = 200
"""Characters of a text that is repeated in other rows; what is longer is no label."""
_MOST_TITLES = 5
_TITLE_GAP = 3
"""A title stands at most so many rows above its table, empty ones between them included."""


@dataclass(frozen=True, slots=True)
class Cell:
	"""A cell as its file says it."""

	text: str
	right: int = 1
	"""Columns that it takes."""
	down: int = 1
	"""Rows that it takes."""
	column: int | None = None
	"""From 0; None for the next that is free, as in HTML."""
	is_name: bool = False
	"""Whether the file says that it names a row or a column."""
	continues: bool = False
	"""Whether it is a part of the cell above, for files that say it there."""


class Layout:
	"""Puts the cells of the rows of one table into their columns, and repeats those that reach down into other rows.

	A row is often read alone, and without the cell that stands beside it nobody knows what it is about. What reaches over
	other columns is text once, but names all of them in a header. All that is repeated is bounded by what the table has
	of its own, since a hostile table says in a few bytes that much reaches far.
	"""

	FREE = 100_000
	"""Characters and cells that may be repeated in any table."""
	FACTOR = 2
	"""For each of its own so many more."""

	def __init__(self, most_columns: int = MOST_COLUMNS) -> None:
		self._most_columns = most_columns
		# By column: the last row that is reached, the text there, and the text of the cell to the left that is over it.
		self._reaching: dict[int, tuple[int, str, str]] = {}
		self._above: Row | None = None
		self._budget = self.FREE

	@property
	def reaches(self) -> bool:
		"""Whether a cell of a row before reaches into the next."""
		return bool(self._reaching)

	def row(
		self, number: int, cells: Iterable[Cell], *, is_header: bool = False, is_hidden: bool = False
	) -> Row:
		"""The next row.

		Args:
			number: where it stands.
			cells: from left to right, without those that lie under another one.
			is_header: whether the file says that it is one of column names.
			is_hidden: whether nobody sees it; what reaches down from it is seen in others.
		"""
		row = Row(number, [], is_header, is_hidden)
		if self._reaching:
			self._reaching = {c: reach for c, reach in self._reaching.items() if reach[0] >= number}
		names = own = 0
		for cell in cells:
			self._reach_into(row, cell)
			start = len(row.texts)
			if start >= self._most_columns:
				break
			if cell.column is not None and start > cell.column:
				continue  # it lies under the cell to its left
			self._place(row, cell)
			if not is_blank(cell.text):
				own += 1
				names += cell.is_name
		last = max(self._reaching, default=-1)
		while self._reaching and len(row.texts) <= last:
			self._next(row)
		while row.texts and not row.texts[-1]:
			row.texts.pop()
		row.has_only_names = 0 < own == names
		self._above = row
		return row

	def _reach_into(self, row: Row, cell: Cell) -> None:
		"""Fill the columns before ``cell``, with what reaches down into them or with nothing."""
		if cell.column is None:
			while not cell.continues and len(row.texts) in self._reaching:
				self._next(row)
			return
		until = min(cell.column, self._most_columns)
		while len(row.texts) < until:
			if self._reaching:
				self._next(row)
			else:
				row.texts.extend([""] * (until - len(row.texts)))
		if not cell.text and len(row.texts) == cell.column and cell.column in self._reaching:
			self._next(row)

	def _next(self, row: Row) -> None:
		column = len(row.texts)
		found = self._reaching.pop(column, None)
		if found is None:
			row.texts.append("")
			return
		last, text, over = found
		if not self._spend(len(text) + 1):
			self._reaching.clear()
			row.texts.append("")
			return
		if last > row.number:
			self._reaching[column] = found
		row.texts.append(text)
		row.below.add(column)
		if over:
			row.spans.append((column, 1, over))

	def _place(self, row: Row, cell: Cell) -> None:
		start = len(row.texts)
		self._reaching.pop(start, None)
		text = cell.text
		if cell.continues:
			above = self._above
			text = above.texts[start] if above and start < len(above.texts) else ""
			row.below.add(start)
			if len(text) > LONGEST or not self._spend(len(text) + 1):
				text = ""
		self._budget += self.FACTOR * (len(cell.text) + 1)
		right = max(1, min(cell.right, self._most_columns - start))
		if right > 1 and not self._spend(right):
			right = 1
		row.texts.extend([text, *[""] * (right - 1)])
		label = text if len(text) <= LONGEST else ""
		if right > 1:
			row.spans.append((start + 1, right - 1, label))
		for column in range(start + 1, start + right) if self._reaching else ():
			self._reaching.pop(column, None)
		if cell.down > 1:
			row.down.add(start)
			last = row.number + cell.down - 1
			for column in range(start, start + right):
				self._reaching[column] = (last, "", label) if column > start else (last, label, "")

	def _spend(self, size: int) -> bool:
		if size > self._budget:
			return False
		self._budget -= size
		return True


def sheet_sections(
	rows: Iterator[Row], place: Callable[[tuple[int, int]], Locator], name: str = "", *, is_list: bool = False
) -> Iterator[Section]:
	"""The tables of one sheet, streamed; an empty row ends a table, and the next may have a head of its own.

	Args:
		rows: those that show something, and hidden ones, ascending.
		place: makes the locator from the first and the last row of a section.
		name: of the sheet, as each passage is to say it.
		is_list: a first line that is no number names a single column too, as in a CSV file.
	"""
	sheet = _Sheet(place, name, is_list)
	for block in _blocks(rows):
		yield from sheet.table(block)
	yield from sheet.rest()


@dataclass(slots=True)
class _Sheet:
	"""What is known of a sheet from the tables above."""

	place: Callable[[tuple[int, int]], Locator]
	name: str
	is_list: bool
	head: Head = field(default_factory=Head)
	waiting: list[Row] = field(default_factory=list)
	"""Lines that are the title of the next table, if there is one."""
	is_first: bool = True

	def table(self, block: Iterator[Row]) -> Iterator[Section]:
		start = list(islice(block, HEAD_ROWS))
		if self.waiting and start[0].number - self.waiting[-1].number > _TITLE_GAP:
			yield from self.rest()
		if len(start) <= _MOST_TITLES and all(map(is_title_line, start)) and not self._is_list_of(start):
			yield from self.rest()
			self.waiting = start
			return
		found = head_of(start, is_first=self.is_first, is_list=self.is_list)
		titles = tuple(title_text(row) for row in self.waiting)
		self.waiting = []
		if found.names:
			self.is_first = False
			self.head = Head(found.rows, titles + found.titles or self.head.titles, found.names)
		elif titles or found.titles:
			self.head = Head(0, titles + found.titles, self.head.names)
		yield from self._packed(chain(start[found.rows :], block))

	def _is_list_of(self, rows: list[Row]) -> bool:
		"""Whether rows of one cell are a list with its name, which a file of one column is."""
		return self.is_list and all(len(row.texts) == 1 for row in rows) and len(rows) > 1

	def rest(self) -> Iterator[Section]:
		"""Lines that turned out to be no title."""
		waiting, self.waiting = self.waiting, []
		yield from self._packed(waiting)

	def _packed(self, rows: Iterable[Row]) -> Iterator[Section]:
		texts = ((row.number, text) for row in rows if not row.is_hidden and (text := row_text(row.texts)))
		return pack_rows(texts, self.place, "\n".join(filter(None, (self.name, self.head.text))))


def _blocks(rows: Iterator[Row]) -> Iterator[Iterator[Row]]:
	"""Runs of rows without an empty one between them; each must be consumed before the next is asked for.

	Hidden rows are dropped here; they end no table.
	"""
	waiting: list[Row] = []
	last = 0

	def run() -> Iterator[Row]:
		nonlocal last
		row = waiting.pop()
		while True:
			last = row.number
			yield row
			for following in rows:
				if not following.is_hidden:
					break
				if following.number == last + 1:
					last = following.number
			else:
				return
			if following.number != last + 1:
				waiting.append(following)
				return
			row = following

	waiting.extend(islice((row for row in rows if not row.is_hidden), 1))
	while waiting:
		block = run()
		yield block
		for _ in block:
			pass


def table_section(
	rows: Iterable[Row | list[str]],
	locator: Locator,
	caption: str = "",
	*,
	header_rows: int | None = None,
	has_names: bool = True,
) -> Section | None:
	"""A table in a text as one section, under its caption, its title lines and its column names.

	Args:
		rows: as :class:`Layout` makes them, or the texts of the cells.
		locator: where it stands.
		caption: what is said above or below it.
		header_rows: how many rows are column names, where that is known.
		has_names: whether its first row is taken for column names when nothing else tells.

	Returns:
		None when no cell has text. A table of a single row or a single cell column without rows below
		its header is prose: there is nothing to repeat.
	"""
	laid = [row if isinstance(row, Row) else Row(number, row) for number, row in enumerate(rows, 1)]
	laid = [row for row in laid if row_text(row.texts) and not row.is_hidden]
	if not laid:
		return None
	caption = one_line(caption)
	width = max(len(row.texts) for row in laid)
	if header_rows is None:
		head = head_of(laid[:HEAD_ROWS], is_first=True, has_names=has_names)
	else:
		head = named_head(laid[:header_rows])
	lines = [row_text(row.texts) for row in laid]
	if width < 2 or len(laid) <= max(head.rows, 1):
		lines = [caption, *lines] if caption else lines
		return Section("\n".join(lines) + "\n", locator)
	header = "\n".join(filter(None, [caption, head.text]))
	return Section("\n".join(lines[head.rows :]) + "\n", locator, "table", header)
