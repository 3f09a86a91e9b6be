"""From a dictionary, as it comes over HTTP or from a file, to :class:`Filters`; or what is wrong with it."""

import math
from collections.abc import Mapping
from typing import Any

from huf.engine.analysis.query import storable
from huf.engine.errors import InvalidFilter
from huf.engine.filters.conditions import NO_FILTERS, Condition, Filters, Scalar, kind_of
from huf.engine.filters.dates import parse_span, zone_called
from huf.engine.filters.fields import FIELDS, METADATA, METADATA_PREFIX, SET, Field, find_field
from huf.engine.filters.matching import is_about_dates
from huf.engine.filters.patterns import MOST_CHARACTERS
from huf.engine.sentences import sentence

MOST_CONDITIONS = 32
MOST_VALUES = 10_000
LONGEST_TEXT = 1_000
"""Characters of a value or of a key: caps, so that a filter from outside costs little to read."""
_LARGEST_INTEGER = 2**63 - 1
_TAKE_MANY = ("in", "not in", "like", "not like", "all")
_HINT = sentence(f"Known: {', '.join(FIELDS)}, and {METADATA_PREFIX}<key>.")


def parse_filters(values: object, *, timezone: str = "UTC") -> Filters:
	"""Read a filter.

	Args:
		values: a dictionary from fields to a value, a list of values, or a dictionary from operators to those.
			``{"metadata": {"a": …}}`` is the same as ``{"metadata.a": …}``. None and ``{}`` filter nothing.
		timezone: the IANA name of the zone in which dates without an offset are meant.

	Raises:
		InvalidFilter: a field, an operator or a value is not what can be asked; the message names what can.
	"""
	if values is None or values == {}:
		return NO_FILTERS
	if not isinstance(values, Mapping):
		raise InvalidFilter(f"A filter is an object from fields to conditions. {_HINT}")
	zone_called(timezone)
	found = [
		condition
		for field, asked in _fields(values)
		for condition in _conditions(field, asked, Filters(timezone=timezone))
	]
	if len(found) > MOST_CONDITIONS:
		raise InvalidFilter(f"A filter has at most {MOST_CONDITIONS} conditions.")
	return Filters(tuple(found), timezone)


def _fields(values: Mapping[Any, Any]) -> list[tuple[Field, Any]]:
	found: dict[str, tuple[Field, Any]] = {}
	entries = []
	for name, asked in values.items():
		if name == METADATA:
			if not isinstance(asked, Mapping):
				raise InvalidFilter("The filter metadata is an object from keys to conditions.")
			entries += [(f"{METADATA_PREFIX}{key}", inner) for key, inner in asked.items()]
		else:
			entries.append((name, asked))
	for name, asked in entries:
		if not isinstance(name, str) or len(name) > LONGEST_TEXT:
			raise InvalidFilter(f"A field of a filter is a name. {_HINT}")
		field = find_field(storable(name))
		if field is None:
			raise InvalidFilter(f"There is no filter “{name[:80]}”. {_HINT}")
		if field.name in found:
			raise InvalidFilter(
				f"The filter {field.name} is given twice. Put its conditions into one object."
			)
		found[field.name] = field, asked
	return list(found.values())


def _conditions(field: Field, asked: object, filters: Filters) -> list[Condition]:
	if not isinstance(asked, Mapping):
		return [_condition(field, _plain_operator(field, asked), asked, filters)]
	if not asked:
		raise InvalidFilter(f"The filter {field.name} is empty. {_operators(field)}")
	return [_condition(field, operator, operand, filters) for operator, operand in asked.items()]


def _plain_operator(field: Field, asked: object) -> str:
	"""What a value without an operator means."""
	if field.kind == "name":
		return "like"
	return "in" if isinstance(asked, list | tuple) or field.kind == "tags" else "="


def _condition(field: Field, operator: object, operand: object, filters: Filters) -> Condition:
	if not isinstance(operator, str) or operator not in field.operators:
		raise InvalidFilter(
			f"The filter {field.name} does not know the operator “{str(operator)[:40]}”. {_operators(field)}"
		)
	values = list(operand) if isinstance(operand, list | tuple) else [operand]
	if operator == SET:
		if operand is not True and operand is not False:
			raise InvalidFilter(f"The filter {field.name} “is set” takes true or false.")
	elif operator == "between":
		if len(values) != 2:
			raise InvalidFilter(f"The filter {field.name} “between” takes a list of two values.")
	elif isinstance(operand, list | tuple) and operator not in _TAKE_MANY:
		raise InvalidFilter(f"The filter {field.name} “{operator}” takes one value, not a list.")
	elif operator == "all" and not values:
		raise InvalidFilter(f"The filter {field.name} “all” takes at least one value.")
	if len(values) > MOST_VALUES:
		raise InvalidFilter(f"The filter {field.name} has over {MOST_VALUES} values.")
	checked = [_scalar(field, operator, value) for value in values]
	if operator in _TAKE_MANY:
		checked = sorted({(kind_of(value), value): value for value in checked}.values(), key=_order)
	condition = Condition(field, operator, tuple(checked))
	_check_kind(condition, filters)
	return condition


def _order(value: Scalar) -> tuple[str, str, float]:
	return (
		kind_of(value),
		str(value) if isinstance(value, str) else "",
		0.0 if isinstance(value, str) else value,
	)


def _scalar(field: Field, operator: str, value: object) -> Scalar:
	if isinstance(value, str):
		if len(value) > (MOST_CHARACTERS if operator in ("like", "not like") else LONGEST_TEXT):
			raise InvalidFilter(f"A value of the filter {field.name} is too long.")
		return storable(value)
	if isinstance(value, bool):
		return value
	if isinstance(value, int | float):
		if abs(value) <= _LARGEST_INTEGER and math.isfinite(value):
			return int(value) if float(value).is_integer() and abs(value) < 2**53 else value
		raise InvalidFilter(f"The number of the filter {field.name} is too large.")
	if value is None:
		raise InvalidFilter(
			f"The filter {field.name} has no value. Ask {{“is set”: false}} for what has none."
		)
	raise InvalidFilter(f"A value of the filter {field.name} is text, a number, true or false.")


def _check_kind(condition: Condition, filters: Filters) -> None:
	"""Values that could never match are mistakes, and are said to be."""
	field, operator, values = condition.field, condition.operator, condition.values
	if operator == SET:
		return
	if is_about_dates(condition):
		for value in values:
			if not isinstance(value, str) or parse_span(value, filters.zone) is None:
				raise InvalidFilter(
					f"“{str(value)[:40]}” in the filter {field.name} is no date. Write 2024-05-31 or 2024-05-31T14:00."
				)
		return
	if field.kind != "value" or operator in ("like", "not like"):
		if not all(isinstance(value, str) for value in values):
			raise InvalidFilter(f"The filter {field.name} “{operator}” takes text.")
		if field.kind == "tags" and any("," in str(value) for value in values):
			raise InvalidFilter("A tag has no comma in it. Give several tags as a list.")
	elif operator in ("<", "<=", ">", ">=", "between"):
		if {kind_of(value) for value in values} not in ({"text"}, {"number"}):
			raise InvalidFilter(f"The filter {field.name} “{operator}” takes numbers or text.")


def _operators(field: Field) -> str:
	return sentence(f"Known: {', '.join(field.operators)}.")
