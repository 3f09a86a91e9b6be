"""What is usual for the records of one DocType, as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class RelatedRecords:
	"""Records that belong to the view of another one: the contacts of a customer, the stock of an item.

	They are read when somebody looks, as that person, and never indexed with it.
	"""

	label: str
	"""What they are to the record, in English: ``Unpaid Invoices``."""
	doctype: str
	link: str
	"""The field that holds the name of the record; ``table.column`` in a child table."""
	kind: str = ""
	"""The field of the same record or row that holds the DocType of a dynamic link; empty for a plain link."""
	where: tuple[tuple[str, str, Any], ...] = ()
	"""Further conditions, as :class:`~huf.engine.questions.record_query.RecordCondition` has them."""
	fields: tuple[str, ...] = ()
	"""What is shown of each besides its name, also ``table.column`` of one child table."""
	sums: tuple[str, ...] = ()
	"""Fields that are added up over all of them, each currency by itself. Then it is said too that there are none."""
	order: tuple[str, ...] = ()
	"""By what they follow each other: ``due_date``, ``posting_date desc``. Empty: the last changed first."""


@dataclass(frozen=True, slots=True)
class Preset:
	"""What is usual for the records of one DocType."""

	fields: tuple[str, ...] = ()
	"""Fieldnames that make the text, in this order; fields that the site added follow. Empty: all readable fields, in the order
	of the form."""
	columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
	"""The same for the rows of child tables, by the table's fieldname."""
	leave_out: tuple[str, ...] = ()
	"""Fieldnames that say nothing worth reading, those of rows as ``items.page_break``; for DocTypes that are read as a whole."""
	zeros: tuple[str, ...] = ()
	"""Fields whose nought is an answer: nothing in stock, nothing owed."""
	kind: str = ""
	"""What people call such a record, in English; empty: the name of its DocType."""
	title: tuple[str, ...] = ()
	"""Fields that people tell records apart by, besides their number: a title, a customer. Empty: the title field."""
	state: tuple[str, ...] = ("status",)
	"""Fields that say how a record stands. That of a workflow always counts."""
	filters: tuple[tuple[str, str, Any], ...] = ()
	"""Which records are active or published, as conditions of Frappe's lists. Others are inactive."""
	expiry_field: str = ""
	"""The Date or Datetime field after which a record has expired."""
	comments: bool = False
	"""Whether comments are worth including."""
	emails: bool = False
	"""Whether e-mails are worth including."""
	variants: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
	"""Fields of which only one is shown: by the value of the field that chooses, the field that is shown."""
	live: tuple[str, ...] = ()
	"""Fields whose values of now are read with every hit, beside those that :mod:`~huf.ai.knowledge.records.live` knows by name."""

	related: tuple[RelatedRecords, ...] = ()
	"""Records that belong to the view of one, beside its contacts and addresses."""


def names(text: str) -> tuple[str, ...]:
	"""Names of fields from a text with spaces between them."""
	return tuple(text.split())


ENABLED = (("disabled", "=", 0),)
"""The condition of those DocTypes whose records can be disabled."""
