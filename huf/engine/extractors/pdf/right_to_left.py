"""Arabic and Hebrew as PDFium gives them: in the order in which people read, but for one ligature, and without some of the spaces."""

import unicodedata
from collections.abc import Callable, Iterator, Sequence

_LAM = 0x644
_ALEFS = frozenset((0x622, 0x623, 0x625, 0x627, 0x671))
_FIRST = 0x590
"""Of the letters that are written from right to left: Hebrew begins here."""
_DIRECTIONS = {"R": "left", "AL": "left", "L": "right", "EN": "right", "AN": "right"}
"""Where letters and digits of a class go to (Unicode Standard Annex 9, table 4); marks go with what is around them."""
_SPACE = 0.15
"""In sizes: what is wider parts words. A space is a quarter."""

Box = tuple[float, float, float, float]


def is_lam_alef(letters: Sequence[int]) -> bool:
	"""Whether two letters in this order are what PDFium makes of lam and alef, if they are one glyph.

	That glyph stands for *lam, alef*, in this order. PDFium turns a line around letter by letter, and this pair with it.
	"""
	return len(letters) == 2 and letters[1] == _LAM and letters[0] in _ALEFS


def words_in(
	letters: Sequence[int], shown: Callable[[int, int], Box], size: float
) -> Iterator[tuple[int, int]]:
	"""Where words begin and end in what PDFium gives as one: it drops spaces where the direction changes.

	Args:
		letters: their codes.
		shown: the box around the letters from one to before another: left, top, right, bottom.
		size: of their type, in the unit of the boxes.
	"""
	if max(letters) < _FIRST:
		yield 0, len(letters)
		return
	start = begin = 0
	before: Box | None = None
	for stop in [*_turns(letters), len(letters)]:
		run = shown(begin, stop)
		if before and max(run[0] - before[2], before[0] - run[2]) > _SPACE * size:
			yield start, begin
			start = begin
		before, begin = run, stop
	yield start, len(letters)


def _turns(letters: Sequence[int]) -> Iterator[int]:
	"""Where a letter or digit of the other direction begins."""
	last = ""
	for at, code in enumerate(letters):
		direction = _DIRECTIONS.get(unicodedata.bidirectional(chr(code)), "")
		if direction and last and direction != last:
			yield at
		last = direction or last
