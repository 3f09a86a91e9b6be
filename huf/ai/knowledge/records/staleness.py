"""How fresh a hit is: whether its record was changed after the text that the index holds was read."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import frappe

from huf.ai.knowledge.records.labels import in_batches, moment, stored_meta
from huf.engine.types import Hit


@dataclass(frozen=True, slots=True)
class Freshness:
	"""The state of a hit that stems from a record."""

	indexed_at: float
	"""Unix time in seconds."""
	record_modified: str
	"""When the record was last changed, now, in the site's time zone: ``2026-03-01 14:00:00.123456``."""
	stale: bool
	"""The record was changed after what the index holds of it."""


def freshness(hits: Sequence[Hit]) -> dict[str, Freshness]:
	"""By input, for the hits whose text is that of a record that is still there; one statement for each DocType.

	Give hits whose metadata still has its ``reference_*``. Files are left out: a file is indexed again when its content
	changes, and its record's changes are none of the file.
	"""
	wanted: dict[str, dict[str, list[Hit]]] = {}
	for hit in hits:
		if hit.metadata.get("input_type") == "DocType Records":
			doctype, name = (
				str(hit.metadata.get(key, "")) for key in ("reference_doctype", "reference_name")
			)
			wanted.setdefault(doctype, {}).setdefault(name, []).append(hit)
	return {
		hit.input: Freshness(hit.indexed_at, moment(modified), _is_stale(hit, modified))
		for doctype, by_name in wanted.items()
		for name, modified in _modified(doctype, list(by_name)).items()
		for hit in by_name.get(name, ())
	}


def with_freshness(hits: Sequence[Hit]) -> tuple[Hit, ...]:
	"""The hits; those of records with ``stale`` and ``record_modified`` (as :class:`Freshness` has them) in their metadata."""
	ages = freshness(hits)
	return tuple(
		hit._replace(metadata={**hit.metadata, "stale": age.stale, "record_modified": age.record_modified})
		if (age := ages.get(hit.input))
		else hit
		for hit in hits
	)


def _modified(doctype: str, names: list[str]) -> dict[str, datetime]:
	meta = stored_meta(doctype)
	if meta is None:
		return {}
	return {
		str(name): modified
		for batch in in_batches(names)
		for name, modified in frappe.db.sql(
			f"select name, modified from `tab{meta.name}` where name in %s", (batch,)
		)
	}


def _is_stale(hit: Hit, modified: datetime) -> bool:
	# Both are written by moment() in the site's time zone, so their order as text is that in time.
	return moment(modified) > str(hit.metadata.get("modified", ""))
