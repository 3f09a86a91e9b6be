"""What was gathered from the phrases of a question."""

from dataclasses import dataclass, field

from huf.engine.questions.open_amounts import OPEN
from huf.engine.questions.reading import Part
from huf.engine.questions.record_query import Compared, RecordCondition, RecordQuery
from huf.engine.questions.vocabulary import SHORT, DocTypeWords
from huf.engine.questions.wording import Role

ORDERS: frozenset[Role] = frozenset({"highest", "lowest", "newest", "oldest", "top", "best"})
ASKED: frozenset[Role] = frozenset(
	{
		"list",
		"which",
		"count",
		"much",
		"sum",
		"avg",
		"worth",
		"all",
		"highest",
		"lowest",
		"newest",
		"oldest",
		"top",
		"best",
		"one",
	}
)


NONE = (0, 0)
"""How many records those that have none have, at least and at most."""


class NotUnderstood(Exception):
	"""A phrase has no part in the question."""


@dataclass
class Composed:
	"""A query, and what the screen tells of it."""

	query: RecordQuery
	understood: tuple[Part, ...]
	computed: str = ""


@dataclass
class Condition:
	"""A condition of the query, and how it is shown."""

	condition: RecordCondition
	shown: tuple[str, ...]
	"""The values as people know them."""
	is_assumed: bool = False


@dataclass
class Asked:
	"""What was gathered on the way."""

	roles: set[Role] = field(default_factory=set)
	conditions: list[Condition] = field(default_factory=list)
	groups: list[str] = field(default_factory=list)
	periodic: set[str] = field(default_factory=set)
	"""Groups that an adjective asks for: “monthly”."""
	numbers: list[str] = field(default_factory=list)
	"""Fields with a number that were named and have no other part yet."""
	leads_highest: bool = False
	"""“Highest” was said before the DocType was named: “highest invoice amount”."""
	leads_worth: bool = False
	"""The same of a word for an amount: “amount of the highest invoice”."""
	leads_number: str = ""
	"""The field with a number that was named before the DocType: “outstanding amount of bills”."""
	states: set[str] = field(default_factory=set)
	"""Keys of the states and of the dates that were named; ``not …`` for what was denied."""
	links: list[str] = field(default_factory=list)
	"""Other fields that were named and have no other part yet."""
	limit: int = 0
	total: str = ""
	is_total_behind: bool = False
	"""It was named after the DocType: “invoices that have a balance”."""
	is_about: bool = False
	is_one: bool = False
	"""The DocType was named in the singular."""
	is_one_of_links: bool = False
	"""The last of ``links`` was named in the singular."""
	leads: str = ""
	"""The link that was named before the DocType: “customers with invoices” are customers."""
	counted: str = ""
	"""The link that “how many” was said of: “how many customers have …” asks for customers."""
	holder: str = ""
	"""The link to the records that are asked for by how many of these they have."""
	held: tuple[int, int | None] = (1, None)
	"""How many of these each of them has, at least and at most."""
	summed: str = ""
	"""The link that “total of” was said of."""
	has_highest: bool = False
	"""The highest of something is what the records have that are asked for: “the order with the highest weight”."""
	which: str = ""
	"""The link or choice that “which” was said of."""
	every: str = ""
	"""The link that “all” was said of: “in all warehouses”."""
	made: set[str] = field(default_factory=set)
	"""Dates that were named by a word for how every record came about, such as “entered”: without days they say nothing."""
	is_by_worth: bool = False
	"""What is best or most is so by an amount: “by order value”."""
	having: list[tuple[Compared, float]] = field(default_factory=list)
	"""What the number must be compared with, of each of those whose number it is: “who owes us more than 5,000”."""
	must_lack: bool = False
	"""It was said how long there has been none, so some must have none."""
	is_aged: bool = False
	"""It was said how long something has been so."""
	counts_record: bool = False
	"""“How many” was said of a record, as of an item: of its quantity, that is."""
	leads_row: str = ""
	"""The link of a row by which things were named that are asked for: “*which pumps* are on purchase orders”."""
	first_by: str = ""
	"""The date since which what has lasted longest is so, if it is not the one that is meant without a name."""
	of_every_year: str = ""
	"""The date whose days are meant in every year: when somebody was born, of birthdays."""
	without_year: set[str] = field(default_factory=set)
	"""First and last days that were said without a year, as in ISO 8601: “in December”."""
	changes: bool = False
	"""It is asked how much more or less there is than before."""
	are_compared: bool = False
	"""Two periods were named, to be compared."""
	are_had: bool = False
	"""A word says that others have them: “customers with a quotation”."""
	kinds: int = 0
	"""The DocType was not named but by so many kinds of its records: “pumps”."""
	computed: str = ""
	rank: int = SHORT
	"""How well the DocType was named."""

	@property
	def named(self) -> tuple[str, ...]:
		"""What records are restricted or grouped by."""
		return (*(each.condition.field for each in self.conditions), *self.groups)

	def open_amount(self, described: DocTypeWords) -> str:
		"""The field of what is still to be paid, if that is asked for; empty if not, or for records without one."""
		return described.open_amount if self.states & OPEN and "paid" not in self.states else ""
