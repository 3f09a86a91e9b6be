"""What a request can cost is set aside before it is made: real LiteLLM and real HTTP against the loopback server."""

import pytest

from huf.agent.completion import CostCapReached
from huf.agent.models.client import ModelConfig, Prices, complete, is_free
from huf.agent.models.refused import THINKING_TOKENS, ProcessMemory
from huf.agent.models.spending import LONGEST_TOKENS, longest_within, most_of
from huf.engine.services import RetryPolicy
from tests.model_server import ModelServer, answer, error, thinks

MESSAGES = [{"role": "user", "content": "What may a hotel cost in Zurich?"}]
PRICES = Prices(2.0, 10.0)


class Purse:
	"""Has so many dollars, and keeps what it is asked."""

	def __init__(self, dollars=100.0, is_capped=True):
		self.dollars, self.is_capped = dollars, is_capped
		self.reserved, self.paid = [], []

	def reserve(self, most):
		if most is not None and sum(self.paid) + most > self.dollars:
			raise CostCapReached("There is no money left.")
		self.reserved.append(most)

	def pay(self, cost):
		self.paid.append(cost)


def ask(server, purse, prices=PRICES, model="openai/loopback", **options):
	"""Call the loopback server with a purse."""
	config = ModelConfig(model, server.api_base, "sk-x", None, prices, memory=ProcessMemory())
	return complete(
		config, MESSAGES, purse=purse, timeout_s=5, retry=RetryPolicy(sleep=lambda _: None), **options
	)


def test_the_most_is_set_aside_and_what_it_cost_is_paid():
	"""More than the answer took, and no more than its longest length allows; the request says that length."""
	purse = Purse()
	with ModelServer([answer("80", prompt_tokens=12, completion_tokens=3)]) as server:
		ask(server, purse)
		sent = server.requests[0].body
	assert sent["max_tokens"] == LONGEST_TOKENS
	longest = LONGEST_TOKENS * 10 / 1e6
	(most,) = purse.reserved
	assert longest < most < longest + 100 * 2 / 1e6
	assert purse.paid == [pytest.approx((12 * 2 + 3 * 10) / 1e6)]


def test_a_shorter_answer_needs_less():
	"""What the caller allows counts, and not the usual length."""
	purse = Purse()
	with ModelServer([answer("80")]) as server:
		ask(server, purse, max_tokens=200)
		assert server.requests[0].body["max_tokens"] == 200
	assert purse.reserved[0] < 0.0025


def test_nothing_is_sent_without_money():
	"""A purse that refuses ends it before the request."""
	with ModelServer([answer("never")]) as server:
		with pytest.raises(CostCapReached):
			ask(server, Purse(dollars=0.01))
		assert not server.requests


def test_without_a_cap_a_request_is_as_it_always_was():
	"""Nothing is worked out and nothing is added; what it cost is told all the same."""
	purse = Purse(is_capped=False)
	with ModelServer([answer("80", prompt_tokens=10, completion_tokens=0)]) as server:
		ask(server, purse)
		assert "max_tokens" not in server.requests[0].body
	assert (purse.reserved, purse.paid) == ([], [pytest.approx(2e-5)])


def test_an_unknown_price_is_none():
	"""Neither the AI Model nor LiteLLM has one: the purse is told so and decides."""
	purse = Purse()
	with ModelServer([answer("80")]) as server:
		ask(server, purse, prices=None)
	assert (purse.reserved, purse.paid) == ([None], [None])


def test_each_request_of_one_answer_is_asked_for():
	"""An answer that thinking ate up is asked for again, with more room: that is set aside too, and both are paid."""
	purse = Purse()
	with ModelServer([answer("80")]) as server:
		server.rules = [thinks(900)]
		ask(server, purse, max_tokens=200)
	assert len(purse.reserved) == len(purse.paid) == 2
	assert purse.reserved[1] - purse.reserved[0] == pytest.approx(THINKING_TOKENS * 10 / 1e6)


def test_what_was_paid_before_the_cap_is_told():
	"""There is no money to ask again, with more room: the run that ends learns what the first answer took."""
	purse = Purse(dollars=0.01)
	with ModelServer([answer("80")]) as server:
		server.rules = [thinks(900)]
		with pytest.raises(CostCapReached) as stopped:
			ask(server, purse, max_tokens=200)
		assert len(server.requests) == 1
	assert stopped.value.partial is not None
	assert stopped.value.partial.usage.completion_tokens > 0
	assert [stopped.value.partial.cost] == purse.paid


def test_a_refused_request_is_paid_by_nobody():
	"""Only answers are paid."""
	purse = Purse()
	with ModelServer([error(400, "no"), answer("80")]) as server:
		with pytest.raises(Exception, match="no"):
			ask(server, purse)
	assert (len(purse.reserved), purse.paid) == (1, [])


def test_prompt_tools_and_format_count():
	"""What is sent besides the messages is read by the model too, and huf's count has a margin."""
	tool = {"type": "function", "function": {"name": "search", "description": "Words " * 300}}
	alone, together = most_of(MESSAGES, None, {}), most_of(MESSAGES, [tool], {"max_tokens": 5})
	assert together.prompt_tokens - alone.prompt_tokens > 300
	assert (alone.completion_tokens, together.completion_tokens) == (LONGEST_TOKENS, 5)
	assert most_of([{"role": "user", "content": "word " * 1000}], None, {}).prompt_tokens > 1100


def test_no_more_than_the_model_writes():
	"""By LiteLLM's list; a model that it does not know is asked for the usual length."""
	assert longest_within("openai/gpt-4") == 4096
	assert longest_within("openai/nobody-knows") == LONGEST_TOKENS


def test_free_models():
	"""Free is what is known to cost nothing; unknown is not free."""
	assert is_free(ModelConfig("openai/x", prices=Prices(0.0, 0.0)))
	assert not is_free(ModelConfig("openai/x"))
	assert not is_free(ModelConfig("openai/gpt-4o-mini"))
