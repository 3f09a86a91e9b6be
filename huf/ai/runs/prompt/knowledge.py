"""The knowledge of one run: what is put into its prompt, what its model may fetch, and what has to be said about it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import frappe
from frappe import _
from frappe.utils import cint
from frappe.utils.data import get_system_timezone
from rq.timeouts import BaseTimeoutException

from huf.agent.results import Citation
from huf.ai.access.scopes.agent_sources import (
	BOTH,
	MANDATORY,
	OPTIONAL,
	AgentSource,
	AgentSources,
	agent_sources,
)
from huf.ai.access.scopes.resolver import may_search, searchable_sources, source_of_record
from huf.ai.knowledge.ask_record import about_record
from huf.ai.knowledge.backends.questions import asked_for_agent
from huf.ai.knowledge.context_builder import mandatory_context, request_of
from huf.ai.knowledge.retriever import search_as
from huf.ai.knowledge.searching.facets import with_facets_as_filtered
from huf.ai.knowledge.searching.filtering import in_plain_words
from huf.ai.knowledge.searching.search_log import AGENT, AGENT_TOOL
from huf.ai.knowledge.tool import KnowledgeTools
from huf.ai.profiles import RunProfiles, headings_for, profile_without_agent, profiles_of_run
from huf.ai.records.linked_knowledge import linked_knowledge
from huf.ai.records.tools import ErpTools
from huf.ai.runs.files.attached import AttachedFiles, with_files
from huf.ai.runs.keeping.rows import UsedChunk
from huf.ai.runs.prompt.bound_record import BoundRecord
from huf.ai.runs.prompt.gate import Gate
from huf.ai.runs.prompt.request import RunRequest
from huf.ai.runs.prompt.rewrite import merged
from huf.ai.site.settings import get_settings
from huf.engine.answers.gate import GateDecision
from huf.engine.errors import HufError
from huf.engine.prompt.citations import CitationLedger
from huf.engine.prompt.context import Context
from huf.engine.request import MOST_HITS, Origin, Request
from huf.engine.types import SearchResult, Skipped


class RunKnowledge:
	"""Sources, passages and numbers of one run, all of it with the rights of its user."""

	def __init__(self, request: RunRequest, gate: Gate, run: str = "") -> None:
		"""
		:param run: the name of its row.
		"""
		agent, user, record = request.agent, request.user, request.record
		self.agent = agent
		self.user = user
		self.prompt = request.prompt
		self.gate = gate
		self.decision: GateDecision | None = None
		"""Of the gate; None for an agent without mandatory knowledge that could be searched."""
		self._explained: list[SearchResult] = []
		self.searched: set[str] = set()
		"""Names of the sources that were searched, those of attached files apart."""
		self.hits_found = 0
		"""Over all searches, also of passages that the gate left out."""
		self.standalone_question = ""
		"""Searched for beside the prompt, when it is a follow-up that was rewritten."""
		self.ledger = CitationLedger()
		self.context = Context("", (), 0, 0)
		self.notes: list[str] = []
		self._record = record
		# Prompts that hold others' texts, and questions about one thing of the user's own.
		is_private = bool(request.files or record or request.prompt_is_untrusted)
		self._origin = Origin(AGENT_TOOL, run, is_private)
		self._is_test = request.is_test
		self._only = request.only_sources
		self.sources, self.profiles = (
			self._of_agent(record, self._only) if agent.name else self._without_agent()
		)
		self.priorities = {row.source: row.priority for row in self.sources.usable}
		self.has_skipped = bool(self.sources.skipped)
		"""A source of the agent was not searched: it may hold what was asked for."""
		self.note_skipped(self.sources.skipped)
		self.attached = AttachedFiles(
			request.files, user, self.priorities, kept=request.kept_files, conversation=request.conversation
		)
		self.record = BoundRecord(
			record if agent.record_knowledge in (MANDATORY, BOTH) else None, user, request.files
		)

	def _of_agent(
		self, record: tuple[str, str] | None, only: tuple[str, ...] | None
	) -> tuple[AgentSources, RunProfiles]:
		sources = agent_sources(self.agent, self.user, record, only)
		profiles, unprofiled = profiles_of_run(self.agent, [row.source for row in sources.usable])
		self.note([unprofiled] if unprofiled else [])
		return sources, profiles

	def _without_agent(self) -> tuple[AgentSources, RunProfiles]:
		"""All that a search of the user asks at this moment, or what was chosen of it, searched as one."""
		names = tuple(searchable_sources(self.user))
		if self._only is not None:
			names = tuple(name for name in names if name in self._only)
			# As with an agent, what is known of the record stays unless nothing was chosen.
			about = source_of_record(self._record) if self._only else None
			names = (about, *names) if about and may_search(about, self.user) else names
		own = profile_without_agent(names)
		row = AgentSource("", MANDATORY, 0, own.top_k, own.context_tokens, "", together=names)
		return AgentSources((row,) if names else ()), RunProfiles(own)

	@property
	def lacks_all(self) -> bool:
		"""Whether there is nothing that a question without an agent could be answered from, though its user wants knowledge."""
		is_off = self._only == () or self.gate.policy == "Never"
		is_wanted = not is_off and (self.decision is None or self.decision.inject)
		blocks = (self.context.text, self.record.message(), self.attached.message())
		return not self.agent.name and is_wanted and not any(blocks)

	def attach(self) -> None:
		"""Read the record that the run is about, and the files that were attached to the question. After :meth:`inject`, which
		may forget its own numbers."""
		self.record.prepare(self.ledger)
		self.note(self.record.notes)
		self.attached.prepare(self.prompt, self.ledger)
		self.note(self.attached.notes())

	def inject(self) -> list[Skipped]:
		"""Fill the block of mandatory knowledge as the gate decides; return the mandatory sources that could not be searched."""
		rows = self.sources.of_mode(MANDATORY)
		unsearched = list(self.sources.skipped_mandatory)
		self.decision = self.gate.before(self.prompt) if rows or unsearched else None
		if self.decision and not self.decision.inject:
			return []
		if rows:
			unsearched += self._search_mandatory(rows)
		return unsearched

	def tools(self) -> KnowledgeTools:
		"""The tools for optional knowledge; none without such sources."""
		row = self.attached.tool_row()
		rows = (*self.sources.of_mode(OPTIONAL), row) if row else self.sources.of_mode(OPTIONAL)
		linked = partial(linked_knowledge, user=self.user)
		return KnowledgeTools(rows, self.search, self.ledger, get_system_timezone(), linked)

	def record_tools(self) -> ErpTools:
		"""The tools for questions about records; none unless the agent may ask them."""
		doctypes: list[str] | None = []
		if cint(self.agent.query_records):
			listed = self.agent.queried_doctypes != "All That the User May Read"
			doctypes = [row.document_type for row in self.agent.query_doctypes] if listed else None
		return ErpTools(self.user, doctypes, self.ledger)

	def search(self, request: Request) -> SearchResult:
		"""Search as the user of the run; the only way to knowledge in it.

		Raises InvalidFilter in words for the model.
		"""
		others = tuple(source for source in request.sources if source != self.attached.source)
		files = self.attached.search(request) if len(others) < len(request.sources) else None
		if files is not None and not others:
			return files
		road = (request.origin and request.origin.road) or self._origin.road
		# The questions of tests are nobody's: no log has them, and no source counts as searched.
		origin = None if self._is_test else replace(self._origin, road=road)
		find = partial(search_as, told_to=self.user) if self._is_test else search_as
		asked = replace(
			request, sources=others, priorities=self.priorities, principal=self.user, origin=origin
		)
		try:
			with asked_for_agent(self.agent.name or ""):
				found = with_facets_as_filtered(asked, find) if asked.facets else find(asked)
		except frappe.ValidationError as error:
			raise in_plain_words(error) from error
		self.searched.update(others)
		self.hits_found += len(found.hits)
		self.has_skipped = self.has_skipped or bool(found.skipped)
		return with_files(found, files, request.top_k)

	def _search_mandatory(self, rows: Sequence[Any]) -> Sequence[Skipped]:
		"""Search for the question as it was asked and, when it is a follow-up, as it was rewritten; fill the block."""
		settings, own = get_settings(), self.profiles.own
		most_chunks = min(settings.max_chunks_per_search, own.top_k if own else MOST_HITS)
		questions = [self.prompt, *([self.standalone_question] if self.standalone_question else [])]
		results = []
		try:
			for row in rows:
				request = request_of(row, self.prompt, most_chunks)
				# The gate that has yet to decide does so by what is found.
				request = replace(request, explain=self.decision is None, origin=Origin(AGENT))
				if row.together and self._record:
					sources = () if self._only is None else request.sources
					asked = replace(request, sources=sources, principal=self.user)
					request = about_record(asked, *self._record)
				for question in questions:
					self._explained.append(self.search(replace(request, query=question)))
				both = self._explained[-len(questions) :]
				results.append((row, merged(both[0], both[1], request.top_k) if len(both) > 1 else both[0]))
			found = mandatory_context(
				results,
				total_tokens=own.context_tokens if own else settings.max_context_tokens,
				most_chunks=most_chunks,
				ledger=self.ledger,
				heading=own.heading_of if own else headings_for([row.source for row in rows]),
			)
		except BaseTimeoutException:
			raise
		# The tool boundary: broken knowledge must not take the agent down unless it says Stop. It is logged
		# with its traceback, and the run and the result say so.
		except Exception as error:  # noqa: BLE001
			self.ledger.forget()
			reason = str(error) if isinstance(error, HufError) else _("The search failed; see the Error Log.")
			frappe.log_error(title="Mandatory knowledge of an agent run failed")
			code = getattr(error, "code", "Error")
			skipped = [Skipped(name, code, reason) for row in rows for name in row.names]
			self.note_skipped(skipped)
			return skipped
		self.note_skipped(found.skipped)
		was_searched = not found.skipped or any(result.hits for result in self._explained)
		if self.decision is None and was_searched:
			self.decision = self.gate.after(self.prompt, self._explained)
		if self.decision and not self.decision.inject:
			self.ledger.forget()
			return found.skipped
		self.context = found.context
		if found.context.left_out:
			self.note([_("{0} passages found no room in the prompt.").format(found.context.left_out)])
		self.note(found.notes)
		return found.skipped

	def note_skipped(self, skipped: Sequence[Skipped]) -> None:
		"""Note each source that was not searched, once."""
		self.note(
			[
				_("Not searched: {0} ({1}). {2}").format(named(skip), skip.code, skip.reason)
				for skip in skipped
			]
		)

	def note(self, notes: Sequence[str]) -> None:
		"""Keep what a reader of the run should know, each once."""
		self.notes += [note for note in dict.fromkeys(notes) if note not in self.notes]

	def chunks(self, cited: frozenset[int] = frozenset()) -> list[UsedChunk]:
		"""Every passage that reached the model, in the order of its number."""
		injected = {passage.number: passage.text for passage in self.context.passages}
		injected |= self.record.injected() | self.attached.injected()
		return [
			UsedChunk(
				number,
				hit,
				injected.get(number, hit.text),
				number in injected,
				number in cited,
				self.profiles.cited_as(hit),
			)
			for number, hit in sorted(self.ledger.hits.items())
		]

	def citations(self, cited: frozenset[int] = frozenset()) -> tuple[Citation, ...]:
		"""The same passages for a caller."""
		return tuple(
			Citation(
				number=chunk.number,
				title=chunk.hit.title,
				place=chunk.hit.locator.label(),
				source=chunk.hit.source,
				url=chunk.hit.url,
				origin=chunk.origin,
				cited=chunk.cited,
				label=chunk.cited_as,
			)
			for chunk in self.chunks(cited)
		)


def named(skip: Skipped) -> str:
	"""The name of a source, unless the user of the run must not learn it."""
	return skip.source or _("one of the agent's sources")
