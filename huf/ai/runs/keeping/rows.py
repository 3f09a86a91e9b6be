"""Agent Run rows: written in a transaction of their own, so that a failed run leaves its row.

A run may be started from anywhere: a request that is rolled back because of an error, a job that is
killed, a document's hook in the middle of an unfinished change. A second connection writes the row
without committing the caller's work and without being undone with it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import frappe
from frappe.utils import add_to_date, cstr, now

from huf.agent.completion import Usage
from huf.ai.costs.holds import close, settle
from huf.ai.costs.ledger import Payer, Taken
from huf.ai.queries.tools.rendering import LIST_KIND
from huf.ai.site.database.dialect import rows_changed
from huf.ai.site.database.transactions import own_transaction, retried_transaction
from huf.ai.site.events import announce
from huf.ai.site.settings import get_settings
from huf.engine.types import Hit

if TYPE_CHECKING:
	from frappe.model.document import Document

EXCERPT_CHARACTERS = 20_000
"""Of a passage: more than any that fits into a prompt, so what an answer rests on stays readable as a whole."""
TITLE_CHARACTERS = 100
TALK_FILE = "Agent Conversation File"
STALE_S = 600
"""A run that is Running for so much longer than its time limit was cut off: it ends by itself long before."""
PROCESS_ENDED = "The process that made this run ended before the run did."
STALE_QUEUED_S = 24 * 3600
"""A run that waits for so long is never begun: its question is of yesterday, or its job was lost."""


@dataclass(frozen=True, slots=True)
class UsedChunk:
	"""A passage that reached the model, under its number."""

	number: int
	hit: Hit
	text: str
	injected: bool
	cited: bool
	cited_as: str = ""
	"""How a profile names it to a reader."""

	@property
	def origin(self) -> str:
		"""How it reached the model: Injected, Tool, or List for the answer to a question about many records."""
		if self.injected:
			return "Injected"
		# A list is of no source; what people call the kind of a document is theirs.
		is_list = not self.hit.source and self.hit.metadata.get("kind") == LIST_KIND
		return "List" if is_list else "Tool"


@dataclass(frozen=True, slots=True)
class RunOutcome:
	"""What is written when a run ends."""

	status: str
	"""Success, Failed, Stopped, Cancelled, Timed Out or Withheld."""
	response: str = ""
	structured: Any = None
	error: str = ""
	notes: Sequence[str] = ()
	chunks: Sequence[UsedChunk] = ()
	iterations: int = 0
	usage: Usage = field(default_factory=Usage)
	cost: float | None = None
	payer: Payer | None = None
	"""Whose month the cost counts in; None where no model was asked."""
	unknown_citations: Sequence[int] = ()
	standalone_question: str = ""
	untrusted_text: bool = False
	fields: Mapping[str, Any] = field(default_factory=dict)
	"""Further fields of the Agent Run: the gate, the verification."""


def title_line(text: str) -> str:
	"""``text`` in one line, for a title. The heads of Frappe's forms show titles as HTML, so no sign in it begins a tag."""
	return " ".join(text.split()).replace("<", "‹").replace(">", "›")


def title_of(question: str) -> str:
	"""How a list calls a question, and a conversation that begins with it: its beginning, in one line of at most
	``TITLE_CHARACTERS``."""
	line = title_line(question)
	return line if len(line) <= TITLE_CHARACTERS else line[: TITLE_CHARACTERS - 1].rstrip() + "…"


def start_run(
	agent: str, user: str, prompt: str, model: str, *, status: str = "Running", **fields: Any
) -> str:
	"""Write the row of a run that begins, committed, and return its name. ``status`` may be Queued."""
	with own_transaction():
		run = frappe.get_doc(
			{
				"doctype": "Agent Run",
				"agent": agent,
				"user": user,
				"model": model,
				"prompt": prompt,
				"title": title_of(prompt),
				"status": status,
				"started_at": now() if status == "Running" else None,
				**fields,
			}
		)
		# The caller's transaction may hold a new, still invisible agent or user.
		run.flags.ignore_links = True
		run.insert(ignore_permissions=True)
		if run.conversation:
			frappe.db.set_value("Agent Conversation", run.conversation, "last_run_at", now())
			_keep_files(run)
		return run.name


def _keep_files(run: "Document") -> None:
	"""What is attached to a question belongs to its conversation from then on."""
	talk = {"parent": run.conversation, "parenttype": "Agent Conversation", "parentfield": "files"}
	known = set(frappe.get_all(TALK_FILE, filters=talk, pluck="file"))
	for place, row in enumerate((row for row in run.files if row.file not in known), start=len(known) + 1):
		title = row.file_name or frappe.db.get_value("File", row.file, "file_name") or row.file
		values = {"doctype": TALK_FILE, **talk, "idx": place, "file": row.file, "file_name": title[:140]}
		frappe.get_doc(values).db_insert()


