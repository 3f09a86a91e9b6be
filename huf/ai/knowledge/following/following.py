"""What happens to inputs in the very transaction in which their record is deleted or renamed.

A search drops what stems from a record that is gone anyway (``rights``). This makes the inputs themselves, with their titles,
go at the same moment; and lets them know a new name, which Frappe does only for rows that it inserted itself. It waits
for nobody: an input whose row is locked just now stays for the job, which comes next.
"""

from collections.abc import Sequence

import frappe

from huf.ai.knowledge.changes import noted
from huf.ai.knowledge.status.inputs import by_name
from huf.ai.site.database.deletion import delete_documents


def drop_inputs_of_record(doctype: str, name: str) -> None:
	"""Delete the selected inputs of this record: itself and its attachments."""
	_drop(
		"""select name from `tabKnowledge Input` where reference_doctype = %s and reference_name = %s
		and selector is not null""",
		(doctype, str(name)),
	)


def drop_inputs_of_file(file: str) -> None:
	"""Delete the inputs of this File: those that selectors brought, and those that somebody added.

	Of the latter the File is the content and decides who sees them: without it nobody could open or delete them.
	"""
	_drop("select name from `tabKnowledge Input` where file_record = %s and selector is not null", (file,))
	added = "select name from `tabKnowledge Input` where file_record = %s and selector is null"
	for name in _free(frappe.db.sql_list(added, (file,))):
		# Whoever may delete the File decides about what was made of it.
		frappe.delete_doc("Knowledge Input", name, ignore_permissions=True)


def _drop(query: str, values: tuple[str, ...]) -> None:
	if free := _free(frappe.db.sql_list(query, values)):
		concerned = frappe.db.sql_list(
			"""select distinct s.artifact_id from `tabKnowledge Source` s join `tabKnowledge Input` i on i.knowledge_source = s.name
			where i.name in %s""",
			(tuple(free),),
		)
		delete_documents("Knowledge Input", free)
		# The comparison that follows finds nothing of them any more, and their texts are to leave the index.
		noted.note(concerned, noted.LEFT, "")


def rename_record(doctype: str, old: str, new: str) -> None:
	"""Let the selected inputs of a record, and what says that it stays out, know its new name."""
	frappe.db.sql(
		"""update `tabKnowledge Tombstone` set reference_name = %s
		where reference_doctype = %s and reference_name = %s""",
		(new, doctype, old),
	)
	names = frappe.db.sql_list(
		"""select name from `tabKnowledge Input` where reference_doctype = %s and reference_name = %s
		and selector is not null""",
		(doctype, old),
	)
	if free := _free(names):
		frappe.db.sql(f"update {by_name()} set reference_name = %s where name in %s", (new, tuple(free)))


def _free(names: Sequence[str]) -> list[str]:
	"""Those of the inputs that nobody has locked; from now on we have."""
	if not names:
		return []
	# Somebody who changes a record must never wait for a job, nor be the one whose transaction ends a deadlock.
	return frappe.db.sql_list(
		f"select name from {by_name()} where name in %s order by name for update skip locked", (tuple(names),)
	)
