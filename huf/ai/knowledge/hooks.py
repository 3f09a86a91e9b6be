"""What follows from a change of a source or an input. The controllers call these and nothing else.

Each function runs inside the transaction of the change: it notes the change in MariaDB and leaves the
work to a job that is queued after the commit.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import frappe

from huf.ai.knowledge import status
from huf.ai.knowledge.indexing.state.retries import REFUSED
from huf.ai.knowledge.indexing.state.source_status import derive_source_status
from huf.ai.knowledge.indexing.texts import scans
from huf.ai.site import artifacts, queueing

if TYPE_CHECKING:
	from frappe.model.document import Document


def on_input_changed(doc: "Document") -> None:
	"""An input is new, or what search should hold of it is different now."""
	if not doc.flags.in_insert and not doc.disabled:  # a new row is Pending anyway
		status.set_inputs_pending([doc.name])
		doc.update({"status": "Pending", "error_message": None})
	_want_update(doc.knowledge_source, job_id=f"process_input_{doc.name}", left=bool(doc.disabled))
	before = doc.get_doc_before_save()
	if before and before.knowledge_source != doc.knowledge_source:
		_want_update(before.knowledge_source, left=True)


def on_input_described(doc: "Document") -> None:
	"""Only what is said about an input changed: the next build labels it anew and reads nothing."""
	_want_update(doc.knowledge_source, described=[doc.name])


def on_input_deleted(doc: "Document") -> None:
	"""An input is being deleted: searches drop it at once (see ``retriever``), the next build forgets it."""
	_want_update(doc.knowledge_source, left=True)


def on_source_changed(doc: "Document") -> None:
	"""A source was saved: settings that its index was not made with show as Rebuild Required."""
	derive_source_status(doc.artifact_id)
	doc.update(frappe.db.get_value("Knowledge Source", doc.name, ["status", "error_message"], as_dict=True))


def on_models_changed() -> None:
	"""A model, a provider or the default was saved: sources with vectors may need a rebuild now, or may go on."""
	for name, artifact_id in frappe.db.sql(
		"""select name, artifact_id from `tabKnowledge Source`
		where knowledge_type in ('sqlite_hybrid', 'vector_store', 'search_engine') or embedding_dimensions > 0"""
	):
		if derive_source_status(artifact_id) != "Error":
			continue
		last = status.latest_build(name)
		if last and last.state == "Failed" and last.error_code in REFUSED:
			# What kept it from being indexed may be mended by this. If not, the next failure says so.
			if last.kind == "Rebuild":
				status.ask_for_rebuild(name)
				queueing.request_rebuild(artifact_id, name)
			else:
				queueing.request_update(artifact_id)


def on_way_of_reading_changed() -> None:
	"""Agent Settings were saved: scans may be readable now, or in other languages."""
	scans.notice_change()


def on_limit_of_chunks_changed(limit: int) -> None:
	"""Agent Settings have another limit of chunks per input, 0 for none: what it cuts, or did, is read again."""
	for name, artifact_id in frappe.db.sql(
		"""select distinct s.name, s.artifact_id from `tabKnowledge Source` s
		join `tabKnowledge Input` i on i.knowledge_source = s.name
		where i.disabled = 0 and (i.status = 'Partially Indexed' or (%(limit)s > 0 and i.chunks_created > %(limit)s))""",
		{"limit": limit},
	):
		status.ask_for_update(name, keep_pause=True)
		queueing.request_update(artifact_id)


def on_reading_limits_changed() -> None:
	"""Agent Settings have other limits for reading an input: what failed by the old ones is read again.

	Which inputs these are stands in the builds; an update compares.
	"""
	for name, artifact_id in frappe.db.sql(
		"""select distinct s.name, s.artifact_id from `tabKnowledge Source` s
		join `tabKnowledge Input` i on i.knowledge_source = s.name where i.disabled = 0 and i.status = 'Error'"""
	):
		status.ask_for_update(name, keep_pause=True)
		queueing.request_update(artifact_id)


def on_source_deleted(doc: "Document") -> None:
	"""A source is being deleted: its files go once that is committed, and stay if it is refused."""
	artifact_id = doc.artifact_id
	frappe.db.after_commit.add(lambda: artifacts.remove_source_folder(artifact_id))


def _want_update(
	source: str, *, described: Sequence[str] = (), left: bool = False, job_id: str | None = None
) -> None:
	# Plain SQL: this runs for each of the inputs that are added at once.
	for (artifact_id,) in frappe.db.sql(
		"select artifact_id from `tabKnowledge Source` where name = %s", source
	):
		status.ask_for_update(source, inputs=described, left=left)
		queueing.request_update(artifact_id, job_id)
