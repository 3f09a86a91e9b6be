"""Services that refuse what others take: real LiteLLM and real HTTP against servers that play each of them."""

import json

import pytest

from huf.agent.completion import RunCancelled, Usage
from huf.agent.loop import run_loop
from huf.agent.models.client import ModelConfig, Prices, complete
from huf.agent.models.errors import ModelRequestRefused
from huf.agent.models.refused import LESS_THINKING_TOKENS, THINKING_TOKENS, ProcessMemory
from huf.engine.services import RetryPolicy
from tests.model_server import (
	ModelServer,
	Reply,
	answer,
	anthropic_answer,
	anthropic_rules,
	calls,
	completion,
	error,
	refuses,
	thinks,
)

KEY = "sk-live-4f9a8b7c6d5e4f3a2b1c"
MESSAGES = [{"role": "user", "content": "What is the temperature limit?"}]
SEARCH = {"type": "function", "function": {"name": "knowledge_search", "parameters": {"type": "object"}}}
FORMAT = {"type": "json_schema", "json_schema": {"name": "x", "schema": {"type": "object"}}}
OLD_NAME = refuses(
	"max_tokens",
	"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
)
ONE_TEMPERATURE = refuses(
	"temperature",
	"Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
	1,
)
NO_FORMAT = refuses("response_format", "[{'loc': ['response_format'], 'msg': 'extra fields not permitted'}]")
NO_OPTIONS = refuses("stream_options", "Unrecognized request argument supplied: stream_options")
NO_STREAM = refuses("stream", "Streaming is not supported by this deployment", False)
KINDS = {
	"OpenAI's reasoning models": ("openai/own-name", [OLD_NAME, ONE_TEMPERATURE, thinks(900)]),
	"an Azure deployment of one": ("azure/own-name", [OLD_NAME, ONE_TEMPERATURE, thinks(900)]),
	"an older Azure deployment": ("azure/own-name", [NO_OPTIONS, NO_FORMAT]),
	"vLLM": ("hosted_vllm/own-name", [NO_FORMAT]),
	"a server without streams": ("openai/own-name", [NO_STREAM, ONE_TEMPERATURE]),
}


class Sink:
	"""Where a streamed answer goes."""

	def __init__(self):
		self.text = ""

	def restart(self):
		self.text = ""

	def add(self, text):
		self.text += text


def config(server, model="openai/own-name", **values):
	"""A model that remembers nothing of other tests."""
	base = (
		server.api_base
		if model.startswith(("openai", "hosted_vllm"))
		else server.api_base.removesuffix("/v1")
	)
	return ModelConfig(model, base, KEY, **{"temperature": 0.2, "memory": ProcessMemory(), **values})


