"""What a hit's record says now, and whether it was changed after the text that the index holds was read."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import frappe

from huf.ai.knowledge.records.labels import RECORD_STATE, moment, stored_meta
from huf.ai.knowledge.records.labels.headings import without_state
from huf.ai.knowledge.records.live import Kind, LiveFields
from huf.ai.site.dialect import as_text, moment_as_text
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
	"""By input, for the hits whose text is that of a record that is still there; one statement for all of them.

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
		for doctype, live, row in _rows(wanted)
		for hit in wanted[doctype].get(row["name"], ())
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


def _rows(wanted: Mapping[str, Collection[str]]) -> Iterator[tuple[str, LiveFields, dict[str, Any]]]:
	"""The rows of these records, by DocType; those that are gone are left out.

	In one statement: a select for each DocType, whose columns stand under those of the others by what they hold.
	"""
	known = [(doctype, meta) for doctype in wanted if (meta := stored_meta(doctype))]
	parts = [_Part.of(doctype, meta.name, LiveFields.of(meta)) for doctype, meta in known]
	if not parts:
		return
	widths = {kind: max(len(part.columns[kind]) for part in parts) for kind in _PADDING}
	rows = frappe.db.sql(
		" union all ".join(part.select(place, widths) for place, part in enumerate(parts)),
		tuple(tuple(wanted[part.doctype]) for part in parts),
	)
	for place, name, modified, *values in rows:
		part = parts[place]
		yield part.doctype, part.live, {"name": name, "modified": modified, **part.named(values, widths)}


_PADDING: Mapping[Kind, str] = {"text": "''", "number": "0", "whole": "0"}
"""What stands where another DocType has a column more. Not null, which PostgreSQL would take for text."""


@dataclass(frozen=True, slots=True)
class _Part:
	"""What is read of the records of one DocType."""

	doctype: str
	"""As hits have it."""
	table: str
	live: LiveFields
	columns: Mapping[Kind, Sequence[str]]

	@classmethod
	def of(cls, doctype: str, table: str, live: LiveFields) -> "_Part":
		kinds = live.kinds
		columns = {kind: [name for name, one in kinds.items() if one == kind] for kind in _PADDING}
		return cls(doctype, table, live, columns)

	def select(self, place: int, widths: Mapping[Kind, int]) -> str:
		"""The statement, which takes a list of names; so many columns of each kind. All come from the meta, none from a request."""
		# Times as text, since Frappe parses each by strptime. Text is cast so that tables of other collations can stand beside.
		found = [str(place), as_text("name"), moment_as_text("modified")]
		for kind, names in self.columns.items():
			found += [as_text(f"`{name}`") if kind == "text" else f"`{name}`" for name in names]
			found += [_PADDING[kind]] * (widths[kind] - len(names))
		return f"(select {', '.join(found)} from `tab{self.table}` where name in %s)"

	def named(self, values: Sequence[Any], widths: Mapping[Kind, int]) -> dict[str, Any]:
		"""The values of a row by column."""
		found: dict[str, Any] = {}
		first = 0
		for kind, names in self.columns.items():
			found |= zip(names, values[first:], strict=False)
			first += widths[kind]
		return found


def _is_stale(hit: Hit, modified: str, state: str) -> bool:
	# Both are written by moment() in the site's time zone, so their order as text is that in time.
	if moment(modified) > str(hit.metadata.get("modified", "")):
		return True
	known = hit.metadata.get(RECORD_STATE)
	# What was indexed by a huf that kept no fingerprint says nothing.
	return bool(known) and known != state
