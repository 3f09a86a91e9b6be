"""What events of records mean for the sources about them. Called by ``sync.events``, in somebody's save.

A change leaves a note for the one source about that record; the job that follows it archives the source or brings it back
(``life``) and compares its inputs. Only a rename acts at once, since the source would be an orphan until then.
"""

import frappe

from huf.ai.access.scopes.keys import record_key
from huf.ai.knowledge import status
from huf.ai.knowledge.changes import noted
from huf.ai.knowledge.record_sources import life


def note_record(doctype: str, name: str, *, reread: bool = False) -> bool:
	"""Note a change of a record, or of what belongs to it, for the source about it; whether there is one."""
	source = life.source_about((doctype, name))
	if source is None:
		return False
	noted.note([source.artifact_id], doctype, name, reread=reread)
	return True


def follow_rename(doctype: str, old: str, new: str) -> None:
	"""The source about a renamed record is about it by its new name.

	If it was merged into a record with a source of its own, that one stays, and gets what people had added to the other.
	"""
	source = life.source_about((doctype, old))
	if source is None or old == new:
		return
	other = life.source_about((doctype, new))
	if other is not None and other.name != source.name:
		_merge(source, other)
		return
	frappe.db.sql(
		"update `tabKnowledge Source` set reference_name = %s, record_key = %s where name = %s",
		(new, record_key((doctype, new)), source.name),
	)
	frappe.clear_document_cache("Knowledge Source", source.name)
	noted.note_all([source.artifact_id])


def _merge(source: life.RecordSource, other: life.RecordSource) -> None:
	own = frappe.db.sql_list(
		"""select i.name from `tabKnowledge Input` i where i.knowledge_source = %s and i.selector is null
		and not exists (select 1 from `tabKnowledge Input` o where o.knowledge_source = %s
			and (o.source_hash = i.source_hash or o.url_hash = i.url_hash))""",
		(source.name, other.name),
	)
	if own:
		frappe.db.sql(
			"update `tabKnowledge Input` set knowledge_source = %s where name in %s", (other.name, tuple(own))
		)
		status.set_inputs_pending(own)
	# It is an orphan from now on: the sweep purges it, with a line in the log.
	noted.note_all([other.artifact_id])
