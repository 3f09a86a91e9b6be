"""The only module that writes the status of sources, inputs and builds.

Everything is written by direct SQL that leaves ``modified`` alone, so that a job never fights with a
user who has the form open and never fires a controller's hooks again (P-H32, P-U14). Sources are found
by their artifact id, so a rename in the middle of a job harms nothing. Nothing here commits.

What a status means is in ``derive_source_status``: it can be worked out again at any time from the
build rows, the inputs and whether a worker holds the lease (P-H31).
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import islice
from typing import TYPE_CHECKING

import frappe
from frappe import _
from frappe.utils import now_datetime

from huf.ai.knowledge.retries import retry_due_at

if TYPE_CHECKING:
	from huf.engine.builds import BuildInfo
	from huf.engine.types import IndexedInput

MESSAGE_LENGTH = 1000
"""Characters kept of an error's message."""

RETRY_MINUTES = (1, 5, 30, 120, 720)
"""Waits before an input whose error may pass by itself (a web page that did not answer) is tried again."""

UNFINISHED = ("Pending", "Processing")
INDEXED = ("Indexed", "Partially Indexed")


def in_batches(names: Iterable[str], size: int = 500) -> Iterator[list[str]]:
	"""Lists of at most ``size`` names, so that no SQL statement grows without limit."""
	iterator = iter(names)
	while batch := list(islice(iterator, size)):
		yield batch


# --- Requests: what a user or a controller asks for


def ask_for_update(source: str) -> None:
	"""Note that the wanted state of a source changed. A change is a request, so it ends a pause."""
	frappe.db.sql(
		"""update `tabKnowledge Source`
		set wanted_generation = ifnull(wanted_generation, 0) + 1, indexing_paused = 0 where name = %s""",
		source,
	)


def ask_for_rebuild(source: str) -> None:
	"""Note that the whole index of a source is to be made anew; survives a lost queue."""
	frappe.db.sql(
		"""update `tabKnowledge Source` set rebuild_wanted = 1, indexing_paused = 0,
		wanted_generation = ifnull(wanted_generation, 0) + 1 where name = %s""",
		source,
	)


def pause(source: str) -> None:
	"""Stop a running build at its next input, and start nothing until somebody asks again."""
	frappe.db.sql(
		"update `tabKnowledge Source` set indexing_paused = 1, rebuild_wanted = 0 where name = %s", source
	)


def set_inputs_pending(names: Sequence[str], *, keep_retries: bool = False) -> None:
	"""Inputs to be indexed again, even if the build already has this very content."""
	for batch in in_batches(names):
		frappe.db.sql(
			"""update `tabKnowledge Input` set status = 'Pending', error_message = null, retry_at = null,
			retries = if(%(keep)s, retries, 0) where name in %(names)s""",
			{"names": batch, "keep": keep_retries},
		)


# --- Builds


def start_build(
	build_id: str, source: str, kind: str, *, wanted: int, fingerprint: str, settings: str
) -> None:
	"""The row of a build that is being made; from here on a crash leaves a trace."""
	frappe.get_doc(
		{
			"doctype": "Knowledge Build",
			"name": build_id,
			"knowledge_source": source,
			"kind": kind,
			"state": "Staging",
			"started_at": now_datetime(),
			"wanted": wanted,
			"fingerprint": fingerprint,
			"settings": settings,
		}
	).db_insert()


def set_inputs_processing(names: Sequence[str]) -> None:
	"""These inputs are being worked on. Those that were indexed keep being found meanwhile."""
	for batch in in_batches(names):
		frappe.db.sql(
			"update `tabKnowledge Input` set status = 'Processing' where name in %s and status = 'Pending'",
			(batch,),
		)


def release_inputs(source: str) -> list[str]:
	"""Give inputs that a job left in the middle back to the queue; their names."""
	names = frappe.db.sql_list(
		"select name from `tabKnowledge Input` where knowledge_source = %s and status = 'Processing'", source
	)
	for batch in in_batches(names):
		frappe.db.sql(
			"update `tabKnowledge Input` set status = 'Pending' where name in %s and status = 'Processing'",
			(batch,),
		)
	return names


def end_build(build_id: str, state: str, code: str = "", message: str = "") -> bool:
	"""Close the row of a build that was not published (Failed or Cancelled); False if it was closed before."""
	frappe.db.sql(
		"""update `tabKnowledge Build` set state = %s, error_code = %s, error_message = %s, finished_at = %s,
		seconds = timestampdiff(microsecond, started_at, %s) / 1e6 where name = %s and state = 'Staging'""",
		(state, code, message[:MESSAGE_LENGTH], now_datetime(), now_datetime(), build_id),
	)
	return bool(frappe.db._cursor.rowcount)


