"""The conditions of a question as they are read: denied by “not”, joined by “and” and “or”, and never at odds with each other."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Literal

from huf.engine.questions.composing.asked import Condition, NotUnderstood
from huf.engine.questions.record_query import Operator, RecordCondition
from huf.engine.questions.vocabulary import TODAY

_CONTRARY: dict[str, Operator] = {
	"=": "!=",
	"!=": "=",
	"in": "not in",
	"not in": "in",
	"<": ">=",
	"<=": ">",
	">": "<=",
	">=": "<",
}
_ANY_OF: dict[str, Operator] = {"=": "in", "in": "in", "!=": "not in", "not in": "not in"}
"""What a second value makes of a condition that has one."""
_CONTRADICTIONS = ({"="}, {"in"}, {"=", "in"}, {"=", "!="}, {"between"}, {"=", "between"})


class Conditions:
	"""What was read so far, and the words before what is read next. All raise NotUnderstood for what says nothing clear."""

	def __init__(self, known: list[Condition], today: date) -> None:
		self.known, self.today = known, today
		self.is_not = False
		self.is_nothing = False
		"""What is denied is so of every part: “nothing was delivered”."""
		self.joined: Literal["", "and", "or"] = ""
		"""The word that stands before what is read next."""

	def add(self, condition: RecordCondition, shown: tuple[str, ...]) -> None:
		"""Add a condition: its contrary after “not”, as one of several values after “and” and “or”."""
		if self.is_not:
			contrary = _CONTRARY.get(condition.operator)
			if not contrary:
				raise NotUnderstood
			condition = replace(condition, operator=contrary)
			self.is_not = False
		before = self.known[-1] if self.known else None
		if before and condition.operator == "between" and before.condition.field == condition.field:
			# “In October and November”: no day is in both.
			both = _both_periods(before.condition, condition) if self.joined else None
			if both is None:
				raise NotUnderstood
			self.known[-1] = Condition(RecordCondition(condition.field, "between", both), both)
			self.joined = ""
			return
		if (
			self.joined
			and before
			and before.condition.field == condition.field
			and condition.operator in ("=", "in")
			and (any_of := _ANY_OF.get(before.condition.operator))
		):
			# “Not in Germany and France”: what is not the one has no need of being the other.
			values = (*_values(before.condition), *_values(condition))
			joined = RecordCondition(condition.field, any_of, tuple(dict.fromkeys(values)))
			self.known[-1] = Condition(joined, (*before.shown, *shown))
			self.joined = ""
			return
		self.joined_nothing()
		if any(known.condition == condition for known in self.known):
			# “Not delivered and not billed”: both say that it is submitted.
			return
		if any(
			known.condition.field == condition.field
			and {known.condition.operator, condition.operator} in _CONTRADICTIONS
			for known in self.known
		):
			# Two values that one field cannot have together.
			raise NotUnderstood
		self.known.append(Condition(condition, shown))

	def add_all(self, conditions: Sequence[RecordCondition]) -> None:
		"""Add several that belong together: “or” before them would be about which of them?"""
		if self.joined == "or" and len(conditions) > 1:
			raise NotUnderstood
		for condition in conditions:
			value = self.today.isoformat() if condition.value == TODAY else condition.value
			condition = replace(condition, value=value)
			shown = tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)
			self.add(condition, shown)

	def joined_nothing(self) -> None:
		"""What is read next stands for itself: “and” before it says no more, “or” would."""
		if self.joined == "or":
			raise NotUnderstood
		self.joined = ""


def _both_periods(before: RecordCondition, after: RecordCondition) -> tuple[str, str] | None:
	"""The days of two periods of which one begins on the day after the other; None for others, which are no period together."""
	periods = sorted(map(_values, (before, after)), key=str)
	if before.operator != "between" or not all(isinstance(day, str) for period in periods for day in period):
		return None
	(first, end), (begin, last) = ([date.fromisoformat(str(day)) for day in period] for period in periods)
	return (first.isoformat(), last.isoformat()) if begin == end + timedelta(days=1) else None


def _values(condition: RecordCondition) -> tuple[str | int | float, ...]:
	if isinstance(condition.value, tuple):
		return condition.value
	return () if condition.value is None else (condition.value,)
