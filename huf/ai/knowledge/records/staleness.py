"""What a hit's record says now, and whether it was changed after the text that the index holds was read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from huf.ai.knowledge.records.labels import RECORD_STATE, moment, stored_meta
from huf.ai.knowledge.records.labels.headings import without_state
from huf.ai.knowledge.records.live import LiveFields
from huf.ai.knowledge.records.together import Kind, Select, read_together
from huf.ai.site.database.dialect import as_text, moment_as_text, quoted
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
	"""By input, for the hits whose text is that of a record that is still there; one statement for all of them."""
	shown = ShownRecords.of(hits)
	return shown.freshness(read_together(shown.selects))


def with_freshness(hits: Sequence[Hit]) -> tuple[Hit, ...]:
	"""The hits; those of records with ``stale``, ``record_modified`` and ``now`` (as :class:`Freshness` has them) in their metadata."""
	return told(hits, freshness(hits))


def told(hits: Sequence[Hit], ages: Mapping[str, Freshness]) -> tuple[Hit, ...]:
	"""The hits with what :func:`freshness` says of them."""
	return tuple(
		hit._replace(
			title=_without_old_state(hit, ages.get(hit.input)), metadata=_told(hit, ages.get(hit.input))
		)
		for hit in hits
	)


@dataclass(frozen=True, slots=True)
class ShownRecords:
	"""The records of hits, to be read with whatever else is shown of them."""

	_parts: Sequence["_Part"]

	@classmethod
	def of(cls, hits: Sequence[Hit]) -> "ShownRecords":
		"""Of hits whose metadata still has its ``reference_*``.

		Give only those whose record their reader may read: what it says now is read whoever they are. Files are left out: a file is
		indexed again when its content changes, and its record's values are none of the file.
		"""
		wanted: dict[str, dict[str, list[Hit]]] = {}
		for hit in hits:
			if hit.metadata.get("input_type") == "DocType Records":
				doctype, name = (
					str(hit.metadata.get(key, "")) for key in ("reference_doctype", "reference_name")
				)
				wanted.setdefault(doctype, {}).setdefault(name, []).append(hit)
		known = [(meta, of_names) for doctype, of_names in wanted.items() if (meta := stored_meta(doctype))]
		lives = LiveFields.of_each([meta for meta, _of_names in known])
		return cls(
			[_Part.of(meta.name, live, of_names) for (meta, of_names), live in zip(known, lives, strict=True)]
		)

	@property
	def selects(self) -> list[Select]:
		"""One for each DocType, for :func:`~huf.ai.knowledge.records.together.read_together`."""
		return [part.select for part in self._parts]

	def freshness(self, rows: Sequence[Sequence[Sequence[Any]]]) -> dict[str, Freshness]:
		"""By input, from the rows of each select; records that are gone are left out."""
		return {
			hit.input: Freshness(
				hit.indexed_at,
				moment(modified),
				_is_stale(hit, modified, part.live.fingerprint(row)),
				part.live.now(row),
				part.live.says_state(row),
			)
			for part, found in zip(self._parts, rows, strict=True)
			for name, modified, row in map(part.named, found)
			for hit in part.hits.get(name, ())
		}


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


@dataclass(frozen=True, slots=True)
class _Part:
	"""What is read of the records of one DocType. All columns come from the meta, none from a request."""

	live: LiveFields
	hits: Mapping[str, Sequence[Hit]]
	"""By the name of the record."""
	columns: Sequence[str]
	"""The live columns in the order in which they come."""
	select: Select

	@classmethod
	def of(cls, doctype: str, live: LiveFields, hits: Mapping[str, Sequence[Hit]]) -> "_Part":
		by_kind: dict[Kind, list[str]] = {"text": [], "number": [], "whole": []}
		for name, kind in live.kinds.items():
			by_kind[kind].append(name)
		# Times as text, since Frappe parses each by strptime.
		found: dict[Kind, list[str]] = {"text": [as_text("name"), moment_as_text("modified")]}
		found["text"] += [as_text(f"`{name}`") for name in by_kind["text"]]
		for kind in ("number", "whole"):
			found[kind] = [f"`{name}`" for name in by_kind[kind]]
		listed = ", ".join(map(quoted, hits))
		columns = [name for names in by_kind.values() for name in names]
		return cls(live, hits, columns, Select(found, f"`tab{doctype}` where name in ({listed})"))

	def named(self, row: Sequence[Any]) -> tuple[str, str, dict[str, Any]]:
		"""The name of a row's record, when it was changed, and its live columns."""
		name, modified, *values = row
		return name, modified, dict(zip(self.columns, values, strict=True))


def _is_stale(hit: Hit, modified: str, state: str) -> bool:
	# Both are written by moment() in the site's time zone, so their order as text is that in time.
	if moment(modified) > str(hit.metadata.get("modified", "")):
		return True
	known = hit.metadata.get(RECORD_STATE)
	# What was indexed by a huf that kept no fingerprint says nothing.
	return bool(known) and known != state
