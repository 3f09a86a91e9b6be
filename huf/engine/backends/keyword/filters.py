"""Filters as SQL over the inputs of a build: conditions become text written here, everything asked is bound."""

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from huf.engine.backends.keyword.opened import OpenBuild, OpenSegment
from huf.engine.filters import Condition, Filters
from huf.engine.filters.conditions import kind_of
from huf.engine.filters.dates import compare, span_of, zone_called
from huf.engine.filters.matching import OPPOSITES, bounds, is_about_dates
from huf.engine.filters.patterns import like
from huf.engine.filters.tags import split_tags, tags_hold
from huf.engine.postings.allowed import Allowed, of_ranges
from huf.engine.types import JSONValue

_KEPT = 16
"""Filters whose chunks are kept; each takes a byte a chunk."""
_TYPES = {"text": "'text'", "number": "'integer', 'real'", "truth": "'true', 'false'"}
"""SQLite's names for what :func:`~huf.engine.filters.matching.kind_of` tells apart."""
# A path such as $."a" cannot name every key in every version of SQLite; a key that is compared can.
_ENTRY = "(SELECT value FROM json_each(inputs.metadata) WHERE key = ?)"
_TEXT_ENTRY = "(SELECT value FROM json_each(inputs.metadata) WHERE key = ? AND type = 'text')"
_TIME_ENTRY = (
	"(SELECT value FROM json_each(inputs.metadata) WHERE key = ? AND type IN ('text', 'integer', 'real'))"
)

_Compiled = tuple[str, list[JSONValue]]


class InputFilter:
	"""Finds the chunks of a build that a filter lets through."""

	def __init__(self, build: OpenBuild) -> None:
		self._build = build
		self._kept: OrderedDict[str, Allowed] = OrderedDict()

	def allowed(self, filters: Filters) -> Allowed:
		"""The chunks of the inputs that satisfy ``filters``."""
		found = self._kept.pop(filters.canonical, None)
		if found is None:
			ranges = [_ranges(segment, filters) for segment in self._build.segments]
			found = of_ranges(np.concatenate(ranges), self._build.last_chunk)
			found.mask[self._build.dead_chunks] = False
		self._kept[filters.canonical] = found
		if len(self._kept) > _KEPT:
			self._kept.popitem(last=False)
		return found


def _ranges(segment: OpenSegment, filters: Filters) -> npt.NDArray[np.int64]:
	"""First and last chunk of each input of a segment that satisfies ``filters``; kept with it, for the builds to come."""
	found: npt.NDArray[np.int64] | None = segment.ranges.pop(filters.canonical, None)
	if found is None:
		if not segment.has_functions:
			_add_functions(segment.connection)
			segment.has_functions = True
		where, values = compiled(filters)
		# The chunks of an input are written together, so their numbers are a range.
		rows = segment.connection.execute(
			f"""SELECT (SELECT id FROM chunks WHERE input = inputs.id ORDER BY ordinal LIMIT 1),
			(SELECT id FROM chunks WHERE input = inputs.id ORDER BY ordinal DESC LIMIT 1)
			FROM inputs WHERE chunks > 0 AND {where}""",
			values,
		).fetchall()
		found = np.array(rows, dtype=np.int64).reshape(len(rows), 2)
	segment.ranges[filters.canonical] = found
	if len(segment.ranges) > _KEPT:
		segment.ranges.popitem(last=False)
	return found


def compiled(filters: Filters) -> _Compiled:
	"""The condition for ``WHERE``, with the values to bind."""
	parts = [_compiled(condition, filters) for condition in filters.conditions]
	return " AND ".join(text for text, _ in parts) or "1", [value for _, values in parts for value in values]


