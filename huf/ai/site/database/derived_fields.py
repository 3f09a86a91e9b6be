"""Fields that only the server writes.

A read-only field of a form is only a hint to the browser: over REST a caller may send any value. And an open form
sends old values back. So a controller takes its read-only fields from the row as it stands, not from the caller.
Jobs write them by SQL, and so may everybody who means it.
"""

from typing import TYPE_CHECKING

import frappe

if TYPE_CHECKING:
	from frappe.model.document import Document
	from frappe.model.meta import Meta


NUMBERS = frozenset({"Check", "Float", "Int"})


def derived_fields(meta: "Meta") -> list[str]:
	"""Names of huf's own read-only fields with a column; a site's custom fields are its own affair."""
	columns = set(meta.get_valid_columns())
	return [
		field.fieldname
		for field in meta.fields
		if field.read_only and field.fieldname in columns and not field.get("is_custom_field")
	]


def forget_claimed(doc: "Document") -> None:
	"""Set the derived fields of a new document to their defaults, whatever the caller sent."""
	for fieldname in derived_fields(doc.meta):
		field = doc.meta.get_field(fieldname)
		doc.set(fieldname, field.default or (0 if field.fieldtype in NUMBERS else None))


def restore_stored(doc: "Document") -> None:
	"""Set the derived fields of a saved document to what the row holds, and lock the row until the commit."""
	stored = frappe.db.get_value(
		doc.doctype, doc.name, derived_fields(doc.meta), as_dict=True, for_update=True
	)
	if stored:
		doc.update(stored)
