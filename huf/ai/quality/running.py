"""All tests of a source, asked one after the other in a job: when somebody wants it, and every night."""

import time
from collections.abc import Callable, Mapping
from functools import partial

import frappe
from frappe import _
from redis.exceptions import RedisError

from huf.ai.quality import TEST, runs
from huf.ai.quality.asking import READ, Asked, ask
from huf.ai.site.database import transactions
from huf.ai.site.queueing import enqueue
from huf.ai.site.settings import is_switched_off
from huf.engine.errors import HufError

EVENT = "huf_knowledge_tests"
TIMEOUT = 3600
"""Seconds that a run may take: two thousand tests, each of a second and more."""
EVERY_SECONDS = 1.0
DIED = "The worker of this run died, or no worker took it up. Run the tests again."


def request_run(source: str, reason: str = runs.ON_DEMAND) -> str:
	"""Queue a run of the tests of a source, once the transaction is committed; the one that is under way, if there is one.

	:raises frappe.ValidationError: the source has no tests.
	"""
	if run := runs.under_way(source):
		return run
	if not frappe.db.exists(TEST, {"knowledge_source": source, "disabled": 0}):
		frappe.throw(_("This source has no tests yet. Write one on a result of Test Search."))
	run = runs.start(source, reason)
	enqueue(
		"huf.ai.quality.running.run_suite",
		queue="long",
		timeout=TIMEOUT,
		job_id=f"huf_tests_{run}",
		enqueue_after_commit=True,
		run=run,
	)
	return run


def run_at_night() -> None:
	"""Every night: queue a run of each source that has tests, so that a loss that came by itself is seen in the morning."""
	if is_switched_off():
		return
	sources = frappe.get_all(TEST, {"disabled": 0}, pluck="knowledge_source", distinct=True)
	for source in sorted(sources):
		try:
			request_run(source, runs.AT_NIGHT)
			frappe.db.commit()  # nosemgrep: frappe-manual-commit (its job must find the row)
		except RedisError:
			frappe.db.rollback()
			return  # tomorrow is early enough


def close_silent() -> None:
	"""Every minute: close runs whose worker died. Nothing is lost but their numbers."""
	for run in runs.silent_runs():
		transactions.retry_deadlocks(partial(runs.fail, run, DIED))


def run_suite(run: str) -> None:
	"""Job: ask all tests of a run's source, and write down what came of them."""
	# It acts for the source; each test is asked with the rights of its own user.
	frappe.set_user("Administrator")
	source = frappe.db.get_value(runs.RUN, {"name": run, "state": "Queued"}, "knowledge_source")
	if not source:
		return  # deleted, or closed by the watchdog: whoever waits for it was told so
	try:
		tests = tests_of(source)
		build = frappe.db.get_value("Knowledge Source", source, "live_build") or ""
		transactions.retry_deadlocks(lambda: runs.begin(run, build, len(tests)))
		asked = ask_all(tests, progress=Progress(run, source))

		def write() -> None:
			runs.finish(run, asked)
			runs.keep_results(asked)

		transactions.retry_deadlocks(write)
	# Named seam, the job's boundary: the row must tell that there is no result. It rises to the queue afterwards.
	except Exception:
		frappe.db.rollback()
		words = _("The run failed; see the Error Log. Run the tests again when the cause is gone.")
		transactions.retry_deadlocks(lambda: runs.fail(run, words))
		raise
	finally:
		tell(source, step="end")


def tests_of(source: str) -> list["frappe._dict"]:
	"""The enabled tests of a source, in the order in which they were written."""
	return frappe.get_all(
		TEST, {"knowledge_source": source, "disabled": 0}, list(READ), order_by="creation asc, name asc"
	)


def ask_all(
	tests: list["frappe._dict"],
	builds: Mapping[str, str] | None = None,
	progress: Callable[[int, int], None] | None = None,
) -> dict[str, Asked]:
	"""Ask these tests; what cannot be asked is *Not Run* and keeps none of the others back.

	:param builds: as for :func:`~huf.ai.quality.asking.ask`.
	"""
	asked: dict[str, Asked] = {}
	for test in tests:
		try:
			asked[test.name] = ask(test, builds)
		except HufError as error:
			asked[test.name] = Asked(None, (), str(error))
		if progress:
			progress(len(asked), len(tests))
	return asked


class Progress:
	"""Stores how far a run is, so that a reload of the form shows it, and tells the open form; once a second."""

	def __init__(self, run: str, source: str) -> None:
		self._run, self._source, self._told = run, source, time.monotonic()

	def __call__(self, done: int, total: int) -> None:
		if time.monotonic() - self._told < EVERY_SECONDS:
			return
		self._told = time.monotonic()
		transactions.retry_deadlocks(lambda: runs.set_progress(self._run, done, total))
		tell(self._source, step="ask", percent=100 * done // max(1, total))


def tell(source: str, **message: object) -> None:
	"""Tell those who have the source's form open. A share, and no numbers: some of them may not see all tests."""
	# Best effort: who misses an event sees what is stored. Without Redis it must not end a run.
	try:
		frappe.publish_realtime(
			EVENT, {"source": source, **message}, doctype="Knowledge Source", docname=source
		)
	except RedisError:
		frappe.logger("huf").warning("Redis is away: the progress of tests was not sent", exc_info=True)