@pytest.mark.parametrize("tools", [None, [SEARCH]], ids=["plain", "tools"])
@pytest.mark.parametrize("streams", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_service_answers(kind, streams, tools, monkeypatch):
	"""What it refuses is left out, and the next call is right at once."""
	monkeypatch.setenv("AZURE_API_VERSION", "2024-10-21")
	model, rules = KINDS[kind]
	sink = Sink() if streams else None
	with ModelServer([answer("It is 40 degrees.")] * 2) as server:
		server.rules = rules
		asked = config(server, model)
		for number in range(2):
			found = complete(asked, MESSAGES, tools, FORMAT, timeout_s=20, sink=sink, max_tokens=500)
			assert found.text == "It is 40 degrees."
			assert sink is None or sink.text == found.text
			if number == 0:
				server.requests.clear()
	answered = server.bodies[-1]
	assert bool(answered.get("tools")) is bool(tools)
	# A service that refuses to stream, or to count while it does, is asked so again: that is no parameter of ours.
	assert len(server.requests) == (2 if streams and (NO_STREAM in rules or NO_OPTIONS in rules) else 1)


def test_the_limit_of_an_answer_keeps_its_meaning():
	"""It is said by the newer name, and not dropped."""
	with ModelServer([answer("Hi")]) as server:
		server.rules = [OLD_NAME]
		complete(config(server), MESSAGES, timeout_s=5, max_tokens=500)
	assert (server.bodies[0]["max_tokens"], server.bodies[1]["max_completion_tokens"]) == (500, 500)
	assert "max_tokens" not in server.bodies[1] and server.bodies[1]["temperature"] == 0.2


def test_thinking_gets_room_and_is_paid_for():
	"""A model that comes to its end before it writes is asked once more with room; both calls are counted."""
	with ModelServer([answer("Hi", prompt_tokens=10, completion_tokens=20)]) as server:
		server.rules = [thinks(900)]
		found = complete(config(server, prices=Prices(0, 1_000_000)), MESSAGES, timeout_s=5, max_tokens=500)
	assert [body["max_tokens"] for body in server.bodies] == [500, 500 + THINKING_TOKENS]
	assert (found.text, found.usage, found.cost) == ("Hi", Usage(110, 520), 520)


def test_a_model_that_only_thinks_is_asked_twice_and_the_run_says_why():
	"""No loop, and a sentence that says what to raise."""
	with ModelServer() as server:
		server.rules = [thinks(10_000_000)]
		asked = config(server)
		result = run_loop(
			messages=MESSAGES,
			tools=[],
			call_model=lambda messages, tools, form: complete(
				asked, messages, tools, form, timeout_s=5, max_tokens=500
			),
			call_tool=lambda call: pytest.fail("no tool was offered"),
		)
	assert result.state == "Empty Answer" and "Raise the length of an answer" in result.error
	# Twice for the first call, which learns, and once for the loop's second try.
	assert len(server.requests) == 3


TOO_MUCH = [
	"max_tokens is too large: {0}. This model supports at most {1} completion tokens, whereas you provided {0}.",
	"This model's maximum context length is {1} tokens. However, you requested {0} tokens.",
	"max_tokens: {0} > {1}, which is the maximum allowed number of output tokens for this model",
]


def at_most(limit, words):
	"""A rule: the model has no more room than this."""

	def rule(body):
		room = body.get("max_completion_tokens") or body.get("max_tokens") or 0
		return error(400, words.format(room, limit)) if room > limit else None

	return rule


@pytest.mark.parametrize("words", TOO_MUCH)
def test_a_model_with_less_room_gets_what_it_has(words):
	"""Neither a limit that is too high nor a small context is taken for a refused name, and the smaller room is remembered."""
	with ModelServer([answer("Hi")] * 2) as server:
		server.rules = [at_most(16_384, words), thinks(900)]
		asked = config(server)
		assert complete(asked, MESSAGES, timeout_s=20, max_tokens=500).text == "Hi"
		complete(asked, MESSAGES, timeout_s=20, max_tokens=500)
	room = 500 + LESS_THINKING_TOKENS
	assert [body["max_tokens"] for body in server.bodies] == [500, 500 + THINKING_TOKENS, room, room]


@pytest.mark.parametrize("words", TOO_MUCH)
def test_a_model_without_room_keeps_what_it_answered(words):
	"""Its empty answer is what it gave, paid for and said; it is not an error of the request, and nothing is remembered."""
	memory = ProcessMemory()
	with ModelServer() as server:
		server.rules = [at_most(4_000, words), thinks(900)]
		asked = config(server, memory=memory, prices=Prices(0, 1_000_000))
		found = complete(asked, MESSAGES, timeout_s=20, max_tokens=500)
	assert (found.text, found.finish_reason, found.cost) == ("", "length", 500)
	assert len(server.requests) == 3 and memory.get(asked.key_of_memory) == frozenset()


def test_a_longer_prompt_may_leave_no_room():
	"""What is known of a model does not fail a request that the model takes without."""
	memory = ProcessMemory()
	with ModelServer([answer("Hi")]) as server:
		server.rules = [at_most(4_000, TOO_MUCH[1])]
		asked = config(server, memory=memory)
		memory.put(asked.key_of_memory, frozenset({"thinks"}))
		assert complete(asked, MESSAGES, timeout_s=20, max_tokens=500).text == "Hi"
	assert server.bodies[-1]["max_tokens"] == 500
	assert "thinks in no room" not in memory.get(asked.key_of_memory)


def cut(text, **message):
	"""An answer of which thinking took most."""
	body = completion({"content": text, **message}, "length", completion_tokens=500)
	if not message:
		body["usage"]["completion_tokens_details"] = {"reasoning_tokens": 480}
	return Reply(body)


@pytest.mark.parametrize("streams", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("message", [{}, {"reasoning_content": "Let me see."}], ids=["counted", "told"])
def test_an_answer_that_thinking_cut_short_is_asked_for_again(message, streams):
	"""The limit is of the answer; one that was cut for its own length stays as it is."""
	sink = Sink() if streams else None
	with ModelServer([cut("It is", **message), answer("It is 40.")]) as server:
		found = complete(config(server), MESSAGES, timeout_s=20, sink=sink, max_tokens=500)
	assert (found.text, found.usage) == ("It is 40.", Usage(200, 510))
	assert sink is None or sink.text == found.text
	own = Reply(completion({"content": "It is"}, "length", completion_tokens=500))
	with ModelServer([own]) as server:
		found = complete(config(server), MESSAGES, timeout_s=20, sink=sink, max_tokens=500)
	assert (found.text, len(server.requests)) == ("It is", 1)


def test_a_cut_answer_is_better_than_none():
	"""When the second call fails, the first one's text stays, for who looks on too."""
	sink = Sink()
	with ModelServer([cut("It is"), error(500, "down")]) as server:
		asked = config(server)
		found = complete(
			asked, MESSAGES, timeout_s=20, sink=sink, max_tokens=500, retry=RetryPolicy(attempts=1)
		)
	assert found.text == sink.text == "It is" and found.usage == Usage(100, 500)


def test_what_thinking_took_is_counted_though_the_second_call_fails():
	"""The error tells it, and the run counts it."""
	with ModelServer([error(500, "down")]) as server:
		server.rules = [thinks(900)]
		asked = config(server, prices=Prices(0, 1_000_000))

		def ask(messages, tools, form):
			once = RetryPolicy(attempts=1)
			return complete(asked, messages, tools, form, timeout_s=20, retry=once, max_tokens=500)

		result = run_loop(MESSAGES, [], ask, lambda name, arguments: pytest.fail("no tool was offered"))
	assert (result.state, result.usage, result.cost) == ("Model Error", Usage(100, 500), 500)


class StopsAfter:
	"""A run that is cancelled once the server was asked so often."""

	def __init__(self, server, requests):
		self.server, self.requests = server, requests

	def check(self):
		if len(self.server.requests) >= self.requests:
			raise RunCancelled("Cancelled.")

	def remaining_s(self):
		return 60.0


def test_what_thinking_took_is_counted_though_the_run_is_cancelled():
	"""Whoever stops the second call has paid for the first."""
	with ModelServer([answer("late")]) as server:
		held = Reply(completion({"content": "late"}), delay_s=3)
		server.rules = [thinks(900), lambda body: held]
		with pytest.raises(RunCancelled) as stopped:
			complete(config(server), MESSAGES, timeout_s=20, max_tokens=500, watch=StopsAfter(server, 2))
	spent = stopped.value.partial.usage
	assert spent.completion_tokens == 500 and spent.prompt_tokens >= 100


@pytest.mark.parametrize(
	"words",
	[
		"messages[2]: 'tool' must answer a preceding tool call",
		"Invalid 'tools[0].function.name': string does not match pattern",
		"Invalid schema for function 'search': In context=(), 'uniqueItems' is not permitted.",
		"Rejected by the safety tool",
	],
)
def test_one_wrong_tool_is_not_a_model_without_tools(words):
	"""Then the service's own words are what helps."""
	with (
		ModelServer([error(400, words)]) as server,
		pytest.raises(ModelRequestRefused, match="refused the request"),
	):
		complete(config(server), MESSAGES, [SEARCH], timeout_s=20)


@pytest.mark.parametrize(
	"words",
	[
		"Unsupported parameter: 'tools' is not supported with this model.",
		"Unrecognized request argument supplied: tools",
		"Function calling is not enabled for this model",
		"[{'loc': ['body', 'tools'], 'msg': 'extra fields not permitted'}]",
		"No endpoints found that support tool use",
		'"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
		"registry.ollama.ai/library/gemma:2b does not support tools",
	],
)
def test_refused_tools_are_said_and_never_dropped(words):
	"""A search that the model cannot make must not be left out in silence."""
	with (
		ModelServer([error(400, words)] * 3) as server,
		pytest.raises(ModelRequestRefused, match="cannot search by itself"),
	):
		complete(config(server), MESSAGES, [SEARCH], timeout_s=5)
	assert len(server.requests) == 1


def test_ollama_says_it_of_its_own_form():
	"""By its own protocol, too."""
	with ModelServer([Reply({"error": "gemma does not support tools"}, 400)] * 3) as server:
		with pytest.raises(ModelRequestRefused, match="cannot search by itself"):
			complete(config(server, "ollama_chat/gemma"), MESSAGES, [SEARCH], timeout_s=5)


@pytest.mark.parametrize(
	"reply",
	[
		error(400, "Invalid request: the messages are too long"),
		error(401, "Incorrect key for temperature"),
		error(429, "You exceeded your current quota of max_tokens", code="insufficient_quota"),
	],
)
def test_other_refusals_are_asked_once(reply):
	"""Only a refused request that names an optional parameter is made again."""
	with ModelServer([reply] * 3) as server, pytest.raises(Exception, match="model"):
		complete(config(server), MESSAGES, timeout_s=5, max_tokens=500)
	assert len(server.requests) == 1


def test_a_service_that_refuses_everything_is_asked_at_most_once_for_each_parameter():
	"""A name that stands in the refusal for another reason ends no run in a loop, and is not remembered."""
	words = "temperature, max_tokens and response_format: this account is closed"
	memory = ProcessMemory()
	with ModelServer([error(400, words)] * 20) as server:
		asked = config(server, memory=memory)
		with pytest.raises(ModelRequestRefused, match="account is closed"):
			complete(asked, MESSAGES, response_format=FORMAT, timeout_s=5, max_tokens=500)
	assert len(server.requests) == 2
	assert memory.get(asked.key_of_memory) == frozenset()


def test_what_is_remembered_is_bounded():
	"""A process that asks many models keeps the newest."""
	memory = ProcessMemory()
	for number in range(1000):
		memory.put(str(number), frozenset({"temperature"}))
	assert memory.get("999") and not memory.get("0")


@pytest.mark.parametrize("tools", [None, [SEARCH]], ids=["off", "on"])
def test_anthropic_s_rules_on_tool_messages_hold(tools):
	"""Several calls at once, one with an empty result, text of nothing beside them: each request is as its service wants it."""
	used = [
		{"role": "system", "content": "You answer from knowledge."},
		*MESSAGES,
		{
			"role": "assistant",
			"content": "",
			"tool_calls": [
				{
					"id": name,
					"type": "function",
					"function": {"name": "knowledge_search", "arguments": '{"query": "x"}'},
				}
				for name in ("a", "b")
			],
		},
		{"role": "tool", "tool_call_id": "a", "content": "forty"},
		{"role": "tool", "tool_call_id": "b", "content": ""},
		{"role": "user", "content": "Answer now."},
	]
	with ModelServer([anthropic_answer("40.")]) as server:
		server.rules = [anthropic_rules]
		found = complete(config(server, "anthropic/claude-3-5-sonnet-20241022"), used, tools, timeout_s=5)
	assert found.text == "40."
	assert "forty" in json.dumps(server.bodies[-1])


def test_a_tool_that_runs_keeps_what_was_learnt():
	"""The second call of a run does not pay again."""
	with ModelServer([calls(("knowledge_search", {"query": "x"})), answer("Hi")]) as server:
		server.rules = [ONE_TEMPERATURE]
		asked = config(server)
		complete(asked, MESSAGES, [SEARCH], timeout_s=5)
		complete(asked, MESSAGES, timeout_s=5)
	assert ["temperature" in body for body in server.bodies] == [True, False, False]
