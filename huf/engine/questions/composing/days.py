"""The days of a question: which there are, and of which date of the records they are."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from huf.engine.questions.composing.asked import NONE, Asked, Condition, NotUnderstood
from huf.engine.questions.composing.conditions import Conditions
from huf.engine.questions.composing.phrases import TRANSPARENT, Phrases
from huf.engine.questions.composing.states import kind_of
from huf.engine.questions.lexicon import IsCurrency, IsDateField, IsDates, IsField, IsNumber, IsState
from huf.engine.questions.record_query import Operator, RecordCondition
from huf.engine.questions.vocabulary import DocTypeWords, FieldWords
from huf.engine.questions.wording import Role

DATE_ROLES: tuple[Role, ...] = ("since", "before", "after", "until", "from", "between", "dated", "reaching")
_BEFORE_COMPARED = TRANSPARENT | {"dated", "from", "since"}
"""What words may say that stand before days that others are compared with."""
_DATES = ("date", "datetime")
"""Kinds of fields."""
_AHEAD = ("due", "delivery", "expires")
"""Dates, by their keys, that are agreed beforehand: of those the nearest are meant, and of all others the last."""
_EVENTS = frozenset(
	{"paid", "delivered", "billed", "received", "completed", "resolved", "closed", "cancelled"}
)
"""States that begin on a day of their own."""
PAST = frozenset({"overdue", "expired"})
"""States that begin on the day on which something agreed has not been done."""


class Days:
	"""Adds to ``asked`` what days say. All raise NotUnderstood for days of which nobody can say what they are of."""

	def __init__(
		self, described: DocTypeWords, asked: Asked, phrases: Phrases, conditions: Conditions
	) -> None:
		self.described, self.asked, self.phrases, self.conditions = described, asked, phrases, conditions
		self.unnamed: tuple[int, int] | None = None
		"""Which conditions are on days of a date that was not named."""
		self.behind = -1
		"""The place behind the days that were read last."""
		self.read_before: frozenset[int] = frozenset()
		"""Places that were read together with days before them."""
		self.are_dated = False
		"""Whether a word before them said that they are those of the document: “pedidos *de* noviembre”."""
		self._are_past = False
		self._to_come: dict[str, str] = {}
		"""Days without a year that are nearer a year later, by those that were read."""

	def prepared(self, roles: frozenset[Role], following: int) -> int:
		"""Add the days behind a preposition that has these roles: the place behind them, 0 if it has none."""
		wanted = [role for role in DATE_ROLES if role in roles]
		if {"since", "until"} & roles and "dated" in self.phrases.roles(following):
			# “Hasta finales *de* diciembre”.
			following += 1
		if not wanted or not self.phrases.at(following, IsDates):
			return 0
		if (
			self.phrases.at(following, IsNumber)
			and roles & {"more", "less"}
			and not {"since", "before", "after"} & roles
		):
			return 0
		if self.phrases.at(following, IsNumber) and self.phrases.at(following + 1, IsCurrency):
			# “From 2000 Euro” is no year.
			return 0
		return self.add(following, wanted)

	def add(self, place: int, roles: Sequence[Role]) -> int:
		"""Add the days that stand here, as ``roles`` before them say; the place behind all that was read."""
		self.are_dated = "dated" in roles
		self.behind = self._added(place, roles)
		return self.behind

	def _added(self, place: int, roles: Sequence[Role]) -> int:
		dates = self._days(place)
		first, last = dates.first, dates.last
		if "since" not in roles or "from" in roles:
			# What is asked for since a day is past.
			self._to_come |= _moved(dates)
		if dates.is_of_every_year:
			self.asked.without_year |= {first, last}
		if dates.age:
			is_length = bool(self.asked.numbers) and {*roles} <= {"from", "dated"}
			if roles and not is_length:
				# But “eine Lieferzeit von mehr als 14 Tagen”.
				raise NotUnderstood
			behind = self._days_behind(place)
			self._add_age(dates, is_denied=self._is_denied_behind(place))
			return behind or place + 1
		join = self.phrases.next(place + 1)
		if self._reaches_on(join, roles):
			self._add_reaching(dates, self.phrases.roles(join), roles)
			return join + 1
		second = self.phrases.next(join + 1)
		end = self.phrases.at(second, IsDates)
		if other := self._compared_with(place):
			self._compare(dates, self._days(other), roles)
			return place + 1
		reaches = {"until", "reaching", "and"} if "between" in roles else {"until", "reaching"}
		if (
			end
			and self.phrases.roles(join) & reaches
			and (not roles or {"from", "between", "since"} & {*roles})
		):
			if self.phrases.say("change"):
				# “Rose from September to October.”
				self._compare(dates, end, [])
				return second + 1
			self._to_come |= _moved(end)
			self._add(">=", self._begun(dates, end), "<=", end.last)
			return second + 1
		if "since" in roles and "from" in roles:
			if first == last:
				# From that day on, or of that day?
				raise NotUnderstood
			self._add(">=", first, "<=", last)
		elif "since" in roles:
			self._add(">=", first)
		elif "before" in roles:
			self._add("<", first)
		elif "after" in roles:
			self._add(">", last)
		elif "until" in roles:
			self._add("<=", last)
		elif {"from", "between"} & {*roles} and "dated" not in roles:
			raise NotUnderstood
		elif "reaching" in roles and first == last:
			# “Au 31 mars”: on that day, or until then? “Au mois de mars” is in it.
			raise NotUnderstood
		else:
			self._add(">=", first, "<=", last)
		return place + 1

	def _days_behind(self, place: int) -> int:
		"""The place behind the field with a number of days that is named behind the days here, “more than 14 days lead time”; 0 for none."""
		following = self.phrases.next(place + 1)
		named = self.phrases.at(following, IsField)
		if self.asked.numbers or not named or not self.described.field(named.field).is_of_days:
			return 0
		self.asked.numbers.append(named.field)
		return following + 1

	def _is_denied_behind(self, place: int) -> bool:
		"""Whether it is said only behind the days here that records have none: “die seit 90 Tagen nicht bestellt haben”."""
		after = place + 1
		while (roles := self.phrases.roles(after)) and roles <= TRANSPARENT | {"whether"}:
			after += 1
		return not self.asked.is_about and bool(self.phrases.roles(after) & {"not", "without"})

	def _add_age(self, dates: IsDates, *, is_denied: bool) -> None:
		"""How long it has been so. “Not ordered for 90 days”: there is no order since then."""
		numbers = self.asked.numbers
		if dates.age == "older" and numbers and self.described.field(numbers[-1]).is_of_days:
			# “With a lead time of more than two weeks.”
			days = (self.conditions.today - date.fromisoformat(dates.last)).days - 1
			self.conditions.add(RecordCondition(numbers.pop(), ">", days), (str(days),))
			return
		if (self.asked.holder and self.asked.held == NONE) or is_denied:
			self.asked.must_lack = True
			self._add(">=", day_after(dates.last))
		elif dates.age == "lasting":
			# “Sales for 3 months”: of which?
			raise NotUnderstood
		else:
			self.asked.is_aged = True
			self._add("<=", dates.last)

	def _compare(self, one: IsDates, other: IsDates, roles: Sequence[Role]) -> None:
		"""“This month against the last one”: both, told apart by the month."""
		first, last = sorted((one, other), key=lambda dates: dates.first)
		unit = unit_of(first)
		follows = first.first and day_after(first.last) == last.first
		if {*roles} - {"dated", "from"} or not unit or unit != unit_of(last) or not follows:
			raise NotUnderstood
		self._add(">=", first.first, "<=", last.last)
		self.asked.are_compared = True
		self.asked.groups.append(f"{unit}({self.asked.conditions[-1].condition.field})")

	def _compared_with(self, place: int) -> int:
		"""The place of the days that those here are compared with, “this month against the last one”, “more orders this month than last
		month”; 0 if there are none. It and the words before it are read with these.
		"""
		for said in range(place + 1, len(self.phrases)):
			if self.phrases.at(said, IsDates):
				return 0
			if not self.phrases.may_compare(said):
				continue
			for other in range(said + 1, len(self.phrases)):
				if self.phrases.at(other, IsDates):
					self.read_before = frozenset(range(said, other + 1))
					# “More than”: whatever is told apart besides, it asks which is more.
					self.asked.changes |= bool(self.phrases.roles(said) & {"more", "less"})
					return other
				if not self.phrases.roles(other) or not self.phrases.roles(other) <= _BEFORE_COMPARED:
					break
		return 0

	def _days(self, place: int) -> IsDates:
		dates = self.phrases.at(place, IsDates)
		assert dates is not None
		return dates

	def _reaches_on(self, place: int, roles: Sequence[Role]) -> bool:
		"""Whether the words here say that the days before them are not all: “or later”. “On” does only where a period began, “from May on”."""
		said = self.phrases.roles(place)
		return bool(said & {"onward", "backward"}) and (
			"small" not in said or "since" in roles or "until" in said
		)

	def _add_reaching(self, dates: IsDates, said: frozenset[Role], roles: Sequence[Role]) -> None:
		if {"before", "after", "until", "between", "reaching"} & {*roles}:
			raise NotUnderstood
		if "backward" in said:
			if "since" in roles:
				raise NotUnderstood
			self._add("<=", dates.last)
		elif "until" in said:
			self._add(">=", dates.first, "<=", self.conditions.today.isoformat())
		else:
			self._add(">=", dates.first)

	def _begun(self, dates: IsDates, end: IsDates) -> str:
		"""The first day of a period that ends with ``end``: of “from October until December”, asked in November, that of the year before."""
		if dates.first <= end.last:
			return dates.first
		before = f"{int(dates.first[:4]) - 1}{dates.first[4:]}"
		if not dates.is_of_every_year or before > end.last:
			raise NotUnderstood
		self._to_come[before] = dates.to_come[0] if dates.to_come else dates.first
		return before

	def _add(self, operator: Operator, day: str, until: Operator | None = None, last: str = "") -> None:
		if self.conditions.is_not:
			raise NotUnderstood
		is_named = any(kind_of(self.described, name) in _DATES for name in self.asked.links)
		known = (
			self.asked.conditions[-1].condition.field
			if self.conditions.joined and self.asked.conditions
			else ""
		)
		goes_on = not is_named and kind_of(self.described, known) in _DATES
		name = known if goes_on else self._field_of_days()
		before = len(self.asked.conditions)
		self._add_of(name, operator, day, until, last)
		after = len(self.asked.conditions)
		if goes_on and self.unnamed is None:
			# Of the date that was named before the days that these go on from.
			return
		self.unnamed = None if is_named else (min(before, after - 1), after)

	def _add_of(self, name: str, operator: Operator, day: str, until: Operator | None, last: str) -> None:
		is_time = kind_of(self.described, name) == "datetime"
		day, last = self._meant(name, day), self._meant(name, last)
		if until:
			# Of a field with a time, both days are meant whole.
			if day == last and not is_time:
				self.conditions.add(RecordCondition(name, "=", day), (day,))
			else:
				self.conditions.add(RecordCondition(name, "between", (day, last)), (day, last))
			return
		value = f"{day} 23:59:59.999999" if is_time and operator in (">", "<=") else day
		self.conditions.add(RecordCondition(name, operator, value), (day,))

	def _field_of_days(self) -> str:
		"""The date of the days that are read: one that is named behind them, if these records have none that is meant without a name. “Projects
		that by March have to be finished.”
		"""
		if self.described.date in ("", "creation") and not self.asked.links:
			for place in range(len(self.phrases)):
				dated, state = self.dated_field(place), self.phrases.at(place, IsState)
				if name := dated.name if dated else state and self.described.dates.get(state.key):
					return name
		return self.field()

	def field(self) -> str:
		"""The date that was named last, else the one that is meant when none is."""
		for place, name in enumerate(self.asked.links):
			if kind_of(self.described, name) in _DATES:
				return self.asked.links.pop(place)
		if not self.described.date:
			raise NotUnderstood
		if self.described.date == "creation" and not (self.asked.total or "fresh" in self.asked.roles):
			# Items “that came in October” were not made then.
			raise NotUnderstood
		return self.described.date

	def name(self, name: str, place: int) -> None:
		"""A date was named: it is the one of the days that follow, else of those just before it."""
		follow = self.follow(self.phrases.next(place + 1))
		if not follow and self.unnamed and self.are_just_before:
			first, after = self.unnamed
			self.unnamed = None
			is_time = kind_of(self.described, name) == "datetime"
			if is_time != (
				kind_of(self.described, self.asked.conditions[first].condition.field) == "datetime"
			):
				raise NotUnderstood
			for place in range(first, after):
				known = self.asked.conditions[place]
				self.asked.conditions[place] = self._of(name, known)
			return
		self.asked.links.append(name)

	def _of(self, name: str, known: Condition) -> Condition:
		"""A condition on days as one on those of the date ``name``."""
		condition = replace(known.condition, field=name)
		shown = tuple(self._meant(name, day) for day in known.shown)
		if isinstance(condition.value, tuple):
			return replace(known, condition=replace(condition, value=shown), shown=shown)
		value = str(condition.value)
		value = self._meant(name, value[:10]) + value[10:]
		return replace(known, condition=replace(condition, value=value), shown=shown)

	def _meant(self, name: str, day: str) -> str:
		"""The day that is meant of the date ``name`` by one that was read."""
		is_ahead = name in {self.described.dates.get(key) for key in _AHEAD}
		return self._to_come.get(day, day) if is_ahead and not self._are_past else day

	@property
	def are_just_before(self) -> bool:
		"""Whether days of a date that was not named are what was read last."""
		return self.unnamed is not None and self.unnamed[-1] == len(self.asked.conditions)

	def stand_before(self, place: int) -> bool:
		"""Whether such days stand right before this place, and are not said to be those of the document: “this week to be delivered”. In “orders
		October to be delivered” they are, when October is over."""
		return self.are_right_before(place) and not self._are_over

	def are_right_before(self, place: int) -> bool:
		"""Whether such days stand right before this place, and are not said to be those of the document."""
		return self.are_just_before and not self.are_dated and self.phrases.next(self.behind) == place

	def name_before_state(self, key: str, place: int) -> None:
		"""The days right before the state that stands here are those of what is said by it: “which were completed last week”, where the verb
		ends the sentence. “More than 60 days overdue”: how long ago it was to be done is told by what was agreed.
		"""
		if not self.are_right_before(place):
			return
		name = self.described.dates.get(key, "")
		if key in PAST and self.asked.is_aged:
			name = name or self.described.dates.get("due", "")
		if name and (self.asked.is_about or self.asked.is_aged):
			self.name(name, place)
		elif self.asked.is_about and (key in _EVENTS or key in PAST):
			raise NotUnderstood

	@property
	def _are_over(self) -> bool:
		"""Whether the days that were read last lie before today."""
		value = self.asked.conditions[-1].condition.value
		last = str(value[-1] if isinstance(value, tuple) else value)[:10]
		return self._to_come.get(last, last) < self.conditions.today.isoformat()

	def name_of_state(self, key: str, dated: FieldWords | None, *, is_age: bool = False) -> None:
		"""Days follow a state. “To be delivered this week”, “closed in October”: they are those of the delivery, of the closing."""
		name = dated.name if dated else self.described.dates.get(key, "")
		self._are_past |= key in PAST
		if not name and key in PAST and is_age:
			# “Overdue for more than 60 days”: that is told by what was agreed.
			name = self.described.dates.get("due", "")
		if name:
			self.asked.links.append(name)
		elif key in _EVENTS or key in PAST:
			# When that was is in no field: the date of an invoice is not the day on which it was paid, nor the one since which it is overdue.
			raise NotUnderstood

	def gone(self, place: int) -> int:
		"""Add that a date lies before today: the one that is named behind the word here, “past their delivery date”, else the one that was
		named before it, “whose delivery date has passed”. The place behind all that was read.
		"""
		following = self.phrases.next(place + 1)
		named = self.phrases.at(following, IsField)
		field = self.dated_field(following) or (self.described.field(named.field) if named else None)
		is_behind = field is not None and field.kind in _DATES
		if field and is_behind:
			self.asked.links.append(field.name)
		if self.conditions.is_not or not any(
			kind_of(self.described, name) in _DATES for name in self.asked.links
		):
			raise NotUnderstood
		today = self.conditions.today.isoformat()
		self.conditions.add(RecordCondition(self.field(), "<", today), (today,))
		return following + 1 if is_behind else place + 1

	def order_by_length(self) -> None:
		"""“Open for the longest time”, “overdue the longest”: first by when it was made, by when it was due."""
		states = {one.key for place in range(len(self.phrases)) if (one := self.phrases.at(place, IsState))}
		if not states:
			# “The longest project.”
			raise NotUnderstood
		self.asked.roles |= {"oldest", "one"}
		self.asked.first_by = self.described.dates.get("due", "") if states & PAST else ""

	def follow(self, place: int) -> bool:
		"""Whether days stand here, with or without a preposition."""
		after = self.phrases.next(place + 1) if self.phrases.roles(place) & {*DATE_ROLES} else place
		return bool(self.phrases.at(place, IsDates) or self.phrases.at(after, IsDates))

	def are_age(self, place: int) -> bool:
		"""Whether it is said here how long something has been so."""
		dates = self.phrases.at(place, IsDates)
		return bool(dates and dates.age)

	def are_of_the_document(self, place: int) -> bool:
		"""Whether the preposition here says that the days behind it are those of the document, whatever state stands before it: “facturas
		pagadas *de* marzo” are of March, and were paid on days that nobody asked for. Of a period, “del 1 de marzo al …”, nobody can tell.
		"""
		if "dated" not in self.phrases.roles(place):
			return False
		at = self.phrases.next(place + 1)
		dates = self.phrases.at(at, IsDates)
		join = self.phrases.next(at + 1)
		end = self.phrases.at(self.phrases.next(join + 1), IsDates)
		reaches = bool(end and self.phrases.roles(join) & {"until", "reaching"})
		return not (reaches or (dates and dates.is_from_day_to_day))

	def are_open_ended(self, place: int) -> bool:
		"""Whether the preposition here reaches from or to the days behind it."""
		return bool(self.phrases.roles(place) & {"since", "before", "after", "until"})

	def dated_field(self, place: int) -> FieldWords | None:
		"""The field that a word for a date stands for."""
		named = self.phrases.at(place, IsDateField)
		name = self.described.dates.get(named.key) if named else None
		return self.described.field(name) if name else None


def unit_of(dates: IsDates) -> str:
	"""The month, quarter or year that these days are; empty if they are none."""
	if not dates.first:
		return ""
	begin, after = date.fromisoformat(dates.first), date.fromisoformat(day_after(dates.last))
	if begin.day != 1 or after.day != 1:
		return ""
	months = (after.year - begin.year) * 12 + after.month - begin.month
	units = {1: "month", 3: "quarter" if begin.month % 3 == 1 else "", 12: "year" if begin.month == 1 else ""}
	return units.get(months, "")


def day_after(day: str) -> str:
	"""The day after this one, both as in ISO 8601."""
	return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def _moved(dates: IsDates) -> dict[str, str]:
	return dict(zip((dates.first, dates.last), dates.to_come, strict=True)) if dates.to_come else {}
