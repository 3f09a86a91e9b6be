"""What a person types about records, checked when it is saved."""

import frappe
from frappe import _
from frappe.utils import escape_html

from huf.ai.knowledge.records.labels import stored_meta
from huf.ai.knowledge.records.shape import shape_of
from huf.ai.knowledge.records.templates import OWN_NAMES, check
from huf.engine.errors import TemplateFailed


def check_template(text: str | None, doctype: str | None = None) -> None:
	"""Refuse a template that cannot work, with its line and the reason. An empty one is none.

	:param doctype: whose records it is for; then the fields that it asks for must be there.
	:raises frappe.ValidationError: for whoever saves it.
	"""
	if not text or not text.strip():
		return
	meta = stored_meta(doctype) if doctype else None
	# Not only the fields that the ready-made settings choose: a template may take any that everybody may see.
	known = [*OWN_NAMES, *shape_of(meta, None, "en").fieldnames] if meta else None
	try:
		check(text, known)
	except TemplateFailed as error:
		frappe.throw(escape_html(str(error)), title=_("Template"))
