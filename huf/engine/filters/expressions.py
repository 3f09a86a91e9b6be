"""Conditions in words, as they are typed at a terminal: ``title=*.pdf``, ``date >= 2024-01-01``, ``tags in hr, it``."""

import json
import re
from collections.abc import Iterable
from typing import Any

from huf.engine.errors import InvalidFilter
from huf.engine.filters.conditions import Filters
from huf.engine.filters.fields import find_field
from huf.engine.filters.parsing import parse_filters

_NAME = r"\s*(?P<name>[^\s=!<>\"]+(?:\"[^\"]+\")?)\s*"
_SIGN = re.compile(_NAME + r"(?P<operator>==|!=|<=|>=|<|>|=)\s*(?P<value>.*)", re.DOTALL)
_WORD = re.compile(
	_NAME
	+ r"\s(?P<operator>not in|in|not like|like|between|from|to|all|is not set|is set)(?:\s+(?P<value>.*)|\s*)",
	re.DOTALL,
)
_LISTS = ("in", "not in", "all", "between")


def parse_expressions(expressions: Iterable[str], values: object = None, *, timezone: str = "UTC") -> Filters:
	"""All of ``expressions``, and the dictionary ``values`` if there is one, as one filter.

	``=`` is a pattern for titles and addresses; ``==`` is always exact. Lists have commas. A number also
	means the text that looks like it, unless it is compared by size; in double quotes it is text only.

	Raises:
		InvalidFilter: it cannot be read, or asks what cannot be asked.
	"""
	asked: dict[str, dict[str, Any]] = {}
	for expression in expressions:
		name, operator, operand = _parse(expression)
		conditions = asked.setdefault(name, {})
		if operator in conditions:
			raise InvalidFilter(
				f"The filter {name} “{operator}” is given twice. Use “in” for one of several."
			)
		conditions[operator] = operand
	if not values:
		return parse_filters(asked, timezone=timezone)
	if not asked:
		return parse_filters(values, timezone=timezone)
	first = parse_filters(values, timezone=timezone).to_dict()
	for name, conditions in parse_filters(asked, timezone=timezone).to_dict().items():
		if first.setdefault(name, {}).keys() & conditions.keys():
			raise InvalidFilter(f"The filter {name} is given twice.")
		first[name].update(conditions)
	return parse_filters(first, timezone=timezone)


def _parse(expression: str) -> tuple[str, str, Any]:
	parts = _WORD.fullmatch(expression) or _SIGN.fullmatch(expression)
	if parts is None:
		raise InvalidFilter(
			f"“{expression[:80]}” is no filter. Write FIELD OPERATOR VALUE, such as title=*.pdf or date>=2024-01-01."
		)
	name, operator, value = parts["name"].replace('"', ""), parts["operator"], (parts["value"] or "").strip()
	field = find_field(name)
	if field is None:
		# Says what there is.
		parse_filters({name: value})
		raise AssertionError("unreachable")
	if operator in ("is set", "is not set"):
		if value:
			raise InvalidFilter(f"“{operator}” takes no value: write only {name} {operator}.")
		return field.name, "is set", operator == "is set"
	if not value:
		raise InvalidFilter(f"The filter {name} has no value.")
	if operator == "=" and field.kind == "name":
		return field.name, "like", _text(value)
	operator = "=" if operator == "==" else operator
	texts = [part.strip() for part in value.split(",")] if operator in _LISTS else [value]
	if field.kind != "value" or operator in ("like", "not like", "from", "to"):
		return field.name, operator, [_text(text) for text in texts] if operator in _LISTS else _text(value)
	if operator in ("<", "<=", ">", ">=", "between"):
		typed = [_number_or_text(text) for text in texts]
		return field.name, operator, typed if operator == "between" else typed[0]
	meant = [one for text in texts for one in _all_meant(text)]
	if operator in ("=", "!="):
		operator = {"=": "in", "!=": "not in"}[operator] if len(meant) > 1 else operator
		return field.name, operator, meant if len(meant) > 1 else meant[0]
	return field.name, operator, meant


def _all_meant(text: str) -> list[Any]:
	typed = _number_or_text(text)
	return [typed] if isinstance(typed, str) else [typed, text]


def _number_or_text(text: str) -> Any:
	if text in ("true", "false") or re.fullmatch(r"-?\d+(\.\d+)?([eE][+-]?\d+)?", text):
		try:
			return json.loads(text)
		except ValueError:
			return text
	return _text(text)


def _text(text: str) -> str:
	return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
