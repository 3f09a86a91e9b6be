"""Statuses of Knowledge Inputs."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import islice
from typing import TYPE_CHECKING

import frappe
from frappe.utils import now_datetime

if TYPE_CHECKING:
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


def set_inputs_pending(names: Sequence[str], *, keep_retries: bool = False) -> None:
	"""Inputs to be indexed again, even if the build already has this very content."""
	for batch in in_batches(names):
		frappe.db.sql(
			"""update `tabKnowledge Input` set status = 'Pending', error_message = null, retry_at = null,
			retries = if(%(keep)s, retries, 0) where name in %(names)s""",
			{"names": batch, "keep": keep_retries},
		)


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


def _set_page_hash(name: str, content_hash: str) -> None:
	"""The hash of the bytes that a URL gave. Two addresses may show the same page: then only one row has it."""
	frappe.db.sql(
		"""update ignore `tabKnowledge Input` set source_hash = %s where name = %s""", (content_hash, name)
	)


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


def _schedule_retry(name: str) -> None:
	tried = frappe.db.get_value("Knowledge Input", name, "retries") or 0
	if tried < len(RETRY_MINUTES):
		retry_at = now_datetime() + timedelta(minutes=RETRY_MINUTES[tried])
		frappe.db.sql(
			"update `tabKnowledge Input` set retries = %s, retry_at = %s where name = %s",
			(tried + 1, retry_at, name),
		)


def input_counts(source: str) -> dict[str, int]:
	"""Number of wanted (not disabled) inputs of a source by status."""
	rows = frappe.db.sql(
		"""select status, count(*) from `tabKnowledge Input`
		where knowledge_source = %s and disabled = 0 group by status""",
		source,
	)
	return {status: int(count) for status, count in rows}
