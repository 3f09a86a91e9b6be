"""Whose an Agent Conversation is: as its runs, its user's alone."""

from typing import TYPE_CHECKING

import frappe

from huf.ai.knowledge.permissions.words import (
	any_of,
	as_stored,
	is_administrator,
	is_same_user,
	quoted,
	shared_condition,
)

if TYPE_CHECKING:
	from frappe.model.document import Document


def conversation_conditions(user: str | None = None, **_: object) -> str:
	"""The user's own conversations."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	own = f"`tabAgent Conversation`.`user` = {quoted(user)}"
	return any_of([own, shared_condition("Agent Conversation", user)])


def has_conversation_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""A conversation belongs to the user who has it."""
	user = user or frappe.session.user
	stored = doc if doc.is_new() else as_stored(doc, ("user",))
	return is_administrator(user) or is_same_user(user, stored.user)
