"""Reads the phrases of a question one after the other, and gathers what they ask for of one DocType."""

from collections.abc import Callable, Sequence
from datetime import date

from huf.engine.questions.composing.amounts import COMPARE, Amounts
from huf.engine.questions.composing.asked import ASKED, ORDERS, Asked, Composed, NotUnderstood
from huf.engine.questions.composing.conditions import Conditions
from huf.engine.questions.composing.days import Days, unit_of
from huf.engine.questions.composing.fields import Fields
from huf.engine.questions.composing.finishing import Finisher
from huf.engine.questions.composing.groups import UNITS, Groups
from huf.engine.questions.composing.holders import Holders
from huf.engine.questions.composing.phrases import TRANSPARENT, Phrases
from huf.engine.questions.composing.records import Records
from huf.engine.questions.composing.said_states import PERIODS, SaidStates
from huf.engine.questions.lexicon import (
	IsCurrency,
	IsDateField,
	IsDates,
	IsDocType,
	IsNumber,
	IsRecord,
	IsTotal,
	Says,
	Span,
)
from huf.engine.questions.vocabulary import BIRTHDAY, OF_PEOPLE, PREFERRED, DocTypeWords
from huf.engine.questions.wording import Role

_NUMBERS: frozenset[Role] = frozenset({"count", "much"})


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
		self.fields = Fields(*parts, self.days)
		self.groups = Groups(described, self.asked, self.phrases, self.days, self.amounts, self.fields)
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
		if place in self.days.read_before:
			return
		for read in (
			self._read_dates,
			self._by(self.amounts.read),
			self._by(self.records.read),
			self._by(self._read_total),
			self._by(self.states.read),
			self._by(self.fields.read_date),
			self._read_doctype,
			self._read_words,
			self._by(self.fields.read),
			self._by(self.fields.read_party_kind),
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

	def _read_by_records(self, place: int) -> int:
		"""The place behind the records that something is told by: “top suppliers by order amount”, “average value per order”; 0 if nothing is,
		as in “invoice by invoice”.
		"""
		behind = self.phrases.next(place + 1)
		if "worth" in self.phrases.roles(behind):
			if not self.phrases.say(*ORDERS):
				# “Ordered by amount” is no sum.
				raise NotUnderstood
			self.asked.is_by_worth = True
			self._read_doctype(place)
			return behind + 1
		return place + 1 if "avg" in self.asked.roles and self._read_doctype(place) else 0

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
		return self.phrases.names(place, self.described.doctype)

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
		if self._asks_for_change(place, roles, following):
			self.asked.changes = True
			self.asked.roles |= roles & _NUMBERS
			return True
		if "dated" in roles and self.days.follow(following) and not self.phrases.at(following, IsDates):
			# “Dated before July.”
			return True
		if place_after := self.days.prepared(roles, following):
			self.place = place_after
			return True
		if roles & {*COMPARE} and place and "count" in self.phrases.roles(place - 1):
			# “Order count > 2”: of whose orders?
			raise NotUnderstood
		if place_after := self.amounts.prepared(roles, following):
			self.place = place_after
			return True
		if "group" in roles and self._is_named(following) and (behind := self._read_by_records(following)):
			self.place = behind
			return True
		if "group" in roles and (behind := self.groups.read(following)):
			self.place = behind
			return True
		if "group" in roles and self.phrases.at(following, IsRecord):
			# “Orders by Acme”: whose they are.
			return True
		for period in roles & {*PERIODS}:
			self.asked.groups.append(f"{PERIODS[period]}({self.days.field()})")
			self.asked.periodic.add(self.asked.groups[-1])
			return True
		if place == 0 and self._asks_whether(roles) and self.phrases.say("all"):
			# “Are all invoices paid” is answered by yes or no, and a list of the paid ones says neither.
			raise NotUnderstood
		if place == 0 and roles == {"must"}:
			raise NotUnderstood
		if roles == {"contains"} and not any(
			self.phrases.at(each, IsRecord) for each in range(len(self.phrases))
		):
			# “What payment terms do we use.”
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
		if roles & {"not", "without", "nothing"}:
			return self._read_not(place, roles, following)
		if any(self._is_of_length(unit, following) for unit in roles & UNITS):
			return True
		if "gone" in roles:
			self.place = self.days.gone(place)
			return True
		if "single" in roles:
			self.place = self.amounts.add("=", 1, place + 1)
			return True
		if "several" in roles:
			if not self.holders.compare(">", 1, following):
				raise NotUnderstood
			return True
		if "longest" in roles and self.amounts.field_at(following):
			# “The longest lead time.”
			roles = roles | {"highest", "one"}
		elif "longest" in roles:
			self.days.order_by_length()
			return True
		if roles & {"highest", "lowest"} and self._is_with(place):
			self.asked.has_highest = True
		if "with" in roles and (behind := self._read_had(following)):
			self.place = behind
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
		if roles & {"count", "sum", "which"} and (named := self.fields.named(following)):
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
		if "all" in roles and (named := self.fields.named(following)):
			self.asked.every = named.name
		wanted = roles & ASKED
		if self.conditions.joined and wanted & _NUMBERS and self.asked.roles & _NUMBERS:
			# “How much is due this month and how much next month” asks for two.
			raise NotUnderstood
		if wanted:
			self.conditions.joined_nothing()
			# “Last” alone: the newest ones. Words that do nothing else must be allowed to do nothing.
			self.asked.roles |= wanted
			return True
		return bool(roles & {*TRANSPARENT, "quantity", "contains", "must"})

	def _asks_for_change(self, place: int, roles: frozenset[Role], following: int) -> bool:
		"""Whether it is said here that there is more or less than before: “rose”, and, of what is compared, “more” without a number and words
		that say something else besides, such as “höher”."""
		if self.phrases.say("versus"):
			is_bare = bool(roles & {"more", "less"}) and not self.phrases.at(following, IsNumber)
			return "change" in roles or is_bare
		meanings = self.phrases.meanings(place)
		return "change" in roles <= {"change", *_NUMBERS} and all(isinstance(one, Says) for one in meanings)

	def _is_with(self, place: int) -> bool:
		"""Whether what stands here is said of the records before it: “the order *with* the highest weight”, “which order *has* the …”."""
		before = place - 1
		while before > 0 and not self.phrases.roles(before) & {"with", "whether"}:
			roles = self.phrases.roles(before)
			if not (self.amounts.field_at(before) or (roles and roles <= TRANSPARENT)):
				return False
			before -= 1
		return self.asked.is_about and before > 0

	def _is_ordered_by(self, place: int) -> bool:
		"""Whether the word for a sum here says what the highest or lowest is sought of: “highest total”, “highest invoice total”."""
		before = place - (2 if place > 1 and self.phrases.at(place - 1, IsDocType) else 1)
		return before >= 0 and bool(self.phrases.roles(before) & {"highest", "lowest"})

	def _is_average(self, roles: frozenset[Role]) -> bool:
		"""The “mean order value”, and not what a word means; “what is an order worth on average”."""
		if "avg" in roles:
			return not (self.asked.is_about or "which" in self.asked.roles)
		return self.phrases.say("avg") and self.phrases.say("worth")

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

	def _counts_record(self, place: int) -> bool:
		"""Whether “how many” is said of a record itself, as of an item, and not of documents that have to do with it."""
		return bool(self.phrases.at(place, IsRecord)) and not self.phrases.at(place + 1, IsDocType)

	def _read_not(self, place: int, roles: frozenset[Role], following: int) -> bool:
		# “Suppliers without orders” before “without an order”, which may be a field too.
		if self.holders.lack(place):
			return True
		if "without" in roles and (behind := self.fields.read_set(following, "not set")):
			self.place = behind
			return True
		if "nothing" in roles and self._is_denied_besides(place):
			# “No se ha entregado nada.”
			return True
		if "nothing" in roles and self.phrases.at(place - 1, IsTotal) and self.holders.lack_what_was_done():
			return True
		if roles & {"not", "nothing"} and not self.conditions.is_not:
			self.conditions.is_not = True
			self.conditions.is_nothing = self.phrases.say("nothing")
			return True
		raise NotUnderstood

	def _is_denied_besides(self, place: int) -> bool:
		"""Whether a word before the one that stands here denies something."""
		return any(self.phrases.roles(before) & {"not", "without"} for before in range(place))

	def _read_had(self, place: int) -> int:
		"""The place behind a field that has a value, or an amount that is left: “with an outstanding amount” are those that have one, and nobody
		asked how much it is. “With a delivery date in the past” says more.
		"""
		after = self.phrases.next(place + 1)
		if "gone" in self.phrases.roles(after):
			return 0
		if behind := self.fields.read_set(place, "set"):
			return behind
		total = self.phrases.at(place, IsTotal)
		named = self.described.totals.get(total.key) if total else None
		if not named or named.field != self.described.open_amount or not self.asked.is_about:
			return 0
		if self.amounts.compares(after) or "not paid" not in self.described.states:
			return 0
		self.states.add("not paid")
		return place + 1

	def _read_dates(self, place: int) -> bool:
		dates = self.phrases.at(place, IsDates)
		if not dates or (dates.age and "small" in self.phrases.roles(place)):
			# “The average lead time in days.”
			return False
		self.place = self.days.add(place, [])
		return True

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
