"""Who may read and write what: one rule, told twice.

Frappe asks for rights in two ways: as an SQL condition for lists and as a yes or no for one document. Both halves of
each rule stand side by side here, and the tests compare their answers user by user.

The rule of a source: its scope says who reads it. ``Site``: whoever has a knowledge role. ``Role``: those of them who
hold one of the listed, enabled roles, and managers, who set these roles. ``User``: its owner alone. A Frappe share
adds reading. Managers write Site and Role sources; a User source is its owner's to write. Inputs and builds follow their
source. A run is its user's alone, since it quotes what *that* user may read; not even managers see it.
"""

from typing import TYPE_CHECKING

import frappe
from frappe.utils import cstr

from huf.ai.knowledge.permission_words import (
	NOTHING,
	any_of,
	as_stored,
	has_roles_listed,
	holds_listed_role,
	is_administrator,
	is_same_user,
	listed_roles,
	may,
	quoted,
	role_rows,
	roles_of,
	shared_condition,
)

if TYPE_CHECKING:
	from frappe.model.document import Document

MANAGER_ROLES = frozenset({"Knowledge Manager", "System Manager"})
KNOWLEDGE_ROLES = MANAGER_ROLES | {"Knowledge User"}
READING = frozenset({None, "", "read", "select", "print", "email", "report", "export"})


def is_manager(user: str | None = None) -> bool:
	"""Whether the user looks after the site's knowledge."""
	return is_administrator(user) or bool(MANAGER_ROLES & roles_of(user))


def may_use_knowledge(user: str | None = None) -> bool:
	"""Whether the user has any of the roles that knowledge is for."""
	return is_administrator(user) or bool(KNOWLEDGE_ROLES & roles_of(user))


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


def can_run_agent(agent: "str | Document", user: str | None = None) -> bool:
	"""Whether the user may run this agent. Says nothing about whether the agent is disabled."""
	return may("Agent", "read", agent, user)


# --- Knowledge Source


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


# --- Knowledge Input and Knowledge Build


def input_conditions(user: str | None = None, **_: object) -> str:
	"""The inputs of the sources that the user may read."""
	return _part_conditions("Knowledge Input", user)


def build_conditions(user: str | None = None, **_: object) -> str:
	"""The builds of the sources that the user may read."""
	return _part_conditions("Knowledge Build", user)


def has_part_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The right to an input or a build is the right to its source: the stored one and the one now named."""
	user = user or frappe.session.user
	if is_administrator(user):
		return True
	sources = {doc.knowledge_source}
	if not doc.is_new():
		sources.add(as_stored(doc, ("knowledge_source",)).knowledge_source)
	if doc.is_new() and not doc.knowledge_source:
		return may_use_knowledge(user)
	allowed = can_read_source if ptype in READING else can_write_source
	return all(source and allowed(source, user) for source in sources)


def _part_conditions(doctype: str, user: str | None) -> str:
	rule = source_conditions(user)
	if not rule:
		return ""
	return f"`tab{doctype}`.`knowledge_source` in (select `name` from `tabKnowledge Source` where {rule})"


# --- Knowledge Glossary


def glossary_conditions(user: str | None = None, **_: object) -> str:
	"""The glossaries for all sources, and those of the sources that the user may read."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	if not may_use_knowledge(user):
		return NOTHING
	table = "`tabKnowledge Glossary`"
	return any_of(
		[f"ifnull({table}.`knowledge_source`, '') = ''", _part_conditions("Knowledge Glossary", user)]
	)


def has_glossary_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The right to a glossary is the right to its source; one for all sources is read by all and written by managers."""
	user = user or frappe.session.user
	if is_administrator(user):
		return True
	if not may_use_knowledge(user):
		return False
	sources = {doc.knowledge_source}
	if not doc.is_new():
		sources.add(as_stored(doc, ("knowledge_source",)).knowledge_source)
	reads = ptype in READING
	allowed = can_read_source if reads else can_write_source
	return all(allowed(source, user) if source else reads or is_manager(user) for source in sources)


# --- Agent and Agent Run


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


def run_conditions(user: str | None = None, **_: object) -> str:
	"""The user's own runs."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	own = f"`tabAgent Run`.`user` = {quoted(user)}"
	return any_of([own, shared_condition("Agent Run", user)])


def has_run_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""A run belongs to the user whose rights it was made with."""
	user = user or frappe.session.user
	stored = doc if doc.is_new() else as_stored(doc, ("user",))
	return is_administrator(user) or is_same_user(user, stored.user)


# --- Child tables: Frappe checks the parent's DocType for a list of rows, never the single parents.


def child_conditions(user: str | None = None, doctype: str | None = None, **_: object) -> str:
	"""Rows of a child table whose parents the user may read; of a parent that is not huf's, none."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	parent, rule = CHILD_TABLES[cstr(doctype)]
	condition = rule(user) or "1=1"
	table = f"`tab{doctype}`"
	return (
		f"({table}.`parenttype` = {quoted(parent)} and {table}.`parent` in"
		f" (select `name` from `tab{parent}` where {condition}))"
	)


def _manager_conditions(user: str) -> str:
	"""For the tables of permlevel 1, which Frappe does not heed when it lists the rows of a child table."""
	return "" if is_manager(user) else NOTHING


CHILD_TABLES = {
	"Agent Knowledge": ("Agent", _manager_conditions),
	"Agent Role": ("Agent", _manager_conditions),
	"Agent Run Chunk": ("Agent Run", run_conditions),
	"Knowledge Build Failure": ("Knowledge Build", build_conditions),
	"Knowledge Glossary Entry": ("Knowledge Glossary", glossary_conditions),
	"Knowledge Selector": ("Knowledge Source", source_conditions),
	"Knowledge Source Role": ("Knowledge Source", source_conditions),
}
