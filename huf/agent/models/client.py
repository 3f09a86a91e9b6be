"""Asks a chat model: with or without tools, whole or piece by piece, watched or not.

How a model is called, what a failure means and when it is tried again is the business of :mod:`huf.engine.services`.
"""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from huf.agent.completion import (
	Completion,
	Message,
	Purse,
	RunInterrupted,
	TextSink,
	ToolCall,
	Usage,
	Watch,
)
from huf.agent.models.errors import ModelError, model_error
from huf.agent.models.messages import for_provider, unsupported
from huf.agent.models.refused import (
	LESS_ROOM,
	NO_ROOM,
	THINKS,
	Memory,
	ProcessMemory,
	refused_in,
	refuses_room,
	refuses_tools,
	without,
)
from huf.agent.models.spending import longest_within, most_of
from huf.agent.models.stream import StreamedAnswer, counted, has_thought
from huf.agent.models.watched import Piece, Watched, wait_watched
from huf.engine.services import (
	Access,
	Call,
	Egress,
	Failure,
	RetryPolicy,
	StreamNotGiven,
	call_model,
	load_litellm,
)
from huf.engine.services.catalogue import list_price, vendor_of

NO_KEY = "no-key"
"""Sent when a provider has no key, so that LiteLLM never falls back to one from the environment,
which all sites of a bench share."""

TIMEOUT_S = 60.0
_REMEMBERED: Memory = ProcessMemory()


@dataclass(frozen=True, slots=True)
class Prices:
	"""US dollars for one million tokens."""

	input_per_million: float
	output_per_million: float


@dataclass(frozen=True, slots=True)
class ModelConfig:
	"""Which model to call, where, and how."""

	model: str
	"""LiteLLM's model string, for example ``openai/gpt-4o-mini``."""
	api_base: str | None = None
	api_key: str | None = field(default=None, repr=False)
	temperature: float | None = None
	prices: Prices | None = None
	egress: Egress | None = None
	"""On a site: where a call may go. None on the command line, where LiteLLM reads the model string as it will."""
	memory: Memory = field(default=_REMEMBERED, repr=False, compare=False)
	"""What the model has refused before."""
	memory_key: str = ""
	"""Under which it is remembered. Empty: the model and its address."""

	@property
	def key_of_memory(self) -> str:
		"""Under which is remembered what this model refuses."""
		return self.memory_key or f"{self.model} {self.api_base or ''}"

	@property
	def access(self) -> Access:
		"""Address and key, as the call needs them; never a key from the environment."""
		return Access(self.api_key or placeholder_key(self), self.api_base or None, self.egress)


@dataclass(frozen=True, slots=True)
class _Request:
	"""What is asked of which model."""

	model: ModelConfig
	messages: Sequence[Message]
	tools: Sequence[Mapping[str, Any]] | None = None
	response_format: Mapping[str, Any] | None = None
	max_tokens: int | None = None
	refused: frozenset[str] = frozenset()
	"""What the model does without; see :mod:`huf.agent.models.refused`."""

	@property
	def optional(self) -> dict[str, Any]:
		"""What is set although a model can answer without."""
		sent = {
			"response_format": dict(self.response_format) if self.response_format else None,
			"temperature": self.model.temperature,
			"max_tokens": self.max_tokens,
		}
		return without(self.refused, sent)


_Answer = Completion | ModelError | Failure


