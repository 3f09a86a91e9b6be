"""Which records a user may read, by Frappe's own word.

The condition of ``get_list`` answers for a whole batch: roles, User Permissions, shares, ``if_owner`` and
``permission_query_conditions`` all count in it. But a list may show what a form would refuse, and then the form is right:

- links in child tables count for User Permissions of single documents only, and whoever may only *select* a DocType gets a
  list of it: :mod:`~huf.ai.access.records.form_rule` puts both into the same condition;
- ``has_permission`` hooks, and controllers that override it, are asked for single documents only. So what the condition allows
  is asked once more, document by document, where there are any; the documents are read all at once;
- a user without any role for a DocType gets a list of all of it, once one document is shared with them and they have a User
  Permission for the DocType.

What is shared with a user they may read, whatever else there is, but for a controller's own word.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal

import frappe
from frappe.contacts.address_and_contact import get_permitted_and_not_permitted_links
from frappe.model.base_document import get_controller
from frappe.model.db_query import DatabaseQuery
from frappe.model.document import Document
from frappe.permissions import get_role_permissions, has_controller_permissions

from huf.ai.access.records.form_rule import form_rule
from huf.ai.access.words import any_of, quoted
from huf.ai.site.database.dialect import as_text

if TYPE_CHECKING:
	from frappe.model.meta import Meta


@dataclass(frozen=True, slots=True)
class Record:
	"""What is known of a record that the user may read."""

	name: str
	creation: datetime | None = None
	docstatus: int = 0


HOOKS_OF_LISTS = {
	"frappe.desk.doctype.event.event.has_permission": "frappe.desk.doctype.event.event.get_permission_query_conditions",
	"frappe.desk.doctype.note.note.has_permission": "frappe.desk.doctype.note.note.get_permission_query_conditions",
	"frappe.desk.doctype.todo.todo.has_permission": "frappe.desk.doctype.todo.todo.get_permission_query_conditions",
}
"""Hooks of Frappe for single documents that say of each what its hook for lists says: where that counts, they need not be asked."""
_OF_ELSEWHERE = re.compile(
	r"@|\b(select|now|sysdate|cur\w+|current_\w+|utc_\w+|local\w*|unix_timestamp|\w*user\w*|rand|uuid\w*)\b",
	re.IGNORECASE,
)
"""What may give another answer for the same row: other tables, the time, the session."""
_LITERAL = re.compile(r"'(?:[^'\\]|\\.|'')*'")
HOOK_OF_CONTACTS = "frappe.contacts.address_and_contact.has_permission"
"""Opens all, unless a link to a party of which the user may read none was added to the DocType."""


@dataclass(frozen=True, slots=True)
class Rule:
	"""How the records of one DocType are asked for on behalf of one user."""

	kind: Literal["nothing", "single documents", "shared", "all", "list"]
	condition: str = ""
	"""Of the kind ``list``: roles, owners, User Permissions, shares and conditions of apps, in one."""
	asks_hooks: bool = False
	"""Whether ``has_permission`` hooks are asked of what the condition allows, one document after the other."""
	is_of_rows: bool = False
	"""Whether the condition goes by nothing but the rows of the DocType and of its child tables."""
	asks_controller: bool = False
	"""Whether the DocType's own idea of who may read a document is asked, likewise."""
	shared: frozenset[str] = field(default=frozenset(), repr=False)
	"""Of the kind ``list``: what is shared with the user, where anything restricts them. A share opens what hooks refuse."""

	@property
	def asks_documents(self) -> bool:
		"""Whether the condition alone may allow what the form of a single document would refuse."""
		return self.asks_hooks or self.asks_controller


def rule_of(doctype: str, user: str) -> Rule:
	"""The rule for ``user``, who must be the session's user. Whatever a condition of the DocType raises comes through."""
	if not frappe.db.sql("select 1 from `tabDocType` where name = %s", doctype):
		return Rule("nothing")
	return rule_of_stored(frappe.get_meta(doctype), user)


