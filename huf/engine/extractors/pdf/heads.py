"""What stands at the top and at the foot of every page of a PDF: a title, a company's address, the number of the page."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from huf.engine.extractors.pdf.document import Word
from huf.engine.extractors.pdf.pieces import Piece, Row, pieces_of, rows_of
from huf.engine.sentences import sentence

SAMPLED = 30
"""Pages that are compared; of a longer file, pairs of neighbours over all of it."""
FEWEST_PAGES = 3
"""Pages on which a line stands that is a head or a foot."""
_MOST_WORDS = 4_000
"""Of a page that is compared."""
_ROWS = 4
"""Rows from the top and from the foot that are compared."""
_SAME_HEIGHT = 3.0
"""Points in which the heights of one line differ between pages."""
_NEAR = 2.5
"""Distance, in sizes, of the names of a table's columns from its first row."""
_NEXT = 1.4
"""Distance, in sizes, of the lines of one cell."""
_TOLD = 5
"""Texts that the note names."""
_LONGEST_TOLD = 60
_DIGITS = re.compile(r"\d+")

Lines = Sequence[Sequence[Word]]


class _Place(NamedTuple):
	"""A text, its digits masked, at a height of the page."""

	text: str
	height: float
	exactly: frozenset[str] | None
	"""What it says, where its numbers do not go with the pages."""


class Heads:
	"""The heads and feet of one file, found on some of its pages."""

	def __init__(self, pages: Mapping[int, Lines]) -> None:
		"""``pages``: lines of words by the numbers of the pages."""
		self._places: dict[str, list[_Place]] = defaultdict(list)
		self._left_out: dict[str, str] = {}
		if len(pages) < FEWEST_PAGES:
			return
		found: dict[str, list[tuple[float, int, str]]] = defaultdict(list)
		for number, lines in pages.items():
			if sum(map(len, lines)) > _MOST_WORDS:
				continue
			rows = rows_of(pieces_of(lines))
			# Of one or two lines nobody knows which is the head, and which is what the page is about.
			for at in _edges(len(rows)) if len(rows) > 2 else ():
				for piece in rows[at]:
					found[_masked(piece.text)].append((piece.base, number, piece.text))
		for text, where in found.items():
			for group in _levels(sorted(where)):
				self._learn(text, group, pages)

	def _learn(self, text: str, group: list[tuple[float, int, str]], pages: Mapping[int, Lines]) -> None:
		height = group[len(group) // 2][0]
		if _moves(group):
			if _is_usual({number for _, number, _ in group}, pages):
				self._places[text].append(_Place(text, height, None))
			return
		by_words: dict[str, set[int]] = defaultdict(set)
		for _, number, words in group:
			by_words[words].add(number)
		usual = frozenset(words for words, numbers in by_words.items() if _is_usual(numbers, pages))
		if usual:
			self._places[text].append(_Place(text, height, usual))

	def without(self, lines: Lines) -> Lines:
		"""The lines of a page without its head and foot; all of them where nothing else would be left."""
		if not self._places or sum(map(len, lines)) > _MOST_WORDS:
			return lines
		rows = rows_of(pieces_of(lines))
		marked = {at: [piece for piece in rows[at] if self._is_known(piece)] for at in _edges(len(rows))}
		marked = {at: pieces for at, pieces in marked.items() if pieces}
		for kept in _names_of_columns(rows, marked):
			del marked[kept]
		dropped = [piece for pieces in marked.values() for piece in pieces]
		if not dropped or len(dropped) == sum(map(len, rows)):
			return lines
		for piece in dropped:
			if len(self._left_out) <= _TOLD:
				self._left_out.setdefault(_masked(piece.text), piece.text)
		gone = {id(word) for piece in dropped for word in piece.words}
		left = [[word for word in line if id(word) not in gone] for line in lines]
		return [line for line in left if line]

	def _is_known(self, piece: Piece) -> bool:
		return any(
			abs(place.height - piece.base) <= _SAME_HEIGHT
			and (place.exactly is None or piece.text in place.exactly)
			for place in self._places.get(_masked(piece.text), ())
		)

	def notes(self) -> list[str]:
		"""What was left out, in one sentence."""
		if not self._left_out:
			return []
		told = [_shortened(text) for text in list(self._left_out.values())[:_TOLD]]
		texts = ", ".join([*told, "…"] if len(self._left_out) > _TOLD else told)
		return [sentence(f"What stands at the top or at the foot of the pages was left out: {texts}.")]


def _shortened(text: str) -> str:
	return f"“{text}”" if len(text) <= _LONGEST_TOLD else f"“{text[:_LONGEST_TOLD]}…”"


def _names_of_columns(rows: Sequence[Row], marked: Mapping[int, list[Piece]]) -> set[int]:
	"""Rows that repeat on every page because a table does: they stand close to its rows, which have several pieces too."""
	kept: set[int] = set()
	count = len(rows)
	# From the middle of the page outwards, since the names of columns may have several lines.
	for at in sorted(marked, key=lambda one: -min(one, count - 1 - one)):
		is_top = at <= count - 1 - at
		inner = at + 1 if is_top else at - 1
		if not 0 <= inner < count or (inner in marked and inner not in kept):
			continue
		distance = abs(rows[inner][0].base - rows[at][0].base) / max(rows[at][0].size, 1.0)
		several = len(rows[at]) > 1 and len(rows[inner]) > 1
		if (several and distance <= _NEAR) or (inner in kept and distance <= _NEXT):
			kept.add(at)
	return kept


def _edges(count: int) -> list[int]:
	"""Indexes of the rows at the top and at the foot."""
	top = min(_ROWS, (count + 1) // 2)
	return [*range(top), *range(max(top, count - _ROWS), count)]


def _masked(text: str) -> str:
	return _DIGITS.sub("0", text)


def _levels(where: list[tuple[float, int, str]]) -> list[list[tuple[float, int, str]]]:
	"""Those of about one height together."""
	levels: list[list[tuple[float, int, str]]] = []
	for one in where:
		if (
			levels
			and one[0] - levels[-1][-1][0] <= _SAME_HEIGHT / 2
			and one[0] - levels[-1][0][0] <= _SAME_HEIGHT
		):
			levels[-1].append(one)
		else:
			levels.append([one])
	return levels


def _is_usual(numbers: set[int], pages: Mapping[int, Lines]) -> bool:
	"""Whether a line is on at least half of the pages, or of the odd ones, or of the even ones, and on three."""
	for chosen in (set(pages), {n for n in pages if n % 2}, {n for n in pages if not n % 2}):
		here = numbers & chosen
		if len(here) >= FEWEST_PAGES and 2 * len(here) >= len(chosen):
			return True
	return False


def _moves(group: list[tuple[float, int, str]]) -> bool:
	"""Whether one of the numbers in a text goes on by one with each page; the first rows of a long list go on otherwise."""
	numbers = [(number, _DIGITS.findall(words)) for _, number, words in group]
	for at in range(len(numbers[0][1])):
		distances = [int(found[at][:9]) - number for number, found in numbers]
		usual = max(set(distances), key=distances.count)
		if len(distances) > 1 and distances.count(usual) >= 0.8 * len(distances):
			return True
	return False
