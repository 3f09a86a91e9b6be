"""Which sources may answer: the one place that decides it, for searches, tests and runs of agents.

What is asked for is the acting user, and for a run what the *server* bound it to: its agent and, if any, its record. A
name that a model or a caller sends is at most looked up among what comes out here; it never widens it. To read a source
(its form, its inputs) is a matter of ``permissions``; to be answered from it is a matter of this module.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import frappe
from frappe import _

from huf.ai.access.principal import Principal
from huf.ai.access.scopes.agents import can_run_agent
from huf.ai.access.scopes.rules import SCOPES
from huf.ai.access.scopes.source_rows import Record, SourceRow, row_of
from huf.ai.access.scopes.sources import (
	can_read_source,
	can_write_source,
	list_says_all,
	listed_sources,
)
from huf.ai.access.words import quoted
from huf.engine.analysis.query import storable
from huf.engine.types import Skipped

NOT_PERMITTED = "Not Permitted"
ARCHIVED = "Archived"


@dataclass(frozen=True, slots=True)
class Run:
	"""What the server bound a run to."""

	agent: str
	record: Record | None = None
	"""The ticket, project or case that it is about; the acting user may read it."""


def searchable_sources(user: str | None = None) -> list[str]:
	"""What a search that names no source asks: all that the user reads, without those of agents, of records and archived ones.

	There may be thousands of sources about records, each with an index of its own: they are asked by name, or in a run
	about their record.
	"""
	user = user or frappe.session.user
	general = [scope.name for scope in SCOPES.values() if scope.is_in_general_search]
	return listed_sources(user, f"scope in {_listed(general)} and archived_at is null", order_by="name")


def may_search(source: str, user: str | None = None) -> bool:
	"""Whether a search that names this source may ask it for the user. An archived one may be named: it says that it is."""
	row = row_of(source) if isinstance(source, str) and can_read_source(source, user) else None
	return row is not None and SCOPES[row.scope].answers_by_name


def searchable_among(names: Sequence[str], user: str | None = None) -> dict[str, str]:
	"""Those of these names that :func:`may_search` lets the user ask, each with the name as it is stored."""
	user = user or frappe.session.user
	quick = [scope.name for scope in SCOPES.values() if scope.is_shareable and scope.answers_by_name]
	sure: set[str] = set()
	askable = [name for name in names if storable(name) == name]
	if askable and list_says_all(user):
		sure.update(listed_sources(user, f"scope in {_listed(quick)} and name in {_listed(askable)}"))
	found = {name: name for name in names if name in sure}
	for name in names:
		# One that is written in another way, of a scope that only a single source is asked about, or not theirs.
		if name not in sure and may_search(name, user):
			found[name] = frappe.db.get_value("Knowledge Source", name, "name")
	return found


def may_test(source: str, user: str | None = None) -> bool:
	"""Whether the user may try the source out on its form: whoever may search it, and whoever writes it."""
	return may_search(source, user) or can_write_source(source, user)


def refusal_in_run(source: str, user: str, run: Run) -> Skipped | None:
	"""Why the source does not take part in this run, or None if it does.

	A source that is not for this user or this run is not named, since its user may read the reason.
	"""
	row = row_of(source)
	if row is None or not _answers_in_run(row, user, run):
		return Skipped("", NOT_PERMITTED, _("The user of this run may not read it."))
	return refusal_of_archived(row)


def refusal_of_archived(row: SourceRow) -> Skipped | None:
	"""Why an archived source answers nothing; None for one that is not archived."""
	if not row.is_archived:
		return None
	reason = _("It was archived when its record was closed. Bring it back, or open the record again.")
	return Skipped(row.name, ARCHIVED, reason)


def source_of_record(record: Record | None) -> str | None:
	"""The source about this record, if there is one. Checks no right."""
	if not record:
		return None
	doctype, name = record
	return frappe.db.get_value(
		"Knowledge Source", {"scope": "Record", "reference_doctype": doctype, "reference_name": name}, "name"
	)


def answering_sources(user: str, agent: str, record: Record | None = None) -> list[str]:
	"""Names of the sources that may answer in a run of this agent for this user, in the order of the agent's table.

	The source of the record that the server bound the run to comes first. None for a user who may not run the agent.
	"""
	if not can_run_agent(agent, user):
		return []
	rows = frappe.get_all(
		"Agent Knowledge",
		filters={"parent": agent, "parenttype": "Agent"},
		pluck="knowledge_source",
		order_by="priority desc, idx asc",
	)
	own = source_of_record(record)
	run = Run(agent, record)
	named = dict.fromkeys([own, *rows] if own else rows)
	return [source for source in named if refusal_in_run(source, user, run) is None]


def _listed(words: Iterable[str]) -> str:
	return f"({', '.join(map(quoted, words))})"


def _answers_in_run(row: SourceRow, user: str, run: Run) -> bool:
	if row.scope == "Agent":
		return run.agent in row.agents and can_run_agent(run.agent, user)
	if row.scope == "User" and not SCOPES["User"].reads(row, Principal(user)):
		# A share opens a personal source to people, not to agents that run for them.
		return False
	if row.scope == "Record" and run.record and not _is_same(run.record, row.record):
		# What is known of one case stays out of a run about another, also for a user who may read both.
		return False
	return can_read_source(row.name, user)


def _is_same(one: Record, other: Record | None) -> bool:
	return other is not None and tuple(one) == tuple(other)
