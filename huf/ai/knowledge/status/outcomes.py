"""What became of inputs, written in a few statements however many they are.

Whoever publishes holds the rows of all inputs of a build locked until the commit, and Frappe refuses to delete a
document whose row is locked. So the number of statements, not only their speed, matters here.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING

import frappe
from frappe.utils import cint, now_datetime

from huf.ai.knowledge.status.inputs import INDEXED, MESSAGE_LENGTH, READING, by_name
from huf.ai.site.database import dialect
from huf.ai.site.database.batches import in_batches
from huf.engine.enrichment import UNENRICHED

if TYPE_CHECKING:
	from huf.engine.types import IndexedInput

RETRY_MINUTES = (1, 5, 30, 120, 720)
"""Waits before an input whose error may pass by itself (a web page that did not answer) is tried again."""

AT_ONCE = 100
"""Inputs in one statement. MariaDB looks a row's values up by going through the list of names, so longer is slower."""


def set_outcomes(outcomes: Sequence["IndexedInput"], pages: Mapping[str, str] | None = None) -> None:
	"""Write what became of inputs. The caller has locked them, and left out those that were asked for again.

	:param pages: by the names of the inputs that are web pages which were fetched, which versions they were. Their hash is that of
		the bytes which were fetched.
	"""
	for batch in _alike(outcomes):
		if batch[0].status == READING:
			_write(batch, "processed_at = %s, retries = retries + 1", (now_datetime(),))
			continue
		_write(
			batch,
			"processed_at = %s, retries = case when %s then retries else 0 end",
			(now_datetime(), batch[0].retryable),
		)
		if batch[0].retryable:
			_schedule_retries([item.key for item in batch])
	for item in outcomes:
		if pages and item.key in pages and item.status in INDEXED:
			_set_page_hash(item.key, item.content_hash)
			set_page_checked(item.key, item.content_hash, pages[item.key])


def set_restored(items: Sequence["IndexedInput"]) -> None:
	"""These inputs are in the restored build as they are now."""
	for batch in _alike(items):
		_write(batch)


def set_input_error(name: str, message: str) -> None:
	"""An input failed before it reached a build (it ended its worker again and again)."""
	frappe.db.sql(
		"""update `tabKnowledge Input` set status = 'Error', error_message = %s, processed_at = %s,
		retry_at = null where name = %s""",
		(message[:MESSAGE_LENGTH], now_datetime(), name),
	)


def _alike(items: Sequence["IndexedInput"]) -> Iterator[list["IndexedInput"]]:
	"""Batches of inputs that ended in the same way; nearly always there is one way."""

	def way(item: "IndexedInput") -> tuple[str, str, bool]:
		return item.status, item.message[:MESSAGE_LENGTH], item.retryable

	for _, group in groupby(sorted(items, key=way), key=way):
		yield from in_batches(group, AT_ONCE)


def _write(batch: Sequence["IndexedInput"], also: str = "", values: tuple[object, ...] = ()) -> None:
	"""Status, message and numbers of inputs that ended in the same way, in one statement."""
	names = [item.key for item in batch]
	number, word = (dialect.own_values(len(names), number=number) for number in (True, False))
	searchable = batch[0].status in INDEXED
	frappe.db.sql(
		f"""update {by_name()} set status = %s, error_message = %s, retry_at = null,
		chunks_created = {number}, character_count = {number}, unenriched_passages = {number}, indexed_hash = {word}{", " if also else ""}{also}
		where name in %s""",
		(
			batch[0].status,
			batch[0].message[:MESSAGE_LENGTH] or None,
			*dialect.bound_own_values(names, [item.chunks for item in batch]),
			*dialect.bound_own_values(names, [item.characters for item in batch]),
			*dialect.bound_own_values(names, [_unenriched(item) for item in batch]),
			*dialect.bound_own_values(names, [item.content_hash if searchable else None for item in batch]),
			*values,
			names,
		),
	)


def _unenriched(item: "IndexedInput") -> int:
	"""How many of its passages lack what a model adds."""
	return cint(item.metadata.get(UNENRICHED))


def _schedule_retries(names: Sequence[str]) -> None:
	waits = " ".join(f"when {tries} then {minutes}" for tries, minutes in enumerate(RETRY_MINUTES))
	retry_at = dialect.minutes_from("%s", f"case retries {waits} end")
	# The assignments are made from left to right: the wait goes by the number of tries before this one.
	frappe.db.sql(
		f"""update {by_name()} set retry_at = {retry_at},
		retries = retries + 1 where name in %s and retries < %s""",
		(now_datetime(), names, len(RETRY_MINUTES)),
	)


def _set_page_hash(name: str, content_hash: str) -> None:
	"""The hash of the bytes that a URL gave. Two addresses may show the same page: then only one row has it."""
	dialect.update_unless_taken(
		f"`tabKnowledge Input` set source_hash = %s where name = %s and not {dialect.same('source_hash', '%s')}",
		(content_hash, name, content_hash),
	)


def set_page_checked(name: str, indexed_hash: str, version: str | None) -> bool:
	"""A page is the one that is indexed; False if something else of it is indexed by now, and nothing was written.

	:param version: which one it is (``fetch.version.ReadPage``).
	"""
	return _set_page(
		name, indexed_hash, "page_problem = null, gone_since = null, page_version = %s", (version,)
	)


def set_page_problem(name: str, indexed_hash: str, problem: str, gone_since: datetime | None) -> bool:
	"""A page could not be read; False as above."""
	values = (problem[:MESSAGE_LENGTH], gone_since)
	return _set_page(name, indexed_hash, "page_problem = %s, gone_since = %s", values)


def _set_page(name: str, indexed_hash: str, assignments: str, values: tuple[object, ...]) -> bool:
	locked = frappe.db.sql(
		f"select 1 from {by_name()} where name = %s and indexed_hash = %s and disabled = 0 for update",
		(name, indexed_hash),
	)
	if locked:
		frappe.db.sql(
			f"update {by_name()} set page_checked_at = %s, {assignments} where name = %s",
			(now_datetime(), *values, name),
		)
	return bool(locked)
