"""Fields that only the server writes.

A read-only field of a form is only a hint to the browser: over REST a caller may send any value. And an open form
sends old values back. So a controller takes its derived fields from the row as it stands, not from the caller.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import frappe

if TYPE_CHECKING:
	from frappe.model.document import Document


def forget_claimed(doc: "Document", fields: Iterable[str]) -> None:
	"""Set the fields of a new document to their defaults, whatever the caller sent."""
	for fieldname in fields:
		doc.set(fieldname, doc.meta.get_field(fieldname).default)


def restore_stored(doc: "Document", fields: Iterable[str]) -> None:
	"""Set the fields of a saved document to what the row holds; the row stays locked until the transaction ends."""
	stored = frappe.db.get_value(doc.doctype, doc.name, list(fields), as_dict=True, for_update=True)
	if stored:
		doc.update(stored)
