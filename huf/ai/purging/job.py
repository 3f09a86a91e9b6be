"""The job of a purge. Each step may be run again, so whoever is killed leaves the rest to the next run."""

from functools import partial

import frappe
from frappe import _
from frappe.utils import now_datetime
from frappe.utils.background_jobs import get_job_status
from redis.exceptions import RedisError
from rq.job import JobStatus

from huf.ai.purging import (
	DONE,
	FAILED,
	PURGE,
	RUNNING,
	UNFINISHED,
	WAITING,
	documents,
	indexes,
	needles,
	surroundings,
)
from huf.ai.purging.certificate import Certificate
from huf.ai.site import queueing
from huf.engine.errors import HufError, SourceBusy

TIMEOUT = 7200
"""Seconds. A build is written anew with some thousands of passages a second, and the next run goes on behind the last one that is."""
STEPS = ("input", "index", "database", "surroundings", "check")


class NotGone(HufError):
	"""Something is left that should not be."""

	code = "Not Purged"


def queue(name: str) -> None:
	"""Queue the job, unless it waits or runs.

	:raises RedisError: it could not be queued.
	"""
	job_id = f"purge_{name}"
	if get_job_status(job_id) not in (JobStatus.QUEUED, JobStatus.STARTED):
		queueing.enqueue("huf.ai.purging.job.purge", job_id=job_id, queue="long", timeout=TIMEOUT, name=name)


def resume() -> None:
	"""Scheduled: go on with what a killed worker, a busy source or a lost queue left."""
	for name in frappe.get_all(PURGE, {"status": ("in", UNFINISHED)}, pluck="name", order_by="creation"):
		try:
			queue(name)
		except RedisError:
			return  # the next round


def purge(name: str) -> None:
	"""Job: do what is left of a purge."""
	# It acts for the site: who may order one was asked when it was ordered.
	frappe.set_user("Administrator")
	order = frappe.db.get_value(
		PURGE, name, ["name", "status", "knowledge_input", "knowledge_source", "ordered_at"], as_dict=True
	)
	if not order or order.status not in UNFINISHED:
		return
	_set(name, status=RUNNING, error_message=None)
	try:
		waits_for = _run(order)
	except SourceBusy as error:
		frappe.db.rollback()
		_set(name, status=WAITING, error_message=str(error))
	except HufError as error:
		frappe.db.rollback()
		_set(name, status=FAILED, error_message=str(error))
	# Named seam, the job's boundary: whoever ordered it is told, and can have it tried again.
	except Exception:
		frappe.db.rollback()
		frappe.log_error(title=f"The purge {name} failed")
		_set(name, status=FAILED, error_message=_("It failed; see the Error Log."))
		raise
	else:
		if waits_for:
			_set(name, status=WAITING, error_message=waits_for)
			return
		needles.forget(name)
		_set(name, status=DONE, step=None, progress=100, finished_at=now_datetime())


def _run(order: "frappe._dict") -> str | None:
	"""All steps; why the index is waited for, or None."""
	name, source, certificate = order.knowledge_input, order.knowledge_source, Certificate(order.name)
	begin = partial(_begin, order.name)
	begin("input")
	surroundings.note_originals(name, certificate)
	documents.purge_input(source, name, certificate)
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (from here on nobody finds it)

	begin("index")
	waits_for = None
	artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
	if artifact_id:
		waits_for = indexes.purge_index(
			source, name, order.ordered_at, certificate, partial(_report, order.name, "index")
		)

	begin("database")
	wanted = needles.kept(order.name)
	documents.purge_quotations(wanted, certificate)
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (a step of its own)

	begin("surroundings")
	surroundings.purge_packs(source, name, certificate)
	surroundings.purge_origin(source, certificate)
	surroundings.note_backups(certificate)
	surroundings.note_logs(wanted, certificate)
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (a step of its own)

	begin("check")
	if artifact_id and not waits_for:
		sentences = [needle for needle in wanted if len(needle) >= needles.SHORTEST]
		if surroundings.still_holding(artifact_id, sentences):
			# What another input says too is that one's: it is named, and no sign that something was left.
			others = indexes.said_by_others(artifact_id, name, sentences)
			documents.note_others(source, others, certificate)
			said = set().union(*others.values())
			found = surroundings.still_holding(artifact_id, [one for one in sentences if one not in said])
			if found:
				raise NotGone(
					_("These files still hold the text: {0}. Have it tried again.").format(
						", ".join(found[:5])
					)
				)
	documents.request_update(source)
	return waits_for


def _begin(name: str, step: str) -> None:
	_report(name, step, 0)


def _report(name: str, step: str, share: float) -> None:
	percent = round(100 * (STEPS.index(step) + share) / len(STEPS))
	_set(name, step=step, progress=percent)
	frappe.publish_realtime(
		"huf_purge", {"name": name, "step": step, "progress": percent}, doctype=PURGE, docname=name
	)


def _set(name: str, **values: object) -> None:
	frappe.db.set_value(PURGE, name, values, update_modified=False)
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (a person looks on)
