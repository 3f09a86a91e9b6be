"""The record that the server binds a run of an agent to."""

import frappe
from frappe import _
from frappe.utils import cstr

from huf.ai.access.scopes.record_scope import may_read_record
from huf.ai.access.scopes.source_rows import Record


def readable_record(record: Record | None, user: str) -> Record | None:
	"""The record by its stored name, or None if none was given.

	:raises frappe.PermissionError: there is none, or the user may not read it; both sound the same.
	"""
	if record is None:
		return None
	if not may_read_record(record, user):
		frappe.throw(_("There is no such record that the user of this run may read."), frappe.PermissionError)
	return record[0], cstr(frappe.db.get_value(record[0], record[1], "name"))


def fields_of_record(record: Record | None) -> dict[str, str]:
	"""What the row of a run keeps of it."""
	return {"reference_doctype": record[0], "reference_name": record[1]} if record else {}


def record_of_run(row: "frappe._dict") -> Record | None:
	"""The record of a run that waited, the document that a trigger fired for too, if its user may (still) read it."""
	record = (cstr(row.reference_doctype), cstr(row.reference_name))
	return readable_record(record, row.user) if may_read_record(record, row.user) else None
