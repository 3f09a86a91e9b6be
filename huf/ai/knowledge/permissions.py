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

if TYPE_CHECKING:
	from frappe.model.document import Document

MANAGER_ROLES = frozenset({"Knowledge Manager", "System Manager"})
KNOWLEDGE_ROLES = MANAGER_ROLES | {"Knowledge User"}
READING = frozenset({None, "", "read", "select", "print", "email", "report", "export"})
NOTHING = "1=0"


def is_manager(user: str | None = None) -> bool:
	"""Whether the user looks after the site's knowledge."""
	return _is_administrator(user) or bool(MANAGER_ROLES & _roles(user))


def may_use_knowledge(user: str | None = None) -> bool:
	"""Whether the user has any of the roles that knowledge is for."""
	return _is_administrator(user) or bool(KNOWLEDGE_ROLES & _roles(user))


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
	return _may("Knowledge Source", "read", source, user)


def can_write_source(source: "str | Document", user: str | None = None) -> bool:
	"""Whether the user may change this source and its inputs."""
	return _may("Knowledge Source", "write", source, user)


def can_run_agent(agent: "str | Document", user: str | None = None) -> bool:
	"""Whether the user may run this agent. Says nothing about whether the agent is disabled."""
	return _may("Agent", "read", agent, user)


# --- Knowledge Source


def source_conditions(user: str | None = None, **_: object) -> str:
	"""The sources that the user may read, as an SQL condition; empty means all."""
	user = user or frappe.session.user
	if _is_administrator(user):
		return ""
	table = "`tabKnowledge Source`"
	parts = [_shared_condition("Knowledge Source", user)]
	roles = _roles(user)
	if KNOWLEDGE_ROLES & roles:
		parts.append(f"{table}.`scope` = 'Site'")
		parts.append(f"({table}.`scope` = 'User' and {table}.`owner` = {_quoted(user)})")
		if MANAGER_ROLES & roles:
			parts.append(f"{table}.`scope` = 'Role'")
		else:
			parts.append(
				f"({table}.`scope` = 'Role' and {_holds_listed_role('Knowledge Source Role', table, roles)})"
			)
	return _any_of(parts)


def has_source_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The same rule for one source. What a form claims about scope or owner counts only for a new source."""
	user = user or frappe.session.user
	if _is_administrator(user):
		return True
	if not may_use_knowledge(user):
		return False
	if ptype == "create":
		# Which scopes the user may make is checked by the controller, which can say what to do instead.
		return True
	stored = doc if doc.is_new() else _stored(doc, ("scope", "owner"))
	if stored.scope == "User":
		return _is(user, stored.owner)
	if is_manager(user):
		return True
	if ptype not in READING:
		return False
	return stored.scope == "Site" or bool(_listed_roles(doc, "Knowledge Source Role") & _roles(user))


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
	if _is_administrator(user):
		return True
	sources = {doc.knowledge_source}
	if not doc.is_new():
		sources.add(_stored(doc, ("knowledge_source",)).knowledge_source)
	if doc.is_new() and not doc.knowledge_source:
		return may_use_knowledge(user)
	allowed = can_read_source if ptype in READING else can_write_source
	return all(source and allowed(source, user) for source in sources)


def _part_conditions(doctype: str, user: str | None) -> str:
	rule = source_conditions(user)
	if not rule:
		return ""
	return f"`tab{doctype}`.`knowledge_source` in (select `name` from `tabKnowledge Source` where {rule})"


# --- Agent and Agent Run


def agent_conditions(user: str | None = None, **_: object) -> str:
	"""The agents that the user may run; managers see them all."""
	user = user or frappe.session.user
	if is_manager(user):
		return ""
	parts = [_shared_condition("Agent", user)]
	roles = _roles(user)
	if KNOWLEDGE_ROLES & roles:
		rows = _role_rows("Agent Role", "`tabAgent`")
		parts.append(f"not exists ({rows})")
		parts.append(_holds_listed_role("Agent Role", "`tabAgent`", roles))
	return _any_of(parts)


def has_agent_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The same rule for one agent: no listed role means every Knowledge User."""
	user = user or frappe.session.user
	if is_manager(user):
		return True
	if ptype not in READING or not may_use_knowledge(user):
		return False
	if not _has_rows(doc, "Agent Role"):
		return True
	return bool(_listed_roles(doc, "Agent Role") & _roles(user))


