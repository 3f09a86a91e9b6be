"""Where the words of a passage stand on a page, though two libraries read the page differently.

Only letters and digits count: white space, hyphens at line ends, ligatures, marks and the case of letters are what readers
of PDF differ in. The order of columns and boxes is, too, so a passage is not one stretch of the page: every part of it that
is long enough is looked for by itself.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

LEAST = 12
"""Letters in a row that are found for themselves, some two words; fewer would also stand elsewhere."""
LEAST_OF_LITTLE = 24
"""The same for a page that has little of the passage, or only its end."""
LITTLE = 0.3
"""Part of the passage that is little."""
MOST_PASSAGE = 40_000
"""Characters of a passage that are looked for; a chunk has a tenth of it."""
_MOST_PLACES = 16
"""Places of the same letters that are remembered: rows of a table repeat theirs."""
LEAST_OVERLAP = 0.4
"""Part of the lower box that stands beside the other in one line: a comma is low, and lines that are set tight touch."""
_GAP = 3.0
"""Distance between neighbours, in heights of the line, from which on they belong to two columns."""


class Mark(NamedTuple):
	"""A rectangle over words, in parts of the page: 0 is left and top, 1 is right and bottom."""

	left: float
	top: float
	width: float
	height: float


def marks_of(passage: str, characters: str, boxes: Sequence[int], *, only_end: bool = False) -> list[Mark]:
	"""Rectangles over the words of ``passage``, one for each line, from the top of the text down.

	Args:
		passage: as a search gave it.
		characters: of the page, in any order that keeps lines.
		boxes: four for each of the characters, as :class:`~huf.engine.pdf_pages.drawing.DrawnPage` has them.
		only_end: for the page after the one that the passage begins on. What is not its end is not marked there: heads of
			pages, with which passages begin, stand on each.
	"""
	wanted, _ = _letters(passage[:MOST_PASSAGE])
	page, origins = _letters(characters)
	marks: list[Mark] = []
	for start, end in _stretches(wanted, page, only_end):
		marks += _lines(sorted(set(origins[start:end])), boxes)
	return marks


def _letters(text: str) -> tuple[str, list[int]]:
	"""What counts of the text, and for each of it where in ``text`` it stood."""
	letters: list[str] = []
	origins: list[int] = []
	for at, character in enumerate(text):
		for letter in unicodedata.normalize("NFKD", character).casefold():
			if letter.isalnum():
				letters.append(letter)
				origins.append(at)
	return "".join(letters), origins


def _stretches(wanted: str, page: str, only_end: bool) -> list[tuple[int, int]]:
	"""Parts of the page that say what is wanted, in its order and without overlaps."""
	if not wanted:
		return []
	whole = page.find(wanted)
	if whole >= 0:
		return [(whole, whole + len(wanted))]
	found: list[tuple[int, int, int]] = []
	places: dict[str, list[int]] = defaultdict(list)
	for at in range(len(page) - LEAST + 1):
		known = places[page[at : at + LEAST]]
		if len(known) < _MOST_PLACES:
			known.append(at)
	at = last = 0
	while at + LEAST <= len(wanted):
		known = places.get(wanted[at : at + LEAST], [])
		if not known:
			at += 1
			continue
		# The longest of them; of equals the one after what was read last.
		size, _, start = max((_alike(wanted, at, page, place), place >= last, -place) for place in known)
		start = -start
		found.append((at, start, size))
		at += size
		last = start + size
	if only_end or sum(size for _, _, size in found) < LITTLE * len(wanted):
		found = [one for one in found if one[2] >= LEAST_OF_LITTLE]
	if only_end:
		found = [one for one in found if one[0] + one[2] == len(wanted)]
	return _without_overlaps((start, start + size) for _, start, size in found)


def _alike(wanted: str, at: int, page: str, start: int) -> int:
	"""How many letters are the same from there on."""
	most = min(len(wanted) - at, len(page) - start)
	size = LEAST
	while size < most and wanted[at + size] == page[start + size]:
		size += 1
	return size


def _without_overlaps(stretches: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
	joined: list[tuple[int, int]] = []
	for start, end in sorted(stretches):
		if joined and start <= joined[-1][1]:
			joined[-1] = joined[-1][0], max(end, joined[-1][1])
		else:
			joined.append((start, end))
	return joined


def _lines(characters: list[int], boxes: Sequence[int]) -> list[Mark]:
	"""One rectangle for what stands beside each other."""
	marks: list[Mark] = []
	line: list[int] | None = None
	for at in characters:
		box = list(boxes[4 * at : 4 * at + 4])
		if box[0] >= box[2] and box[1] >= box[3]:
			continue
		if line is not None and _is_beside(line, box):
			line = [min(line[0], box[0]), min(line[1], box[1]), max(line[2], box[2]), max(line[3], box[3])]
			continue
		if line is not None:
			marks.append(_mark(line))
		line = box
	return [*marks, _mark(line)] if line is not None else marks


def _is_beside(line: list[int], box: list[int]) -> bool:
	"""Whether a box stands in the line, and not in another column."""
	height = max(line[3] - line[1], box[3] - box[1], 1)
	least = min(line[3] - line[1], box[3] - box[1])
	overlap = min(line[3], box[3]) - max(line[1], box[1])
	gap = max(box[0] - line[2], line[0] - box[2])
	return overlap >= LEAST_OVERLAP * least and overlap > 0 and gap <= _GAP * height


def _mark(box: list[int]) -> Mark:
	left, top, right, bottom = (value / 10_000 for value in box)
	return Mark(left, top, right - left, bottom - top)
