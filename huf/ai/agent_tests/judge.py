"""Asking the judge of an agent's tests, within the caps that their answers keep."""

from collections.abc import Sequence
from functools import partial

import frappe

from huf.agent.completion import Completion, CostCapReached, Message, Usage
from huf.agent.judging import LONGEST, Judgement, judge
from huf.agent.models.client import complete
from huf.agent.models.errors import ModelError
from huf.ai.costs.holds import close, settle
from huf.ai.costs.ledger import Payer, Taken
from huf.ai.costs.purse import RunPurse
from huf.ai.knowledge.backends.model_records import config_of_model
from huf.ai.site.database.transactions import retried_transaction


def judged(
	question: str, expected: str, answer: str, *, model: str, agent: str, payer: str
) -> tuple[Judgement | None, float | None, str]:
	"""What the judge thinks of an answer; what that cost in US dollars (None: nobody knows); and why it was not asked, if it was not.

	:param model: an AI Model. :param payer: the user whom it counts for.
	"""
	paying = Payer("Tests", agent, payer, model=model)
	hold = f"judge-{frappe.generate_hash(length=20)}"
	purse = RunPurse(hold, paying)
	spent: Completion | None = None

	def ask(messages: Sequence[Message]) -> Completion:
		return complete(config_of_model(model, 0.0), messages, max_tokens=LONGEST, purse=purse)

	try:
		verdict, spent = judge(question, expected, answer, ask)
	except (ModelError, CostCapReached) as error:
		spent = error.spent if isinstance(error, ModelError) else error.partial
		return None, spent.cost if spent else 0.0, str(error)
	finally:
		if spent and spent.usage != Usage():
			taken = Taken(spent.usage.prompt_tokens, spent.usage.completion_tokens, spent.cost)
			retried_transaction(partial(settle, hold, paying, taken))
		else:
			retried_transaction(partial(close, hold))
	return verdict, spent.cost, ""
