"""Documents that change: the save leaves a note if any trigger wants to know, and that is all that it does.

``on_document`` runs for every document that anybody saves, in their request. It looks into a small dictionary, and writes at
most one row. Conditions, prompts and rights are the business of the job (:mod:`~huf.ai.triggers.following`): here they
would run before anybody asked whether the trigger's user may read the document.
"""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING

import frappe
from redis.exceptions import RedisError

from huf.ai.site import queueing
from huf.ai.site.database.dialect import alone
from huf.ai.triggers import notes
from huf.ai.triggers.view import kept_state
from huf.ai.triggers.wanted import wanted_events

if TYPE_CHECKING:
	from frappe.model.document import Document

NOT_WHILE = ("in_install", "in_uninstall", "in_migrate", "in_patch", "in_import", "in_setup_wizard")
"""Frappe's flags of work that is no user's."""

IN_RUN = "huf_in_agent_run"
"""Flag of a worker that makes a run: what a run changes starts no further runs."""

NEVER = frozenset(
	{
		"Agent Conversation",
		"Agent Run",
		"Agent Trigger",
		"Knowledge Cost",
		"Knowledge Cost Hold",
		"Error Log",
		"Knowledge Gap",
	}
)
"""DocTypes that runs themselves write."""


def _harmless(event: Callable[..., None]) -> Callable[..., None]:
	@wraps(event)
	def run(doc: "Document", method: str | None = None, *arguments: object) -> None:
		# Named seam, somebody's save: a trigger must never be the reason why it fails. The log has the cause, and no value.
		try:
			if not any(frappe.flags.get(flag) for flag in NOT_WHILE):
				event(doc, method, *arguments)
		except frappe.QueryDeadlockError:
			# MariaDB has undone the whole transaction; going on would commit half of it.
			raise
		except Exception as error:  # noqa: BLE001
			frappe.logger("huf").error("A save of %s was not noted: %s", doc.doctype, type(error).__name__)

	return run


@_harmless
def on_document(doc: "Document", method: str | None = None) -> None:
	"""Hook of every document event: leave a note if a trigger wants it."""
	wanted = wanted_events().get(doc.doctype)
	if not wanted or frappe.flags.get(IN_RUN):
		return
	event = _event(doc, method)
	if event not in wanted or not doc.name:
		return
	before = doc.get_doc_before_save()
	names = wanted[event]
	kept = None if before is None or names is None else kept_state(before, names)
	# Not about all of this: most saves ask the database nothing, not even for a savepoint.
	alone(lambda: notes.write(doc.doctype, str(doc.name), event, kept, then=queue))


@_harmless
def after_rename(doc: "Document", method: str | None, old: str, new: str, merge: bool = False) -> None:
	"""Hook of every rename: a note that waits follows its document."""
	if doc.doctype == "DocType":
		alone(lambda: notes.rename_doctype(str(old), str(new)))
	elif doc.doctype in wanted_events():
		alone(lambda: notes.rename(doc.doctype, str(old), str(new)))


def queue() -> None:
	"""Queue the job that follows the notes, unless it waits already."""
	try:
		queueing.queue_triggers()
	except RedisError:
		# What was saved is saved, and so is the note; the watchdog queues the job when Redis is back.
		frappe.logger("huf").warning("Redis is away: triggers wait for the watchdog")


def _event(doc: "Document", method: str | None) -> str:
	"""The event in the words of a trigger; empty for a part of another one."""
	if method == "after_insert":
		return "New"
	if method == "on_update":
		is_plain_save = getattr(doc, "_action", "save") == "save" and not doc.flags.in_insert
		return "Save" if is_plain_save else ""
	return {"on_update_after_submit": "Save", "on_submit": "Submit", "on_cancel": "Cancel"}.get(
		method or "", ""
	)
