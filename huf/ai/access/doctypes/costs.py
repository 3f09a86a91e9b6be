"""Who sees rows of the ledger, and of what is set aside: System Managers, but for sources that are not theirs to read."""

from typing import TYPE_CHECKING

import frappe

from huf.ai.access.scopes.sources import can_read_source, source_conditions
from huf.ai.access.words import is_administrator

if TYPE_CHECKING:
	from frappe.model.document import Document


def cost_conditions(user: str | None = None, doctype: str = "Knowledge Cost", **_: object) -> str:
	"""Rows that name no source, or one that the user may read: a personal one has a name that is its owner's business."""
	readable = source_conditions(user or frappe.session.user)
	if not readable:
		return ""
	column = f"`tab{doctype}`.`knowledge_source`"
	return f"(coalesce({column}, '') = '' or {column} in (select name from `tabKnowledge Source` where {readable}))"


def hold_conditions(user: str | None = None, **_: object) -> str:
	"""The same of what is set aside."""
	return cost_conditions(user, "Knowledge Cost Hold")


def has_cost_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The other half of the rule."""
	user = user or frappe.session.user
	return (
		is_administrator(user)
		or not doc.knowledge_source
		or bool(can_read_source(doc.knowledge_source, user))
	)
