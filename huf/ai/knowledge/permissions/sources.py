"""Who may read and write a Knowledge Source."""

from typing import TYPE_CHECKING

import frappe

from huf.ai.knowledge.permissions.who import (
	KNOWLEDGE_ROLES,
	MANAGER_ROLES,
	READING,
	is_manager,
	may_use_knowledge,
)
from huf.ai.knowledge.permissions.words import (
	any_of,
	as_stored,
	holds_listed_role,
	is_administrator,
	is_same_user,
	listed_roles,
	may,
	quoted,
	roles_of,
	shared_condition,
)

if TYPE_CHECKING:
	from frappe.model.document import Document


def readable_sources(user: str | None = None) -> list[str]:
	"""Names of all sources that the user may read, disabled ones too, in alphabetical order."""
	user = user or frappe.session.user
	if not frappe.has_permission("Knowledge Source", "read", user=user):
		return []
	return frappe.get_list(
		"Knowledge Source", user=user, pluck="name", order_by="name asc", limit_page_length=0
	)


def can_read_source(source: "str | Document", user: str | None = None) -> bool:
	"""Whether the user may read this source; a source that does not exist may be read by nobody."""
	return may("Knowledge Source", "read", source, user)


def can_write_source(source: "str | Document", user: str | None = None) -> bool:
	"""Whether the user may change this source and its inputs."""
	return may("Knowledge Source", "write", source, user)


def source_conditions(user: str | None = None, **_: object) -> str:
	"""The sources that the user may read, as an SQL condition; empty means all."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	table = "`tabKnowledge Source`"
	parts = [shared_condition("Knowledge Source", user)]
	roles = roles_of(user)
	if KNOWLEDGE_ROLES & roles:
		parts.append(f"{table}.`scope` = 'Site'")
		parts.append(f"({table}.`scope` = 'User' and {table}.`owner` = {quoted(user)})")
		if MANAGER_ROLES & roles:
			parts.append(f"{table}.`scope` = 'Role'")
		else:
			parts.append(
				f"({table}.`scope` = 'Role' and {holds_listed_role('Knowledge Source Role', table, roles)})"
			)
	return any_of(parts)


def has_source_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The same rule for one source. What a form claims about scope or owner counts only for a new source."""
	user = user or frappe.session.user
	if is_administrator(user):
		return True
	if not may_use_knowledge(user):
		return False
	if ptype == "create":
		# Which scopes the user may make is checked by the controller, which can say what to do instead.
		return True
	stored = doc if doc.is_new() else as_stored(doc, ("scope", "owner"))
	if stored.scope == "User":
		return is_same_user(user, stored.owner)
	if is_manager(user):
		return True
	if ptype not in READING:
		return False
	return stored.scope == "Site" or bool(listed_roles(doc, "Knowledge Source Role") & roles_of(user))
