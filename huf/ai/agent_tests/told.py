"""What is told of tests of answers: numbers to who may write the agent, and of each test what its reader may know."""

import json
from typing import Any

import frappe
from frappe import _
from frappe.utils import cstr

from huf.ai.access.doctypes.tests import sees_test
from huf.ai.access.scopes.agents import can_run_agent
from huf.ai.access.words import is_same_user, is_storable, may
from huf.ai.agent_tests import TEST
from huf.ai.agent_tests.asking import KEPT_ANSWERS, ask, keep_result
from huf.ai.agent_tests.expected import READ
from huf.ai.agent_tests.suite import tests_for
from huf.ai.knowledge.search_as_user import note_access, note_questions
from huf.ai.quality import ANSWERS, FAILED, RUN, runs
from huf.ai.quality.shown import note_once
from huf.ai.site.database.transactions import own_transaction
from huf.ai.site.limits import RUNS, limit_rate
from huf.ai.site.settings import refuse_if_switched_off
from huf.engine.request import Request

SHOWN_RUNS = 30
SHOWN_CHANGES = 50
MEASURES = ("name", "reason", "finished_at", "total", "passed", "failed", "not_run", "cost", "cost_known")


def told_of_agent(agent: str, user: str) -> dict[str, Any]:
	"""How the tests of an agent's answers went, those of the night and those that the user had asked.

	:returns: ``tests`` (how many the user may see now), ``runs`` (oldest first), ``under_way``, ``error``, ``changed`` since the run before and ``hidden``.
	"""
	suite: dict[str, Any] = {**runs.of_answers(agent, user), "owner": ("in", [*{user, runs.NIGHT}])}
	found = frappe.get_all(
		RUN, {**suite, "state": "Finished"}, list(MEASURES), order_by="creation desc", limit=SHOWN_RUNS
	)
	last = frappe.get_all(RUN, suite, ["state", "error_message"], order_by="creation desc", limit=1)
	waiting = runs.under_way(suite)
	rows, hidden = _rows(found[0].name, user) if found else ([], 0)
	changed = [row for row in rows if row["before"] not in ("", row["verdict"])][:SHOWN_CHANGES]
	if changed:
		note_once(found[0].name, user, [(row["search_as"], row["question"], "") for row in changed])
	return {
		"tests": len(tests_for(agent, user)),
		"runs": found[::-1],
		"under_way": frappe.db.get_value(RUN, waiting, ["name", "done", "total"], as_dict=True)
		if waiting
		else None,
		"error": cstr(last[0].error_message) if last and last[0].state == "Failed" else "",
		"changed": changed,
		"hidden": hidden,
	}


def run_told(name: str, user: str) -> dict[str, Any]:
	"""What a run found, test by test, as far as the user may see the tests: ``tests``, those that changed and failed first, and ``hidden``.

	Leaves an entry in Knowledge Access Log for each other user whom tests are asked as.

	:raises frappe.PermissionError: there is no run of this name that the user may see.
	"""
	if not may(RUN, "read", name, user):
		frappe.throw(_("There is no run of this name that you may see."), frappe.PermissionError)
	rows, hidden = _rows(name, user)
	# A verdict and a judge's word tell of the answer that somebody else was given.
	note_questions(user, [(row["search_as"], row["question"], "") for row in rows])
	rows.sort(key=lambda row: (row["before"] in ("", row["verdict"]), row["verdict"] != FAILED))
	return {"tests": rows, "hidden": hidden}


def _rows(run: str, user: str) -> tuple[list[dict[str, Any]], int]:
	"""Each test of a run that the user may see, and how many they may not."""
	now = _results(run)
	row = frappe.db.get_value(RUN, run, ["agent", "owner"], as_dict=True)
	earlier = runs.run_before(runs.of_answers(row.agent, row.owner), run)
	before = _results(earlier) if earlier else {}
	tests = frappe.get_all(TEST, {"name": ("in", [*now])}, list(READ)) if now else []
	seen = [test for test in tests if sees_test(test, user)] if can_run_agent(row.agent, user) else []
	rows = [
		{
			"doctype": TEST,
			"test": test.name,
			"question": test.question,
			"expectation": "",
			"search_as": test.search_as,
			"verdict": now[test.name][0],
			"judgement": now[test.name][1],
			"before": before[test.name][0] if test.name in before else "",
		}
		for test in seen
	]
	return rows, len(now) - len(rows)


