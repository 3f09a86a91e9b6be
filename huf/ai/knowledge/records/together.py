"""Rows of several tables in one statement: a search that shows ten records waits for the database once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import frappe

Kind = Literal["text", "number", "whole"]
"""What a column holds, as far as columns of several tables can stand under each other."""
_PADDING: Mapping[Kind, str] = {"text": "''", "number": "0", "whole": "0"}
"""What stands where another table has a column more. Not null, which PostgreSQL would take for text."""


@dataclass(frozen=True, slots=True)
class Select:
	"""What is read of one table."""

	columns: Mapping[Kind, Sequence[str]]
	"""As SQL. Text is cast as text, so that tables of other collations can stand beside it."""
	rows: str
	"""What follows ``from``, with all values written in: a rule of an app may have percent signs of its own."""

	def width(self, kind: Kind) -> int:
		"""How many columns it has of a kind."""
		return len(self.columns.get(kind, ()))


def read_together(selects: Sequence[Select]) -> list[list[list[Any]]]:
	"""The rows of each: the values of its texts, then of its numbers, then of its whole numbers."""
	if not selects:
		return []
	widths = {kind: max(one.width(kind) for one in selects) for kind in _PADDING}
	found: list[list[list[Any]]] = [[] for _ in selects]
	for place, *values in frappe.db.sql(
		" union all ".join(_statement(place, one, widths) for place, one in enumerate(selects))
	):
		found[place].append(_without_padding(values, selects[place], widths))
	return found


def _statement(place: int, select: Select, widths: Mapping[Kind, int]) -> str:
	columns = [str(place)]
	for kind, padding in _PADDING.items():
		own = select.columns.get(kind, ())
		columns += [*own, *[padding] * (widths[kind] - len(own))]
	return f"(select {', '.join(columns)} from {select.rows})"


def _without_padding(values: Sequence[Any], select: Select, widths: Mapping[Kind, int]) -> list[Any]:
	own: list[Any] = []
	first = 0
	for kind in _PADDING:
		own += values[first : first + select.width(kind)]
		first += widths[kind]
	return own
