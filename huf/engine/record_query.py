"""A question about many records as a value: which DocType, which records of it, and what of them is wanted.

Whoever reads a question (a model's tool call, a plain question, a form) makes one; whoever answers it, with the rights of a user,
checks every name in it against the meta. Names are fieldnames, values are what the database holds: the names of records, not
their titles, and dates in ISO 8601.
"""

from dataclasses import dataclass
from typing import Literal

Function = Literal["count", "sum", "avg", "min", "max"]
Operator = Literal["=", "!=", "<", "<=", ">", ">=", "in", "not in", "like", "not like", "between", "is"]
Value = str | int | float | bool | None | tuple[str | int | float, ...]

MOST_ROWS = 100
"""Rows of one answer."""


@dataclass(frozen=True, slots=True)
class RecordCondition:
	"""One thing that is true of every record that is meant. All conditions of a query hold together."""

	field: str
	"""A fieldname, or ``table.column`` for a column of a child table: some row has it."""
	operator: Operator
	value: Value
	"""``between`` takes both ends, which are included; ``is`` takes ``set`` or ``not set``; ``in`` a tuple."""


@dataclass(frozen=True, slots=True)
class Measure:
	"""A number over many records."""

	function: Function
	field: str = ""
	"""What is added up or compared. A count needs none."""


@dataclass(frozen=True, slots=True)
class Order:
	"""By what rows are sorted."""

	by: str
	"""A fieldname, or a measure of the query as ``sum(grand_total)`` or ``count``."""
	descending: bool = False


@dataclass(frozen=True, slots=True)
class RecordQuery:
	"""What is asked about the records of one DocType.

	Without measures the answer is a list of records, with measures a number, and with groups a number for each group.
	"""

	doctype: str
	conditions: tuple[RecordCondition, ...] = ()
	fields: tuple[str, ...] = ()
	"""Columns of a list; empty: the name, the title, and what a list view of the DocType shows."""
	group_by: tuple[str, ...] = ()
	measures: tuple[Measure, ...] = ()
	order_by: tuple[Order, ...] = ()
	limit: int = 20
	"""Rows, 1 to :data:`MOST_ROWS`. Never of what a total is made of."""
