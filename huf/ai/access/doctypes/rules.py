"""Who may see and write the documents of huf that are no sources: for each DocType a condition for lists and a yes or no for one."""

from typing import TYPE_CHECKING

import frappe
from frappe.utils import cstr

from huf.ai.access.records.conditions import right_conditions
from huf.ai.access.records.inputs import readable_inputs
from huf.ai.access.roles import READING, is_manager, may_use_knowledge
from huf.ai.access.scopes.sources import (
	can_read_source,
	can_write_source,
	list_says_all,
	of_writable_sources,
	readable_sources,
	source_conditions,
)
from huf.ai.access.words import (
	NOTHING,
	any_of,
	as_stored,
	is_administrator,
	is_same_user,
	is_system_manager,
	quoted,
	roles_of,
	shared_condition,
	sources_of,
)
from huf.ai.site.pseudonyms import of_user
from huf.ai.site.settings import search_log_roles

if TYPE_CHECKING:
	from frappe.model.document import Document


# What belongs to one user alone: Agent Runs, which quote what *that* user may read, and the conversations that they are turns of.


def run_conditions(user: str | None = None, **_: object) -> str:
	"""The user's own runs. Those that tests made with their rights are told with the test, and to whom that is for."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	return f"({_own('Agent Run', user)}) and coalesce(`tabAgent Run`.`agent_test`, '') = ''"


def conversation_conditions(user: str | None = None, **_: object) -> str:
	"""The user's own conversations."""
	return _own("Agent Conversation", user)


def has_own_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""A run belongs to the user whose rights it was made with, a conversation to the user who has it."""
	user = user or frappe.session.user
	fields = ("user", "agent_test") if doc.doctype == "Agent Run" else ("user",)
	stored = doc if doc.is_new() else as_stored(doc, fields)
	return is_administrator(user) or (is_same_user(user, stored.user) and not stored.get("agent_test"))


def _own(doctype: str, user: str | None) -> str:
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	return any_of([f"`tab{doctype}`.`user` = {quoted(user)}", shared_condition(doctype, user)])


# Searches: one's own, and others' for the roles that Agent Settings name, as far as they may read every source that was searched.


def search_log_conditions(user: str | None = None, **_: object) -> str:
	"""The user's own searches; for who sees those of others also these, unless one of their sources is not the user's to read."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	if not roles_of(user):  # Guest, or a user who is switched off
		return NOTHING
	table = "`tabKnowledge Search Log`"
	own = [f"{table}.`user` = {quoted(user)}", shared_condition("Knowledge Search Log", user)]
	if hashed := of_user(user):
		own.append(f"{table}.`user_hash` = {quoted(hashed)}")
	if sees_searches(user) and (names := _read_one_by_one(user)):
		listed = ", ".join(map(quoted, names))
		its = f"select 1 from `tabKnowledge Search Source` its where its.`parent` = {table}.`name`"
		own.append(
			f"({table}.`own_only` = 0 and exists ({its})"
			f" and not exists ({its} and its.`knowledge_source` not in ({listed})))"
		)
	return any_of(own)


def has_search_log_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The same for one. Nobody but its user takes a search out of the log; nobody at all changes one."""
	user = user or frappe.session.user
	if is_administrator(user):
		return True
	if not roles_of(user):
		return False
	stored = as_stored(doc, ("user", "user_hash", "own_only"))
	is_own = is_same_user(user, stored.user) or (bool(stored.user_hash) and stored.user_hash == of_user(user))
	if is_own or ptype not in READING:
		return is_own
	if stored.own_only or not sees_searches(user):
		return False
	sources = frappe.get_all(
		"Knowledge Search Source", filters={"parent": doc.name}, pluck="knowledge_source"
	)
	return bool(sources) and all(can_read_source(source, user) for source in sources)


def sees_searches(user: str | None = None) -> bool:
	"""Whether the user has a role that sees the searches of others."""
	return is_administrator(user) or bool(search_log_roles() & roles_of(user))


def _read_one_by_one(user: str) -> list[str]:
	"""Names of all sources that the user may read, whatever a list leaves out or takes in."""
	names = readable_sources(user)
	return names if list_says_all(user) else [name for name in names if can_read_source(name, user)]


# What belongs to a source has its rights: inputs, builds, and glossaries.

# --- Knowledge Input


def input_conditions(user: str | None = None, **_: object) -> str:
	"""The inputs of the sources that the user may read, as far as they may read what they stem from."""
	user = user or frappe.session.user
	parts = [_part_conditions("Knowledge Input", user), right_conditions(user)]
	return " and ".join(part for part in parts if part)


def has_input_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The right to an input is the right to its source, the stored one and the one now named, and to what it stems from."""
	user = user or frappe.session.user
	if is_administrator(user):
		return True
	if doc.is_new() and not doc.knowledge_source:
		return may_use_knowledge(user)
	allowed = can_read_source if ptype in READING else can_write_source
	if not all(source and allowed(source, user) for source in sources_of(doc)):
		return False
	return bool(doc.is_new() or readable_inputs([doc.name], user))


# --- Knowledge Build: its numbers tell of all inputs, so it is for those who may write the source.


def build_conditions(user: str | None = None, **_: object) -> str:
	"""The builds of the sources that the user may write."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	return of_writable_sources("Knowledge Build", user)


def has_build_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The right to a build is the right to write its source: the stored one and the one now named."""
	user = user or frappe.session.user
	if is_administrator(user):
		return True
	if doc.is_new() and not doc.knowledge_source:
		return may_use_knowledge(user)
	return all(source and can_write_source(source, user) for source in sources_of(doc))


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
		[f"coalesce({table}.`knowledge_source`, '') = ''", _part_conditions("Knowledge Glossary", user)]
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
	reads = ptype in READING
	allowed = can_read_source if reads else can_write_source
	return all(allowed(source, user) if source else reads or is_manager(user) for source in sources_of(doc))


# Whose a Knowledge Gap is: managers'. They may assign one to somebody who knows the answer (``huf.ai.gaps.assigning``).


def gap_conditions(user: str | None = None, **_: object) -> str:
	"""All gaps for managers; for others those that are shared with them, as when they are assigned to one."""
	user = user or frappe.session.user
	return "" if is_manager(user) else shared_condition("Knowledge Gap", user)


def has_gap_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The same for one; Frappe asks for shares by itself."""
	return is_manager(user)


# Whose an Agent Trigger is: managers see them all; whoever is no System Manager writes those that run as themselves.


def may_name_others(user: str | None = None) -> bool:
	"""Whether the user may make a trigger that runs as somebody else."""
	return is_system_manager(user)


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


# Rows of child tables: Frappe checks the parent's DocType for a list of them, never the single parents.


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
	"Agent Query DocType": ("Agent", _manager_conditions),
	"Agent Role": ("Agent", _manager_conditions),
	"Agent Run Chunk": ("Agent Run", run_conditions),
	"Agent Tool": ("Agent", _manager_conditions),
	"Agent Run File": ("Agent Run", run_conditions),
	"Agent Run Proposal": ("Agent Run", run_conditions),
	"Agent Writable DocType": ("Agent", _manager_conditions),
	"Knowledge Build Failure": ("Knowledge Build", build_conditions),
	"Knowledge Search Source": ("Knowledge Search Log", search_log_conditions),
	"Knowledge Glossary Entry": ("Knowledge Glossary", glossary_conditions),
	"Knowledge Selector": ("Knowledge Source", source_conditions),
	"Knowledge Source Agent": ("Knowledge Source", source_conditions),
	"Knowledge Source Role": ("Knowledge Source", source_conditions),
}
