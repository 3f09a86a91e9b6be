"""The one place where tokens are counted.

Models disagree about tokens, and their tokenizers are large, slow or must be downloaded, so huf
estimates. Each character has a cost by the kind of script it belongs to; a text costs the sum of
its characters. That is one pass of numpy, it needs no vocabulary, and because costs add up, the
cost of any slice follows from two look-ups in a running sum: :class:`TokenRuler` lets a chunker
measure and cut long texts without ever splitting them into words.

The costs were fitted against the ``cl100k_base`` vocabulary (GPT-4's) on the XQuAD paragraphs in
twelve languages, on source code and on tables of part numbers (``benchmarks/token_estimate.py``
prints the table), and rounded up: an estimate that is a little high wastes a little room, one that
is too low overflows a context.
"""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

_SPACE, _LETTER, _UPPER, _DIGIT, _MARK = 0.05, 0.22, 0.45, 0.60, 0.75
"""Tokens for an ASCII space, lower-case letter, capital, digit and any other printable sign."""

_RANGES: tuple[tuple[int, int, float], ...] = (
	(0x0080, 0x024F, 2.40),  # Latin letters with accents
	(0x0250, 0x036F, 0.90),  # phonetic signs, combining accents
	(0x0370, 0x03FF, 1.05),  # Greek
	(0x0400, 0x052F, 0.56),  # Cyrillic
	(0x0530, 0x05FF, 1.10),  # Armenian, Hebrew
	(0x0600, 0x08FF, 0.86),  # Arabic, Syriac
	(0x0900, 0x0DFF, 1.25),  # Indic scripts
	(0x0E00, 0x0EFF, 1.10),  # Thai, Lao
	(0x0F00, 0x10FF, 1.60),  # Tibetan, Myanmar, Georgian
	(0x1100, 0x1DFF, 1.20),
	(0x1E00, 0x1EFF, 1.20),  # Vietnamese and other stacked accents
	(0x1F00, 0x1FFF, 1.60),  # polytonic Greek
	(0x2000, 0x2FFF, 1.00),  # punctuation and symbols
	(0x3000, 0x30FF, 1.00),  # CJK punctuation, kana
	(0x3100, 0x9FFF, 1.30),  # Han
	(0xA000, 0xABFF, 1.60),
	(0xAC00, 0xD7FF, 1.40),  # Hangul
	(0xD800, 0xFFFF, 1.30),
)
_OUTSIDE_BMP = 2.5
"""Emoji and rare scripts: two or three byte-level tokens each."""

_TABLE_SIZE = 0x10000
_ROUNDING = 1e-6
"""Tokens; differences smaller than this come from adding fractions, not from the text."""


@lru_cache(maxsize=1)
def _costs() -> npt.NDArray[np.float64]:
	"""Cost of each character of the Basic Multilingual Plane, by code point."""
	table = np.full(_TABLE_SIZE, _MARK, dtype=np.float64)
	table[:0x21] = _SPACE
	table[ord("0") : ord("9") + 1] = _DIGIT
	table[ord("A") : ord("Z") + 1] = _UPPER
	table[ord("a") : ord("z") + 1] = _LETTER
	for first, last, cost in _RANGES:
		table[first : last + 1] = cost
	return table


def _character_costs(text: str) -> npt.NDArray[np.float64]:
	"""Cost of each character of ``text``; shape ``(len(text),)``."""
	if text.isascii():
		return _costs()[np.frombuffer(text.encode("ascii"), dtype=np.uint8)]
	points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
	costs = _costs()[np.minimum(points, _TABLE_SIZE - 1)]
	costs[points >= _TABLE_SIZE] = _OUTSIDE_BMP
	return costs


def count_tokens(text: str) -> int:
	"""Estimated number of model tokens in ``text``; 0 only for the empty text."""
	if not text:
		return 0
	return max(1, int(np.ceil(_character_costs(text).sum(dtype=np.float64) - _ROUNDING)))


class TokenRuler:
	"""Measures slices of one text, in tokens or characters, without looking at the text again."""

	def __init__(self, text: str, unit: str) -> None:
		"""``unit`` is ``tokens`` or ``characters``."""
		self._length = len(text)
		self._running: npt.NDArray[Any] | None = None
		if unit == "tokens":
			self._running = np.zeros(len(text) + 1, dtype=np.float64)
			np.cumsum(_character_costs(text), dtype=np.float64, out=self._running[1:])

	def measure(self, start: int, end: int) -> float:
		"""Size of ``text[start:end]``."""
		if self._running is None:
			return end - start
		return float(self._running[end] - self._running[start])

	def reach(self, start: int, size: float) -> int:
		"""The largest ``end`` for which ``text[start:end]`` measures at most ``size``; at least ``start + 1``."""
		if self._running is None:
			end = start + int(size)
		else:
			end = (
				int(np.searchsorted(self._running, self._running[start] + size + _ROUNDING, side="right")) - 1
			)
		return min(max(end, start + 1), self._length)

	def reach_back(self, end: int, size: float) -> int:
		"""The smallest ``start`` for which ``text[start:end]`` measures at most ``size``; at most ``end``."""
		if self._running is None:
			return max(0, end - int(size))
		return int(np.searchsorted(self._running, self._running[end] - size - _ROUNDING, side="left"))
