"""The states and options that a question names: which of the fields each is of."""

from collections.abc import Sequence
from dataclasses import replace

from huf.engine.questions.composing.asked import Asked, NotUnderstood
from huf.engine.questions.composing.conditions import Conditions
from huf.engine.questions.composing.days import PAST, Days
from huf.engine.questions.composing.phrases import Phrases
from huf.engine.questions.composing.states import state_conditions
from huf.engine.questions.lexicon import IsDateField, IsField, IsOption, IsState
from huf.engine.questions.record_query import RecordCondition
from huf.engine.questions.vocabulary import DocTypeWords
from huf.engine.questions.wording import Role

_WHOLE = 100
"""Percent of a document that is delivered, received or billed in full."""
PERIODS: dict[Role, str] = {"monthly": "month", "quarterly": "quarter", "yearly": "year"}


class SaidStates:
	"""Adds the conditions that words for states are."""

	def __init__(
		self, described: DocTypeWords, asked: Asked, phrases: Phrases, conditions: Conditions, days: Days
	) -> None:
		self.described, self.asked, self.phrases, self.conditions = described, asked, phrases, conditions
		self.days = days

	def read(self, place: int) -> int:
		"""The place behind the state that stands here and was added, 0 for none."""
		options = [one for one in self.phrases.meanings(place) if isinstance(one, IsOption)]
		named = [each for each in self.asked.links if any(one.field == each for one in options)]
		if named:
			self.asked.links.remove(named[-1])
			self._add_option(next(one for one in options if one.field == named[-1]))
			return place + 1
		after = self.phrases.next(place + 1)
		following = self.phrases.at(after, IsField)
		if following and any(one.field == following.field for one in options):
			# “High priority”.
			self._add_option(next(one for one in options if one.field == following.field))
			return after + 1
		state = self.phrases.at(place, IsState)
		if state and state.key == "not completed" and self.phrases.at(place + 1, IsState):
			# “Not completely received.”
			self.conditions.is_not = True
			return place + 1
		dated = self.days.dated_field(place)
		if dated and "gone" in self.phrases.roles(after):
			# “Whose validity has passed”: the date is meant.
			return 0
		is_of_days = dated and (self.days.follow(after) or self.days.are_right_before(place))
		if (state or options) and not is_of_days and self._must_be(place):
			self._deny(state)
		follow = self.days.follow(after) and not self.days.are_of_the_document(after)
		# “Open for more than 90 days” are so still, however the word for it might be used of a day.
		is_event = follow and not self.days.are_age(after)
		if state and is_event and self._says_when(place, "created"):
			# “Ouverts en mars”: still open, or opened in March?
			raise NotUnderstood
		if state and is_event and self._says_when(place, "opened"):
			# “Abiertas en marzo”: opened then, whether they still are open or not.
			if not dated or self.days.are_open_ended(after):
				raise NotUnderstood
			self.days.name(dated.name, place)
			return place + 1
		if (
			state
			and dated
			and state.key not in PAST
			and not self.days.follow(after)
			and self.days.stand_before(place)
		):
			# “This week to be delivered”.
			self.days.name(dated.name, place)
		if state and not follow:
			self.days.name_before_state(state.key, place)
		if state and self._add_state(state.key):
			if self.asked.links and self.asked.links[-1] in (self.described.status, self._date_of(state.key)):
				# “Status: open”, though no option is called so; “whose validity has expired”.
				self.asked.links.pop()
			if follow:
				is_age = self.days.are_age(after)
				# “To be received for more than two weeks”: since it was ordered, and not since it was to be received.
				of_its_own = None if is_age and state.key not in PAST else dated
				self.days.name_of_state(state.key, of_its_own, is_age=is_age)
			return place + 1
		if not options or self.phrases.at(place, IsField) or self.phrases.roles(place) - {*PERIODS}:
			# “Grand Total” is a field, and “all” a word of every question, though a field has it among its options.
			return 0
		option = self._meant(options)
		is_behind_days = self.asked.is_about and self.days.are_right_before(place)
		if option.field == self.described.status and dated and is_event and not self.conditions.is_not:
			# “Who left in October”: on a day that has a field of its own.
			return 0
		self._add_option(option)
		if option.field == self.described.status and (follow or is_behind_days):
			# “Resolved in March”: on a day that is in no field.
			raise NotUnderstood
		return place + 1

	def _date_of(self, key: str) -> str:
		"""The date by which records are in a state, if that is known."""
		dates = self.described.dates
		return dates.get(key) or (dates.get("due", "") if key in PAST else "")

	def _must_be(self, place: int) -> bool:
		"""Whether it is said that something must be so: “müssen noch *bezahlt werden*”, “die *bezahlt werden* müssen”."""
		behind = self.phrases.next(place + 1)
		return any("must" in self.phrases.roles(each) for each in range(behind + 1))

	def _deny(self, state: IsState | None) -> None:
		"""What must be so is not so yet. Raises NotUnderstood where nobody knows what that would be."""
		if state and state.key.startswith("not "):
			return
		if not state or self.conditions.is_not or f"not {state.key}" not in self.described.states:
			raise NotUnderstood
		self.conditions.is_not = True

	def _says_when(self, place: int, key: str) -> bool:
		"""Whether the word here is one for the date of this key too."""
		named = self.phrases.at(place, IsDateField)
		return named is not None and named.key == key

	def add(self, key: str) -> None:
		"""Add the state of this key. Raises NotUnderstood if these records have none, or it is denied."""
		if self.conditions.is_not or not self._add_state(key):
			raise NotUnderstood

	def add_named(self, key: str, place: int) -> None:
		"""The same of the state that the name of the records at this place has."""
		self.add(key)
		after = self.phrases.next(place + 1)
		if key == "not paid" and self.days.follow(after) and not self.days.are_of_the_document(after):
			# “Facturas por pagar este mes” are due then.
			if not (due := self.described.dates.get("due")):
				raise NotUnderstood
			self.days.name(due, place)

	def _meant(self, options: list[IsOption]) -> IsOption:
		"""The one of fields that have an option of the same name."""
		of_status = [one for one in options if one.field == self.described.status]
		if not of_status and len({one.field for one in options}) > 1:
			raise NotUnderstood
		return (of_status or options)[0]

	def _add_option(self, option: IsOption) -> None:
		self._said(option.state)
		self.conditions.add(RecordCondition(option.field, "=", option.value), (option.value,))

	def _add_state(self, key: str) -> bool:
		if self.conditions.is_not and key == "submitted":
			# A cancelled document was submitted, too.
			self.conditions.is_not, key = False, "draft"
		if self.conditions.is_not:
			contrary = key.removeprefix("not ") if key.startswith("not ") else f"not {key}"
			if (conditions := self.described.states.get(contrary)) is not None:
				if self.conditions.is_nothing:
					conditions = _of_no_part(conditions)
				self.conditions.is_not = False
				self._said(contrary)
				self.conditions.add_all(conditions)
				return True
		if key in self.described.computed:
			if self.conditions.is_not or self.asked.computed not in ("", key):
				raise NotUnderstood
			self.asked.computed = key
			return True
		conditions = state_conditions(self.described, key)
		if not conditions:
			return False
		if self.conditions.is_not and len(conditions) > 1:
			raise NotUnderstood
		self._said(key)
		self.conditions.add_all(conditions)
		return True

	def _said(self, key: str) -> None:
		self.asked.states.add(f"not {key}" if self.conditions.is_not else key)


def _of_no_part(conditions: Sequence[RecordCondition]) -> tuple[RecordCondition, ...]:
	"""Those of what is not done in full, for what is not done at all. Raises NotUnderstood where no share says how much is done."""
	none = tuple(
		replace(each, operator="=", value=0) if (each.operator, each.value) == ("<", _WHOLE) else each
		for each in conditions
	)
	if none == tuple(conditions) and any(each.operator in ("<", ">") for each in conditions):
		raise NotUnderstood
	return none
