"""Reads the phrases of a question one after the other, and gathers what they ask for of one DocType."""

from collections.abc import Callable, Sequence
from datetime import date

from huf.engine.questions.composing.amounts import COMPARE, Amounts
from huf.engine.questions.composing.asked import ASKED, ORDERS, Asked, Composed, NotUnderstood
from huf.engine.questions.composing.conditions import Conditions
from huf.engine.questions.composing.days import DATE_ROLES, Days, unit_of
from huf.engine.questions.composing.finishing import Finisher
from huf.engine.questions.composing.holders import Holders
from huf.engine.questions.composing.phrases import TRANSPARENT, Phrases
from huf.engine.questions.composing.records import Records
from huf.engine.questions.composing.said_states import PERIODS, SaidStates
from huf.engine.questions.composing.states import DATES_OF_ALL
from huf.engine.questions.lexicon import (
	IsCurrency,
	IsDateField,
	IsDates,
	IsDocType,
	IsField,
	IsNumber,
	IsOption,
	IsPartyKind,
	IsRecord,
	IsState,
	IsText,
	IsTotal,
	Span,
)
from huf.engine.questions.record_query import RecordCondition
from huf.engine.questions.vocabulary import BIRTHDAY, OF_PEOPLE, PREFERRED, DocTypeWords, FieldWords
from huf.engine.questions.wording import Role

_UNITS: frozenset[Role] = frozenset({"month", "quarter", "year"})


def compose(described: DocTypeWords, spans: Sequence[Span], today: date) -> Composed:
	"""The query that ``spans`` ask for about the records of ``described``, asked ``today``.

	Raises:
		NotUnderstood: a phrase has no part in it, or nothing is asked.
		SeveralRecords: a name is that of several records.
	"""
	return _Composer(described, spans, today).composed()


