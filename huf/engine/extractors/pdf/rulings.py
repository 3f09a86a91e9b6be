"""The lines that are drawn on a page of a PDF: those around the cells of tables, among others."""

import ctypes
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

Box = tuple[float, float, float, float]

MOST_OBJECTS = 5_000
"""Objects of a page beyond which it is a drawing, in which no table is looked for."""
_MOST_SEGMENTS = 64
"""Parts of one path that are looked at: a grid that is drawn at once has some dozens."""
_MOST_RULINGS = 400
"""Of each direction, joined; a page of a spreadsheet has some hundred."""
_DEEPEST = 3
"""Forms (ISO 32000-1, 8.10) within forms."""
_THIN = 3.0
"""Points. What is thinner is a line, however it is drawn."""
_SHORTEST = 6.0
"""Points of a line that can be the side of a cell."""
_SAME = 2.0
"""Points between lines that are one: neighbouring cells draw their common side twice."""


class Ruling(NamedTuple):
	"""A line that goes across or down."""

	at: float
	"""Points from the top for one that goes across, from the left for one that goes down."""
	start: float
	end: float


class Rulings(NamedTuple):
	"""The lines of a page, each in its order; those on one line that touch are one."""

	across: list[Ruling]
	down: list[Ruling]


def count_objects(page: Any) -> int:
	"""How many things are on a page, texts and lines among them."""
	from pypdfium2 import raw

	return int(raw.FPDFPage_CountObjects(page.raw))


def rulings_of(page: Any, shown: Callable[[Box, Box], Box]) -> Rulings:
	"""The lines on a page of PDFium.

	Args:
		page: as pypdfium2 opens it.
		shown: turns boxes of the page as it is stored (left, bottom, right, top) into those of the page as it is shown.
	"""
	from pypdfium2 import raw

	across: list[Ruling] = []
	down: list[Ruling] = []
	if count_objects(page) > MOST_OBJECTS:
		return Rulings([], [])
	identity = raw.FS_MATRIX(1, 0, 0, 1, 0, 0)
	for left, bottom, right, top, is_filled in _strokes(objects_of(page), identity, [MOST_OBJECTS], 0):
		box = shown((left, bottom, right, top), (left, bottom, right, top))
		wide, high = box[2] - box[0], box[3] - box[1]
		if high <= _THIN and wide >= _SHORTEST:
			across.append(Ruling((box[1] + box[3]) / 2, box[0], box[2]))
		elif wide <= _THIN and high >= _SHORTEST:
			down.append(Ruling((box[0] + box[2]) / 2, box[1], box[3]))
		elif is_filled and wide >= _SHORTEST and high >= _SHORTEST:
			# The ground of a cell, or of every second row, ends where these end.
			across += [Ruling(box[1], box[0], box[2]), Ruling(box[3], box[0], box[2])]
			down += [Ruling(box[0], box[1], box[3]), Ruling(box[2], box[1], box[3])]
		if len(across) + len(down) > 4 * MOST_OBJECTS:
			return Rulings([], [])
	rulings = Rulings(_joined(across), _joined(down))
	return rulings if max(map(len, rulings)) <= _MOST_RULINGS else Rulings([], [])


def objects_of(page: Any) -> Iterator[Any]:
	"""The things on a page of PDFium, in the order in which they are drawn."""
	from pypdfium2 import raw

	for at in range(count_objects(page)):
		yield raw.FPDFPage_GetObject(page.raw, at)


def _inside(form: Any) -> Iterator[Any]:
	from pypdfium2 import raw

	for at in range(max(0, raw.FPDFFormObj_CountObjects(form))):
		yield raw.FPDFFormObj_GetObject(form, at)


