"""Deleting many documents of one DocType at once.

Frappe's ``delete_doc`` loads each document, runs some twenty statements for it and queues a job that removes what
else belongs to it. For a source with 10,000 inputs that is minutes in one request and 10,000 jobs in the queue that
indexing shares. Here the same rows go in batches, in the transaction of the caller, and no job is needed.

What is left out: ``doc_events`` that other apps have for these documents, and a line in the feed for each of them. For
files such events do run, because apps that keep files elsewhere rely on them.
"""

from collections.abc import Iterable, Sequence

import frappe
from frappe.query_builder import DocType, Table

from huf.ai.site.database import dialect
from huf.ai.site.database.batches import in_batches

BELONGING = (
	("Comment", "reference_doctype", "reference_name"),
	("Communication Link", "link_doctype", "link_name"),
	("DocShare", "share_doctype", "share_name"),
	("Document Follow", "ref_doctype", "ref_docname"),
	("Email Unsubscribe", "reference_doctype", "reference_name"),
	("Notification Log", "document_type", "document_name"),
	("Tag Link", "document_type", "document_name"),
	("ToDo", "reference_type", "reference_name"),
	("Version", "ref_doctype", "docname"),
	("View Log", "reference_doctype", "reference_name"),
	("Workflow Action", "reference_doctype", "reference_name"),
)
"""Rows that Frappe deletes with a document: their DocType, and the fields that name the document."""

MENTIONING = (
	("Activity Log", "reference_doctype", "reference_name"),
	("Activity Log", "timeline_doctype", "timeline_name"),
	("Communication", "reference_doctype", "reference_name"),
)
"""Rows that Frappe keeps and that only forget the document."""

DEPENDING = {"Knowledge Input": (("Knowledge Correction", "knowledge_input"),)}
"""By DocType what is nothing without its documents: the DocType, and the field that names the document."""

TABLES = (("__Auth", "doctype", "name"), ("__global_search", "doctype", "name"))
"""Frappe's tables without a DocType."""


def delete_documents(doctype: str, names: Iterable[str], *, restorable: bool = False) -> None:
	"""Delete these documents with their child rows, files and everything that Frappe keeps about them.

	Checks no right, no link and no docstatus, and does not call the documents' controllers.

	:param restorable: keep them as Deleted Documents, from which Frappe can restore the fields (not child rows).
	"""
	for batch in in_batches(names):
		if restorable:
			_keep_as_deleted(doctype, batch)
		for field in frappe.get_meta(doctype).get_table_fields():
			child = DocType(field.options)
			_delete_where(child, child.parenttype == doctype, child.parent.isin(batch))
		for other, field in DEPENDING.get(doctype, ()):
			delete_documents(other, frappe.get_all(other, filters={field: ("in", batch)}, pluck="name"))
		_delete_rows(doctype, batch)
		_delete_files(doctype, batch)
		_delete_traces(doctype, batch)
	frappe.clear_document_cache(doctype)
	# One event instead of one for each document; open lists read their rows anew.
	event = {"doctype": doctype, "name": "", "user": frappe.session.user}
	# nosemgrep: frappe-realtime-pick-room (Frappe picks the room of the list)
	frappe.publish_realtime("list_update", event, after_commit=True)


def _delete_rows(doctype: str, names: Sequence[str]) -> None:
	frappe.db.sql(dialect.delete_by_name(doctype), (names,))


def _delete_where(table: Table, *conditions: object) -> None:
	query = frappe.qb.from_(table).delete()
	for condition in conditions:
		query = query.where(condition)
	query.run()


def _delete_traces(doctype: str, names: Sequence[str]) -> None:
	"""What ``frappe.model.delete_doc.delete_dynamic_links`` and its callers remove, for all names at once."""
	for other, doctype_field, name_field in BELONGING:
		table = DocType(other)
		_delete_where(table, table[doctype_field] == doctype, table[name_field].isin(names))
	for other, doctype_field, name_field in TABLES:
		table = Table(other)
		_delete_where(table, table[doctype_field] == doctype, table[name_field].isin(names))
	for other, doctype_field, name_field in MENTIONING:
		table = DocType(other)
		query = frappe.qb.update(table).set(table[doctype_field], None).set(table[name_field], None)
		query.where(table[doctype_field] == doctype).where(table[name_field].isin(names)).run()


def _delete_files(doctype: str, names: Sequence[str]) -> None:
	"""Delete the files attached to these documents; bytes that another File has too stay on the disk."""
	files = frappe.get_all(
		"File",
		filters={"attached_to_doctype": doctype, "attached_to_name": ("in", names)},
		fields=["*"],
		limit_page_length=0,
	)
	for rows in in_batches(files):
		going = [row.name for row in rows]
		shared = set(
			frappe.get_all(
				"File",
				filters={
					"content_hash": ("in", [row.content_hash for row in rows if row.content_hash]),
					"name": ("not in", going),
				},
				pluck="content_hash",
				distinct=True,
			)
		)
		for row in rows:
			_delete_content(row, on_disk=bool(row.content_hash) and row.content_hash not in shared)
		table = DocType("File")
		_delete_where(table, table.name.isin(going))
		_delete_traces("File", going)


def _delete_content(row: "frappe._dict", *, on_disk: bool) -> None:
	# Frappe would look for other Files with the same bytes in a table scan for each file, and write a comment to
	# the document that is just being deleted. Without these two fields it does neither.
	file = frappe.get_doc({**row, "doctype": "File", "content_hash": None, "attached_to_doctype": None})
	file.run_method("on_trash")
	if on_disk:
		file.delete_file_data_content()


def _keep_as_deleted(doctype: str, names: Sequence[str]) -> None:
	"""A Deleted Document for each, written by the database, so that no text travels to this process and back."""
	columns = frappe.get_meta(doctype).get_valid_columns()
	document = dialect.document_as_json(f"tab{doctype}", "%(doctype)s", columns)
	now = frappe.utils.now_datetime()
	frappe.db.sql(
		f"""insert into `tabDeleted Document`
			(name, creation, modified, owner, modified_by, docstatus, restored, deleted_doctype, deleted_name, data)
		select left(md5(concat(name, {dialect.random()}, %(now)s)), 20), %(now)s, %(now)s, %(user)s, %(user)s, 0, 0,
			%(doctype)s, name, {document}
		from `tab{doctype}` where name in %(names)s""",
		{"user": frappe.session.user, "doctype": doctype, "names": names, "now": now},
	)
