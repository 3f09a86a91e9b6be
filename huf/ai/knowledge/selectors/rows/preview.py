"""How many records a selector selects now, for the person who is just writing it: with their rights."""

from collections.abc import Mapping
from typing import Any

import frappe
from frappe import _
from frappe.model.document import Document
from frappe.utils import cint

from huf.ai.knowledge.selectors.rows.checks import check_selector
from huf.ai.knowledge.selectors.values import LISTED, Selector
from huf.ai.knowledge.selectors.wanted_set import wanted_of_source

MOST_COUNTED = 20_000
"""Beyond this many the answer is "more than"."""


def count_selected(row: Mapping[str, Any]) -> dict[str, Any]:
	"""``records`` and ``files`` that a selector of the session's user would bring now; ``more``: it was not counted to
	the end.

	:raises frappe.ValidationError, frappe.PermissionError: as when it is saved.
	"""
	doc = checked_row(row)
	if doc.selector_type in LISTED:
		frappe.throw(
			_(
				"What a website, a folder of the server or a connection lists is not counted. Ask for a preview."
			)
		)
	records: set[str] = set()
	files: set[str] = set()
	for page in wanted_of_source([Selector.of_row(doc.as_dict())]):
		for item in page:
			(files if item.file else records).add(item.key)
		if len(records) + len(files) >= MOST_COUNTED:
			return {"records": len(records), "files": len(files), "more": True}
	return {"records": len(records), "files": len(files), "more": False}


def checked_row(row: Mapping[str, Any]) -> Document:
	"""A selector of the session's user out of values that they sent.

	:raises frappe.ValidationError, frappe.PermissionError: as when it is saved.
	"""
	doc: Document = frappe.new_doc("Knowledge Selector")
	for field in doc.meta.fields:
		value = row.get(field.fieldname)
		if not isinstance(value, str | int | None):
			frappe.throw(_("{0} is not a text.").format(_(field.label)))
		if value is not None:
			doc.set(field.fieldname, value)
	doc.update({"idx": cint(row.get("idx")) or 1, "author": frappe.session.user})
	check_selector(doc)
	return doc
