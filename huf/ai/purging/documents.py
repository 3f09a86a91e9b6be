"""What the database keeps of an input: its row, what names it, and what quotes it."""

import json
from collections.abc import Iterable, Sequence

import frappe
from frappe import _

from huf.ai.gaps import forget_input
from huf.ai.knowledge import status
from huf.ai.knowledge.selectors.tombstones import bury
from huf.ai.purging.certificate import Certificate
from huf.ai.search_log.found import TABLE as FOUND
from huf.ai.search_log.storing import store_now
from huf.ai.site import queueing
from huf.ai.site.database.deletion import delete_documents
from huf.ai.site.database.dialect import has_table

REPLACED = "[purged]"
"""Stands in the place of a text that is gone, where a field may not be empty."""
TEXTS = (
	"Data",
	"Small Text",
	"Text",
	"Long Text",
	"Code",
	"Text Editor",
	"Markdown Editor",
	"HTML Editor",
	"JSON",
)
"""Types of fields that can hold a quotation."""
ANSWERS = (
	"response",
	"structured_response",
	"withheld_response",
	"knowledge_notes",
	"verification",
	"verification_reasons",
	"error_message",
)
"""Of an Agent Run: what was made of its passages."""
EXCERPTS = ("title", "locator_label", "excerpt", "text_hash", "url")
"""Of a passage that a run had. Its input, build and rank stay: they say that there was one."""
ROWS_GO = (
	"Knowledge Search Log",
	"Knowledge Test",
	"Agent Test",
	"Knowledge Correction",
	"Knowledge Glossary Proposal",
	"Version",
	"Deleted Document",
	"Error Log",
	"Comment",
	"View Log",
	"Notification Log",
	"Scheduled Job Log",
	"Integration Request",
	"Email Queue",
)
"""DocTypes whose documents go as a whole when they quote the text: logs, and what is nothing without it."""
TEXT_GOES = (
	"Knowledge Access Log",
	"Activity Log",
	"Access Log",
	"Agent Run",
	"Agent Run Chunk",
	"Agent Run Proposal",
	"Agent Conversation",
	"Knowledge Gap",
	"Knowledge Build",
	"Knowledge Build Failure",
)
"""DocTypes whose documents stay without the fields that quote it. Those that say who did what stay so: no phrase takes somebody's traces away."""
STAYS = (
	"Agent",
	"Agent Trigger",
	"Knowledge Glossary",
	"Knowledge Glossary Entry",
	"Knowledge Input",
	"Knowledge Profile",
	"Knowledge Source",
)
"""DocTypes that people keep and that do not work without their texts: the certificate names each."""


def purge_input(source: str, name: str, certificate: Certificate) -> None:
	"""Delete the input with all that Frappe keeps about it, and empty what names it. Does not commit."""
	if frappe.db.exists("Knowledge Input", name):
		doc = frappe.get_doc("Knowledge Input", name)
		if doc.is_selected:
			bury(doc)
		own_files = frappe.db.count(
			"File", {"attached_to_doctype": "Knowledge Input", "attached_to_name": name}
		)
		delete_documents("Knowledge Input", [name])
		status.ask_for_update(source, inputs=(), left=True)
		certificate.removed("Knowledge Input", _("Document"), 1)
		certificate.removed("File", _("File of the input alone"), own_files)
	frappe.clear_document_cache("Knowledge Input", name)
	answers = frappe.get_all("Knowledge Gap", {"knowledge_input": name}, pluck="name")
	forget_input(name)
	_blank("Knowledge Gap", answers, ["answer"], certificate)
	_purge_runs(name, certificate)
	for doctype in ("Knowledge Test", "Knowledge Correction"):
		_delete(doctype, frappe.get_all(doctype, {"knowledge_input": name}, pluck="name"), certificate)
	failures = frappe.get_all("Knowledge Build Failure", {"input": name}, pluck="name")
	_blank("Knowledge Build Failure", failures, ["title", "message"], certificate)
	# Whoever orders it says the name of an input that is gone, so it is no pattern.
	deleted = frappe.db.sql_list(
		"""select name from `tabDeleted Document` where deleted_doctype in ('Knowledge Input', 'Knowledge Correction')
		and (deleted_name = %s or position(%s in data) > 0)""",
		(name, json.dumps(name)),
	)
	_delete("Deleted Document", deleted, certificate)
	if has_table(FOUND):
		frappe.db.sql(f"delete from `{FOUND}` where knowledge_input = %s", name)