def set_build_live(
	build_id: str, source: str, info: "BuildInfo", outcomes: Sequence["IndexedInput"], removed: int
) -> None:
	"""Make one build the live one of its source in the rows, with its numbers; the one before is retired."""
	frappe.db.sql(
		"update `tabKnowledge Build` set state = 'Retired' where knowledge_source = %s and state = 'Live'",
		source,
	)
	failed = [outcome for outcome in outcomes if outcome.status == "Error"]
	now = now_datetime()
	frappe.db.sql(
		"""update `tabKnowledge Build` set state = 'Live', error_code = null, error_message = null,
		finished_at = %(now)s, seconds = timestampdiff(microsecond, started_at, %(now)s) / 1e6, done = %(done)s,
		failed = %(failed)s, removed = %(removed)s, chunks = %(chunks)s, bytes = %(bytes)s where name = %(name)s""",
		{
			"now": now,
			"done": len(outcomes) - len(failed),
			"failed": len(failed),
			"removed": removed,
			"chunks": info.chunks,
			"bytes": info.bytes,
			"name": build_id,
		},
	)
	for idx, outcome in enumerate(failed, 1):
		frappe.get_doc(
			{
				"doctype": "Knowledge Build Failure",
				"parent": build_id,
				"parenttype": "Knowledge Build",
				"parentfield": "failures",
				"idx": idx,
				"input": outcome.key,
				"title": outcome.title[:140],
				"code": outcome.code,
				"message": outcome.message[:MESSAGE_LENGTH],
			}
		).db_insert()


def set_build_restored(build_id: str, source: str) -> None:
	"""A kept build is the live one again."""
	frappe.db.sql(
		"update `tabKnowledge Build` set state = 'Retired' where knowledge_source = %s and state = 'Live'",
		source,
	)
	# Its start moves to now: what counts as the last builds, and as the last failure, goes by it.
	frappe.db.sql(
		"update `tabKnowledge Build` set state = 'Live', kind = 'Restore', started_at = %s where name = %s",
		(now_datetime(), build_id),
	)


def set_live_pointer(artifact_id: str, build_id: str, info: "BuildInfo", generation: int | None) -> None:
	"""The single switch: from the commit on, searches answer from this build."""
	frappe.db.sql(
		"""update `tabKnowledge Source` set live_build = %(build)s, total_chunks = %(chunks)s,
		index_size_bytes = %(bytes)s, last_indexed_at = %(now)s,
		built_generation = ifnull(%(generation)s, built_generation) where artifact_id = %(id)s""",
		{
			"build": build_id,
			"chunks": info.chunks,
			"bytes": info.bytes,
			"now": now_datetime(),
			"generation": generation,
			"id": artifact_id,
		},
	)


def set_built_generation(artifact_id: str, generation: int) -> None:
	"""The index agrees with the wanted state of this generation."""
	frappe.db.sql(
		"update `tabKnowledge Source` set built_generation = %s where artifact_id = %s",
		(generation, artifact_id),
	)


def clear_rebuild_wanted(artifact_id: str) -> None:
	"""The rebuild that was asked for is published, or was given up with its reason in the build row."""
	frappe.db.sql("update `tabKnowledge Source` set rebuild_wanted = 0 where artifact_id = %s", artifact_id)


def set_progress(artifact_id: str, done: int, total: int) -> None:
	"""How many inputs of the running build are dealt with; zero of zero when none runs."""
	frappe.db.sql(
		"update `tabKnowledge Source` set progress_done = %s, progress_total = %s where artifact_id = %s",
		(done, total, artifact_id),
	)


# --- Inputs


def set_outcome(outcome: "IndexedInput", asked_hash: str, *, is_url: bool = False) -> bool:
	"""Write what became of an input, unless it was edited, or asked for again, while it was being indexed.

	:param asked_hash: the input's hash when the job read it; for a URL that of the page fetched before.
	:returns: False if the input keeps its status, because a newer request waits.
	"""
	searchable = outcome.status in INDEXED
	frappe.db.sql(
		"""update `tabKnowledge Input` set status = %(status)s, error_message = %(message)s,
		chunks_created = %(chunks)s, character_count = %(characters)s, processed_at = %(now)s,
		indexed_hash = %(indexed)s, retries = if(%(retry)s, retries, 0), retry_at = null
		where name = %(name)s and status != 'Pending' and ifnull(source_hash, '') = %(asked)s""",
		{
			"status": outcome.status,
			"message": outcome.message[:MESSAGE_LENGTH] or None,
			"chunks": outcome.chunks,
			"characters": outcome.characters,
			"now": now_datetime(),
			"indexed": outcome.content_hash if searchable else None,
			"retry": outcome.retryable,
			"name": outcome.key,
			"asked": asked_hash,
		},
	)
	written = bool(frappe.db._cursor.rowcount)
	if written and outcome.retryable:
		_schedule_retry(outcome.key)
	if written and is_url and searchable and outcome.content_hash != asked_hash:
		_set_page_hash(outcome.key, outcome.content_hash)
	return written


