"""Agent Run rows: written in a transaction of their own, so that a failed run leaves its row.

A run may be started from anywhere: a request that is rolled back because of an error, a job that is
killed, a document's hook in the middle of an unfinished change. A second connection writes the row
without committing the caller's work and without being undone with it.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import frappe
from frappe.database import get_db
from frappe.utils import add_to_date, now

from huf.ai.completion import Usage
from huf.engine.types import Hit

EXCERPT_CHARACTERS = 2000
STALE_HOURS = 2
"""A run that is Running for longer was cut off: jobs and requests end long before."""


@dataclass(frozen=True, slots=True)
class UsedChunk:
	"""A passage that reached the model, under its number."""

	number: int
	hit: Hit
	text: str
	injected: bool
	cited: bool


@dataclass(frozen=True, slots=True)
class RunOutcome:
	"""What is written when a run ends."""

	status: str
	"""Success, Failed or Stopped."""
	response: str = ""
	structured: Any = None
	error: str = ""
	notes: Sequence[str] = ()
	chunks: Sequence[UsedChunk] = ()
	iterations: int = 0
	usage: Usage = field(default_factory=Usage)
	cost: float | None = None


@contextmanager
def own_transaction() -> Iterator[None]:
	"""Make ``frappe.db`` a second connection for the block; commit at its end, roll back if it raises."""
	conf = frappe.local.conf
	callers = frappe.local.db
	own = get_db(
		socket=conf.db_socket,
		host=conf.db_host,
		port=conf.db_port,
		# Version 16 has a user beside the database's name; in version 15 they are the same.
		user=conf.get("db_user") or conf.db_name,
		password=conf.db_password,
		cur_db_name=conf.db_name,
	)
	frappe.local.db = own
	try:
		yield
		own.commit()
	# Whatever it was, a killed job included: nothing half of it is kept. It is raised on.
	except BaseException:
		own.rollback()
		raise
	finally:
		frappe.local.db = callers
		own.close()


def start_run(agent: str, user: str, prompt: str, model: str) -> str:
	"""Write the row of a run that begins, committed, and return its name."""
	with own_transaction():
		run = frappe.get_doc(
			{
				"doctype": "Agent Run",
				"agent": agent,
				"user": user,
				"model": model,
				"prompt": prompt,
				"status": "Running",
				"started_at": now(),
			}
		)
		# The caller's transaction may hold a new, still invisible agent or user.
		run.flags.ignore_links = True
		run.insert(ignore_permissions=True)
		return run.name


def finish_run(name: str, outcome: RunOutcome) -> None:
	"""Write how the run ended, committed."""
	with own_transaction():
		run = frappe.get_doc("Agent Run", name)
		run.update(
			{
				"status": outcome.status,
				"ended_at": now(),
				"response": outcome.response,
				"structured_response": _json(outcome.structured),
				"error_message": outcome.error,
				"knowledge_notes": "\n".join(outcome.notes),
				"knowledge_sources_used": _json(sorted({chunk.hit.source for chunk in outcome.chunks})),
				"chunks_injected": sum(chunk.injected for chunk in outcome.chunks),
				"chunks": [_row(chunk) for chunk in outcome.chunks],
				"iterations": outcome.iterations,
				"prompt_tokens": outcome.usage.prompt_tokens,
				"completion_tokens": outcome.usage.completion_tokens,
				"cost": outcome.cost or 0,
				"cost_known": int(outcome.cost is not None),
			}
		)
		run.flags.ignore_links = True
		run.save(ignore_permissions=True)


def fail_stale_runs() -> list[str]:
	"""Mark runs that a killed process left Running as Failed, and return their names."""
	with own_transaction():
		stale = frappe.get_all(
			"Agent Run",
			filters={"status": "Running", "started_at": ("<", add_to_date(None, hours=-STALE_HOURS))},
			pluck="name",
		)
	for name in stale:
		finish_run(
			name, RunOutcome("Failed", error="The process that made this run ended before the run did.")
		)
	return stale


def _row(chunk: UsedChunk) -> dict[str, Any]:
	hit = chunk.hit
	return {
		"citation_number": chunk.number,
		"title": hit.title[:140],
		"locator_label": hit.locator.label()[:140],
		"origin": "Injected" if chunk.injected else "Tool",
		"cited": int(chunk.cited),
		"excerpt": chunk.text[:EXCERPT_CHARACTERS],
		"rank": hit.rank,
		"score": hit.score,
		"knowledge_source": hit.source,
		"knowledge_input": hit.input,
		"build": hit.build,
		"chunk_id": hit.chunk_id,
		"text_hash": hit.text_hash,
	}


def _json(value: Any) -> str | None:
	return None if value is None else json.dumps(value, ensure_ascii=False)
