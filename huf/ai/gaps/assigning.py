"""Assigning a gap lets the person write its answer, and nothing else of it; when the assignment ends, so does the right.

The right is a share with the right to write, which Frappe asks for on every road; the controller keeps whoever does not look
after knowledge to the answer. ToDos alone would be no proof: every desk user may make one about any document, and whoever has
one may change it. So only those who look after gaps may make, move or reopen a ToDo about one.
"""

from typing import TYPE_CHECKING

import frappe
import frappe.share
from frappe import _

from huf.ai.access.roles import is_manager

if TYPE_CHECKING:
	from frappe.model.document import Document

GAP = "Knowledge Gap"
_WHAT = ("reference_type", "reference_name", "allocated_to")


def check_assignment(todo: "Document", method: str | None = None) -> None:
	"""Called when a ToDo is validated: refuse to assign a gap, unless by somebody who looks after knowledge.

	Raises frappe.PermissionError.
	"""
	if todo.reference_type != GAP or todo.status != "Open" or is_manager():
		return
	before = todo.get_doc_before_save()
	if before is None or before.status != "Open" or any(todo.get(key) != before.get(key) for key in _WHAT):
		frappe.throw(
			_("Only those who look after knowledge may assign a knowledge gap."), frappe.PermissionError
		)


def on_assignment_changed(todo: "Document", method: str | None = None) -> None:
	"""Called when a ToDo was saved or deleted: whom it is, or was, assigned to may write the answer, or no longer."""
	before = todo.get_doc_before_save()
	for row in filter(None, (before, todo)):
		if row.reference_type == GAP and row.reference_name and row.allocated_to:
			_settle(row.reference_name, row.allocated_to)


def _settle(gap: str, user: str) -> None:
	open_now = {"reference_type": GAP, "reference_name": gap, "allocated_to": user, "status": "Open"}
	# The share stands for what somebody who may has said, so the caller's own right to share is not asked.
	flags = {"ignore_share_permission": True, "ignore_permissions": True}
	if not frappe.db.exists("ToDo", open_now):
		frappe.share.remove(GAP, gap, user, flags=flags)
	elif is_manager() and _needs_share(user) and frappe.db.exists(GAP, gap):
		frappe.share.add_docshare(GAP, gap, user, write=1, flags=flags)


def _needs_share(user: str) -> bool:
	"""Whether the user is somebody of the desk to whom a share can give this right. Where sharing is switched off, Frappe
	refuses to assign."""
	known = frappe.db.get_value("User", user, ["enabled", "user_type"], as_dict=True)
	return (
		bool(known and known.enabled and known.user_type == "System User")
		and not is_manager(user)
		and not frappe.get_system_settings("disable_document_sharing")
	)
