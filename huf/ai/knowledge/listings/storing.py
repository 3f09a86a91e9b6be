"""The inputs that a place brought: reading them, and writing what a comparison found, in batches.

As with records (``selectors.storing``), each batch is a transaction that also raises the source's wanted generation.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import frappe
from frappe.utils import now_datetime

from huf.ai.knowledge import status
from huf.ai.knowledge.fetch.listed import KnownEntry, Listing, Plan
from huf.ai.knowledge.listings.kinds import Place
from huf.ai.knowledge.selectors.storing import BATCH, want_update
from huf.ai.knowledge.selectors.values import TITLE_LENGTH
from huf.ai.knowledge.status.inputs import by_name
from huf.ai.site import transactions
from huf.ai.site.deletion import delete_documents

Step = Callable[[Sequence[Any]], None]


def known_entries(place: Place, source: str, selector: str) -> list[KnownEntry]:
	"""What a selector brought that is there, disabled inputs too, in the order in which it came."""
	rows = frappe.db.sql(
		"""select name, url, unlisted_since from `tabKnowledge Input`
		where knowledge_source = %s and selector = %s and input_type = %s order by creation, name""",
		(source, selector, place.input_type),
		as_dict=True,
	)
	return [KnownEntry(row.name, place.key_of(row), row.unlisted_since) for row in rows]


def elsewhere(place: Place, source: str, selector: str) -> set[str]:
	"""Keys of what is in the source for another reason, or was taken out of it by a person."""
	rows = frappe.db.sql(
		"""select url from `tabKnowledge Input` where knowledge_source = %s and input_type = %s
		and coalesce(selector, '') != %s union all
		select address from `tabKnowledge Tombstone` where knowledge_source = %s and address is not null""",
		(source, place.input_type, selector, source),
		as_dict=True,
	)
	return {place.key_of(row) for row in rows}


def write(place: Place, row: Mapping[str, Any], plan: Plan, listing: Listing | None) -> int:
	"""Make the inputs of a selector follow a plan. Commits after each batch. How many failed inputs are tried again.

	:raises SourceGone: there is no source of this name any more.
	"""
	source = row["source"]
	now = now_datetime()
	steps: list[tuple[Step, Sequence[Any]]] = [
		(_delete, sorted(plan.remove)),
		(partial(_set_unlisted, now), sorted(plan.missed)),
		(partial(_set_unlisted, None), sorted(plan.back)),
		(partial(_insert, place, row), plan.add),
	]
	retried = _failed(source, row["name"]) if listing and listing.entries else []
	steps.append((status.set_inputs_pending, retried))
	for step, items in steps:
		for first in range(0, len(items), BATCH):
			transactions.retry_deadlocks(partial(_written, step, source, items[first : first + BATCH]))
	return len(retried)


def delete_all(source: str, selector: str, input_types: Sequence[str]) -> int:
	"""Delete what a selector brought whose row is gone. Commits. How many there were."""
	names = frappe.db.sql_list(
		"""select name from `tabKnowledge Input` where knowledge_source = %s and selector = %s and input_type in %s
		order by name""",
		(source, selector, tuple(input_types)),
	)
	for first in range(0, len(names), BATCH):
		transactions.retry_deadlocks(partial(_written, _delete, source, names[first : first + BATCH]))
	return len(names)


def _written(step: Step, source: str, batch: Sequence[Any]) -> None:
	step(batch)
	want_update(source)


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


def _insert(place: Place, row: Mapping[str, Any], keys: Sequence[str]) -> None:
	now = now_datetime()
	values = []
	for key in keys:
		own = place.values_of(key)
		own["title"] = own["title"][:TITLE_LENGTH]
		if "url" in own:
			own["url_hash"] = hashlib.sha256(own["url"].encode()).hexdigest()
		values.append(
			{
				"name": frappe.generate_hash(length=10),
				"creation": now,
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
				**own,
			}
		)
	frappe.db.bulk_insert("Knowledge Input", list(values[0]), [tuple(one.values()) for one in values])
