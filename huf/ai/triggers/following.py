"""The job that follows the notes of saved documents: one for all triggers and many saves.

For each note, and as each trigger's user: may they read the document? Who may not learns nothing, and neither does whoever
looks at the trigger: no count, no time, no error. Only then is the condition evaluated, and the prompt made.

A note goes once it is dealt with. If the worker is killed between, the note is taken up again by the watchdog, and starts
only those runs that it has not started yet.
"""

import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import frappe

from huf.ai.site import queueing
from huf.ai.site.database import transactions
from huf.ai.site.locks import Lease, held, is_leased, selection_lease
from huf.ai.triggers import notes
from huf.ai.triggers.expressions import DocumentView, holds, names_before
from huf.ai.triggers.firing import FAILURES, start_run
from huf.ai.triggers.notes import Note
from huf.ai.triggers.record import note_failure
from huf.ai.triggers.view import before_as_seen, view_of
from huf.engine.errors import SourceBusy

if TYPE_CHECKING:
	from frappe.model.document import Document

BATCH = 50
"""Notes that are read, and deleted, together. A note that was taken up before is alone: it may be what kills the worker."""
SLICE_SECONDS = 60.0
"""After so long a fresh job goes on, so that other short jobs have their turn."""
WAIT_SECONDS = 0.5

Trigger: TypeAlias = Any
"""A row of Agent Trigger."""


def follow_notes() -> None:
	"""Job: deal with the notes, until there are none."""
	seen: set[str] = set()
	try:
		with held(selection_lease(queueing.TRIGGERS), wait=WAIT_SECONDS) as lease:
			queueing.tear_up_ticket("triggers", queueing.TRIGGERS)
			is_done = _drain(lease, seen)
	except SourceBusy:
		return  # the holder looks until there is nothing left, and the watchdog each minute
	finally:
		frappe.set_user("Administrator")
	if not is_done or notes.read(1, sorted(seen)):
		queueing.queue_triggers()


def queue_waiting() -> None:
	"""Every minute: notes that nobody is dealing with, since their job was lost or broke."""
	if notes.are_waiting() and not is_leased(queueing.TRIGGERS, selection=True):
		queueing.forget_dead_ticket("triggers", queueing.TRIGGERS)
		queueing.queue_triggers()


def _drain(lease: Lease, seen: set[str]) -> bool:
	"""True when there is nothing left but what broke; False when the time is up. ``seen`` gets what broke."""
	ends = time.monotonic() + SLICE_SECONDS
	while time.monotonic() < ends and not lease.lost:
		batch = notes.read(BATCH, sorted(seen))
		if not batch:
			return True
		if batch[0].tries:
			batch = batch[:1]
		else:
			batch = [note for note in batch if not note.tries]
		transactions.retry_deadlocks(partial(notes.count_tries, batch))
		done = _follow(batch)
		transactions.retry_deadlocks(partial(notes.delete, done))
		seen |= {note.name for note in batch} - {note.name for note in done}
	return False


def _follow(batch: Sequence[Note]) -> list[Note]:
	"""Deal with notes; those that are done with."""
	started: set[tuple[str, str, str]] = set()
	done = []
	for note in batch:
		if note.tries >= notes.MOST_TRIES:
			frappe.logger("huf").error("A save of %s is given up: its triggers broke each time", note.doctype)
			done.append(note)
			continue
		# Named seam: what breaks for one document, another app's rule of rights for example, must not keep the others waiting.
		try:
			# Read anew for each: the failure before may have been the last that a trigger has.
			_follow_one(note, _triggers_of(note.doctype, note.event), started)
			frappe.db.commit()  # nosemgrep: frappe-manual-commit (each note is dealt with by itself)
			done.append(note)
		except Exception as error:
			frappe.db.rollback()
			if type(error).__module__.startswith("rq."):
				raise  # the job's time is up
			frappe.logger("huf").error(
				"Triggers could not follow a save of %s: %s", note.doctype, type(error).__name__
			)
		finally:
			frappe.set_user("Administrator")
	return done


def _triggers_of(doctype: str, event: str) -> list[Trigger]:
	return frappe.get_all(
		"Agent Trigger",
		filters={"kind": "Document Event", "disabled": 0, "reference_doctype": doctype, "doc_event": event},
		fields=["name", "agent", "run_as", "condition", "prompt", "modified"],
		order_by="run_as asc, name asc",
	)


def _follow_one(note: Note, triggers: Sequence[Trigger], started: set[tuple[str, str, str]]) -> None:
	for user in dict.fromkeys(trigger.run_as for trigger in triggers):
		frappe.set_user(user)
		doc = _readable(note)
		if doc is None:
			continue
		seen = view_of(doc, user)
		before = None if note.before is None else before_as_seen(note.before, note.doctype, user)
		for trigger in triggers:
			key = (trigger.name, note.doctype, note.document)
			if trigger.run_as == user and key not in started and _wants(trigger, note, seen, before):
				started.add(key)
				start_run(trigger, seen, note.doctype, note.document)


def _readable(note: Note) -> "Document | None":
	"""The document as it is now, if there is one that the session's user may read."""
	if not frappe.db.exists("DocType", note.doctype) or not frappe.db.exists(note.doctype, note.document):
		return None  # deleted since
	doc = frappe.get_doc(note.doctype, note.document)
	return doc if doc.has_permission("read") else None


def _wants(trigger: Trigger, note: Note, doc: DocumentView, before: DocumentView | None) -> bool:
	"""Whether a run is to be started; a condition that fails is a failure of its trigger."""
	condition = trigger.condition or ""
	if note.creation < trigger.modified and names_before(condition) is not None:
		return False  # nobody asked yet for what this condition needs of the state before
	if note.tries and _has_started(trigger, note):
		return False
	try:
		return holds(condition, doc, before)
	except FAILURES as error:
		note_failure(trigger.name, str(error))
		return False


def _has_started(trigger: Trigger, note: Note) -> bool:
	return bool(
		frappe.db.exists(
			"Agent Run",
			{
				"agent_trigger": trigger.name,
				"reference_doctype": note.doctype,
				"reference_name": note.document,
				"creation": (">=", note.creation),
			},
		)
	)
