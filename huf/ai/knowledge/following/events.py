"""What the events of all documents of the site do: ask whether anybody selects them, and if so leave a note.

They run in somebody's save. So they never raise for a reason of their own, never wait for a lock of ours, and do no work
that a job can do. ``hooks.py`` names them for every DocType:

- ``on_change``, which Frappe runs at the end of every insert, save, submit, cancel, update after submit and ``db_set``;
- ``after_rename``, also after a merge;
- ``after_delete``, and for a File ``after_file_delete``.

A tag that is taken away in the desk is seen by its request. What has no event (``frappe.db.set_value``, SQL, an expiry date that passes) is found by the nightly comparison.
"""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING

import frappe

from huf.ai.knowledge.changes import noted
from huf.ai.knowledge.changes.watched import Watch, Watched, watched
from huf.ai.knowledge.following.following import drop_inputs_of_file, drop_inputs_of_record, rename_record
from huf.ai.knowledge.record_sources import record_events
from huf.ai.knowledge.records.links import linked_doctypes, linking_records, shown_title_column
from huf.ai.site.database.dialect import alone

if TYPE_CHECKING:
	from frappe.model.document import Document


UNTAGGING = "frappe.desk.doctype.tag.tag.remove_tag"
"""What the desk calls to take a tag from a document."""


def _harmless(event: Callable[..., None], concerns: Callable[[], object] = watched) -> Callable[..., None]:
	@wraps(event)
	def run(doc: "Document", method: str | None = None, *arguments: object) -> None:
		flags = frappe.flags
		if flags.in_install or flags.in_uninstall or flags.in_migrate or flags.in_patch:
			# The tables may not be there yet; huf.install asks for a comparison of all sources after a migration.
			return
		# Named seam: knowledge must never be the reason why somebody cannot save a document. What is missed here, the
		# nightly comparison finds.
		try:
			if selected := concerns():
				alone(lambda: event(doc, selected, *arguments))
		except frappe.QueryDeadlockError:
			# MariaDB has undone the whole transaction; going on would commit half of it.
			raise
		# Named seam, another app's save: it must not fail because of huf. The log has the cause, and the sweep makes up for it.
		except Exception:  # noqa: BLE001
			frappe.logger("huf").error("A change of %s was not noted", doc.doctype, exc_info=True)

	return run


@_harmless
def on_change(doc: "Document", selected: Watched) -> None:
	"""A document was inserted, saved, submitted, cancelled, or had a field set."""
	if doc.flags.in_delete:
		return
	note_part = PARTS.get(doc.doctype)
	if note_part:
		note_part(doc, selected, False)
	else:
		_note_record(doc, selected, doc.name)
	if doc.doctype in selected.titled:
		_note_title(doc, selected)


@_harmless
def after_rename(doc: "Document", selected: Watched, old: str, new: str, merge: bool = False) -> None:
	"""A document has a new name, and perhaps was merged into another one of that name."""
	if any([_note_record(doc, selected, name) for name in (old, new)]):
		if doc.doctype in selected.records:
			record_events.follow_rename(doc.doctype, str(old), str(new))
		rename_record(doc.doctype, str(old), str(new))
	_note_linking(selected, doc.doctype, str(new))
	if doc.doctype == "File" or doc.doctype == "DocType":
		noted.note_all({*selected.folders, *(watch[0] for watch in selected.of_record(new))})


@_harmless
def after_delete(doc: "Document", selected: Watched) -> None:
	"""A document was deleted: its inputs go with it, in the same transaction."""
	note_part = PARTS.get(doc.doctype)
	if note_part:
		note_part(doc, selected, True)
	elif _note_record(doc, selected, doc.name):
		drop_inputs_of_record(doc.doctype, doc.name)


def _drop_inputs(doc: "Document", _concerned: object) -> None:
	drop_inputs_of_file(doc.name)


after_file_delete = _harmless(_drop_inputs, lambda: True)
"""A File was deleted: so are its inputs, whether a selector brought them or somebody added them."""


