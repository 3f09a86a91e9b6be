"""An answer that comes in pieces, put together: text, tool calls, tokens."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from huf.agent.completion import Completion, Message, ToolCall, Usage
from huf.engine.services import StreamNotGiven
from huf.engine.tokens import count_tokens

if TYPE_CHECKING:
	from huf.agent.models.watched import Piece

MOST_CHARACTERS = 400_000
"""An answer without an end is cut here, so that it cannot fill the memory or the database."""


class StreamedAnswer:
	"""Collects the pieces of one streamed answer.

	A tool call comes in fragments: its id and name first, then its arguments bit by bit. Which call a
	fragment belongs to is told by ``index``; some services number every call 0 and tell by the id instead.
	"""

	def __init__(self, piece: "Piece") -> None:
		self._piece = piece
		self._text: list[str] = []
		self._calls: list[dict[str, Any]] = []
		self._usage: Usage | None = None
		self._size = 0
		self._pieces = 0
		self.finish_reason = ""
		self._has_thought = False

	@property
	def is_too_long(self) -> bool:
		"""Whether more than any answer should have has come."""
		return self._size > MOST_CHARACTERS

	def take(self, chunk: Any) -> None:
		"""One piece as LiteLLM gives it."""
		if usage := getattr(chunk, "usage", None):
			self._usage = Usage(usage.prompt_tokens or 0, usage.completion_tokens or 0)
			self._has_thought = self._has_thought or has_thought(None, usage)
		for choice in (getattr(chunk, "choices", None) or ())[:1]:
			self.finish_reason = choice.finish_reason or self.finish_reason
			delta = choice.delta
			self._has_thought = self._has_thought or has_thought(delta, None)
			if delta.content:
				self._pieces += 1
				self._size += len(delta.content)
				self._text.append(delta.content)
				self._piece.add(delta.content)
			for fragment in delta.tool_calls or ():
				self._pieces += 1
				self._take_call(fragment)

	def _take_call(self, fragment: Any) -> None:
		function = fragment.function
		name, arguments = getattr(function, "name", None), getattr(function, "arguments", None)
		call = self._call_of(getattr(fragment, "index", None), fragment.id, name)
		call["name"] = call["name"] or name or ""
		call["arguments"].append(arguments or "")
		self._size += len(arguments or "")

	def _call_of(self, index: int | None, id_: str | None, name: str | None) -> dict[str, Any]:
		"""The call that a fragment continues, or a new one."""
		for call in reversed(self._calls):
			if call["index"] != index:
				continue
			if id_ and call["id"] and id_ != call["id"] and name:
				break  # the same number under another id is another call
			call["id"] = call["id"] or id_ or ""
			return call
		call = {"index": index, "id": id_ or "", "name": "", "arguments": []}
		self._calls.append(call)
		return call

	def completion(self, messages: Sequence[Message], *, ended: bool) -> Completion:
		"""The whole answer. Raises StreamNotGiven when nothing of one came.

		:param ended: the service itself said that the answer is over.
		"""
		if not self._pieces and not ended:
			raise StreamNotGiven
		text = "".join(self._text)
		calls = tuple(ToolCall(call["id"], call["name"], "".join(call["arguments"])) for call in self._calls)
		reason = "length" if self.is_too_long else self.finish_reason if ended else ""
		usage = self._usage or counted(messages, text, calls)
		return Completion(text, calls, usage, finish_reason=reason, has_thought=self._has_thought)


def has_thought(said: Any, usage: Any) -> bool:
	"""Whether the service tells of thoughts, by what the model ``said`` or by the tokens it counts."""
	details = getattr(usage, "completion_tokens_details", None)
	return bool(getattr(said, "reasoning_content", None) or getattr(details, "reasoning_tokens", None))


def counted(messages: Sequence[Message], text: str, calls: Sequence[ToolCall]) -> Usage:
	"""The tokens by huf's own counter, where the service does not tell them."""
	asked = sum(
		count_tokens(str(message.get("content") or ""))
		+ (count_tokens(json.dumps(message["tool_calls"])) if message.get("tool_calls") else 0)
		for message in messages
	)
	return Usage(asked, count_tokens(text) + sum(count_tokens(call.name + call.arguments) for call in calls))
