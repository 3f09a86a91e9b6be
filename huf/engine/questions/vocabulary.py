"""What the words of a question may mean on a site, for one user: values only."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from huf.engine.questions.record_query import RecordCondition

TODAY = "today"
"""Stands in the conditions of a state for the day on which the question is asked: what is overdue depends on it."""

FieldKind = Literal["text", "choice", "link", "date", "datetime", "number", "check"]

EXACT, PREFERRED, OTHER, SHORT = range(4)
"""How a DocType came by a name: its own name; a word that means it before others; a word that may mean it; the last word of it."""

BIRTHDAY = "birthday"
"""The key of a date that is meant in every year."""
OF_PEOPLE = frozenset({"born", "joined", "left"})
"""Keys of dates that imply a DocType where a word asks for people alone: “who joined in October”."""


@dataclass(frozen=True, slots=True)
class DocTypeName:
	"""One way in which a DocType is called."""

	doctype: str
	text: str
	rank: int = EXACT
	state: str = ""
	"""The key of the state of the records that are called so, if they are not all."""


@dataclass(frozen=True, slots=True)
class FieldWords:
	"""A field that conditions and measures may use."""

	name: str
	"""A fieldname, or ``table.column``."""
	label: str
	"""For display."""
	kind: FieldKind
	labels: tuple[str, ...] = ()
	"""What it is called, in each language."""
	options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
	"""Of a choice: what is stored, and what that is called in each language."""
	target: str = ""
	"""Of a link: the DocType that it leads to."""
	is_main: bool = False
	"""Of links with the same target: the one that is meant when the field is not named."""
	is_mandatory: bool = False
	"""Every record has a value in it."""
	is_of_days: bool = False
	"""A number of days."""


@dataclass(frozen=True, slots=True)
class Total:
	"""A number that has a word of its own, such as revenue."""

	field: str
	conditions: tuple[RecordCondition, ...] = ()
	is_quantity: bool = False
	"""Asked for with “how many”, as stock is."""
	of_rows: str = ""
	"""The same of one row of a child table, ``table.column``: what an item of the document has earned, and not all that stands beside it."""
	party: str = ""
	"""The link to those whose number it is: who owes us money are customers."""
	needs: str = ""
	"""The link without which something else is meant: “purchases” are what a *customer* bought only if one is named."""
	quantity_of_rows: str = ""
	"""How many of it a row has: what “how many … did we sell” asks for."""


@dataclass(frozen=True, eq=False)
class DocTypeWords:
	"""What can be asked of the records of a DocType. Compared by identity: what is made of one is kept for it."""

	doctype: str
	label: str
	fields: tuple[FieldWords, ...] = ()
	date: str = ""
	"""The field of the date that is meant when none is named."""
	amount: str = ""
	"""The field that is meant by value, amount, total."""
	open_amount: str = ""
	"""The field that is meant by them where the question asks for what is still to be paid
	(:mod:`~huf.engine.questions.open_amounts`)."""
	status: str = ""
	"""The choice that is meant first when several fields have an option of the same name."""
	is_submittable: bool = False
	is_named: bool = False
	"""Questions name its records, and may ask for all that there are: of customers, not of payment terms."""
	states: Mapping[str, tuple[RecordCondition, ...]] = field(default_factory=dict)
	"""What a word for a state means here, by the word's key in the tables of languages; ``not …`` for its contrary. A value may be :data:`TODAY`."""
	totals: Mapping[str, Total] = field(default_factory=dict)
	"""What a word for a number means here, by its key in the tables of languages."""
	dates: Mapping[str, str] = field(default_factory=dict)
	"""Which field a word such as “due” means here, by its key in the tables of languages."""
	parties: Mapping[str, tuple[str, str]] = field(default_factory=dict)
	"""DocTypes that a dynamic link may lead to, each with the column of the record's name and the one of its DocType."""
	is_of_party: bool = False
	"""The link of :attr:`parties` says whom the record is to or from, and not only what it has to do with."""
	own: Mapping[str, tuple[RecordCondition, ...]] = field(default_factory=dict)
	"""Which records whoever asks means by words for their own: ``own`` (they made them), ``assigned``, ``mine`` (“my tasks”)."""
	best_by: Mapping[str, str] = field(default_factory=dict)
	"""By DocTypes of links the key of the number that is meant by the best of them: revenue, of customers."""
	usual: tuple[RecordCondition, ...] = ()
	"""What is meant unless the question says anything of these fields or of :attr:`instead`: a price is one for customers."""
	instead: tuple[str, ...] = ()
	kinds: frozenset[str] = frozenset()
	"""DocTypes whose records are kinds of these records: “pumps” are items, though no word says so."""
	computed: Mapping[str, str] = field(default_factory=dict)
	"""States whose records somebody else has to find, by key; the value is what they are called on the screen."""

	def field(self, name: str) -> FieldWords:
		"""The field of this name. Raises KeyError if there is none."""
		for each in self.fields:
			if each.name == name:
				return each
		raise KeyError(name)


@dataclass(frozen=True, slots=True)
class FoundRecord:
	"""A record that a part of the question names."""

	doctype: str
	name: str
	title: str
	text: str
	"""The part of the question."""
	names: tuple[str, ...] = ()
	"""With those below it, for a record of a tree; all of them, where several are meant together."""
	are_alike: bool = False
	"""Several records are meant, which are of a kind or whose names begin with what the question says: the pumps, the centrifugal pumps."""


FindRecords = Callable[[Sequence[str], Sequence[str], bool], Sequence[FoundRecord]]
"""Called with DocTypes, parts of the question, and whether the whole name or title must be equal to a part. Gives records that
the user may read, and no others; in any order, with the part that each was found by."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
	"""What a user may ask about. Compared by identity: what is made of one is kept for it."""

	names: tuple[DocTypeName, ...]
	describe: Callable[[str], DocTypeWords | None]
	"""The fields of a DocType; asked for few DocTypes of a question. Nothing for one that may not be read after all."""
	record_doctypes: tuple[str, ...] = ()
	"""Those whose records questions name: parties, items, documents."""
	parts: frozenset[str] = frozenset()
	"""Those of them whose records are parts of many others: who names an item has not said which order they mean."""
	kinds: Mapping[str, str] = field(default_factory=dict)
	"""By DocTypes whose records are kinds of things the DocType of these things: who says “pumps” means the items of that item group."""
	persons: frozenset[str] = frozenset()
	"""Those of them whose records are of somebody at another: beside the name of a customer, that of a contact tells who is meant."""
	languages: tuple[str, ...] = ("en", "de")
	currencies: tuple[str, ...] = ()
	"""How the currency of amounts is written: ``EUR``, ``€``."""
	year_start: tuple[int, int] = (1, 1)
	"""Month and day when a fiscal year begins."""
	totals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
	"""By the key of a word for a number, the DocTypes that have it, the one that is meant first in front."""
	best_by: Mapping[str, str] = field(default_factory=dict)
	"""By DocType the key of the number that is meant by the best of its records."""
	implied: Mapping[str, str] = field(default_factory=dict)
	"""By the key of a state or a date the DocType whose records are meant if none is named: “what is out of stock”, “birthdays in May”."""
	places: frozenset[str] = frozenset()
	"""DocTypes of which a record says where a quantity is: warehouses."""
	quantity: str = ""
	"""The key of the number that is meant by how many there are of a record in such a place."""
