"""What the values of a question mean: days for “last month”, the record CUST-0001 for “Acme”."""

from dataclasses import replace

from frappe import _

from huf.ai.queries.as_user.acting import acting_as
from huf.ai.queries.as_user.errors import AskBack, QueryRefused, said
from huf.ai.queries.as_user.readable import Column, ReadableDocType, readable_doctype
from huf.ai.queries.as_user.values import dates_meant
from huf.ai.queries.tools.resolving import resolve
from huf.engine.questions.record_query import RecordCondition, RecordQuery, Related, Share, Value

_ABOUT_RECORDS = ("=", "!=", "in", "not in")
_BEGINS = ("<", ">=")
"""Operators that go by the first day of a span; the others go by its last."""


def with_meant_values(query: RecordQuery, user: str) -> tuple[RecordQuery, tuple[str, ...]]:
	"""The question with the names of records and with dates instead of words, and what was taken for what.

	Raises:
		AskBack: a text means several records, or none that the user may see.
		QueryRefused: there is no such DocType for the user.
	"""
	notes: list[str] = []
	with acting_as(user):
		asked = readable_doctype(query.doctype, user)
		conditions = tuple(_meant(stated, asked, notes) for stated in query.conditions)
		related = tuple(_meant_related(one, user, notes) for one in query.related)
		share = query.share and Share(
			tuple(_meant(stated, asked, notes) for stated in query.share.conditions),
			tuple(_meant_related(one, user, notes) for one in query.share.related),
		)
	meant = replace(query, doctype=asked.name, conditions=conditions, related=related, share=share)
	return meant, tuple(notes)


def _meant_related(stated: Related, user: str, notes: list[str]) -> Related:
	other = readable_doctype(stated.doctype, user)
	conditions = tuple(_meant(one, other, notes) for one in stated.conditions)
	return replace(stated, doctype=other.name, conditions=conditions)


def _meant(stated: RecordCondition, asked: ReadableDocType, notes: list[str]) -> RecordCondition:
	column = asked.columns.get(stated.field)
	if column is None or stated.other_field or stated.operator == "is":
		return stated
	if column.is_date:
		return _dated(stated)
	doctype = asked.name if column.path == "name" else column.options if column.fieldtype == "Link" else ""
	if not doctype or stated.operator not in _ABOUT_RECORDS or not _is_readable(doctype, asked.user):
		return stated
	values = stated.value if isinstance(stated.value, tuple) else (stated.value,)
	names = tuple(_record(column, doctype, value, asked.user, notes) for value in values)
	value: Value = names if isinstance(stated.value, tuple) else names[0]
	return replace(stated, value=value)


def _is_readable(doctype: str, user: str) -> bool:
	"""Whether the user may ask about what a link leads to. Else its values are what they are in the records that they see."""
	try:
		readable_doctype(doctype, user)
	except QueryRefused:
		return False
	return True


def _record(column: Column, doctype: str, value: object, user: str, notes: list[str]) -> str | int | float:
	text = str(value if value is not None else "").strip()
	if not text:
		return ""
	matches = resolve(doctype, text, user)
	if len(matches) == 1 or (matches and matches[0].name.casefold() == text.casefold()):
		(found, *_others) = matches
		if found.name.casefold() != text.casefold():
			title = f" ({found.title})" if found.title != found.name else ""
			notes.append(
				_("“{0}” was taken for the {1} {2}{3}.").format(said(text), _(doctype), found.name, title)
			)
		return found.name
	if matches:
		named = ", ".join(
			f"{one.name} ({one.title})" if one.title != one.name else one.name for one in matches
		)
		message = _("“{0}” may be one of several records of {1}: {2}. Which one is meant?").format(
			said(text), _(doctype), named
		)
	else:
		message = _("There is no {0} “{1}” that you may see.").format(_(doctype), said(text))
	raise AskBack(column.path, doctype, text, tuple(matches), message)


def _dated(stated: RecordCondition) -> RecordCondition:
	value = stated.value
	if isinstance(value, tuple):
		spans = [dates_meant(one) if isinstance(one, str) else None for one in value]
		if stated.operator != "between" or len(value) != 2:
			return stated
		first, last = spans
		return replace(stated, value=(first[0] if first else value[0], last[1] if last else value[1]))
	span = dates_meant(value) if isinstance(value, str) else None
	if span is None:
		return stated
	if stated.operator == "=":
		return replace(stated, operator="between", value=span)
	return replace(stated, value=span[0] if stated.operator in _BEGINS else span[1])
