"""One call of a model: real LiteLLM, real HTTP, the loopback server."""

import email.utils
import json
import subprocess
import sys
import time
import traceback
from dataclasses import replace

import pytest

from huf.agent.completion import Usage
from huf.agent.models.client import NO_KEY, ModelConfig, Prices, complete
from huf.agent.models.errors import (
	KeyRefused,
	ModelError,
	ModelMisconfigured,
	ModelRequestRefused,
	ModelTimeout,
	ModelUnavailable,
	RateLimited,
)
from huf.engine.services import RetryPolicy
from tests.model_server import (
	ModelServer,
	Reply,
	answer,
	anthropic_answer,
	calls,
	completion,
	error,
	half_json,
	rate_limited,
	slow,
	wrong_type,
)

KEY = "sk-live-4f9a8b7c6d5e4f3a2b1c"
MESSAGES = [{"role": "user", "content": "Hello"}]
ONCE = RetryPolicy(attempts=1)
SEARCH = {"type": "function", "function": {"name": "knowledge_search", "parameters": {"type": "object"}}}


def ask(server, model="openai/loopback", key=KEY, **options):
	"""Call the loopback server; ``options`` go to complete()."""
	prices, temperature = options.pop("prices", None), options.pop("temperature", None)
	options.setdefault("timeout_s", 5)
	if sleep := options.pop("sleep", None):
		options["retry"] = replace(options.get("retry") or RetryPolicy(), sleep=sleep)
	return complete(ModelConfig(model, server.api_base, key, temperature, prices), MESSAGES, **options)


def test_answer_usage_key_and_temperature():
	"""The answer, its tokens, the key as a bearer token, and the temperature, 0 included, travel as they should."""
	with ModelServer([answer("Hi", prompt_tokens=7, completion_tokens=3)]) as server:
		found = ask(server, temperature=0.0)
	assert (found.text, found.usage, found.tool_calls) == ("Hi", Usage(7, 3), ())
	sent = server.requests[0]
	assert sent.headers["authorization"] == f"Bearer {KEY}"
	assert sent.body["temperature"] == 0.0 and sent.body["model"] == "loopback"
	assert not sent.body.get("stream")


def test_tool_calls_are_read_as_they_came():
	"""Malformed arguments are not mended here: the loop must see them."""
	with ModelServer([calls(("knowledge_search", '{"query": "x'), ("other", {"a": 1}))]) as server:
		found = ask(server, tools=[SEARCH])
	assert [(c.name, c.arguments) for c in found.tool_calls] == [
		("knowledge_search", '{"query": "x'),
		("other", '{"a": 1}'),
	]


TOOL_TURN = [
	*MESSAGES,
	{
		"role": "assistant",
		"content": None,
		"tool_calls": [
			{
				"id": "a",
				"type": "function",
				"function": {"name": "knowledge_search", "arguments": '{"query": "x"}'},
			}
		],
	},
	{"role": "tool", "tool_call_id": "a", "content": "twenty-five days"},
	{"role": "user", "content": "Answer now."},
]


@pytest.mark.parametrize("tools", [None, [SEARCH]])
def test_anthropic_s_form_with_tools_off_after_a_tool_call(tools):
	"""A service that refuses tool calls in a request without tools gets them as text, and nothing is lost."""
	with ModelServer([rate_limited("1"), anthropic_answer("25.")]) as server:
		model = ModelConfig("anthropic/claude-3-5-sonnet-20241022", server.api_base.removesuffix("/v1"), KEY)
		found = complete(model, TOOL_TURN, tools, timeout_s=5)
	assert (found.text, found.usage) == ("25.", Usage(100, 10))
	sent = json.dumps(server.bodies[1])
	assert "twenty-five days" in sent and "knowledge_search" in sent and "Answer now." in sent
	assert ("tool_use" in sent) is bool(tools)
	assert server.requests[1].at - server.requests[0].at >= 1.0


