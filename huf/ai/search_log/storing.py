"""From Redis into the database, once a minute."""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import frappe

from huf.ai.access.scopes.rules import PRIVATE_SCOPES, SCOPES
from huf.ai.knowledge.searching.search_log import AS_USER, KEY, PROOF, SEARCH, TEST_SEARCH
from huf.ai.search_log import found, opening
from huf.ai.site.database.clock import site_time
from huf.ai.site.database.transactions import own_transaction
from huf.ai.site.locks import Lease, held
from huf.engine.answers.fingerprint import question_fingerprint
from huf.engine.errors import SourceBusy

LOG, LOG_SOURCE = "Knowledge Search Log", "Knowledge Search Source"
NOBODYS = (PROOF, TEST_SEARCH, AS_USER)
"""Roads on which nobody asked because they wanted to know."""
BATCH = 500
LEASE_SECONDS = 30.0
TYPING_SECONDS = 60
"""Within which a search that goes on where the last one ended is the same one, typed on."""

_ROW = ("name", "creation", "modified", "owner", "modified_by", "docstatus", "idx")
_FIELDS = (
	*_ROW,
	*("asked_at", "user", "user_hash", "road", "agent_run", "question", "fingerprint"),
	*("hits", "found", "not_searched", "filtered", "took_ms", "own_only"),
)
_SOURCE_FIELDS = (*_ROW, "parent", "parenttype", "parentfield", "knowledge_source")

Entry = dict[str, Any]


def store() -> None:
	"""The watchdog's step: store what searches have noted. Nothing if somebody else is at it."""
	with suppress(SourceBusy):
		store_now()


def store_now(wait: float = 0.0) -> None:
	"""Store what has been noted.

	An entry is taken out of Redis after it was committed: whoever is killed between leaves it to the next, who knows it by its name.

	:raises SourceBusy: somebody else stores, and was not done within ``wait`` seconds.
	"""
	key, opened = frappe.cache.make_key(KEY), frappe.cache.make_key(opening.KEY)
	if not any(frappe.cache.execute_command("LLEN", one) for one in (key, opened)):
		return
	with held(
		Lease(frappe.cache, frappe.cache.make_key(f"{KEY}_lease"), ttl=LEASE_SECONDS), wait=wait
	) as lease:
		while batch := frappe.cache.execute_command("LRANGE", key, 0, BATCH - 1):
			with own_transaction():
				_insert([json.loads(entry) for entry in batch])
				lease.check()
			frappe.cache.execute_command("LTRIM", key, len(batch), -1)
		# After the searches that they are about.
		while batch := frappe.cache.execute_command("LRANGE", opened, 0, BATCH - 1):
			with own_transaction():
				opening.write([json.loads(entry) for entry in batch])
				lease.check()
			frappe.cache.execute_command("LTRIM", opened, len(batch), -1)


def _insert(noted: Sequence[Entry]) -> None:
	known = set(_among(LOG, (entry["name"] for entry in noted)))
	runs = {entry["run"] for entry in noted} - {""}
	# A run that is gone was deleted by its user, and what was searched for it goes with it.
	gone = runs - set(_among("Agent Run", runs))
	entries = [entry for entry in noted if entry["name"] not in known and entry["run"] not in gone]
	entries = _without_beginnings(entries)
	private = _private_sources({source for entry in entries for source in entry["sources"]})
	rows, sources, inputs = [], [], []
	for entry in entries:
		at = site_time(entry["at"])
		own = entry["own"] or any(source in private for source in entry["sources"])
		words = entry["question"]
		if entry["road"] not in NOBODYS:
			inputs += [(name, at) for name in entry["inputs"]]
		rows.append(
			(
				*(entry["name"], at, at, "Administrator", "Administrator", 0, 0),
				*(
					at,
					entry["user"] or None,
					entry["user_hash"] or None,
					entry["road"],
					entry["run"] or None,
					words or None,
				),
				entry["fingerprint"] or question_fingerprint(words),
				*(entry["hits"], entry["found"], entry["not_searched"], entry["filtered"], entry["ms"]),
				int(bool(own)),
			)
		)
		for number, source in enumerate(entry["sources"], 1):
			sources.append(
				(
					*(f"{entry['name']}-{number}", at, at, "Administrator", "Administrator", 0, number),
					*(entry["name"], LOG, "sources", source),
				)
			)
	if rows:
		frappe.db.bulk_insert(LOG, list(_FIELDS), rows)
	found.count(inputs)
	if sources:
		frappe.db.bulk_insert(LOG_SOURCE, list(_SOURCE_FIELDS), sources)


def _among(doctype: str, names: Iterable[str]) -> list[str]:
	wanted = tuple(names)
	if not wanted:
		return []
	return frappe.db.sql_list(f"select name from `tab{doctype}` where name in %s", (wanted,))


def _private_sources(names: set[str]) -> set[str]:
	"""Those that are one person's or about one record, and those that are no more: who could read them cannot be asked."""
	if not names:
		return set()
	rows = frappe.db.sql(
		"select name, scope from `tabKnowledge Source` where name in %s", (tuple(names),), as_dict=True
	)
	open_to_others = {row.name for row in rows if row.scope in SCOPES and row.scope not in PRIVATE_SCOPES}
	return names - open_to_others


def _without_beginnings(entries: Sequence[Entry]) -> list[Entry]:
	"""The searches without those that a page made while their question was still being typed, stored ones too."""
	kept: dict[str, Entry] = {}
	last: dict[str, Entry | None] = {}
	stale = []
	for entry in sorted(entries, key=lambda entry: entry["at"]):
		kept[entry["name"]] = entry
		if entry["road"] != SEARCH or not entry["question"]:
			continue
		who = entry["user"] or entry["user_hash"]
		before = last[who] if who in last else _last_stored(entry)
		last[who] = entry
		if before and _goes_on(before, entry):
			if before["name"] in kept:
				del kept[before["name"]]
			else:
				stale.append(before["name"])
	_delete(stale)
	return list(kept.values())


def _goes_on(before: Entry, entry: Entry) -> bool:
	return (
		0 <= entry["at"] - before["at"] <= TYPING_SECONDS
		and entry["question"].startswith(before["question"])
		and entry["filtered"] == before["filtered"]
		and set(entry["sources"]) == set(before["sources"])
	)


def _last_stored(entry: Entry) -> Entry | None:
	"""The last search of the same user that is stored, if it is as young as one that is typed on."""
	at = site_time(entry["at"] - TYPING_SECONDS)
	rows = frappe.get_all(
		LOG,
		filters={
			"user": entry["user"] or ("is", "not set"),
			"user_hash": entry["user_hash"] or ("is", "not set"),
			"road": SEARCH,
			"asked_at": (">=", at),
		},
		fields=["name", "question", "filtered"],
		order_by="asked_at desc",
		limit=1,
	)
	if not rows:
		return None
	sources = frappe.get_all(LOG_SOURCE, filters={"parent": rows[0].name}, pluck="knowledge_source")
	return {**rows[0], "sources": sources, "at": entry["at"]}


def _delete(names: Sequence[str]) -> None:
	if names:
		frappe.db.delete(LOG_SOURCE, {"parent": ("in", names), "parenttype": LOG})
		frappe.db.delete(LOG, {"name": ("in", names)})
