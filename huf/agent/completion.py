"""What passes between an agent and a model: one call's answer, its tokens, its price. Values only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol

from huf.engine.errors import HufError

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
	"""As the service worded it: ``stop``, ``length``, ``tool_calls``. Empty: it broke off without a word."""
	has_thought: bool = False
	"""The service tells that the model thought before it wrote."""


class RunInterrupted(HufError):
	"""Something ends the run from outside. ``partial`` is what the model had answered by then, if it was asked."""

	code = "Interrupted"
	state: ClassVar[Literal["Cancelled", "Out Of Time", "Cost Cap"]] = "Cancelled"

	def __init__(self, message: str, partial: Completion | None = None) -> None:
		super().__init__(message)
		self.partial = partial


class RunCancelled(RunInterrupted):
	"""The user asked to stop."""

	code = "Cancelled"


class RunOutOfTime(RunInterrupted):
	"""The run's time is over."""

	code = "Out Of Time"
	state = "Out Of Time"


class CostCapReached(RunInterrupted):
	"""The next call could pass what may be spent in a month."""

	code = "Cost Cap"
	state = "Cost Cap"


class Watch(Protocol):
	"""What a run may not go on without: asked between steps, between pieces of an answer, and while nothing comes."""

	def check(self) -> None:
		"""Raise :class:`RunInterrupted` when the run must end. Called many times a second."""

	def remaining_s(self) -> float:
		"""Seconds until the run's time is over; 0 and less when it is."""


class Purse(Protocol):
	"""What may be spent. Asked before each request, so that no cap is passed by requests that are made at once."""

	@property
	def is_capped(self) -> bool:
		"""Whether anything bounds what is spent. If not, what a request can cost need not be worked out."""

	def reserve(self, most: float | None) -> None:
		"""Set aside what the next request can cost at most, in US dollars; None when nobody knows the price.

		Raises :class:`CostCapReached` when that could pass what may be spent.
		"""

	def pay(self, cost: float | None) -> None:
		"""That request was answered and cost so much."""


class TextSink(Protocol):
	"""Takes an answer while the model writes it."""

	def restart(self) -> None:
		"""What came so far is no answer: another one begins."""

	def add(self, text: str) -> None:
		"""The next piece."""


class CallModel(Protocol):
	"""How the loop reaches a model. Raises :class:`~huf.agent.models.errors.ModelError`."""

	def __call__(
		self,
		messages: Sequence[Message],
		tools: Sequence[Mapping[str, Any]] | None,
		response_format: Mapping[str, Any] | None,
	) -> Completion: ...


class CallTool(Protocol):
	"""How the loop runs a tool. ``arguments`` is the parsed JSON object; the result goes to the model."""

	def __call__(self, name: str, arguments: dict[str, Any]) -> str: ...
