"""What is told of tests and their runs: numbers to who may write the source, and of each test what its reader may know now."""

from collections.abc import Iterable, Sequence
from typing import Any

import frappe
from frappe import _
from frappe.utils import cstr

from huf.ai.access.doctypes.tests import sees_test
from huf.ai.access.records.inputs import readable_inputs
from huf.ai.access.scopes.sources import can_read_source
from huf.ai.access.words import is_same_user, may
from huf.ai.knowledge.search_as_user import note_access, note_questions
from huf.ai.quality import FAILED, NOT_RUN, PASSED, RUN, TEST, runs
from huf.ai.quality.asking import READ
from huf.ai.quality.running import sources_of, tests_for
from huf.engine.request import Request
from huf.engine.types import Hit
from huf.local.quality.expectations import Outcome

BOTH = ("results", "results_before")
SHOWN_RUNS = 30
SHOWN_CHANGES = 50
_A_DAY = 24 * 3600
EXCERPT = 300
"""Characters of a passage that stand beside its title."""
MEASURES = (
	"name",
	"reason",
	"finished_at",
	"total",
	"passed",
	"failed",
	"not_run",
	"questions",
	"recall",
	"mrr",
	"ndcg",
)


def told_of_source(source: str, user: str) -> dict[str, Any]:
	"""What the form of a source shows of its tests; for those who may write it: :func:`told_of_runs`, and ``held`` (:func:`held_told`)."""
	tests = frappe.db.count(TEST, {"knowledge_source": source, "disabled": 0})
	return {**told_of_runs(runs.of_source(source), tests, user), "held": held_told(source, user)}


def told_of_agent(agent: str, user: str) -> dict[str, Any]:
	"""What the form of an agent shows of the tests that a user had made of it, and of those of the night: :func:`told_of_runs`.

	The night asks the tests of all. Its numbers tell of all sources of the agent, so they are for those who read each of them.
	"""
	suite: dict[str, Any] = {**runs.of_agent(agent, user)}
	if all(can_read_source(source, user) for source in sources_of(agent)):
		suite["owner"] = ("in", [*{user, runs.NIGHT}])
	return told_of_runs(suite, len(tests_for(agent, user)), user)


def told_of_runs(suite: runs.Suite, tests: int, user: str) -> dict[str, Any]:
	"""How tests went over time.

	:param tests: how many there are now.
	:returns: ``tests``, ``runs`` (the last finished ones, oldest first), ``under_way``, ``changed`` since the run before, as far as the user
		may see these tests, and ``hidden``, how many more changed; ``may_open``: the last run is theirs to look into.
	"""
	found = frappe.get_all(
		RUN,
		{**suite, "state": "Finished", "reason": ("!=", runs.BEFORE_PUBLISHING)},
		list(MEASURES),
		order_by="creation desc",
		limit=SHOWN_RUNS,
	)
	waiting = runs.under_way(suite)
	last = frappe.get_all(RUN, suite, ["state", "error_message"], order_by="creation desc", limit=1)
	rows, hidden = changed_since_last(suite, user, found[0].name) if found else ([], 0)
	if rows:
		note_once(found[0].name, user, _asked(rows[:SHOWN_CHANGES]))
	return {
		"tests": tests,
		"runs": found[::-1],
		"may_open": bool(found) and may(RUN, "read", found[0].name, user),
		"under_way": frappe.db.get_value(RUN, waiting, ["name", "done", "total"], as_dict=True)
		if waiting
		else None,
		"error": cstr(last[0].error_message) if last and last[0].state == "Failed" else "",
		"changed": rows[:SHOWN_CHANGES],
		"hidden": hidden,
	}


def held_told(source: str, user: str) -> dict[str, Any] | None:
	"""The index that waits for a person: its ``build``, its ``run``, and the ``tests`` that differ, as far as the user may see them."""
	build = frappe.db.get_value("Knowledge Source", source, "held_build")
	if not build:
		return None
	run = frappe.db.get_value(
		RUN, {"build": build, "reason": runs.BEFORE_PUBLISHING}, ["name", *BOTH], as_dict=True
	)
	# Log Settings may have cleared the run; the build waits all the same.
	rows, hidden = _rows(*_both(run), user) if run else ([], 0)
	rows = _worst_first([row for row in rows if _differs(row)])[:SHOWN_CHANGES]
	if rows:
		note_once(run.name, user, _asked(rows))
	return {"build": build, "run": run.name if run else "", "tests": rows, "hidden": hidden}


def changed_since_last(suite: runs.Suite, user: str, run: str) -> tuple[list[dict[str, Any]], int]:
	"""The tests whose verdict is another than in the run before, that the user may see; and how many more there are."""
	before = runs.run_before(suite, run)
	if not before:
		return [], 0
	rows, hidden = _rows(runs.results_of(run), runs.results_of(before), user)
	changed = [row for row in rows if row["before"] and row["before"] != row["verdict"]]
	return changed, hidden


def run_told(name: str, user: str) -> dict[str, Any]:
	"""What a run found, test by test, as far as the user may see the tests: ``tests``, those that changed first, and ``hidden``.

	:raises frappe.PermissionError: there is no run of this name that the user may see.
	"""
	if not may(RUN, "read", name, user):
		frappe.throw(_("There is no run of this name that you may see."), frappe.PermissionError)
	run = frappe.db.get_value(
		RUN, name, ["knowledge_source", "agent", "owner", "reason", *BOTH], as_dict=True
	)
	results, earlier = _both(run)
	suite = runs.of_agent(run.agent, run.owner) if run.agent else runs.of_source(run.knowledge_source)
	if run.reason != runs.BEFORE_PUBLISHING and (before := runs.run_before(suite, name)):
		earlier = runs.results_of(before)
	rows, hidden = _rows(results, earlier, user)
	titles = _titles(rows, {test: found for test, (_outcome, found) in results.items()})
	for row in rows:
		row["found"] = titles[row["test"]]
	_note_titles(rows)
	return {"tests": _worst_first(rows), "hidden": hidden}


