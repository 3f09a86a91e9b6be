"""Taking a source about a record away for good: when its retention days are over, or when its record is gone."""

import frappe
from frappe import _
from frappe.utils import add_to_date, now_datetime

from huf.ai.knowledge.record_sources import life
from huf.ai.site.database.dialect import json_entry
from huf.ai.site.settings import get_settings

PURGE = "huf_purge"
"""Flag of a source that is deleted for good: what belongs to it does not become a Deleted Document."""


def sweep_record_sources() -> None:
	"""Every 6 hours: archive what closed without an event, purge what was archived for longer than the retention days, and
	what is about a record that was deleted."""
	for doctype in life.doctypes_in_use():
		if not frappe.db.exists("DocType", doctype) or not frappe.db.table_exists(doctype):
			# Its app may be on its way back; nobody may read its records until then.
			continue
		_one_by_one(_orphans(doctype), _("its record was deleted"))
		life.follow_all(doctype)
	_one_by_one(_expired(), _("its retention days are over"))


def _orphans(doctype: str) -> list[str]:
	return frappe.db.sql_list(
		f"""select s.name from `tabKnowledge Source` s left join `tab{doctype}` r on r.name = s.reference_name
		where s.scope = 'Record' and s.reference_doctype = %s and r.name is null order by s.name""",
		doctype,
	)


def _expired() -> list[str]:
	days = get_settings().record_retention_days
	if days <= 0:
		return []
	return frappe.db.sql_list(
		"""select name from `tabKnowledge Source` where scope = 'Record' and archived_at < %s order by name""",
		add_to_date(now_datetime(), days=-days),
	)


def _one_by_one(sources: list[str], reason: str) -> None:
	for source in sources:
		try:
			purge(source, reason)
		# Named seam, the job's boundary: one source that cannot go must not keep the others.
		except Exception:  # noqa: BLE001
			frappe.db.rollback()
			frappe.log_error(title=f"Knowledge Source {source} could not be purged")
		else:
			frappe.db.commit()  # nosemgrep: frappe-manual-commit (each source is a step of its own)


def purge(source: str, reason: str) -> None:
	"""Delete a source about a record with its inputs, builds and index files, so that nothing of it can be restored.

	Agents that have it in their table lose that row. What runs quoted stays with those runs, which are their users' own. An
	Activity Log says what went and why. Does not commit; the files go after the commit.
	"""
	row = frappe.db.get_value(
		"Knowledge Source",
		{"name": source, "scope": "Record"},
		["name", "reference_doctype", "reference_name", "archived_at", "index_size_bytes"],
		as_dict=True,
	)
	if not row:
		return
	inputs = frappe.db.count("Knowledge Input", {"knowledge_source": row.name})
	for agent in frappe.get_all("Agent Knowledge", filters={"knowledge_source": row.name}, pluck="parent"):
		frappe.clear_document_cache("Agent", agent)
	frappe.db.delete("Agent Knowledge", {"knowledge_source": row.name})
	frappe.db.delete("Knowledge Glossary Entry", {"parent": ("in", _glossaries(row.name))})
	frappe.db.delete("Knowledge Glossary", {"knowledge_source": row.name})
	frappe.delete_doc(
		"Knowledge Source",
		row.name,
		ignore_permissions=True,
		delete_permanently=True,
		flags={PURGE: True},
	)
	_forget_deleted(row.name)
	_log(row, inputs, reason)


def _glossaries(source: str) -> list[str]:
	return frappe.get_all("Knowledge Glossary", filters={"knowledge_source": source}, pluck="name") or [""]


def _forget_deleted(source: str) -> None:
	"""Inputs that were deleted one by one before are Deleted Documents with their text."""
	frappe.db.sql(
		f"""delete from `tabDeleted Document` where deleted_doctype = 'Knowledge Input'
		and {json_entry("data", "knowledge_source")} = %s""",
		source,
	)


def _log(row: "frappe._dict", inputs: int, reason: str) -> None:
	subject = _(
		"Knowledge Source {0} about {1} {2} was purged, because {3}: {4} inputs, {5} bytes of index"
	).format(row.name, row.reference_doctype, row.reference_name, reason, inputs, row.index_size_bytes or 0)
	frappe.logger("huf").info(subject)
	frappe.get_doc(
		{
			"doctype": "Activity Log",
			"subject": subject[:1000],
			"content": _("Archived since {0}.").format(row.archived_at) if row.archived_at else "",
			"user": frappe.session.user,
			"status": "Success",
		}
	).insert(ignore_permissions=True)
