"""The parts of a PDF page in the order in which people read them: columns one after another, tables row by row.

Most pages are stored in that order, and are left as they are. A page is taken apart where a gutter between two columns of
prose goes down it and its lines are stored across that, or where it has a table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from huf.engine.extractors.pdf.aligned import aligned_tables, continued
from huf.engine.extractors.pdf.cells import Column, Table
from huf.engine.extractors.pdf.document import Word
from huf.engine.extractors.pdf.grids import grids_on
from huf.engine.extractors.pdf.pieces import Piece, is_right_to_left, lines_of, pieces_of, rows_of
from huf.engine.extractors.pdf.rulings import Rulings

MOST_WORDS = 20_000
"""Of a page that is taken apart; a page of a newspaper has some 5,000. A larger one is read as it is stored."""
_GUTTER = 0.7
"""Width of the space between two columns, in sizes of the type."""
_SAME_EDGE = 3.0
"""Points in which the beginnings of the lines of a column differ."""
_FEWEST_LINES = 4
"""Lines of a column."""
_DEEPEST = 3
"""Cuts within one another: four columns."""
_HANGING = 2.5
"""Sizes by which the first line of a numbered paragraph begins before the others."""
_FEWEST_STORED = 8
"""Rows of a column that is none of prose, as those of a form are."""
_FEWEST_WORDS = 5
"""Of a row of such a column, on the average. Cells of a table have fewer."""
_LETTERS = 0.7
"""Part of the letters and digits of prose that are letters."""
_MOST_CANDIDATES = 8
_MOST_CUTS = 40
"""Places at which one page is cut; each is looked for in all of its lines."""


class Prose(NamedTuple):
	"""Lines of running text, in their order."""

	lines: list[str]
	bottom: float = 0.0
	"""Height of the last line on the page."""


Part = Prose | Table


@dataclass(frozen=True, slots=True)
class _Item:
	"""A piece of a line or a whole table, and where it stands."""

	left: float
	right: float
	top: float
	base: float
	order: int
	content: Piece | Table


def parts_of(
	lines: Sequence[Sequence[Word]], rulings: Callable[[], Rulings], open_table: Sequence[Column] = ()
) -> list[Part] | None:
	"""The page taken apart; None where it reads best as it is stored.

	Args:
		lines: the words of the page as they are stored.
		rulings: asked for the lines drawn on it, if there may be a table.
		open_table: columns of the table with which the page before ends.
	"""
	if sum(map(len, lines)) > MOST_WORDS:
		return None
	pieces = pieces_of(lines)
	rows = rows_of(pieces)
	# A row with two pieces may be one of a table; two are needed, and one to go on with a table of the page before.
	several = sum(len(row) > 1 for row in rows)
	drawn = rulings() if several > 1 or (several and open_table) else Rulings([], [])
	grids, rest = grids_on(lines, drawn, is_right_to_left(pieces))
	if grids:
		pieces = pieces_of(rest)
	return _Page(pieces, grids, drawn, open_table).parts()


class _Page:
	def __init__(
		self, pieces: list[Piece], grids: list[Table], drawn: Rulings, open_table: Sequence[Column]
	) -> None:
		self._drawn, self._open = drawn, open_table
		self._pieces = pieces
		self._is_right_to_left = is_right_to_left(pieces)
		self._cuts = 0
		self._items = [
			_Item(one.left, one.right, one.base - one.size, one.base, one.order, one) for one in pieces
		]
		self._items += [_Item(table.left, table.right, table.top, table.bottom, -1, table) for table in grids]
		self._changed = bool(grids)

	def parts(self) -> list[Part] | None:
		"""What the module promises."""
		parts = _together(self._region(self._items, 0))
		if not self._changed and not any(isinstance(part, Table) for part in parts):
			return None
		return parts

	def _region(self, items: list[_Item], depth: int) -> list[Part]:
		"""The parts of one stretch of the page, columns after each other."""
		if depth < _DEEPEST and (found := self._columns(items)):
			before, left, right, after = found
			sides = [right, left] if self._is_right_to_left else [left, right]
			self._changed = self._changed or not _is_stored_so(*sides)
			return [
				*self._region(before, depth),
				*self._region(sides[0], depth + 1),
				*self._region(sides[1], depth + 1),
				*self._region(after, depth),
			]
		return self._leaf(items)

	def _columns(
		self, items: list[_Item]
	) -> tuple[list[_Item], list[_Item], list[_Item], list[_Item]] | None:
		"""What stands above the tallest pair of columns, its left side, its right side, and what stands below."""
		if len(items) < 2 * _FEWEST_LINES or self._cuts >= _MOST_CUTS:
			return None
		best: tuple[int, float, list[_Item]] | None = None
		ordered = sorted(items, key=lambda one: one.base)
		for edge in _edges(items):
			for run in self._runs(ordered, edge):
				if (best is None or len(run) > best[0]) and self._are_columns(run, edge):
					best = len(run), edge, run
		if best is None:
			return None
		self._cuts += 1
		_, edge, run = best
		chosen = set(map(id, run))
		first = min(one.base for one in run)
		others = [one for one in ordered if id(one) not in chosen]
		return (
			[one for one in others if one.base < first],
			[one for one in run if one.left < edge],
			[one for one in run if one.left >= edge],
			[one for one in others if one.base >= first],
		)

	@staticmethod
	def _runs(ordered: list[_Item], edge: float) -> list[list[_Item]]:
		"""Stretches in which nothing stands in the gutter before ``edge``."""
		runs: list[list[_Item]] = [[]]
		blocked = -1.0
		for item in ordered:
			size = item.base - item.top if isinstance(item.content, Piece) else 10.0
			if item.left < edge and item.right > edge - _GUTTER * size:
				# What stands in the same line goes with it.
				while runs[-1] and runs[-1][-1].base > item.top + size / 2:
					runs[-1].pop()
				runs.append([])
				blocked = item.base
			elif item.base > blocked + 1:
				runs[-1].append(item)
		return [run for run in runs if len(run) >= 2 * _FEWEST_LINES]

	def _are_columns(self, run: list[_Item], edge: float) -> bool:
		left = [one for one in run if one.left < edge]
		right = [one for one in run if one.left >= edge]
		if min(len(left), len(right)) < _FEWEST_LINES:
			return False
		top, bottom = (
			max(min(map(_base, left)), min(map(_base, right))),
			min(max(map(_base, left)), max(map(_base, right))),
		)
		lowest = min(_height(left), _height(right))
		if bottom - top < lowest / 2:
			return False
		across = [
			ruling
			for ruling in self._drawn.across
			if top < ruling.at < bottom and ruling.start < edge - 20 and ruling.end > edge + 20
		]
		if len(across) > 2:
			return False
		if _is_prose(left) and _is_prose(right):
			return True
		sides = [right, left] if self._is_right_to_left else [left, right]
		return _says_much(left) and _says_much(right) and _is_stored_so(*sides)

	def _leaf(self, items: list[_Item]) -> list[Part]:
		"""Running text and tables, from the top down; text alone stays in the order in which it is stored."""
		pieces = [one.content for one in items if isinstance(one.content, Piece)]
		placed: list[tuple[float, Table]] = [
			(one.top, one.content) for one in items if isinstance(one.content, Table)
		]
		rows = rows_of(pieces)
		taken: set[int] = set()
		if self._open and not any(table.top < rows[0][0].base for _, table in placed if rows):
			table, used = continued(rows, self._open, self._drawn, self._is_right_to_left)
			if table:
				placed.append((table.top, table))
				taken.update(id(piece) for row in used for piece in row)
				rows = rows[len(used) :]
		for table, used_rows in aligned_tables(rows, self._drawn, self._is_right_to_left):
			placed.append((table.top, table))
			taken.update(id(piece) for row in used_rows for piece in row)
		free = [piece for piece in pieces if id(piece) not in taken]
		parts: list[Part] = []
		for top, table in sorted(placed, key=lambda one: one[0]):
			parts.append(_prose([piece for piece in free if piece.base <= top]))
			free = [piece for piece in free if piece.base > top]
			parts.append(table)
		parts.append(_prose(free))
		return parts


def _prose(pieces: list[Piece]) -> Prose:
	ordered = sorted(pieces, key=lambda piece: piece.order)
	return Prose(lines_of(ordered), ordered[-1].base if ordered else 0.0)


def _is_stored_so(first: list[_Item], second: list[_Item]) -> bool:
	"""Whether the page has all of one side before the other."""
	return max(one.order for one in first) < min(one.order for one in second if one.order >= 0)


def _base(item: _Item) -> float:
	return item.base


def _height(items: list[_Item]) -> float:
	return max(map(_base, items)) - min(map(_base, items))


def _edges(items: list[_Item]) -> list[float]:
	"""Where the lines of a column other than the first may begin: the most frequent beginnings, and those that hang before them."""
	groups: list[list[float]] = []
	for left in sorted(one.left for one in items):
		if groups and left - groups[-1][0] <= _SAME_EDGE:
			groups[-1].append(left)
		else:
			groups.append([left])
	frequent = sorted(
		(group for group in groups[1:] if len(group) >= _FEWEST_LINES), key=lambda group: -len(group)
	)
	found: list[float] = []
	for group in frequent[:_MOST_CANDIDATES]:
		hanging = [one.left for one in items if group[0] - _HANGING * _size(one) <= one.left < group[0]]
		found += [group[0] - 0.1, min([*hanging, group[0]]) - 0.1]
	return list(dict.fromkeys(found))


def _size(item: _Item) -> float:
	return item.content.size if isinstance(item.content, Piece) else 0.0


def _says_much(items: list[_Item]) -> bool:
	"""Whether these are rows of several words, as the questions and answers of a form are."""
	pieces = [one.content for one in items if isinstance(one.content, Piece)]
	rows = rows_of(pieces)
	words = sum(len(piece.words) for piece in pieces)
	return len(rows) >= _FEWEST_STORED and words >= _FEWEST_WORDS * len(rows) and _are_letters(pieces)


def _are_letters(pieces: list[Piece]) -> bool:
	"""Whether most of this is no numbers."""
	text = "".join(word.text for piece in pieces for word in piece.words)
	return sum(map(str.isalpha, text)) >= _LETTERS * sum(map(str.isalnum, text))


def _is_prose(items: list[_Item]) -> bool:
	"""Whether these lines are running text: most are as long as the column is wide, begin in the middle of sentences, and
	are letters."""
	lines = [one.content for one in items if isinstance(one.content, Piece)]
	if len(lines) < _FEWEST_LINES:
		return False
	widths = sorted(line.right - line.left for line in lines)
	usual = widths[int(0.9 * (len(widths) - 1))]
	full = sum(width >= 0.7 * usual for width in widths) / len(widths)
	if usual < 7 * lines[0].size or full < 0.5 or not _are_letters(lines):
		return False
	cased = [
		line.words[0].text[0]
		for line in lines
		if line.words[0].text[0].lower() != line.words[0].text[0].upper()
	]
	inside = sum(map(str.islower, cased))
	return full >= 0.8 or not cased or inside >= 0.2 * len(cased)


def _together(parts: list[Part]) -> list[Part]:
	"""Without empty ones, and neighbouring text as one."""
	joined: list[Part] = []
	for part in parts:
		if isinstance(part, Prose):
			if not part.lines:
				continue
			if joined and isinstance(joined[-1], Prose):
				joined[-1] = Prose([*joined[-1].lines, *part.lines], part.bottom)
				continue
		joined.append(part)
	return joined
