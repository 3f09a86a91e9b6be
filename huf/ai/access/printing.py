"""Texts of huf's records are text when they are printed, too.

Frappe's print formats put what a field holds into the page as it is: it took dangerous HTML out when a form was saved. Questions, titles and errors
are noted by huf as they were written, past that filter (``huf/public/js/plain_texts.js`` is the same for forms, lists and reports).
"""

from typing import TYPE_CHECKING, Any

from frappe.utils import escape_html

from huf.ai.access.doctypes.requests import own_doctypes

if TYPE_CHECKING:
	from frappe.model.document import Document

TEXTS = ("Data", "Small Text", "Text", "Long Text", "Code")


def before_print(doc: "Document", _method: str | None = None, *_settings: Any) -> None:
	"""Write the texts of a document of huf that is about to be printed, and of its rows, as HTML that shows them. The document is not saved after."""
	if doc.doctype not in own_doctypes():
		return
	for each in (doc, *doc.get_all_children()):
		for field in each.meta.get("fields", {"fieldtype": ("in", TEXTS)}):
			if isinstance(value := each.get(field.fieldname), str):
				each.set(field.fieldname, escape_html(value))
