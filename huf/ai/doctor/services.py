"""Redis, workers, queues, the scheduler with huf's watchdog, and leases."""

import time
from collections.abc import Iterator
from datetime import datetime, timezone

import frappe
from frappe import _
from frappe.utils.background_jobs import generate_qname, get_queue, get_redis_conn, get_workers
from frappe.utils.scheduler import is_scheduler_inactive
from redis.exceptions import RedisError
from rq import Queue

from huf.ai.doctor.findings import Action, Finding, Level, good
from huf.ai.knowledge import watching
from huf.ai.site.locks import lasting_leases

QUEUES = ("short", "default", "long")
"""Where huf's jobs wait: those of people who look on, updates, and rebuilds."""
LONGEST_WAIT_S = 600
"""A job that waits longer has too few workers before it."""
LONGEST_SILENCE_S = 180
"""The watchdog runs each minute; two that were missed in a row are no chance."""


def check_redis() -> Iterator[Finding]:
	"""Whether both kinds of Redis answer."""
	for label, client in (("redis_cache", frappe.cache), ("redis_queue", get_redis_conn())):
		try:
			client.ping()
		except RedisError as error:
			yield Finding(
				Level.FAULT,
				_("{0} does not answer: {1}").format(label, error),
				_("Start it, or correct its address in sites/common_site_config.json."),
			)
		else:
			yield good(_("{0} answers.").format(label))


def check_workers() -> Iterator[Finding]:
	"""Whether a worker listens to each queue, and whether jobs wait too long."""
	heard = listening()
	for queue in QUEUES:
		waiting = get_queue(queue)
		jobs, seconds = waiting.count, longest_wait_s(waiting)
		if not heard[queue]:
			yield Finding(
				Level.FAULT,
				_("No worker takes jobs from the queue {0}. Jobs that wait there: {1}.").format(queue, jobs),
				_("Start one: bench worker --queue {0}, or look at the process manager.").format(queue),
			)
		elif seconds > LONGEST_WAIT_S:
			yield Finding(
				Level.WARNING,
				_("A job has waited in the queue {0} for {1} minutes; {2} wait in all.").format(
					queue, round(seconds / 60), jobs
				),
				_("Start more workers for it, or see in the list RQ Job what keeps them busy."),
			)
		else:
			yield good(
				_("Queue {0}: workers that listen: {1}, jobs that wait: {2}.").format(
					queue, heard[queue], jobs
				)
			)


def listening() -> dict[str, int]:
	"""How many workers take jobs from each of :data:`QUEUES`."""
	names = [worker.queue_names() for worker in get_workers()]
	return {queue: sum(generate_qname(queue) in heard for heard in names) for queue in QUEUES}


def longest_wait_s(queue: Queue) -> float:
	"""Seconds since the first job that waits was queued; 0: none waits. RQ's times are UTC, some with and some without saying so."""
	first = queue.get_job_ids(0, 1)
	job = queue.fetch_job(first[0]) if first else None
	queued = getattr(job, "enqueued_at", None)
	if not isinstance(queued, datetime):
		return 0
	return (datetime.now(timezone.utc) - queued.replace(tzinfo=timezone.utc)).total_seconds()


def check_scheduler() -> Iterator[Finding]:
	"""Whether what runs by the clock is on, and whether it runs: huf's watchdog leaves a mark each minute."""
	if is_scheduler_inactive(verbose=False):
		yield Finding(
			Level.FAULT,
			_(
				"The scheduler of this site is off: lost work is not picked up again, and nothing is cleaned up."
			),
			_(
				"Switch it on: bench --site {0} enable-scheduler, and bench set-config pause_scheduler 0."
			).format(frappe.local.site),
		)
		return
	ran_at = watching.last_ran_at()
	silent = None if ran_at is None else time.time() - ran_at
	if silent is not None and silent <= LONGEST_SILENCE_S:
		yield good(_("The watchdog ran {0} seconds ago.").format(max(0, round(silent))))
		return
	yield Finding(
		Level.FAULT,
		_("The watchdog has not run since Redis was started.")
		if silent is None
		else _("The watchdog last ran {0} minutes ago.").format(round(silent / 60)),
		_("See that a worker for the queue default runs, and the process bench schedule."),
		action=Action.LOOK_NOW,
	)


def check_leases() -> Iterator[Finding]:
	"""Whether a lease would last for ever: each should end by itself a minute after its worker."""
	stuck = lasting_leases()
	if not stuck:
		yield good(_("Every lease that is held ends by itself."))
		return
	for source in frappe.get_all("Knowledge Source", {"artifact_id": ("in", sorted(stuck))}, pluck="name"):
		yield Finding(
			Level.FAULT,
			_("The lease of this source never ends, so no worker can write it."),
			_("Release it. A worker that holds it publishes nothing after that; its work is done again."),
			source,
			Action.RELEASE,
		)
