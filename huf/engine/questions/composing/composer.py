"""Reads the phrases of a question one after the other, and gathers what they ask for of one DocType."""

from collections.abc import Sequence

from huf.engine.questions.composing.conditions import Conditions
from huf.engine.questions.composing.days import DATE_ROLES, Days
from huf.engine.questions.composing.finishing import ASKED, ORDERS, Asked, Composed, Finisher, NotUnderstood
from huf.engine.questions.composing.phrases import TRANSPARENT, Phrases
from huf.engine.questions.composing.states import DATES_OF_ALL, state_conditions
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
	Span,
)
from huf.engine.questions.record_query import (
	MOST_ROWS,
	Operator,
	RecordCondition,
	Value,
)
from huf.engine.questions.vocabulary import DocTypeWords, FieldWords, FoundRecord
from huf.engine.questions.wording import Role

_PERIODS: dict[Role, str] = {"monthly": "month", "quarterly": "quarter", "yearly": "year"}
_COMPARE: dict[Role, Operator] = {"more": ">", "less": "<", "at_least": ">=", "at_most": "<="}


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
		self.described, self.phrases = described, Phrases(spans)
		self.asked = Asked()
		self.conditions = Conditions(self.asked.conditions)
		self.days = Days(described, self.asked, self.phrases, self.conditions)
		self.place = 0

	def composed(self) -> Composed:
		while self.place < len(self.phrases):
			self._step()
		if self.conditions.is_not or self.conditions.joined:
			raise NotUnderstood
		return Finisher(self.described, self.asked).finished()

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
		if not self.phrases.at(place, IsCurrency):
			raise NotUnderstood

	def _read_doctype(self, place: int) -> bool:
		named = self.phrases.at(place, IsDocType)
		if not named or named.name.doctype != self.described.doctype:
			return False
		self.asked.is_about = True
		self.asked.rank = min(self.asked.rank, named.name.rank)
		self.conditions.joined_nothing()
		return True

	def _read_words(self, place: int) -> bool:
		roles = self.phrases.roles(place)
		if not roles:
			return False
		numeric = self._numeric_field(place)
		if numeric and roles & {"worth", "sum"} and (self.asked.roles & {"sum", "avg", "highest", "lowest"}):
			# “Sum of total”: the second is the field.
			return False
		following = self.phrases.next(place + 1)
		if place_after := self.days.prepared(roles, following):
			self.place = place_after
			return True
		if self._prepares_number(roles, following):
			return True
		if "group" in roles and self._read_group(following):
			return True
		for period in roles & {*_PERIODS}:
			self.asked.groups.append(f"{_PERIODS[period]}({self.days.field()})")
			return True
		if place == 0 and "is" in roles and "all" in self.phrases.roles(1):
			# “Are all invoices paid” is answered by yes or no, and a list of the paid ones says neither.
			raise NotUnderstood
		if "mine" in roles:
			raise NotUnderstood
		if roles & {"not", "without"}:
			return self._read_not(roles, following)
		if "with" in roles and self._read_set(following, "set"):
			return True
		if roles & {"and", "or"}:
			self.conditions.joined = "or" if "or" in roles else "and"
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
		return bool(roles & TRANSPARENT)

	def _compares(self, place: int) -> bool:
		"""Whether a number that something is compared with stands here."""
		return bool(self.phrases.roles(place) & {*_COMPARE}) and bool(
			self.phrases.at(self.phrases.next(place + 1), IsNumber)
		)

	def _counts_record(self, place: int) -> bool:
		"""Whether “how many” is said of a record itself, as of an item, and not of documents that have to do with it."""
		return bool(self.phrases.at(place, IsRecord)) and not self.phrases.at(place + 1, IsDocType)

	def _read_not(self, roles: frozenset[Role], following: int) -> bool:
		if "without" in roles and self._read_set(following, "not set"):
			return True
		if "not" in roles and not self.conditions.is_not:
			self.conditions.is_not = True
			return True
		raise NotUnderstood

	def _read_set(self, following: int, state: str) -> bool:
		"""“Without a due date”: a field, and no value of it."""
		found = self._named_field(following) or self.days.dated_field(following)
		if not found or found.kind == "check" or self._value_follows(following):
			return False
		if state == "set" and found.kind == "number":
			return False
		self.conditions.add(RecordCondition(found.name, "is", state), (state,))
		self.place = following + 1
		return True

	def _value_follows(self, place: int) -> bool:
		after = self.phrases.next(place + 1)
		for kind in (IsOption, IsRecord, IsDates, IsNumber, IsState):
			if self.phrases.at(after, kind):
				return True
		return bool(self.phrases.roles(after) & {*_COMPARE, *DATE_ROLES, *ORDERS}) or any(
			bool(self.phrases.roles(before) & ORDERS) for before in range(place - 2, place) if before >= 0
		)

	def _read_group(self, following: int) -> bool:
		if (total := self.phrases.at(following, IsTotal)) and total.key in self.described.totals:
			self._set_total(total.key)
			self.asked.ordered_by_total = True
			self.place = following + 1
			return True
		for unit in self.phrases.roles(following) & {"month", "quarter", "year"}:
			self.asked.groups.append(f"{unit}({self.days.field()})")
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
		if self.phrases.roles(following) & {"worth"}:
			if not self.asked.roles & ORDERS:
				# “Ordered by amount” is no sum.
				raise NotUnderstood
			self.asked.roles.add("worth")
			self.place = following + 1
			return True
		return False

	def _prepares_number(self, roles: frozenset[Role], following: int) -> bool:
		number = self.phrases.at(following, IsNumber)
		if number is None:
			return False
		if "between" in roles:
			join = self.phrases.next(following + 1)
			second = self.phrases.next(join + 1)
			high = self.phrases.at(second, IsNumber)
			if "and" in self.phrases.roles(join) and high:
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
		after = self.phrases.next(self.place)
		if self.asked.total:
			# “With an outstanding amount over 1,000”: the number is compared, not added up.
			name = self.described.totals[self.asked.total].field
			self.asked.total = ""
		elif self.asked.numbers:
			name = self.asked.numbers.pop()
		elif following := self._numeric_field(after):
			name = following
			self.place = after + 1
		elif (total := self.phrases.at(after, IsTotal)) and total.key in self.described.totals:
			name = self.described.totals[total.key].field
			self.place = after + 1
		elif self.described.amount:
			name = self.described.amount
		else:
			raise NotUnderstood
		self.asked.roles.discard("worth")
		operator, value = comparison
		shown = tuple(map(str, value)) if isinstance(value, tuple) else (f"{value:g}",)
		self.conditions.add(RecordCondition(name, operator, value), shown)

	def _read_number(self, place: int) -> bool:
		number = self.phrases.at(place, IsNumber)
		if number is None:
			return False
		before = self.place - 2
		if self.asked.numbers and before >= 0 and self._numeric_field(before) == self.asked.numbers[-1]:
			name = self.asked.numbers.pop()
			self.conditions.add(RecordCondition(name, "=", number.value), (f"{number.value:g}",))
			return True
		if self.asked.limit or not number.value.is_integer() or not 1 <= number.value <= MOST_ROWS:
			raise NotUnderstood
		self.asked.limit = int(number.value)
		return True

	def _read_dates(self, place: int) -> bool:
		if not self.phrases.at(place, IsDates):
			return False
		self.place = self.days.add(place, [])
		return True

	def _read_date_field(self, place: int) -> bool:
		named = self.phrases.at(place, IsDateField)
		name = {**DATES_OF_ALL, **self.described.dates}.get(named.key, "") if named else ""
		if not name:
			return False
		self.days.name(name, place)
		return True

	def _read_total(self, place: int) -> bool:
		total = self.phrases.at(place, IsTotal)
		if not total or total.key not in self.described.totals:
			return False
		self._set_total(total.key)
		return True

	def _set_total(self, key: str) -> None:
		if self.asked.total not in ("", key):
			raise NotUnderstood
		self.asked.total = key

	def _read_record(self, place: int) -> bool:
		found = [one.record for one in self.phrases.meanings(place) if isinstance(one, IsRecord)]
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
		self.conditions.add(condition, (record.title or record.name,))
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
		state = self.phrases.at(place, IsState)
		options = [one for one in self.phrases.meanings(place) if isinstance(one, IsOption)]
		named = [each for each in self.asked.links if any(one.field == each for one in options)]
		if named:
			self.asked.links.remove(named[-1])
			self._add_option(next(one for one in options if one.field == named[-1]))
			return True
		after = self.phrases.next(place + 1)
		following = self._named_field(after)
		if following and any(one.field == following.name for one in options):
			# “High priority”.
			self.place = after + 1
			self._add_option(next(one for one in options if one.field == following.name))
			return True
		if state and (self._add_state(state.key)):
			if self.days.follow(after):
				self.days.name_of_state(state.key, self.days.dated_field(place))
			return True
		if not options or self.phrases.at(place, IsField) or self.phrases.roles(place) - {*_PERIODS}:
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
		self.conditions.add(RecordCondition(option.field, "=", option.value), (option.value,))

	def _add_state(self, key: str) -> bool:
		if self.conditions.is_not:
			contrary = key.removeprefix("not ") if key.startswith("not ") else f"not {key}"
			if (conditions := self.described.states.get(contrary)) is not None:
				self.conditions.is_not = False
				self.conditions.add_all(conditions)
				return True
		if key in self.described.computed:
			if self.conditions.is_not or self.asked.computed:
				raise NotUnderstood
			self.asked.computed = key
			return True
		conditions = state_conditions(self.described, key)
		if not conditions:
			return False
		if self.conditions.is_not and len(conditions) > 1:
			raise NotUnderstood
		self.conditions.add_all(conditions)
		return True

	def _read_field(self, place: int) -> bool:
		found = self._named_field(place)
		if not found:
			return False
		if found.kind == "check":
			value = 0 if self.conditions.is_not else 1
			self.conditions.is_not = False
			self.conditions.add(RecordCondition(found.name, "=", value), (str(value),))
		elif found.kind == "number":
			self.asked.numbers.append(found.name)
		elif found.kind in ("date", "datetime"):
			self.days.name(found.name, place)
		else:
			self.asked.links.append(found.name)
		return True

	def _named_field(self, place: int) -> FieldWords | None:
		named = self.phrases.at(place, IsField)
		return self.described.field(named.field) if named else None

	def _numeric_field(self, place: int) -> str:
		found = self._named_field(place)
		return found.name if found and found.kind == "number" else ""