def note_once(run: str, user: str, told: Sequence[tuple[str, str, str]]) -> None:
	"""An entry in Knowledge Access Log for each other user of whom ``user`` is told what came of their questions in a run; one a day, since a form
	asks again whenever something changes.

	:param told: as :func:`~huf.ai.knowledge.search_as_user.note_questions` takes it.
	"""
	key = f"huf_knowledge_told_of:{run}:{user}"
	if not frappe.cache.get_value(key, expires=True):
		note_questions(user, told)
		frappe.cache.set_value(key, 1, expires_in_sec=_A_DAY)


def _note_titles(rows: Sequence[dict[str, Any]]) -> None:
	"""An entry for each user of whom it is told what they found: as looking at one test leaves it, but one for all of a run."""
	note_questions(frappe.session.user, _asked([row for row in rows if row["found"]]))


def _asked(rows: Sequence[dict[str, Any]]) -> list[tuple[str, str, str]]:
	"""As whom each test is asked, what, and of which source."""
	named = {"name": ("in", [row["test"] for row in rows])}
	sources = dict(frappe.get_all(TEST, named, ["name", "knowledge_source"], as_list=True) if rows else ())
	return [(row["search_as"], row["question"], sources[row["test"]]) for row in rows]


def _both(run: "frappe._dict") -> tuple[runs.Results, runs.Results]:
	return runs.from_json(run.results), runs.from_json(run.results_before)


def _differs(row: dict[str, Any]) -> bool:
	return (row["before"], row["before_place"]) != (row["verdict"], row["place"])


def _worst_first(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
	"""Tests whose verdict changed first, of these those that fail; then those whose place changed."""
	order = {verdict: place for place, verdict in enumerate((FAILED, NOT_RUN, PASSED))}
	return sorted(
		rows,
		key=lambda row: (row["before"] in ("", row["verdict"]), order[row["verdict"]], not _differs(row)),
	)


def hits_told(hits: Sequence[Hit]) -> list[dict[str, Any]]:
	"""Passages as they are shown beside a test."""
	return [
		{
			"rank": place,
			"title": hit.title,
			"place": hit.locator.label(),
			"input": hit.input,
			"text": " ".join(hit.text.split())[:EXCERPT],
		}
		for place, hit in enumerate(hits, 1)
	]


def note_if_of_other(test: "frappe._dict") -> None:
	"""Looking at what somebody else finds leaves its entry in Knowledge Access Log, as searching as them does."""
	me = frappe.session.user
	if not is_same_user(me, test.search_as):
		note_access(
			me, Request(test.question, (test.knowledge_source,), principal=test.search_as, may_be_cut=True)
		)


def verdict_of(outcome: Outcome | None) -> str:
	"""The word for what came of a test."""
	if outcome is None:
		return NOT_RUN
	return PASSED if outcome.passed else FAILED


def seen_tests(names: Iterable[str], user: str) -> list["frappe._dict"]:
	"""Those of these tests that the user may see."""
	names = list(names)
	if not names:
		return []
	rows = frappe.get_all(TEST, {"name": ("in", names)}, list(READ), order_by="creation asc, name asc")
	sources = {row.knowledge_source for row in rows}
	readable = {source for source in sources if can_read_source(source, user)}
	return [row for row in rows if row.knowledge_source in readable and sees_test(row, user)]


def _rows(now: runs.Results, before: runs.Results, user: str) -> tuple[list[dict[str, Any]], int]:
	"""Each test of a run that the user may see, and how many they may not; of these only those count that changed, if any ran before."""
	seen = seen_tests(now, user)
	shown = {test.name for test in seen}
	rows = []
	for test in seen:
		outcome, earlier = now[test.name][0], before.get(test.name)
		rows.append(
			{
				"test": test.name,
				"question": test.question,
				"expectation": test.expectation,
				"search_as": test.search_as,
				"verdict": verdict_of(outcome),
				"place": outcome.place if outcome else 0,
				"before": verdict_of(earlier[0]) if earlier else "",
				"before_place": earlier[0].place if earlier and earlier[0] else 0,
			}
		)
	hidden = sum(
		1
		for test, (outcome, _found) in now.items()
		if test not in shown
		and (not before or (test in before and verdict_of(before[test][0]) != verdict_of(outcome)))
	)
	return rows, hidden


def _titles(rows: Sequence[dict[str, Any]], found: dict[str, list[str]]) -> dict[str, list[dict[str, str]]]:
	"""By test, what its first passages are called, as far as its user may read them now."""
	inputs = {row["test"]: [one.rpartition("#")[0] for one in found[row["test"]]] for row in rows}
	by_user: dict[str, set[str]] = {}
	for row in rows:
		by_user.setdefault(row["search_as"], set()).update(inputs[row["test"]])
	readable = {user: readable_inputs(names, user) for user, names in by_user.items()}
	every = {name for names in readable.values() for name in names}
	titles = dict(
		frappe.get_all("Knowledge Input", {"name": ("in", list(every))}, ["name", "title"], as_list=True)
		if every
		else ()
	)
	return {
		row["test"]: [
			{"input": name, "title": titles[name]}
			for name in dict.fromkeys(inputs[row["test"]])
			if name in readable[row["search_as"]] and name in titles
		]
		for row in rows
	}
