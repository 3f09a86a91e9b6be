"""Tables on a PDF page whose cells have lines around them."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from typing import TypeVar

from huf.engine.extractors.pdf.cells import Column, Table, cell_text, header_of
from huf.engine.extractors.pdf.document import Word
from huf.engine.extractors.pdf.pieces import pieces_of, rows_of
from huf.engine.extractors.pdf.rulings import Ruling, Rulings
from huf.engine.extractors.tables.model import LONGEST, Layout

_TOUCH = 3.0
"""Points between lines that meet: some programs leave a gap at the corners of cells."""
_REGULAR = 0.6
"""Part of the sides between cells that are drawn. A form is a grid too, though hardly two of its rows have the same cells."""
_FILLED = 0.3
"""Part of the cells that have text."""
_NARROW = 12.0
"""Points of an empty column that is none, but the space between two lines."""
_MOST_CELLS = 20_000
_TALL = 4
"""Lines of text in a cell from which on a grid may have several rows of the table between two of its lines."""

Cell = tuple[int, int]
_Words = list[list[Word]]
_T = TypeVar("_T")


def grids_on(
	lines: Sequence[Sequence[Word]], drawn: Rulings, is_right_to_left: bool
) -> tuple[list[Table], Sequence[Sequence[Word]]]:
	"""The tables whose sides are drawn, and the lines of the page without the words in them."""
	tables: list[Table] = []
	if len(drawn.across) < 3 or len(drawn.down) < 3:
		return tables, lines
	for across, down in _connected(drawn):
		if len(across) < 3 or len(down) < 3:
			continue
		grid = _Grid(across, down, is_right_to_left)
		if not grid.is_regular:
			continue
		inside = [[word for word in line if grid.has(word)] for line in lines]
		table = grid.table([line for line in inside if line])
		if table:
			tables.append(table)
			lines = [left for line in lines if (left := [word for word in line if not grid.has(word)])]
	return tables, lines


def _connected(drawn: Rulings) -> list[tuple[list[Ruling], list[Ruling]]]:
	"""Lines that cross or meet, directly or by others."""
	count = len(drawn.across)
	roots = list(range(count + len(drawn.down)))

	def root(number: int) -> int:
		while roots[number] != number:
			roots[number] = roots[roots[number]]
			number = roots[number]
		return number

	for one, across in enumerate(drawn.across):
		for other, down in enumerate(drawn.down, count):
			if (
				down.start - _TOUCH <= across.at <= down.end + _TOUCH
				and across.start - _TOUCH <= down.at <= across.end + _TOUCH
			):
				roots[root(one)] = root(other)
	found: dict[int, tuple[list[Ruling], list[Ruling]]] = defaultdict(lambda: ([], []))
	for number, ruling in enumerate([*drawn.across, *drawn.down]):
		found[root(number)][number >= count].append(ruling)
	return list(found.values())


class _Grid:
	"""Lines that are connected, as the sides of cells."""

	def __init__(self, across: list[Ruling], down: list[Ruling], is_right_to_left: bool) -> None:
		self._is_right_to_left = is_right_to_left
		self.tops = _places(across)
		self.lefts = _places(down)
		self._across = _by_place(across, self.tops)
		self._down = _by_place(down, self.lefts)
		self.rows, self.columns = len(self.tops) - 1, len(self.lefts) - 1

	@property
	def is_regular(self) -> bool:
		"""Whether it has at least two rows and two columns, and most of the sides between cells."""
		if self.rows < 2 or self.columns < 2 or self.rows * self.columns > _MOST_CELLS:
			return False
		sides = sum(
			self._is_divided(row, column) for row in range(self.rows) for column in range(1, self.columns)
		)
		return sides >= _REGULAR * self.rows * (self.columns - 1)

	def has(self, word: Word) -> bool:
		"""Whether the middle of a word is in it."""
		across, height = (word.left + word.right) / 2, (word.top + word.bottom) / 2
		return self.lefts[0] < across < self.lefts[-1] and self.tops[0] < height < self.tops[-1]

	def _is_divided(self, row: int, column: int) -> bool:
		"""Whether there is a side to the left of the cell."""
		middle = (self.tops[row] + self.tops[row + 1]) / 2
		return any(one.start <= middle <= one.end for one in self._down[column])

	def _is_below(self, row: int, column: int) -> bool:
		"""Whether there is a side above the cell."""
		middle = (self.lefts[column] + self.lefts[column + 1]) / 2
		return any(one.start <= middle <= one.end for one in self._across[row])

	def _first_of(self, row: int, column: int) -> int:
		"""The column in which the cell begins that reaches over this one."""
		if self._is_right_to_left:
			while column + 1 < self.columns and not self._is_divided(row, column + 1):
				column += 1
			return column
		while column and not self._is_divided(row, column):
			column -= 1
		return column

	def table(self, lines: _Words) -> Table | None:
		"""The words in the cells; None for a grid of something else, such as a chart or a form."""
		cells: dict[Cell, _Words] = defaultdict(list)
		for line in lines:
			here: dict[Cell, list[Word]] = {}
			for word in line:
				row = bisect_right(self.tops, (word.top + word.bottom) / 2) - 1
				column = self._first_of(row, bisect_right(self.lefts, (word.left + word.right) / 2) - 1)
				here.setdefault((row, column), []).append(word)
			for cell, words in here.items():
				cells[cell].append(words)
		texts = {
			cell: cell_text(
				[[piece.text for piece in self._in_order(row)] for row in rows_of(pieces_of(words))]
			)
			for cell, words in cells.items()
		}
		bold = [
			all(words[0][0].is_bold for (at, _), words in cells.items() if at == row)
			for row in range(self.rows)
		]
		rows, tall = self._filled(texts), self._has_tall(cells)
		used = [number for number, row in enumerate(rows) if any(row)]
		kept = [
			column
			for column in range(self.columns)
			if self.lefts[column + 1] - self.lefts[column] > _NARROW
			or any(rows[number][column] for number in used)
		]
		kept = self._in_order(kept)
		rows, bold = [[rows[number][column] for column in kept] for number in used], [bold[n] for n in used]
		several = sum(sum(map(bool, row)) > 1 for row in rows)
		filled = sum(sum(map(bool, row)) for row in rows)
		if tall or several < 2 or len(kept) < 2 or filled < _FILLED * len(rows) * len(kept):
			return None
		header, is_evident = header_of(rows, bold, set())
		columns = tuple(Column(self.lefts[column], self.lefts[column + 1]) for column in kept)
		return Table(
			rows,
			header,
			is_evident,
			columns,
			self.lefts[0],
			self.lefts[-1],
			self.tops[0],
			self.tops[-1],
		)

	def _in_order(self, those: list[_T]) -> list[_T]:
		"""What stands from left to right, as it is read."""
		return those[::-1] if self._is_right_to_left else those

	def _filled(self, texts: dict[Cell, str]) -> list[list[str]]:
		"""The rows, with the text of a cell that reaches down in each row that it reaches."""
		rows = [[texts.get((row, column), "") for column in range(self.columns)] for row in range(self.rows)]
		left = Layout.FREE
		for column in range(self.columns):
			first = 0
			for row in range(1, self.rows + 1):
				if row < self.rows and not self._is_below(row, column):
					continue
				reached = [rows[at][column] for at in range(first, row)]
				text = next(filter(None, reached), "")
				# Several texts are rows that have no line between them.
				if row - first > 1 and sum(map(bool, reached)) == 1 and len(text) <= LONGEST:
					for at in range(first, row):
						if (
							self._first_of(at, column) == column
							and not rows[at][column]
							and len(text) <= left
						):
							rows[at][column] = text
							left -= len(text)
				first = row
		return rows

	def _has_tall(self, cells: dict[Cell, _Words]) -> bool:
		"""Whether rows of the table have no lines between them: two cells beside each other have as many lines at the same heights."""
		for row in range(self.rows):
			heights = [
				sorted({round(words[0].base) for words in lines})
				for (at, _), lines in cells.items()
				if at == row
			]
			tall = [found for found in heights if len(found) >= _TALL]
			if len(tall) > 1 and 2 * sum(found == max(heights, key=len) for found in heights) > len(heights):
				return True
		return False


def _places(rulings: list[Ruling]) -> list[float]:
	places: list[float] = []
	for ruling in sorted(rulings):
		if not places or ruling.at - places[-1] > _TOUCH:
			places.append(ruling.at)
	return places


def _by_place(rulings: list[Ruling], places: list[float]) -> list[list[Ruling]]:
	found: list[list[Ruling]] = [[] for _ in places]
	for ruling in rulings:
		found[max(0, bisect_right(places, ruling.at + 0.01) - 1)].append(ruling)
	return found
