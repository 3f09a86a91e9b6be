"""Optional knowledge of a run: the tools a model may call, bound on the server to one agent and one user."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from huf.engine.prompt.citations import CitationLedger
from huf.engine.prompt.context import worth_their_room
from huf.engine.request import MOST_HITS, Request
from huf.engine.tools.knowledge import (
	MOST_PAGES,
	SEARCH_TOOL,
	SOURCES_TOOL,
	ToolSource,
	parse_tool_arguments,
	tool_schemas,
)
from huf.engine.tools.rendering import render_sources, render_tool_result
from huf.engine.types import Hit, LinkedRecord, SearchResult, Skipped

if TYPE_CHECKING:
	from huf.ai.access.scopes.agent_sources import AgentSource

RESULT_TOKENS = 2000
"""Most tokens of one tool result over several sources, unless one of their rows allows more."""

Search = Callable[[Request], SearchResult]
"""Searches for the acting user, whoever the request says it is for."""

Linked = Callable[[Sequence[Hit], Sequence[str]], Sequence[LinkedRecord]]
"""Given passages that the acting user was shown, and sources: what in these the records of the passages link to, as far as the user may
read it."""


class KnowledgeTools:
	"""``knowledge_search`` and ``get_knowledge_sources`` over fixed sources.

	What may be searched, and as whom, is in ``rows`` and ``search``; nothing that a model sends changes it.
	"""

	def __init__(
		self,
		rows: "Sequence[AgentSource]",
		search: Search,
		ledger: CitationLedger,
		timezone: str = "UTC",
		linked: Linked | None = None,
	) -> None:
		""":param linked: None: nothing is said of linked records."""
		self._rows = {row.source: row for row in rows}
		self._sources = [ToolSource(row.source, row.description, row.has_vectors) for row in rows]
		self._search = search
		self._ledger = ledger
		self._timezone = timezone
		self._linked = linked
		self.schemas: list[dict[str, Any]] = tool_schemas(self._sources)
		"""In OpenAI's form; empty without sources."""
		self.skipped: list[Skipped] = []
		"""Sources that a search of this run could not ask."""
		self.notes: list[str] = []
		"""What the searches of this run had to say besides."""

	def call(self, name: str, arguments: dict[str, Any]) -> str:
		"""Run one tool and return its result for the model, as JSON.

		Raises ToolArgumentError when the arguments are wrong, in words for the model.
		"""
		if name == SOURCES_TOOL:
			return render_sources(self._sources)
		if name != SEARCH_TOOL:
			raise LookupError(f"{name} is not a knowledge tool")
		asked = parse_tool_arguments(arguments, self._sources, self._timezone)
		wanted = asked.request
		rows = [self._rows[source] for source in wanted.sources]
		fills = not asked.says_how_many and not any(row.max_chunks for row in rows)
		wanted_k = MOST_HITS if fills else wanted.top_k
		bounded = len(rows) > 1 and any(0 < row.max_chunks < wanted_k for row in rows)
		top_k = min(wanted_k, sum(row.max_chunks or MOST_HITS for row in rows))
		# What the model has already takes no place of those that it asks for.
		skips_given = asked.page == 1 and bool(self._ledger.whole)
		# When a row takes fewer passages than the model wants, the others fill up.
		most = MOST_HITS if bounded or skips_given else min(MOST_HITS, top_k * asked.page)
		result = self._search(replace(wanted, top_k=most))
		self.skipped += [skip for skip in result.skipped if skip not in self.skipped]
		self.notes += [note for note in result.notes if note not in self.notes]
		if fills:
			# What stands above already takes no room again, so the same search goes on where it ended.
			hits = tuple(worth_their_room(result.hits))
			new = any(not self._ledger.has_whole(hit) for hit in hits)
		else:
			given = [hit for hit in result.hits if self._ledger.has_whole(hit)] if skips_given else []
			left = [hit for hit in result.hits if hit not in given]
			hits = (
				*self._page(left, asked.page, top_k),
				*(hit for hit in given if hit in result.hits[:top_k]),
			)
			new = len(hits) >= top_k and top_k * asked.page < MOST_HITS
		# Also of sources that this search was not about: the model may ask them next.
		linked = self._linked(hits, list(self._rows)) if self._linked else ()
		result = replace(result, hits=hits, linked=tuple(linked))
		next_page = asked.page + 1 if new and asked.page < MOST_PAGES else None
		budgets = [row.token_budget for row in rows]
		budget = min(sum(budgets), max(RESULT_TOKENS, *budgets))
		return render_tool_result(
			result, self._ledger, token_budget=budget, query=wanted.query, next_page=next_page
		)

	def _page(self, hits: Sequence[Hit], page: int, top_k: int) -> tuple[Hit, ...]:
		"""The hits of one page: each takes from what the pages before it left, within the rows."""
		left = list(hits)
		found: tuple[Hit, ...] = ()
		for _ in range(page):
			found = self._within_rows(left)[:top_k]
			left = [hit for hit in left if hit not in found]
		return found

	def _within_rows(self, hits: Sequence[Hit]) -> tuple[Hit, ...]:
		"""The hits without those that are one too many for their source's row."""
		taken: Counter[str] = Counter()
		kept = []
		for hit in hits:
			taken[hit.source] += 1
			if taken[hit.source] <= (self._rows[hit.source].max_chunks or MOST_HITS):
				kept.append(hit)
		return tuple(kept)
