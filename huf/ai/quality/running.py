"""All tests of a source or for an agent, asked one after the other in a job: when somebody wants it, and every night."""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import frappe
from frappe import _
from redis.exceptions import RedisError

from huf.ai.access.doctypes.tests import sees_test
from huf.ai.access.scopes.sources import can_read_source
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
	if run := runs.under_way(runs.of_source(source)):
		return run
	if not frappe.db.exists(TEST, {"knowledge_source": source, "disabled": 0}):
		frappe.throw(_("This source has no tests yet. Write one on a result of Test Search."))
	return _queue(runs.start(runs.of_source(source), reason))


def request_run_of_agent(agent: str, user: str, reason: str = runs.ON_DEMAND) -> str:
	"""The same for an agent: the tests of its sources that the user may see, each asked of all of its sources together.

	:raises frappe.ValidationError: there are none.
	"""
	suite = runs.of_agent(agent, user)
	if run := runs.under_way(suite):
		return run
	if not tests_for(agent, user):
		frappe.throw(
			_(
				"The sources of this agent have no tests that you may see. Write one on a result of Test Search."
			)
		)
	return _queue(runs.start(suite, reason))


def _queue(run: str) -> str:
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
	"""Every night: queue a run of each source that has tests, and of each agent that searches one of them beside others, so that a loss that
	came by itself is seen in the morning."""
	if is_switched_off():
		return
	sources = frappe.get_all(TEST, {"disabled": 0}, pluck="knowledge_source", distinct=True)
	wanted = [partial(request_run, source, runs.AT_NIGHT) for source in sorted(sources)]
	wanted += [
		partial(request_run_of_agent, agent, runs.NIGHT, runs.AT_NIGHT)
		for agent in frappe.get_all("Agent", {"disabled": 0}, pluck="name", order_by="name")
		if len(own := sources_of(agent)) > 1 and {*own} & {*sources}
	]
	for request in wanted:
		try:
			request()
			frappe.db.commit()  # nosemgrep: frappe-manual-commit (its job must find the row)
		except RedisError:
			frappe.db.rollback()
			return  # tomorrow is early enough


def close_silent() -> None:
	"""Every minute: close runs whose worker died. Nothing is lost but their numbers."""
	for run in runs.silent_runs():
		transactions.retry_deadlocks(partial(runs.fail, run, DIED))


def run_suite(run: str) -> None:
	"""Job: ask all tests of a run, and write down what came of them."""
	# It acts for the source or for who wanted it; each test is asked with the rights of its own user.
	frappe.set_user("Administrator")
	row = frappe.db.get_value(
		runs.RUN, {"name": run, "state": "Queued"}, ["knowledge_source", "agent", "owner"], as_dict=True
	)
	if not row:
		return  # deleted, or closed by the watchdog: whoever waits for it was told so
	form = ("Agent", row.agent) if row.agent else ("Knowledge Source", row.knowledge_source)
	try:
		among = sources_of(row.agent) if row.agent else None
		tests = tests_for(row.agent, row.owner) if row.agent else tests_of(row.knowledge_source)
		build = (
			"" if row.agent else frappe.db.get_value("Knowledge Source", row.knowledge_source, "live_build")
		)
		transactions.retry_deadlocks(lambda: runs.begin(run, build or "", len(tests)))
		asked = ask_all(tests, progress=Progress(run, form), among=among)

		def write() -> None:
			runs.finish(run, asked)
			if not row.agent:
				# What stands on a test is what its own source gives.
				runs.keep_results(asked)

		transactions.retry_deadlocks(write)
	# Named seam, the job's boundary: the row must tell that there is no result. It rises to the queue afterwards.
	except Exception:
		frappe.db.rollback()
		words = _("The run failed; see the Error Log. Run the tests again when the cause is gone.")
		transactions.retry_deadlocks(lambda: runs.fail(run, words))
		raise
	finally:
		tell(form, step="end")


def sources_of(agent: str) -> list[str]:
	"""The sources in the table of an agent, in its order."""
	return frappe.get_all(
		"Agent Knowledge",
		{"parent": agent, "parenttype": "Agent"},
		pluck="knowledge_source",
		order_by="priority desc, idx asc",
	)


def tests_for(agent: str, user: str) -> list["frappe._dict"]:
	"""The enabled tests of an agent's sources that the user may see, in the order in which they were written."""
	sources = [source for source in sources_of(agent) if can_read_source(source, user)]
	return [test for source in sources for test in tests_of(source) if sees_test(test, user)]


def tests_of(source: str) -> list["frappe._dict"]:
	"""The enabled tests of a source, in the order in which they were written."""
	return frappe.get_all(
		TEST, {"knowledge_source": source, "disabled": 0}, list(READ), order_by="creation asc, name asc"
	)


def ask_all(
	tests: list["frappe._dict"],
	builds: Mapping[str, str] | None = None,
	progress: Callable[[int, int], None] | None = None,
	among: Sequence[str] | None = None,
	*,
	needs_models: bool = True,
) -> dict[str, Asked]:
	"""Ask these tests; what cannot be asked is *Not Run* and keeps none of the others back.

	:param builds: as for :func:`~huf.ai.quality.asking.ask`, and so are ``among`` and ``needs_models``.
	"""
	asked: dict[str, Asked] = {}
	for test in tests:
		try:
			asked[test.name] = ask(test, builds, among, needs_models=needs_models)
		except HufError as error:
			asked[test.name] = Asked(None, (), str(error))
		if progress:
			progress(len(asked), len(tests))
	return asked


class Progress:
	"""Stores how far a run is, so that a reload of the form shows it, and tells the open form; once a second."""

	def __init__(self, run: str, form: tuple[str, str]) -> None:
		self._run, self._form, self._told = run, form, time.monotonic()

	def __call__(self, done: int, total: int) -> None:
		if time.monotonic() - self._told < EVERY_SECONDS:
			return
		self._told = time.monotonic()
		transactions.retry_deadlocks(lambda: runs.set_progress(self._run, done, total))
		tell(self._form, step="ask", percent=100 * done // max(1, total))


def tell(form: tuple[str, str], **message: object) -> None:
	"""Tell those who have a form open (DocType and name). A share, and no numbers: some of them may not see all tests."""
	# Best effort: who misses an event sees what is stored. Without Redis it must not end a run.
	try:
		doctype, name = form
		frappe.publish_realtime(EVENT, {"name": name, **message}, doctype=doctype, docname=name)
	except RedisError:
		frappe.logger("huf").warning("Redis is away: the progress of tests was not sent", exc_info=True)
