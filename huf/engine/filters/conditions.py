"""Filters as values: frozen, comparable, with one canonical form."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from huf.engine.filters.dates import zone_called
from huf.engine.filters.fields import EQUALITY, Field

if TYPE_CHECKING:
	from datetime import tzinfo

Scalar = str | int | float | bool


Choices = frozenset[tuple[str, Scalar | None]] | None
"""Values with their kinds, since Python holds 1 and True for equal."""


def kind_of(value: Scalar | None) -> str:
	"""``text``, ``number``, ``truth`` or ``none``."""
	if isinstance(value, str):
		return "text"
	if isinstance(value, bool):
		return "truth"
	return "none" if value is None else "number"


@dataclass(frozen=True, slots=True)
class Condition:
	"""One thing that must hold of an input."""

	field: Field
	operator: str
	values: tuple[Scalar, ...]
	"""What it is compared with; as many as the operator takes."""


@dataclass(frozen=True)
class Filters:
	"""Conditions that must all hold; none of them means that every input will do.

	Equal when they ask the same, in whatever order or spelling it was written.
	"""

	conditions: tuple[Condition, ...] = field(default=(), compare=False)
	timezone: str = field(default="UTC", compare=False)
	"""What a date without an offset means, in the filter and in the metadata."""
	canonical: str = field(init=False)
	"""All of it as JSON; the same for equal filters, to be part of the key of a cache."""

	def __post_init__(self) -> None:
		asked = sorted(
			json.dumps([one.field.name, one.operator, one.values], ensure_ascii=False)
			for one in self.conditions
		)
		object.__setattr__(self, "canonical", json.dumps([self.timezone, *asked], ensure_ascii=False))

	def __bool__(self) -> bool:
		return bool(self.conditions)

	@cached_property
	def choices(self) -> tuple[Choices, ...]:
		"""For each condition, the values one of which it wants; None where it compares otherwise."""
		return tuple(
			frozenset((kind_of(value), value) for value in condition.values)
			if condition.operator in EQUALITY
			else None
			for condition in self.conditions
		)

	@cached_property
	def zone(self) -> "tzinfo":
		"""The time zone itself."""
		return zone_called(self.timezone)

	def in_words(self) -> tuple[str, ...]:
		"""Each condition for people, such as ``title like *.pdf``."""
		return tuple(
			f"{one.field.name} {one.operator} {_shortened(one.values)}"
			for one in sorted(self.conditions, key=lambda one: (one.field.name, one.operator))
		)

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON, and for :func:`~huf.engine.filters.parsing.parse_filters` again.

		Of conditions that code put in beside an equal field and operator, only one is in it.
		"""
		fields: dict[str, dict[str, Any]] = {}
		for condition in sorted(self.conditions, key=lambda one: (one.field.name, one.operator)):
			values = condition.values
			takes_many = condition.operator in _TAKE_MANY or len(values) != 1
			fields.setdefault(condition.field.name, {})[condition.operator] = (
				list(values) if takes_many else values[0]
			)
		return fields


_TAKE_MANY = ("in", "not in", "all", "between")
_VALUES_SHOWN = 5
"""Of a long list; whoever asked knows the rest."""
NO_FILTERS = Filters()


def _shortened(values: tuple[Scalar, ...]) -> str:
	shown = [json.dumps(one) if isinstance(one, bool) else str(one) for one in values[:_VALUES_SHOWN]]
	rest = len(values) - len(shown)
	return ", ".join(shown) + (f" and {rest} more" if rest else "")


Description = Mapping[str, Any]