def complete(
	model: ModelConfig,
	messages: Sequence[Message],
	tools: Sequence[Mapping[str, Any]] | None = None,
	response_format: Mapping[str, Any] | None = None,
	timeout_s: float = TIMEOUT_S,
	*,
	retry: RetryPolicy | None = None,
	watch: Watch | None = None,
	sink: TextSink | None = None,
	max_tokens: int | None = None,
	purse: Purse | None = None,
) -> Completion:
	"""Ask ``model`` and return its answer; ``timeout_s`` is for each attempt, streamed: for each piece.

	:param watch: asked all the time, also while the service says nothing: it can end the call at any moment.
	:param sink: takes the answer piece by piece, and is told when an attempt begins anew.
	:param max_tokens: longest answer. A model that was seen to think gets room for that besides.
	:param purse: asked before each request. Where it is capped an answer has a longest length, since one without an end has no price.

	A parameter that the service refuses and that can be left out is left out, and the call made again, once for each.
	An answer that thinking ate up is asked for once more, with room; what comes of it counts all that was paid.

	Raises a :class:`~huf.agent.models.errors.ModelError` whose text and context hold neither key nor header, and
	what ``watch`` raises, with what was answered by then. Both tell what was spent before.
	"""
	policy = retry or RetryPolicy()
	if watch:
		policy = replace(policy, sleep=partial(wait_watched, watch=watch))
	known = model.memory.get(model.key_of_memory)
	if purse and purse.is_capped and not max_tokens:
		max_tokens = longest_within(model.model)
	request = _Request(model, messages, tools, response_format, max_tokens, known)
	spent: list[Completion] = []
	while True:
		try:
			if purse and purse.is_capped:
				purse.reserve(_most(request))
			answer = _asked(request, policy, timeout_s, watch, sink)
		except RunInterrupted as stop:
			stop.partial = _with_spent(stop.partial, spent)
			raise
		if purse and isinstance(answer, Completion):
			purse.pay(answer.cost)
		more = _learnt(request, answer) - request.refused
		# Without the room it is the request whose answer is there already.
		if not more or (spent and NO_ROOM in more):
			break
		if isinstance(answer, Completion):
			spent.append(answer)
		request = replace(request, refused=request.refused | more)
	learnt = request.refused - {NO_ROOM}
	if isinstance(answer, Failure) and spent and (spent[-1].text or refuses_room(answer)):
		answer, learnt = spent.pop(), learnt - {THINKS, LESS_ROOM}
		if sink:
			sink.restart()
			sink.add(answer.text)
	if isinstance(answer, Failure):
		answer = model_error(answer, model.model, has_tools=bool(tools) and refuses_tools(answer))
	if isinstance(answer, ModelError):
		answer.spent = _with_spent(None, spent)
		raise answer
	if learnt != known:
		model.memory.put(model.key_of_memory, learnt)
	return _with_spent(answer, spent) or answer


def _asked(
	request: _Request, policy: RetryPolicy, timeout_s: float, watch: Watch | None, sink: TextSink | None
) -> _Answer:
	answer: _Answer = policy.run(lambda: _watched_attempt(request, timeout_s, watch, sink))
	return answer


def _most(request: _Request) -> float | None:
	"""US dollars that a request can cost at most; None when nobody knows the price."""
	return cost_of(request.model, most_of(request.messages, request.tools, request.optional))


def _learnt(request: _Request, answer: _Answer) -> frozenset[str]:
	"""What the model turns out not to take, or that it thinks; nothing when its answer is one, or fails for another reason."""
	if isinstance(answer, Failure):
		# First, since a limit that is too high is named like one whose name is too old.
		if request.max_tokens and THINKS in request.refused - {NO_ROOM} and refuses_room(answer):
			return frozenset({NO_ROOM if LESS_ROOM in request.refused else LESS_ROOM})
		return refused_in(answer, request.optional)
	if not isinstance(answer, Completion) or answer.finish_reason != "length" or answer.tool_calls:
		return frozenset()
	is_eaten_up = request.max_tokens and (answer.has_thought or not answer.text.strip())
	return frozenset({THINKS}) if is_eaten_up else frozenset()


def _with_spent(answer: Completion | None, before: Sequence[Completion]) -> Completion | None:
	"""The answer, if there is one, with what the calls before it took: they are paid for, too."""
	for one in before:
		if answer is None:
			answer = replace(one, text="", tool_calls=())
			continue
		cost = None if answer.cost is None or one.cost is None else answer.cost + one.cost
		answer = replace(answer, usage=one.usage + answer.usage, cost=cost)
	return answer


def _watched_attempt(
	request: _Request, timeout_s: float, watch: Watch | None, sink: TextSink | None
) -> _Answer:
	"""One request, in a thread of its own when somebody watches it: a service that keeps silent, or that drips
	a byte now and then, must not hold the run."""
	if watch is None:
		if sink is None:
			return _attempt(request, timeout_s)
		sink.restart()
		return _attempt(request, timeout_s, Piece(sink.add))
	watch.check()
	# The check comes first: while there is time left, there is some to ask in.
	timeout_s = min(timeout_s, max(watch.remaining_s(), 1.0))
	if sink:
		sink.restart()
	load_litellm()  # here and not in the thread: whoever imports it first must not be abandoned half-way
	call = Watched(lambda piece: _attempt(request, timeout_s, piece if sink else None), watch, sink)
	try:
		return call.wait()
	except RunInterrupted as stop:
		usage = counted(request.messages, call.text, ())
		stop.partial = Completion(call.text, usage=usage, cost=cost_of(request.model, usage))
		raise


