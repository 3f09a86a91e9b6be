"""What a caller of an agent gets back. Values only."""

from dataclasses import dataclass, field
from typing import Any

from huf.agent.completion import Usage


@dataclass(frozen=True, slots=True)
class Citation:
	"""A passage that the model was given, and whether the answer cites it."""

	number: int
	title: str
	place: str
	source: str
	url: str
	origin: str
	"""Injected, Tool, or List for the answer to a question about many records."""
	cited: bool
	label: str = ""
	"""How its profile names it to a reader; empty without a profile."""


@dataclass(frozen=True, slots=True)
class AgentResult:
	"""How a run went. ``run`` names its Agent Run, which has all of it."""

	run: str
	status: str
	"""Success, Failed, Stopped, Cancelled, Timed Out or Withheld."""
	text: str = ""
	structured: Any = None
	error: str = ""
	citations: tuple[Citation, ...] = ()
	unknown_citations: tuple[int, ...] = ()
	"""Numbers in the answer that no passage has."""
	proposals: tuple[dict[str, Any], ...] = ()
	"""Changes that the agent proposes; the user of the run confirms or declines each."""
	notes: tuple[str, ...] = ()
	iterations: int = 0
	usage: Usage = field(default_factory=Usage)
	cost: float | None = None
	"""US dollars; None when the price of a call is unknown."""
	missing: str = "No"
	"""Whether the answer says that the knowledge does not hold it: No, Partly or Yes."""
	gate_decision: str = ""
	"""Whether mandatory knowledge went before the question: Injected or Left Out; empty without such knowledge."""
	gate_reason: str = ""
	files: tuple[dict[str, Any], ...] = ()
	"""Each attached file with how it was used: the rows of ``files`` of the Agent Run."""
	verification_result: str = ""
	"""Confirmed, Nothing to Check, Not Confirmed or Contradicted; empty when the answer was not verified."""
	verification_reasons: tuple[str, ...] = ()
	verification: dict[str, Any] | None = None
	"""Each claim with its status and place, and how much is cited; see ``docs/answers.md``."""
