"""Facets: how the inputs that match a search are spread over sources, kinds, dates, tags and whatever else is known of them.

Counted are inputs, not passages, of hits that somebody may see. Nothing else goes in, so a count tells of nothing hidden.
"""

from calendar import monthrange
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta, timezone, tzinfo
from typing import Any

from huf.engine.filters.conditions import kind_of
from huf.engine.filters.dates import span_of
from huf.engine.filters.fields import FIELDS, METADATA_PREFIX
from huf.engine.filters.matching import entry, is_set
from huf.engine.filters.tags import split_tags
from huf.engine.types import Facet, FacetValue, Hit, JSONValue

SOURCE = "source"
"""The one facet that is no field of a filter."""
PLAIN_FACETS = ("reference_doctype", "kind", "author", "language")
"""Fields whose values are counted as they stand. One language is no choice: most companies have all texts in it."""
MOST_VALUES = 10
"""Of one facet."""
MOST_KEYS = 10
"""Facets of declared metadata: the keys that most inputs have."""
LONGEST_VALUE = 100
"""Characters; a longer text is no value to choose."""

_Counts = list[tuple[JSONValue, int, Mapping[str, Any]]]
"""Values with their inputs and their filters, in the order in which they are shown."""
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def is_facet(field: str) -> bool:
	"""Whether :func:`facets_of` may count a field of a filter of this name."""
	return field in (*PLAIN_FACETS, "date", "tags") or field.startswith(METADATA_PREFIX)


def facets_of(
	hits: Iterable[Hit],
	in_part: Collection[str],
	zone: tzinfo,
	is_declared: Callable[[str], bool],
) -> tuple[Facet, ...]:
	"""The facets of the inputs of ``hits``, each input once; without those that no input has a value for.

	Args:
		hits: passages that may be shown.
		in_part: sources with more matches than these hits, so that their counts are the least that there are.
		zone: the time zone in which a time belongs to a day.
		is_declared: whether a key of the metadata is one to choose by, and not one of a shell's own.
	"""
	inputs = list({(hit.source, hit.input): hit for hit in hits}.values())
	metadata = [hit.metadata for hit in inputs]
	is_partial = bool(in_part)
	found = [_source_facet([hit.source for hit in inputs], in_part)]
	for field in PLAIN_FACETS:
		values = [value for one in metadata if is_set(value := entry(one, FIELDS[field].keys))]
		if field != "language" or len(set(values)) > 1:
			found.append(_facet(field, _by_count(field, values), is_partial))
	dates = [entry(one, FIELDS["date"].keys) for one in metadata]
	found.append(_facet("date", _periods("date", dates, zone), is_partial))
	tags = [tag for one in metadata for tag in split_tags(str(one.get("tags") or ""))]
	found.append(_facet("tags", _by_count("tags", tags), is_partial))
	for key in _keys(metadata, is_declared):
		values = [value for one in metadata if is_set(value := one.get(key))]
		found.append(_facet(METADATA_PREFIX + key, _of_key(METADATA_PREFIX + key, values, zone), is_partial))
	return tuple(facet for facet in found if facet.values)


def _source_facet(sources: Sequence[str], in_part: Collection[str]) -> Facet:
	counts = _by_count(SOURCE, sources)
	values = tuple(FacetValue(name, count, name in in_part) for name, count, _filter in counts[:MOST_VALUES])
	return Facet(SOURCE, values, len(counts) > MOST_VALUES)


def _facet(field: str, counts: _Counts, is_partial: bool) -> Facet:
	values = tuple(
		FacetValue(value, count, is_partial, asked) for value, count, asked in counts[:MOST_VALUES]
	)
	return Facet(field, values, len(counts) > MOST_VALUES)


def _keys(metadata: Sequence[Mapping[str, Any]], is_declared: Callable[[str], bool]) -> list[str]:
	"""The declared keys that most inputs have."""
	having: Counter[str] = Counter(key for one in metadata for key, value in one.items() if is_set(value))
	declared = [key for key in having if key not in FIELDS and is_declared(key)]
	return sorted(declared, key=lambda key: (-having[key], key))[:MOST_KEYS]


def _of_key(field: str, values: Sequence[JSONValue], zone: tzinfo) -> _Counts:
	if all(isinstance(value, str) for value in values) and all(span_of(value, zone) for value in values):
		return _periods(field, values, zone)
	counts = _by_count(field, values)
	# Many different numbers are amounts: nobody chooses one of them from a list.
	has_numbers = any(kind_of(value) == "number" for value in values)
	return [] if has_numbers and len(counts) > MOST_VALUES else counts


def _by_count(field: str, values: Iterable[JSONValue]) -> _Counts:
	# With their kinds: Python holds 1 and True for one key.
	counts = Counter((kind_of(value), value) for value in values if len(str(value)) <= LONGEST_VALUE)
	ordered = sorted(counts.items(), key=lambda one: (-one[1], str(one[0][1]).casefold(), str(one[0][1])))
	return [(value, count, {field: {"in": [value]}}) for (_kind, value), count in ordered]


def _periods(field: str, values: Iterable[JSONValue], zone: tzinfo) -> _Counts:
	"""By year; by month where all are of one year. The newest first."""
	days = [day for value in values if (day := _day(value, zone))]
	by_year = len({day.year for day in days}) > 1
	counts: dict[str, int] = defaultdict(int)
	for day in days:
		counts[f"{day.year:04d}" if by_year else f"{day.year:04d}-{day.month:02d}"] += 1
	return [(period, counts[period], {field: _bounds(period)}) for period in sorted(counts, reverse=True)]


def _day(value: JSONValue, zone: tzinfo) -> datetime | None:
	span = span_of(value, zone)
	if span is None:
		return None
	try:
		return (_EPOCH + timedelta(microseconds=span.first)).astimezone(zone)
	except OverflowError:
		# The last day of all, west of Greenwich.
		return None


def _bounds(period: str) -> dict[str, str]:
	if "-" not in period:
		return {"from": f"{period}-01-01", "to": f"{period}-12-31"}
	_weekday, days = monthrange(int(period[:4]), int(period[5:]))
	return {"from": f"{period}-01", "to": f"{period}-{days:02d}"}
