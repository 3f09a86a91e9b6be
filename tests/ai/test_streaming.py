"""Answers in pieces, and calls that are ended from outside: real LiteLLM, real HTTP, the loopback server."""

import json
import time

import pytest

from huf.agent.completion import RunCancelled, RunOutOfTime, Usage
from huf.agent.models.client import ModelConfig, Prices, complete
from huf.agent.models.errors import ModelError, ModelTimeout
from huf.engine.services import RetryPolicy
from tests.model_server import (
	ModelServer,
	Reply,
	answer,
	calls,
	completion,
	error,
	rate_limited,
	slow,
	streamed,
)

KEY = "sk-live-4f9a8b7c6d5e4f3a2b1c"
MESSAGES = [{"role": "user", "content": "Hello"}]
SEARCH = {"type": "function", "function": {"name": "knowledge_search", "parameters": {"type": "object"}}}
LONG = " ".join(f"word{number}" for number in range(200))


class Shown:
	"""What a reader sees: the text, and how often it began anew."""

	def __init__(self, after=None):
		self.text, self.pieces, self.begun = "", 0, 0
		self.after = after

	def restart(self):
		self.text, self.begun = "", self.begun + 1

	def add(self, text):
		self.text += text
		self.pieces += 1
		if self.after:
			self.after(self)


class Limits:
	"""A run that has so many seconds, and may be told to stop."""

	def __init__(self, seconds=30.0):
		self.end = time.monotonic() + seconds
		self.stop = False

	def check(self):
		if self.stop:
			raise RunCancelled("Cancelled.")
		if self.remaining_s() <= 0:
			raise RunOutOfTime("No time left.")

	def remaining_s(self):
		return self.end - time.monotonic()


def ask(server, **options):
	options.setdefault("retry", RetryPolicy(attempts=1))
	model = options.pop("model", ModelConfig("openai/loopback", server.api_base, KEY))
	return complete(model, MESSAGES, timeout_s=options.pop("timeout_s", 20), **options)


@pytest.mark.parametrize("limits", [None, Limits])
def test_pieces_make_the_whole_answer(limits):
	"""The reader gets the answer piece by piece; together they are the answer, with the tokens of the service."""
	shown = Shown()
	with ModelServer([streamed(LONG)]) as server:
		model = ModelConfig("openai/loopback", server.api_base, KEY, prices=Prices(1.0, 2.0))
		found = ask(server, model=model, sink=shown, watch=limits and limits())
	assert found.text == shown.text == LONG
	assert shown.pieces > 100 and shown.begun == 1
	assert (found.usage, found.finish_reason) == (Usage(100, 10), "stop")
	assert found.cost == pytest.approx(120 / 1_000_000)
	assert server.bodies[0]["stream"] is True


def test_tool_calls_of_a_stream_are_put_together():
	"""Two calls whose arguments come in fragments arrive whole, each with its own id."""
	wanted = (("knowledge_search", {"query": "a long question with ü"}), ("knowledge_search", {"query": "b"}))
	with ModelServer([calls(*wanted)]) as server:
		found = ask(server, sink=Shown(), tools=[SEARCH])
	assert [(call.id, call.name, json.loads(call.arguments)) for call in found.tool_calls] == [
		("call_0", *wanted[0]),
		("call_1", *wanted[1]),
	]


def test_calls_that_all_have_the_number_0():
	"""A service that numbers every call 0 and tells them apart by their ids alone is understood."""
	from types import SimpleNamespace as Some

	from huf.agent.models.stream import StreamedAnswer

	def chunk(id_, name, arguments):
		function = Some(name=name, arguments=arguments)
		delta = Some(content=None, tool_calls=[Some(index=0, id=id_, function=function)])
		return Some(choices=[Some(delta=delta, finish_reason=None)])

	collected = StreamedAnswer(Shown())
	for piece in (("a", "one", '{"x"'), (None, None, ": 1}"), ("b", "two", ""), ("b", None, "{}")):
		collected.take(chunk(*piece))
	found = collected.completion(MESSAGES, ended=True)
	assert [(call.id, call.name, call.arguments) for call in found.tool_calls] == [
		("a", "one", '{"x": 1}'),
		("b", "two", "{}"),
	]


