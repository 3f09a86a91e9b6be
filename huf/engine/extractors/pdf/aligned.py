"""Tables on a PDF page that are made of aligned words: what is a table, and which columns it has.

No PDF says that something is a table. Rows of words with a gap that goes down through all of them, beside columns whose
words begin, end or are centred at one place, are one; running text has gaps too, though never below one another.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from statistics import median

from huf.engine.extractors.pdf.bands import LINE, OVERLAPPING, Band, bands_of
from huf.engine.extractors.pdf.cells import Column, Table, is_number
from huf.engine.extractors.pdf.pieces import Piece, Row
from huf.engine.extractors.pdf.rows import Line, lines_of_band, parted, table_of, touched
from huf.engine.extractors.pdf.rulings import Rulings

_APART = 3.2
"""Distance between rows of one table, in sizes of their type."""
_FEWEST_ROWS = 3
_MOST_ALONE = 6
"""Lines of one piece, one below another, in a table: a long cell beside short ones."""
_MOST_ABOVE = 4
"""Lines above a table that goes on from the page before."""
_WIDE = 0.6
"""Part of the width of all lines, from which on one is running text."""
_OVER_NAMES = 2.2
"""Distance, in sizes, from the names of columns to what stands over several of them."""
_DEEPEST = 4
_LEAST_GUTTER = 0.5
"""Width of what divides two columns, in sizes."""
_SAME_PLACE = 0.3
"""Sizes between the edges of cells that are aligned."""
_ALIGNED = 0.6
"""Part of the cells of a column that are aligned."""
_WIDEST = 4_000
"""Points across in which columns are looked for: A0 has 2,384."""
_NUMBERED = re.compile(
	r"[(\[]?(?:\d{1,4}(?:\.\d{1,3}){0,4}|[A-Za-z]|[ivxIVX]{1,5}|[•‣◦▪–—*\-·\uf0b7])[.):\]]?"
)


def aligned_tables(
	rows: Sequence[Row], drawn: Rulings, is_right_to_left: bool
) -> Iterator[tuple[Table, list[Row]]]:
	"""The tables in these rows, and which rows are in each."""
	bands = bands_of(rows, drawn)
	end = 0
	for start, stop in _runs(bands):
		for first, last, columns in _in_run(bands, start, stop, drawn, 0):
			first, last = _with_edges(bands, first, last, columns, end)
			chosen = bands[first:last]
			yield (
				table_of(chosen, columns, drawn, is_right_to_left),
				[row for band in chosen for row in band.rows],
			)
			end = last


def continued(
	rows: Sequence[Row], columns: Sequence[Column], drawn: Rulings, is_right_to_left: bool
) -> tuple[Table | None, list[Row]]:
	"""The first rows of a page as rows of a table with these columns, which the page before ends with, and which they are."""
	if is_right_to_left:
		columns = columns[::-1]
	all_bands = bands_of(rows, drawn)
	for first in range(min(_MOST_ABOVE, len(all_bands))):
		bands = _fitting(all_bands[first:], columns)
		# A head that was not told as one may fit too: it stands by itself, and the table below it.
		if len(bands) > 1 or (bands and first + 1 == len(all_bands)):
			return (
				table_of(bands, columns, drawn, is_right_to_left),
				[row for band in bands for row in band.rows],
			)
	return None, []


def _fitting(all_bands: Sequence[Band], columns: Sequence[Column]) -> list[Band]:
	"""The first lines, as far as they fit into the columns."""
	bands: list[Band] = []
	used = 0
	for band in all_bands:
		if bands and band.first - bands[-1].last > _APART * band.size:
			break
		if any(len(touched(part, columns)) != 1 for row in band.rows for part in parted(row, columns)):
			break
		bands.append(band)
		if band.is_several:
			used = len(bands)
		elif len(bands) - used > _MOST_ALONE:
			break
	bands = bands[:used]
	several = sum(
		len({touched(part, columns)[0] for row in band.rows for part in parted(row, columns)}) > 1
		for band in bands
	)
	return bands if 2 * several > len(bands) else []


def _runs(bands: Sequence[Band]) -> Iterator[tuple[int, int]]:
	"""Rows below one another that begin and end with several pieces, and between which no running text stands."""
	if not bands:
		return
	width = max(band.spans[-1][1] for band in bands) - min(band.spans[0][0] for band in bands)
	start = stop = alone = 0
	for number, band in enumerate(bands):
		before = bands[number - 1]
		is_apart = number > 0 and band.first - before.last > _APART * max(band.size, before.size)
		if is_apart or alone > _MOST_ALONE:
			if stop > start:
				yield start, stop
			start = stop = number
			alone = 0
		if band.is_several:
			if stop == start:
				start = number
			stop, alone = number + 1, 0
		elif stop > start:
			# Half of them are enough where they are as wide as running text.
			is_wide = band.spans[0][1] - band.spans[0][0] >= _WIDE * width
			alone += _MOST_ALONE // 2 if is_wide else 1
	if stop > start:
		yield start, stop


def _in_run(
	bands: Sequence[Band], start: int, stop: int, drawn: Rulings, depth: int
) -> Iterator[tuple[int, int, list[Column]]]:
	"""Where in these rows tables are, as first, last and columns."""
	run = bands[start:stop]
	if sum(band.is_several for band in run) < _FEWEST_ROWS:
		return
	columns = _columns(run)
	if len(columns) > 1 and _is_table([lines_of_band(band, columns) for band in run], columns, drawn):
		yield start, stop, columns
		return
	if depth >= _DEEPEST:
		return
	# Two tables below each other, or one and what stands above it: they part where the gap is widest.
	gaps = [other.first - one.last for one, other in pairwise(run)]
	widest = max(range(len(gaps)), key=gaps.__getitem__)
	if gaps[widest] > 1.3 * median(gaps):
		middle = start + widest + 1
		for first, last in ((start, middle), (middle, stop)):
			several = [number for number in range(first, last) if bands[number].is_several]
			if several:
				yield from _in_run(bands, several[0], several[-1] + 1, drawn, depth + 1)


def _with_edges(
	bands: Sequence[Band], first: int, last: int, columns: Sequence[Column], begin: int
) -> tuple[int, int]:
	"""The table with the lines of one piece above and below it that are of the cells in its first and its last row."""
	while first > begin:
		above, gap = bands[first - 1], bands[first].first - bands[first - 1].last
		is_over_names = above.spans[0][0] > columns[0].right and gap < _OVER_NAMES * above.size
		if not is_over_names and not _is_of_cell(above, gap, columns):
			break
		first -= 1
	while last < len(bands) and _is_of_cell(bands[last], bands[last].first - bands[last - 1].last, columns):
		last += 1
	return first, last


def _is_of_cell(band: Band, gap: float, columns: Sequence[Column]) -> bool:
	pieces = [piece for row in band.rows for piece in row]
	if gap >= LINE * band.size or any(len(touched(piece, columns)) != 1 for piece in pieces):
		return False
	return len(pieces) > 1 or pieces[0].left > columns[0].right or gap < OVERLAPPING * band.size


def _columns(run: Sequence[Band]) -> list[Column]:
	"""Where something stands in these rows, divided by gaps that all but a few of them have."""
	rows = [band for band in run if band.is_several]
	left = min(band.spans[0][0] for band in rows)
	width = int(min(max(band.spans[-1][1] for band in rows) - left, _WIDEST)) + 2
	steps = [0] * (width + 1)
	for band in rows:
		for start, end in band.narrow:
			steps[max(0, min(int(start - left), width - 1))] += 1
			steps[max(0, min(int(end - left) + 1, width))] -= 1
	allowed = len(rows) // 10 if len(rows) >= 6 else 0
	least = _LEAST_GUTTER * median(band.size for band in rows)
	columns: list[Column] = []
	covered = begin = end = 0
	for at in range(width):
		covered += steps[at]
		if covered <= allowed:
			continue
		if at - end >= least and end > begin:
			columns.append(Column(left + begin, left + end))
			begin = at
		end = at + 1
	return [*columns, Column(left + begin, left + end)]


def _is_table(bands: list[list[Line]], columns: Sequence[Column], drawn: Rulings) -> bool:
	lines = [line for band in bands for line in band]
	rows = [
		[[piece for line in band for piece in line.cells[n]] for n in range(len(columns))] for band in bands
	]
	several = [row for row in rows if sum(map(bool, row)) > 1]
	if len(several) < _FEWEST_ROWS or 2 * len(several) < len(rows):
		return False
	texts = [[" ".join(piece.text for piece in cell) for cell in row] for row in several]
	filled = [[row[number] for row in texts if row[number]] for number in range(len(columns))]
	if len(columns) == 2 and sum(bool(_NUMBERED.fullmatch(text)) for text in filled[0]) > 0.7 * len(
		filled[0]
	):
		# Numbers of paragraphs, of lines or of points in a list stand in the margin of running text.
		if sum(map(is_number, filled[1])) < 0.3 * len(filled[1]):
			return False
	aligned = [_is_aligned(lines, number) for number in range(len(columns))]
	if sum(aligned) < len(columns) - (len(columns) > 2):
		return False
	numbers = max(sum(map(is_number, cells)) for cells in filled[1:])
	if len(columns) > 2 and 2 * sum(sum(map(bool, row)) > 2 for row in several) < len(several) > 2 * numbers:
		return False
	# Three rows may be anything, addresses or a program, unless they have amounts or lines between them.
	across = sum(lines[0].base < ruling.at < lines[-1].base for ruling in drawn.across)
	return len(several) > _FEWEST_ROWS or 2 * numbers > len(several) or across > 1


def _is_aligned(lines: list[Line], number: int) -> bool:
	"""Whether most cells of a column begin, end or are centred at one place."""
	cells = [line.cells[number] for line in lines if line.cells[number]]
	if len(cells) < 2:
		return False
	near = _SAME_PLACE * lines[0].size
	places: tuple[Callable[[list[Piece]], float], ...] = (
		lambda cell: cell[0].left,
		lambda cell: cell[-1].right,
		lambda cell: (cell[0].left + cell[-1].right) / 2,
	)
	for place in places:
		values = sorted(map(place, cells))
		first = 0
		for last, value in enumerate(values):
			while value - values[first] > 2 * near:
				first += 1
			if last - first + 1 >= _ALIGNED * len(values):
				return True
	return False
