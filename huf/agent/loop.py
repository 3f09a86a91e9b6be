"""The agent's loop: ask the model, run the tools it asks for, until it answers. Pure: no Frappe, no LiteLLM.

Two promises hold for every list of messages that is sent. Each tool call is answered by exactly one
tool reply, with arguments that are a JSON object; and a response format is never sent together with
tools, since several services then stop calling tools or refuse the request.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from huf.agent.completion import CallModel, CallTool, Completion, Message, RunInterrupted, Usage
from huf.agent.models.errors import EmptyAnswer, ModelError, ModelRequestRefused
from huf.agent.structured import Structured, read_structured, response_format_for
from huf.agent.tool_calls import ToolCalls, ToolOutcome
from huf.engine.sentences import sentence

ITERATION_LIMIT = 5
MOST_ITERATIONS = 10

LoopState = Literal[
	"Answered", "Empty Answer", "Invalid Output", "Model Error", "Cancelled", "Out Of Time", "Cost Cap"
]


ASK_FINAL = (
	"Answer now, with what you have. You cannot use tools any more. "
	"If something is missing to answer fully, say what is missing."
)


@dataclass(frozen=True, slots=True)
class LoopResult:
	"""How the run went. ``text`` is the answer; ``error`` says why there is none, or none that conforms."""

	text: str
	state: LoopState
	structured: Any = None
	"""The answer as the agent's JSON schema wants it, when it has one."""
	error: str = ""
	iterations: int = 0
	"""Calls of the model, the final one and a repair included."""
	limit_reached: bool = False
	"""The model still wanted tools when the limit came, and was asked to answer without."""
	usage: Usage = field(default_factory=Usage)
	cost: float | None = None
	"""US dollars; None as soon as the price of one call is unknown."""
	finish_reason: str = ""
	"""Of the last call: ``length`` is an answer that was cut, the empty text one that broke off."""
	tool_calls: tuple[ToolOutcome, ...] = ()
	messages: tuple[Message, ...] = ()


def run_loop(
	messages: Sequence[Message],
	tools: Sequence[Mapping[str, Any]],
	call_model: CallModel,
	call_tool: CallTool,
	*,
	iteration_limit: int = ITERATION_LIMIT,
	output_schema: Mapping[str, Any] | None = None,
	let_through: tuple[type[BaseException], ...] = (),
	withheld: Callable[[], Collection[str]] = frozenset,
	before_call: Callable[[], None] | None = None,
) -> LoopResult:
	"""Run the agent on ``messages`` and return how it went; never raises for what a model or a tool does.

	``iteration_limit`` (1 to 10) bounds the calls with tools on; after it the model is asked once more, with
	tools off. ``let_through`` names exceptions of a tool that must end the run, such as a job's time-out.
	``withheld`` names the tools that may not be used now; it is asked before each step and each call.
	``before_call`` is asked before each call of the model. It, ``call_model`` and ``call_tool`` may end the run by
	:class:`~huf.agent.completion.RunInterrupted`: what was done is kept.
	"""
	limit = max(1, min(int(iteration_limit), MOST_ITERATIONS))
	calls = ToolCalls(list(tools), call_tool, let_through, withheld, messages)
	return _Run(list(messages), bool(tools), calls, call_model, output_schema, before_call).run(limit)


