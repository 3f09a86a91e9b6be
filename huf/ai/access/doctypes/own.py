"""What belongs to one user alone: Agent Runs, which quote what *that* user may read, and the conversations that they are turns of."""

from typing import TYPE_CHECKING

import frappe

from huf.ai.access.words import any_of, as_stored, is_administrator, is_same_user, quoted, shared_condition

if TYPE_CHECKING:
	from frappe.model.document import Document


def run_conditions(user: str | None = None, **_: object) -> str:
	"""The user's own runs."""
	return _own("Agent Run", user)


def conversation_conditions(user: str | None = None, **_: object) -> str:
	"""The user's own conversations."""
	return _own("Agent Conversation", user)


def has_own_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""A run belongs to the user whose rights it was made with, a conversation to the user who has it."""
	user = user or frappe.session.user
	stored = doc if doc.is_new() else as_stored(doc, ("user",))
	return is_administrator(user) or is_same_user(user, stored.user)


def _own(doctype: str, user: str | None) -> str:
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	return any_of([f"`tab{doctype}`.`user` = {quoted(user)}", shared_condition(doctype, user)])
