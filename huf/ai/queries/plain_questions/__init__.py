"""Plain questions about many records, without a model: read, answered, and shown with what was understood."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import frappe
from frappe import _
from frappe.utils import get_absolute_url, getdate

from huf.ai.access.impersonation import asked_as
from huf.ai.access.roles import may_use_knowledge
from huf.ai.queries.as_user.running import run_query
from huf.ai.queries.plain_questions.computed_states import names_of
from huf.ai.queries.plain_questions.named_records import find_records
from huf.ai.queries.plain_questions.understood import in_words
from huf.ai.queries.plain_questions.vocabulary import vocabulary_of
from huf.ai.site.limits import SEARCHES, checked_query, limit_rate
from huf.engine.errors import HufError
from huf.engine.questions.reader import read_question
from huf.engine.questions.reading import Reading
from huf.engine.questions.record_query import RecordCondition, RecordQuery
from huf.engine.questions.vocabulary import FoundRecord


class Answered(Protocol):
	"""An answer to a query."""

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON."""


RunQuery = Callable[[RecordQuery, str], Answered]


@frappe.whitelist(methods=["GET", "POST"])
def ask_plainly(question: str, doctype: str | None = None, record: str | None = None) -> dict[str, Any]:
	"""Read a plain question about many records, and answer it with the rights of the caller.

	:param doctype: which DocType is meant, after a question that may be about several.
	:param record: which record is meant, after a name that several have.
	:returns: ``kind`` (``list``, ``record``, ``ask`` or ``passage``), and by kind ``understood``, ``shape``,
		``answer`` or ``problem``, ``records``, ``choices``.
	"""
	limit_rate(SEARCHES)
	user = frappe.session.user
	if not may_use_knowledge(user):
		frappe.throw(_("Only those who may use knowledge may ask this."), frappe.PermissionError)
	return ask(checked_query(question), user, run_query, doctype, record)


def ask(
	question: str, user: str, run: RunQuery, doctype: str | None = None, record: str | None = None
) -> dict[str, Any]:
	"""What :func:`ask_plainly` gives, for ``user`` and answered by ``run``."""
	reading = _chosen(read(question, user, record), doctype)
	if reading.kind == "passage":
		# Nothing else: what a question was not understood for may be what its user must not know.
		return {"kind": "passage"}
	told: dict[str, Any] = {
		"kind": reading.kind,
		"understood": in_words(reading.understood),
		"records": [_record(each) for each in reading.records],
		"choices": [_choice(each) for each in reading.choices if each.query],
	}
	if reading.kind == "list" and reading.query:
		told["shape"] = _shape(reading.query)
		try:
			with asked_as(user):
				query = with_computed(reading.query, reading.computed)
			told["answer"] = run(query, user).to_dict()
		except HufError as error:
			# It was understood, and whoever asked is told why there is no number: too many records, or no time.
			told["problem"] = str(error)
	return told


def _shape(query: RecordQuery) -> str:
	"""What of the answer is wanted: ``groups``, a ``number``, the ``first`` rows, or a ``list`` with its number."""
	if query.group_by:
		return "groups"
	if query.measures:
		return "number"
	return "first" if query.order_by else "list"


def read(question: str, user: str, record: str | None = None) -> Reading:
	"""What the question of ``user`` asks; of records that share a name, ``record`` is meant."""

	def found(doctypes: Sequence[str], texts: Sequence[str], is_exact: bool) -> list[FoundRecord]:
		records = find_records(doctypes, texts, is_exact)
		meant = {each.text for each in records if each.name == record}
		return [each for each in records if each.name == record or each.text not in meant]

	with asked_as(user):
		return read_question(question, vocabulary_of(user), today=getdate(), find_records=found)


def with_computed(query: RecordQuery, key: str) -> RecordQuery:
	"""``query``, kept to the records in the state of this key; these are the part, if a share is asked. Asked for the session's user."""
	if not key:
		return query
	found = RecordCondition("name", "in", tuple(names_of(key)) or ("",))
	if query.share:
		share = replace(query.share, conditions=(*query.share.conditions, found))
		return replace(query, share=share)
	return replace(query, conditions=(*query.conditions, found))


def _chosen(reading: Reading, doctype: str | None) -> Reading:
	"""The reading about this DocType, if the question may be about it."""
	if not doctype:
		return reading
	all_of = (reading, *reading.choices)
	meant = next((each for each in all_of if each.query and each.query.doctype == doctype), None)
	return replace(meant, choices=()) if meant else reading


def _record(found: FoundRecord) -> dict[str, str]:
	return {
		"doctype": found.doctype,
		"label": _(found.doctype),
		"name": found.name,
		"title": found.title,
		"url": get_absolute_url(found.doctype, found.name),
	}


def _choice(reading: Reading) -> Mapping[str, Any]:
	assert reading.query is not None
	return {"doctype": reading.query.doctype, "understood": in_words(reading.understood)}
