"""Mandatory knowledge of a run: search each source with the user's message, within its budget."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from huf.engine.citations import CitationLedger
from huf.engine.context import Context, SourceAllowance, build_context
from huf.engine.types import SearchResult, Skipped

if TYPE_CHECKING:
	from huf.ai.knowledge.agent_sources import AgentSource

Search = Callable[[Sequence[str], str, int], SearchResult]
"""Searches these sources for a text and gives at most that many hits, as the acting user."""

SPARE = 2
"""Candidates asked for, for each chunk that may go in: some are duplicates or do not fit."""


@dataclass(frozen=True, slots=True)
class MandatoryKnowledge:
	"""The block for the prompt, and the sources that could not be searched."""

	context: Context
	skipped: tuple[Skipped, ...] = ()


def mandatory_context(
	rows: "Sequence[AgentSource]",
	message: str,
	search: Search,
	*,
	total_tokens: int,
	most_chunks: int,
	ledger: CitationLedger,
) -> MandatoryKnowledge:
	"""Search ``rows`` with ``message`` and fill one block, by priority, within every budget.

	``search`` names a source that it cannot ask in its result; what it raises is the caller's.
	"""
	found = []
	skipped: list[Skipped] = []
	for row in rows:
		top_k = min(row.max_chunks * SPARE, most_chunks)
		result = search((row.source,), message, top_k)
		skipped.extend(result.skipped)
		allowance = SourceAllowance(
			source=row.source,
			title=row.source,
			priority=row.priority,
			max_chunks=min(row.max_chunks, most_chunks),
			token_budget=row.token_budget,
		)
		found.append((allowance, result.hits))
	context = build_context(found, total_tokens=total_tokens, ledger=ledger)
	return MandatoryKnowledge(context, tuple(skipped))
