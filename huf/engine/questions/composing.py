"""From the phrases of a question to the query that it asks for, for one DocType; nothing if a phrase has no part in it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Literal, TypeVar

from huf.engine.questions.finishing import ASKED, ORDERS, Asked, Composed, Condition, Finisher, NotUnderstood
from huf.engine.questions.lexicon import (
	IsCurrency,
	IsDateField,
	IsDates,
	IsDocType,
	IsField,
	IsNumber,
	IsOption,
	IsRecord,
	IsState,
	IsTotal,
	Meaning,
	Says,
	Span,
)
from huf.engine.questions.record_query import (
	MOST_ROWS,
	Operator,
	RecordCondition,
	Value,
)
from huf.engine.questions.states import DATES_OF_ALL, kind_of, state_conditions
from huf.engine.questions.vocabulary import DocTypeWords, FieldWords, FoundRecord
from huf.engine.questions.wording import Role

_MeaningT = TypeVar("_MeaningT", bound=Meaning)

_COMPARE: dict[Role, Operator] = {"more": ">", "less": "<", "at_least": ">=", "at_most": "<="}
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
_EVENTS = frozenset({"paid", "delivered", "billed", "received", "completed", "closed", "cancelled"})
"""States that begin on a day of their own."""
_DATE_ROLES: tuple[Role, ...] = ("since", "before", "after", "until", "from", "between")
_TRANSPARENT: frozenset[Role] = frozenset({"small", "is", "with", "all"})
"""Words over which a preposition reaches what it belongs to."""


class SeveralRecords(Exception):
	"""A name in the question may be any of :attr:`records`."""

	def __init__(self, records: tuple[FoundRecord, ...]) -> None:
		super().__init__()
		self.records = records


def compose(described: DocTypeWords, spans: Sequence[Span]) -> Composed:
	"""The query that ``spans`` ask for about the records of ``described``.

	Raises:
		NotUnderstood: a phrase has no part in it, or nothing is asked.
		SeveralRecords: a name is that of several records.
	"""
	return _Composer(described, spans).composed()


class _Composer:
	def __init__(self, described: DocTypeWords, spans: Sequence[Span]) -> None:
		self.described, self.spans = described, spans
		self.asked = Asked()
		self.place = 0
		self.is_not = False
		self.days: tuple[int, int] | None = None
		"""Which conditions are on days of a date that was not named."""
		self.joined: Literal["", "and", "or"] = ""
		"""The word that stands before what is read next."""

	def composed(self) -> Composed:
		while self.place < len(self.spans):
			self._step()
		if self.is_not or self.joined:
			raise NotUnderstood
		return Finisher(self.described, self.asked).finished()

	# --- Looking at phrases

	def _at(self, place: int, kind: type[_MeaningT]) -> _MeaningT | None:
		if place >= len(self.spans):
			return None
		return next((one for one in self.spans[place].meanings if isinstance(one, kind)), None)

	def _roles(self, place: int) -> frozenset[Role]:
		if place >= len(self.spans):
			return frozenset()
		said = (one.roles for one in self.spans[place].meanings if isinstance(one, Says))
		return frozenset[Role]().union(*said)

	def _next(self, place: int) -> int:
		"""The place of the next phrase that says something."""
		while place < len(self.spans) and self._is_transparent(place):
			place += 1
		return place

	def _is_transparent(self, place: int) -> bool:
		meanings = self.spans[place].meanings
		if all(isinstance(one, IsCurrency) for one in meanings):
			return True
		roles = self._roles(place)
		return all(isinstance(one, Says) for one in meanings) and bool(roles) and roles <= _TRANSPARENT

	# --- One phrase after the other

	def _step(self) -> None:
		place = self.place
		self.place += 1
		for read in (
			self._read_dates,
			self._read_number,
			self._read_record,
			self._read_total,
			self._read_state,
			self._read_date_field,
			self._read_doctype,
			self._read_words,
			self._read_field,
		):
			if read(place):
				return
		if not self._at(place, IsCurrency):
			raise NotUnderstood

	def _read_doctype(self, place: int) -> bool:
		named = self._at(place, IsDocType)
		if not named or named.name.doctype != self.described.doctype:
			return False
		self.asked.is_about = True
		self.asked.rank = min(self.asked.rank, named.name.rank)
		self._joined_nothing()
		return True

	def _read_words(self, place: int) -> bool:
		roles = self._roles(place)
		if not roles:
			return False
		numeric = self._numeric_field(place)
		if numeric and roles & {"worth", "sum"} and (self.asked.roles & {"sum", "avg", "highest", "lowest"}):
			# “Sum of total”: the second is the field.
			return False
		following = self._next(place + 1)
		if self._prepares_dates(roles, following) or self._prepares_number(roles, following):
			return True
		if "group" in roles and self._read_group(following):
			return True
		if "mine" in roles:
			raise NotUnderstood
		if roles & {"not", "without"}:
			return self._read_not(roles, following)
		if "with" in roles and self._read_set(following, "set"):
			return True
		if roles & {"and", "or"}:
			self.joined = "or" if "or" in roles else "and"
			return True
		if "sum" in roles and self._compares(following):
			# “With a total over 5,000”.
			roles = roles - {"sum"} | {"worth"}
		if "count" in roles and self._counts_record(following):
			self.asked.counts_record = True
		wanted = roles & ASKED
		if wanted:
			# “Last” alone: the newest ones. Words that do nothing else must be allowed to do nothing.
			self.asked.roles |= wanted
			return True
		return bool(roles & _TRANSPARENT)

	def _compares(self, place: int) -> bool:
		"""Whether a number that something is compared with stands here."""
		return bool(self._roles(place) & {*_COMPARE}) and bool(self._at(self._next(place + 1), IsNumber))

	def _counts_record(self, place: int) -> bool:
		"""Whether “how many” is said of a record itself, as of an item, and not of documents that have to do with it."""
		return bool(self._at(place, IsRecord)) and not self._at(place + 1, IsDocType)

	def _read_not(self, roles: frozenset[Role], following: int) -> bool:
		if "without" in roles and self._read_set(following, "not set"):
			return True
		if "not" in roles and not self.is_not:
			self.is_not = True
			return True
		raise NotUnderstood

	def _read_set(self, following: int, state: str) -> bool:
		"""“Without a due date”: a field, and no value of it."""
		found = self._named_field(following) or self._dated_field(following)
		if not found or found.kind == "check" or self._value_follows(following):
			return False
		if state == "set" and found.kind == "number":
			return False
		self._add(RecordCondition(found.name, "is", state), (state,))
		self.place = following + 1
		return True

	def _value_follows(self, place: int) -> bool:
		after = self._next(place + 1)
		for kind in (IsOption, IsRecord, IsDates, IsNumber, IsState):
			if self._at(after, kind):
				return True
		return bool(self._roles(after) & {*_COMPARE, *_DATE_ROLES, *ORDERS}) or any(
			bool(self._roles(before) & ORDERS) for before in range(place - 2, place) if before >= 0
		)

	def _read_group(self, following: int) -> bool:
		if (total := self._at(following, IsTotal)) and total.key in self.described.totals:
			self._set_total(total.key)
			self.asked.ordered_by_total = True
			self.place = following + 1
			return True
		for unit in self._roles(following) & {"month", "year"}:
			self.asked.groups.append(f"{unit}({self._date_field()})")
			self.place = following + 1
			return True
		found = self._named_field(following)
		if found and found.kind in ("link", "choice", "text") and not self._value_follows(following):
			self.asked.groups.append(found.name)
			self.place = following + 1
			return True
		if found and found.kind == "number" and self.asked.roles & ORDERS:
			self.asked.numbers.append(found.name)
			self.place = following + 1
			return True
		if self._roles(following) & {"worth"}:
			if not self.asked.roles & ORDERS:
				# “Ordered by amount” is no sum.
				raise NotUnderstood
			self.asked.roles.add("worth")
			self.place = following + 1
			return True
		return False

	def _prepares_dates(self, roles: frozenset[Role], following: int) -> bool:
		wanted = [role for role in _DATE_ROLES if role in roles]
		if not wanted or not self._at(following, IsDates):
			return False
		if (
			self._at(following, IsNumber)
			and roles & {"more", "less"}
			and not {"since", "before", "after"} & roles
		):
			return False
		self.place = following + 1
		self._add_dates(following, wanted)
		return True

	def _prepares_number(self, roles: frozenset[Role], following: int) -> bool:
		number = self._at(following, IsNumber)
		if number is None:
			return False
		if "between" in roles:
			join = self._next(following + 1)
			second = self._next(join + 1)
			high = self._at(second, IsNumber)
			if "and" in self._roles(join) and high:
				self.place = second + 1
				self._add_numbers(("between", (number.value, high.value)))
				return True
			return False
		for role, operator in _COMPARE.items():
			if role in roles:
				self.place = following + 1
				self._add_numbers((operator, number.value))
				return True
		return False

	def _add_numbers(self, comparison: tuple[Operator, Value]) -> None:
		"""A condition on the number that was named before or is named next, else on the amount."""
		after = self._next(self.place)
		if self.asked.total:
			# “With an outstanding amount over 1,000”: the number is compared, not added up.
			name = self.described.totals[self.asked.total].field
			self.asked.total = ""
		elif self.asked.numbers:
			name = self.asked.numbers.pop()
		elif following := self._numeric_field(after):
			name = following
			self.place = after + 1
		elif (total := self._at(after, IsTotal)) and total.key in self.described.totals:
			name = self.described.totals[total.key].field
			self.place = after + 1
		elif self.described.amount:
			name = self.described.amount
		else:
			raise NotUnderstood
		self.asked.roles.discard("worth")
		operator, value = comparison
		shown = tuple(map(str, value)) if isinstance(value, tuple) else (f"{value:g}",)
		self._add(RecordCondition(name, operator, value), shown)

	def _read_number(self, place: int) -> bool:
		number = self._at(place, IsNumber)
		if number is None:
			return False
		before = self.place - 2
		if self.asked.numbers and before >= 0 and self._numeric_field(before) == self.asked.numbers[-1]:
			name = self.asked.numbers.pop()
			self._add(RecordCondition(name, "=", number.value), (f"{number.value:g}",))
			return True
		if self.asked.limit or not number.value.is_integer() or not 1 <= number.value <= MOST_ROWS:
			raise NotUnderstood
		self.asked.limit = int(number.value)
		return True

	def _read_dates(self, place: int) -> bool:
		if not self._at(place, IsDates):
			return False
		self._add_dates(place, [])
		return True

	def _add_dates(self, place: int, roles: Sequence[Role]) -> None:
		dates = self._at(place, IsDates)
		assert dates is not None
		first, last = dates.first, dates.last
		join = self._next(place + 1)
		second = self._next(join + 1)
		end = self._at(second, IsDates)
		reaches = {"until", "and"} if "between" in roles else {"until"}
		if end and self._roles(join) & reaches and {"from", "between", "since"} & {*roles}:
			self.place = second + 1
			self._add_days(">=", first, "<=", end.last)
		elif "since" in roles and "from" in roles:
			if first == last:
				# From that day on, or of that day?
				raise NotUnderstood
			self._add_days(">=", first, "<=", last)
		elif "since" in roles:
			self._add_days(">=", first)
		elif "before" in roles:
			self._add_days("<", first)
		elif "after" in roles:
			self._add_days(">", last)
		elif "until" in roles:
			self._add_days("<=", last)
		elif {"from", "between"} & {*roles}:
			raise NotUnderstood
		else:
			self._add_days(">=", first, "<=", last)

	def _add_days(self, operator: Operator, day: str, until: Operator | None = None, last: str = "") -> None:
		if self.is_not:
			raise NotUnderstood
		is_named = any(kind_of(self.described, name) in ("date", "datetime") for name in self.asked.links)
		known = self.asked.conditions[-1].condition.field if self.joined and self.asked.conditions else ""
		goes_on = not is_named and kind_of(self.described, known) in ("date", "datetime")
		name = known if goes_on else self._date_field()
		before = len(self.asked.conditions)
		self._add_days_of(name, operator, day, until, last)
		after = len(self.asked.conditions)
		if goes_on and self.days is None:
			# Of the date that was named before the days that these go on from.
			return
		self.days = None if is_named else (min(before, after - 1), after)

	def _add_days_of(
		self, name: str, operator: Operator, day: str, until: Operator | None, last: str
	) -> None:
		is_time = kind_of(self.described, name) == "datetime"
		if until:
			# Of a field with a time, both days are meant whole.
			if day == last and not is_time:
				self._add(RecordCondition(name, "=", day), (day,))
			else:
				self._add(RecordCondition(name, "between", (day, last)), (day, last))
			return
		value = f"{day} 23:59:59.999999" if is_time and operator in (">", "<=") else day
		self._add(RecordCondition(name, operator, value), (day,))

	def _date_field(self) -> str:
		"""The date that was named last, else the one that is meant when none is."""
		for place, name in enumerate(self.asked.links):
			if kind_of(self.described, name) in ("date", "datetime"):
				return self.asked.links.pop(place)
		if not self.described.date:
			raise NotUnderstood
		return self.described.date

	def _read_date_field(self, place: int) -> bool:
		named = self._at(place, IsDateField)
		name = {**DATES_OF_ALL, **self.described.dates}.get(named.key, "") if named else ""
		if not name:
			return False
		self._name_date(name, place)
		return True

	def _name_date(self, name: str, place: int) -> None:
		"""A date was named: it is the one of the days that follow, else of those just before it."""
		follow = self._are_days(self._next(place + 1))
		if not follow and self.days and self.days[-1] == len(self.asked.conditions):
			first, after = self.days
			self.days = None
			is_time = kind_of(self.described, name) == "datetime"
			if is_time != (
				kind_of(self.described, self.asked.conditions[first].condition.field) == "datetime"
			):
				raise NotUnderstood
			for place in range(first, after):
				known = self.asked.conditions[place]
				self.asked.conditions[place] = replace(known, condition=replace(known.condition, field=name))
			return
		self.asked.links.append(name)

	def _read_total(self, place: int) -> bool:
		total = self._at(place, IsTotal)
		if not total or total.key not in self.described.totals:
			return False
		self._set_total(total.key)
		return True

	def _set_total(self, key: str) -> None:
		if self.asked.total not in ("", key):
			raise NotUnderstood
		self.asked.total = key

	def _read_record(self, place: int) -> bool:
		found = [one.record for one in self.spans[place].meanings if isinstance(one, IsRecord)]
		if not found:
			return False
		named = [each for each in map(self._link, self.asked.links[-1:]) if each]
		usable = [record for record in found if self._fields_to(record.doctype)]
		if named:
			usable = [record for record in usable if record.doctype == named[0].target] or usable
		if not usable:
			return False
		by_doctype: dict[str, list[FoundRecord]] = {}
		for record in usable:
			by_doctype.setdefault(record.doctype, []).append(record)
		if len(by_doctype) > 1:
			raise SeveralRecords(tuple(usable))
		((doctype, same),) = by_doctype.items()
		if len({record.name for record in same}) > 1:
			raise SeveralRecords(tuple(same))
		link = named[0] if named and named[0].target == doctype else self._main_link(doctype)
		if named and named[0].target == doctype:
			self.asked.links.pop()
		record = same[0]
		names = record.names or (record.name,)
		condition = (
			RecordCondition(link.name, "=", names[0])
			if len(names) == 1
			else RecordCondition(link.name, "in", names)
		)
		self._add(condition, (record.title or record.name,))
		return True

	def _link(self, name: str) -> FieldWords | None:
		found = next((each for each in self.described.fields if each.name == name), None)
		return found if found and found.kind == "link" else None

	def _fields_to(self, doctype: str) -> list[FieldWords]:
		"""Links to this DocType; to records of the same kind only if the question names the field."""
		return [
			each
			for each in self.described.fields
			if each.kind == "link"
			and each.target == doctype
			and (doctype != self.described.doctype or each.name in self.asked.links)
		]

	def _main_link(self, doctype: str) -> FieldWords:
		links = self._fields_to(doctype)
		main = [each for each in links if each.is_main] or links
		if len(main) != 1:
			raise NotUnderstood
		return main[0]

	def _read_state(self, place: int) -> bool:
		state = self._at(place, IsState)
		options = [one for one in self.spans[place].meanings if isinstance(one, IsOption)]
		named = [each for each in self.asked.links if any(one.field == each for one in options)]
		if named:
			self.asked.links.remove(named[-1])
			self._add_option(next(one for one in options if one.field == named[-1]))
			return True
		after = self._next(place + 1)
		following = self._named_field(after)
		if following and any(one.field == following.name for one in options):
			# “High priority”.
			self.place = after + 1
			self._add_option(next(one for one in options if one.field == following.name))
			return True
		if state and (self._add_state(state.key)):
			if self._are_days(after):
				self._date_state(state.key, self._dated_field(place))
			return True
		if not options or self._at(place, IsField) or self._roles(place):
			# “Grand Total” is a field, and “all” a word of every question, though a field has it among its options.
			return False
		fields = {one.field for one in options}
		if self.described.status in fields:
			options = [one for one in options if one.field == self.described.status]
		elif len(fields) > 1:
			raise NotUnderstood
		self._add_option(options[0])
		return True

	def _add_option(self, option: IsOption) -> None:
		self._add(RecordCondition(option.field, "=", option.value), (option.value,))

	def _add_state(self, key: str) -> bool:
		if self.is_not:
			contrary = key.removeprefix("not ") if key.startswith("not ") else f"not {key}"
			if (conditions := self.described.states.get(contrary)) is not None:
				self.is_not = False
				self._add_all(conditions)
				return True
		if key in self.described.computed:
			if self.is_not or self.asked.computed:
				raise NotUnderstood
			self.asked.computed = key
			return True
		conditions = state_conditions(self.described, key)
		if not conditions:
			return False
		if self.is_not and len(conditions) > 1:
			raise NotUnderstood
		self._add_all(conditions)
		return True

	def _add_all(self, conditions: Sequence[RecordCondition]) -> None:
		if self.joined == "or" and len(conditions) > 1:
			raise NotUnderstood
		for condition in conditions:
			value = condition.value
			shown = tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)
			self._add(condition, shown)

	def _read_field(self, place: int) -> bool:
		found = self._named_field(place)
		if not found:
			return False
		if found.kind == "check":
			value = 0 if self.is_not else 1
			self.is_not = False
			self._add(RecordCondition(found.name, "=", value), (str(value),))
		elif found.kind == "number":
			self.asked.numbers.append(found.name)
		elif found.kind in ("date", "datetime"):
			self._name_date(found.name, place)
		else:
			self.asked.links.append(found.name)
		return True

	def _named_field(self, place: int) -> FieldWords | None:
		named = self._at(place, IsField)
		return self.described.field(named.field) if named else None

	def _date_state(self, key: str, dated: FieldWords | None) -> None:
		"""Days follow a state. “To be delivered this week”, “closed in October”: they are those of the delivery, of the closing."""
		name = dated.name if dated else self.described.dates.get(key, "")
		if name:
			self.asked.links.append(name)
		elif key in _EVENTS:
			# When that was is in no field: the date of an invoice is not the day on which it was paid.
			raise NotUnderstood

	def _are_days(self, place: int) -> bool:
		"""Whether days stand here, with or without a preposition."""
		after = self._next(place + 1) if self._roles(place) & {*_DATE_ROLES} else place
		return bool(self._at(place, IsDates) or self._at(after, IsDates))

	def _dated_field(self, place: int) -> FieldWords | None:
		"""The field that a word for a date stands for."""
		named = self._at(place, IsDateField)
		name = self.described.dates.get(named.key) if named else None
		return self.described.field(name) if name else None

	def _numeric_field(self, place: int) -> str:
		found = self._named_field(place)
		return found.name if found and found.kind == "number" else ""

	def _joined_nothing(self) -> None:
		if self.joined == "or":
			raise NotUnderstood
		self.joined = ""

	def _add(self, condition: RecordCondition, shown: tuple[str, ...]) -> None:
		"""Add a condition: its contrary after “not”, as one of several values after “and” and “or”."""
		if self.is_not:
			contrary = _CONTRARY.get(condition.operator)
			if not contrary:
				raise NotUnderstood
			condition = RecordCondition(condition.field, contrary, condition.value)
			self.is_not = False
		before = self.asked.conditions[-1] if self.asked.conditions else None
		if before and condition.operator == "between" and before.condition.field == condition.field:
			# “In October and November”: no day is in both.
			both = _both_periods(before.condition, condition) if self.joined else None
			if both is None:
				raise NotUnderstood
			self.asked.conditions[-1] = Condition(RecordCondition(condition.field, "between", both), both)
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
			self.asked.conditions[-1] = Condition(joined, (*before.shown, *shown))
			self.joined = ""
			return
		self._joined_nothing()
		if any(known.condition == condition for known in self.asked.conditions):
			# “Not delivered and not billed”: both say that it is submitted.
			return
		if any(
			known.condition.field == condition.field
			and {known.condition.operator, condition.operator} in _CONTRADICTIONS
			for known in self.asked.conditions
		):
			# Two values that one field cannot have together.
			raise NotUnderstood
		self.asked.conditions.append(Condition(condition, shown))


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
