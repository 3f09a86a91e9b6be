"""Mandatory knowledge of a run: what is searched for in each source, and the block that is made of what was found."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from huf.engine.prompt.citations import CitationLedger
from huf.engine.prompt.context import Context, SourceAllowance, build_context
from huf.engine.request import Request
from huf.engine.types import Hit, SearchResult, Skipped

if TYPE_CHECKING:
	from huf.ai.access.scopes.agent_sources import AgentSource


SPARE = 2
"""Candidates asked for, for each chunk that may go in: some are duplicates or do not fit."""


@dataclass(frozen=True, slots=True)
class MandatoryKnowledge:
	"""The block for the prompt, and the sources that could not be searched."""

	context: Context
	skipped: tuple[Skipped, ...] = ()
	notes: tuple[str, ...] = ()
	"""What the searches had to say besides, for example that one went on by words alone."""


def request_of(row: "AgentSource", question: str, most_chunks: int) -> Request:
	"""What is searched for in the source of one row, whose limits and the site's act."""
	most = min(row.max_chunks * SPARE, most_chunks) if row.max_chunks else most_chunks
	return Request(question, row.names, most, may_be_cut=True)


def mandatory_context(
	found: "Sequence[tuple[AgentSource, SearchResult]]",
	*,
	total_tokens: int,
	most_chunks: int,
	ledger: CitationLedger,
	heading: Callable[[Hit], str] | None = None,
) -> MandatoryKnowledge:
	"""Fill one block from what was ``found`` for each row (:func:`request_of`), by priority, within every budget.

	``heading`` makes the line over each passage.
	"""
	allowed = [
		(
			SourceAllowance(
				source=row.source,
				title=row.source,
				priority=row.priority,
				max_chunks=min(row.max_chunks, most_chunks) if row.max_chunks else None,
				token_budget=row.token_budget,
			),
			result.hits,
		)
		for row, result in found
	]
	return MandatoryKnowledge(
		build_context(allowed, total_tokens=total_tokens, ledger=ledger, heading=heading),
		tuple(skip for _row, result in found for skip in result.skipped),
		tuple(note for _row, result in found for note in result.notes),
	)
