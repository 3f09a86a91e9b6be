"""The watchdog runs each minute, also when the worker that ran it was killed."""

import time
from datetime import timedelta

import frappe
import pytest
from frappe.utils import add_to_date, now_datetime
from frappe.utils.background_jobs import get_job
from rq.job import JobStatus

from huf.ai.knowledge import watching
from huf.ai.knowledge.searching import last_searched
from tests.site.stress.harness import SHORT_LEASE_SECONDS, Site

JOBS = ("huf.ai.knowledge.watching.watch", "huf.ai.knowledge.watching.watch_too")
TWO_MINUTES = 120


@pytest.fixture(autouse=True)
def no_jobs_of_others(site: Site):
	"""No scheduled job that another test has left, and none of ours."""

	def clear() -> None:
		for method in JOBS:
			if job := get_job(scheduled(method).rq_job_id):
				job.delete()

	clear()
	yield
	clear()


def scheduled(method: str):
	return frappe.get_doc("Scheduled Job Type", {"method": method})


def tick() -> None:
	"""What the scheduler does once a minute; here a minute is over whenever it is called."""
	for method in JOBS:
		job = scheduled(method)
		# The scheduler queues none that waits or runs, and whoever writes the row of one that runs is in its way.
		if job.is_job_in_queue():
			continue
		job.db_set("last_execution", add_to_date(now_datetime(), minutes=-2), update_modified=False)
		frappe.db.commit()
		job.enqueue()


def ran_at() -> float:
	return float(frappe.cache.get(frappe.cache.make_key(watching.RAN_AT)) or 0)


def test_a_watchdog_that_was_killed_runs_again(site: Site):
	"""kill -9 of a worker in the middle of the watchdog: Frappe holds its job for running, and yet the watchdog runs again
	within two minutes; the dead job is cleared away, so that both go on."""
	site.lease_seconds = SHORT_LEASE_SECONDS
	source = site.source()
	with site.other_user() as cursor:
		cursor.execute("select name from `tabKnowledge Source` where name = %s for update", source.name)
		# Storing this is the first thing that the watchdog does, and it waits for the row.
		last_searched.note([source.artifact_id])
		dead = scheduled(JOBS[0])
		dead.enqueue(force=True)
		worker = site.worker()
		lease = frappe.cache.make_key("huf_watchdog_lease")
		site.wait_for(lambda: frappe.cache.get(lease), "the watchdog works")
		worker.kill()
	killed_at = time.time()
	assert not ran_at()
	assert dead.is_job_in_queue(), "to Frappe it still runs"

	site.worker()
	site.wait_for(lambda: tick() or ran_at(), "the watchdog ran again", seconds=TWO_MINUTES)
	assert ran_at() - killed_at < TWO_MINUTES
	assert get_job(dead.rq_job_id).get_status() == JobStatus.STARTED

	job = get_job(dead.rq_job_id)
	job.started_at -= timedelta(minutes=2)
	job.save()
	frappe.cache.delete(frappe.cache.make_key(watching.RAN_AT))
	# The worker may be at the end of a round of its own, and then this one leaves all to it.
	site.wait_for(
		lambda: watching.watch_too() or (not dead.is_job_in_queue() and ran_at()),
		"the dead job is cleared away",
	)


def test_one_of_the_two_does_the_work(site: Site, monkeypatch):
	"""The second of the two in a minute has nothing to do, and none works while the other does."""
	rounds = []
	monkeypatch.setattr(watching.maintenance, "watchdog", lambda: rounds.append(watching.watch_too()))
	watching.watch()
	watching.watch_too()
	watching.watch()
	assert len(rounds) == 1
	frappe.cache.delete(frappe.cache.make_key(watching.RAN_AT))
	watching.watch_too()
	assert len(rounds) == 2
