"""The watchdog runs each minute, also in the minutes after a worker was killed that ran it.

Frappe's scheduler does not queue a job again while Redis says that it runs, and of one whose worker was killed Redis says so
until RQ clears it away, for up to a quarter of an hour. So there are two scheduled jobs that do the same, and a
lease lets one of them work. Whichever gets it clears the other's job away if that is dead, so no number of killed workers
ends both for long.
"""

import time
from datetime import timedelta

import frappe
from frappe.utils.background_jobs import get_job
from rq.job import JobStatus

from huf.ai.knowledge import maintenance
from huf.ai.site import queueing
from huf.ai.site.locks import LEASE_KEY, Lease, held
from huf.engine.errors import SourceBusy

LEASE_SECONDS = 30.0
"""Life of the lease of a watchdog that was killed: it must be over when the other one comes, a minute later at most."""
LEAST_SECONDS = 40
"""The second of the two that come in a minute has nothing to do."""
DEAD_AFTER = timedelta(seconds=90)
"""A job that began longer ago and does not hold the lease is not running: it takes the lease at once, or ends."""
RAN_AT = "huf_watchdog_ran_at"


def watch() -> None:
	"""Scheduled, every minute."""
	_watch("huf.ai.knowledge.watching.watch_too")


def watch_too() -> None:
	"""Scheduled, every minute: the same as :func:`watch`, as a job of its own."""
	_watch("huf.ai.knowledge.watching.watch")


def last_ran_at() -> float | None:
	"""When the watchdog was last at its end, in seconds since 1970; None when Redis does not know."""
	# nosemgrep: frappe-cache-breaks-multitenancy (the key bears the site)
	ran_at = frappe.cache.get(frappe.cache.make_key(RAN_AT))
	return float(ran_at) if ran_at else None


def _watch(other: str) -> None:
	ttl = float(frappe.conf.get(LEASE_KEY) or LEASE_SECONDS)
	try:
		with held(Lease(frappe.cache, frappe.cache.make_key("huf_watchdog_lease"), ttl=ttl)):
			_clear_if_dead(other)
			ran_at = last_ran_at()
			if ran_at is not None and 0 <= time.time() - ran_at < LEAST_SECONDS:
				return
			maintenance.watchdog()
			# nosemgrep: frappe-cache-breaks-multitenancy (the key bears the site)
			frappe.cache.set(frappe.cache.make_key(RAN_AT), repr(time.time()))
	except SourceBusy:
		return  # the other one is at work


def _clear_if_dead(method: str) -> None:
	"""Take away what RQ keeps of a scheduled job that was killed, so that the scheduler queues it again. Called with the
	lease, so that it is not one that works."""
	name = frappe.db.get_value("Scheduled Job Type", {"method": method})
	job = get_job(frappe.get_doc("Scheduled Job Type", name).rq_job_id) if name else None
	if job is None or job.get_status() != JobStatus.STARTED or job.started_at is None:
		return
	if not queueing.began_within(job, DEAD_AFTER):
		job.delete()
