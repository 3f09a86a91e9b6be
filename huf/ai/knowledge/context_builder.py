"""Mandatory knowledge of a run: search each source with the user's message, within its budget."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from huf.engine.citations import CitationLedger
from huf.engine.context import Context, SourceAllowance, build_context
from huf.engine.types import Hit, SearchResult, Skipped

if TYPE_CHECKING:
	from huf.ai.access.scopes.agent_sources import AgentSource
	from huf.engine.backends.base import Mode


class Search(Protocol):
	"""Searches sources as the acting user."""

	def __call__(
		self, sources: Sequence[str], query: str, top_k: int, *, mode: "Mode | None" = None
	) -> SearchResult:
		"""At most ``top_k`` hits of these sources for ``query``."""


SPARE = 2
"""Candidates asked for, for each chunk that may go in: some are duplicates or do not fit."""


@dataclass(frozen=True, slots=True)
class MandatoryKnowledge:
	"""The block for the prompt, and the sources that could not be searched."""

	context: Context
	skipped: tuple[Skipped, ...] = ()
	notes: tuple[str, ...] = ()
	"""What the searches had to say besides, for example that one went on by words alone."""


def mandatory_context(
	rows: "Sequence[AgentSource]",
	message: str,
	search: Search,
	*,
	total_tokens: int,
	most_chunks: int,
	ledger: CitationLedger,
	heading: Callable[[Hit], str] | None = None,
) -> MandatoryKnowledge:
	"""Search ``rows`` with ``message`` and fill one block, by priority, within every budget.

	``heading`` makes the line over each passage. ``search`` names a source that it cannot ask in its result; what it raises is the caller's.
	"""
	found = []
	skipped: list[Skipped] = []
	notes: list[str] = []
	for row in rows:
		top_k = min(row.max_chunks * SPARE, most_chunks)
		result = search((row.source,), message, top_k)
		skipped.extend(result.skipped)
		notes.extend(result.notes)
		allowance = SourceAllowance(
			source=row.source,
			title=row.source,
			priority=row.priority,
			max_chunks=min(row.max_chunks, most_chunks),
			token_budget=row.token_budget,
		)
		found.append((allowance, result.hits))
	context = build_context(found, total_tokens=total_tokens, ledger=ledger, heading=heading)
	return MandatoryKnowledge(context, tuple(skipped), tuple(notes))
