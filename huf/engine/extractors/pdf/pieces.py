"""Words of a PDF page as pieces of lines, and pieces as rows: what columns, tables, heads and feet are found in."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from huf.engine.extractors.pdf.document import Word

GAP = 0.9
"""Space between two pieces, in sizes of their type. One between words is a quarter, up to a half in justified lines."""
NARROW = 0.45
"""Space, in sizes, that divides columns where it goes down through all of them."""
_SAME_BASE = 0.35
"""Difference in height of what stands in one row, in sizes: an exponent is lifted by a third."""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")


@dataclass(frozen=True, slots=True)
class Piece:
	"""Words of one line that stand close to each other. Points from the left and the top of the page."""

	words: tuple[Word, ...]
	order: int
	"""Its place in the order in which the page is stored."""
	line: int
	"""The line that PDFium has it in."""
	left: float
	right: float
	base: float
	size: float
	is_bold: bool

	@property
	def text(self) -> str:
		"""Its words with spaces between them."""
		return " ".join(word.text for word in self.words)


Row = list[Piece]
"""Pieces at one height of the page, from left to right."""


def pieces_of(lines: Iterable[Sequence[Word]]) -> list[Piece]:
	"""The lines, as they are stored, cut where the next word stands far away or at another height."""
	pieces: list[Piece] = []
	for number, line in enumerate(lines):
		start = 0
		size = line[0].size or line[0].bottom - line[0].top or 1.0
		for at in range(1, len(line) + 1):
			if at < len(line):
				word, before = line[at], line[at - 1]
				gap = word.left - before.right
				if (-size < gap <= GAP * size or _is_before(word, before, size)) and abs(
					word.base - line[start].base
				) <= size / 2:
					continue
			pieces.append(_piece(tuple(line[start:at]), len(pieces), number, size))
			start = at
	return pieces


def _is_before(word: Word, before: Word, size: float) -> bool:
	"""Whether a word of a language that is written from right to left goes on on the left side."""
	return -GAP * size <= word.right - before.left <= size and bool(_RIGHT_TO_LEFT.match(word.text))


def _piece(words: tuple[Word, ...], order: int, line: int, size: float) -> Piece:
	return Piece(
		words,
		order,
		line,
		min(word.left for word in words),
		max(word.right for word in words),
		words[0].base,
		size,
		words[0].is_bold,
	)


def narrow_pieces(piece: Piece) -> list[Piece]:
	"""The piece cut at the wider of its spaces."""
	found: list[Piece] = []
	start = 0
	words = piece.words
	for at in range(1, len(words) + 1):
		if at == len(words) or words[at].left - words[at - 1].right > NARROW * piece.size:
			found.append(_piece(words[start:at], piece.order, piece.line, piece.size))
			start = at
	return found


def joined(one: Piece, other: Piece) -> Piece:
	"""Two pieces of a line as one."""
	return _piece((*one.words, *other.words), one.order, one.line, one.size)


def rows_of(pieces: Iterable[Piece]) -> list[Row]:
	"""The pieces by their height on the page, from the top down."""
	rows: list[Row] = []
	for piece in sorted(pieces, key=lambda one: one.base):
		if rows and piece.base - rows[-1][0].base <= _SAME_BASE * min(piece.size, rows[-1][0].size):
			rows[-1].append(piece)
		else:
			rows.append([piece])
	for row in rows:
		row.sort(key=lambda one: one.left)
	return rows


def lines_of(pieces: Iterable[Piece]) -> list[str]:
	"""The text of pieces in the order in which they are given; neighbours of one line stay on one."""
	return [
		" ".join(piece.text for piece in line) for _, line in groupby(pieces, key=lambda piece: piece.line)
	]


def is_right_to_left(pieces: Sequence[Piece]) -> bool:
	"""Whether most words are written from right to left."""
	words = [word for piece in pieces for word in piece.words]
	return sum(bool(_RIGHT_TO_LEFT.match(word.text)) for word in words) * 2 > len(words)
