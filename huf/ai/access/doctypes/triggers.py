"""Whose an Agent Trigger is: managers see them all; whoever is no System Manager writes those that run as themselves."""

from typing import TYPE_CHECKING

import frappe

from huf.ai.access.roles import READING, is_manager
from huf.ai.access.words import NOTHING, as_stored, is_administrator, is_same_user, roles_of

if TYPE_CHECKING:
	from frappe.model.document import Document


def may_name_others(user: str | None = None) -> bool:
	"""Whether the user may make a trigger that runs as somebody else."""
	return is_administrator(user) or "System Manager" in roles_of(user)


def trigger_conditions(user: str | None = None, **_: object) -> str:
	"""All triggers for managers, none for others."""
	return "" if is_manager(user) else NOTHING


def has_trigger_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The same for one; its text is what is asked as its user, so writing it is acting as them."""
	user = user or frappe.session.user
	if not is_manager(user):
		return False
	if may_name_others(user) or ptype in READING or ptype == "create":
		return True
	stored = doc if doc.is_new() else as_stored(doc, ("run_as",))
	return is_same_user(user, stored.run_as)
