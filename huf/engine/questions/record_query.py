"""A question about many records as a value: which DocType, which records of it, and what of them is wanted.

Whoever reads a question (a model's tool call, a plain question, a form) makes one; whoever answers it, with the rights of a user,
checks every name in it against the meta. Names are fieldnames, values are what the database holds: the names of records, not
their titles, and dates in ISO 8601.
"""

from dataclasses import dataclass
from typing import Literal

Function = Literal["count", "sum", "avg", "min", "max"]
Operator = Literal["=", "!=", "<", "<=", ">", ">=", "in", "not in", "like", "not like", "between", "is"]
Compared = Literal["=", "!=", "<", "<=", ">", ">="]
"""How the number of a group is compared."""
Value = str | int | float | bool | None | tuple[str | int | float, ...]

MOST_ROWS = 100
"""Rows of one answer."""
ROWS = 20
"""Rows of an answer when nobody says how many."""


@dataclass(frozen=True, slots=True)
class RecordCondition:
	"""One thing that is true of every record that is meant. All conditions of a query hold together."""

	field: str
	"""A fieldname, or ``table.column`` for a column of a child table: some row has it."""
	operator: Operator
	value: Value
	"""``between`` takes both ends, which are included; ``is`` takes ``set`` or ``not set``; ``in`` a tuple."""
	other_field: str = ""
	"""Instead of a value the field of the same record, or of the same row, that it is compared with; ``value`` is None then."""


@dataclass(frozen=True, slots=True)
class Related:
	"""How many records of another DocType link to each of the records that are meant: customers *without orders since June*."""

	doctype: str
	"""The other DocType."""
	field: str = ""
	"""Its link to the records that are meant, a fieldname or ``table.column``; empty: the one that there is."""
	conditions: tuple[RecordCondition, ...] = ()
	"""Which of its records count."""
	at_least: int = 1
	at_most: int | None = None
	"""None: any number; 0: there is none, and ``at_least`` is 0 too."""


@dataclass(frozen=True, slots=True)
class Measure:
	"""A number over many records, or over the rows of one of their child tables."""

	function: Function
	field: str = ""
	"""What is added up or compared, or ``table.column`` of a child table. A count needs none."""

	@property
	def key(self) -> str:
		"""As an order names it: ``sum(grand_total)``, ``count``."""
		return f"{self.function}({self.field})" if self.field else self.function


@dataclass(frozen=True, slots=True)
class GroupCondition:
	"""Which groups are shown, by a number of each: customers *that owe us more than 5,000*."""

	by: str
	"""A measure of the query as its key names it: ``sum(outstanding_amount)``, ``count``."""
	operator: Compared
	value: float


@dataclass(frozen=True, slots=True)
class Share:
	"""How much of a whole a part is: *what percentage of our invoices is overdue*. The whole is what the rest of the query asks for."""

	conditions: tuple[RecordCondition, ...] = ()
	"""What is true of the part besides. With none, and nothing related, each group is a part of all groups."""
	related: tuple[Related, ...] = ()
	"""What is true besides of records that link to those of the part."""

	@property
	def is_of_groups(self) -> bool:
		"""Whether each group is a part."""
		return not (self.conditions or self.related)


@dataclass(frozen=True, slots=True)
class Order:
	"""By what rows are sorted."""

	by: str
	"""A fieldname, or a measure of the query as ``sum(grand_total)`` or ``count``, or ``share``."""
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
	"""Fieldnames; of a date also ``month(posting_date)``, ``quarter(posting_date)`` or ``year(posting_date)``."""
	measures: tuple[Measure, ...] = ()
	order_by: tuple[Order, ...] = ()
	having: tuple[GroupCondition, ...] = ()
	"""What must be true of each group that is shown."""
	related: tuple[Related, ...] = ()
	"""What must be true of records that link to those that are meant. All of it holds, together with the conditions."""
	share: Share | None = None
	"""Needs one measure, a count or a sum; without any the records are counted."""
	changes: bool = False
	"""Groups by one month, quarter or year of a date: each is told with how much more or less it is than the one before."""
	limit: int = ROWS
	"""Rows, 1 to :data:`MOST_ROWS`. Never of what a total is made of."""