@pytest.mark.parametrize(
	"reply",
	[Reply(completion({"content": "Whole."}), plain=True), error(400, "stream is not supported here")],
)
def test_service_that_does_not_stream(reply):
	"""A service that answers whole, or refuses to stream, is asked without, and its answer is shown at once."""
	shown = Shown()
	with ModelServer([reply, answer("Whole.")]) as server:
		assert ask(server, sink=shown).text == shown.text == "Whole."
	assert not server.bodies[-1].get("stream")


def test_stream_that_breaks_off_says_so():
	"""An answer that just ends has no finish reason; tokens that nobody counted are counted here."""
	with ModelServer([streamed(LONG, breaks_after=20)]) as server:
		found = ask(server, sink=Shown())
	assert found.text.startswith("word0 word1") and "word50" not in found.text
	assert found.finish_reason == ""
	assert found.usage.completion_tokens > 10


def test_another_attempt_begins_anew():
	"""After a refused attempt the reader is told to forget what was shown."""
	shown = Shown()
	with ModelServer([rate_limited("0"), streamed("There.")]) as server:
		ask(server, sink=shown, retry=RetryPolicy(attempts=2), watch=Limits())
	assert (shown.text, shown.begun) == ("There.", 2)


def test_cancelled_between_pieces():
	"""A run that is cancelled while the answer comes keeps what came, counts it, and hangs up."""
	limits = Limits()

	def stop_after_ten(shown):
		limits.stop = shown.pieces >= 10

	with ModelServer([streamed(LONG, piece_delay_s=0.02)]) as server:
		with pytest.raises(RunCancelled) as caught:
			ask(server, sink=Shown(stop_after_ten), watch=limits)
		assert caught.value.partial.text.split()[:2] == ["word0", "word1"]
		assert caught.value.partial.usage.completion_tokens > 0
		end = time.monotonic() + 20
		while not server.hung_up and time.monotonic() < end:
			time.sleep(0.05)
		assert server.hung_up == 1


@pytest.mark.parametrize(
	"reply",
	[
		slow(60),
		streamed("x", drips=True, piece_delay_s=0.1),
		streamed("so", endless=True, piece_delay_s=0.02),
		rate_limited("50"),
	],
	ids=["slow", "drips", "endless", "asks to wait"],
)
@pytest.mark.parametrize("is_streamed", [True, False])
def test_time_is_over_whatever_the_service_does(reply, is_streamed):
	"""A service that is slow, keeps the connection open with nothing, never ends, or asks to wait: the call ends."""
	began = time.monotonic()
	with ModelServer([reply]) as server:
		with pytest.raises((RunOutOfTime, ModelTimeout)):
			# Not streamed, an endless stream is an answer; it is asked for slowly instead.
			if not is_streamed and (reply.endless or reply.drips):
				server.script[:] = [slow(60)]
			ask(
				server,
				sink=Shown() if is_streamed else None,
				watch=Limits(1.5),
				retry=RetryPolicy(attempts=3),
			)
		assert time.monotonic() - began < 15


def test_half_an_answer_is_an_error_without_the_key():
	"""JSON that stops in the middle ends in huf's own error, streamed or not."""
	broken = Reply('data: {"id": "chat', content_type="text/event-stream")
	with ModelServer([broken, broken]) as server, pytest.raises(ModelError) as caught:
		ask(server, sink=Shown(), watch=Limits())
	assert KEY not in str(caught.value)


def test_endless_answer_is_cut(monkeypatch):
	"""An answer that outgrows every size is cut, and says so by its finish reason."""
	monkeypatch.setattr("huf.agent.models.stream.MOST_CHARACTERS", 200)
	with ModelServer([streamed("so", endless=True)]) as server:
		found = ask(server, sink=Shown(), watch=Limits())
	assert found.finish_reason == "length" and 200 < len(found.text) < 300
