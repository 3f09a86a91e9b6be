"""Runs in the background: asked for in a request, made by a worker, watched and cancelled by their user."""

import json
from dataclasses import asdict, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import frappe
from frappe import _
from frappe.utils import add_to_date
from frappe.utils.background_jobs import get_job
from redis.exceptions import RedisError

from huf.ai.knowledge.record_sources.run_record import fields_of_record, record_of_run
from huf.ai.runs.files.kept import rows_of
from huf.ai.runs.keeping.access import asked_agent
from huf.ai.runs.keeping.rows import PROCESS_ENDED, RunOutcome, begin_queued_run, finish_run, start_run
from huf.ai.runs.prompt.narrowing import read_names, write_names
from huf.ai.runs.prompt.request import RunRequest
from huf.ai.site import queueing
from huf.ai.site.database.transactions import own_transaction
from huf.ai.site.events import announce
from huf.ai.site.queueing import enqueue
from huf.ai.site.settings import get_settings

if TYPE_CHECKING:
	from frappe.model.document import Document

JOB_MARGIN_S = 60
"""A job is ended this much later than its run ends by itself."""
LOST_AFTER = timedelta(seconds=90)
"""A run that has waited this long may have lost its job; a job that began this long ago has begun its run, or is dead."""


def queue_run(request: RunRequest, **fields: Any) -> str:
	"""Write the row of a run that waits, hand it to a worker, and return its name.

	``fields`` are further fields of the row. The row is committed at once, whatever becomes of the caller's work. What a
	person waits for goes before the indexing of files, what a trigger started does not.
	"""
	name = start_run(
		request.agent.name,
		request.user,
		request.prompt,
		request.agent.model,
		status="Queued",
		conversation=request.conversation,
		untrusted_text=int(request.prompt_is_untrusted),
		knowledge_gate=request.knowledge_gate,
		only_sources=write_names(request.only_sources),
		files=rows_of(request.files, request.kept_files),
		**(fields_of_record(request.record) | fields),
	)
	try:
		_hand_over(name, is_triggered=bool(fields.get("agent_trigger")))
	except RedisError:
		finish_run(name, RunOutcome("Failed", error=_("The run could not be queued: Redis does not answer.")))
		raise
	return name


def queue_lost_runs() -> list[str]:
	"""Every minute: queue again the runs that wait and whose job is gone, and return their names.

	A worker may be killed after it wrote the row and before it queued the job, or after it took the job and before it began the
	run; and a Redis may forget its queues. A job too many does no harm: only one begins the run.
	"""
	waiting = frappe.get_all(
		"Agent Run",
		filters={"status": "Queued", "creation": ("<", add_to_date(None, seconds=-LOST_AFTER.seconds))},
		fields=["name", "agent_trigger"],
		order_by="creation",
	)
	lost = []
	for row in waiting:
		job = get_job(_job_id(row.name))
		if job is not None:
			if job.get_position() is not None or queueing.began_within(job, LOST_AFTER):
				continue
			job.delete()
		_hand_over(row.name, is_triggered=bool(row.agent_trigger))
		lost.append(row.name)
	return lost


def _job_id(run: str) -> str:
	return f"huf_agent_run_{run}"


def _hand_over(run: str, *, is_triggered: bool) -> None:
	enqueue(
		"huf.ai.runs.job.make_run",
		queue="default" if is_triggered else "short",
		timeout=get_settings().run_time_limit + JOB_MARGIN_S,
		job_id=_job_id(run),
		run=run,
	)


def make_queued_run(run: str) -> None:
	"""The job: make a run that waits, as its user. One that is not queued any more (cancelled, or the job came twice)
	is left alone."""
	if not begin_queued_run(run):
		return
	row = _row_of(run)
	try:
		request = _request_of(row)
	except (frappe.PermissionError, frappe.ValidationError) as error:
		# What was allowed when it was asked for may not be any more.
		finish_run(run, RunOutcome("Failed", error=str(error)))
		_tell_trigger(row, "Failed")
		return
	# Whoever only queues a run, such as the job that follows the notes of triggers, does not load all that makes one.
	from huf.ai.runs.perform import perform
	from huf.ai.runs.tools.proposals import tell_of_proposals

	try:
		result = perform(request, run, is_live=True)
	except Exception:
		# The job fails, and what it did is undone; that its trigger failed is not.
		frappe.db.rollback()
		_tell_trigger(row, "Failed")
		frappe.db.commit()  # nosemgrep: frappe-manual-commit (Frappe rolls a failed job back)
		raise
	if row.agent_trigger and result.proposals:
		tell_of_proposals(row, len(result.proposals))
	_tell_trigger(row, result.status)


def make_begun_run(run: str, limit_s: float) -> dict[str, Any]:
	"""Make a run that a request has begun and waits for, within so many seconds; its AgentResult as JSON has it."""
	from huf.ai.runs.perform import perform

	result = perform(replace(_request_of(_row_of(run)), limit_s=limit_s), run, is_live=False)
	return json.loads(frappe.as_json(asdict(result)))


def _row_of(run: str) -> "Document":
	with own_transaction():
		return frappe.get_doc("Agent Run", run)


def _request_of(row: "Document") -> RunRequest:
	"""What a row asks for, for its user. Raises frappe.PermissionError, frappe.ValidationError when that is not allowed any more."""
	# The row names the user, not the job: a job that Frappe tries again runs as Administrator.
	frappe.set_user(row.user)
	return RunRequest(
		agent=asked_agent(row.agent, row.user),
		user=row.user,
		prompt=row.prompt,
		conversation=row.conversation,
		prompt_is_untrusted=bool(row.untrusted_text),
		knowledge_gate=row.knowledge_gate,
		only_sources=read_names(row.only_sources),
		files=[attached.file for attached in row.files],
		kept_files={one.file: one.file_name or one.file for one in row.files if one.from_conversation},
		record=record_of_run(row),
	)


def end_lost_run(run: str) -> None:
	"""Write that a run has ended whose process was killed, and committed nothing since; one that has ended stays as it is."""
	with own_transaction():
		row = frappe.db.get_value(
			"Agent Run",
			{"name": run, "status": "Running"},
			["name", "response", "agent_trigger"],
			as_dict=True,
		)
	if row:
		# What was kept of a streamed answer stays.
		finish_run(run, RunOutcome("Failed", response=row.response or "", error=PROCESS_ENDED))
		_tell_trigger(row, "Failed")
		frappe.db.commit()  # nosemgrep: frappe-manual-commit (Frappe rolls a failed job back)


def _tell_trigger(run: "Document", status: str) -> None:
	if run.agent_trigger:
		announce("huf_triggered_run_ended", run.agent_trigger, status, run.name)
