"""The words that the rules of rights are made of: users, roles, and pieces of SQL."""

from typing import TYPE_CHECKING

import frappe
from frappe.utils import cstr

from huf.ai.site.database import dialect

if TYPE_CHECKING:
	from frappe.model.document import Document

NOTHING = "1=0"
"""SQL: no row."""


def may(doctype: str, ptype: str, doc: "str | Document", user: str | None) -> bool:
	"""Whether Frappe, which asks the rules, lets the user do this with a document that exists."""
	if isinstance(doc, str) and not is_stored(doctype, doc):
		return False
	return bool(frappe.has_permission(doctype, ptype, doc=doc, user=user or frappe.session.user))


def is_stored(doctype: str, name: str) -> bool:
	"""Whether there is a document of this name; some texts cannot even be asked for."""
	return is_storable(name) and bool(frappe.db.exists(doctype, name))


def is_storable(text: str) -> bool:
	"""Whether a database can be asked for a text: no half of a character (a lone surrogate) is in it and no NUL."""
	try:
		text.encode()
	except UnicodeEncodeError:
		return False
	return "\0" not in text


def is_administrator(user: str | None) -> bool:
	"""Whether this is the one user whom no rule binds."""
	return (user or frappe.session.user) == "Administrator"


def is_same_user(user: str, other: str | None) -> bool:
	"""Names of users are the same in upper and lower case."""
	return bool(other) and user.lower() == cstr(other).lower()


def is_enabled(user: str) -> bool:
	"""Whether this is the name of a user who is not switched off. Read anew each time."""
	return user_type_of(user) is not None


def user_type_of(user: str) -> str | None:
	"""The type of a user who is not switched off, such as *Website User*; None for anybody else. Read anew each time."""
	# Plain SQL here and in its neighbours: each search asks, and Frappe's query builder takes five times as long as the answer.
	found = user and frappe.db.sql("select user_type from `tabUser` where name = %s and enabled = 1", user)
	return cstr(found[0][0]) if found else None


def roles_of(user: str | None) -> frozenset[str]:
	"""The roles of an enabled user; none for Guest or for a user who has been switched off."""
	user = user or frappe.session.user
	if user == "Guest" or not is_enabled(user):
		return frozenset()
	return frozenset(frappe.get_roles(user))


def is_system_manager(user: str | None) -> bool:
	"""Whether the user looks after the site as a whole."""
	return is_administrator(user) or "System Manager" in roles_of(user)


def as_stored(doc: "Document", fields: tuple[str, ...]) -> "Document | frappe._dict":
	"""These fields as the row has them, whatever the form says."""
	return frappe.db.get_value(doc.doctype, doc.name, fields, as_dict=True) or doc


def sources_of(doc: "Document") -> set[str | None]:
	"""The sources that a right to what belongs to one is asked of: the one that the form names, and the one that the row has."""
	if doc.is_new():
		return {doc.knowledge_source}
	return {doc.knowledge_source, as_stored(doc, ("knowledge_source",)).knowledge_source}


def has_roles_listed(doc: "Document", child: str) -> bool:
	"""Whether the table ``roles`` has any row, as saved."""
	if doc.is_new():
		return bool(doc.get("roles"))
	return bool(frappe.db.exists(child, {"parent": doc.name, "parenttype": doc.doctype}))


def listed_roles(doc: "Document", child: str) -> set[str]:
	"""The enabled roles of the table ``roles``, as saved."""
	if doc.is_new():
		named = [row.role for row in doc.get("roles") or []]
	else:
		named = frappe.get_all(child, filters={"parent": doc.name, "parenttype": doc.doctype}, pluck="role")
	return enabled_roles(named)


def enabled_roles(named: list[str]) -> set[str]:
	"""Those of these roles that are there and enabled."""
	if not named:
		return set()
	return set(frappe.get_all("Role", filters={"name": ("in", named), "disabled": 0}, pluck="name"))


def role_rows(child: str, parent_table: str) -> str:
	"""SQL: the rows of the table ``roles`` of a document."""
	parenttype = parent_table.strip("`").removeprefix("tab")
	return (
		f"select 1 from `tab{child}` listed"
		f" where listed.`parent` = {parent_table}.`name` and listed.`parenttype` = {quoted(parenttype)}"
	)


def holds_listed_role(child: str, parent_table: str, roles: frozenset[str]) -> str:
	"""SQL: one of the enabled roles that the document lists is among these."""
	if not roles:
		return NOTHING
	held = ", ".join(quoted(role) for role in sorted(roles))
	enabled = f"select `name` from `tabRole` where `disabled` = 0 and `name` in ({held})"
	return f"exists ({role_rows(child, parent_table)} and listed.`role` in ({enabled}))"


def shared_condition(doctype: str, user: str) -> str:
	"""Frappe adds shares to a single document's rights but not to a list that has conditions of its own."""
	if not roles_of(user):  # Guest, or a user who is switched off
		return NOTHING
	return shared_with(doctype, user)


def shared_with(doctype: str, user: str) -> str:
	""":func:`shared_condition` for a user who was just found to be there."""
	return (
		f"`tab{doctype}`.`name` in (select `share_name` from `tabDocShare` where `share_doctype` = {quoted(doctype)}"
		f" and `read` = 1 and (`user` = {quoted(user)} or `everyone` = 1))"
	)


def any_of(parts: list[str]) -> str:
	"""SQL: at least one of these conditions."""
	return "(" + " or ".join(parts) + ")"


def quoted(value: str) -> str:
	"""The value as a word of SQL."""
	return dialect.quoted(value)
