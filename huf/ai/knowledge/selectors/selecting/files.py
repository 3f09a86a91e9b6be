"""The files that selectors bring: attached to selected records, in a folder and all below it, or with a tag of their own."""

from collections.abc import Iterator, Sequence
from typing import Any

import frappe

from huf.ai.knowledge.records.labels.tags import carrying
from huf.ai.knowledge.selectors.selecting.authors import as_author
from huf.ai.knowledge.selectors.selecting.records import AT_ONCE, PAGE
from huf.ai.knowledge.selectors.values import OWN_DOCTYPES, Selector, Wanted, shown_title

FIELDS = (
	"name",
	"file_name",
	"file_url",
	"modified",
	"attached_to_doctype",
	"attached_to_name",
	"attached_to_field",
	"is_private",
	"owner",
)
DEPTH = 100
"""Folders below folders that are followed; a deeper tree is a circle."""


def select_attachments(selector: Selector, records: Sequence[Wanted]) -> list[Wanted]:
	"""The files attached to these records, which are all of one DocType."""
	if not selector.attachments or not records:
		return []
	doctype = records[0].doctype
	hidden = _hidden_fields(doctype)
	by_name = {record.name: record for record in records}
	names = list(by_name)
	found = []
	for first in range(0, len(names), AT_ONCE):
		# Who may read a record may read its files: that is Frappe's rule, so the author is not asked once more.
		rows = frappe.get_all(
			"File",
			filters={
				"attached_to_doctype": doctype,
				"attached_to_name": ("in", names[first : first + AT_ONCE]),
				"is_folder": 0,
			},
			fields=FIELDS,
			limit_page_length=0,
		)
		for row in rows:
			# What a field above permlevel 0 holds is not for every reader of the record. And MariaDB finds names that
			# are written in other letters, which are other records.
			record = by_name.get(row.attached_to_name)
			if record and _is_here(row) and row.attached_to_field not in hidden:
				found.append(_of_record(record, row))
	return found


def _hidden_fields(doctype: str) -> set[str]:
	return {field.fieldname for field in frappe.get_meta(doctype).fields if field.permlevel}


def _of_record(record: Wanted, row: "frappe._dict") -> Wanted:
	return Wanted(
		doctype=record.doctype,
		name=record.name,
		modified=row.modified,
		title=shown_title(row.file_name, row.name),
		selector=record.selector,
		author=record.author,
		superseded=record.superseded,
		file=row.name,
		file_url=row.file_url,
	)


def select_folder(selector: Selector, names: Sequence[str] | None = None) -> Iterator[list[Wanted]]:
	"""The files in the selector's folder and the folders below it that its author may read, in pages.

	:param names: only these Files are asked about; None: all.
	"""
	asked = [] if names is None else [["name", "in", list(names)]]
	return _pages(selector, [["folder", "in", folders_below(selector.folder)], *asked])


def select_tagged(selector: Selector, names: Sequence[str] | None = None) -> Iterator[list[Wanted]]:
	"""The files that carry the selector's tag and that its author may read, in pages.

	:param names: as above.
	"""
	tagged = frappe.get_all(
		"Tag Link",
		filters={
			"document_type": "File",
			"tag": selector.tag,
			**({} if names is None else {"document_name": ("in", list(names))}),
		},
		pluck="document_name",
		limit_page_length=0,
	)
	return _pages(selector, [["name", "in", carrying(selector.tag, "File", tagged)]])


def _pages(selector: Selector, conditions: list[Any]) -> Iterator[list[Wanted]]:
	last = ""
	while True:
		rows = frappe.get_all(
			"File",
			filters=[["is_folder", "=", 0], ["name", ">", last], *conditions],
			fields=FIELDS,
			order_by="name asc",
			limit_page_length=PAGE,
		)
		if page := [_by_itself(selector, row) for row in readable(rows, selector.author) if _is_here(row)]:
			yield page
		if len(rows) < PAGE:
			return
		last = rows[-1].name


def _by_itself(selector: Selector, row: "frappe._dict") -> Wanted:
	return Wanted(
		doctype="",
		name="",
		modified=row.modified,
		title=shown_title(row.file_name, row.name),
		selector=selector.row,
		author=selector.author,
		file=row.name,
		file_url=row.file_url,
		in_folder=selector.kind == "Folder",
	)


def folders_below(folder: str) -> list[str]:
	"""The folder and all below it."""
	found, level = {folder: None}, [folder]
	for _depth in range(DEPTH):
		if not level:
			break
		below = frappe.get_all(
			"File",
			filters={"is_folder": 1, "folder": ("in", level)},
			pluck="name",
			limit_page_length=0,
		)
		level = [name for name in below if name not in found]
		found.update(dict.fromkeys(level))
	return list(found)


def readable(rows: Sequence["frappe._dict"], user: str) -> list["frappe._dict"]:
	"""Those of the files that the user may read by File's own rule: public, their own, or of a record they may read."""
	if user == "Administrator":
		return list(rows)
	asked: dict[str, set[str]] = {}
	for row in rows:
		if row.is_private and row.owner != user and row.attached_to_doctype and row.attached_to_name:
			asked.setdefault(row.attached_to_doctype, set()).add(row.attached_to_name)
	records: set[tuple[str, str]] = set()
	with as_author(user):
		for doctype, names in asked.items():
			if frappe.db.exists("DocType", doctype) and frappe.has_permission(doctype, "read"):
				found = frappe.get_list(
					doctype, filters={"name": ("in", sorted(names))}, pluck="name", limit_page_length=0
				)
				records.update((doctype, str(name)) for name in found)
	return [
		row
		for row in rows
		if not row.is_private
		or row.owner == user
		or (row.attached_to_doctype, row.attached_to_name) in records
	]


def _is_here(row: "frappe._dict") -> bool:
	"""Whether the file is on this server, and not the content of an input."""
	address = (row.file_url or "").lower()
	return address.startswith(("/files/", "/private/files/")) and row.attached_to_doctype not in OWN_DOCTYPES
