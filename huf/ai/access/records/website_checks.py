"""Who lets a source answer users of the website from records, and which sources can."""

import frappe
from frappe import _
from frappe.model.document import Document
from frappe.utils import cint, cstr


def check_answers_website(source: Document) -> None:
	"""Refuse what would show customers more than somebody has decided to show.

	Raises:
		frappe.PermissionError: only System Managers tick it, and change what such a source selects: it opens records whose texts
			a manager of knowledge need not be allowed to read.
		frappe.ValidationError: another scope, or selectors that bring comments or e-mails.
	"""
	if not cint(source.answers_website_users):
		return
	before = source.get_doc_before_save()
	is_new = not (before and before.answers_website_users)
	if (is_new or _selection(before) != _selection(source)) and "System Manager" not in frappe.get_roles():
		frappe.throw(
			_(
				"Only System Managers decide from which records, and with which text, a source answers users of the website."
			),
			frappe.PermissionError,
		)
	if source.scope != "Global":
		frappe.throw(
			_(
				"Only sources of the scope Global answer users of the website. Take the tick off, or change the scope."
			),
			title=_("Answers Website Users"),
		)
	rows = [*source.selectors, *(before.selectors if before and is_new else [])]
	if any(cint(row.include_comments) or cint(row.include_emails) for row in rows):
		frappe.throw(
			_(
				"The text of a record must not have comments and e-mails where users of the website find it. Take them out of the"
				" selectors, save, and tick this when the source has been indexed without them."
			),
			title=_("Answers Website Users"),
		)


def _selection(source: Document) -> list[dict[str, str]]:
	"""What the rows of Selectors say, as text: a form and the database have other types for the same."""
	fields = [field.fieldname for field in frappe.get_meta("Knowledge Selector").fields]
	return [{field: cstr(row.get(field)) for field in fields if row.get(field)} for row in source.selectors]
