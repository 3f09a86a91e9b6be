"""What belongs to the view of a record: contacts, stock, open amounts. Each part is a list of Frappe as the acting user.

Which parts a DocType has, its ready-made settings say. A part that the user may not read, be it the DocType, one of the fields
that choose its records or the right to single ones, is left out as if there were no such part.
"""

import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

import frappe
from frappe import _

from huf.ai.access.records.inputs import tried
from huf.ai.access.records.records import Record, readable_records
from huf.ai.knowledge.records.presets import related_to
from huf.ai.knowledge.records.presets.preset import RelatedRecords
from huf.ai.knowledge.records.presets.sensitive import is_sensitive
from huf.ai.queries.as_user.acting import acting_as
from huf.ai.queries.as_user.database import OutOfTime
from huf.ai.queries.as_user.errors import QueryRefused
from huf.ai.queries.as_user.readable import ReadableDocType, readable_doctype
from huf.ai.queries.as_user.result import QueryResult, Total
from huf.ai.queries.as_user.running import run_query
from huf.ai.queries.tools.rendering import hit_of
from huf.engine.questions.record_query import Measure, Operator, Order, RecordCondition, RecordQuery
from huf.engine.types import Hit

MOST_ROWS = 10
"""Records of one part that are shown; what is added up is over all."""
SECONDS = 3.0
"""What all parts of one record may take together."""
MOST_LINKED = 200
"""Records of one part that link to the record by a row of their own, as contacts do."""

Reference = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Part:
	"""One part of the view of a record."""

	label: str
	"""In the language of whoever looks."""
	result: QueryResult

	def hit(self, record: Reference, heading: str) -> Hit:
		"""The part as a source that can be cited."""
		hit = hit_of(self.result)
		# Two records of which nothing is open would be one source.
		key = f"{hit.chunk_id}:{record[0]}/{record[1]}"
		return hit._replace(title=f"{heading}: {self.label}", chunk_id=key, citation_id=key)

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON."""
		return {"label": self.label, **self.result.to_dict()}


def related_parts(
	record: Reference, user: str, doctypes: Collection[str] | None = None
) -> tuple[list[Part], list[str]]:
	"""The parts of the view of ``record``, which ``user`` may read, and notes about what is missing.

	:param doctypes: parts of these alone, in any case of letters; None: of all.
	"""
	parts: list[Part] = []
	notes: list[str] = []
	end = time.monotonic() + SECONDS
	for related in related_to(record[0]):
		if doctypes is not None and related.doctype.casefold() not in doctypes:
			continue
		try:
			if part := _part(related, record, user, end):
				parts.append(part)
		except OutOfTime:
			notes.append(_("{0} took too long to read and is left out.").format(_(related.label)))
		except QueryRefused:
			# Not said: whoever may not read it must not learn that there is such a part.
			continue
	return parts, notes


def _part(related: RelatedRecords, record: Reference, user: str, end: float) -> Part | None:
	"""The part; None for one without records that has nothing to say by that."""
	with acting_as(user):
		if not frappe.db.exists("DocType", related.doctype, cache=True):
			return None
		asked = readable_doctype(related.doctype, user)
		conditions = tuple(_conditions(related, record, user, asked))
		query = RecordQuery(
			asked.name,
			conditions,
			fields=("name", *(name for name in related.fields if _is_shown(name, asked))),
			order_by=tuple(
				Order(name.removesuffix(" desc"), name.endswith(" desc"))
				for name in related.order
				if name.removesuffix(" desc") in asked.columns
			),
			limit=MOST_ROWS,
		)
		label = _(related.label)
	rows = run_query(query, user, _left(end))
	if not rows.rows and not related.sums:
		return None
	totals = [_counted(label, rows)]
	if rows.rows:
		totals += _sums(related, query, user, end)
	return Part(label, _without_empty(replace(rows, words=label, totals=tuple(totals))))


def _conditions(
	related: RelatedRecords, record: Reference, user: str, asked: ReadableDocType
) -> Iterator[RecordCondition]:
	"""Which records the part is of. Raises QueryRefused when the user may not read what it goes by."""
	# All are looked at, so that a link above the user's level opens nothing.
	for path in filter(None, (related.link, related.kind, *(field for field, _op, _value in related.where))):
		asked.column(path)
	if related.kind and "." in related.link:
		yield RecordCondition("name", "in", _linked_by_rows(related, record, user, asked) or ("",))
	else:
		yield RecordCondition(related.link, "=", record[1])
		if related.kind:
			yield RecordCondition(related.kind, "=", record[0])
	for field, operator, value in related.where:
		choices = asked.columns[field].choices
		if choices and isinstance(value, tuple):
			# Versions of an app differ in the options of a field.
			value = tuple(each for each in value if each in choices)
			if not value and operator == "not in":
				continue
		yield RecordCondition(field, cast("Operator", operator), value)


def _linked_by_rows(
	related: RelatedRecords, record: Reference, user: str, asked: ReadableDocType
) -> tuple[str, ...]:
	"""The records one row of which holds both the DocType and the name of the record. Only those that the user may read: their
	names stand in the address of the list."""
	link, kind = asked.columns[related.link], asked.columns[related.kind]
	names = frappe.db.sql_list(
		f"""select distinct parent from `tab{link.child}` where `{kind.fieldname}` = %s and `{link.fieldname}` = %s
		and parenttype = %s and parentfield = %s limit {MOST_LINKED}""",
		(*record, asked.name, link.table),
	)
	readable: dict[str, Record] = tried(asked.name, partial(readable_records, asked.name, names, user), {})
	return tuple(name for name in names if name in readable)


def _is_shown(path: str, asked: ReadableDocType) -> bool:
	return path in asked.columns and not is_sensitive(asked.columns[path].fieldname)


def _counted(label: str, rows: QueryResult) -> Total:
	count = rows.records
	words = label if count is None else _("{0}: {1} records, over all that you may see.").format(label, count)
	return Total("count", _("Number of Records"), count, words=words)


def _sums(related: RelatedRecords, query: RecordQuery, user: str, end: float) -> list[Total]:
	"""What is added up over all records of the part; nothing where a field may not be read or the currencies may not be known."""
	if not related.sums:
		return []
	measures = tuple(Measure("sum", name) for name in related.sums)
	numbers = replace(query, fields=(), order_by=(), measures=measures)
	try:
		return [total for total in run_query(numbers, user, _left(end)).totals if total.key != "count"]
	except OutOfTime:
		raise
	except QueryRefused:
		return []


def _without_empty(result: QueryResult) -> QueryResult:
	"""The rows without the columns that are empty in all of them."""
	kept = [
		number
		for number, column in enumerate(result.columns)
		if column.key == "name" or any(row[number] not in (None, "") for row in result.rows)
	]
	return replace(
		result,
		columns=tuple(result.columns[number] for number in kept),
		rows=tuple(tuple(row[number] for number in kept) for row in result.rows),
	)


def _left(end: float) -> float:
	return max(0.05, end - time.monotonic())