def set_restored(item: "IndexedInput") -> None:
	"""An input is in the restored build as it is now."""
	frappe.db.sql(
		"""update `tabKnowledge Input` set status = %s, error_message = %s, chunks_created = %s,
		character_count = %s, indexed_hash = %s, retry_at = null where name = %s""",
		(
			item.status,
			item.message[:MESSAGE_LENGTH] or None,
			item.chunks,
			item.characters,
			item.content_hash if item.status in INDEXED else None,
			item.key,
		),
	)


def set_input_error(name: str, message: str, *, retryable: bool = False) -> None:
	"""An input failed before it reached a build (its page did not answer, it crashed its worker)."""
	frappe.db.sql(
		"""update `tabKnowledge Input` set status = 'Error', error_message = %s, processed_at = %s,
		retry_at = null where name = %s""",
		(message[:MESSAGE_LENGTH], now_datetime(), name),
	)
	if retryable:
		_schedule_retry(name)


def _set_page_hash(name: str, content_hash: str) -> None:
	"""The hash of the bytes that a URL gave. Two addresses may show the same page: then only one row has it."""
	frappe.db.sql(
		"""update ignore `tabKnowledge Input` set source_hash = %s where name = %s""", (content_hash, name)
	)


def _schedule_retry(name: str) -> None:
	tried = frappe.db.get_value("Knowledge Input", name, "retries") or 0
	if tried < len(RETRY_MINUTES):
		retry_at = now_datetime() + timedelta(minutes=RETRY_MINUTES[tried])
		frappe.db.sql(
			"update `tabKnowledge Input` set retries = %s, retry_at = %s where name = %s",
			(tried + 1, retry_at, name),
		)


# --- Sources


def derive_source_status(artifact_id: str, *, working: bool | None = None) -> str | None:
	"""Work out the status of a source anew and write it, with its counts; None if the source is gone.

	:param working: whether a worker holds the lease; asked of Redis unless given.

	Errors of single inputs never turn a source that has an index into Error (V7): *Error* means that
	nobody will try again by themselves and that somebody must act.
	"""
	source = frappe.db.get_value(
		"Knowledge Source",
		{"artifact_id": artifact_id},
		["name", "live_build", "wanted_generation", "built_generation", "indexing_paused", "rebuild_wanted"],
		as_dict=True,
	)
	if not source:
		return None
	if working is None:
		from huf.ai.knowledge.locks import is_leased

		working = is_leased(artifact_id)
	counts = input_counts(source.name)
	status, message = _judge(source, counts, working)
	frappe.db.sql(
		"""update `tabKnowledge Source` set status = %s, error_message = %s, total_inputs = %s,
		progress_done = if(%s, progress_done, 0), progress_total = if(%s, progress_total, 0)
		where artifact_id = %s""",
		(status, message, sum(counts.values()), working, working, artifact_id),
	)
	return status


def input_counts(source: str) -> dict[str, int]:
	"""Number of wanted (not disabled) inputs of a source by status."""
	rows = frappe.db.sql(
		"""select status, count(*) from `tabKnowledge Input`
		where knowledge_source = %s and disabled = 0 group by status""",
		source,
	)
	return {status: int(count) for status, count in rows}


def latest_build(source: str) -> "frappe._dict | None":
	"""The row of the build that was started last."""
	rows = frappe.db.sql(
		"""select name, kind, state, error_code, error_message, finished_at from `tabKnowledge Build`
		where knowledge_source = %s order by started_at desc, creation desc limit 1""",
		source,
		as_dict=True,
	)
	return rows[0] if rows else None


def _judge(source: "frappe._dict", counts: dict[str, int], working: bool) -> tuple[str, str | None]:
	last = latest_build(source.name)
	if working and last and last.state == "Staging":
		return ("Rebuilding" if last.kind == "Rebuild" else "Indexing"), None
	pending = sum(counts.get(status, 0) for status in UNFINISHED)
	behind = pending or source.rebuild_wanted or source.wanted_generation != source.built_generation
	if last and last.state == "Failed":
		retried = behind and not source.indexing_paused and retry_due_at(source.name) is not None
		return ("Pending" if retried else "Error"), last.error_message
	if source.indexing_paused and behind:
		message = _(
			"Indexing was stopped with {0} inputs still to do. Use Retry or Rebuild to go on."
		).format(pending)
		return ("Ready" if source.live_build else "Pending"), message
	if behind:
		return "Pending", None
	return _judge_settled(source, counts)


def _judge_settled(source: "frappe._dict", counts: dict[str, int]) -> tuple[str, str | None]:
	"""The status of a source with nothing left to do."""
	found = sum(counts.get(status, 0) for status in INDEXED)
	if counts.get("Error") and not found:
		return "Error", _("None of the inputs could be indexed. Each input says why.")
	if not source.live_build:
		return "Pending", None
	if _made_with_other_settings(source):
		return "Rebuild Required", _(
			"The settings changed. The index made with the old ones answers until it is rebuilt."
		)
	return "Ready", None


def _made_with_other_settings(source: "frappe._dict") -> bool:
	from huf.ai.knowledge.settings import needs_rebuild

	return needs_rebuild(frappe.get_doc("Knowledge Source", source.name))
