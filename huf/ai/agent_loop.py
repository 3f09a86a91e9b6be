"""The agent's loop: ask the model, run the tools it asks for, until it answers. Pure: no Frappe, no LiteLLM.

Two promises hold for every list of messages that is sent. Each tool call is answered by exactly one
tool reply, with arguments that are a JSON object; and a response format is never sent together with
tools, since several services then stop calling tools or refuse the request.
"""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from huf.ai.completion import CallModel, CallTool, Completion, Message, ToolCall, Usage
from huf.ai.model_errors import ModelError, ModelRequestRefused
from huf.ai.structured import Structured, read_structured, response_format_for
from huf.engine.errors import HufError

ITERATION_LIMIT = 5
MOST_ITERATIONS = 10
RAW_ARGUMENTS_SHOWN = 200

LoopState = Literal["Answered", "Empty Answer", "Invalid Output", "Model Error"]

ASK_FINAL = (
	"Answer now, with what you have. You cannot use tools any more. "
	"If something is missing to answer fully, say what is missing."
)


@dataclass(frozen=True, slots=True)
class ToolOutcome:
	"""One tool call of the run and what came of it."""

	name: str
	arguments: str
	"""As the model wrote them."""
	status: Literal["ok", "unknown tool", "bad arguments", "repeated", "failed"]
	error: str = ""
	seconds: float = 0.0


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
) -> LoopResult:
	"""Run the agent on ``messages`` and return how it went; never raises for what a model or a tool does.

	``iteration_limit`` (1 to 10) bounds the calls with tools on; after it the model is asked once more, with
	tools off. ``let_through`` names exceptions of a tool that must end the run, such as a job's time-out.
	"""
	limit = max(1, min(int(iteration_limit), MOST_ITERATIONS))
	return _Run(list(messages), list(tools), call_model, call_tool, output_schema, let_through).run(limit)


