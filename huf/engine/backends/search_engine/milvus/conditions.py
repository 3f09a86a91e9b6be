"""Conditions in Milvus's language of expressions, which has no placeholders that Milvus Lite knows.

Only numbers, and hexadecimal digits of hashes, are ever pasted in: no text of a document or a user is.
"""

import hashlib
from collections.abc import Iterable, Sequence

from huf.engine.backends.search_engine.contract.engine import Between, IsIn, Where

NONE = -1
"""Stands for no number: Milvus Lite has no fields that may be empty. Real ones begin at 0."""
HASHED = ("kind", "key", "status")
"""Fields of texts, which are kept as hashes: they are only asked whether they are equal."""
MANY = "heads"
"""The field that has several values, hashed too."""


def hashed(text: object) -> str:
	"""A text as 32 hexadecimal digits (the first half of its SHA-256)."""
	return hashlib.sha256(str(text).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def is_nowhere(where: Where) -> bool:
	"""Whether a condition of no values must hold, which Milvus refuses."""
	return any(isinstance(test, IsIn) and not test.values for test in where.must)


def expression(where: Where) -> str:
	"""An expression for a condition that is not nowhere; empty for everywhere."""
	tests = [_holds(test) for test in where.must]
	# Milvus Lite knows no "not" before what stands in brackets.
	tests += [_fails(test) for test in where.must_not if not isinstance(test, IsIn) or test.values]
	return " and ".join(f"({test})" for test in tests)


def literals(values: Iterable[int] | Iterable[str]) -> str:
	"""A list of numbers, or of texts that are hexadecimal digits and hyphens."""
	return f"[{', '.join(str(value) if isinstance(value, int) else _quoted(value) for value in values)}]"


def _quoted(value: str) -> str:
	if set(value) - set("0123456789abcdef-"):
		raise ValueError("no hash and no UUID")
	return f'"{value}"'


def _values(test: IsIn) -> str:
	is_text = test.field in HASHED or test.field == MANY
	return literals(map(hashed, test.values)) if is_text else literals(map(int, test.values))


def _field(name: str) -> str:
	return "id" if name == "chunk" else name


def _holds(test: IsIn | Between) -> str:
	name = _field(test.field)
	if isinstance(test, IsIn):
		return (
			f"array_contains_any({name}, {_values(test)})" if name == MANY else f"{name} in {_values(test)}"
		)
	first = max(test.first or 0, 0)
	return f"{name} >= {first}" + (f" and {name} <= {int(test.last)}" if test.last is not None else "")


def _fails(test: IsIn | Between) -> str:
	name = _field(test.field)
	if isinstance(test, IsIn):
		if name == MANY:
			raise ValueError("Nobody asks what has none of several values.")
		return f"{name} not in {_values(test)}"
	first = max(test.first or 0, 0)
	return f"{name} < {first}" + (f" or {name} > {int(test.last)}" if test.last is not None else "")


def holding_words(numbers: Sequence[int]) -> str:
	"""Rows that have all of these words, or more words than are listed."""
	return f"array_contains_all(said_words, {literals(numbers)}) or array_contains(said_words, {NONE})"
