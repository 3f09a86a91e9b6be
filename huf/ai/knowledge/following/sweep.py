"""What keeps sources in step by the clock: notes whose job was lost, and changes that have no event."""

import frappe
from frappe.utils import now_datetime

from huf.ai.knowledge.changes import noted
from huf.ai.knowledge.following.following import drop_inputs_of_file
from huf.ai.site import queueing
from huf.ai.site.database.deletion import delete_documents
from huf.ai.site.database.dialect import minutes_from
from huf.ai.site.locks import is_leased
from huf.ai.site.settings import is_switched_off


def queue_waiting() -> None:
	"""Every minute, by the watchdog: notes that nobody is dealing with. After a failure with growing waits."""
	if is_switched_off():
		return
	for artifact_id in frappe.db.sql_list(
		f"""select distinct artifact_id from `tabKnowledge Change`
		where creation <= {minutes_from("%s", "case when tries = 0 then 0 else -pow(2, tries) end")}""",
		now_datetime(),
	):
		if not is_leased(artifact_id, selection=True) and not noted.is_importing(artifact_id):
			queueing.forget_dead_ticket("sync", artifact_id)
			queueing.queue_sync(artifact_id)


def compare_all() -> None:
	"""Every night, and after a migration: compare each source with everything that its selectors select.

	This finds what ``frappe.db.set_value`` and SQL changed, by ``modified``; expiry dates that have passed; tags that code
	took away; and whatever an event missed.
	"""
	noted.note_all(
		frappe.db.sql_list(
			"""select distinct s.artifact_id from `tabKnowledge Source` s left join `tabKnowledge Selector` t
			on t.parent = s.name and t.parenttype = 'Knowledge Source'
			where t.selector_type in ('DocType', 'Tag', 'Folder') or (s.scope = 'Record' and s.archived_at is null)"""
		)
	)


def delete_orphans() -> None:
	"""Every night: selected inputs whose source went in the moment in which they were written, and inputs of Files that went while a job
	had them locked, or without an event. Does not commit."""
	delete_documents(
		"Knowledge Input",
		frappe.db.sql_list(
			"""select i.name from `tabKnowledge Input` i left join `tabKnowledge Source` s on s.name = i.knowledge_source
			where i.selector is not null and s.name is null order by i.name"""
		),
	)
	for file in frappe.db.sql_list(
		"""select distinct i.file_record from `tabKnowledge Input` i left join `tabFile` f on f.name = i.file_record
		where i.input_type = 'File' and coalesce(i.file_record, '') != '' and f.name is null order by i.file_record"""
	):
		drop_inputs_of_file(file)


def compare_tags() -> None:
	"""Every hour: Frappe tells nobody when code takes a tag away, so inputs without their tag are looked for.

	A file without a record was brought by its own tag.
	"""
	noted.note_all(
		frappe.db.sql_list(
			"""select distinct s.artifact_id from `tabKnowledge Input` i
			join `tabKnowledge Selector` t on t.name = i.selector and t.selector_type = 'Tag'
			join `tabKnowledge Source` s on s.name = i.knowledge_source
			where (i.input_type = 'DocType Records' or i.reference_doctype is null) and not exists (
				select 1 from `tabTag Link` l where l.document_type = coalesce(i.reference_doctype, 'File')
				and l.document_name = coalesce(i.reference_name, i.file_record) and l.tag = t.tag)"""
		)
	)
