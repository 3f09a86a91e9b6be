"""Who may see what is proposed for a glossary: the user for whom it was learnt, while they look after its source.

Its words are of texts and questions that this user may read, and others need not be allowed to.
"""

from typing import TYPE_CHECKING

import frappe

from huf.ai.access.roles import is_manager
from huf.ai.access.scopes.sources import can_write_source, of_writable_sources
from huf.ai.access.words import NOTHING, as_stored, is_administrator, is_same_user, quoted

if TYPE_CHECKING:
	from frappe.model.document import Document


def proposal_conditions(user: str | None = None, **_: object) -> str:
	"""The user's own proposals of the sources that they may write."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	if not is_manager(user):
		return NOTHING
	own = f"`tabKnowledge Glossary Proposal`.`for_user` = {quoted(user)}"
	return f"({own} and {of_writable_sources('Knowledge Glossary Proposal', user)})"


def has_proposal_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The same for one."""
	user = user or frappe.session.user
	if is_administrator(user):
		return True
	stored = doc if doc.is_new() else as_stored(doc, ("for_user", "knowledge_source"))
	return (
		is_manager(user)
		and is_same_user(user, stored.for_user)
		and bool(stored.knowledge_source)
		and can_write_source(stored.knowledge_source, user)
	)
