"""Triggers whose worker is killed (kill -9): each run is made by the watchdog, once, and never twice."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import frappe
import pytest
from frappe.utils import add_to_date
from frappe.utils.background_jobs import get_job, get_queue
from rq.job import JobStatus

from huf.ai.runs.background import make_queued_run, queue_lost_runs
from huf.ai.runs.job import make_run
from huf.ai.runs.keeping import rows as agent_runs
from huf.ai.site import queueing
from huf.ai.site.locks import is_leased, lease_key
from huf.ai.triggers import following, notes
from huf.tests.agent_site import delete_runs, model_of
from huf.tests.factories import make_agent, make_user
from tests.model_server import ModelServer, slow
from tests.site.stress.harness import SHORT_LEASE_SECONDS, Site

USER = "stress-triggers@example.com"
MOMENTS = 6
"""Of one following, besides those when a run is handed over."""


class Given:
	"""An agent of two triggers, whose model is ours."""

	def __init__(self, site: Site, agent: Any, server: ModelServer) -> None:
		self.site, self.agent, self.server = site, agent, server
		self.todos: list[str] = []

	def save(self) -> str:
		"""A new document that both triggers want, saved; its job is lost."""
		todo = frappe.get_doc(
			{"doctype": "ToDo", "description": f"item{len(self.todos)}", "allocated_to": USER}
		).insert()
		frappe.db.commit()
		self.todos.append(todo.name)
		return todo.name

	def runs(self) -> list[Any]:
		self.site.fresh()
		fields = ["name", "status", "prompt", "agent_trigger", "reference_name"]
		return frappe.get_all("Agent Run", filters={"agent": self.agent}, fields=fields)

	def check_complete(self) -> None:
		"""There is one run for each document and trigger, and no more."""
		counts = Counter((run.reference_name, run.prompt.split()[0]) for run in self.runs())
		assert counts == {(todo, word): 1 for todo in self.todos for word in ("first", "second")}
		assert not notes.are_waiting()

	def are_made(self) -> bool:
		return {run.status for run in self.runs()} == {"Success"}

	def asked(self) -> Counter[str]:
		"""How often the model was asked which question."""
		return Counter(body["messages"][-1]["content"] for body in self.server.bodies)

	def make_older(self) -> None:
		"""The minutes after which a run that waits may have lost its job."""
		self.site.fresh()
		frappe.db.sql(
			"update `tabAgent Run` set creation = %s where agent = %s and status = 'Queued'",
			(add_to_date(None, minutes=-3), self.agent),
		)
		frappe.db.commit()


@pytest.fixture
def given(site: Site) -> Iterator[Given]:
	site.lease_seconds = SHORT_LEASE_SECONDS
	make_user(USER, "Knowledge User")
	agent = make_agent()
	with model_of(agent, auto=True) as server:
		triggers = [
			frappe.get_doc(
				{
					"doctype": "Agent Trigger",
					"trigger_name": f"Stress {word} {agent.name}",
					"agent": agent.name,
					"run_as": USER,
					"kind": "Document Event",
					"reference_doctype": "ToDo",
					"doc_event": "New",
					"prompt": word + " {{ doc.description }}",
				}
			).insert()
			for word in ("first", "second")
		]
		frappe.db.commit()
		made = Given(site, agent.name, server)
		yield made
		site.end_workers()
		for trigger in triggers:
			site.delete("Agent Trigger", trigger.name, force=True)
		for todo in made.todos:
			site.delete("ToDo", todo, force=True)
		delete_runs(agent.name)
		site.delete("Agent", agent.name, force=True)


def outlast(site: Site) -> None:
	"""What is left of a dead worker's lease goes, as its time would go."""
	frappe.cache.expire(lease_key(queueing.TRIGGERS, selection=True), 0)


