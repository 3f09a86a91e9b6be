"""Whose a Knowledge Gap is: managers'. They may assign one to somebody who knows the answer (``huf.ai.gaps.assigning``)."""

from typing import TYPE_CHECKING

import frappe

from huf.ai.access.roles import is_manager
from huf.ai.access.words import shared_condition

if TYPE_CHECKING:
	from frappe.model.document import Document


def gap_conditions(user: str | None = None, **_: object) -> str:
	"""All gaps for managers; for others those that are shared with them, as when they are assigned to one."""
	user = user or frappe.session.user
	return "" if is_manager(user) else shared_condition("Knowledge Gap", user)


def has_gap_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The same for one; Frappe asks for shares by itself."""
	return is_manager(user)