def _results(run: str) -> dict[str, list[str]]:
	"""By test its verdict, the word of the judge and the Agent Run with its answer."""
	return json.loads(frappe.db.get_value(RUN, run, "results") or "{}")


def judges_answers(run: str) -> bool:
	"""Whether a run is one of tests of answers; checks no right."""
	# What no database takes is the name of nothing.
	return is_storable(run) and frappe.db.get_value(RUN, run, "judges") == ANSWERS


def try_test(name: str) -> dict[str, Any]:
	"""Ask the question of a test now, for the caller and at their cost, and keep what came of it; one of :func:`answers_of`.

	:raises frappe.PermissionError: there is no test of this name that the caller may see.
	"""
	limit_rate(RUNS)
	refuse_if_switched_off()
	test = _seen(name)
	answered = ask(test, frappe.session.user)
	keep_result(test.name, answered)
	with own_transaction():
		rows = _answers(test, limit=1) if answered.run else []
	return rows[0] if rows else {"verdict": answered.verdict, "reasons": list(answered.reasons), "answer": ""}


def answers_of(name: str) -> list[dict[str, Any]]:
	"""The last answers of a test, newest first, as they were given: whoever may see the test reads them.

	Each has ``run``, ``asked_at``, ``verdict``, ``reasons``, ``judgement``, ``answer``, ``verification``, ``missing``, ``cited``, ``cost`` and ``model``.

	:raises frappe.PermissionError: there is no test of this name that the caller may see.
	"""
	test = _seen(name)
	# They were committed by whatever process asked, perhaps after this request began to read.
	with own_transaction():
		return _answers(test, limit=KEPT_ANSWERS)


def _seen(name: str) -> "frappe._dict":
	"""The test, for whoever may see it; others do not learn whether it exists. Looking at what somebody else is answered leaves its entry."""
	if not may(TEST, "read", name, None):
		frappe.throw(_("There is no test of this name that you may see."), frappe.PermissionError)
	test = frappe.db.get_value(TEST, name, READ, as_dict=True)
	me = frappe.session.user
	if not is_same_user(me, test.search_as):
		note_access(me, Request(test.question, (), principal=test.search_as, may_be_cut=True))
	return test


def _answers(test: "frappe._dict", limit: int) -> list[dict[str, Any]]:
	rows = frappe.get_all(
		"Agent Run",
		# Whoever sees the test may know what its user is answered: not what somebody was whom it was asked as before.
		{"agent_test": test.name, "user": test.search_as},
		[
			"name",
			"creation",
			"status",
			"response",
			"test_verdict",
			"test_reasons",
			"test_judgement",
			"verification_result",
			"missing",
			"cost",
			"cost_known",
			"model",
		],
		order_by="creation desc",
		limit=limit,
	)
	cited = dict(
		frappe.db.sql(
			"""select parent, count(*) from `tabAgent Run Chunk` where cited = 1 and parent in %s group by parent""",
			(tuple(row.name for row in rows),),
		)
		if rows
		else ()
	)
	return [
		{
			"run": row.name,
			"asked_at": row.creation,
			"verdict": row.test_verdict or "Not Run",
			"reasons": cstr(row.test_reasons).splitlines(),
			"judgement": row.test_judgement or "",
			"answer": cstr(row.response),
			"verification": row.verification_result or "",
			"missing": row.missing or "No",
			"cited": cited.get(row.name, 0),
			"cost": row.cost if row.cost_known else None,
			"model": row.model,
		}
		for row in rows
	]
