"""The life of sources about a record: archived when it closes, back when it is opened again, and where that is kept.

``archived_at`` says since when a source answers nothing. Nothing of it is thrown away: inputs, index and builds stay until the
retention days are over (``purge``). ``keep_open`` says that somebody brought it back although its record is closed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import frappe
from frappe.utils import now_datetime

from huf.ai.access.scopes.keys import record_key
from huf.ai.access.scopes.record_scope import record_exists
from huf.ai.access.scopes.source_rows import Record
from huf.ai.knowledge import status
from huf.ai.knowledge.changes import noted
from huf.ai.knowledge.record_sources.closing import closing_of
from huf.ai.site.database import transactions

if TYPE_CHECKING:
	from frappe.model.document import Document

AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class RecordSource:
	"""A source with the scope Record."""

	name: str
	artifact_id: str
	record: Record
	is_archived: bool
	keep_open: bool


def source_about(record: Record) -> RecordSource | None:
	"""The source about a record. Checks no right."""
	found = _sources("s.record_key = %(key)s", {"key": record_key(record)})
	return found[0] if found else None


def record_source_named(source: str) -> RecordSource | None:
	"""The source of this name if it is about a record."""
	found = _sources("s.name = %(name)s", {"name": source})
	return found[0] if found else None


def _sources(where: str, values: dict[str, object]) -> list[RecordSource]:
	rows = frappe.db.sql(
		f"""select s.name, s.artifact_id, s.reference_doctype, s.reference_name, s.archived_at, s.keep_open
		from `tabKnowledge Source` s where s.scope = 'Record' and {where} order by s.name""",
		values,
		as_dict=True,
	)
	return [
		RecordSource(
			row.name,
			row.artifact_id,
			(row.reference_doctype, row.reference_name),
			bool(row.archived_at),
			bool(row.keep_open),
		)
		for row in rows
	]


def doctypes_in_use() -> list[str]:
	"""The DocTypes of the records that sources are about."""
	return frappe.db.sql_list(
		"""select distinct reference_doctype from `tabKnowledge Source`
		where scope = 'Record' and reference_doctype is not null order by reference_doctype"""
	)


def follow_record(source: RecordSource) -> bool:
	"""Archive the source or bring it back, as its record says; whether it takes part in searches afterwards.

	A record that is gone changes nothing: nobody may read it, and the sweep takes its source away. Commits.
	"""
	doctype, name = source.record
	if record_exists(source.record):
		for page in _pages(doctype, [name]):
			_follow(page)
	now = record_source_named(source.name)
	return now is not None and not now.is_archived


def follow_all(doctype: str) -> int:
	"""The same for all sources about records of a DocType; finds what had no event. Gives the number of changes. Commits."""
	names = frappe.db.sql_list(
		"""select reference_name from `tabKnowledge Source`
		where scope = 'Record' and reference_doctype = %s order by reference_name""",
		doctype,
	)
	return sum(_follow(page) for page in _pages(doctype, names))


def _pages(doctype: str, names: Sequence[str]) -> Iterator[list["frappe._dict"]]:
	"""The sources about these records, with what tells whether these are closed."""
	closing = closing_of(doctype)
	column = f"r.`{closing.field}`" if closing.field else "null"
	for first in range(0, len(names), AT_ONCE):
		rows = frappe.db.sql(
			f"""select s.name, s.artifact_id, s.archived_at, s.keep_open, r.docstatus, {column} as state
			from `tabKnowledge Source` s join `tab{doctype}` r on r.name = s.reference_name
			where s.scope = 'Record' and s.reference_doctype = %s and s.reference_name in %s order by s.name""",
			(doctype, tuple(names[first : first + AT_ONCE])),
			as_dict=True,
		)
		for row in rows:
			row.is_closed = closing.closes({"docstatus": row.docstatus, closing.field: row.state})
		yield rows


def _follow(rows: Sequence["frappe._dict"]) -> int:
	to_archive = [row for row in rows if row.is_closed and not row.archived_at and not row.keep_open]
	to_open = [row for row in rows if not row.is_closed and (row.archived_at or row.keep_open)]

	def write() -> None:
		for row in to_archive:
			set_archived(row.name)
		for row in to_open:
			set_open(row.name, row.artifact_id, keep_open=False)

	if to_archive or to_open:
		transactions.retry_deadlocks(write)
	return len(to_archive) + len(to_open)


def keep_open_if_closed(doc: "Document") -> None:
	"""A new source about a record that is closed already was asked for all the same: it is not archived for that."""
	doctype, name = doc.reference_doctype, doc.reference_name
	closing = closing_of(doctype)
	fields = ["docstatus", *([closing.field] if closing.field else [])]
	if closing.closes(frappe.db.get_value(doctype, name, fields, as_dict=True) or {}):
		doc.db_set("keep_open", 1, update_modified=False)


def set_archived(source: str) -> None:
	"""From now on the source answers nothing. Does not commit."""
	frappe.db.sql(
		"update `tabKnowledge Source` set archived_at = %s, keep_open = 0 where name = %s and archived_at is null",
		(now_datetime(), source),
	)


def set_open(source: str, artifact_id: str, *, keep_open: bool) -> None:
	"""The source answers again, and is compared with its record, which may have changed meanwhile. Does not commit."""
	frappe.db.sql(
		"update `tabKnowledge Source` set archived_at = null, keep_open = %s where name = %s",
		(int(keep_open), source),
	)
	# What was deleted while nobody followed it left no word.
	status.compare_all(source)
	noted.note_all([artifact_id])
