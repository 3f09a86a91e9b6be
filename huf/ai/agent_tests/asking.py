"""Asking an agent the question of one test, as the user that it names, and holding its answer to what is expected."""

from dataclasses import dataclass
from typing import Any

import frappe
from frappe import _
from frappe.utils import cstr, now_datetime

from huf.agent.results import AgentResult
from huf.ai.access.impersonation import asked_as
from huf.ai.access.words import is_enabled
from huf.ai.agent_tests import TEST, expected, forget_test
from huf.ai.agent_tests.judge import judged
from huf.ai.knowledge.backends.questions import asked_by_tests
from huf.ai.quality import FAILED, NOT_RUN, PASSED
from huf.ai.runs.keeping.access import asked_agent
from huf.ai.runs.keeping.rows import start_run
from huf.ai.runs.perform import perform
from huf.ai.runs.prompt.prompts import checked_prompt
from huf.ai.runs.prompt.request import RunRequest
from huf.ai.site.database.transactions import own_transaction, retry_deadlocks
from huf.local.quality.answers import GivenAnswer, unmet

KEPT_ANSWERS = 30
"""Of each test; older ones go."""
MESSAGE_CHARACTERS = 1000


@dataclass(frozen=True, slots=True)
class Answered:
	"""What came of one test."""

	verdict: str
	"""Passed, Failed or Not Run."""
	reasons: tuple[str, ...] = ()
	"""What the answer lacks, or why nothing was answered. No words of the answer."""
	run: str = ""
	"""The Agent Run that has the answer; empty: nothing was asked."""
	judgement: str = ""
	"""Yes, Partly, No or Unclear; empty: no judge was asked."""
	cost: float | None = 0.0
	"""US dollars, of answer and judge; None: nobody knows."""


def ask(test: "frappe._dict", payer: str) -> Answered:
	"""Ask the question of a test of its agent with the rights that its user has now, keep the answer, and say what it is worth.

	Nothing that the agent has tools for is written or proposed, no log, gap or count of searches has it, and nobody is told. What is not committed yet is
	undone, so that a tool which writes although it says that it does not leaves nothing.

	:param payer: the user whom it counts for.
	"""
	user = cstr(test.search_as)
	if not is_enabled(user) and user != "Administrator":
		return Answered(NOT_RUN, (_("Its user is gone or switched off. Choose who it is asked as."),))
	try:
		with asked_as(user):
			agent = asked_agent(test.agent, user)
			question = checked_prompt(test.question)
	except frappe.PermissionError:
		return Answered(NOT_RUN, (_("Its user may not run this agent."),))
	except frappe.ValidationError:
		return Answered(NOT_RUN, (_("The agent is disabled."),))
	run = start_run(agent.name, user, question, agent.model, agent_test=test.name)
	request = RunRequest(agent, user, question, payer_of_test=payer)
	try:
		with asked_as(user), asked_by_tests(payer):
			result = perform(request, run, is_live=False)
	finally:
		frappe.db.rollback()
	answered = _judged(test, agent.test_judge_model, result, payer)
	_keep(run, answered)
	return answered


def _judged(test: "frappe._dict", model: str | None, result: AgentResult, payer: str) -> Answered:
	if result.status not in ("Success", "Withheld"):
		return Answered(NOT_RUN, (result.error,), result.run, cost=result.cost or 0.0)
	answer = GivenAnswer(
		result.text,
		is_withheld=result.status == "Withheld",
		cited=sum(one.cited for one in result.citations),
		missing="Yes" if result.missing == "Yes" else "Partly" if result.missing == "Partly" else "No",
		verification=result.verification_result,
	)
	lacking = tuple(map(expected.in_words, unmet(expected.read(test), answer)))
	verdict = FAILED if lacking else PASSED
	if not (model and test.expected_answer and result.text.strip()):
		return Answered(verdict, lacking, result.run, cost=result.cost)
	judgement, cost, problem = judged(
		test.question, test.expected_answer, result.text, model=model, agent=test.agent, payer=payer
	)
	notes = (_("The judge was not asked: {0}").format(problem),) if problem else ()
	total = None if result.cost is None or cost is None else result.cost + cost
	return Answered(verdict, (*lacking, *notes), result.run, judgement or "", total)


def _keep(run: str, answered: Answered) -> None:
	"""Write with the answer what came of it. In a connection of its own, as the row was written."""
	with own_transaction():
		frappe.db.set_value("Agent Run", run, _said(answered, "test_"), update_modified=False)


def keep_result(test: str, answered: Answered) -> None:
	"""What a test says of its last result. ``modified`` stays: a form that is open can still be saved."""
	values = {f"last_{key}": value for key, value in _said(answered, "").items()}
	values["last_message"] = values.pop("last_reasons")

	def write() -> None:
		frappe.db.set_value(TEST, test, {**values, "last_run_at": now_datetime()}, update_modified=False)
		forget_test(test, keep=KEPT_ANSWERS)

	retry_deadlocks(write)


def _said(answered: Answered, prefix: str) -> dict[str, Any]:
	return {
		f"{prefix}verdict": answered.verdict,
		f"{prefix}judgement": answered.judgement,
		f"{prefix}reasons": "\n".join(answered.reasons)[:MESSAGE_CHARACTERS] or None,
	}
