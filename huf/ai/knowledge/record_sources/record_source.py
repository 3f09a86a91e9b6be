"""The knowledge of one record: making its source, and bringing it back from the archive."""

from typing import Any

import frappe
from frappe import _
from frappe.rate_limiter import rate_limit
from frappe.utils import cstr

from huf.ai.access.roles import may_use_knowledge
from huf.ai.access.scopes.record_scope import may_read_record
from huf.ai.access.scopes.source_rows import Record
from huf.ai.access.scopes.sources import can_write_source
from huf.ai.knowledge.record_sources import life
from huf.ai.site.settings import refuse_if_switched_off

NAME_LENGTH = 140


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=60, seconds=60)
def record_source(doctype: str, name: str) -> dict[str, Any]:
	"""The source about a record, made if there is none. For whoever has a knowledge role and may read the record.

	:returns: ``name`` of the source, ``archived``, and ``created``: whether it is new.
	"""
	record = (doctype, name)
	if not may_use_knowledge() or not may_read_record(record, frappe.session.user):
		frappe.throw(_("There is no such record whose knowledge you may use."), frappe.PermissionError)
	record = (doctype, cstr(frappe.db.get_value(doctype, name, "name")))
	found = life.source_about(record)
	if found:
		return {"name": found.name, "archived": found.is_archived, "created": False}
	refuse_if_switched_off()
	return {"name": _make(record), "archived": False, "created": True}


@frappe.whitelist(methods=["GET", "POST"])
def find_record_source(doctype: str, name: str) -> dict[str, Any] | None:
	"""The source about a record, if there is one: ``name``, ``archived``. None also for a record that is not the caller's."""
	if not may_use_knowledge() or not may_read_record((doctype, name), frappe.session.user):
		return None
	found = life.source_about((doctype, cstr(frappe.db.get_value(doctype, name, "name"))))
	return {"name": found.name, "archived": found.is_archived} if found else None


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=60, seconds=60)
def bring_back(knowledge_source: str) -> dict[str, Any]:
	"""Let an archived source answer again, also while its record stays closed. For whoever may write it."""
	if not can_write_source(knowledge_source):
		frappe.throw(
			_("There is no knowledge source of this name that you may use like this."), frappe.PermissionError
		)
	found = life.record_source_named(knowledge_source)
	if found is None:
		frappe.throw(_("Only a source about a record is ever archived."))
	if found.is_archived:
		life.set_open(found.name, found.artifact_id, keep_open=True)
	return {"name": found.name, "archived": False}


def _make(record: Record) -> str:
	source = frappe.get_doc(
		{
			"doctype": "Knowledge Source",
			"source_name": _free_name(record),
			"description": _("What is known of {0} {1}: the record, its attachments and messages.").format(
				_(record[0]), record[1]
			),
			"scope": "Record",
			"reference_doctype": record[0],
			"reference_name": record[1],
		}
	)
	frappe.db.savepoint("huf_record_source")
	try:
		source.insert()
	except (frappe.UniqueValidationError, frappe.DuplicateEntryError):
		# Somebody else made it at the same moment.
		frappe.db.rollback(save_point="huf_record_source")
		frappe.clear_last_message()
		there = life.source_about(record)
		if there is None:
			raise
		return there.name
	return source.name


def _free_name(record: Record) -> str:
	wanted = " ".join(record)[:NAME_LENGTH]
	if not frappe.db.exists("Knowledge Source", wanted):
		return wanted
	return f"{wanted[: NAME_LENGTH - 7]} {frappe.generate_hash(length=6)}"
