"""Records that a question describes (“the invoice of 12.10. to Acme”), found by a query as the acting user."""

from dataclasses import dataclass

from frappe.utils import getdate

from huf.ai.access.impersonation import asked_as
from huf.ai.queries.as_user.errors import QueryRefused
from huf.ai.queries.as_user.running import run_query
from huf.ai.queries.plain_questions.named_records import find_records
from huf.ai.queries.plain_questions.vocabulary import vocabulary_of
from huf.engine.questions.described import read_description
from huf.engine.questions.record_query import RecordQuery

MOST_DESCRIBED = 5
"""Records that one description may fit. One that fits more says too little to go before what matches."""


@dataclass(frozen=True, slots=True)
class DescribedRecords:
	"""The records that a question is about, a few or none."""

	records: tuple[tuple[str, str], ...] = ()
	"""DocType and name of each."""
	facts: int = 0
	"""How much the question says of them."""


def described_records(question: str, user: str, doctypes: tuple[str, ...]) -> DescribedRecords:
	"""The records of these DocTypes that ``question`` describes, among those that ``user`` may read.

	What they may not read changes nothing: names, queries and how many records fit are all asked for with their rights.
	"""
	with asked_as(user):
		found = read_description(
			question,
			vocabulary_of(user, doctypes),
			today=getdate(),
			find_records=find_records,
			most=MOST_DESCRIBED,
		)
	for one in found:
		for query in one.queries:
			names, are_all = _answer(query, user)
			if names and are_all:
				return DescribedRecords(tuple((query.doctype, name) for name in names), one.facts)
			if names:
				break
	return DescribedRecords()


def _answer(query: RecordQuery, user: str) -> tuple[list[str], bool]:
	"""The names of the records, and whether these are all. None where the query cannot be answered."""
	try:
		result = run_query(query, user)
	except QueryRefused:
		# Too many records to check one by one, or no time: no description that is worth that much.
		return [], False
	return [str(row[0]) for row in result.rows], not result.truncated
