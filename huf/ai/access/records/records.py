"""Which records a user may read, by Frappe's own word.

The condition of ``get_list`` answers for a whole batch: roles, User Permissions, shares, ``if_owner`` and
``permission_query_conditions`` all count in it. But a list may show what a form would refuse, and then the form is right:

- ``has_permission`` hooks, and controllers that override it, are asked for single documents only;
- links in child tables count for User Permissions of single documents only;
- whoever may only *select* a DocType gets a list of it;
- a user without any role for a DocType gets a list of all of it, once one document is shared with them and they have a User
  Permission for the DocType.

So what the list allows is asked once more, document by document, where one of these can make a difference.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal

import frappe
from frappe.model.base_document import get_controller
from frappe.model.db_query import DatabaseQuery
from frappe.model.document import Document
from frappe.permissions import get_role_permissions, get_user_permissions

from huf.ai.access.words import quoted

if TYPE_CHECKING:
	from frappe.model.meta import Meta


@dataclass(frozen=True, slots=True)
class Record:
	"""What is known of a record that the user may read."""

	name: str
	creation: datetime | None = None
	docstatus: int = 0


@dataclass(frozen=True, slots=True)
class Rule:
	"""How the records of one DocType are asked for on behalf of one user."""

	kind: Literal["nothing", "single documents", "shared", "all", "list"]
	condition: str = ""
	"""Of the kind ``list``."""
	asks_documents: bool = False
	"""Whether what the list allows is asked once more, one by one."""


def rule_of(doctype: str, user: str) -> Rule:
	"""The rule for ``user``, who must be the session's user. Whatever a condition of the DocType raises comes through."""
	if not frappe.db.exists("DocType", doctype, cache=True):
		return Rule("nothing")
	meta = frappe.get_meta(doctype)
	if meta.istable:
		return Rule("nothing")
	if meta.issingle or meta.get("is_virtual"):
		return Rule("single documents")
	if user == "Administrator":
		return Rule("all")
	if not frappe.has_permission(doctype, "read", user=user):
		return Rule("nothing")
	role = get_role_permissions(meta, user=user)
	if not role.get("read"):
		# Nothing but shares let them in.
		return Rule("shared")
	return Rule("list", list_rule(doctype, user), asks_documents(meta, role, user))


def readable_records(
	doctype: str, names: Collection[str], user: str, rule: Rule | None = None
) -> dict[str, Record]:
	"""Those of the records that exist and that ``user``, who must be the session's user, may read.

	:param rule: :func:`rule_of` these, if it is known already.

	Whatever a hook or a condition of the DocType raises comes through.
	"""
	names = {name for name in names if name}
	rule = (rule or rule_of(doctype, user)) if names else Rule("nothing")
	if rule.kind == "nothing":
		return {}
	if rule.kind == "single documents":
		return {name: Record(name) for name in names if _may_read(doctype, name, user)}
	if rule.kind == "shared":
		return _stored(doctype, shared_names(doctype, names, user))
	found = _stored(doctype, names, rule.condition)
	if rule.asks_documents:
		found = {name: record for name, record in found.items() if _may_read(doctype, name, user)}
	return found


def some_readable(doctype: str, user: str, most: int) -> list[str] | None:
	"""Names of at most so many records that a list of the DocType shows to ``user``; None if there can be no list."""
	rule = rule_of(doctype, user)
	if rule.kind == "nothing":
		return []
	if rule.kind == "single documents":
		return None
	if rule.kind == "shared":
		query = (
			f"select share_name from `tabDocShare` where share_doctype = {quoted(doctype)} and `read` = 1"
			f" and (user = {quoted(user)} or everyone = 1)"
		)
	else:
		query = f"select name from `tab{doctype}`" + (f" where {rule.condition}" if rule.condition else "")
	return [str(name) for name in frappe.db.sql_list(f"{query} limit {most:d}")]


def asks_documents(meta: "Meta", role: "frappe._dict", user: str) -> bool:
	"""Whether a list of the DocType may show ``user`` what the form of a single document would refuse."""
	hooks = frappe.get_hooks("has_permission")
	if hooks.get(meta.name) or hooks.get("*") or has_own_check(meta.name):
		return True
	if "read" in (role.get("if_owner") or {}) and role.get("select"):
		return True
	restricted = get_user_permissions(user).keys()
	return bool(restricted) and any(link in restricted for link in child_links(meta))


def has_own_check(doctype: str) -> bool:
	"""Whether the controller of the DocType has its own idea of who may read a document."""
	return get_controller(doctype).has_permission is not Document.has_permission


def child_links(meta: "Meta") -> set[str]:
	"""The DocTypes that child tables of this one link to, as far as User Permissions heed these links."""
	return {
		field.options
		for table in meta.get_table_fields()
		for field in frappe.get_meta(table.options).get_link_fields()
		if not field.ignore_user_permissions
	}


def shared_names(doctype: str, names: Collection[str], user: str) -> set[str]:
	"""Those of the documents that are shared with ``user`` for reading."""
	return set(
		frappe.db.sql_list(
			"""select share_name from `tabDocShare` where share_doctype = %s and share_name in %s and `read` = 1
			and (user = %s or everyone = 1)""",
			(doctype, tuple(names), user),
		)
	) & set(names)


def list_rule(doctype: str, user: str) -> str:
	"""The condition that ``get_list`` of the DocType puts in for ``user``, who has a role that may read it; empty means all."""
	query = DatabaseQuery(doctype, user=user)
	query.reference_doctype = doctype
	return query.build_match_conditions()


def _stored(doctype: str, names: Collection[str], rule: str = "") -> dict[str, Record]:
	if not names:
		return {}
	listed = ", ".join(quoted(name) for name in sorted(names))
	# Without values to bind: the rule may have percent signs of its own.
	query = f"select name, creation, docstatus from `tab{doctype}` where name in ({listed})"
	return _by_name(frappe.db.sql(query + (f" and ({rule})" if rule else ""), as_dict=True))


def _by_name(rows: Sequence["frappe._dict"]) -> dict[str, Record]:
	# The names of some DocTypes are numbers.
	return {str(row.name): Record(str(row.name), row.creation, row.docstatus) for row in rows}


def _may_read(doctype: str, name: str, user: str) -> bool:
	try:
		doc = frappe.get_doc(doctype, name)
	except frappe.DoesNotExistError:
		return False
	if not frappe.has_permission(doctype, "read", doc=doc, user=user):
		return False
	return not has_own_check(doctype) or bool(doc.has_permission("read"))


def referenced_doctypes() -> list[str]:
	"""The DocTypes that inputs of the site stem from. As many small steps through an index as there are."""
	found: list[str] = []
	while doctype := frappe.db.sql(
		"select min(reference_doctype) from `tabKnowledge Input` where reference_doctype > %s",
		found[-1] if found else "",
	)[0][0]:
		found.append(doctype)
	return found