def run_conditions(user: str | None = None, **_: object) -> str:
	"""The user's own runs."""
	user = user or frappe.session.user
	if _is_administrator(user):
		return ""
	own = f"`tabAgent Run`.`user` = {_quoted(user)}"
	return _any_of([own, _shared_condition("Agent Run", user)])


def has_run_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""A run belongs to the user whose rights it was made with."""
	user = user or frappe.session.user
	stored = doc if doc.is_new() else _stored(doc, ("user",))
	return _is_administrator(user) or _is(user, stored.user)


# --- Child tables: Frappe checks the parent's DocType for a list of rows, never the single parents.


def child_conditions(user: str | None = None, doctype: str | None = None, **_: object) -> str:
	"""Rows of a child table whose parents the user may read; of a parent that is not huf's, none."""
	user = user or frappe.session.user
	if _is_administrator(user):
		return ""
	parent, rule = CHILD_TABLES[cstr(doctype)]
	condition = rule(user) or "1=1"
	table = f"`tab{doctype}`"
	return (
		f"({table}.`parenttype` = {_quoted(parent)} and {table}.`parent` in"
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
	"Knowledge Source Role": ("Knowledge Source", source_conditions),
}


# --- The words that the rules are made of


def _may(doctype: str, ptype: str, doc: "str | Document", user: str | None) -> bool:
	if isinstance(doc, str) and not is_stored(doctype, doc):
		return False
	return bool(frappe.has_permission(doctype, ptype, doc=doc, user=user or frappe.session.user))


def is_stored(doctype: str, name: str) -> bool:
	"""Whether there is a document of this name; half a character (a lone surrogate) cannot even be asked for."""
	try:
		name.encode()
	except UnicodeEncodeError:
		return False
	return bool(frappe.db.exists(doctype, name))


def _is_administrator(user: str | None) -> bool:
	return (user or frappe.session.user) == "Administrator"


def _is(user: str, other: str | None) -> bool:
	return bool(other) and user.lower() == cstr(other).lower()


def _roles(user: str | None) -> frozenset[str]:
	"""The roles of an enabled user; none for Guest or for a user who has been switched off."""
	user = user or frappe.session.user
	if user == "Guest" or not frappe.db.get_value("User", user, "enabled"):
		return frozenset()
	return frozenset(frappe.get_roles(user))


def _stored(doc: "Document", fields: tuple[str, ...]) -> "Document | frappe._dict":
	return frappe.db.get_value(doc.doctype, doc.name, fields, as_dict=True) or doc


def _has_rows(doc: "Document", child: str) -> bool:
	if doc.is_new():
		return bool(doc.get("roles"))
	return bool(frappe.db.exists(child, {"parent": doc.name, "parenttype": doc.doctype}))


def _listed_roles(doc: "Document", child: str) -> set[str]:
	"""The enabled roles of the table ``roles``, as saved."""
	if doc.is_new():
		named = [row.role for row in doc.get("roles") or []]
	else:
		named = frappe.get_all(child, filters={"parent": doc.name, "parenttype": doc.doctype}, pluck="role")
	if not named:
		return set()
	return set(frappe.get_all("Role", filters={"name": ("in", named), "disabled": 0}, pluck="name"))


def _role_rows(child: str, parent_table: str) -> str:
	parenttype = parent_table.strip("`").removeprefix("tab")
	return (
		f"select 1 from `tab{child}` listed"
		f" where listed.`parent` = {parent_table}.`name` and listed.`parenttype` = {_quoted(parenttype)}"
	)


def _holds_listed_role(child: str, parent_table: str, roles: frozenset[str]) -> str:
	if not roles:
		return NOTHING
	held = ", ".join(_quoted(role) for role in sorted(roles))
	enabled = f"select `name` from `tabRole` where `disabled` = 0 and `name` in ({held})"
	return f"exists ({_role_rows(child, parent_table)} and listed.`role` in ({enabled}))"


def _shared_condition(doctype: str, user: str) -> str:
	"""Frappe adds shares to a single document's rights but not to a list that has conditions of its own."""
	if user == "Guest":
		return NOTHING
	return (
		f"`tab{doctype}`.`name` in (select `share_name` from `tabDocShare` where `share_doctype` = {_quoted(doctype)}"
		f" and `read` = 1 and (`user` = {_quoted(user)} or `everyone` = 1))"
	)


def _any_of(parts: list[str]) -> str:
	return "(" + " or ".join(parts) + ")"


def _quoted(value: str) -> str:
	return frappe.db.escape(value, percent=False)