def _attempt(request: _Request, timeout_s: float, piece: Piece | None = None) -> _Answer:
	"""One request, in two if the service does not stream."""

	def work(call: Call) -> Completion | ModelError:
		model = request.model
		with call.guarded():
			if problem := unsupported(model, request.tools):
				return problem
			arguments = _arguments(request)
		if piece:
			with contextlib.suppress(StreamNotGiven):
				return _streamed(call, request, arguments, piece)
		answer = _read(model, call.send(**arguments))
		if piece and answer.text:
			piece.add(answer.text)
		return answer

	return call_model("chat", request.model.model, request.model.access, timeout_s, work)


def _streamed(call: Call, request: _Request, arguments: Mapping[str, Any], piece: Piece) -> Completion:
	"""The answer piece by piece. Raises StreamNotGiven when the service does not stream."""
	stream = call.stream(**arguments)
	# LiteLLM 1.110 takes a stream that ends without a reason for a broken one. Some servers never give one, and whoever
	# reads the answer is told by what stands below: so it is told that a reason has come.
	stream.received_any_finish_reason = True
	piece.opened(stream)
	answer = StreamedAnswer(piece)
	for chunk in call.each(stream):
		answer.take(chunk)
		if piece.abandoned or answer.is_too_long:
			break
	piece.close()
	# LiteLLM words an end of its own when the service gave none.
	done = answer.completion(request.messages, ended=bool(getattr(stream, "received_finish_reason", True)))
	return replace(done, cost=cost_of(request.model, done.usage))


def _arguments(request: _Request) -> dict[str, Any]:
	model = request.model
	return {
		"messages": for_provider(model, request.messages, request.tools),
		"tools": list(request.tools) if request.tools else None,
		**request.optional,
		# Models that take no temperature or no JSON schema get the request without it. That the
		# model takes tools was checked before, so none can be dropped in silence.
		"drop_params": True,
		# Without this, LiteLLM imports its proxy's MCP gateway for every request with tools, which needs
		# packages that its base install does not bring (seen in 1.106).
		"_skip_mcp_handler": True,
	}


def placeholder_key(model: ModelConfig) -> str | None:
	"""What to send instead of a key that was not given. On the command line, cloud accounts that sign requests get none."""
	if model.egress is not None:
		return NO_KEY
	signed = ("bedrock", "sagemaker", "vertex_ai", "ollama")
	return None if vendor_of(model.model, Access()).startswith(signed) else NO_KEY


def _read(model: ModelConfig, response: Any) -> Completion:
	choice = response.choices[0]
	tool_calls = tuple(
		ToolCall(call.id or "", call.function.name or "", call.function.arguments or "")
		for call in choice.message.tool_calls or ()
	)
	told = getattr(response, "usage", None)
	usage = Usage(getattr(told, "prompt_tokens", 0) or 0, getattr(told, "completion_tokens", 0) or 0)
	return Completion(
		text=choice.message.content or "",
		tool_calls=tool_calls,
		usage=usage,
		cost=cost_of(model, usage),
		finish_reason=choice.finish_reason or "",
		has_thought=has_thought(choice.message, told),
	)


def is_free(model: ModelConfig) -> bool:
	"""Whether calls of the model are known to cost nothing."""
	return cost_of(model, Usage(1_000_000, 1_000_000)) == 0


def cost_of(model: ModelConfig, usage: Usage) -> float | None:
	"""US dollars by the AI Model's prices, else by LiteLLM's price map, else None."""
	if model.prices:
		return (
			usage.prompt_tokens * model.prices.input_per_million
			+ usage.completion_tokens * model.prices.output_per_million
		) / 1_000_000
	if usage == Usage():
		return None
	return list_price(model.model, usage.prompt_tokens, usage.completion_tokens)