def begin_queued_run(name: str) -> bool:
	"""Make a queued run a running one; False when it is not queued any more, so that no run is made twice."""
	with own_transaction():
		frappe.db.sql(
			"update `tabAgent Run` set status = 'Running', started_at = %s where name = %s and status = 'Queued'",
			(now(), name),
		)
		return rows_changed() == 1


def ask_to_cancel(name: str) -> str:
	"""Cancel a queued run, or ask a running one to end; its status after that. A run that has ended stays as it is."""
	with own_transaction():
		frappe.db.sql(
			"update `tabAgent Run` set status = 'Cancelled', ended_at = %s where name = %s and status = 'Queued'",
			(now(), name),
		)
		frappe.db.sql(
			"update `tabAgent Run` set cancel_requested = 1 where name = %s and status = 'Running'", name
		)
		return cstr(frappe.db.get_value("Agent Run", name, "status"))


def keep_text(name: str, text: str) -> None:
	"""Keep what a running run has answered so far, committed, so that a reload of its page shows it."""
	with own_transaction():
		frappe.db.set_value(
			"Agent Run", {"name": name, "status": "Running"}, "response", text, update_modified=False
		)


def finish_run(name: str, outcome: RunOutcome) -> None:
	"""Write how the run ended and what it took, and free what was set aside for it, committed."""

	def write() -> None:
		# What it cost is counted also when its user deleted it while it ran.
		if frappe.db.exists("Agent Run", name):
			_write_end(name, outcome)
		if outcome.payer and outcome.usage != Usage():
			used = outcome.usage
			settle(name, outcome.payer, Taken(used.prompt_tokens, used.completion_tokens, outcome.cost))
		else:
			close(name)

	retried_transaction(write)


def _write_end(name: str, outcome: RunOutcome) -> None:
	run = frappe.get_doc("Agent Run", name, for_update=True)
	run.update(
		{
			"status": outcome.status,
			"ended_at": now(),
			"response": outcome.response,
			"structured_response": _json(outcome.structured),
			"error_message": outcome.error,
			"knowledge_notes": "\n".join(outcome.notes),
			"knowledge_sources_used": _json(sorted({chunk.hit.source for chunk in outcome.chunks} - {""})),
			"chunks_injected": sum(chunk.injected for chunk in outcome.chunks),
			"chunks": [_row(chunk) for chunk in outcome.chunks],
			"unknown_citations": ", ".join(map(str, outcome.unknown_citations)),
			"standalone_question": outcome.standalone_question,
			"untrusted_text": int(outcome.untrusted_text),
			"iterations": outcome.iterations,
			"prompt_tokens": outcome.usage.prompt_tokens,
			"completion_tokens": outcome.usage.completion_tokens,
			"cost": outcome.cost or 0,
			"cost_known": int(outcome.cost is not None),
			**{
				name: _json(value) if isinstance(value, dict) else value
				for name, value in outcome.fields.items()
			},
		}
	)
	run.flags.ignore_links = True
	run.save(ignore_permissions=True)


def fail_stale_runs() -> list[str]:
	"""End the runs that a killed process left Running, or that nobody ever began, and return their names."""
	limit = get_settings().run_time_limit + STALE_S
	with own_transaction():
		running = frappe.get_all(
			"Agent Run",
			filters={"status": "Running", "started_at": ("<", add_to_date(None, seconds=-limit))},
			fields=["name", "response", "agent_trigger"],
		)
		queued = frappe.get_all(
			"Agent Run",
			filters={"status": "Queued", "creation": ("<", add_to_date(None, seconds=-STALE_QUEUED_S))},
			fields=["name", "response", "agent_trigger"],
		)
	ends = {
		PROCESS_ENDED: running,
		"This run waited for a day and was never begun. Look whether the background workers run.": queued,
	}
	for error, rows in ends.items():
		for row in rows:
			# What was kept of a streamed answer stays.
			finish_run(row.name, RunOutcome("Failed", response=row.response or "", error=error))
			if row.agent_trigger:
				announce("huf_triggered_run_ended", row.agent_trigger, "Failed", row.name)
	return [row.name for row in (*running, *queued)]


def _row(chunk: UsedChunk) -> dict[str, Any]:
	hit = chunk.hit
	return {
		"citation_number": chunk.number,
		"title": hit.title[:140],
		"locator_label": hit.locator.label()[:140],
		"citation": chunk.cited_as[:140],
		"origin": chunk.origin,
		"cited": int(chunk.cited),
		"excerpt": chunk.text[:EXCERPT_CHARACTERS],
		"rank": hit.rank,
		"score": hit.score,
		"knowledge_source": hit.source,
		"knowledge_input": hit.input,
		"url": hit.url,
		"page": hit.locator.page or 0,
		"build": hit.build,
		"chunk_id": hit.chunk_id,
		"text_hash": hit.text_hash,
	}


def _json(value: Any) -> str | None:
	return None if value is None else json.dumps(value, ensure_ascii=False)
