"""Statuses of Knowledge Inputs."""

from collections.abc import Iterable, Sequence

import frappe

from huf.ai.site.database import dialect
from huf.ai.site.database.batches import in_batches

MESSAGE_LENGTH = 1000
"""Characters kept of an error's message."""

UNFINISHED = ("Pending", "Processing")
READING = "Reading Scan"
"""Waits until its scanned pages are read (``scans``); nothing that indexing could do."""
PARTLY_READ = "Partially Indexed"
INDEXED = ("Indexed", PARTLY_READ)


def by_name() -> str:
	"""The table in statements that lock inputs by their names.

	Else MariaDB might lock every input of the site and every gap between them, so that nobody could add, save or delete any.
	"""
	return dialect.by_index("Knowledge Input")


def set_inputs_pending(names: Sequence[str], *, keep_retries: bool = False) -> None:
	"""Inputs to be indexed again, even if the build already has this very content."""
	for batch in in_batches(names):
		frappe.db.sql(
			f"""update {by_name()} set status = 'Pending', error_message = null, retry_at = null,
			retries = case when %(keep)s then retries else 0 end where name in %(names)s""",
			{"names": batch, "keep": keep_retries},
		)


def set_inputs_processing(names: Sequence[str]) -> None:
	"""These inputs are being worked on. Those that were indexed keep being found meanwhile."""
	for batch in in_batches(names):
		frappe.db.sql(
			f"update {by_name()} set status = 'Processing' where name in %s and status = 'Pending'",
			(batch,),
		)


def inputs_reading(source: str) -> dict[str, int]:
	"""Names of the source's enabled inputs whose scanned pages are to be read, and how often they already were."""
	rows = frappe.db.sql(
		"""select name, retries from `tabKnowledge Input`
		where knowledge_source = %s and status = %s and disabled = 0""",
		(source, READING),
	)
	return {name: int(retries or 0) for name, retries in rows}


def content_hashes(source: str) -> set[str] | None:
	"""The hashes of what the enabled inputs of a source hold, and of what is indexed of them; None while scanned pages of one are to be read."""
	rows = frappe.db.sql(
		"select status, source_hash, indexed_hash from `tabKnowledge Input` where knowledge_source = %s and disabled = 0",
		source,
	)
	if any(state == READING for state, _held, _indexed in rows):
		return None
	return {known for _state, *both in rows for known in both if known}


def set_scans_read(names: Sequence[str]) -> None:
	"""The scanned pages of these inputs are read: they are to be indexed now, unless they were edited meanwhile."""
	for batch in in_batches(names):
		frappe.db.sql(
			f"update {by_name()} set status = 'Pending', error_message = null where name in %s and status = %s",
			(batch, READING),
		)


def lock_inputs(names: Iterable[str]) -> dict[str, "frappe._dict"]:
	"""Lock these inputs until the commit. Those that are still there, by name: ``status``, ``source_hash``, ``disabled``.

	Always in the order of their names, so that two who lock inputs never wait for each other.
	"""
	locked = {}
	for batch in in_batches(sorted(names)):
		rows = frappe.db.sql(
			f"""select name, status, source_hash, disabled from {by_name()} where name in %s
			order by name for update""",
			(batch,),
			as_dict=True,
		)
		locked.update({row.name: row for row in rows})
	return locked


def release_inputs(source: str) -> list[str]:
	"""Give inputs that a job left in the middle back to the queue; their names."""
	names = frappe.db.sql_list(
		"select name from `tabKnowledge Input` where knowledge_source = %s and status = 'Processing'", source
	)
	for batch in in_batches(names):
		frappe.db.sql(
			f"update {by_name()} set status = 'Pending' where name in %s and status = 'Processing'",
			(batch,),
		)
	return names


def unenriched_passages(source: str) -> int:
	"""How many passages of its wanted inputs lack what a model adds."""
	rows = frappe.db.sql(
		"""select coalesce(sum(unenriched_passages), 0) from `tabKnowledge Input`
		where knowledge_source = %s and disabled = 0""",
		source,
	)
	return int(rows[0][0])


def input_counts(source: str) -> dict[str, int]:
	"""Number of wanted (not disabled) inputs of a source by status."""
	rows = frappe.db.sql(
		"""select status, count(*) from `tabKnowledge Input`
		where knowledge_source = %s and disabled = 0 group by status""",
		source,
	)
	return {status: int(count) for status, count in rows}
