"""Taking a tag away in the desk: Frappe deletes the Tag Link without any event, so its method is called through here."""

import frappe
from frappe import _

from huf.ai.knowledge.permissions.words import is_stored
from huf.ai.knowledge.sync import noted
from huf.ai.knowledge.sync.watched import watched


@frappe.whitelist(methods=["POST"])
def remove_tag(tag: str, dt: str, dn: str) -> None:
	"""Frappe's own ``remove_tag``, and a note for the sources that select by tags."""
	from frappe.desk.doctype.tag import tag as tags

	# Frappe would look for the document in a table of whatever name it is given.
	if not is_stored("DocType", dt) or not is_stored(dt, dn):
		frappe.throw(_("There is no such document."), frappe.DoesNotExistError)
	# Frappe asks for this right where its refusal is lost in the handling of another error.
	frappe.get_doc(dt, dn).check_permission("write")
	tags.remove_tag(tag, dt, dn)
	noted.note((watch[0] for watch in watched().of_record(dt)), dt, dn)
