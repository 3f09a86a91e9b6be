"""What it would take to ask the tests of an agent, before they are asked: answers, tokens, dollars."""

from typing import Any

import frappe
from frappe.utils import cint, cstr

from huf.agent.completion import Usage
from huf.agent.judging import LONGEST, messages_for
from huf.agent.models.client import cost_of
from huf.agent.models.errors import ModelError
from huf.agent.models.stream import counted
from huf.ai.agent_tests.suite import model_problem, tests_for
from huf.ai.costs.caps import caps_of
from huf.ai.costs.holds import left_of
from huf.ai.costs.ledger import Payer
from huf.ai.knowledge.backends.model_records import config_of_model
from huf.ai.site.database.transactions import own_transaction
from huf.ai.site.settings import get_settings
from huf.engine.tokens import count_tokens

LOOKED_AT = 50
"""Answers of the agent that tell what the next one takes."""
TYPICAL_ANSWER = 400
"""Tokens of an answer of an agent that never gave one: some 300 words. A guess."""
BESIDE = 600
"""Tokens that such an agent is asked with besides its instructions and passages. A guess."""


def estimate(agent: str, user: str) -> dict[str, Any]:
	"""The estimate for the tests of an agent that a user would have asked. Checks no right.

	:returns: ``tests``; ``tokens`` of prompts and answers; ``cost`` in US dollars, the judge's too (None: nobody knows a price), of which ``judge_cost``;
		``is_rough``: the agent has never answered; ``left``: what caps leave, None without any; ``problem``: why nothing can be asked.
	"""
	tests = tests_for(agent, user)
	row = frappe.db.get_value("Agent", agent, ["name", "model", "test_judge_model"], as_dict=True)
	problem = model_problem(agent)
	usage, is_rough = _usual(agent)
	judged = [test for test in tests if row.test_judge_model and test.expected_answer]
	judging = Usage()
	for test in judged:
		judging = judging + _of_judge(test, usage.completion_tokens)
	asked = Usage(usage.prompt_tokens * len(tests), usage.completion_tokens * len(tests))
	answers = _cost(row.model, asked)
	judge = _cost(row.test_judge_model, judging) if judged else 0.0
	return {
		"tests": len(tests),
		"tokens": sum(one.prompt_tokens + one.completion_tokens for one in (asked, judging)),
		"cost": None if answers is None or judge is None else answers + judge,
		"judge_cost": judge,
		"is_rough": is_rough,
		"left": left_of(caps_of(Payer("Tests", agent, user, model=row.model))),
		"problem": problem,
	}


def _usual(agent: str) -> tuple[Usage, bool]:
	"""What an answer of the agent takes on average; without any, a guess, and True."""
	# Runs are committed by others, perhaps after this request began to read.
	with own_transaction():
		rows = frappe.get_all(
			"Agent Run",
			{"agent": agent, "status": ("in", ("Success", "Withheld")), "prompt_tokens": (">", 0)},
			["prompt_tokens", "completion_tokens"],
			order_by="creation desc",
			limit=LOOKED_AT,
		)
	if rows:
		prompt = sum(cint(row.prompt_tokens) for row in rows) // len(rows)
		return Usage(prompt, sum(cint(row.completion_tokens) for row in rows) // len(rows)), False
	budgets = frappe.get_all(
		"Agent Knowledge", {"parent": agent, "parenttype": "Agent"}, pluck="token_budget"
	)
	passages = min(sum(map(cint, budgets)), get_settings().max_context_tokens)
	instructions = count_tokens(cstr(frappe.db.get_value("Agent", agent, "instructions")))
	return Usage(BESIDE + instructions + passages, TYPICAL_ANSWER), True


def _of_judge(test: "frappe._dict", answer_tokens: int) -> Usage:
	messages = messages_for(test.question, test.expected_answer, "", "0" * 16)
	return Usage(counted(messages, "", ()).prompt_tokens + answer_tokens, LONGEST)


def _cost(model: str, usage: Usage) -> float | None:
	if usage == Usage():
		return 0.0
	try:
		return cost_of(config_of_model(model, None), usage)
	except ModelError:
		return None
