"""The one place where tokens are counted.

Models disagree about tokens, and their tokenizers are large, slow or must be downloaded, so huf
estimates. Each character has a cost by the kind of script it belongs to; a text costs the sum of
its characters. That is one pass of numpy, it needs no vocabulary, and because costs add up, the
cost of any slice follows from two look-ups in a running sum: :class:`TokenRuler` lets a chunker
measure and cut long texts without ever splitting them into words.

The costs were fitted against the ``cl100k_base`` vocabulary (GPT-4's) on the XQuAD paragraphs in
twelve languages, on source code and on tables of part numbers (``benchmarks/reading/token_estimate.py``
prints the table), and rounded up: an estimate that is a little high wastes a little room, one that
is too low overflows a context.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

_UNIT = 100
"""Costs are counted in hundredths of a token. Whole numbers add up exactly, and ten times as fast as fractions."""

_SPACE, _LETTER, _UPPER, _DIGIT, _MARK = 5, 22, 45, 60, 75
"""For an ASCII space, lower-case letter, capital, digit and any other printable sign."""

_RANGES: tuple[tuple[int, int, int], ...] = (
	(0x0080, 0x024F, 240),  # Latin letters with accents
	(0x0250, 0x036F, 90),  # phonetic signs, combining accents
	(0x0370, 0x03FF, 105),  # Greek
	(0x0400, 0x052F, 56),  # Cyrillic
	(0x0530, 0x05FF, 110),  # Armenian, Hebrew
	(0x0600, 0x08FF, 86),  # Arabic, Syriac
	(0x0900, 0x0DFF, 125),  # Indic scripts
	(0x0E00, 0x0EFF, 110),  # Thai, Lao
	(0x0F00, 0x10FF, 160),  # Tibetan, Myanmar, Georgian
	(0x1100, 0x1DFF, 120),
	(0x1E00, 0x1EFF, 120),  # Vietnamese and other stacked accents
	(0x1F00, 0x1FFF, 160),  # polytonic Greek
	(0x2000, 0x2FFF, 100),  # punctuation and symbols
	(0x3000, 0x30FF, 100),  # CJK punctuation, kana
	(0x3100, 0x9FFF, 130),  # Han
	(0xA000, 0xABFF, 160),
	(0xAC00, 0xD7FF, 140),  # Hangul
	(0xD800, 0xFFFF, 130),
)
_OUTSIDE_BMP = 250
"""Emoji and rare scripts: two or three byte-level tokens each."""

_TABLE_SIZE = 0x10000


@lru_cache(maxsize=1)
def _costs() -> npt.NDArray[np.int64]:
	"""Cost of each character of the Basic Multilingual Plane, by code point."""
	table = np.full(_TABLE_SIZE, _MARK, dtype=np.int64)
	table[:0x21] = _SPACE
	table[ord("0") : ord("9") + 1] = _DIGIT
	table[ord("A") : ord("Z") + 1] = _UPPER
	table[ord("a") : ord("z") + 1] = _LETTER
	for first, last, cost in _RANGES:
		table[first : last + 1] = cost
	return table


def _character_costs(text: str) -> npt.NDArray[np.int64]:
	"""Cost of each character of ``text``; shape ``(len(text),)``."""
	if text.isascii():
		return _costs().take(np.frombuffer(text.encode("ascii"), dtype=np.uint8))
	points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
	costs = _costs().take(np.minimum(points, _TABLE_SIZE - 1))
	costs[points >= _TABLE_SIZE] = _OUTSIDE_BMP
	return costs


def count_tokens(text: str) -> int:
	"""Estimated number of model tokens in ``text``; 0 only for the empty text."""
	if not text:
		return 0
	return -(-int(_character_costs(text).sum()) // _UNIT)


def _whole(size: float) -> int:
	"""``size`` tokens in whole hundredths, rounded down; the margin undoes the rounding of halves and quarters."""
	return int(size * _UNIT + 1e-6)


class TokenRuler:
	"""Measures slices of one text, in tokens or characters, without looking at the text again."""

	def __init__(self, text: str, unit: str) -> None:
		"""``unit`` is ``tokens`` or ``characters``."""
		self._length = len(text)
		self._running: npt.NDArray[np.int64] | None = None
		if unit == "tokens":
			self._running = np.zeros(len(text) + 1, dtype=np.int64)
			np.cumsum(_character_costs(text), out=self._running[1:])

	def measure(self, start: int, end: int) -> float:
		"""Size of ``text[start:end]``."""
		if self._running is None:
			return end - start
		return float(self._running[end] - self._running[start]) / _UNIT

	def reach(self, start: int, size: float) -> int:
		"""The largest ``end`` for which ``text[start:end]`` measures at most ``size``; at least ``start + 1``."""
		if self._running is None:
			end = start + int(size)
		else:
			end = int(self._running.searchsorted(self._running[start] + _whole(size), "right")) - 1
		return min(max(end, start + 1), self._length)

	def reach_back(self, end: int, size: float) -> int:
		"""The smallest ``start`` for which ``text[start:end]`` measures at most ``size``; at most ``end``."""
		if self._running is None:
			return max(0, end - int(size))
		return int(self._running.searchsorted(self._running[end] - _whole(size), "left"))
