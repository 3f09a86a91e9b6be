"""Notes of what changed, written in the transaction of the change: committed with it, or gone with it.

A note (Knowledge Change) says that a record, a file or all of a source is to be compared again. It stays until that was
done, so neither a lost queue nor a killed worker loses a change. Many changes of one record in a transaction are one
note; very many records are one note about the whole source.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import frappe
from frappe.utils import now_datetime
from redis.exceptions import RedisError

from huf.ai.site import queueing
from huf.ai.site.database.dialect import alone, delete_by_name

MOST_NOTES = 200
"""Records of one source in one transaction, beyond which the whole source is compared."""

SELECTOR = "Knowledge Selector"
"""As the DocType of a note: all records of this selector are to be read again."""
LEFT = "Knowledge Input"
"""As the DocType of a note: inputs were deleted together with their record or file."""

IMPORTING = "huf_knowledge_importing"
IMPORT_SECONDS = 30
"""So long after the last record of an import nothing is compared, so that an import is one pass, not hundreds."""

ALL = ("", "")

Notes = dict[tuple[str, str, str], tuple[bool, bool]]
"""By artifact id, DocType and name: whether the record is to be read again even if nothing tells that it changed, and whether those
that link to it are."""


@dataclass(frozen=True, slots=True)
class Note:
	"""A stored note."""

	name: str
	doctype: str
	record: str
	reread: bool
	linking: bool = False
	"""What links to the record says something else now: its name or its title."""


def note(
	artifact_ids: Iterable[str], doctype: str, name: str, *, reread: bool = False, linking: bool = False
) -> None:
	"""When this transaction is committed, these sources are to be compared with this record (or file).

	:param linking: and what they hold of other records that link to it is to be read again.
	"""
	notes: Notes | None = getattr(frappe.local, "huf_notes", None)
	if notes is None:
		notes = frappe.local.huf_notes = {}
	if not notes:
		frappe.db.before_commit.add(store_notes)
		frappe.db.after_rollback.add(notes.clear)
	for artifact_id in artifact_ids:
		key = (artifact_id, doctype, name)
		before = notes.get(key, (False, False))
		notes[key] = (before[0] or reread, before[1] or linking)


def note_all(artifact_ids: Iterable[str]) -> None:
	"""When this transaction is committed, these sources are to be compared with everything."""
	note(artifact_ids, *ALL)


def store_notes() -> None:
	"""Write the notes of this transaction, and queue the jobs for them once it is committed."""
	notes: Notes = getattr(frappe.local, "huf_notes", None) or {}
	taken = dict(notes)
	notes.clear()
	try:
		if taken:
			alone(lambda: _store(taken))
	except frappe.QueryDeadlockError:
		# MariaDB has undone the whole transaction; going on would commit half of it.
		raise
	# Named seam: this runs in somebody's commit, which must not fail for our sake. What is missed here, the nightly
	# comparison finds.
	except Exception:  # noqa: BLE001
		frappe.logger("huf").error("Changes of records were not noted", exc_info=True)


def _store(taken: Notes) -> None:
	by_source: dict[str, list[tuple[str, str, bool, bool]]] = {}
	for (artifact_id, doctype, name), flags in taken.items():
		by_source.setdefault(artifact_id, []).append((doctype, name, *flags))
	now, rows = now_datetime(), []
	for artifact_id, changed in by_source.items():
		if len(changed) > MOST_NOTES:
			# A comparison of everything does not find these out by itself.
			kept = [row for row in changed if row[0] in (SELECTOR, LEFT) or row[3]]
			changed = [(*ALL, False, False), *kept]
		rows += [
			(
				frappe.generate_hash(length=12),
				now,
				now,
				artifact_id,
				doctype or None,
				name or None,
				int(reread),
				int(linking),
			)
			for doctype, name, reread, linking in changed
		]
	fields = ["name", "creation", "modified", "artifact_id", "reference_doctype", "reference_name"]
	fields += ["reread", "linking"]
	frappe.db.bulk_insert("Knowledge Change", fields, rows)
	importing = bool(frappe.flags.in_import)
	frappe.db.after_commit.add(lambda: _queue(list(by_source), importing))


def _queue(artifact_ids: list[str], importing: bool) -> None:
	try:
		for artifact_id in artifact_ids:
			if importing:
				# The end of a Data Import queues it, else the watchdog once no more comes.
				# nosemgrep: frappe-cache-breaks-multitenancy (the key bears the site)
				frappe.cache.set(_importing_key(artifact_id), 1, ex=IMPORT_SECONDS)
			else:
				queueing.queue_sync(artifact_id)
	except RedisError:
		# What was saved is saved, and so are the notes; the watchdog queues the job when Redis is back.
		frappe.logger("huf").warning(
			"Redis is away: a sync of knowledge waits for the watchdog", exc_info=True
		)


def end_import() -> None:
	"""A Data Import says how far it is. Once that is committed, queue the jobs of all sources that waited for imports.

	A job that comes too early, since more records follow, sees that and ends; the end of the import queues it again.
	"""
	frappe.db.after_commit.add(_queue_waiting)


def _queue_waiting() -> None:
	waiting = frappe.db.sql_list("select distinct artifact_id from `tabKnowledge Change`")
	try:
		for artifact_id in waiting:
			if frappe.cache.delete(_importing_key(artifact_id)):
				queueing.queue_sync(artifact_id)
	except RedisError:
		# As above: the watchdog makes up for it.
		frappe.logger("huf").warning("Redis is away: an import waits for the watchdog", exc_info=True)


def is_importing(artifact_id: str) -> bool:
	"""Whether records of the source are being imported at this moment."""
	# nosemgrep: frappe-cache-breaks-multitenancy (the key bears the site)
	return frappe.cache.get(_importing_key(artifact_id)) is not None


def _importing_key(artifact_id: str) -> bytes:
	return frappe.cache.make_key(f"{IMPORTING}:{artifact_id}")


def read_notes(artifact_id: str) -> list[Note]:
	"""The notes of a source now, the oldest first. Ends the current transaction."""
	frappe.db.rollback()
	return [
		Note(name, doctype or "", record or "", bool(reread), bool(linking))
		for name, doctype, record, reread, linking in frappe.db.sql(
			"""select name, reference_doctype, reference_name, reread, linking from `tabKnowledge Change`
			where artifact_id = %s order by creation""",
			artifact_id,
		)
	]


def delete_notes(notes: Iterable[Note]) -> None:
	"""What they ask for is done. Those that came meanwhile stay. Does not commit."""
	names = [note.name for note in notes]
	for first in range(0, len(names), 500):
		frappe.db.sql(
			delete_by_name("Knowledge Change"),
			(names[first : first + 500],),
		)
