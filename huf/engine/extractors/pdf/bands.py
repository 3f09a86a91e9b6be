"""Lines of text on a PDF page that are beside each other: one row of a table, whose cells are in the middle of their height."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from huf.engine.extractors.pdf.cells import is_number
from huf.engine.extractors.pdf.pieces import GAP, NARROW, Piece, Row
from huf.engine.extractors.pdf.rulings import Ruling, Rulings

LINE = 1.35
"""Distance, in sizes, of the lines of one cell."""
OVERLAPPING = 0.85
"""Distance of two lines, in sizes, below which they overlap: they are of one row, one of them in the middle of its cell."""
_MOST_LINES = 12
"""Of one row."""
_HIGHEST = 200.0
"""Points between two lines that are drawn around a row."""
_WIDTH = 100.0
"""Points of the shortest line that is drawn between the rows of a table."""
_SAME_ENDS = 4.0
"""Points in which such lines differ."""


@dataclass(frozen=True, slots=True)
class Band:
	"""Lines of text that are one row for sure."""

	rows: list[Row]
	first: float
	"""Height of the first line."""
	last: float
	size: float
	spans: list[tuple[float, float]]
	"""Where something stands in it, from left to right."""
	narrow: list[tuple[float, float]]
	"""The same, divided at gaps that could also be between words."""

	@property
	def is_several(self) -> bool:
		"""Whether things stand beside each other."""
		return len(self.spans) > 1


def bands_of(rows: Sequence[Row], drawn: Rulings) -> list[Band]:
	"""The lines, those together that stand between the same two lines that are drawn, or overlap in height."""
	rungs = _rungs(drawn.across)
	starts = [top for top, *_ in rungs]

	def rung(row: Row) -> int:
		at = bisect_right(starts, row[0].base - row[0].size / 3) - 1
		if at < 0 or row[0].base - row[0].size / 3 > rungs[at][1]:
			return -1
		_, _, left, right = rungs[at]
		return at if left - _SAME_ENDS <= row[0].left and row[-1].right <= right + _SAME_ENDS else -1

	bands: list[Band] = []
	at = 0
	while at < len(rows):
		own, end = rung(rows[at]), at + 1
		while own >= 0 and end < len(rows) and rung(rows[end]) == own:
			end += 1
		if end - at > 1 and _is_one(rows[at:end]):
			bands.append(_band(rows[at:end]))
			at = end
			continue
		end = at + 1
		while end < len(rows) and _overlap(rows[end - 1], rows[end]) and (rung(rows[end]) == own):
			end += 1
		end = end if end - at <= _MOST_LINES and _is_one(rows[at:end]) else at + 1
		bands.append(_band(rows[at:end]))
		at = end
	return bands


def _rungs(across: Sequence[Ruling]) -> list[tuple[float, float, float, float]]:
	"""Spaces between neighbouring lines of equal ends: top, bottom, left, right. Where such spaces overlap, the first is taken."""
	ladders: dict[tuple[int, int], list[Ruling]] = defaultdict(list)
	for ruling in across:
		if ruling.end - ruling.start >= _WIDTH:
			ladders[round(ruling.start / _SAME_ENDS), round(ruling.end / _SAME_ENDS)].append(ruling)
	spaces = sorted(
		(one.at, other.at, one.start, one.end)
		for ladder in ladders.values()
		for one, other in pairwise(ladder)
		if other.at - one.at <= _HIGHEST
	)
	rungs: list[tuple[float, float, float, float]] = []
	for space in spaces:
		if not rungs or space[0] >= rungs[-1][1] - 1:
			rungs.append(space)
	return rungs


def _overlap(one: Row, other: Row) -> bool:
	"""Whether two lines overlap in height, though nothing stands on anything."""
	if other[0].base - one[0].base >= OVERLAPPING * min(one[0].size, other[0].size):
		return False
	return not any(
		min(piece.right, below.right) > max(piece.left, below.left) for piece in one for below in other
	)


def _is_one(rows: Sequence[Row]) -> bool:
	"""Whether lines can be one row: no two have amounts below each other, and hardly two have as many pieces."""
	if len(rows) > _MOST_LINES:
		return False
	amounts: list[Piece] = []
	for row in rows:
		here = [piece for piece in row[1:] if is_number(piece.text)]
		if any(
			min(piece.right, other.right) > max(piece.left, other.left) for piece in here for other in amounts
		):
			return False
		amounts += here
	most = max(map(len, rows))
	return most < 3 or len(rows) < 3 or sum(len(row) == most for row in rows) < len(rows)


def _band(rows: Sequence[Row]) -> Band:
	size = max(piece.size for row in rows for piece in row)
	pieces = ((piece.left, piece.right) for row in rows for piece in row)
	words = ((word.left, word.right) for row in rows for piece in row for word in piece.words)
	return Band(
		list(rows),
		rows[0][0].base,
		rows[-1][0].base,
		size,
		_spans(pieces, GAP * size if len(rows) == 1 else 0.0),
		_spans(words, NARROW * size),
	)


def _spans(parts: Iterable[tuple[float, float]], gap: float) -> list[tuple[float, float]]:
	spans: list[tuple[float, float]] = []
	for left, right in sorted(parts):
		if spans and left <= spans[-1][1] + gap:
			spans[-1] = spans[-1][0], max(right, spans[-1][1])
		else:
			spans.append((left, right))
	return spans
