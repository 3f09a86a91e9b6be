"""The rows of a table without lines around its cells: which lines of text are one row, since cells have several lines."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from huf.engine.extractors.pdf.bands import LINE, Band
from huf.engine.extractors.pdf.cells import Column, Table, cell_text, header_of, is_number, without_signs
from huf.engine.extractors.pdf.pieces import Piece, Row, joined, narrow_pieces
from huf.engine.extractors.pdf.rulings import Rulings

_FEWEST_ROWS = 3


@dataclass(frozen=True, slots=True)
class Line:
	"""One line of text across a table: what stands in each of its columns."""

	cells: list[list[Piece]]
	base: float
	size: float

	@property
	def filled(self) -> list[int]:
		return [number for number, cell in enumerate(self.cells) if cell]


def touched(piece: Piece, columns: Sequence[Column]) -> list[int]:
	"""The columns that a piece reaches into, or else the one that is nearest to it within two sizes."""
	found = [
		number
		for number, column in enumerate(columns)
		if min(piece.right, column.right) - max(piece.left, column.left)
		> 0.2 * min(piece.right - piece.left, column.right - column.left)
	]
	if found:
		return found
	away = [max(column.left - piece.right, piece.left - column.right) for column in columns]
	nearest = min(range(len(columns)), key=away.__getitem__)
	return [nearest] if away[nearest] < 2 * piece.size else []


def parted(row: Row, columns: Sequence[Column]) -> list[Piece]:
	"""The pieces of a row, those cut that reach over several columns and have a space between them."""
	parts: list[Piece] = []
	for piece in row:
		if len(touched(piece, columns)) < 2:
			parts.append(piece)
			continue
		for part in narrow_pieces(piece):
			# Words of one column go together again.
			if (
				parts
				and parts[-1].order == piece.order
				and touched(parts[-1], columns)[:1] == touched(part, columns)[:1]
			):
				parts[-1] = joined(parts[-1], part)
			else:
				parts.append(part)
	return parts


def _line(row: Row, columns: Sequence[Column]) -> Line:
	cells: list[list[Piece]] = [[] for _ in columns]
	for piece in parted(row, columns):
		found = touched(piece, columns)
		if not found:
			middle = (piece.left + piece.right) / 2
			found = [max(0, bisect_right([column.left for column in columns], middle) - 1)]
		cells[found[0]].append(piece)
	return Line(cells, row[0].base, max(piece.size for piece in row))


def lines_of_band(band: Band, columns: Sequence[Column]) -> list[Line]:
	"""The lines of a band by their columns."""
	return [_line(row, columns) for row in band.rows]


def table_of(
	bands: Sequence[Band], columns: Sequence[Column], drawn: Rulings, is_right_to_left: bool
) -> Table:
	"""These lines as a table with these columns."""
	groups = _logical([lines_of_band(band, columns) for band in bands], columns, drawn)
	rows = [_cells(group, len(columns), is_right_to_left) for group in groups]
	bold = [all(piece.is_bold for line in group for cell in line.cells for piece in cell) for group in groups]
	width = columns[-1].right - columns[0].left
	across = [one.at for one in drawn.across if _reach(one.start, one.end, columns) > width / 2]
	below = {
		number
		for number, (one, other) in enumerate(pairwise(groups))
		if any(_is_between(at, one[-1], other[0]) for at in across)
	}
	header, is_evident = header_of([row[::-1] for row in rows] if is_right_to_left else rows, bold, below)
	kept, numbers = without_signs(rows)
	names = [columns[number] for number in numbers]
	if is_right_to_left:
		kept, names = [row[::-1] for row in kept], names[::-1]
	return Table(
		kept,
		header,
		is_evident,
		tuple(names),
		columns[0].left,
		columns[-1].right,
		bands[0].first - bands[0].size,
		bands[-1].last,
	)


def _reach(start: float, end: float, columns: Sequence[Column]) -> float:
	return min(end, columns[-1].right) - max(start, columns[0].left)


def _is_between(at: float, one: Line, other: Line) -> bool:
	return one.base < at + 1 and at < other.base - 0.3 * other.size


def _cells(group: list[Line], count: int, is_right_to_left: bool) -> list[str]:
	step = -1 if is_right_to_left else 1
	return [
		cell_text([[piece.text for piece in line.cells[number][::step]] for line in group])
		for number in range(count)
	]


_Group = list[Line]


def _logical(bands: list[_Group], columns: Sequence[Column], drawn: Rulings) -> list[_Group]:
	"""The lines of text by the rows of the table: cells have several lines where they are too narrow."""
	if len(bands) < 2:
		return bands
	pairs = list(pairwise(bands))
	gaps = [other[0].base - one[-1].base for one, other in pairs]
	close = [gap <= LINE * one[-1].size for gap, (one, _) in zip(gaps, pairs, strict=True)]
	width = columns[-1].right - columns[0].left
	across = [one.at for one in drawn.across if _reach(one.start, one.end, columns) > width / 2]
	divided = [any(_is_between(at, one[-1], other[0]) for at in across) for one, other in pairs]
	if sum(divided) > 1 and sum(divided) >= 0.3 * len(divided):
		groups = _grouped(
			bands, [near and not is_divided for near, is_divided in zip(close, divided, strict=True)]
		)
		if _are_rows(groups):
			return groups
	if any(close):
		tight = 1.1 * min(gaps)
		if max(gaps) > 1.15 * min(gaps):
			groups = _grouped(bands, [near and gap <= tight for near, gap in zip(close, gaps, strict=True)])
			if _are_rows(groups) and len(groups) >= _FEWEST_ROWS:
				return _with_rests(groups)
	usual = median(gaps)
	return _grouped(
		bands,
		[
			near and gap <= 1.1 * usual and _goes_on(one[-1], other[0])
			for near, gap, (one, other) in zip(close, gaps, pairs, strict=True)
		],
	)


def _with_rests(groups: list[_Group]) -> list[_Group]:
	"""Rows, with lines of their own joined that only have the rest of the cells above them."""
	joined = [groups[0]]
	for group in groups[1:]:
		above = joined[-1][-1]
		is_near = group[0].base - above.base <= LINE * above.size
		if len(group) == 1 and is_near and _goes_on(above, group[0]):
			joined[-1] = [*joined[-1], *group]
		else:
			joined.append(group)
	return joined


def _grouped(bands: list[_Group], together: list[bool]) -> list[_Group]:
	groups = [list(bands[0])]
	for band, joins in zip(bands[1:], together, strict=True):
		if joins:
			groups[-1] += band
		else:
			groups.append(list(band))
	return groups


def _are_rows(groups: list[_Group]) -> bool:
	"""Whether lines that go together are of one row: no two of them have amounts in the same column, and hardly two have something
	in all columns."""
	full = joined = 0
	for group in groups:
		if len(group) < 2:
			continue
		joined += 1
		for number in range(1, len(group[0].cells)):
			if sum(is_number(_text(line.cells[number])) for line in group if line.cells[number]) > 1:
				return False
		full += sum(len(line.filled) == len(line.cells) for line in group) > 1
	return full <= 0.3 * joined


def _goes_on(one: Line, other: Line) -> bool:
	"""Whether a line only has what did not fit into the cells of the line above it, by what it says."""
	if any(is_number(_text(cell)) for cell in other.cells if cell):
		# A label of two lines, of which the second has the amounts.
		return one.filled == [0] and bool(other.cells[0]) and _text(other.cells[0])[0].islower()
	filled = set(other.filled)
	if 0 in filled:
		return (
			len(filled) < len(one.filled)
			and filled <= set(one.filled)
			and all(_text(other.cells[number])[0].islower() for number in filled)
		)
	return filled < set(one.filled)


def _text(cell: list[Piece]) -> str:
	return " ".join(piece.text for piece in cell)
