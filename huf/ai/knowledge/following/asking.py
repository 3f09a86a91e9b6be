"""What saving a source, deleting it, and the buttons of its form ask for."""

from typing import TYPE_CHECKING

import frappe

from huf.ai.knowledge import status
from huf.ai.knowledge.changes import noted, watched
from huf.ai.knowledge.listings import state
from huf.ai.knowledge.selectors.values import LISTED
from huf.ai.site import queueing

if TYPE_CHECKING:
	from frappe.model.document import Document

TEXT_FIELDS = ("template", "leave_out", "take_in", "include_comments", "include_emails")
"""Fields of a selector that the text of its records depends on."""


def on_selectors_changed(doc: "Document") -> None:
	"""A source was saved: if its selectors are others now, it is compared with everything."""
	before = doc.get_doc_before_save()
	if doc.scope == "Record" and before is None:
		watched.forget()
		noted.note_all([doc.artifact_id])
	_on_places_changed(doc, before)
	old = {row.name: row for row in before.selectors if row.selector_type not in LISTED} if before else {}
	new = {row.name: row for row in doc.selectors if row.selector_type not in LISTED}
	if [_values(row) for row in old.values()] == [_values(row) for row in new.values()]:
		return
	watched.forget()
	noted.note_all([doc.artifact_id])
	if {name: (row.metadata_fields, row.leave_out) for name, row in old.items()} != {
		name: (row.metadata_fields, row.leave_out) for name, row in new.items()
	}:
		# No input changes by that, only what the index says of them.
		status.ask_for_update(doc.name, keep_pause=True)
	for name, row in new.items():
		if name in old and any(row.get(field) != old[name].get(field) for field in TEXT_FIELDS):
			noted.note([doc.artifact_id], noted.SELECTOR, name)


def _on_places_changed(doc: "Document", before: "Document | None") -> None:
	"""What selectors bring from elsewhere is compared where they are new or others now, and goes with their rows."""
	old = {row.name: row for row in before.selectors if row.selector_type in LISTED} if before else {}
	new = {row.name: row for row in doc.selectors if row.selector_type in LISTED}
	changed = [name for name, row in new.items() if name not in old or _values(row) != _values(old[name])]
	state.ask(doc.artifact_id, changed)
	if changed or old.keys() - new.keys():
		queueing.request_listings(doc.artifact_id)


def _values(row: "Document") -> tuple[object, ...]:
	return tuple(row.get(field.fieldname) for field in row.meta.fields)


def on_source_deleted(doc: "Document") -> None:
	"""Nothing of the source's own is left behind."""
	watched.forget()
	frappe.db.delete("Knowledge Change", {"artifact_id": doc.artifact_id})
	frappe.db.delete("Knowledge Tombstone", {"knowledge_source": doc.name})
	frappe.db.delete("Knowledge Listing", {"artifact_id": doc.artifact_id})


def request_full_sync(source: str) -> None:
	"""Once the transaction is committed, compare a source with everything that its selectors select."""
	artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
	if artifact_id:
		noted.note_all([artifact_id])
		request_listings(artifact_id)


def request_listings(artifact_id: str) -> None:
	"""Once the transaction is committed, compare a source with what its places list."""
	if rows := state.rows_of(artifact_id):
		state.ask(artifact_id, [row.name for row in rows])
		queueing.request_listings(artifact_id)


def sources_that_follow(connection: str) -> list[str]:
	"""Names of the sources that have a selector with this Knowledge Connection."""
	return frappe.db.sql_list(
		"""select distinct parent from `tabKnowledge Selector`
		where parenttype = 'Knowledge Source' and selector_type = 'Connection' and connection = %s order by parent""",
		connection,
	)


def on_connection_changed(connection: str) -> None:
	"""A connection was saved, perhaps with the right password at last: what follows it is compared again."""
	for source in sources_that_follow(connection):
		if artifact_id := frappe.db.get_value("Knowledge Source", source, "artifact_id"):
			request_listings(artifact_id)


def request_sync(
	source: str, doctype: str | None, name: str | None, file: str | None = None, address: str | None = None
) -> None:
	"""Once the transaction is committed, compare a source with one record, one File, or the places that may list an address."""
	artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
	if not artifact_id:
		return
	if doctype and name:
		noted.note([artifact_id], doctype, name)
	elif file:
		noted.note([artifact_id], "File", file)
	elif address:
		request_listings(artifact_id)
