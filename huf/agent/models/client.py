"""The only place that calls a model. LiteLLM is imported inside the call: it costs seconds.

Vendor, address and key are given to it, and where a call may go is guarded (:mod:`huf.engine.services`).

LiteLLM's own retries are off. It reaches for Retry-After only in one of its code paths, and two
loops around each other multiply. :func:`complete` waits by itself: as long as the service asks, or
with exponential back-off and full jitter.
"""

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from huf.agent.completion import Completion, Message, RunInterrupted, TextSink, ToolCall, Usage, Watch
from huf.agent.models.errors import ModelError, ModelMisconfigured, ModelUnavailable
from huf.agent.models.litellm_errors import model_error
from huf.agent.models.messages import for_provider, unsupported
from huf.agent.models.stream import StreamedAnswer, StreamNotGiven, counted
from huf.agent.models.watched import Piece, Watched, wait_watched
from huf.engine.services import Access, Egress, load_litellm
from huf.engine.services.scrub import scrub

NO_KEY = "no-key"
"""Sent when a provider has no key, so that LiteLLM never falls back to one from the environment,
which all sites of a bench share."""

TIMEOUT_S = 60.0


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

	@property
	def access(self) -> Access:
		"""Address and key, as the call needs them; never a key from the environment."""
		return Access(self.api_key or placeholder_key(self), self.api_base or None, self.egress)


@dataclass(frozen=True, slots=True)
class RetryPolicy:
	"""When to try again. All times in seconds."""

	attempts: int = 4
	base_s: float = 0.5
	"""The first wait is random between 0 and this; each further one doubles the upper end."""
	cap_s: float = 20.0
	longest_retry_after_s: float = 60.0
	"""A service that asks for more than this gets no further attempt: the caller is told how long."""
	retry_s: float = 120.0
	"""No new attempt starts when waiting for it would go beyond this, counted from the first."""

	def wait_s(self, failed_attempts: int, error: ModelError) -> float | None:
		"""How long to wait after ``failed_attempts`` attempts, or None: do not try again.

		Full jitter, after "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015):
		``random(0, min(cap, base * 2 ** (n - 1)))``. Up to a tenth is added to a Retry-After, so that
		many workers that were refused together do not return together.
		"""
		if not error.retryable or failed_attempts >= self.attempts:
			return None
		retry_after = getattr(error, "retry_after_s", None)
		if retry_after is None:
			return random.uniform(0, min(self.cap_s, self.base_s * 2 ** (failed_attempts - 1)))
		if retry_after > self.longest_retry_after_s:
			return None
		return retry_after * random.uniform(1.0, 1.1)


@dataclass(frozen=True, slots=True)
class _Request:
	"""What is asked of which model."""

	model: ModelConfig
	messages: Sequence[Message]
	tools: Sequence[Mapping[str, Any]] | None = None
	response_format: Mapping[str, Any] | None = None
	max_tokens: int | None = None


def complete(
	model: ModelConfig,
	messages: Sequence[Message],
	tools: Sequence[Mapping[str, Any]] | None = None,
	response_format: Mapping[str, Any] | None = None,
	timeout_s: float = TIMEOUT_S,
	*,
	retry: RetryPolicy | None = None,
	sleep: Callable[[float], None] = time.sleep,
	watch: Watch | None = None,
	sink: TextSink | None = None,
	max_tokens: int | None = None,
) -> Completion:
	"""Ask ``model`` and return its answer; ``timeout_s`` is for each attempt, streamed: for each piece.

	:param watch: asked all the time, also while the service says nothing: it can end the call at any moment.
	:param sink: takes the answer piece by piece, and is told when an attempt begins anew.
	:param max_tokens: longest answer.

	Raises a :class:`~huf.agent.models.errors.ModelError` whose text and context hold neither key nor header, and
	what ``watch`` raises, with what was answered by then.
	"""
	policy = retry or RetryPolicy()
	request = _Request(model, messages, tools, response_format, max_tokens)
	started = time.monotonic()
	attempt = 0
	while True:
		attempt += 1
		answer = _watched_attempt(request, timeout_s, watch, sink)
		if isinstance(answer, Completion):
			return answer
		wait = policy.wait_s(attempt, answer)
		if wait is None or time.monotonic() - started + wait > policy.retry_s:
			raise answer
		if watch:
			wait_watched(wait, watch)
		else:
			sleep(wait)


def _watched_attempt(
	request: _Request, timeout_s: float, watch: Watch | None, sink: TextSink | None
) -> Completion | ModelError:
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


