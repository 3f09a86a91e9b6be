"""The numbers of a source, for the form, the API and the command line."""

from collections.abc import Mapping
from typing import Any

import frappe
from frappe.utils import add_days, now_datetime
from frappe.utils.scheduler import is_scheduler_inactive

from huf.ai.access.scopes.record_scope import listed_query
from huf.ai.access.scopes.sources import can_write_source
from huf.ai.knowledge.status import INDEXED, PARTLY_READ, READING, UNFINISHED, input_counts

RECENT_DAYS = 30


def source_stats_for(source: str, user: str) -> dict[str, Any]:
	"""The numbers as ``user``, who may read the source, may know them.

	Whoever may write the source gets them as they are. For all others only the inputs count that they may read: a number
	that grows tells of a record that somebody has made.
	"""
	stats = source_stats(source)
	if can_write_source(source, user):
		return stats
	listed = listed_query("Knowledge Input", user, {"knowledge_source": source, "disabled": 0})
	rows: list[Any] = []
	if listed:
		rows = frappe.db.sql(
			f"""select status, count(*) as inputs, sum(chunks_created) as chunks from `tabKnowledge Input`
			where name in ({listed}) group by status""",
			as_dict=True,
		)
	hidden = {"bytes": 0, "progress_done": 0, "progress_total": 0, "recent_answers": None}
	counts = {row.status: int(row.inputs) for row in rows}
	return {**stats, **hidden, **_numbers(counts, sum(int(row.chunks or 0) for row in rows))}


def source_stats(source: str) -> dict[str, Any]:
	"""Inputs wanted and indexed, chunks, bytes and times of a source. Checks no right."""
	row = frappe.db.get_value(
		"Knowledge Source",
		source,
		[
			"status",
			"error_message",
			"live_build",
			"total_chunks",
			"index_size_bytes",
			"last_indexed_at",
			"last_searched_at",
			"progress_done",
			"progress_total",
			"indexing_paused",
		],
		as_dict=True,
	)
	return {
		"status": row.status,
		"error_message": row.error_message,
		"live_build": row.live_build,
		**_numbers(input_counts(source), row.total_chunks or 0),
		"bytes": row.index_size_bytes or 0,
		"last_indexed_at": row.last_indexed_at,
		"last_searched_at": row.last_searched_at,
		"progress_done": row.progress_done or 0,
		"progress_total": row.progress_total or 0,
		"paused": bool(row.indexing_paused),
		"scheduler_off": is_scheduler_inactive(verbose=False),
		"recent_answers": recent_answers(source),
	}


def recent_answers(source: str) -> int:
	"""How many answers of the last :data:`RECENT_DAYS` days cite a passage of this source. Checks no right."""
	found = frappe.db.sql(
		"""select count(distinct r.name) from `tabAgent Run` r join `tabAgent Run Chunk` c on c.parent = r.name
		where r.creation >= %s and r.status = 'Success' and coalesce(r.agent_test, '') = '' and c.cited = 1 and c.knowledge_source = %s""",
		(add_days(now_datetime(), -RECENT_DAYS), source),
	)
	return int(found[0][0])


def _numbers(counts: Mapping[str, int], chunks: int) -> dict[str, Any]:
	indexed = sum(counts.get(status, 0) for status in INDEXED)
	return {
		"inputs_wanted": sum(counts.values()),
		"inputs_indexed": indexed,
		"inputs_pending": sum(counts.get(status, 0) for status in (*UNFINISHED, READING)),
		"inputs_reading": counts.get(READING, 0),
		"inputs_failed": counts.get("Error", 0),
		"inputs_without_text": counts.get("No Text", 0),
		"inputs_partly_read": counts.get(PARTLY_READ, 0),
		"chunks": chunks,
		"average_chunks_per_input": round(chunks / indexed, 2) if indexed else 0,
	}
