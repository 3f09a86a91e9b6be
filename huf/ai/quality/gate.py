"""The gate: whether a new index may answer, by the tests of its source on it and on the one that answers.

It stands before rebuilds and newer packs. An update goes live at once, unless it changes so many texts at a time that it is as good as another index:
then it is made as a rebuild, if the source has tests that could hold one. A pack of changes is judged as it is then.
"""

import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

import frappe

from huf.ai.quality import runs
from huf.ai.quality.asking import Asked
from huf.ai.quality.running import ask_all, tests_of
from huf.ai.site.database import transactions
from huf.engine.sentences import sentence
from huf.local.quality.expectations import Outcome
from huf.local.quality.gate import LEAST_QUESTIONS, Judgement, judge

if TYPE_CHECKING:
	from frappe.model.document import Document

	from huf.engine.builds import BuildPlan
	from huf.engine.types import IndexedInput

MOST_SECONDS = 600.0
"""After which no further test is asked: the job that makes the build has half an hour. The tests that both were asked decide."""


CHANGED_SHARE = 0.2
"""Of the texts that answer now; an update that changes more of them waits for the gate."""


def wants_to_judge(source: str, plan: "BuildPlan", live: Callable[[], Mapping[str, "IndexedInput"]]) -> bool:
	"""Whether an update is to be judged like a rebuild.

	What is new or failed before takes nothing away that answers now, and what is deleted or disabled is not found as it is: neither counts.

	:param live: gives the inputs of the index that answers; called only if that much may have changed.
	"""
	total = plan.kept + len(plan.index)
	if len(plan.index) <= CHANGED_SHARE * total:
		return False
	return changes_much(source, {item.key for item in plan.index}, live)


def changes_much(
	source: str, changed: Collection[str], live: Callable[[], Mapping[str, "IndexedInput"]]
) -> bool:
	"""Whether so many of the texts that answer now are among the ``changed`` inputs that the tests of the source, if they could hold an index, are
	asked before another one answers.

	:param live: as for :func:`wants_to_judge`; called only if they could.
	"""
	if not _could_hold(source):
		return False
	answering = {key for key, item in live().items() if item.chunks}
	return len(answering & {*changed}) > CHANGED_SHARE * len(answering)


def _could_hold(source: str) -> bool:
	"""Whether the source has enough tests for a verdict, or one of what must not be found."""
	kinds = Counter(test.expectation for test in tests_of(source))
	return bool(kinds["Must Not Find"]) or kinds.total() >= LEAST_QUESTIONS


def has_tests(source: str) -> bool:
	"""Whether there is anything to ask before another index answers."""
	return bool(tests_of(source))


def reason_to_hold(source: "Document | frappe._dict", build: str) -> str:
	"""Ask the tests of a source of a build that is finished and not published, and of the live one; why it is to be held, or nothing.

	Leaves a run with both results. Of the source its name and its live build are asked. Each question is asked of both in turn, so that what the machine has to do meanwhile is no difference.
	Called by the holder of the source's lease, outside of any transaction.
	"""
	tests = tests_of(source.name)
	if not tests:
		return ""
	before: dict[str, Asked] = {}
	now: dict[str, Asked] = {}
	began = time.monotonic()
	for test in tests:
		if time.monotonic() - began > MOST_SECONDS:
			break
		# By words alone too: an index whose model does not answer is to be held as it would answer.
		before |= ask_all([test], needs_models=False)
		now |= ask_all([test], {source.name: build}, needs_models=False)
	judgement = judge(_outcomes(before), _outcomes(now, before))
	_keep(source, build, before, now, judgement)
	return _reason(judgement)


def _reason(judgement: Judgement) -> str:
	"""Why a build is held, in words for whoever decides; empty if it is not. Names no test: not everybody may see each."""
	if judgement.ruling == "Found Against A Test":
		count = len(judgement.broken)
		return (
			sentence("It finds something that a test says must not be found, and the live index does not.")
			if count == 1
			else sentence(f"It finds what {count} tests say must not be found, and the live index does not.")
		)
	if judgement.ruling != "Worse":
		return ""
	questions, worse, better = judgement.questions, judgement.worse, judgement.better
	difference, p = f"{judgement.difference:+.3f}", f"{judgement.p:.4f}"
	return sentence(
		f"On {questions} questions it is worse than the live index: {worse} found later or not at all, {better} earlier "
		f"(nDCG@10 {difference}, p = {p} by a paired randomisation test)."
	)


def _outcomes(asked: dict[str, Asked], before: dict[str, Asked] | None = None) -> dict[str, Outcome]:
	"""What can be compared. A new build that could not be searched for what the live one was asked has found nothing."""
	found = {}
	for name, one in asked.items():
		if one.outcome:
			found[name] = one.outcome
		elif before and (earlier := before[name].outcome):
			found[name] = Outcome(earlier.kind, 0)
	return found


def _keep(
	source: "Document | frappe._dict",
	build: str,
	before: dict[str, Asked],
	now: dict[str, Asked],
	judgement: Judgement,
) -> None:
	def write() -> None:
		run = runs.start(runs.of_source(source.name), runs.BEFORE_PUBLISHING)
		runs.begin(run, build, len(now))
		runs.finish(
			run,
			now,
			ruling=judgement.ruling,
			compared_build=source.live_build,
			difference=judgement.difference,
			p=judgement.p,
			better=judgement.better,
			worse=judgement.worse,
			results_before=runs.to_json(before),
		)

	frappe.db.rollback()
	transactions.retry_deadlocks(write)