class _Run:
	"""The state of one run."""

	def __init__(
		self,
		messages: list[Message],
		tools: list[Mapping[str, Any]],
		call_model: CallModel,
		call_tool: CallTool,
		output_schema: Mapping[str, Any] | None,
		let_through: tuple[type[BaseException], ...],
	) -> None:
		self.messages = messages
		self.tools = tools
		self.call_model = call_model
		self.call_tool = call_tool
		self.schema = output_schema
		self.let_through = let_through
		self.names = [str(tool["function"]["name"]) for tool in tools]
		self.asked: set[tuple[str, str]] = set()
		self.used_ids = {call["id"] for message in messages for call in message.get("tool_calls") or ()}
		self.outcomes: list[ToolOutcome] = []
		self.iterations = 0
		self.usage = Usage()
		self.costs: list[float | None] = []
		self.limit_reached = False

	def run(self, limit: int) -> LoopResult:
		try:
			text = ""
			if self.tools:
				text = self.converse(limit)
			elif not self.schema:
				text = self.ask_text()
			if self.schema:
				return self.finish_structured(text)
			text = text or self.ask_text(ASK_FINAL)
			if text:
				return self.result(text, "Answered")
			return self.result(
				"",
				"Empty Answer",
				error="The model gave no text, also not when it was asked once more, without tools.",
			)
		except ModelError as error:
			return self.result("", "Model Error", error=str(error))

	def converse(self, limit: int) -> str:
		"""Let the model use tools until it answers; the empty text if it does not."""
		only_repeats = 0
		for _ in range(limit):
			completion = self.ask(self.tools, None)
			if not completion.tool_calls:
				if completion.text.strip():
					self.messages.append({"role": "assistant", "content": completion.text})
				return completion.text.strip()
			new = self.answer_calls(completion)
			only_repeats = 0 if new else only_repeats + 1
			if only_repeats == 2:
				return ""
		self.limit_reached = True
		return ""

	def ask(
		self, tools: Sequence[Mapping[str, Any]] | None, response_format: Mapping[str, Any] | None
	) -> Completion:
		self.iterations += 1
		completion = self.call_model(list(self.messages), tools, response_format)
		self.usage = self.usage + completion.usage
		self.costs.append(completion.cost)
		return completion

	def ask_text(self, request: str = "") -> str:
		"""One call with tools off, after ``request`` if there is one; the empty text if nothing came."""
		if request:
			self.messages.append({"role": "user", "content": request})
		text = self.ask(None, None).text.strip()
		if text:
			self.messages.append({"role": "assistant", "content": text})
		return text

	def answer_calls(self, completion: Completion) -> bool:
		"""Run every tool call of a turn and append its reply. True if at least one was not a repetition."""
		replies: list[Message] = []
		wanted: list[dict[str, Any]] = []
		new = False
		for call in completion.tool_calls:
			call_id = self.unique_id(call.id)
			arguments, problem = _parse_arguments(call.arguments)
			reply, outcome = self.answer_call(call, arguments, problem)
			new = new or outcome.status != "repeated"
			self.outcomes.append(outcome)
			replies.append({"role": "tool", "tool_call_id": call_id, "content": reply})
			wanted.append(
				{
					"id": call_id,
					"type": "function",
					# Malformed arguments go back as an empty object: services that translate the
					# conversation parse them again, and would refuse it. The reply quotes them.
					"function": {"name": call.name or "unnamed", "arguments": json.dumps(arguments or {})},
				}
			)
		self.messages.append({"role": "assistant", "content": completion.text or None, "tool_calls": wanted})
		self.messages.extend(replies)
		return new

	def answer_call(
		self, call: ToolCall, arguments: dict[str, Any] | None, problem: str
	) -> tuple[str, ToolOutcome]:
		"""The reply to one tool call, and the record of it."""

		def refused(status: Literal["unknown tool", "bad arguments", "repeated"], why: str) -> Any:
			return _error_reply(why), ToolOutcome(call.name, call.arguments, status, why)

		if call.name not in self.names:
			return refused(
				"unknown tool", f"There is no tool “{call.name}”. The tools are: {', '.join(self.names)}."
			)
		if arguments is None:
			return refused("bad arguments", problem)
		key = (call.name, json.dumps(arguments, sort_keys=True))
		if key in self.asked:
			return refused(
				"repeated",
				"You already made this very call; its result is above. Use it, or ask for something else.",
			)
		self.asked.add(key)
		started = time.monotonic()
		try:
			reply, status, why = self.call_tool(call.name, arguments), "ok", ""
		except self.let_through:
			raise
		except HufError as error:
			reply, status, why = _error_reply(str(error)), "failed", str(error)
		# The tool boundary: whatever a tool raises becomes a result that the model can react to, and is
		# kept in the outcome for the record. What it says may hold internals, so the model does not get it.
		except Exception as error:  # noqa: BLE001
			reply = _error_reply(f"The tool “{call.name}” failed. Go on without it and say what is missing.")
			status, why = "failed", f"{type(error).__name__}: {error}"
		seconds = time.monotonic() - started
		return reply, ToolOutcome(call.name, call.arguments, status, why, seconds)

	def unique_id(self, wanted: str) -> str:
		"""``wanted``, or a new id if it is empty or was used before, as some services do."""
		number = len(self.used_ids)
		call_id = wanted
		while not call_id or call_id in self.used_ids:
			call_id = f"call_huf_{number}"
			number += 1
		self.used_ids.add(call_id)
		return call_id

	def finish_structured(self, text: str) -> LoopResult:
		"""The answer as the schema wants it: what is there if it conforms, else asked for, repaired once."""
		schema = self.schema or {}
		found = read_structured(text, schema) if text else Structured(None, "There was no answer yet.")
		request = f"{ASK_FINAL if self.tools else ''} Answer with JSON alone that conforms to this schema: {json.dumps(schema)}".strip()
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
			tool_calls=tuple(self.outcomes),
			messages=tuple(self.messages),
		)


def _parse_arguments(raw: str) -> tuple[dict[str, Any] | None, str]:
	"""The arguments as an object, or None and what is wrong. No text at all means no arguments."""
	if not raw.strip():
		return {}, ""
	shown = raw[:RAW_ARGUMENTS_SHOWN]
	try:
		arguments = json.loads(raw)
	except ValueError as error:
		return None, f"The arguments are not valid JSON ({error}). You sent: {shown}"
	except RecursionError:
		return None, f"The arguments are nested too deeply. You sent: {shown}"
	if not isinstance(arguments, dict):
		return None, f"The arguments must be one JSON object with named values. You sent: {shown}"
	return arguments, ""


def _error_reply(why: str) -> str:
	return json.dumps({"error": why}, ensure_ascii=False)
