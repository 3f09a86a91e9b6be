"""The job that makes the inputs of one source follow the notes about it, until there are none.

It holds a lease of its own for the source, so two of them never overtake each other: whoever read an older state of a
record can never write after one who read a newer. The indexing job has another lease and goes on meanwhile.
"""

from collections.abc import Sequence
from functools import partial

import frappe

from huf.ai.knowledge import status
from huf.ai.knowledge.changes import noted
from huf.ai.knowledge.changes.noted import Note
from huf.ai.knowledge.following import progress
from huf.ai.knowledge.indexing.live import publish
from huf.ai.knowledge.record_sources.life import follow_record, record_source_named
from huf.ai.knowledge.selectors.inputs.comparing import Changes
from huf.ai.knowledge.selectors.inputs.linking import outdate_linking
from huf.ai.knowledge.selectors.inputs.reconcile import reconcile, reconcile_file, reconcile_record
from huf.ai.knowledge.selectors.inputs.storing import want_update
from huf.ai.knowledge.selectors.selecting.authors import SelectionRefused
from huf.ai.knowledge.selectors.values import Selector
from huf.ai.knowledge.selectors.wanted_set import selectors_of
from huf.ai.site import queueing, settings
from huf.ai.site.database import transactions
from huf.ai.site.locks import Lease, held, is_leased, selection_lease
from huf.engine.errors import SourceBusy

MOST_RECORDS = 500
"""Changed records beyond which comparing everything is quicker."""

MOST_IMPORT_MINUTES = 5
"""A change waits at most so long for the end of an import."""

MOST_TRIES = 5
"""After so many failures the notes are given up; the next comparison of everything makes up for them."""

WAIT_SECONDS = 5.0


def sync_source(artifact_id: str) -> None:
	"""Job: compare what is noted about a source, until nothing is."""
	# The job acts for the source; each selector reads with the rights of its author.
	frappe.set_user("Administrator")
	if settings.is_switched_off():
		queueing.tear_up_ticket("sync", artifact_id)
		return
	lease = selection_lease(artifact_id)
	try:
		with held(lease, wait=WAIT_SECONDS):
			queueing.tear_up_ticket("sync", artifact_id)
			_drain(lease, artifact_id)
	except SourceBusy:
		# The holder looks for notes until there are none, and once more below; the watchdog looks every minute.
		return
	if noted.read_notes(artifact_id) and not noted.is_importing(artifact_id):
		queueing.queue_sync(artifact_id)


def _drain(lease: Lease, artifact_id: str) -> None:
	while notes := noted.read_notes(artifact_id):
		if _waits_for_import(artifact_id):
			return
		source = frappe.db.get_value("Knowledge Source", {"artifact_id": artifact_id}, "name")
		if source and not _follow(lease, artifact_id, source, notes):
			continue
		transactions.retry_deadlocks(partial(noted.delete_notes, notes))


def _waits_for_import(artifact_id: str) -> bool:
	if not noted.is_importing(artifact_id):
		return False
	return not frappe.db.sql(
		"""select 1 from `tabKnowledge Change` where artifact_id = %s
		and creation < %s limit 1""",
		(artifact_id, frappe.utils.add_to_date(frappe.utils.now_datetime(), minutes=-MOST_IMPORT_MINUTES)),
	)


def _follow(lease: Lease, artifact_id: str, source: str, notes: Sequence[Note]) -> bool:
	"""False if the source was renamed or deleted meanwhile: what is left is to be looked at anew."""
	complete = False
	try:
		about = record_source_named(source)
		if about and not follow_record(about):
			return True  # archived
		selectors = selectors_of(source)
		records = {(note.doctype, note.record) for note in notes}
		linking = [outdate_linking(source, note.doctype, note.record) for note in notes if note.linking]
		# A source that is back from the archive: what changed meanwhile left no notes.
		complete = noted.ALL in records or len(records) > MOST_RECORDS or bool(about and about.is_archived)
		complete = complete or any(linking)
		if complete:
			_all(lease, artifact_id, source, selectors, notes)
		else:
			_some(lease, source, selectors, notes)
		if any(note.doctype == noted.LEFT for note in notes):
			transactions.retry_deadlocks(partial(want_update, source, left=True))
	except publish.SourceGone:
		return False
	except SelectionRefused as error:
		_tell(artifact_id, str(error))
	# Named seam, the job's boundary: the source must tell why. It rises to the queue afterwards.
	except Exception as error:
		frappe.db.rollback()
		_give_up_or_keep(notes)
		_tell(artifact_id, f"{type(error).__name__}: {error}")
		raise
	else:
		_tell(artifact_id, "", complete=complete)
	queueing.queue_update(artifact_id)
	return True


def _all(
	lease: Lease, artifact_id: str, source: str, selectors: Sequence[Selector], notes: Sequence[Note]
) -> Changes:
	reread = {note.record for note in notes if note.doctype == noted.SELECTOR}

	def written(done: int) -> None:
		lease.check()
		progress.written(source)

	changes = reconcile(source, selectors, reread=reread, progress=written)
	frappe.logger("huf").info("Compared source %s: %s", source, changes.numbers())
	progress.ended(source)
	return changes


def _some(lease: Lease, source: str, selectors: Sequence[Selector], notes: Sequence[Note]) -> None:
	reread = {(note.doctype, note.record): False for note in notes}
	for note in notes:
		reread[note.doctype, note.record] |= note.reread
	for (doctype, name), again in reread.items():
		lease.check()
		if doctype == noted.LEFT:
			continue
		if doctype == "File":
			reconcile_file(source, selectors, name)
		elif doctype == noted.SELECTOR:
			reconcile(source, selectors, reread={name})
		else:
			reconcile_record(source, selectors, doctype, name, reread=again)


def _tell(artifact_id: str, error: str, *, complete: bool = False) -> None:
	transactions.retry_deadlocks(lambda: status.set_synced(artifact_id, error, complete=complete))


def _give_up_or_keep(notes: Sequence[Note]) -> None:
	names = tuple(note.name for note in notes)

	def count() -> None:
		frappe.db.sql("update `tabKnowledge Change` set tries = tries + 1 where name in %s", (names,))
		frappe.db.sql(
			"delete from `tabKnowledge Change` where name in %s and tries >= %s", (names, MOST_TRIES)
		)

	transactions.retry_deadlocks(count)


def is_syncing(artifact_id: str) -> bool:
	"""Whether a job is comparing this source at the moment."""
	return is_leased(artifact_id, selection=True)