class _Run:
	"""The state of one run."""

	def __init__(
		self,
		messages: list[Message],
		has_tools: bool,
		calls: ToolCalls,
		call_model: CallModel,
		output_schema: Mapping[str, Any] | None,
		before_call: Callable[[], None] | None,
	) -> None:
		self.messages = messages
		self.has_tools = has_tools
		self.calls = calls
		self.call_model = call_model
		self.schema = output_schema
		self.before_call = before_call
		self.iterations = 0
		self.usage = Usage()
		self.costs: list[float | None] = []
		self.finish_reason = ""
		self.limit_reached = False

	def run(self, limit: int) -> LoopResult:
		try:
			text = ""
			if self.has_tools:
				text = self.converse(limit)
			elif not self.schema:
				text = self.ask_text()
			if self.schema:
				return self.finish_structured(text)
			text = text or self.ask_text(ASK_FINAL)
			if text:
				return self.result(text, "Answered")
			error = sentence("The model gave no text, also not when it was asked once more, without tools.")
			if self.finish_reason == "length":
				error = str(EmptyAnswer())
			return self.result("", "Empty Answer", error=error)
		except ModelError as error:
			return self.result("", "Model Error", error=str(error))
		except RunInterrupted as stop:
			return self.result(stop.partial.text if stop.partial else "", stop.state, error=str(stop))

	def converse(self, limit: int) -> str:
		"""Let the model use tools until it answers; the empty text if it does not."""
		only_repeats = 0
		for _ in range(limit):
			completion = self.ask(self.calls.offered(), None)
			if not completion.tool_calls:
				if completion.text.strip():
					self.messages.append({"role": "assistant", "content": completion.text})
				return completion.text.strip()
			replies, new = self.calls.answer(completion)
			self.messages += replies
			only_repeats = 0 if new else only_repeats + 1
			if only_repeats == 2:
				return ""
		self.limit_reached = True
		return ""

	def ask(
		self, tools: Sequence[Mapping[str, Any]] | None, response_format: Mapping[str, Any] | None
	) -> Completion:
		if self.before_call:
			self.before_call()
		self.iterations += 1
		try:
			completion = self.call_model(list(self.messages), tools or None, response_format)
		except RunInterrupted as stop:
			if stop.partial:
				self.count(stop.partial)
			else:
				self.iterations -= 1  # the model was not asked
			raise
		except ModelError as error:
			if error.spent:
				self.count(error.spent)
			raise
		self.count(completion)
		return completion

	def count(self, completion: Completion) -> None:
		"""Add up what a call took."""
		self.usage = self.usage + completion.usage
		self.costs.append(completion.cost)
		self.finish_reason = completion.finish_reason

	def ask_text(self, request: str = "") -> str:
		"""One call with tools off, after ``request`` if there is one; the empty text if nothing came."""
		if request:
			self.messages.append({"role": "user", "content": request})
		text = self.ask(None, None).text.strip()
		if text:
			self.messages.append({"role": "assistant", "content": text})
		return text

	def finish_structured(self, text: str) -> LoopResult:
		"""The answer as the schema wants it: what is there if it conforms, else asked for, repaired once."""
		schema = self.schema or {}
		found = read_structured(text, schema) if text else Structured(None, "There was no answer yet.")
		request = f"{ASK_FINAL if self.has_tools else ''} Answer with JSON alone that conforms to this schema: {json.dumps(schema)}".strip()
		for _ in range(2):
			if not found.error:
				break
			self.messages.append({"role": "user", "content": request})
			text = self.ask_structured(schema)
			found = read_structured(text, schema)
			if text:
				self.messages.append({"role": "assistant", "content": text})
			request = (
				f"That does not conform: {found.error} Answer again with the whole JSON, and nothing else. "
				f"The schema is: {json.dumps(schema)}"
			)
		if found.error:
			return self.result(
				text,
				"Invalid Output",
				error=f"The answer does not conform to the agent's schema: {found.error}",
			)
		return self.result(text, "Answered", structured=found.value)

	def ask_structured(self, schema: Mapping[str, Any]) -> str:
		"""One call with the response format; a service that refuses the format is asked without it."""
		try:
			return self.ask(None, response_format_for(schema)).text.strip()
		except ModelRequestRefused:
			return self.ask(None, None).text.strip()

	def result(self, text: str, state: LoopState, *, structured: Any = None, error: str = "") -> LoopResult:
		known = [cost for cost in self.costs if cost is not None]
		return LoopResult(
			text=text,
			state=state,
			structured=structured,
			error=error,
			iterations=self.iterations,
			limit_reached=self.limit_reached,
			usage=self.usage,
			cost=sum(known) if known and len(known) == len(self.costs) else None,
			finish_reason=self.finish_reason,
			tool_calls=tuple(self.calls.outcomes),
			messages=tuple(self.messages),
		)
