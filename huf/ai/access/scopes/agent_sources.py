"""Which sources an agent may use for one user, and which not and why."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

import frappe
from frappe import _
from frappe.utils import cint

from huf.ai.access.scopes.resolver import Run, refusal_in_run, source_of_record
from huf.ai.access.scopes.source_rows import Record
from huf.ai.site.settings import get_settings, is_switched_off, reason_switched_off
from huf.engine.types import Skipped

if TYPE_CHECKING:
	from frappe.model.document import Document

MANDATORY = "Mandatory"
OPTIONAL = "Optional"
BOTH = "Both"
"""Put into the prompt, and searched by the model besides: so a question of several steps can go on."""
NEVER = "Never"


@dataclass(frozen=True, slots=True)
class AgentSource:
	"""One row of an agent's knowledge table, with the source it links."""

	source: str
	mode: str
	priority: int
	"""Higher comes first."""
	max_chunks: int
	"""0: as many as are worth their room within ``token_budget``."""
	token_budget: int
	description: str
	"""The row's own, else the source's."""
	has_vectors: bool = False
	"""Whether its live build can be searched by meaning."""
	together: tuple[str, ...] = ()
	"""Instead of ``source``: several that are searched as one."""

	@property
	def names(self) -> tuple[str, ...]:
		"""What is searched for this row."""
		return self.together or (self.source,)


@dataclass(frozen=True, slots=True)
class AgentSources:
	"""An agent's sources for one user. ``skipped`` are the rest, ``skipped_mandatory`` those that matter for Stop."""

	usable: tuple[AgentSource, ...] = ()
	skipped: tuple[Skipped, ...] = ()
	skipped_mandatory: tuple[Skipped, ...] = ()

	def of_mode(self, mode: str) -> tuple[AgentSource, ...]:
		"""The usable sources that are Mandatory, or Optional, or both, by priority, then in the order of the table."""
		return tuple(row for row in self.usable if row.mode in (mode, BOTH))


def agent_sources(
	agent: "Document",
	user: str,
	record: Record | None = None,
	only: Collection[str] | None = None,
) -> AgentSources:
	"""Sort the rows of ``agent`` for ``user``: linked here, enabled, and inside the source's scope, or skipped.

	:param record: the record that the server bound the run to. What is known of it joins as the agent says.
	:param only: of the agent's sources, those that the user wants; None: all. The others are as if the agent did not have them,
		and so is what is known of the record when there is none left.
	"""
	settings = get_settings()
	run = Run(agent.name, record)
	usable: list[AgentSource] = []
	skipped: list[Skipped] = []
	mandatory: list[Skipped] = []
	rows = sorted(agent.knowledge, key=lambda row: (-cint(row.priority), row.idx))
	own = _row_of_record(agent, run) if only is None or only else None
	# The source of the record does not count for the limit.
	for place, row in enumerate([own, *rows] if own else rows, start=0 if own else 1):
		skip: Skipped | None
		if only is not None and row is not own and row.knowledge_source not in only:
			continue
		if is_switched_off():
			skip = Skipped(row.knowledge_source, "Knowledge Off", reason_switched_off())
		elif place > settings.max_knowledge_sources_per_agent:
			skip = Skipped(
				row.knowledge_source,
				"Too Many Sources",
				_("Agent Settings allow {0} sources for an agent.").format(
					settings.max_knowledge_sources_per_agent
				),
			)
		else:
			skip = _reason_to_skip(row.knowledge_source, user, run)
		if skip is not None:
			skipped.append(skip)
			if row.mode in (MANDATORY, BOTH):
				mandatory.append(skip)
			continue
		usable.append(_agent_source(row))
	return AgentSources(tuple(usable), tuple(skipped), tuple(mandatory))


def _row_of_record(agent: "Document", run: Run) -> "frappe._dict | None":
	"""What the agent's table would say about the source of the run's record; None if it says so itself, or there is none."""
	source = source_of_record(run.record)
	mode = agent.record_knowledge or MANDATORY
	if not source or mode == NEVER or source in {row.knowledge_source for row in agent.knowledge}:
		return None
	meta = frappe.get_meta("Agent Knowledge")
	return frappe._dict(
		knowledge_source=source,
		mode=mode,
		priority=max((cint(row.priority) for row in agent.knowledge), default=0),
		max_chunks=cint(meta.get_field("max_chunks").default),
		token_budget=cint(meta.get_field("token_budget").default),
	)


def _reason_to_skip(source: str, user: str, run: Run) -> Skipped | None:
	refused = refusal_in_run(source, user, run)
	if refused:
		return refused
	if frappe.db.get_value("Knowledge Source", source, "disabled"):
		return Skipped(source, "Disabled", _("The source is disabled."))
	return None


def _agent_source(row: "Document") -> AgentSource:
	described, dimensions = frappe.db.get_value(
		"Knowledge Source", row.knowledge_source, ["description", "embedding_dimensions"]
	)
	return AgentSource(
		source=row.knowledge_source,
		mode=row.mode,
		priority=cint(row.priority),
		max_chunks=cint(row.max_chunks),
		token_budget=cint(row.token_budget),
		description=(row.description or described or "").strip(),
		has_vectors=bool(dimensions),
	)
