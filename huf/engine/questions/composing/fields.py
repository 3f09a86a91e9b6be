"""Fields that a question names: those that are compared, ordered and grouped by, their dates, and whether they are set."""

from huf.engine.questions.composing.amounts import COMPARE
from huf.engine.questions.composing.asked import ORDERS, Asked
from huf.engine.questions.composing.conditions import Conditions
from huf.engine.questions.composing.days import DATE_ROLES, Days
from huf.engine.questions.composing.phrases import TRANSPARENT, Phrases
from huf.engine.questions.composing.states import DATES_OF_ALL
from huf.engine.questions.lexicon import (
	IsDateField,
	IsDates,
	IsField,
	IsNumber,
	IsOption,
	IsPartyKind,
	IsRecord,
	IsState,
	IsText,
)
from huf.engine.questions.record_query import RecordCondition
from huf.engine.questions.vocabulary import BIRTHDAY, OF_PEOPLE, DocTypeWords, FieldWords
from huf.engine.questions.wording import Role


class Fields:
	"""Notes fields, or adds conditions on them. What reads gives the place behind what it read, 0 if that was nothing."""

	def __init__(
		self, described: DocTypeWords, asked: Asked, phrases: Phrases, conditions: Conditions, days: Days
	) -> None:
		self.described, self.asked, self.phrases, self.conditions = described, asked, phrases, conditions
		self.days = days

	def named(self, place: int) -> FieldWords | None:
		"""The field whose label or whose records' DocType stands here."""
		named = self.phrases.at(place, IsField)
		return self.described.field(named.field) if named else None

	def read(self, place: int) -> int:
		"""Note the field that is named here; of a check, and of a text with its value, add the condition."""
		found = self.named(place)
		if not found:
			return 0
		if found.kind == "check":
			value = 0 if self.conditions.is_not else 1
			self.conditions.is_not = False
			self.conditions.add(RecordCondition(found.name, "=", value), (str(value),))
		elif found.kind == "number":
			self.asked.numbers.append(found.name)
			if not self.asked.is_about:
				self.asked.leads_number = found.name
		elif found.kind in ("date", "datetime"):
			if self.conditions.is_not and not self.days.follow(self.phrases.next(place + 1)):
				# “Tickets that nobody has responded to.”
				self.conditions.is_not = False
				self.conditions.add(RecordCondition(found.name, "is", "not set"), ("not set",))
			else:
				self.days.name(found.name, place)
		elif found.kind == "text" and (text := self.phrases.at(after := self._behind_is(place), IsText)):
			self.conditions.add(RecordCondition(found.name, "=", text.value), (text.value,))
			return after + 1
		else:
			self.asked.links.append(found.name)
			self.asked.is_one_of_links = self.phrases.is_exact(place)
		return place + 1

	def read_date(self, place: int) -> int:
		"""Note the date that a word here stands for: “joined”, “due”."""
		named = self.phrases.at(place, IsDateField)
		name = {**DATES_OF_ALL, **self.described.dates}.get(named.key, "") if named else ""
		if not name:
			return 0
		assert named is not None
		is_of_all = named.key not in OF_PEOPLE and self.described.date not in ("", "creation")
		if "small" in self.phrases.roles(place) and is_of_all:
			# Orders “enregistrées en mars” are of March: that they were entered says nothing of what has a date of its own.
			return 0
		self.asked.states.add(named.key)
		if named.key == BIRTHDAY:
			self.asked.of_every_year = name
		# “Our youngest employee” is the one that was born last.
		self.asked.roles |= self.phrases.roles(place) & {*ORDERS, "one"}
		if named.key in ("created", "opened") or self.phrases.roles(place) & TRANSPARENT:
			self.asked.made.add(name)
		self.days.name(name, place)
		return place + 1

	def read_set(self, place: int, state: str) -> int:
		"""“Without a due date”: a field, and no value of it."""
		if self.phrases.names(place, self.described.doctype):
			# “Customers with invoices”, which have a reference to other invoices too.
			return 0
		found = self.named(place)
		if not found and not self.phrases.at(place, IsState):
			found = self.days.dated_field(place)
		if not found or found.kind == "check" or self.value_follows(place, found):
			return 0
		if state == "set" and found.kind == "number":
			return 0
		self.conditions.add(RecordCondition(found.name, "is", state), (state,))
		return place + 1

	def value_follows(self, place: int, field: FieldWords) -> bool:
		"""Whether what stands behind the field that is named here may be a value of it. A state is none of a link: “by customer, open”."""
		after = self.phrases.next(place + 1)
		if "not" in self.phrases.roles(after):
			# “With a status other than closed.”
			after = self.phrases.next(after + 1)
		if field.kind == "text" and self.phrases.at(self._behind_is(place), IsText):
			return True
		kinds = (IsDates, IsNumber, *(() if field.kind == "link" else (IsRecord, IsOption, IsState)))
		if any(self.phrases.at(after, kind) for kind in kinds) or self._names_record_of(after, field):
			return True
		roles, behind = self.phrases.roles(after), self.phrases.next(after + 1)
		if roles & {*DATE_ROLES} and (self.phrases.at(behind, IsDates) or self.phrases.at(behind, IsNumber)):
			# “Combien chaque client a-t-il *de* tickets” says no value.
			return True
		return bool(roles & {*COMPARE, *ORDERS}) or any(
			bool(self.phrases.roles(before) & ORDERS) for before in range(place - 2, place) if before >= 0
		)

	def _names_record_of(self, place: int, field: FieldWords) -> bool:
		"""Whether a record stands here that a link may lead to: “by item in the main store” names none."""
		meanings = self.phrases.meanings(place) if place < len(self.phrases) else ()
		named = [one.record.doctype for one in meanings if isinstance(one, IsRecord)]
		return bool(named) and (not field.target or field.target in named)

	def _behind_is(self, place: int) -> int:
		"""Where the value of the field at this place may stand: “reference number *is* R-7”."""
		after = self.phrases.next(place + 1)
		return after + 1 if "is" in self.phrases.roles(after) else after

	def read_party_kind(self, place: int) -> int:
		"""Payments “from customers”, quotations “to leads”."""
		named = self.phrases.at(place, IsPartyKind)
		before = self.phrases.roles(place - 1) if place else frozenset[Role]()
		if not named or self.conditions.is_not or before & {"which", "count", "group"}:
			return 0
		if not (self.asked.is_about or self.asked.total) or self.phrases.is_exact(place):
			# “Customers with quotations” are customers.
			return 0
		self.add_party_kind(named)
		return place + 1

	def add_party_kind(self, named: IsPartyKind) -> str:
		"""Only those are meant that are of such a party; the column that names it."""
		column, kind = self.described.parties[named.doctype]
		self.conditions.add(RecordCondition(kind, "=", named.doctype), (named.doctype,))
		return column
