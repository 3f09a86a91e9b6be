"""What a hit's record says now, and whether it was changed after the text that the index holds was read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import frappe

from huf.ai.knowledge.records.labels import RECORD_STATE, in_batches, moment, stored_meta
from huf.ai.knowledge.records.labels.headings import without_state
from huf.ai.knowledge.records.live import LiveFields
from huf.ai.site.dialect import moment_as_text
from huf.engine.types import Hit


@dataclass(frozen=True, slots=True)
class Freshness:
	"""The state of a hit that stems from a record."""

	indexed_at: float
	"""Unix time in seconds."""
	record_modified: str
	"""When the record was last changed, now, in the site's time zone: ``2026-03-01 14:00:00.123456``."""
	stale: bool
	"""The record was changed after what the index holds of it, or says another state, or amount, than it did then."""
	now: Mapping[str, str] = field(default_factory=dict)
	"""Its live values (:mod:`~huf.ai.knowledge.records.live`) by label."""
	says_state: bool = False
	"""Whether a state is among them: then the one that the index holds is left out of the title."""


def freshness(hits: Sequence[Hit]) -> dict[str, Freshness]:
	"""By input, for the hits whose text is that of a record that is still there; one statement for each DocType.

	Give hits whose metadata still has its ``reference_*``, and only those whose record their reader may read: what it says now is
	read whoever they are. Files are left out: a file is indexed again when its content changes, and its record's values are none
	of the file.
	"""
	wanted: dict[str, dict[str, list[Hit]]] = {}
	for hit in hits:
		if hit.metadata.get("input_type") == "DocType Records":
			doctype, name = (
				str(hit.metadata.get(key, "")) for key in ("reference_doctype", "reference_name")
			)
			wanted.setdefault(doctype, {}).setdefault(name, []).append(hit)
	return {
		hit.input: Freshness(
			hit.indexed_at,
			moment(row["modified"]),
			_is_stale(hit, row["modified"], live.fingerprint(row)),
			live.now(row),
			live.says_state(row),
		)
		for doctype, by_name in wanted.items()
		for live, row in _rows(doctype, list(by_name))
		for hit in by_name.get(str(row["name"]), ())
	}


def with_freshness(hits: Sequence[Hit]) -> tuple[Hit, ...]:
	"""The hits; those of records with ``stale``, ``record_modified`` and ``now`` (as :class:`Freshness` has them) in their metadata."""
	ages = freshness(hits)
	return tuple(
		hit._replace(
			title=_without_old_state(hit, ages.get(hit.input)), metadata=_told(hit, ages.get(hit.input))
		)
		for hit in hits
	)


def _without_old_state(hit: Hit, age: Freshness | None) -> str:
	"""The heading, which holds the state of when it was indexed: nobody should read two states of one record."""
	if age is None or not age.says_state:
		return hit.title
	return without_state(hit.title, str(hit.metadata.get("heading_state", "")))


def _told(hit: Hit, age: Freshness | None) -> Mapping[str, Any]:
	metadata = {key: value for key, value in hit.metadata.items() if key != RECORD_STATE}
	if age is None:
		return metadata
	metadata |= {"stale": age.stale, "record_modified": age.record_modified}
	return {**metadata, "now": dict(age.now)} if age.now else metadata


def _rows(doctype: str, names: list[str]) -> list[tuple[LiveFields, dict[str, Any]]]:
	meta = stored_meta(doctype)
	if meta is None:
		return []
	live = LiveFields.of(meta)
	# The time as text, since Frappe parses each by strptime.
	columns = ", ".join(
		("`name`", f"{moment_as_text('modified')} modified", *(f"`{name}`" for name in live.columns))
	)
	return [
		(live, row)
		for batch in in_batches(names)
		for row in frappe.db.sql(
			f"select {columns} from `tab{meta.name}` where name in %s", (batch,), as_dict=True
		)
	]


def _is_stale(hit: Hit, modified: str, state: str) -> bool:
	# Both are written by moment() in the site's time zone, so their order as text is that in time.
	if moment(modified) > str(hit.metadata.get("modified", "")):
		return True
	known = hit.metadata.get(RECORD_STATE)
	# What was indexed by a huf that kept no fingerprint says nothing.
	return bool(known) and known != state