def rule_of_stored(meta: "Meta", user: str) -> Rule:
	""":func:`rule_of` a DocType that was just found to be there: without the statement that asks for it."""
	doctype = meta.name
	if meta.istable:
		return Rule("nothing")
	if meta.issingle or meta.get("is_virtual"):
		return Rule("single documents")
	if user == "Administrator":
		return Rule("all")
	role = get_role_permissions(meta, user=user)
	if not role.get("read"):
		# Nothing but shares let them in, if there are any.
		is_shared = doctype in shared_doctypes(user)
		return Rule("shared", asks_controller=has_own_check(doctype)) if is_shared else Rule("nothing")
	of_list = list_rule(doctype, user)
	rules = [rule for rule in (of_list, form_rule(meta, role, user)) if rule]
	condition = " and ".join(f"({rule})" for rule in rules)
	asks_hooks = has_own_hooks(meta)
	shared = all_shared(doctype, user) if condition or asks_hooks else frozenset()
	if condition and shared:
		listed = ", ".join(quoted(name) for name in sorted(shared))
		condition = any_of([condition, f"{as_text(f'`tab{doctype}`.`name`')} in ({listed})"])
	return Rule(
		"list",
		condition,
		is_of_rows=not _OF_ELSEWHERE.search(_LITERAL.sub("''", of_list)),
		asks_hooks=asks_hooks,
		asks_controller=has_own_check(doctype),
		shared=shared,
	)


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
	if rule.asks_hooks and not rule.asks_controller:
		return {
			name: Record(name, doc.creation, doc.docstatus)
			for name, doc in documents(doctype, names, rule.condition)
			if _hooks_open(name, doc, user, rule)
		}
	if rule.kind == "shared":
		found = stored_records(doctype, shared_names(doctype, names, user))
	else:
		found = stored_records(doctype, names, rule.condition)
	if not rule.asks_controller:
		return found
	return {
		name: found[name]
		for name, doc in documents(doctype, found)
		if _hooks_open(name, doc, user, rule) and doc.has_permission("read")
	}


def some_readable(
	doctype: str, user: str, most: int, rule: Rule | None = None, saved_since: datetime | None = None
) -> list[str] | None:
	"""Names of at most so many records that the DocType's condition allows ``user``; None if there is no condition.

	:param saved_since: of those alone that were saved at or after this time; not for shares without a role.
	"""
	rule = rule or rule_of(doctype, user)
	if rule.kind == "nothing":
		return []
	if rule.kind == "single documents":
		return None
	if rule.kind == "shared":
		query = (
			f"select share_name from `tabDocShare` where share_doctype = {quoted(doctype)} and `read` = 1"
			f" and (`user` = {quoted(user)} or everyone = 1)"
		)
	else:
		conditions = [f"({rule.condition})"] if rule.condition else []
		conditions += [f"modified >= {quoted(str(saved_since))}"] if saved_since else []
		where = f" where {' and '.join(conditions)}" if conditions else ""
		query = f"select name from `tab{doctype}`{where}"
	return [str(name) for name in frappe.db.sql_list(f"{query} limit {most:d}")]


def stored_records(doctype: str, names: Collection[str], rule: str = "") -> dict[str, Record]:
	"""Those of the records that exist and that the condition allows."""
	if not names:
		return {}
	listed = ", ".join(quoted(name) for name in sorted(names))
	# Without values to bind: the rule may have percent signs of its own.
	query = f"select name, creation, docstatus from `tab{doctype}` where name in ({listed})"
	return _by_name(frappe.db.sql(query + (f" and ({rule})" if rule else ""), as_dict=True))


def documents(doctype: str, names: Collection[str], rule: str = "") -> Iterator[tuple[str, Document]]:
	"""These documents as ``get_doc`` gives them, with one statement for each table instead of one for each document.

	:param rule: a condition that they must meet; only where the controller does not read them in its own way.
	"""
	if get_controller(doctype).load_from_db is not Document.load_from_db:
		for name in names:
			try:
				yield name, frappe.get_doc(doctype, name)
			except frappe.DoesNotExistError:
				frappe.clear_last_message()
		return
	if not names:
		return
	listed = ", ".join(quoted(name) for name in sorted(names))
	# Without values to bind: the rule may have percent signs of its own.
	query = f"select * from `tab{doctype}` where name in ({listed})" + (f" and ({rule})" if rule else "")
	rows = {str(row.name): row for row in frappe.db.sql(query, as_dict=True)}
	if not rows:
		return
	tables = {field.fieldname: field.options for field in frappe.get_meta(doctype).get_table_fields()}
	children: dict[str, dict[str, list[frappe._dict]]] = {
		name: {field: [] for field in tables} for name in rows
	}
	for child in sorted(set(tables.values())):
		if frappe.get_meta(child).get("is_virtual"):
			continue
		for row in frappe.db.sql(
			f"select * from `tab{child}` where parent in %s and parenttype = %s order by idx",
			(tuple(rows), doctype),
			as_dict=True,
		):
			of_parent = children.get(str(row.parent), {})
			if tables.get(row.parentfield) == child and row.parentfield in of_parent:
				of_parent[row.parentfield].append(row)
	for name, row in rows.items():
		yield name, frappe.get_doc({**row, **children[name], "doctype": doctype})