class _Composer:
	def __init__(self, described: DocTypeWords, spans: Sequence[Span], today: date) -> None:
		self.described, self.phrases = described, Phrases(spans)
		self.asked = Asked()
		self.conditions = Conditions(self.asked.conditions, today)
		parts = (described, self.asked, self.phrases, self.conditions)
		self.days, self.holders, self.records = Days(*parts), Holders(*parts), Records(*parts)
		self.amounts = Amounts(*parts, self.holders)
		self.states = SaidStates(*parts, self.days)
		self.place = 0

	def composed(self) -> Composed:
		if self._is_of_people():
			self.asked.is_about, self.asked.rank = True, PREFERRED
		while self.place < len(self.phrases):
			self._step()
		if self.conditions.is_not or self.conditions.joined:
			raise NotUnderstood
		return Finisher(self.described, self.asked).finished()

	def _is_of_people(self) -> bool:
		"""Whether a date says who is asked for, though nobody is named: “birthdays in May”, “who joined in October”."""
		is_who = "party" in self.phrases.roles(0) | self.phrases.roles(1)
		for place in range(len(self.phrases)):
			if self._is_named(place):
				return False
		named = (self.phrases.at(place, IsDateField) for place in range(len(self.phrases)))
		keys = {one.key for one in named if one} & self.described.dates.keys()
		return bool(keys & {BIRTHDAY} or (is_who and keys & OF_PEOPLE))

	def _step(self) -> None:
		place = self.place
		self.place += 1
		for read in (
			self._read_dates,
			self._by(self.amounts.read),
			self._by(self.records.read),
			self._by(self._read_total),
			self._by(self.states.read),
			self._read_date_field,
			self._read_doctype,
			self._read_words,
			self._read_field,
			self._read_party_kind,
			self._read_currency,
		):
			if read(place):
				break
		else:
			raise NotUnderstood

	def _by(self, read: Callable[[int], int]) -> Callable[[int], bool]:
		"""Whether ``read`` read anything: then the next phrase is the one behind it."""

		def reads(place: int) -> bool:
			after = read(place)
			self.place = after or self.place
			return bool(after)

		return reads

	def _read_total(self, place: int) -> int:
		after = self.amounts.read_total(place)
		dated = self.days.dated_field(place) if after else None
		if dated and self.days.follow(after):
			# “What do we have to pay this week” is what is due then.
			self.days.name(dated.name, place)
		return after

	def _read_doctype(self, place: int) -> bool:
		named = self.phrases.at(place, IsDocType)
		if not named or not self._is_named(place):
			return False
		self.holders.lack_these()
		if not self.asked.is_about and len(self.asked.links) == 1:
			self.asked.leads = self.asked.links[0]
		if place and "which" in self.phrases.roles(place - 1):
			# “Our customers have which open orders”: the orders are asked for.
			self.asked.leads = ""
		spoken = self.asked.roles & {"much", "count", "sum", "avg", "worth"}
		if place and "list" in self.phrases.roles(place - 1) and not (spoken or self.asked.groups):
			# “What did we bill to Acme? List the invoices.”
			self.asked.total = ""
		self.asked.are_had |= self._are_had(place)
		self.asked.is_about = True
		# “Panier moyen”: the mean of orders; “combien avons-nous commandé”: their amount; “wer wurde zuletzt eingestellt”: the last.
		self.asked.roles |= self.phrases.roles(place) & {"avg", "much", "newest", "one"}
		self.asked.is_one = self.phrases.is_exact(place)
		self.asked.rank = min(self.asked.rank, named.name.rank)
		self.conditions.joined_nothing()
		if named.name.state:
			self.states.add_named(named.name.state, place)
		return True

	def _are_had(self, place: int) -> bool:
		"""Whether a word says of the records here that others have them: “customers with a quotation”, “Kunden, die ein Angebot haben”."""
		behind = place + 1
		while self.phrases.roles(behind) and self.phrases.roles(behind) <= TRANSPARENT:
			behind += 1
		if place and behind + 1 == len(self.phrases) and "whether" in self.phrases.roles(behind):
			return True
		before = place - 1
		while (
			before > 0 and self.phrases.roles(before) and not self.phrases.roles(before) & {"with", "whether"}
		):
			if not self.phrases.roles(before) <= TRANSPARENT:
				return False
			before -= 1
		return before > 0 and bool(self.phrases.roles(before) & {"with", "whether"})

	def _is_of_length(self, unit: Role, following: int) -> bool:
		"""“Monatsumsatz Juni”: the number behind “month” is of that month, which is named."""
		days = (self.phrases.at(place, IsDates) for place in range(len(self.phrases)))
		return bool(self.phrases.at(following, IsTotal)) and any(one and unit_of(one) == unit for one in days)

	def _is_named(self, place: int) -> bool:
		"""Whether the name of the DocType stands here."""
		named = self.phrases.at(place, IsDocType)
		return named is not None and named.name.doctype == self.described.doctype

	def _read_words(self, place: int) -> bool:
		roles = self.phrases.roles(place)
		if not roles:
			return False
		if place == self.amounts.behind_records:
			return True
		numeric = self.amounts.field_at(place)
		following = self.phrases.next(place + 1)
		asked = self.asked.roles | (self.phrases.roles(following) & {"avg", "highest", "lowest"})
		if numeric and roles & {"worth", "sum"} and asked & {"sum", "avg", "highest", "lowest"}:
			# “Sum of total”, “total máximo”: it is the field.
			return False
		if place_after := self.days.prepared(roles, following):
			self.place = place_after
			return True
		if roles & {*COMPARE} and place and "count" in self.phrases.roles(place - 1):
			# “Order count > 2”: of whose orders?
			raise NotUnderstood
		if place_after := self.amounts.prepared(roles, following):
			self.place = place_after
			return True
		if "group" in roles and self._read_group(following):
			return True
		if "group" in roles and self.phrases.at(following, IsRecord):
			# “Orders by Acme”: whose they are.
			return True
		for period in roles & {*PERIODS}:
			self.asked.groups.append(f"{PERIODS[period]}({self.days.field()})")
			self.asked.periodic.add(self.asked.groups[-1])
			return True
		if place == 0 and self._asks_whether(roles) and self._says(frozenset({"all"})):
			# “Are all invoices paid” is answered by yes or no, and a list of the paid ones says neither.
			raise NotUnderstood
		if "asserts" in roles and "all" in self.phrases.roles(0):
			# “¿Todas las facturas están pagadas?”
			raise NotUnderstood
		if "priced" in roles and place == len(self.phrases) - 1 and "traded" in self.asked.roles:
			# “What do we sell it for.”
			raise NotUnderstood
		if roles & {"who", "opaque"}:
			if not (self._is_average(roles) or self._is_owed(roles)):
				raise NotUnderstood
			if not roles & ASKED:
				return True
		for whose in roles & {"mine", "own", "assigned"}:
			if self.conditions.is_not or whose not in self.described.own:
				raise NotUnderstood
			self.conditions.add_all(self.described.own[whose])
			return True
		if roles & {"not", "without"}:
			return self._read_not(place, roles, following)
		if any(self._is_of_length(unit, following) for unit in roles & _UNITS):
			return True
		if "with" in roles and (self._read_set(following, "set") or self._read_left(following)):
			return True
		if roles & {"and", "or"}:
			self.conditions.joined = "or" if "or" in roles else "and"
			return True
		# “Was” is both English and German.
		behind = following + 1 if "is" in self.phrases.roles(following) else following
		if "sum" in roles and (self.amounts.compares(behind) or self._is_ordered_by(place)):
			# “With a total over 5,000”, “the highest totals”, “by total”.
			roles = roles - {"sum"} | {"worth"}
		if "count" in roles and self._counts_record(following):
			self.asked.counts_record = True
		if roles & {"count", "sum", "which"} and (named := self._named_field(following)):
			if "count" in roles:
				self.asked.counted = named.name
			elif "sum" in roles:
				self.asked.summed = named.name
			elif named.kind in ("link", "choice"):
				self.asked.which = named.name
		if roles & {"highest", "lowest"} and not self.asked.is_about:
			self.asked.leads_highest = True
		if "worth" in roles and not self.asked.is_about:
			self.asked.leads_worth = True
		if "fresh" in roles:
			# Without days, the newest.
			roles |= {"newest"}
		# Words that say something besides what they ask for.
		self.asked.roles |= roles & {"ours", "fresh", "quantity"}
		if place == 0 or (place == 1 and not (self.asked.total or self.asked.roles & {"sum", "worth"})):
			# “Who owes us”, “à qui devons-nous”; further on, and behind a number, it begins a relative clause.
			self.asked.roles |= roles & {"party"}
		if "all" in roles and (named := self._named_field(following)):
			self.asked.every = named.name
		wanted = roles & ASKED
		if wanted:
			self.conditions.joined_nothing()
			# “Last” alone: the newest ones. Words that do nothing else must be allowed to do nothing.
			self.asked.roles |= wanted
			return True
		return bool(roles & {*TRANSPARENT, "quantity"})

	def _is_ordered_by(self, place: int) -> bool:
		"""Whether the word for a sum here says what the highest or lowest is sought of: “highest total”, “highest invoice total”."""
		before = place - (2 if place > 1 and self.phrases.at(place - 1, IsDocType) else 1)
		return before >= 0 and bool(self.phrases.roles(before) & {"highest", "lowest"})

	def _is_average(self, roles: frozenset[Role]) -> bool:
		"""The “mean order value”, and not what a word means; “what is an order worth on average”."""
		if "avg" in roles:
			return not (self.asked.is_about or "which" in self.asked.roles)
		return self._says(frozenset({"avg"})) and self._says(frozenset({"worth"}))

	def _is_owed(self, roles: frozenset[Role]) -> bool:
		"""“What must Acme still pay us”, and not what must be on an invoice."""
		left = {
			key for key, total in self.described.totals.items() if total.field == self.described.open_amount
		}
		totals = (self.phrases.at(place, IsTotal) for place in range(len(self.phrases)))
		return "much" in roles and any(total and total.key in left for total in totals)

	def _asks_whether(self, roles: frozenset[Role]) -> bool:
		"""Whether a first word with these roles begins a question of yes or no. “Was” is an English verb, and “what” in German."""
		return bool(roles & {"is", "whether"}) and "which" not in roles

	def _says(self, roles: frozenset[Role]) -> bool:
		"""Whether any phrase has one of these roles."""
		return any(self.phrases.roles(place) & roles for place in range(len(self.phrases)))

	def _counts_record(self, place: int) -> bool:
		"""Whether “how many” is said of a record itself, as of an item, and not of documents that have to do with it."""
		return bool(self.phrases.at(place, IsRecord)) and not self.phrases.at(place + 1, IsDocType)

	def _read_not(self, place: int, roles: frozenset[Role], following: int) -> bool:
		# “Suppliers without orders” before “without an order”, which may be a field too.
		if self.holders.lack(place) or ("without" in roles and self._read_set(following, "not set")):
			return True
		if "not" in roles and not self.conditions.is_not:
			self.conditions.is_not = True
			return True
		raise NotUnderstood

	def _read_set(self, following: int, state: str) -> bool:
		"""“Without a due date”: a field, and no value of it."""
		if self._is_named(following):
			# “Customers with invoices”, which have a reference to other invoices too.
			return False
		found = self._named_field(following)
		if not found and not self.phrases.at(following, IsState):
			found = self.days.dated_field(following)
		if not found or found.kind == "check" or self._value_follows(following, found):
			return False
		if state == "set" and found.kind == "number":
			return False
		self.conditions.add(RecordCondition(found.name, "is", state), (state,))
		self.place = following + 1
		return True

	def _read_left(self, following: int) -> bool:
		"""“Invoices with an outstanding amount” are those that have one, and nobody asked how much it is."""
		total = self.phrases.at(following, IsTotal)
		named = self.described.totals.get(total.key) if total else None
		if not named or named.field != self.described.open_amount or not self.asked.is_about:
			return False
		if self.amounts.compares(self.phrases.next(following + 1)) or "not paid" not in self.described.states:
			return False
		self.states.add("not paid")
		self.place = following + 1
		return True

	def _value_follows(self, place: int, field: FieldWords) -> bool:
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

	def _read_group(self, following: int) -> bool:
		if place_after := self.amounts.read_total(following):
			self.place = place_after
			return True
		for unit in self.phrases.roles(following) & _UNITS:
			self.asked.groups.append(f"{unit}({self.days.field()})")
			self.place = following + 1
			return True
		if "quantity" in self.phrases.roles(following):
			# “Best-selling items by quantity.”
			self.asked.roles.add("quantity")
			self.place = following + 1
			return True
		worth = following
		if self._says(ORDERS) and "sum" in self.phrases.roles(following):
			# “Top 10 by total.”
			self.asked.is_by_worth = True
			self.place = following + 1
			return True
		if (named := self.phrases.at(following, IsDocType)) and named.name.doctype == self.described.doctype:
			# “By invoice amount.”
			worth = self.phrases.next(following + 1)
			if "worth" not in self.phrases.roles(worth):
				# “Average value per order” is about orders; “invoice by invoice” groups nothing.
				if "avg" not in self.asked.roles:
					return False
				self.place = following + 1
				return self._read_doctype(following)
		if self.phrases.roles(worth) & {"worth"}:
			if not self._says(ORDERS):
				# “Ordered by amount” is no sum.
				raise NotUnderstood
			self.asked.is_by_worth = True
			self.place = worth + 1
			return True
		if party := self.phrases.at(following, IsPartyKind):
			# “Payments by customer.”
			self.asked.groups.append(self._add_party_kind(party))
			self.place = following + 1
			return True
		found = self._named_field(following)
		dated = self.days.follow(self.phrases.next(following + 1))
		if (
			found
			and found.kind in ("link", "choice", "text")
			and (dated or not self._value_follows(following, found))
		):
			# Days are no value of it: “by customer in October”.
			if found.name in self.asked.links:
				# “Customer by customer.”
				self.asked.links.remove(found.name)
			self.asked.groups.append(found.name)
			self.place = following + 1
			return True
		if found and found.kind == "number" and self.asked.roles & ORDERS:
			self.asked.numbers.append(found.name)
			self.place = following + 1
			return True
		return False

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
		assert named is not None
		is_of_all = named.key not in OF_PEOPLE and self.described.date not in ("", "creation")
		if "small" in self.phrases.roles(place) and is_of_all:
			# Orders “enregistrées en mars” are of March: that they were entered says nothing of what has a date of its own.
			return False
		self.asked.states.add(named.key)
		if named.key == BIRTHDAY:
			self.asked.of_every_year = name
		# “Our youngest employee” is the one that was born last.
		self.asked.roles |= self.phrases.roles(place) & {*ORDERS, "one"}
		if named.key in ("created", "opened"):
			self.asked.made.add(name)
		self.days.name(name, place)
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
			if not self.asked.is_about:
				self.asked.leads_number = found.name
		elif found.kind in ("date", "datetime"):
			self.days.name(found.name, place)
		elif found.kind == "text" and (text := self.phrases.at(after := self._behind_is(place), IsText)):
			self.conditions.add(RecordCondition(found.name, "=", text.value), (text.value,))
			self.place = after + 1
		else:
			self.asked.links.append(found.name)
			self.asked.is_one_of_links = self.phrases.is_exact(place)
		return True

	def _behind_is(self, place: int) -> int:
		"""Where the value of the field at this place may stand: “reference number *is* R-7”."""
		after = self.phrases.next(place + 1)
		return after + 1 if "is" in self.phrases.roles(after) else after

	def _read_party_kind(self, place: int) -> bool:
		"""Payments “from customers”, quotations “to leads”."""
		named = self.phrases.at(place, IsPartyKind)
		before = self.phrases.roles(place - 1) if place else frozenset[Role]()
		if not named or self.conditions.is_not or before & {"which", "count", "group"}:
			return False
		if not (self.asked.is_about or self.asked.total) or self.phrases.is_exact(place):
			# “Customers with quotations” are customers.
			return False
		self._add_party_kind(named)
		return True

	def _add_party_kind(self, named: IsPartyKind) -> str:
		"""Only those are meant that are of such a party; the column that names it."""
		column, kind = self.described.parties[named.doctype]
		self.conditions.add(RecordCondition(kind, "=", named.doctype), (named.doctype,))
		return column

	def _read_currency(self, place: int) -> bool:
		if not self.phrases.at(place, IsCurrency):
			return False
		if ("much" in self.asked.roles or self.asked.total) and not (
			place and self.phrases.at(place - 1, IsNumber)
		):
			# “Combien … en euros”: how much, where the word alone may be how many too.
			self.asked.roles.discard("count")
			self.asked.roles.add("much")
		return True

	def _named_field(self, place: int) -> FieldWords | None:
		named = self.phrases.at(place, IsField)
		return self.described.field(named.field) if named else None