def test_killed_at_every_moment(site: Site, given: Given):
	"""Whenever the process that follows the notes is killed, each trigger has one run of the document, and each run is made once."""
	for _ in range(2):
		# The first fills what Frappe keeps in Redis, with statements of its own.
		given.save()
		get_queue("short").empty()
		assert site.script("follow.py", "never").wait() == 0
	statements = int(Path(site.log).read_text().split()[-1])
	numbered = [str(number) for number in range(1, statements, statements // MOMENTS)]
	killed = 0
	for moment in ("before 1", "after 1", "before 2", "after 2", *numbered):
		given.save()
		get_queue("short").empty()
		code = site.script("follow.py", moment).wait()
		killed += code == -9
		assert code == -9 or (moment in numbered and not code), moment
		outlast(site)
		site.fresh()
		was_left = notes.are_waiting()
		following.queue_waiting()
		assert bool(jobs_of("short", following.follow_notes)) >= was_left, moment
		following.follow_notes()
		given.check_complete()
	assert killed >= MOMENTS
	# Where the process died before it queued the job, the run only waits.
	assert len(set(queued_runs())) < len(given.runs())
	given.make_older()
	site.watchdog()
	jobs = queued_runs()
	assert len(jobs) == len(set(jobs)) == len(given.runs())
	for run in jobs:
		make_queued_run(run)
	frappe.set_user("Administrator")
	assert given.are_made()
	given.check_complete()
	assert set(given.asked().values()) == {1} and len(given.asked()) == 2 * len(given.todos)


def test_a_killed_worker(site: Site, given: Given):
	"""kill -9 of the worker that follows the notes, then of one that has taken up a run without beginning it: the watchdog has each
	made, once."""
	todo = given.save()
	with site.other_user() as cursor:
		# The job takes the lease, and then waits for the note.
		cursor.execute(f"select name from `{notes.TABLE}` where reference_name = %s for update", todo)
		worker = site.worker("short")
		site.wait_for(lambda: is_leased(queueing.TRIGGERS, selection=True), "the notes are followed")
		worker.kill()
	assert given.runs() == [] and notes.are_waiting()
	site.worker("short")
	site.wait_for(lambda: len(given.runs()) == 2, "the runs were started", watchdog=True)
	site.wait_for(lambda: not notes.are_waiting(), "the note is gone", watchdog=True)
	site.end_workers()

	first, second = (run.name for run in given.runs())
	with site.other_user() as cursor:
		cursor.execute("select name from `tabAgent Run` where name in (%s, %s) for update", (first, second))
		worker = site.worker("default")
		started = site.wait_for(lambda: begun_job(first) or begun_job(second), "a run was taken up")
		worker.kill()
	site.wait_for(lambda: {run.status for run in given.runs()} == {"Queued"}, "neither was begun")
	assert started.get_status() == JobStatus.STARTED, "to Frappe it still runs"
	started.started_at -= timedelta(minutes=2)
	started.save()
	given.make_older()
	site.worker("default")
	site.wait_for(given.are_made, "every run was made", watchdog=True)
	given.check_complete()
	assert given.asked() == {"first item0": 1, "second item0": 1}


def test_a_run_that_was_killed_is_not_made_again(site: Site, given: Given):
	"""A run whose worker was killed while the model was asked may have acted: it fails, and is not made twice."""
	given.server.script.append(slow(60))
	given.save()
	following.follow_notes()
	worker = site.worker("default")
	site.wait_for(lambda: given.server.requests, "the model is asked")
	worker.kill()
	site.empty_queues()
	given.make_older()
	site.worker("default")
	site.wait_for(lambda: len(given.server.requests) == 2, "the other run is made", watchdog=True)
	site.wait_for(
		lambda: sorted(run.status for run in given.runs()) == ["Running", "Success"], "one was killed"
	)
	assert queue_lost_runs() == []
	(killed,) = (run.name for run in given.runs() if run.status == "Running")
	frappe.db.set_value("Agent Run", killed, "started_at", add_to_date(None, hours=-3))
	frappe.db.commit()
	assert agent_runs.fail_stale_runs() == [killed]
	given.check_complete()
	assert set(given.asked().values()) == {1}


def jobs_of(queue: str, method: Callable[..., Any]) -> list[Any]:
	"""The jobs that wait in a queue for a method."""
	name = f"{method.__module__}.{method.__qualname__}"
	return [job for job in get_queue(queue).jobs if job.kwargs["method"] == name]


def queued_runs() -> list[str]:
	return [job.kwargs["kwargs"]["run"] for job in jobs_of("default", make_run)]


def begun_job(run: str) -> Any:
	"""The job of a run, if a worker has taken it up."""
	job = get_job(f"huf_agent_run_{run}")
	if not job or job.get_status() != JobStatus.STARTED:
		return None
	job.refresh()  # the status is asked for anew, and all else is as old as the job
	return job
