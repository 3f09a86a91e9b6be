"""Who may run an Agent."""

from typing import TYPE_CHECKING

import frappe

from huf.ai.access.roles import KNOWLEDGE_ROLES, READING, is_manager, may_use_knowledge
from huf.ai.access.words import (
	any_of,
	has_roles_listed,
	holds_listed_role,
	listed_roles,
	may,
	role_rows,
	roles_of,
	shared_condition,
)

if TYPE_CHECKING:
	from frappe.model.document import Document


def can_run_agent(agent: "str | Document", user: str | None = None) -> bool:
	"""Whether the user may run this agent. Says nothing about whether the agent is disabled."""
	return may("Agent", "read", agent, user)


def agent_conditions(user: str | None = None, **_: object) -> str:
	"""The agents that the user may run; managers see them all."""
	user = user or frappe.session.user
	if is_manager(user):
		return ""
	parts = [shared_condition("Agent", user)]
	roles = roles_of(user)
	if KNOWLEDGE_ROLES & roles:
		rows = role_rows("Agent Role", "`tabAgent`")
		parts.append(f"not exists ({rows})")
		parts.append(holds_listed_role("Agent Role", "`tabAgent`", roles))
	return any_of(parts)


def has_agent_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The same rule for one agent: no listed role means every Knowledge User."""
	user = user or frappe.session.user
	if is_manager(user):
		return True
	if ptype not in READING or not may_use_knowledge(user):
		return False
	if not has_roles_listed(doc, "Agent Role"):
		return True
	return bool(listed_roles(doc, "Agent Role") & roles_of(user))
