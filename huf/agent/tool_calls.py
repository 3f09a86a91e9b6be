"""The tool calls of a run: each answered by exactly one reply, whatever the model wrote. Pure: no Frappe, no LiteLLM."""

import json
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from huf.agent.completion import CallTool, Completion, Message, RunInterrupted, ToolCall
from huf.engine.errors import HufError

RAW_ARGUMENTS_SHOWN = 200

Refusal = Literal["unknown tool", "not now", "bad arguments", "repeated"]


ToolStatus = Literal["ok", "unknown tool", "not now", "bad arguments", "repeated", "failed"]


@dataclass(frozen=True, slots=True)
class ToolOutcome:
	"""One tool call of the run and what came of it."""

	name: str
	arguments: str
	"""As the model wrote them."""
	status: ToolStatus
	error: str = ""
	seconds: float = 0.0


class ToolCalls:
	"""Answers the calls of every turn, and remembers them: one that is repeated word for word is not run again."""

	def __init__(
		self,
		tools: Sequence[Mapping[str, Any]],
		call_tool: CallTool,
		let_through: tuple[type[BaseException], ...],
		withheld: Callable[[], Collection[str]],
		messages: Sequence[Message],
	) -> None:
		self._tools = tools
		self._call_tool = call_tool
		self._let_through: tuple[type[BaseException], ...] = (*let_through, RunInterrupted)
		self._withheld = withheld
		self._asked: set[tuple[str, str]] = set()
		self._used_ids = {call["id"] for message in messages for call in message.get("tool_calls") or ()}
		self.outcomes: list[ToolOutcome] = []

	def offered(self) -> list[Mapping[str, Any]]:
		"""The tools that the model may use in this step."""
		withheld = self._withheld()
		return [tool for tool in self._tools if _name_of(tool) not in withheld]

	def answer(self, completion: Completion) -> tuple[list[Message], bool]:
		"""Run every call of a turn: the messages to append, and whether at least one was not a repetition."""
		replies: list[Message] = []
		wanted: list[dict[str, Any]] = []
		new = False
		for call in completion.tool_calls:
			call_id = self._unique_id(call.id)
			arguments, problem = _parse_arguments(call.arguments)
			reply, outcome = self._answer_call(call, arguments, problem)
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
		asked: Message = {"role": "assistant", "content": completion.text or None, "tool_calls": wanted}
		return [asked, *replies], new

	def _answer_call(
		self, call: ToolCall, arguments: dict[str, Any] | None, problem: str
	) -> tuple[str, ToolOutcome]:
		"""The reply to one tool call, and the record of it."""

		def refused(status: Refusal, why: str) -> tuple[str, ToolOutcome]:
			return _error_reply(why), ToolOutcome(call.name, call.arguments, status, why)

		names = [_name_of(tool) for tool in self.offered()]
		if call.name in map(_name_of, self._tools) and call.name not in names:
			return refused(
				"not now",
				f"The tool “{call.name}” changes something, and is not available once texts that others wrote have "
				"been read. Say what you would have done with it.",
			)
		if call.name not in names:
			return refused(
				"unknown tool", f"There is no tool “{call.name}”. The tools are: {', '.join(names)}."
			)
		if arguments is None:
			return refused("bad arguments", problem)
		key = (call.name, json.dumps(arguments, sort_keys=True))
		if key in self._asked:
			return refused(
				"repeated",
				"You already made this very call; its result is above. Use it, or ask for something else.",
			)
		self._asked.add(key)
		started = time.monotonic()
		status: ToolStatus = "ok"
		why = ""
		try:
			reply = self._call_tool(call.name, arguments)
		except self._let_through:
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

	def _unique_id(self, wanted: str) -> str:
		"""``wanted``, or a new id if it is empty or was used before, as some services do."""
		number = len(self._used_ids)
		call_id = wanted
		while not call_id or call_id in self._used_ids:
			call_id = f"call_huf_{number}"
			number += 1
		self._used_ids.add(call_id)
		return call_id


def _name_of(tool: Mapping[str, Any]) -> str:
	return str(tool["function"]["name"])


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
