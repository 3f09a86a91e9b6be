"""The inputs that a place brought: reading them, and writing what a comparison found, in batches.

As with records (``selectors.inputs.storing``), each batch is a transaction that also raises the source's wanted generation.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

import frappe
from frappe.utils import now_datetime

from huf.ai.knowledge import status
from huf.ai.knowledge.fetch.listed import KnownEntry, Listing, Plan
from huf.ai.knowledge.listings.kinds import Place
from huf.ai.knowledge.selectors.inputs.storing import BATCH, want_update
from huf.ai.knowledge.status.inputs import by_name
from huf.ai.site.database import transactions
from huf.ai.site.database.batches import in_batches
from huf.ai.site.database.deletion import delete_documents

INPUT_TYPES = ("URL", "Server File", "Remote File")
"""Of what places bring."""
Step = Callable[[Sequence[Any]], None]


def known_entries(place: Place, source: str, selector: str) -> list[KnownEntry]:
	"""What a selector brought that is there, disabled inputs too, in the order in which it came."""
	rows = frappe.db.sql(
		"""select name, coalesce(url, path) as written, unlisted_since, coalesce(entry_version, '') as version from `tabKnowledge Input`
		where knowledge_source = %s and selector = %s and input_type = %s order by creation, name""",
		(source, selector, place.input_type),
		as_dict=True,
	)
	return [
		KnownEntry(row.name, place.key_of(row.written or ""), row.unlisted_since, row.version) for row in rows
	]


def elsewhere(place: Place, source: str, selector: str) -> set[str]:
	"""Keys of what is in the source for another reason, or was taken out of it by a person."""
	rows = frappe.db.sql_list(
		"""select coalesce(url, path) from `tabKnowledge Input` where knowledge_source = %s and input_type = %s
		and coalesce(selector, '') != %s union all
		select address from `tabKnowledge Tombstone` where knowledge_source = %s and address is not null""",
		(source, place.input_type, selector, source),
	)
	return {place.key_of(row or "") for row in rows}


def write(place: Place, row: Mapping[str, Any], plan: Plan, listing: Listing | None) -> None:
	"""Make the inputs of a selector follow a plan. Commits after each batch.

	:raises SourceGone: there is no source of this name any more.
	"""
	source, listing = row["source"], listing or Listing()
	now = now_datetime()
	steps: list[tuple[Step, Sequence[Any]]] = [
		(_delete, sorted(plan.remove) + _of_other_kinds(place, row)),
		(partial(_set_unlisted, now), sorted(plan.missed)),
		(partial(_set_unlisted, None), sorted(plan.back)),
		(_change, _changed(place, listing, plan.change)),
		(partial(_insert, place, row, listing), plan.add),
	]
	retried = _failed(source, row["name"]) if listing.entries else []
	steps.append((status.set_inputs_pending, retried))
	for step, items in steps:
		for first in range(0, len(items), BATCH):
			transactions.retry_deadlocks(partial(_written, step, source, items[first : first + BATCH]))


def _of_other_kinds(place: Place, row: Mapping[str, Any]) -> list[str]:
	"""What the same row brought when it named a place of another kind."""
	return frappe.db.sql_list(
		"""select name from `tabKnowledge Input` where knowledge_source = %s and selector = %s and input_type != %s
		and input_type in %s order by name""",
		(row["source"], row["name"], place.input_type, INPUT_TYPES),
	)


def delete_all(source: str, selector: str) -> int:
	"""Delete what a selector brought whose row is gone. Commits. How many there were."""
	names = frappe.db.sql_list(
		"""select name from `tabKnowledge Input` where knowledge_source = %s and selector = %s and input_type in %s
		order by name""",
		(source, selector, INPUT_TYPES),
	)
	for first in range(0, len(names), BATCH):
		transactions.retry_deadlocks(partial(_written, _delete, source, names[first : first + BATCH]))
	return len(names)


def _written(step: Step, source: str, batch: Sequence[Any]) -> None:
	step(batch)
	want_update(source, left=step is _delete)


def _failed(source: str, selector: str) -> list[str]:
	"""Inputs that failed and are not tried again by themselves: they are whenever their place is compared."""
	return frappe.db.sql_list(
		"""select name from `tabKnowledge Input` where knowledge_source = %s and selector = %s and disabled = 0
		and status = 'Error' and retry_at is null and unlisted_since is null order by name""",
		(source, selector),
	)


def _delete(names: Sequence[str]) -> None:
	status.lock_inputs(names)
	delete_documents("Knowledge Input", names)


def _set_unlisted(since: Any, names: Sequence[str]) -> None:
	status.lock_inputs(names)
	frappe.db.sql(f"update {by_name()} set unlisted_since = %s where name in %s", (since, tuple(names)))


def _changed(place: Place, listing: Listing, names: Sequence[str]) -> list[tuple[str, str, bool]]:
	"""Of inputs whose entry has another version their names, that version, and whether they are to be read again: not if their bytes are
	still those that are indexed. Nothing is locked while files are hashed.
	"""
	found = []
	for batch in in_batches(names):
		for row in frappe.db.sql(
			"select name, path, indexed_hash, status from `tabKnowledge Input` where name in %s",
			(tuple(batch),),
			as_dict=True,
		):
			is_same = row.status in status.INDEXED and place.digest(row.path) == row.indexed_hash
			found.append((row.name, listing.entries[row.path], not is_same))
	return sorted(found)


def _change(changed: Sequence[tuple[str, str, bool]]) -> None:
	status.lock_inputs([name for name, _version, _is_read in changed])
	for name, version, _is_read in changed:
		frappe.db.sql(f"update {by_name()} set entry_version = %s where name = %s", (version, name))
	status.set_inputs_pending([name for name, _version, is_read in changed if is_read])


def _insert(place: Place, row: Mapping[str, Any], listing: Listing, keys: Sequence[str]) -> None:
	now = now_datetime()
	values = []
	for number, key in enumerate(keys):
		values.append(
			{
				"name": frappe.generate_hash(length=10),
				# In the order of the list: the first stay when the limit gets lower.
				"creation": now + timedelta(microseconds=number),
				"modified": now,
				"owner": "Administrator",
				"modified_by": "Administrator",
				"docstatus": 0,
				"idx": 0,
				"knowledge_source": row["source"],
				"input_type": place.input_type,
				"status": "Pending",
				"disabled": 0,
				"author": row["author"],
				"selector": row["name"],
				**place.values_of(key, listing.entries[key]),
			}
		)
	frappe.db.bulk_insert("Knowledge Input", list(values[0]), [tuple(one.values()) for one in values])
