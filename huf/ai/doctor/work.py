"""Work that no source tells of: jobs that ended with an error, and searches that nobody stores."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

import frappe
from frappe import _
from frappe.utils.background_jobs import create_job_id, get_queue
from rq.job import Job
from rq.registry import FailedJobRegistry

from huf.ai.doctor.findings import Action, Finding, Level, good
from huf.ai.doctor.services import QUEUES
from huf.ai.knowledge.searching.search_log import KEY, MOST_WAITING

LATELY = timedelta(days=1)
MOST_JOBS = 500
"""Failed jobs that are looked at in each queue, the newest."""
MANY_WAITING = MOST_WAITING // 4
"""Searches that wait to be stored. The watchdog stores all of them each minute."""


def check_jobs() -> Iterator[Finding]:
	"""Whether jobs of huf ended with an error within a day, by what they were to do."""
	failed: Counter[str] = Counter()
	for queue in QUEUES:
		names = FailedJobRegistry(queue=get_queue(queue)).get_job_ids(-MOST_JOBS, -1)
		own = [name for name in names if name.startswith(create_job_id("x").removesuffix("x"))]
		for job in Job.fetch_many(own, connection=get_queue(queue).connection):
			if job is not None and _is_young(job.ended_at):
				failed[str(job.kwargs.get("job_name") or "")] += 1
	own_jobs = {name: times for name, times in failed.items() if name.startswith("huf.")}
	for name, times in sorted(own_jobs.items()):
		yield Finding(
			Level.WARNING,
			_("A job of huf ended with an error within a day, times: {0}. It is {1}.").format(times, name),
			_("The list RQ Job, filtered by Failed, has what happened. What it left is picked up by itself."),
		)
	if not own_jobs:
		yield good(_("No job of huf ended with an error within a day."))


def _is_young(ended_at: datetime | None) -> bool:
	"""RQ's times are UTC, some with and some without saying so."""
	if ended_at is None:
		return False
	return datetime.now(timezone.utc) - ended_at.replace(tzinfo=timezone.utc) < LATELY


def check_search_log() -> Iterator[Finding]:
	"""Whether searches wait to be stored that should have been."""
	waiting = int(frappe.cache.execute_command("LLEN", frappe.cache.make_key(KEY)))
	if waiting < MANY_WAITING:
		yield good(_("Searches that wait to be stored in the search log: {0}.").format(waiting))
		return
	yield Finding(
		Level.WARNING,
		_("Searches that wait to be stored in the search log: {0}. From {1} on they are lost.").format(
			waiting, MOST_WAITING
		),
		_("The watchdog stores them each minute; it seems not to run."),
		action=Action.LOOK_NOW,
	)
