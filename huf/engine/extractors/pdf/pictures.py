"""Pictures on pages of a PDF that have text besides: where they lie, and what is recognised on them."""

import ctypes
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from huf.engine.content import Content
from huf.engine.extractors.pdf.rulings import MOST_OBJECTS, Box, count_objects, objects_of
from huf.engine.extractors.pictures.inside import MOST_PICTURES, OFTEN, note_on_recognised, note_on_unread
from huf.engine.extractors.sections import is_blank
from huf.engine.extractors.unread import Unread
from huf.engine.scans import Region
from huf.engine.types import Locator, Section

_LEAST_SHARE = 0.03
"""Of the page. A logo in a letter has one to two per cent, and a small photograph of a stamp or a receipt five."""
_LEAST_SIDE = 0.04
"""Of the page's width or height; what is narrower is a line or a bar."""
_TOUCHING = 0.005
"""Shares between pictures that are one: programs cut a scan into strips."""
_FULL = 250
"""Words on a page that is all text; where a picture has a tenth of that on its part of the page, its text is there already, as under a
scan that somebody has recognised, or it is a ground."""
_MOST_REGIONS = 200
"""Pictures of one page that are looked at; a drawing may consist of thousands."""


class Placed(NamedTuple):
	"""Where the pictures on a page lie, from the top down, and the size of the page in points."""

	regions: list[Region]
	width: float
	height: float


def placed_pictures(page: Any, shown: Callable[[Box, Box], Box]) -> Placed | None:
	"""The pictures on a page of PDFium, those that touch as one; None without any, or with too many things to be sure.

	Args:
		page: as pypdfium2 opens it.
		shown: turns boxes of the page as it is stored (left, bottom, right, top) into those of the page as it is shown.
	"""
	from pypdfium2 import raw

	if count_objects(page) > MOST_OBJECTS:
		return None
	crop = page.get_cropbox()
	_, _, width, height = shown(crop, crop)
	if width <= 0 or height <= 0:
		return None
	left, bottom, right, top = (ctypes.c_float() for _ in range(4))
	regions: list[Region] = []
	for item in objects_of(page):
		# A form with a picture in it is told by its own box, if there is nothing else in it.
		if not _is_picture(item, 0):
			continue
		if not raw.FPDFPageObj_GetBounds(item, left, bottom, right, top):
			continue
		stored = (left.value, bottom.value, right.value, top.value)
		box = shown(stored, stored)
		x, y = (max(0.0, box[0] / width), max(0.0, box[1] / height))
		end_x, end_y = (min(1.0, box[2] / width), min(1.0, box[3] / height))
		if x < end_x and y < end_y:
			regions.append((x, y, end_x, end_y))
		if len(regions) > _MOST_REGIONS:
			return None
	ordered = sorted(_joined(regions), key=lambda region: (region[1], region[0]))
	return Placed(ordered, width, height) if ordered else None


def _is_picture(item: Any, depth: int) -> bool:
	from pypdfium2 import raw

	kind = raw.FPDFPageObj_GetType(item)
	if kind != raw.FPDF_PAGEOBJ_FORM or depth > 2:
		return bool(kind == raw.FPDF_PAGEOBJ_IMAGE)
	count = raw.FPDFFormObj_CountObjects(item)
	return 0 < count < 10 and all(
		_is_picture(raw.FPDFFormObj_GetObject(item, at), depth + 1) for at in range(count)
	)


def _joined(regions: list[Region]) -> list[Region]:
	"""One for those that touch or overlap."""
	done: list[Region] = []
	for region in regions:
		one = region
		while near := [other for other in done if _touch(one, other)]:
			done = [other for other in done if other not in near]
			boxes = [one, *near]
			one = (
				min(box[0] for box in boxes),
				min(box[1] for box in boxes),
				max(box[2] for box in boxes),
				max(box[3] for box in boxes),
			)
		done.append(one)
	return done


def _touch(one: Region, other: Region) -> bool:
	return (
		one[0] <= other[2] + _TOUCHING
		and other[0] <= one[2] + _TOUCHING
		and one[1] <= other[3] + _TOUCHING
		and other[1] <= one[3] + _TOUCHING
	)


class PagePictures:
	"""The pictures on the pages of one file that have text of their own, page by page."""

	def __init__(self, content: Content) -> None:
		self._scans = content.scans
		self._places: Counter[tuple[int, ...]] = Counter()
		self._read: list[tuple[float, int]] = []
		self._taken = self._over = self._unread = 0
		self._troubled: Counter[str] = Counter()

	def of_page(self, number: int, placed: Placed | None, lines: Sequence[Sequence[Any]]) -> list[Section]:
		"""What stands on the pictures of a page, each as a section of its own.

		Args:
			number: of the page, from 1.
			placed: where its pictures lie; None if there are none.
			lines: the words of the page itself (``document.Word``).

		Raises:
			ScanWaiting: they are read elsewhere, and not done yet.
		"""
		if placed is None:
			return []
		words = [
			(
				word.text,
				(word.left + word.right) / 2 / placed.width,
				(word.top + word.bottom) / 2 / placed.height,
			)
			for line in lines
			for word in line
		]
		sections = []
		for region in placed.regions:
			if self._says_nothing(region, words):
				continue
			if self._scans is None or self._scans.why_not:
				if self._scans is not None:
					self._unread += 1
					self._scans.leave(number)
				continue
			if self._taken == MOST_PICTURES:
				self._over += 1
				continue
			self._taken += 1
			found = self._scans.read(number, region)
			if found.trouble:
				self._troubled[found.trouble] += 1
			known = {word for word, _, _ in words}
			# What is printed over a picture has been read, and is seen on it again.
			new = [line for line in found.text.splitlines() if not known.issuperset(line.split()) or not line]
			text = "\n".join(new).strip("\n")
			if not is_blank(text):
				self._read.append((found.confidence, len(text)))
				sections.append(Section(text + "\n", Locator(page=number, part=f"picture {self._taken}")))
		return sections

	def _says_nothing(self, region: Region, words: Sequence[tuple[str, float, float]]) -> bool:
		left, top, right, bottom = region
		area = (right - left) * (bottom - top)
		if area < _LEAST_SHARE or min(right - left, bottom - top) < _LEAST_SIDE:
			return True
		place = tuple(round(share * 100) for share in region)
		self._places[place] += 1
		on_it = sum(left <= x <= right and top <= y <= bottom for _, x, y in words)
		# On many pages at the same spot, it is a mark of their author.
		return (self._places[place] >= OFTEN and area < 0.5) or on_it > max(5, area * _FULL / 10)

	def notes(self) -> list[str]:
		"""What became of them, after the last page."""
		notes = [*note_on_recognised(self._read), *note_on_unread(self._unread, self._scans)]
		if count := self._over:
			notes.append(
				Unread(
					f"{count} pictures on pages with text were not read: of one file, the first {MOST_PICTURES} are. Split it."
				)
			)
		for trouble, count in self._troubled.items():
			notes.append(Unread(f"{count} pictures in it could not be read: {trouble}."))
		return notes
