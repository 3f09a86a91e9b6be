"""All tests of an agent's answers, asked one after the other in a job: when somebody wants it, and every night where the agent says so."""

import json
import time
from typing import Any

import frappe
from frappe import _
from redis.exceptions import RedisError

from huf.agent.models.errors import ModelError
from huf.ai.access.doctypes.tests import sees_test
from huf.ai.access.scopes.agents import can_run_agent
from huf.ai.agent_tests import TEST
from huf.ai.agent_tests.asking import Answered, ask, keep_result
from huf.ai.agent_tests.expected import READ
from huf.ai.knowledge.backends.model_records import config_of_model
from huf.ai.quality import ANSWERS, NOT_RUN, runs
from huf.ai.quality.running import TIMEOUT, Progress, tell
from huf.ai.site.database import transactions
from huf.ai.site.queueing import enqueue
from huf.ai.site.settings import is_switched_off
from huf.engine.errors import HufError

MOST_SECONDS = TIMEOUT - 600.0
"""After which no further test is asked: the job has to end in time."""


def request_run(agent: str, user: str, reason: str = runs.ON_DEMAND) -> str:
	"""Queue a run of the tests of an agent that the user may see, once the transaction is committed; the one that is under way, if there is one.

	:raises frappe.ValidationError: there are none, or there is no model that could answer.
	"""
	suite = runs.of_answers(agent, user)
	if run := runs.under_way(suite):
		return run
	if not tests_for(agent, user):
		frappe.throw(_("This agent has no tests that you may see. Write one: Agent Test."))
	if problem := model_problem(agent):
		frappe.throw(problem)
	run = runs.start(suite, reason)
	enqueue(
		"huf.ai.agent_tests.suite.run_suite",
		queue="long",
		timeout=TIMEOUT,
		job_id=f"huf_agent_tests_{run}",
		enqueue_after_commit=True,
		run=run,
	)
	return run


def model_problem(agent: str) -> str:
	"""Why the model of an agent cannot be asked, in a sentence; empty: it can be tried."""
	try:
		config_of_model(frappe.db.get_value("Agent", agent, "model"), None)
	except (ModelError, HufError) as error:
		return str(error)
	return ""


def run_at_night() -> None:
	"""Every night: queue a run of each agent that wants it."""
	if is_switched_off():
		return
	for agent in frappe.get_all("Agent", {"test_at_night": 1, "disabled": 0}, pluck="name", order_by="name"):
		if not frappe.db.exists(TEST, {"agent": agent, "disabled": 0}) or model_problem(agent):
			continue
		try:
			request_run(agent, runs.NIGHT, runs.AT_NIGHT)
			frappe.db.commit()  # nosemgrep: frappe-manual-commit (its job must find the row)
		except RedisError:
			frappe.db.rollback()
			return  # tomorrow is early enough


def run_suite(run: str) -> None:
	"""Job: ask all tests of a run, and write down what came of them."""
	# It acts for whoever wanted it; each test is asked with the rights of its own user.
	frappe.set_user("Administrator")
	row = frappe.db.get_value(
		runs.RUN,
		{"name": run, "state": "Queued", "judges": ANSWERS},
		["agent", "owner", "reason"],
		as_dict=True,
	)
	if not row:
		return  # deleted, or closed by the watchdog: whoever waits for it was told so
	form = ("Agent", row.agent)
	try:
		tests = tests_for(row.agent, row.owner)
		transactions.retry_deadlocks(lambda: runs.begin(run, "", len(tests)))
		found = _ask_all(tests, "" if row.reason == runs.AT_NIGHT else row.owner, Progress(run, form))
		transactions.retry_deadlocks(lambda: _finish(run, found))
	# Named seam, the job's boundary: the row must tell that there is no result. It rises to the queue afterwards.
	except Exception:
		frappe.db.rollback()
		words = _("The run failed; see the Error Log. Run the tests again when the cause is gone.")
		transactions.retry_deadlocks(lambda: runs.fail(run, words))
		raise
	finally:
		tell(form, step="end")


def _ask_all(tests: list["frappe._dict"], payer: str, progress: Progress) -> dict[str, Answered]:
	"""Ask each; what cannot be asked is *Not Run* and keeps none of the others back.

	:param payer: whom all of it counts for; empty: each for who wrote it.
	"""
	found: dict[str, Answered] = {}
	began = time.monotonic()
	for test in tests:
		if time.monotonic() - began > MOST_SECONDS:
			words = _("The run took too long; this test was not reached.")
			found[test.name] = Answered(NOT_RUN, (words,))
			continue
		try:
			found[test.name] = ask(test, payer or test.owner)
		except HufError as error:
			found[test.name] = Answered(NOT_RUN, (str(error),))
		keep_result(test.name, found[test.name])
		progress(len(found), len(tests))
	return found


def _finish(run: str, found: dict[str, Answered]) -> None:
	costs = [one.cost for one in found.values()]
	runs.finish_with(
		run,
		[one.verdict for one in found.values()],
		{
			"cost": sum(cost for cost in costs if cost is not None),
			"cost_known": int(None not in costs),
			"results": json.dumps(
				{name: [one.verdict, one.judgement, one.run] for name, one in found.items()}
			),
		},
	)


def tests_for(agent: str, user: str) -> list["frappe._dict[str, Any]"]:
	"""The enabled tests of an agent that the user may see, in the order in which they were written. Administrator sees all."""
	if not can_run_agent(agent, user):
		return []
	rows = frappe.get_all(
		TEST, {"agent": agent, "disabled": 0}, list(READ), order_by="creation asc, name asc"
	)
	return [row for row in rows if sees_test(row, user)]
