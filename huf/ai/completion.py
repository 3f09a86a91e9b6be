"""What passes between an agent and a model: one call's answer, its tokens, its price. Values only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

Message = dict[str, Any]
"""One chat message in OpenAI's form: ``role``, ``content``, ``tool_calls`` or ``tool_call_id``."""


@dataclass(frozen=True, slots=True)
class ToolCall:
	"""A tool that the model asks for. ``arguments`` is text exactly as the model wrote it."""

	id: str
	name: str
	arguments: str


@dataclass(frozen=True, slots=True)
class Usage:
	"""Tokens as the model's service counted them."""

	prompt_tokens: int = 0
	completion_tokens: int = 0

	def __add__(self, other: "Usage") -> "Usage":
		return Usage(
			self.prompt_tokens + other.prompt_tokens, self.completion_tokens + other.completion_tokens
		)


@dataclass(frozen=True, slots=True)
class Completion:
	"""One answer of a model."""

	text: str = ""
	tool_calls: tuple[ToolCall, ...] = ()
	usage: Usage = field(default_factory=Usage)
	cost: float | None = None
	"""In US dollars. None means unknown, which is not the same as free."""
	finish_reason: str = ""


class CallModel(Protocol):
	"""How the loop reaches a model. Raises :class:`~huf.ai.model_errors.ModelError`."""

	def __call__(
		self,
		messages: Sequence[Message],
		tools: Sequence[Mapping[str, Any]] | None,
		response_format: Mapping[str, Any] | None,
	) -> Completion: ...


class CallTool(Protocol):
	"""How the loop runs a tool. ``arguments`` is the parsed JSON object; the result goes to the model."""

	def __call__(self, name: str, arguments: dict[str, Any]) -> str: ...
