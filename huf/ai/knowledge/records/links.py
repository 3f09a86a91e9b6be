"""Which records say something of another one, because they link to it: its name, and often its title."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import frappe

from huf.ai.knowledge.records.labels import in_batches, stored_meta, title_column

if TYPE_CHECKING:
	from frappe.model.meta import Meta


@dataclass(frozen=True, slots=True)
class _Link:
	"""A column with names of other records."""

	table: str
	column: str
	doctype: str
	"""What it links to; empty when another column says so."""
	kind_column: str = ""
	"""That column."""
	record_column: str = "name"
	"""Holds the name of the record that links: in the rows of a child table ``parent``."""
	parenttype: str = ""


def shown_title_column(doctype: str) -> str:
	"""The column whose value stands for a record in what links to it, where Frappe shows titles there; else empty."""
	meta = stored_meta(doctype)
	# Frappe shows the full names of users everywhere.
	if meta is None or not (meta.show_title_field_in_link or meta.name == "User"):
		return ""
	column = title_column(meta)
	return "" if column == "name" else column


def linked_doctypes(doctype: str) -> set[str]:
	"""What records of a DocType link to, in their tables too; empty text among them: to whatever another field says."""
	return {link.doctype for link in _links_of(doctype)}


def linking_records(doctype: str, target: str, name: str) -> Iterator[list[str]]:
	"""The records of ``doctype`` that link to the record ``name`` of ``target``, in batches of names."""
	for link in _links_of(doctype):
		if link.doctype not in ("", target):
			continue
		where, values = f"`{link.column}` = %s", [name]
		if link.kind_column:
			where, values = f"{where} and `{link.kind_column}` = %s", [*values, target]
		if link.parenttype:
			where, values = f"{where} and parenttype = %s", [*values, link.parenttype]
		yield from in_batches(
			str(found)
			for found in frappe.db.sql_list(
				f"select distinct `{link.record_column}` from `tab{link.table}` where {where}", values
			)
		)


def _links_of(doctype: str) -> Iterator[_Link]:
	# Read by jobs and once for the cache, also while a DocType is being deleted or renamed.
	meta = stored_meta(doctype)
	if meta is None:
		return
	yield from _own_links(meta)
	for table in meta.get_table_fields():
		if frappe.db.table_exists(table.options):
			for link in _own_links(frappe.get_meta(table.options)):
				yield _Link(
					link.table, link.column, link.doctype, link.kind_column, "parent", parenttype=doctype
				)


def _own_links(meta: "Meta") -> Iterator[_Link]:
	for field in meta.fields:
		if field.get("is_virtual") or not field.options:
			continue
		if field.fieldtype == "Link":
			yield _Link(meta.name, field.fieldname, field.options)
		elif field.fieldtype == "Dynamic Link" and meta.get_field(field.options):
			yield _Link(meta.name, field.fieldname, "", field.options)