def test_openai_s_form_keeps_tool_calls_with_tools_off():
	"""OpenAI's own form takes the conversation as it was."""
	with ModelServer([answer("25.")]) as server:
		complete(ModelConfig("openai/loopback", server.api_base, KEY), TOOL_TURN, timeout_s=5)
	assert server.bodies[0]["messages"][1]["tool_calls"]
	assert "tools" not in server.bodies[0]


def test_retry_after_is_honoured():
	"""After 429 with Retry-After: 1 the next request comes no sooner than that, and succeeds."""
	with ModelServer([rate_limited("1"), answer("Hi")]) as server:
		assert ask(server).text == "Hi"
	first, second = server.requests
	assert 1.0 <= second.at - first.at < 2.5


def test_retry_after_as_a_date():
	"""The other form of the header is read too."""
	in_three = email.utils.formatdate(time.time() + 3, usegmt=True)
	waits = []
	with ModelServer([rate_limited(in_three), answer("Hi")]) as server:
		ask(server, sleep=waits.append)
	assert len(waits) == 1 and 1.0 <= waits[0] <= 3.5


@pytest.mark.parametrize(
	"bad", [error(500, "boom"), error(503, "boom"), rate_limited(None), half_json(), wrong_type(), Reply({})]
)
def test_passing_failures_are_tried_again(bad):
	"""Server errors, limits without a time, and answers that are none are tried again with jitter."""
	waits = []
	with ModelServer([bad, bad, answer("Hi")]) as server:
		assert ask(server, sleep=waits.append).text == "Hi"
	assert len(server.requests) == 3
	assert 0 <= waits[0] <= 0.5 and 0 <= waits[1] <= 1.0


def test_attempts_end_and_are_counted_once():
	"""No second retry loop inside LiteLLM multiplies the attempts."""
	with ModelServer([error(500, "boom")] * 20) as server, pytest.raises(ModelUnavailable):
		ask(server, sleep=lambda _: None)
	assert len(server.requests) == 4


def test_the_policy_ends_before_a_long_wait():
	"""A wait that would go beyond the policy's time, or a longer Retry-After than allowed, is not begun."""
	for policy in (RetryPolicy(total_s=5), RetryPolicy(longest_retry_after_s=10)):
		with ModelServer([rate_limited("30"), answer("never")]) as server:
			with pytest.raises(RateLimited, match="30 seconds") as caught:
				ask(server, retry=policy, sleep=lambda _: pytest.fail("slept"))
		assert caught.value.retry_after_s == 30.0 and caught.value.retryable
		assert len(server.requests) == 1


@pytest.mark.parametrize(
	("reply", "expected"),
	[
		(error(401, f"Incorrect API key provided: {KEY}"), KeyRefused),
		(error(403, "not yours"), KeyRefused),
		(error(400, f"bad Authorization: Bearer {KEY}"), ModelRequestRefused),
		(error(404, "no such model"), ModelRequestRefused),
		(error(422, "cannot"), ModelRequestRefused),
		(error(429, "You exceeded your current quota", code="insufficient_quota"), ModelRequestRefused),
	],
)
def test_refusals_are_not_tried_again(reply, expected):
	"""What will be refused again is asked once, and says who can mend it."""
	with ModelServer([reply]) as server, pytest.raises(expected) as caught:
		ask(server)
	assert len(server.requests) == 1
	assert not caught.value.retryable and caught.value.acts == "manager"


@pytest.mark.parametrize(
	"reply",
	[
		error(401, f"Incorrect API key provided: {KEY}"),
		error(400, f"headers were {{'Authorization': 'Bearer {KEY}'}}"),
		error(500, f"upstream said x-api-key: {KEY}"),
		rate_limited("99"),
		half_json(),
		Reply(completion({"content": "x"}) | {"choices": []}),
	],
)
def test_no_key_in_any_error(reply):
	"""Neither text, arguments, context, nor any frame's values of an error hold the key."""
	with ModelServer([reply]) as server:
		model = ModelConfig("openai/loopback", server.api_base, KEY)
		with pytest.raises(ModelError) as caught:
			complete(model, MESSAGES, timeout_s=5, retry=ONCE)
	raised = caught.value
	assert KEY not in str(raised) and KEY not in repr(raised.args)
	assert "Bearer sk" not in str(raised)
	assert raised.__context__ is None and raised.__cause__ is None
	frames = traceback.TracebackException.from_exception(raised, capture_locals=True).stack[1:]
	assert frames and not [frame.locals for frame in frames if KEY in str(frame.locals)]
	assert KEY not in repr(model)


