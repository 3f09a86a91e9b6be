"""Who may read and write a Knowledge Source: its scope says so (``scope_rules``), and a Frappe share adds reading."""

from typing import TYPE_CHECKING

import frappe
from frappe.model.db_query import DatabaseQuery
from frappe.permissions import get_role_permissions, get_user_permissions

from huf.ai.access.principal import Principal
from huf.ai.access.roles import READING
from huf.ai.access.scopes.rules import SCOPES, TABLE
from huf.ai.access.scopes.source_rows import row_of
from huf.ai.access.words import NOTHING, any_of, is_administrator, is_stored, may, quoted, shared_with

if TYPE_CHECKING:
	from frappe.model.document import Document


OWN_RULE = "huf.ai.access.scopes.sources.has_source_permission"
"""This module's hook for single documents."""


def readable_sources(user: str | None = None) -> list[str]:
	"""Names of all sources that the user may read, disabled and archived ones too, in alphabetical order.

	To read a source is not to be answered from it: for that there is ``scopes.resolver``.
	"""
	user = user or frappe.session.user
	if not frappe.has_permission("Knowledge Source", "read", user=user):
		return []
	return frappe.get_list(
		"Knowledge Source", user=user, pluck="name", order_by="name asc", limit_page_length=0
	)


def listed_sources(user: str, condition: str, order_by: str = "") -> list[str]:
	"""Names of the sources that Frappe lists for the user and that meet the condition, which is SQL.

	What ``get_list`` gives, whose own part of the work is several times that of the statement, and every search asks.
	"""
	if not Principal(user).is_there or not frappe.has_permission("Knowledge Source", "read", user=user):
		return []
	query = DatabaseQuery("Knowledge Source", user=user)
	query.reference_doctype = "Knowledge Source"
	rule = query.build_match_conditions()
	# Put there where nothing but shares lets the user in.
	rules = [f"({one})" for one in (condition, rule, *query.conditions) if one]
	order = f" order by {order_by}" if order_by else ""
	# Without values to bind, as ``sql_list`` has some: the rules may have percent signs of their own.
	return [name for (name,) in frappe.db.sql(f"select name from {TABLE} where {' and '.join(rules)}{order}")]


def list_says_all(user: str) -> bool:
	"""Whether what Frappe lists for the user is all that they may read of sources of scopes that can be shared, and no more.

	A list does not ask hooks of other apps for single documents, nor User Permissions for what rows of tables link to.
	"""
	hooks = frappe.get_hooks("has_permission")
	if hooks.get("*") or hooks.get("Knowledge Source") != [OWN_RULE]:
		return False
	if is_administrator(user):
		return True
	meta = frappe.get_meta("Knowledge Source")
	role = get_role_permissions(meta, user=user)
	# Of what is only shared, or only their own, the form says more than the list.
	if not role.get("read") or role.get("has_if_owner_enabled"):
		return False
	tables = [meta, *(frappe.get_meta(field.options) for field in meta.get_table_fields())]
	linked = {field.options for table in tables for field in table.get_link_fields()}
	return not get_user_permissions(user).keys() & {"Knowledge Source", *linked}


def can_read_source(source: "str | Document", user: str | None = None) -> bool:
	"""Whether the user may read this source; a source that does not exist may be read by nobody."""
	return _can(source, "read", user)


def can_write_source(source: "str | Document", user: str | None = None) -> bool:
	"""Whether the user may change this source and its inputs."""
	return _can(source, "write", user)


def _can(source: "str | Document", ptype: str, user: str | None) -> bool:
	principal = Principal(user)
	if not principal.is_there or not may("Knowledge Source", ptype, source, principal.user):
		return False
	# Frappe asks for shares behind the rules' back.
	name = source if isinstance(source, str) else source.name
	scope = (
		frappe.db.get_value("Knowledge Source", name, "scope") if is_stored("Knowledge Source", name) else ""
	)
	rule = SCOPES.get(scope)
	if rule is None or rule.is_shareable or principal.is_administrator:
		return True
	return _has_right(source, ptype, principal)


def source_conditions(user: str | None = None, **_: object) -> str:
	"""The sources that the user may read, as an SQL condition; empty means all."""
	principal = Principal(user)
	if principal.is_administrator:
		return ""
	closed = ", ".join(quoted(scope.name) for scope in SCOPES.values() if not scope.is_shareable)
	shared = shared_with("Knowledge Source", principal.user) if principal.is_there else NOTHING
	parts = [f"({TABLE}.`scope` not in ({closed}) and {shared})"]
	for scope in SCOPES.values():
		rule = scope.condition(principal)
		if rule != NOTHING:
			parts.append(f"({TABLE}.`scope` = {quoted(scope.name)} and {rule})")
	return any_of(parts)


def of_writable_sources(doctype: str, user: str) -> str:
	"""The rows of a DocType whose field ``knowledge_source`` names a source that the user may write, as an SQL condition."""
	names = ", ".join(quoted(name) for name in readable_sources(user) if can_write_source(name, user))
	return f"`tab{doctype}`.`knowledge_source` in ({names})" if names else NOTHING


def has_source_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The same rule for one source. What a form claims about scope or owner counts only for a new source."""
	principal = Principal(user)
	if principal.is_administrator:
		return True
	if ptype == "create":
		# Which scopes the user may make is checked by the controller, which can say what to do instead.
		return principal.uses_knowledge
	return _has_right(doc, ptype, principal)


def _has_right(source: "str | Document", ptype: str | None, principal: Principal) -> bool:
	row = row_of(source)
	scope = SCOPES.get(row.scope) if row else None
	if row is None or scope is None:
		return False
	if ptype in READING:
		return scope.reads(row, principal)
	if ptype == "delete":
		return scope.deletes(row, principal)
	if ptype == "share" and not scope.is_shareable:
		return False
	return scope.writes(row, principal)