def _compiled(condition: Condition, filters: Filters) -> _Compiled:
	opposite = OPPOSITES.get(condition.operator)
	operator = opposite or condition.operator
	if operator == "is set":
		entry, values = _entry(condition, _ENTRY)
		text = f"(coalesce({entry}, '') <> '') IS {'TRUE' if condition.values[0] else 'FALSE'}"
		return text, values
	if condition.field.kind == "tags":
		wanted = ",".join(map(str, condition.values))
		return f"huf_tags(?, {_TEXT_ENTRY}, ?)", [condition.operator, *condition.field.keys, wanted]
	if is_about_dates(condition):
		entry, values = _entry(condition, _TIME_ENTRY)
		span = bounds(condition, filters)
		text = f"huf_date(?, {entry}, ?, ?, ?)"
		values = [operator, *values, span.first, span.last, filters.timezone]
	elif operator == "like":
		entry, values = _entry(condition, _first_entry(condition))
		text, values = f"huf_like({entry}, ?)", [*values, json.dumps(condition.values)]
	else:
		text, values = _comparison(condition, operator)
	return (f"NOT {text}" if opposite else text), values


def _entry(condition: Condition, lookup: str) -> _Compiled:
	"""The value that a condition is about."""
	if condition.field.column:
		return f"inputs.{condition.field.column}", []
	*others, last = condition.field.keys
	# Empty text is not set: the next key is asked.
	return "coalesce(" + f"nullif({lookup}, ''), " * len(others) + f"{lookup}, NULL)", [*others, last]


def _first_entry(condition: Condition) -> str:
	"""Of several entries the first that is set counts, be it text or not; one that is no text is like nothing."""
	return _ENTRY if len(condition.field.keys) > 1 else _TEXT_ENTRY


def _comparison(condition: Condition, operator: str) -> _Compiled:
	if condition.field.column:
		return f"inputs.{condition.field.column} IN (SELECT value FROM json_each(?))", [
			json.dumps(condition.values)
		]
	if len(condition.field.keys) > 1:
		entry, values = _entry(condition, _ENTRY)
		# Without any of the entries it is not one of the values, rather than unknown.
		return f"({entry} IN (SELECT value FROM json_each(?))) IS TRUE", [
			*values,
			json.dumps(condition.values),
		]
	choices, values = [], []
	for kind, types in _TYPES.items():
		wanted = [value for value in condition.values if kind_of(value) == kind]
		if wanted:
			test, bound = _test(operator, wanted)
			choices.append(f"type IN ({types}) AND {test}")
			values += bound
	(key,) = condition.field.keys
	any_choice = " OR ".join(f"({choice})" for choice in choices) or "0"
	return (
		f"EXISTS (SELECT 1 FROM json_each(inputs.metadata) WHERE key = ? AND ({any_choice}))",
		[key, *values],
	)


def _test(operator: str, wanted: Sequence[JSONValue]) -> _Compiled:
	# Numbers go through SQLite's reading of JSON, as those of the metadata do, so that equal ones are equal.
	if operator in ("=", "in"):
		return "value IN (SELECT value FROM json_each(?))", [json.dumps(wanted)]
	bound: list[JSONValue] = [json.dumps(value) for value in wanted]
	if operator == "between":
		return "value BETWEEN json_extract(?, '$') AND json_extract(?, '$')", bound
	assert operator in ("<", "<=", ">", ">="), operator
	return f"value {operator} json_extract(?, '$')", bound


def _add_functions(connection: sqlite3.Connection) -> None:
	"""What SQL has no words for."""
	connection.create_function("huf_like", 2, _sql_like, deterministic=True)
	connection.create_function("huf_tags", 3, _sql_tags, deterministic=True)
	connection.create_function("huf_date", 5, _sql_date, deterministic=True)


def _sql_like(value: JSONValue, patterns: str) -> bool:
	return isinstance(value, str) and any(like(pattern, value) for pattern in _patterns(patterns))


@lru_cache(maxsize=64)
def _patterns(patterns: str) -> tuple[str, ...]:
	return tuple(json.loads(patterns))


def _sql_tags(operator: str, present: str | None, wanted: str) -> bool:
	return tags_hold(operator, split_tags(present or ""), split_tags(wanted))


def _sql_date(operator: str, value: JSONValue, first: int, last: int, timezone: str) -> bool:
	span = span_of(value, zone_called(timezone))
	return span is not None and compare(operator, span, first, last)
