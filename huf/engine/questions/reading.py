"""What a question was read as."""

from dataclasses import dataclass
from typing import Literal

from huf.engine.questions.record_query import RecordQuery
from huf.engine.questions.vocabulary import FoundRecord

Kind = Literal["passage", "record", "list", "ask"]


@dataclass(frozen=True, slots=True)
class Part:
	"""One thing that was understood, for the screen."""

	what: Literal[
		"doctype",
		"condition",
		"measure",
		"group",
		"order",
		"limit",
		"computed",
		"related",
		"having",
		"share",
		"change",
	]
	"""Conditions behind ``related`` are of the related records, and those behind ``share`` of the part whose share is asked; nothing behind
	it: each group is one."""
	label: str = ""
	"""Of the DocType or field, as the user's site calls it; empty for a DocType that was meant by a link to it, or whose record a dynamic link
	leads to."""
	field: str = ""
	"""The fieldname; the DocType that has no label."""
	operator: str = ""
	values: tuple[str, ...] = ()
	"""Titles of records, options as stored, days in ISO 8601; of related records how many there are, at least and at most."""
	function: str = ""
	"""Of a measure; of a condition ``row`` where its field could be taken for one of the record itself."""
	is_assumed: bool = False
	"""The question did not say it: cancelled documents are left out, a sum is of submitted ones."""


@dataclass(frozen=True, slots=True)
class Reading:
	"""A question as it was understood."""

	kind: Kind
	"""``passage``: search as ever. ``record``: one record is meant. ``list``: :attr:`query` answers it. ``ask``: it could be any of
	:attr:`choices` or :attr:`records`, and the user has to say which."""
	query: RecordQuery | None = None
	understood: tuple[Part, ...] = ()
	records: tuple[FoundRecord, ...] = ()
	choices: tuple["Reading", ...] = ()
	"""Of ``ask``: what may be meant, equally. Of ``list``: what may have been meant instead."""
	unknown: tuple[str, ...] = ()
	"""Words of the question that nothing explained, in the best attempt at a list."""
	computed: str = ""
	"""The key of a state whose records have to be found first, and kept to."""


PASSAGE = Reading("passage")
