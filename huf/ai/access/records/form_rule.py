"""What the form of a single document asks of owners and User Permissions, as SQL for a whole batch.

A list of Frappe heeds the links of a record alone. The form also heeds those of its rows in child tables, compares names to the
letter, and gives whoever may read only what is their own nothing else, although they may *select* all. The condition here says
exactly what ``frappe.permissions.has_user_permission`` says of each document:

- the record itself, where a User Permission names its DocType;
- each field of the type Link, of the record and of each of its rows, unless it ignores User Permissions. What a User Permission is
  *applicable for* is the DocType of the record, for rows too;
- an empty link passes unless User Permissions are strict. Strict ones hold a link that is null for one to "None", as Python does.

Dynamic Links are heeded neither by Frappe's forms nor by its lists. A tree is resolved by Frappe: its descendants are among the
permitted names.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import frappe
from frappe.permissions import get_allowed_docs_for_doctype, get_user_permissions

from huf.ai.access.words import any_of, quoted
from huf.ai.site.database import dialect

if TYPE_CHECKING:
	from frappe.model.meta import Meta

_ALWAYS = "1=1"


def form_rule(meta: "Meta", role: "frappe._dict", user: str) -> str:
	"""The condition on ``tab<DocType>`` for ``user``, who has a role that may read the DocType; empty means all.

	:param role: the user's ``get_role_permissions`` for it. Shares, which open a form whatever else there is, are not in it.
	"""
	if "read" in (role.get("if_owner") or {}):
		# Of what is their own, User Permissions take nothing away.
		return f"{dialect.as_exact_text(f'lower(`tab{meta.name}`.`owner`)')} = {quoted(user.lower())}"
	offences = list(_offences(meta, get_user_permissions(user)))
	return f"not {any_of(offences)}" if offences else ""


def _offences(meta: "Meta", permissions: "frappe._dict") -> Iterator[str]:
	"""What each would make the form refuse a document."""
	table, doctype = f"`tab{meta.name}`", meta.name
	is_strict = bool(frappe.get_system_settings("apply_strict_user_permissions"))
	if allowed := _allowed(permissions, doctype, doctype):
		yield f"{dialect.as_exact_text(dialect.as_text(f'{table}.`name`'))} not in ({allowed})"
	yield from _links(meta, table, permissions, doctype, is_strict)
	fields: dict[str, list[str]] = {}
	for field in meta.get_table_fields():
		fields.setdefault(field.options, []).append(field.fieldname)
	for number, (child, parentfields) in enumerate(sorted(fields.items())):
		child_meta = frappe.get_meta(child)
		# Frappe loads no rows of these.
		if child_meta.get("is_virtual"):
			continue
		alias = f"row{number}"
		if links := list(_links(child_meta, alias, permissions, doctype, is_strict)):
			# With a limit, since MariaDB makes of "exists" a table of all offending rows first: 10 s for 100,000, not 5 ms for 100.
			yield (
				f"(select 1 from `tab{child}` {alias} where {alias}.`parent` = {table}.`name`"
				f" and {alias}.`parenttype` = {quoted(doctype)}"
				f" and {alias}.`parentfield` in ({_listed(parentfields)}) and {any_of(links)} limit 1) is not null"
			)


def _links(
	meta: "Meta", table: str, permissions: "frappe._dict", doctype: str, is_strict: bool
) -> Iterator[str]:
	"""Links of a record or a row to what the user is not permitted."""
	for link in meta.get_link_fields():
		allowed = "" if link.ignore_user_permissions else _allowed(permissions, link.options, doctype)
		if not allowed:
			continue
		if link.is_virtual:
			# It has no column, and so is empty to Frappe.
			if is_strict:
				yield _ALWAYS
			continue
		value = dialect.as_exact_text(f"{table}.`{link.fieldname}`")
		if is_strict:
			yield f"coalesce({value}, 'None') not in ({allowed})"
		else:
			yield f"(coalesce({value}, '') != '' and {value} not in ({allowed}))"


def _allowed(permissions: "frappe._dict", linked: str, doctype: str) -> str:
	"""The permitted documents of a DocType, as a list; empty where no User Permission is about it here."""
	some: Sequence[frappe._dict] = permissions.get(linked) or ()
	return _listed({str(name) for name in get_allowed_docs_for_doctype(some, doctype)})


def _listed(names: Iterable[str]) -> str:
	return ", ".join(quoted(name) for name in sorted(names))
