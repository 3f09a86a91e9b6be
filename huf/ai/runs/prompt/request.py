"""What a run is asked to do. Values only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from huf.agent.completion import Message

if TYPE_CHECKING:
	from frappe.model.document import Document


@dataclass(frozen=True, slots=True)
class RunRequest:
	"""One question of one user to one agent."""

	agent: "Document"
	"""Without a name: none, see ``access.asked_agent``."""
	user: str
	prompt: str
	earlier: Sequence[Message] = ()
	"""Messages that a caller on the server puts before the question."""
	conversation: str | None = None
	"""The Agent Conversation whose earlier turns come before the question."""
	prompt_is_untrusted: bool = False
	"""The prompt holds text that others wrote, such as that of a document whose saving started the run."""
	files: Sequence[str] = ()
	"""Names of Files that take part: first those that the user attached to this question, then those of ``kept_files``."""
	kept_files: Mapping[str, str] = field(default_factory=dict)
	"""Of them, those that the conversation has from earlier questions, with their titles. Their rights are asked when they are
	read."""
	record: tuple[str, str] | None = None
	"""DocType and name of the record that the server bound the run to; its user may read it. Never from a model or a prompt."""
	knowledge_gate: str | None = None
	"""Always, When Relevant or Never for this one run; None: as the agent says."""
	only_sources: tuple[str, ...] | None = None
	"""Of the agent's sources, or without an agent of those that the user may search, the ones that this run is to use; None: all
	of them."""
	payer_of_test: str | None = None
	"""The user whom the run counts for, if it is a test: it changes nothing, proposes nothing, tells nobody, and is nobody's question. None: no test."""
	limit_s: float | None = None
	"""Seconds that the run may take; None: as Agent Settings and, in a request, its web server say."""

	@property
	def is_test(self) -> bool:
		"""Whether the run only tests what would be answered."""
		return self.payer_of_test is not None
