"""The rows of runs, and what tests say of their last result. Nothing else writes them."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import frappe
from frappe.utils import add_to_date, now_datetime

from huf.ai.quality import ANSWERS, NOT_RUN, PASSAGES, PASSED, RUN, TEST
from huf.ai.quality.asking import Asked
from huf.local.quality.expectations import Outcome, measure

ON_DEMAND, AT_NIGHT, BEFORE_PUBLISHING = "On Demand", "At Night", "Before Publishing"
NIGHT = "Administrator"
"""Whose the runs of the night for agents are: they have the tests of all."""
SHOWN_HITS = 5
"""Of the passages that a test found: so many are named in its run."""
SILENT_MINUTES = {"Queued": 360, "Running": 10}
"""Without a word: the queue was flushed, or the worker died. Rebuilds of hours may stand before a run in its queue; one that is under way
is heard of after each test that takes a second."""
MESSAGE_CHARACTERS = 1000

Suite = dict[str, str]
"""Whose runs, as filters of Knowledge Test Run: :func:`of_source`, :func:`of_agent` or :func:`of_answers`."""
Results = dict[str, tuple[Outcome | None, list[str]]]
"""By test what came of it, and its first passages (``citation_id``)."""


def of_source(source: str) -> Suite:
	"""The runs of all tests of a source."""
	return {"knowledge_source": source}


def of_agent(agent: str, user: str) -> Suite:
	"""The runs that a user had made of an agent: of the tests of its sources that they may see, so they are theirs alone."""
	return {"agent": agent, "owner": user, "judges": PASSAGES}


def of_answers(agent: str, user: str) -> Suite:
	"""The runs of tests of an agent's answers that a user had made; those of the night are Administrator's."""
	return {"agent": agent, "owner": user, "judges": ANSWERS}


def start(suite: Suite, reason: str) -> str:
	"""The row of a run that waits for its job."""
	run = frappe.get_doc(
		{
			"doctype": RUN,
			"name": frappe.generate_hash(length=10),
			**suite,
			"reason": reason,
			"state": "Queued",
			"heartbeat_at": now_datetime(),
		}
	)
	run.db_insert()
	return run.name


def set_progress(run: str, done: int, total: int) -> None:
	"""How far a run is; it is under way."""
	_write(run, {"state": "Running", "done": done, "total": total, "heartbeat_at": now_datetime()})


def begin(run: str, build: str, total: int) -> None:
	"""A worker has taken the run up."""
	_write(run, {"build": build, "started_at": now_datetime()})
	set_progress(run, 0, total)


def finish(run: str, asked: Mapping[str, Asked], **more: Any) -> None:
	"""Write what came of all tests of a run."""
	found = measure(one.outcome for one in asked.values() if one.outcome)
	finish_with(
		run,
		[one.verdict for one in asked.values()],
		{
			"questions": found.questions,
			"recall": found.recall or 0,
			"mrr": found.mrr or 0,
			"ndcg": found.ndcg or 0,
			"results": to_json(asked),
			**more,
		},
	)


def finish_with(run: str, verdicts: Sequence[str], values: Mapping[str, Any]) -> None:
	"""Write that a run has ended, with the verdict of each test and what else is known of it."""
	_write(
		run,
		{
			"state": "Finished",
			"finished_at": now_datetime(),
			"done": len(verdicts),
			"total": len(verdicts),
			"passed": verdicts.count(PASSED),
			"not_run": verdicts.count(NOT_RUN),
			"failed": len(verdicts) - verdicts.count(PASSED) - verdicts.count(NOT_RUN),
			**values,
		},
	)


def set_decision(run: str, decision: str, user: str, moment: datetime) -> None:
	"""What a person decided about the build of a run."""
	_write(run, {"decision": decision, "decided_by": user, "decided_at": moment})


def fail(run: str, message: str) -> None:
	"""A run that has no result."""
	_write(
		run,
		{"state": "Failed", "finished_at": now_datetime(), "error_message": message[:MESSAGE_CHARACTERS]},
	)


def keep_results(asked: Mapping[str, Asked]) -> None:
	"""What each test says of its last result. ``modified`` stays: a form that is open can still be saved."""
	for test, one in asked.items():
		frappe.db.set_value(
			TEST,
			test,
			{
				"last_verdict": one.verdict,
				"last_place": one.outcome.place if one.outcome else 0,
				"last_run_at": now_datetime(),
				"last_message": one.message[:MESSAGE_CHARACTERS] or None,
			},
			update_modified=False,
		)


def to_json(asked: Mapping[str, Asked]) -> str:
	"""What a row keeps of its tests: no words of documents, whose rights may be others tomorrow."""
	return json.dumps(
		{
			test: [
				one.outcome.kind if one.outcome else "",
				one.outcome.place if one.outcome else 0,
				[hit.citation_id for hit in one.hits[:SHOWN_HITS]],
			]
			for test, one in asked.items()
		}
	)


def from_json(kept: str | None) -> Results:
	"""The inverse of :func:`to_json`."""
	return {
		test: (Outcome(kind, place) if kind else None, found)
		for test, (kind, place, found) in json.loads(kept or "{}").items()
	}


def results_of(run: str) -> Results:
	"""What came of each test of a run. Checks no right."""
	return from_json(frappe.db.get_value(RUN, run, "results"))


def run_before(suite: Suite, run: str) -> str | None:
	"""The last run of what answers that was finished before this one."""
	moment = frappe.db.get_value(RUN, run, "creation")
	names = frappe.get_all(
		RUN,
		{
			**suite,
			"state": "Finished",
			"reason": ("!=", BEFORE_PUBLISHING),
			"creation": ("<", moment),
			"name": ("!=", run),
		},
		pluck="name",
		order_by="creation desc",
		limit=1,
	)
	return names[0] if names else None


def under_way(suite: Suite) -> str | None:
	"""A run that waits or is being made."""
	return frappe.db.get_value(RUN, {**suite, "state": ("in", ("Queued", "Running"))}, "name")


def silent_runs() -> list[str]:
	"""Runs under way that nobody has heard of for long."""
	return [
		name
		for state, minutes in SILENT_MINUTES.items()
		for name in frappe.get_all(
			RUN,
			{"state": state, "heartbeat_at": ("<", add_to_date(now_datetime(), minutes=-minutes))},
			pluck="name",
		)
	]


def delete_before(moment: str) -> None:
	"""Delete runs that were made before this time."""
	frappe.db.delete(RUN, {"creation": ("<", moment)})


def _write(run: str, values: dict[str, Any]) -> None:
	frappe.db.set_value(RUN, run, values, update_modified=False)