def _strokes(
	objects: Iterator[Any], place: Any, left_over: list[int], depth: int
) -> Iterator[tuple[float, float, float, float, bool]]:
	"""Boxes around lines and grounds; ``left_over`` counts down the objects that may still be looked at."""
	from pypdfium2 import raw

	for item in objects:
		left_over[0] -= 1
		if left_over[0] < 0:
			return
		kind = raw.FPDFPageObj_GetType(item)
		if kind == raw.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
			yield from _strokes(_inside(item), _times(_matrix(item), place), left_over, depth + 1)
		elif kind == raw.FPDF_PAGEOBJ_PATH:
			yield from _of_path(item, place)


def _of_path(path: Any, place: Any) -> Iterator[tuple[float, float, float, float, bool]]:
	from pypdfium2 import raw

	fill, stroke = ctypes.c_int(), ctypes.c_int()
	raw.FPDFPath_GetDrawMode(path, fill, stroke)
	if not fill.value and not stroke.value:
		return
	count = raw.FPDFPath_CountSegments(path)
	if not 2 <= count <= _MOST_SEGMENTS:
		return
	matrix = _times(_matrix(path), place)
	x, y = ctypes.c_float(), ctypes.c_float()
	points: list[tuple[float, float]] = []
	for at in range(count):
		segment = raw.FPDFPath_GetPathSegment(path, at)
		kind = raw.FPDFPathSegment_GetType(segment)
		if kind == raw.FPDF_SEGMENT_BEZIERTO:
			return
		raw.FPDFPathSegment_GetPoint(segment, x, y)
		point = (
			matrix.a * x.value + matrix.c * y.value + matrix.e,
			matrix.b * x.value + matrix.d * y.value + matrix.f,
		)
		if kind == raw.FPDF_SEGMENT_MOVETO and points:
			yield from _of_points(points, bool(stroke.value))
			points = []
		points.append(point)
		if raw.FPDFPathSegment_GetClose(segment) and points[0] != point:
			points.append(points[0])
	yield from _of_points(points, bool(stroke.value))


def _of_points(
	points: list[tuple[float, float]], is_stroked: bool
) -> Iterator[tuple[float, float, float, float, bool]]:
	if len(points) < 2:
		return
	across, up = [x for x, _ in points], [y for _, y in points]
	if not is_stroked:
		yield min(across), min(up), max(across), max(up), True
		return
	for (x, y), (other_x, other_y) in pairwise(points):
		if abs(x - other_x) <= 0.5 or abs(y - other_y) <= 0.5:
			yield min(x, other_x), min(y, other_y), max(x, other_x), max(y, other_y), False


def _matrix(item: Any) -> Any:
	from pypdfium2 import raw

	matrix = raw.FS_MATRIX(1, 0, 0, 1, 0, 0)
	raw.FPDFPageObj_GetMatrix(item, matrix)
	return matrix


def _times(first: Any, then: Any) -> Any:
	"""The matrix that does one, then the other (ISO 32000-1, 8.3.4)."""
	from pypdfium2 import raw

	return raw.FS_MATRIX(
		first.a * then.a + first.b * then.c,
		first.a * then.b + first.b * then.d,
		first.c * then.a + first.d * then.c,
		first.c * then.b + first.d * then.d,
		first.e * then.a + first.f * then.c + then.e,
		first.e * then.b + first.f * then.d + then.f,
	)


def _joined(rulings: list[Ruling]) -> list[Ruling]:
	"""One for those that lie on one line and touch."""
	bands: list[list[Ruling]] = []
	for ruling in sorted(rulings):
		if bands and ruling.at - bands[-1][0].at <= _SAME:
			bands[-1].append(ruling)
		else:
			bands.append([ruling])
	joined: list[Ruling] = []
	for band in bands:
		at = band[0].at
		start = end = None
		for ruling in sorted(band, key=lambda one: one.start):
			if end is not None and start is not None and ruling.start <= end + _SAME:
				end = max(end, ruling.end)
				continue
			if start is not None and end is not None:
				joined.append(Ruling(at, start, end))
			start, end = ruling.start, ruling.end
		if start is not None and end is not None:
			joined.append(Ruling(at, start, end))
	return joined
