"""Who may read a record that a source is about: whatever Frappe says of that record, asked as the acting user."""

from typing import Any

import frappe
import frappe.share

from huf.ai.access.scopes.source_rows import Record
from huf.ai.access.words import NOTHING, any_of, is_administrator, is_stored, quoted


def may_read_record(record: Record | None, user: str) -> bool:
	"""Whether the record exists and the user may read it: alone (roles, shares, hooks) and in a list of its DocType."""
	if is_administrator(user):
		# Some lists of Frappe leave out what is others', even for Administrator, who opens everything all the same.
		return record_exists(record)
	return record is not None and _may(record, "read", user) and _is_listed(record, user)


def may_write_record(record: Record | None, user: str) -> bool:
	"""Whether the user may read the record and change it."""
	return may_read_record(record, user) and _may(record, "write", user)


def readable_records_condition(table: str, user: str) -> str:
	"""SQL: the record that a row of ``table`` is about is among those that Frappe lists for the user, or shared with them."""
	doctypes = frappe.db.sql_list(
		"""select distinct reference_doctype from `tabKnowledge Source`
		where scope = 'Record' and reference_doctype is not null"""
	)
	parts = []
	for doctype in doctypes:
		ways = [listed_query(doctype, user), _query_of_shares(doctype, user)]
		named = [f"{table}.`reference_name` in ({query})" for query in ways if query]
		if named:
			parts.append(f"({table}.`reference_doctype` = {quoted(doctype)} and {any_of(named)})")
	return any_of(parts) if parts else NOTHING


def record_exists(record: Record | None) -> bool:
	"""Whether there is such a DocType with a table, and such a document in it."""
	if not record or not all(isinstance(part, str) for part in record):
		return False
	doctype, name = record
	if not is_stored("DocType", doctype) or not frappe.db.table_exists(doctype):
		return False
	return is_stored(doctype, name)


def _may(record: Record | None, ptype: str, user: str) -> bool:
	if record is None or not record_exists(record):
		return False
	doctype, name = record
	return bool(frappe.has_permission(doctype, ptype, doc=name, user=user))


def _is_listed(record: Record, user: str) -> bool:
	doctype, name = record
	try:
		found = frappe.get_list(doctype, filters={"name": name}, user=user, pluck="name", limit_page_length=1)
	except frappe.PermissionError:
		frappe.clear_last_message()
		return False
	# A list whose DocType has conditions of its own leaves out what is shared, while a read of the record alone does not.
	return bool(found) or name in frappe.share.get_shared(doctype, user, filters=[["share_name", "=", name]])


def _query_of_shares(doctype: str, user: str) -> str:
	"""SQL: the names of the documents that are shared with the user, of a DocType of which they may read some."""
	if not _may_read_some(doctype, user):
		return ""
	return (
		f"select `share_name` from `tabDocShare` where `share_doctype` = {quoted(doctype)} and `read` = 1"
		f" and (`user` = {quoted(user)} or `everyone` = 1)"
	)


def _may_read_some(doctype: str, user: str) -> bool:
	if not is_stored("DocType", doctype) or not frappe.db.table_exists(doctype):
		return False
	return bool(frappe.has_permission(doctype, "read", user=user))


def listed_query(doctype: str, user: str, filters: dict[str, Any] | None = None) -> str:
	"""SQL: the names of all documents that Frappe lists for the user; empty if they may list none.

	For sums and counts too: as fields of a list, Frappe 15 and 16 want them written differently.
	"""
	if not _may_read_some(doctype, user):
		return ""
	try:
		query = frappe.get_list(
			doctype,
			filters=filters,
			fields=["name"],
			user=user,
			limit_page_length=0,
			order_by="name asc",
			run=False,
		)
	except frappe.PermissionError:
		frappe.clear_last_message()
		return ""
	return query if isinstance(query, str) else query.get_sql()