def has_own_hooks(meta: "Meta") -> bool:
	"""Whether apps have a say in single documents of the DocType that its list does not have already."""
	hooks = frappe.get_hooks("has_permission")
	if hooks.get("*"):
		return True
	of_lists = frappe.get_hooks("permission_query_conditions").get(meta.name, [])
	for hook in hooks.get(meta.name, []):
		if hook == HOOK_OF_CONTACTS:
			if get_permitted_and_not_permitted_links(meta.name)["not_permitted_links"]:
				return True
		elif HOOKS_OF_LISTS.get(hook) not in of_lists:
			return True
	return False


def has_own_check(doctype: str) -> bool:
	"""Whether the controller of the DocType has its own idea of who may read a document, or of what is in it."""
	controller = get_controller(doctype)
	return (
		controller.has_permission is not Document.has_permission
		or controller.load_from_db is not Document.load_from_db
	)


def shared_doctypes(user: str) -> set[str]:
	"""The DocTypes of which anything is shared with ``user``, who is not Guest, for reading."""
	return set(
		frappe.db.sql_list(
			"select distinct share_doctype from `tabDocShare` where `read` = 1 and (`user` = %s or everyone = 1)",
			user,
		)
	)


def may_read_some(doctype: str, user: str, shared: Collection[str]) -> bool:
	"""What ``frappe.has_permission`` says of a DocType that is there, for ``user``, who is not Administrator.

	:param shared: their :func:`shared_doctypes`; Frappe asks them for each DocType, and by its query builder.
	"""
	meta = frappe.get_meta(doctype)
	if meta.istable:
		return False
	return doctype in shared or bool(get_role_permissions(meta, user=user).get("read"))


def all_shared(doctype: str, user: str) -> frozenset[str]:
	"""The documents that are shared with ``user``, who is not Guest, for reading: what ``frappe.share.get_shared`` gives."""
	return frozenset(
		frappe.db.sql_list(
			"""select share_name from `tabDocShare` where share_doctype = %s and `read` = 1
			and (`user` = %s or everyone = 1)""",
			(doctype, user),
		)
	)


def shared_names(doctype: str, names: Collection[str], user: str) -> set[str]:
	"""Those of the documents that are shared with ``user`` for reading."""
	return set(
		frappe.db.sql_list(
			"""select share_name from `tabDocShare` where share_doctype = %s and share_name in %s and `read` = 1
			and (`user` = %s or everyone = 1)""",
			(doctype, tuple(names), user),
		)
	) & set(names)


class _WithoutShares(DatabaseQuery):
	"""Asks for no shares, which :func:`rule_of_stored` does by plain SQL: Frappe's query builder takes ten times as long."""

	@property
	def _fetch_shared_documents(self) -> bool:
		return False

	@_fetch_shared_documents.setter
	def _fetch_shared_documents(self, _value: bool) -> None:
		pass


def list_rule(doctype: str, user: str) -> str:
	"""The condition that ``get_list`` of the DocType puts in for ``user``, who has a role that may read it; empty means all.

	What is shared with them, which a list shows besides, is not in it.
	"""
	query = _WithoutShares(doctype, user=user)
	query.reference_doctype = doctype
	return query.build_match_conditions()


def _by_name(rows: Sequence["frappe._dict"]) -> dict[str, Record]:
	# The names of some DocTypes are numbers.
	return {str(row.name): Record(str(row.name), row.creation, row.docstatus) for row in rows}


def _hooks_open(name: str, doc: Document, user: str, rule: Rule) -> bool:
	"""Whether hooks, if they are asked, allow a record that the condition allows."""
	return not rule.asks_hooks or name in rule.shared or has_controller_permissions(doc, "read", user=user)


def _may_read(doctype: str, name: str, user: str) -> bool:
	try:
		doc = frappe.get_doc(doctype, name)
	except frappe.DoesNotExistError:
		return False
	if not frappe.has_permission(doctype, "read", doc=doc, user=user):
		return False
	return not has_own_check(doctype) or bool(doc.has_permission("read"))


def referenced_doctypes() -> list[str]:
	"""The DocTypes that inputs of the site stem from, as far as they are there."""
	# A condition on the DocType can keep MariaDB from taking one step through the index for each, and it reads all of it.
	return frappe.db.sql_list(
		"""select d.name from (select reference_doctype from `tabKnowledge Input` group by reference_doctype) i
		join `tabDocType` d on d.name = i.reference_doctype order by d.name"""
	)