def _attempt(request: _Request, timeout_s: float, piece: Piece | None = None) -> Completion | ModelError:
	"""One request. The error is returned, not raised: raised here it would carry LiteLLM's exception as
	its context, and with it frames that hold the key."""
	litellm = load_litellm()
	import openai

	model = request.model
	call = _Call(model.access)
	with call.guarded():
		problem = unsupported(litellm, model, request.tools)
	if problem:
		return problem
	try:
		if piece:
			try:
				return _streamed(litellm, request, timeout_s, piece, call)
			except StreamNotGiven:
				pass  # asked without a stream, as below
		with call.guarded():
			answer = _read(model, litellm.completion(**_arguments(litellm, request, timeout_s)))
		if piece and answer.text:
			piece.add(answer.text)
		return answer
	except openai.OpenAIError as error:
		if call.problem:
			return ModelMisconfigured(f"The model {model.model} was not asked. {call.problem}")
		return model_error(error, model, timeout_s)
	except (LookupError, TypeError, ValueError, AttributeError) as error:
		# LiteLLM lets these out when an answer has a shape it does not expect, for example no choices.
		detail = scrub(f"{type(error).__name__}: {error}", model.api_key)
		return ModelUnavailable(f"The model {model.model} sent an answer that cannot be read ({detail}).")


def _streamed(litellm: Any, request: _Request, timeout_s: float, piece: Piece, call: "_Call") -> Completion:
	"""The answer piece by piece. Raises StreamNotGiven when the service does not stream."""
	try:
		with call.guarded():
			arguments = _arguments(litellm, request, timeout_s)
			stream = litellm.completion(**arguments, stream=True, stream_options={"include_usage": True})
	except litellm.BadRequestError as error:
		if "stream" in str(error).lower():
			raise StreamNotGiven from None
		raise
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


def _arguments(litellm: Any, request: _Request, timeout_s: float) -> dict[str, Any]:
	model = request.model
	return {
		**model.access.arguments(model.model),
		"messages": for_provider(litellm, model, request.messages, request.tools),
		"tools": list(request.tools) if request.tools else None,
		"response_format": dict(request.response_format) if request.response_format else None,
		"temperature": model.temperature,
		"max_tokens": request.max_tokens,
		"timeout": timeout_s,
		"max_retries": 0,
		"num_retries": 0,
		# Models that take no temperature or no JSON schema get the request without it. That the
		# model takes tools was checked above, so none can be dropped in silence.
		"drop_params": True,
		# Without this, LiteLLM imports its proxy's MCP gateway for every request with tools, which needs
		# packages that its base install does not bring (seen in 1.106).
		"_skip_mcp_handler": True,
	}


class _Call:
	"""The guard around what LiteLLM does for one request, and what it refused. What takes the pieces of a stream, and
	may reach a database or a queue, runs outside of it."""

	def __init__(self, access: Access) -> None:
		self._access = access
		self.problem: str | None = None
		"""Why nothing was sent, in a sentence, if something was refused and nothing allowed since."""

	@contextmanager
	def guarded(self) -> Iterator[None]:
		with self._access.guarded() as guard:
			try:
				yield
			finally:
				self.problem = guard.problem if guard else None

	def each(self, stream: Iterable[Any]) -> Iterator[Any]:
		"""The pieces of a stream."""
		pieces = iter(stream)
		while True:
			with self.guarded():
				piece = next(pieces, _END)
			if piece is _END:
				return
			yield piece


_END = object()


def placeholder_key(model: ModelConfig) -> str | None:
	"""What to send instead of a key that was not given. On the command line, cloud accounts that sign requests get none."""
	if model.egress is not None:
		return NO_KEY
	litellm = load_litellm()
	try:
		provider = litellm.get_llm_provider(model=model.model)[1]
	except litellm.exceptions.BadRequestError:
		return NO_KEY  # a model string that LiteLLM does not know: the request itself says so
	signed = ("bedrock", "sagemaker", "vertex_ai", "ollama")
	return None if provider.startswith(signed) else NO_KEY


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
	)


def cost_of(model: ModelConfig, usage: Usage) -> float | None:
	"""US dollars by the AI Model's prices, else by LiteLLM's price map, else None."""
	litellm = load_litellm()
	if model.prices:
		return (
			usage.prompt_tokens * model.prices.input_per_million
			+ usage.completion_tokens * model.prices.output_per_million
		) / 1_000_000
	if usage == Usage():
		return None
	if model.model not in litellm.model_cost and model.model.split("/", 1)[-1] not in litellm.model_cost:
		# For an unmapped model LiteLLM raises or falls back to a price of zero, depending on the provider.
		return None
	prompt, completion = litellm.cost_per_token(
		model=model.model,
		prompt_tokens=usage.prompt_tokens,
		completion_tokens=usage.completion_tokens,
	)
	return float(prompt + completion)
