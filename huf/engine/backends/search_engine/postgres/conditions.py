"""Conditions as SQL. Names of columns are those of this room; all values are bound."""

from collections.abc import Mapping, Sequence
from typing import Any

from huf.engine.backends.search_engine.contract.engine import Between, IsIn, Where

ROWS = {"chunk": "chunk", "generation": "generation", "input": "input"}
POSTINGS = {"chunk": "u.chunk", "generation": "p.generation", "input": "u.input"}
ENTRIES = {name: name for name in ("kind", "generation", "input", "part", "heads", "key", "status")}
_MANY = "heads"
"""The field that has several values."""


def condition(where: Where, columns: Mapping[str, str]) -> tuple[str, list[Any]]:
	"""An expression, and the values for its places; ``columns`` has the column of each field."""
	parts, values = ["TRUE"], list[Any]()
	for test in where.must:
		text, bound = _test(test, columns)
		parts.append(text)
		values += bound
	for test in where.must_not:
		text, bound = _test(test, columns)
		# What has no such field passes.
		parts.append(f"({text}) IS NOT TRUE")
		values += bound
	return " AND ".join(parts), values


def _test(test: IsIn | Between, columns: Mapping[str, str]) -> tuple[str, list[Any]]:
	column = columns[test.field]
	if isinstance(test, IsIn):
		numbers = not test.values or isinstance(test.values[0], int)
		values: Sequence[Any] = list(map(int, test.values)) if numbers else list(test.values)
		if test.field == _MANY:
			return f"{column} && %s::text[]", [list(map(str, values))]
		if test.field in ("kind", "key", "status"):
			return f"{column} = ANY(%s::text[])", [list(map(str, values))]
		return f"{column} = ANY(%s::bigint[])", [values]
	parts, bound = ["TRUE"], list[Any]()
	if test.first is not None:
		parts.append(f"{column} >= %s")
		bound.append(int(test.first))
	if test.last is not None:
		parts.append(f"{column} <= %s")
		bound.append(int(test.last))
	return " AND ".join(parts), bound
