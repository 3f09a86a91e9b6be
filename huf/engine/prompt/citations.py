"""Numbers for the passages of one answer, and what an answer did with them.

The grammar of markers is here and nowhere else: :data:`~huf.engine.prompt.untrusted.CITATION` finds them, :data:`CODE` says
where they are none, :func:`numbers_in` reads them. :mod:`huf.engine.answers.stream` reads the same grammar from an
answer that is still being written.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from huf.engine.prompt.untrusted import CITATION
from huf.engine.types import Hit

FENCE = "```"
LONGEST_CODE = 500
"""Characters of code inside a line, its signs excluded. A sign whose partner is farther away is only a sign."""
INLINE_CODE = rf"`[^`\n]{{0,{LONGEST_CODE}}}`"
CODE = rf"{FENCE}.*?(?:{FENCE}|\Z)|{INLINE_CODE}"
"""Code of an answer, in which brackets are brackets; ``.`` stands for line ends too."""
LONGEST_MARKER = 120
"""Characters, brackets included; what is longer is no marker. A stream has to hold back no more than that."""
_MARKS = re.compile(f"(?P<code>{CODE})|{CITATION.pattern}", re.DOTALL)
_MOST_DIGITS = 4
"""Longer numbers in brackets are codes or amounts, not sources."""
_LONGEST_RANGE = 20
"""``[3-5]`` means three sources; a wider range is a typing mistake, and only its ends count."""


class CitationLedger:
	"""Gives each passage of one agent run its number: the same passage, injected or fetched, the same number."""

	def __init__(self) -> None:
		self._numbers: dict[tuple[str, str], int] = {}
		self.hits: dict[int, Hit] = {}
		"""Number to hit, in the order in which the numbers were given."""
		self.whole: set[int] = set()
		"""Numbers of the passages of which the model has all of the text."""

	def number_for(self, hit: Hit) -> int:
		"""The number of ``hit``, from 1; a new one if the passage has none yet."""
		key = (hit.source, hit.chunk_id)
		number = self._numbers.setdefault(key, len(self._numbers) + 1)
		self.hits.setdefault(number, hit)
		return number

	def has_whole(self, hit: Hit) -> bool:
		"""Whether the model has all that the passage says now."""
		number = self._numbers.get((hit.source, hit.chunk_id))
		return number in self.whole and number is not None and self.hits[number].text == hit.text

	def forget(self) -> None:
		"""Take all numbers back: none of these passages reached the model after all."""
		self._numbers.clear()
		self.hits.clear()
		self.whole.clear()


@dataclass(frozen=True, slots=True)
class CitationCheck:
	"""Which numbers an answer cites: those of real sources, and those that no source has."""

	cited: tuple[int, ...]
	unknown: tuple[int, ...]


def check_citations(answer: str, known: Collection[int]) -> CitationCheck:
	"""Read ``[1]``, ``[1, 2]``, ``[1-3]`` and ``【1】`` outside of code, in order of first appearance."""
	numbers: dict[int, None] = {}
	for marker in _MARKS.finditer(answer):
		if marker["code"] is None:
			for number in numbers_in(marker.group()):
				numbers.setdefault(number)
	return CitationCheck(
		cited=tuple(number for number in numbers if number in known),
		unknown=tuple(number for number in numbers if number not in known),
	)


def numbers_in(marker: str) -> list[int]:
	"""The numbers that a marker, such as ``[1, 3-5]``, names; none when it is a code, an amount or too long."""
	numbers: list[int] = []
	if len(marker) > LONGEST_MARKER or any(
		len(digits) > _MOST_DIGITS for digits in re.findall(r"\d+", marker)
	):
		return numbers
	for part in re.split(r"[,;]", marker):
		first, *rest = [int(digits) for digits in re.findall(r"\d+", part)]
		last = rest[-1] if rest else first
		numbers += range(first, last + 1) if first <= last < first + _LONGEST_RANGE else (first, last)
	return numbers
