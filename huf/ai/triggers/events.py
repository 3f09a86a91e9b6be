"""Documents that change: which triggers want to know, and their jobs after the commit.

``on_document`` runs for every document that anybody saves, so it costs a look into a small dictionary unless there is a
trigger for the DocType.
"""

from typing import TYPE_CHECKING, Any

import frappe
from frappe.utils.background_jobs import enqueue, get_job_status
from redis.exceptions import RedisError
from rq.job import JobStatus

from huf.ai.triggers.record import CACHE_KEY
from huf.ai.triggers.view import holds, view_of

if TYPE_CHECKING:
	from frappe.model.document import Document

NOT_WHILE = ("in_install", "in_uninstall", "in_migrate", "in_patch", "in_import", "in_setup_wizard")
"""Frappe's flags of work that is no user's."""

IN_RUN = "huf_in_agent_run"
"""Flag of a worker that makes a run: what a run changes starts no further runs."""

NEVER = frozenset(
	{"Agent Conversation", "Agent Run", "Agent Trigger", "Agent Usage", "Error Log", "Knowledge Gap"}
)
"""DocTypes that runs themselves write."""


def on_document(doc: "Document", method: str | None = None) -> None:
	"""Hook of every document event: queue the triggers that want it, once the change is committed."""
	event = _event(doc, method)
	wanted = _cached().get(doc.doctype) if event and not _is_off() else None
	for name, run_as, condition in (wanted or {}).get(event, ()):
		problem = _problem(doc, run_as, condition)
		if problem is not None:
			_queue_after_commit(name, doc.doctype, str(doc.name), problem)


def _event(doc: "Document", method: str | None) -> str | None:
	"""The event in the words of a trigger; None for a part of another one."""
	if method == "after_insert":
		return "New"
	if method == "on_update":
		is_plain_save = getattr(doc, "_action", "save") == "save" and not doc.flags.in_insert
		return "Save" if is_plain_save else None
	return {"on_update_after_submit": "Save", "on_submit": "Submit", "on_cancel": "Cancel"}.get(method or "")


def _is_off() -> bool:
	return bool(frappe.flags.get(IN_RUN)) or any(frappe.flags.get(flag) for flag in NOT_WHILE)


def _cached() -> dict[str, dict[str, list[tuple[str, str, str]]]]:
	"""Enabled triggers by DocType and event: name, user, condition."""
	return frappe.cache.get_value(CACHE_KEY, _read) or {}


def _read() -> dict[str, dict[str, list[tuple[str, str, str]]]]:
	found: dict[str, dict[str, list[tuple[str, str, str]]]] = {}
	if not frappe.db.table_exists("Agent Trigger"):
		return found  # a site whose migration is still to come
	rows = frappe.get_all(
		"Agent Trigger",
		filters={"kind": "Document Event", "disabled": 0},
		fields=["name", "run_as", "condition", "reference_doctype", "doc_event"],
		order_by="name asc",
	)
	for row in rows:
		events = found.setdefault(row.reference_doctype, {})
		events.setdefault(row.doc_event, []).append((row.name, row.run_as, row.condition or ""))
	return found


def _problem(doc: "Document", run_as: str, condition: str) -> str | None:
	"""None: the condition does not hold. Else the trigger is wanted, and the text says what is wrong with its condition."""
	# Named seam: a trigger's condition is somebody else's expression, and must not keep this user from saving his
	# document. What is wrong becomes a failure of the trigger.
	try:
		before = doc.get_doc_before_save()
		seen_before = view_of(before, run_as) if before else None
		return "" if holds(condition, view_of(doc, run_as), seen_before) else None
	except Exception as error:  # noqa: BLE001
		return f"The condition cannot be evaluated: {type(error).__name__}: {error}"


def _queue_after_commit(trigger: str, doctype: str, name: str, problem: str) -> None:
	"""One job for a trigger and a document, however often it is saved in this transaction."""
	asked: set[tuple[str, str, str]] = getattr(frappe.local, "huf_triggers_asked", None) or set()
	frappe.local.huf_triggers_asked = asked
	key = (trigger, doctype, name)
	if key in asked:
		return
	asked.add(key)

	def run() -> None:
		asked.discard(key)
		queue_fire(trigger, doctype=doctype, docname=name, problem=problem)

	frappe.db.after_commit.add(run)
	frappe.db.after_rollback.add(lambda: asked.discard(key))


def queue_fire(trigger: str, **values: Any) -> None:
	"""Queue the job that starts a run of the trigger, unless it waits already for the same document."""
	job_id = "huf_trigger::" + "::".join([trigger, values.get("doctype") or "", values.get("docname") or ""])
	try:
		found = get_job_status(job_id)
		if found == JobStatus.QUEUED:
			return  # it reads the document when it begins, so it will see this change
		if found == JobStatus.STARTED:
			job_id += f"::{frappe.generate_hash(length=8)}"  # it has read the document already
		enqueue("huf.ai.triggers.firing.fire", queue="short", job_id=job_id, trigger=trigger, **values)
	except RedisError:
		# The change of the document is committed and must not look as if it failed.
		frappe.log_error(title=f"The agent trigger {trigger} could not be queued")
