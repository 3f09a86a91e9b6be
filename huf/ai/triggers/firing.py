"""From a trigger to a run: the job that asks as the trigger's user, and the clock."""

from datetime import datetime

import frappe
from frappe import _
from frappe.utils import get_datetime, now_datetime

from huf.ai.agent_requests import checked_prompt
from huf.ai.running.access import permitted_agent
from huf.ai.running.background import queue_run
from huf.ai.running.request import RunRequest
from huf.ai.triggers.events import queue_fire
from huf.ai.triggers.record import note_failure
from huf.ai.triggers.view import render_prompt, view_of
from huf.engine.errors import HufError

CRON = {"Hourly": "0 * * * *", "Daily": "0 0 * * *", "Weekly": "0 0 * * 0", "Monthly": "0 0 1 * *"}
NOBODY = frozenset({"Administrator", "Guest"})
"""Users that no trigger runs as: one may do everything, the other is everybody."""


def fire(
	trigger: str, doctype: str | None = None, docname: str | None = None, problem: str = ""
) -> str | None:
	"""The job: queue a run of the trigger as its user; the name of the run, or None and a failure that is counted."""
	row = frappe.get_doc("Agent Trigger", trigger) if frappe.db.exists("Agent Trigger", trigger) else None
	if row is None or row.disabled:
		return None
	if problem:
		note_failure(trigger, problem)
		return None
	try:
		check_user(row.run_as)
		frappe.set_user(row.run_as)
		return _queue(row, doctype, docname)
	except (frappe.PermissionError, frappe.ValidationError, HufError) as error:
		note_failure(trigger, str(error))
		return None


def _queue(row: "frappe.model.document.Document", doctype: str | None, docname: str | None) -> str | None:
	agent = permitted_agent(row.agent, row.run_as)
	seen = None
	if doctype:
		if not frappe.db.exists(doctype, docname):
			return None  # deleted since
		doc = frappe.get_doc(doctype, docname)
		if not doc.has_permission("read"):
			return None  # not for this user's eyes: no run, and nothing that tells of the document
		seen = view_of(doc, row.run_as)
	prompt = checked_prompt(render_prompt(row.prompt, seen))
	request = RunRequest(agent, row.run_as, prompt, prompt_is_untrusted=seen is not None)
	return queue_run(
		request,
		agent_trigger=row.name,
		reference_doctype=doctype,
		reference_name=docname if doctype else None,
	)


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
		if frappe.db.sql("select row_count()")[0][0]:
			queued.append(row.name)
			name = row.name
			frappe.db.after_commit.add(lambda name=name: queue_fire(name))
	return queued


def next_time(frequency: str, cron_format: str | None, after: datetime | None = None) -> datetime:
	"""When a schedule is next due, in the site's time. Raises ValueError for a cron format that is none."""
	from croniter import croniter

	cron = CRON.get(frequency) or cron_format or ""
	return get_datetime(croniter(cron, after or now_datetime()).get_next(datetime))