def _note_record(doc: "Document", selected: Watched, name: str) -> bool:
	watches = selected.doctypes.get(doc.doctype, ())
	if selected.tagged and doc.get("_user_tags"):
		watches += selected.tagged
	if watches:
		noted.note((watch[0] for watch in watches), doc.doctype, str(name))
	is_known = doc.doctype in selected.records and record_events.note_record(doc.doctype, str(name))
	return bool(watches) or is_known


def on_request() -> None:
	"""Frappe's hook for every request, before it is answered: a tag is to be taken away, and of that there is no event.

	The note is stored with what the request does, or goes with it when it is refused.
	"""
	asked = frappe.form_dict
	if frappe.request.path.endswith("/" + UNTAGGING) or asked.get("cmd") == UNTAGGING:
		_untagged(frappe._dict(doctype=asked.get("dt"), name=asked.get("dn")))


@_harmless
def _untagged(doc: "frappe._dict", selected: Watched) -> None:
	if isinstance(doc.doctype, str) and isinstance(doc.name, str):
		_note_reference(selected, doc.doctype, doc.name)


# --- What is said of a record elsewhere


def _note_title(doc: "Document", selected: Watched) -> None:
	before, column = doc.get_doc_before_save(), shown_title_column(doc.doctype)
	if before and column and before.get(column) != doc.get(column):
		_note_linking(selected, doc.doctype, str(doc.name))


def _note_linking(selected: Watched, doctype: str, name: str) -> None:
	"""Sources that hold records which may link to this one: their job looks which do."""
	artifact_ids = [watch[0] for watch in selected.tagged]
	for linking, watches in selected.doctypes.items():
		if linked_doctypes(linking) & {doctype, ""}:
			artifact_ids += [watch[0] for watch in watches]
	noted.note(dict.fromkeys(artifact_ids), doctype, name, linking=True)
	# There may be thousands of records with a source of their own: only those are told whose record links to this one.
	for linking in selected.records:
		for names in linking_records(linking, doctype, name):
			for record in names:
				record_events.note_record(linking, record, reread=True)


# --- What belongs to a record, or lies in a folder


def _note_file(doc: "Document", selected: Watched, gone: bool) -> None:
	if doc.is_folder:
		noted.note_all(selected.folders)
		return
	if selected.folders:
		noted.note(selected.folders, "File", doc.name)
	if doc.get("_user_tags"):
		noted.note((watch[0] for watch in selected.of_record("File")), "File", doc.name)
	before = None if gone else doc.get_doc_before_save()
	for version in filter(None, (doc, before)):
		_note_reference(selected, version.attached_to_doctype, version.attached_to_name)


def _note_comment(doc: "Document", selected: Watched, gone: bool) -> None:
	if doc.comment_type == "Comment":
		_note_reference(selected, doc.reference_doctype, doc.reference_name, lambda watch: watch[1], gone)


def _note_email(doc: "Document", selected: Watched, gone: bool) -> None:
	_note_reference(selected, doc.reference_doctype, doc.reference_name, lambda watch: watch[2], gone)
	# A message may also be a record that a source selects.
	if _note_record(doc, selected, doc.name) and gone:
		drop_inputs_of_record(doc.doctype, doc.name)


def _note_tag(doc: "Document", selected: Watched, gone: bool) -> None:
	_note_reference(selected, doc.document_type, doc.document_name)


def _note_reference(
	selected: Watched,
	doctype: str | None,
	name: str | None,
	concerns: Callable[[Watch], bool] = lambda watch: True,
	reread: bool = False,
) -> None:
	if doctype and name:
		watches = filter(concerns, selected.of_record(doctype))
		noted.note((watch[0] for watch in watches), doctype, str(name), reread=reread)
		if doctype in selected.records:
			record_events.note_record(doctype, str(name), reread=reread)


def _note_import(doc: "Document", selected: Watched, gone: bool) -> None:
	# Importing is over when its status changes for the last time; that there is nobody to tell which time this is, does no harm.
	noted.end_import()
	if _note_record(doc, selected, doc.name) and gone:
		drop_inputs_of_record(doc.doctype, doc.name)


PARTS: dict[str, Callable[["Document", Watched, bool], None]] = {
	"File": _note_file,
	"Comment": _note_comment,
	"Communication": _note_email,
	"Tag Link": _note_tag,
	"Data Import": _note_import,
}
"""DocTypes whose documents are parts of records, or say something about many."""
