"""Records that a query describes by kind, party, day or amount: “how much was the invoice of 12.10. to Acme”.

Words alone do not find them: the party stands in all of its documents, and the day is written in another way. So the records are
found by a query (:mod:`huf.ai.queries.plain_questions.described`), and their hits come first, as those of records that a number names do.
"""

from collections.abc import Sequence

import frappe

from huf.ai.access.records.inputs import readable_inputs
from huf.ai.access.records.records import referenced_doctypes
from huf.ai.queries.plain_questions.described import described_records

SURE = 2
"""Facts about a record, such as party and day, by which it is meant as surely as by its number."""
_KEPT_FOR = 60
"""Seconds for which the kinds of records that are knowledge are kept: a new kind is described a minute later."""
_KEY = "huf_described_doctypes"


def described(query: str, sources: Sequence[str], user: str) -> tuple[tuple[str, ...], int]:
	"""The inputs of the records that ``query`` describes, and how many facts it says of them. A few, or none."""
	doctypes = _kinds()
	if not doctypes or not sources:
		return (), 0
	found = described_records(query, user, doctypes)
	if not found.records:
		return (), 0
	inputs: list[str] = frappe.db.sql_list(
		"""select name from `tabKnowledge Input` where (reference_doctype, reference_name) in %(records)s
		and knowledge_source in %(sources)s and input_type = 'DocType Records' and disabled = 0""",
		{"records": found.records, "sources": list(sources)},
	)
	return tuple(sorted(readable_inputs(inputs, user))), found.facts


def places(top_k: int, facts: int) -> int:
	"""How many hits may go before all others: all where the record is meant, half where it is only likely."""
	return top_k if facts >= SURE else max(1, top_k // 2)


def _kinds() -> tuple[str, ...]:
	kept = frappe.cache.get_value(_KEY, expires=True)
	if kept is None:
		kept = referenced_doctypes()
		frappe.cache.set_value(_KEY, kept, expires_in_sec=_KEPT_FOR)
	return tuple(name for name in kept if frappe.db.exists("DocType", name, cache=True))
