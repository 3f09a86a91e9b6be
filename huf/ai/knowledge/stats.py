"""The numbers of a source, for the form, the API and the command line."""

from typing import Any

import frappe

from huf.ai.knowledge.status import INDEXED, READING, UNFINISHED, input_counts


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
	counts = input_counts(source)
	indexed = sum(counts.get(status, 0) for status in INDEXED)
	return {
		"status": row.status,
		"error_message": row.error_message,
		"live_build": row.live_build,
		"inputs_wanted": sum(counts.values()),
		"inputs_indexed": indexed,
		"inputs_pending": sum(counts.get(status, 0) for status in (*UNFINISHED, READING)),
		"inputs_reading": counts.get(READING, 0),
		"inputs_failed": counts.get("Error", 0),
		"inputs_without_text": counts.get("No Text", 0),
		"chunks": row.total_chunks or 0,
		"bytes": row.index_size_bytes or 0,
		"average_chunks_per_input": round((row.total_chunks or 0) / indexed, 2) if indexed else 0,
		"last_indexed_at": row.last_indexed_at,
		"last_searched_at": row.last_searched_at,
		"progress_done": row.progress_done or 0,
		"progress_total": row.progress_total or 0,
		"paused": bool(row.indexing_paused),
	}
