"""What is usual for the records of one DocType, as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


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


def names(text: str) -> tuple[str, ...]:
	"""Names of fields from a text with spaces between them."""
	return tuple(text.split())