def test_timeout():
	"""A service that does not answer in time is a ModelTimeout that names the seconds."""
	with ModelServer([slow(3)]) as server, pytest.raises(ModelTimeout, match=r"0\.5 s"):
		ask(server, timeout_s=0.5, retry=ONCE)


def test_nobody_listens():
	"""A closed port is ModelUnavailable."""
	with pytest.raises(ModelUnavailable):
		complete(ModelConfig("openai/x", "http://127.0.0.1:1/v1", KEY), MESSAGES, timeout_s=5, retry=ONCE)


def test_unknown_provider_is_said_before_any_request():
	"""A model string that LiteLLM cannot place names the record to mend."""
	with ModelServer() as server, pytest.raises(ModelMisconfigured, match="AI Model"):
		ask(server, model="nonsense-without-provider")
	assert server.requests == []


def test_tools_are_never_dropped_in_silence():
	"""A model that LiteLLM knows to take no tools is refused when tools are offered."""
	with ModelServer() as server, pytest.raises(ModelMisconfigured, match="takes no tools"):
		ask(
			server,
			model="petals/x",
			tools=[SEARCH],
		)
	assert server.requests == []


def test_key_of_the_environment_is_never_used(monkeypatch):
	"""Without a key of its own, a provider does not borrow the one in the environment, nor its address."""
	monkeypatch.setenv("OPENAI_API_KEY", "sk-of-another-site")
	monkeypatch.setenv("OPENAI_API_BASE", "http://127.0.0.1:1/v1")
	with ModelServer([answer("Hi")]) as server:
		ask(server, key=None)
	assert server.requests[0].headers["authorization"] == f"Bearer {NO_KEY}"


def test_cost():
	"""By the AI Model's prices, else by LiteLLM's map, else unknown: None, not 0."""
	with ModelServer([answer("x", prompt_tokens=1000, completion_tokens=500)] * 4) as server:
		assert ask(server, prices=Prices(2.0, 8.0)).cost == pytest.approx(0.006)
		assert ask(server, prices=Prices(0.0, 0.0)).cost == 0.0
		assert ask(server, model="openai/gpt-4o-mini").cost == pytest.approx(0.00045)
		assert ask(server).cost is None


def test_importing_huf_ai_imports_no_litellm():
	"""The rooms that a web worker imports load neither LiteLLM, openai, llama-index nor jsonschema."""
	code = (
		"import sys, huf.agent.loop, huf.agent.models.client, huf.agent.structured, huf.agent.models.errors;"
		"heavy = {'litellm', 'openai', 'llama_index', 'jsonschema', 'frappe', 'httpx'} & set(sys.modules);"
		"sys.exit(f'imported: {heavy}' if heavy else 0)"
	)
	done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
	assert done.returncode == 0, done.stderr


def test_litellm_is_loaded_without_network_env_file_and_telemetry(tmp_path):
	"""Loading LiteLLM reads no .env file, opens no connection, and switches its telemetry off."""
	(tmp_path / ".env").write_text("HUF_LEAK=1\n")
	code = (
		"import os, socket\n"
		"def refuse(*a, **k): raise SystemExit('network at import')\n"
		"socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse\n"
		"from huf.agent.models.client import load_litellm\n"
		"litellm = load_litellm()\n"
		"assert litellm.telemetry is False and 'HUF_LEAK' not in os.environ\n"
	)
	done = subprocess.run(
		[sys.executable, "-c", code],
		cwd=tmp_path,
		capture_output=True,
		text=True,
		env={"PYTHONPATH": ":".join(filter(None, sys.path)), "PATH": "/usr/bin"},
	)
	assert done.returncode == 0, done.stderr
