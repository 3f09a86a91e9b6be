"""From a trigger to a run, as the trigger's user; and the clock."""

from datetime import datetime

import frappe
from frappe import _
from frappe.utils import get_datetime, now, now_datetime, strip_html
from frappe.utils.background_jobs import get_job_status
from redis.exceptions import RedisError
from rq.job import JobStatus

from huf.ai.runs.background import queue_run
from huf.ai.runs.keeping.access import permitted_agent
from huf.ai.runs.prompt.prompts import checked_prompt
from huf.ai.runs.prompt.request import RunRequest
from huf.ai.site.database.dialect import rows_changed
from huf.ai.site.queueing import enqueue
from huf.ai.triggers.expressions import DocumentView, TriggerFailed, render_prompt
from huf.ai.triggers.record import note_failure

CRON = {"Hourly": "0 * * * *", "Daily": "0 0 * * *", "Weekly": "0 0 * * 0", "Monthly": "0 0 1 * *"}
NOBODY = frozenset({"Administrator", "Guest"})
"""Users that no trigger runs as: one may do everything, the other is everybody."""

FAILURES = (TriggerFailed, frappe.PermissionError, frappe.ValidationError)
"""What a trigger may fail by. The words of these errors name the trigger, its user, its agent and fields, and no value."""


def queue_fire(trigger: str) -> None:
	"""Queue the job that starts a run of a scheduled trigger, unless it waits already."""
	job_id = f"huf_trigger::{trigger}"
	try:
		found = get_job_status(job_id)
		if found == JobStatus.QUEUED:
			return
		if found == JobStatus.STARTED:
			job_id += f"::{frappe.generate_hash(length=8)}"
		enqueue("huf.ai.triggers.firing.fire", queue="short", job_id=job_id, trigger=trigger)
	except RedisError:
		# The time has moved on already, and the other triggers must not wait for this one.
		frappe.log_error(title=f"The agent trigger {trigger} could not be queued")


def fire(trigger: str) -> str | None:
	"""The job of a scheduled trigger: queue a run as its user; the name of the run, or None and a failure that is counted."""
	row = frappe.get_doc("Agent Trigger", trigger) if frappe.db.exists("Agent Trigger", trigger) else None
	if row is None or row.disabled:
		return None
	frappe.set_user(row.run_as)
	return start_run(row)


def start_run(
	trigger: "frappe.model.document.Document | frappe._dict",
	seen: DocumentView | None = None,
	doctype: str | None = None,
	document: str | None = None,
) -> str | None:
	"""Queue a run of the trigger; its name, or None and a failure that is counted.

	Args:
		trigger: with its name, agent, user and prompt. The session is its user's.
		seen: the document whose event it is, as this user may see it.
		doctype, document: which document that is.
	"""
	try:
		check_user(trigger.run_as)
		agent = permitted_agent(trigger.agent, trigger.run_as)
		prompt = checked_prompt(render_prompt(trigger.prompt, seen, now()))
	except FAILURES as error:
		note_failure(trigger.name, strip_html(str(error)))
		return None
	request = RunRequest(agent, trigger.run_as, prompt, prompt_is_untrusted=seen is not None)
	try:
		return queue_run(
			request, agent_trigger=trigger.name, reference_doctype=doctype, reference_name=document
		)
	except (frappe.ValidationError, RedisError) as error:
		note_failure(trigger.name, _("The run could not be queued: {0}").format(type(error).__name__))
		return None


def check_user(user: str) -> None:
	"""Raise frappe.ValidationError for a user that no trigger may run as."""
	if user in NOBODY:
		frappe.throw(_("A trigger cannot run as {0}.").format(user))
	if not frappe.db.get_value("User", user, "enabled"):
		frappe.throw(_("The user {0} is disabled.").format(frappe.utils.escape_html(user)))


def run_due() -> list[str]:
	"""Queue the scheduled triggers whose time has come, each once; their names. Called each minute."""
	due = frappe.get_all(
		"Agent Trigger",
		filters={"kind": "Scheduled", "disabled": 0, "next_run_at": ("<=", now_datetime())},
		fields=["name", "frequency", "cron_format", "next_run_at"],
	)
	queued = []
	for row in due:
		# Whoever moves the time on fires; a second scheduler finds it moved. A missed time is made up for once.
		frappe.db.sql(
			"update `tabAgent Trigger` set next_run_at = %s where name = %s and next_run_at = %s",
			(next_time(row.frequency, row.cron_format), row.name, row.next_run_at),
		)
		if rows_changed():
			queued.append(row.name)
			name = row.name
			frappe.db.after_commit.add(lambda name=name: queue_fire(name))
	return queued


def next_time(frequency: str, cron_format: str | None, after: datetime | None = None) -> datetime:
	"""When a schedule is next due, in the site's time. Raises ValueError for a cron format that is none."""
	from croniter import croniter

	cron = CRON.get(frequency) or cron_format or ""
	return get_datetime(croniter(cron, after or now_datetime()).get_next(datetime))
