"""What a filter means, in plain Python. Compilations to other languages are tested against this."""

from collections.abc import Iterable, Mapping

from huf.engine.filters.conditions import Choices, Condition, Filters, kind_of
from huf.engine.filters.dates import Span, compare, parse_span, span_of
from huf.engine.filters.patterns import like
from huf.engine.filters.tags import split_tags, tags_hold
from huf.engine.types import IndexedInput, JSONValue

OPPOSITES = {"!=": "=", "not in": "in", "not like": "like"}
"""These hold exactly where the other one does not, also where there is no value at all."""


def matching_inputs(filters: Filters, inputs: Iterable[IndexedInput]) -> set[str]:
	"""The keys of the inputs that satisfy ``filters``."""
	return {
		item.key
		for item in inputs
		if matches(
			filters,
			key=item.key,
			title=item.title,
			url=item.url,
			metadata=item.metadata,
			indexed_at=item.indexed_at,
		)
	}


def matches(
	filters: Filters,
	*,
	key: str,
	title: str,
	url: str,
	metadata: Mapping[str, JSONValue],
	indexed_at: float,
) -> bool:
	"""Whether one input satisfies every condition."""
	columns: dict[str, JSONValue] = {"key": key, "title": title, "url": url, "indexed_at": indexed_at}
	for condition, choices in zip(filters.conditions, filters.choices, strict=True):
		if condition.field.column:
			value = columns[condition.field.column]
		else:
			value = entry(metadata, condition.field.keys)
		if not _holds(condition, choices, value, filters):
			return False
	return True


def is_set(value: JSONValue) -> bool:
	"""Nothing and empty text are not set."""
	return value is not None and value != ""


def bounds(condition: Condition, filters: Filters) -> Span:
	"""The span that the dates of a condition cover."""
	spans = [parse_span(str(value), filters.zone) for value in condition.values]
	first, last = spans[0], spans[-1]
	assert first is not None and last is not None, "parse_filters lets no other dates through"
	return Span(first.first, last.last)


def is_about_dates(condition: Condition) -> bool:
	"""Whether the values are dates."""
	return condition.operator in ("from", "to") or (
		condition.field.kind == "date" and condition.operator != "is set"
	)


def entry(metadata: Mapping[str, JSONValue], keys: tuple[str, ...]) -> JSONValue:
	"""The first of these entries that is set."""
	for key in keys[:-1]:
		if is_set(value := metadata.get(key)):
			return value
	return metadata.get(keys[-1])


def _holds(condition: Condition, choices: Choices, value: JSONValue, filters: Filters) -> bool:
	operator = condition.operator
	if operator == "is set":
		return is_set(value) is condition.values[0]
	if condition.field.kind == "tags":
		present = split_tags(value if isinstance(value, str) else "")
		return tags_hold(operator, present, split_tags(",".join(map(str, condition.values))))
	opposite = OPPOSITES.get(operator)
	if is_about_dates(condition):
		span = span_of(value, filters.zone)
		wanted = bounds(condition, filters)
		met = span is not None and compare(opposite or operator, span, wanted.first, wanted.last)
	elif (opposite or operator) == "like":
		met = isinstance(value, str) and any(like(str(pattern), value) for pattern in condition.values)
	elif choices is not None:
		met = (kind_of(value), value) in choices
	else:
		met = _compares(operator, value, condition)
	return met is not bool(opposite)


def _compares(operator: str, value: JSONValue, condition: Condition) -> bool:
	"""Only values of one kind are compared: text by code points, numbers by size."""
	wanted = [one for one in condition.values if kind_of(one) == kind_of(value)]
	if len(wanted) < len(condition.values) or isinstance(value, bool):
		return False
	low, high = wanted[0], wanted[-1]
	if operator == "between":
		return low <= value <= high  # type: ignore[operator]
	if operator == "<":
		return value < low  # type: ignore[operator]
	if operator == "<=":
		return value <= low  # type: ignore[operator]
	if operator == ">":
		return value > low  # type: ignore[operator]
	assert operator == ">=", operator
	return value >= low  # type: ignore[operator]
