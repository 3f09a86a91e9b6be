"""What inputs say of records that they link to: after a rename, a merge or a new title of one of these they are read again."""

from functools import partial

import frappe

from huf.ai.knowledge import status
from huf.ai.knowledge.records.links import linking_records
from huf.ai.knowledge.status.inputs import by_name
from huf.ai.site.database import transactions

OUTDATED = "outdated"
"""As the fingerprint of an input: equal to that of no record, so the next comparison reads the record again."""


def outdate_linking(source: str, doctype: str, name: str) -> int:
	"""Let the next comparison of ``source`` read again what it holds of records that link to this one. How many there are.

	Commits. It stays noted in the inputs if the process dies before that comparison.
	"""
	count = 0
	for linking in frappe.db.sql_list(
		"""select distinct reference_doctype from `tabKnowledge Input`
		where knowledge_source = %s and input_type = 'DocType Records' and selected_key is not null
		and coalesce(reference_doctype, '') != ''""",
		source,
	):
		for names in linking_records(linking, doctype, name):
			inputs = frappe.db.sql_list(
				"""select name from `tabKnowledge Input` where knowledge_source = %s and input_type = 'DocType Records'
				and reference_doctype = %s and reference_name in %s""",
				(source, linking, names),
			)
			if inputs:
				transactions.retry_deadlocks(partial(_outdate, sorted(inputs)))
				count += len(inputs)
	return count


def _outdate(inputs: list[str]) -> None:
	status.lock_inputs(inputs)
	frappe.db.sql(f"update {by_name()} set record_state = %s where name in %s", (OUTDATED, inputs))