def purge_quotations(needles: Sequence[str], certificate: Certificate) -> None:
	"""Delete or empty what quotes the text, and note what quotes it and stays. Does not commit."""
	if not needles:
		return
	store_now(wait=5)
	for doctype in ROWS_GO:
		_delete(
			doctype, {name for _field, names in _quoting(doctype, needles) for name in names}, certificate
		)
	for doctype in TEXT_GOES:
		for field, names in _quoting(doctype, needles):
			_blank(doctype, names, [field], certificate)
	certificate.forget_left(_quotes())
	for doctype in STAYS:
		for name in sorted({name for _field, names in _quoting(doctype, needles) for name in names}):
			certificate.left(_shown(doctype, name), _("Document"), _quotes())


def note_others(source: str, inputs: Iterable[str], certificate: Certificate) -> None:
	"""Note other inputs of the source that say the same."""
	for name in sorted(inputs):
		place = _("Knowledge Input {0} of {1}").format(name, source)
		certificate.left(place, _("Document"), _quotes())


def _quotes() -> str:
	return _("It quotes the text. Change it, or purge it too.")


def _shown(doctype: str, name: str) -> str:
	"""What a person opens to see a document."""
	if doctype == "Knowledge Input":
		# In the words of one that has the same content, so that it is named once.
		source = frappe.db.get_value(doctype, name, "knowledge_source")
		return _("Knowledge Input {0} of {1}").format(name, source)
	if frappe.get_meta(doctype).istable:
		doctype, name = frappe.db.get_value(doctype, name, ["parenttype", "parent"])
	return f"{_(doctype)} {name}"


def _purge_runs(name: str, certificate: Certificate) -> None:
	"""An answer that was made of a passage may say what it says in any words, so all of it goes."""
	rows = frappe.get_all("Agent Run Chunk", {"knowledge_input": name}, ["name", "parent"])
	_blank("Agent Run Chunk", [row.name for row in rows], EXCERPTS, certificate)
	_blank("Agent Run", sorted({row.parent for row in rows}), ANSWERS, certificate)


def _quoting(doctype: str, needles: Sequence[str]) -> Iterable[tuple[str, list[str]]]:
	"""By field the documents that hold any of the needles."""
	if not frappe.db.exists("DocType", doctype) or not frappe.db.table_exists(doctype):
		return
	meta = frappe.get_meta(doctype)
	columns = {field.fieldname for field in meta.fields if field.fieldtype in TEXTS} & set(
		meta.get_valid_columns()
	)
	for column in sorted(columns):
		# Not LIKE: a needle may have its signs, and no column is compared by its collation.
		asked = " or ".join([f"position(%s in `{column}`) > 0"] * len(needles))
		names = frappe.db.sql_list(f"select name from `tab{doctype}` where {asked}", tuple(needles))
		if names:
			yield column, names


def _delete(doctype: str, names: Iterable[str], certificate: Certificate) -> None:
	names = list(names)
	delete_documents(doctype, names)
	certificate.removed(_(doctype), _("Document"), len(names))


def _blank(doctype: str, names: Sequence[str], fields: Iterable[str], certificate: Certificate) -> None:
	if not names:
		return
	meta = frappe.get_meta(doctype)
	said = {
		field: REPLACED
		if meta.get_field(field).reqd or field == meta.title_field or field == "response"
		else None
		for field in fields
		if meta.has_field(field)
	}
	known = " or ".join(f"`{field}` is not null and `{field}` != ''" for field in said)
	names = frappe.db.sql_list(
		f"select name from `tab{doctype}` where name in %s and ({known})", (tuple(names),)
	)
	if not names:
		return
	frappe.db.set_value(doctype, {"name": ("in", names)}, said, update_modified=False)
	for name in names:
		frappe.clear_document_cache(doctype, name)
	certificate.removed(_(doctype), _("Text"), len(names))


def request_update(source: str) -> None:
	"""The source's statuses and counts follow with its next update."""
	artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
	if artifact_id:
		queueing.request_update(artifact_id)
