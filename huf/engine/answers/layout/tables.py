"""Tables in Markdown: which cell a value stands in, what its column is called, and the unit that the column names."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from huf.engine.answers.claims import Claim
from huf.engine.answers.claims.numbers import measured_in
from huf.engine.answers.claims.units import ANY_UNIT
from huf.engine.answers.layout.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Row:
	"""A row under the head of its table."""

	cells: tuple[tuple[int, int], ...]
	"""Where each cell begins and ends in the text."""
	heads: tuple[str, ...]
	"""What the columns are called."""

	def column_of(self, place: int) -> int:
		"""The column in which ``place`` of the text lies."""
		return next(
			(column for column, (_, end) in enumerate(self.cells) if place < end), len(self.cells) - 1
		)

	def head(self, column: int) -> str:
		"""What a column is called; empty when its head has fewer cells."""
		return self.heads[column] if column < len(self.heads) else ""


def tables_of(text: str, sentences: Sequence[Sentence]) -> dict[int, Row]:
	"""The rows that stand under a head, by the place of their sentence in ``sentences``."""
	rows: dict[int, Row] = {}
	heads: tuple[str, ...] = ()
	for number, sentence in enumerate(sentences):
		written = text[sentence.start : sentence.end]
		if sentence.kind == "heading" and written.strip().startswith("|"):
			heads = tuple(text[start:end].strip() for start, end in _cells(text, sentence))
		elif sentence.kind == "row" and heads:
			if cells := _cells(text, sentence):
				rows[number] = Row(cells, heads)
		else:
			heads = ()
	return rows


def measured_by_column(claim: Claim, tables: Mapping[int, Row]) -> Claim:
	"""A bare number of a table with the unit that the head of its column names, as in "Rate (EUR)"."""
	for row in tables.values():
		if row.cells[0][0] <= claim.start < row.cells[-1][1]:
			return measured_in(claim, unit_of(row.head(row.column_of(claim.start))))
	return claim


def unit_of(head: str) -> str:
	"""The unit that the head of a column names: in brackets, or after "in". A column called "Days" may count working days."""
	found = _unit().search(head)
	return next(filter(None, found.groups()), "") if found else ""


def _cells(text: str, sentence: Sentence) -> tuple[tuple[int, int], ...]:
	bars = [
		place
		for place in range(sentence.start, sentence.end)
		if text[place] == "|" and text[place - 1 : place] != "\\"
	]
	return tuple((first + 1, last) for first, last in pairwise(bars))


@cache
def _unit() -> re.Pattern[str]:
	return re.compile(
		rf"[\[(](?:in\s)?({ANY_UNIT})(?:\s?/\s?\w+)?[\])]|\s(?:in|en)\s({ANY_UNIT})\s*\Z", re.IGNORECASE
	)
