"""The numbers of a question: what is compared with them, and how many rows are asked for."""

from huf.engine.questions.composing.asked import ORDERS, Asked, NotUnderstood
from huf.engine.questions.composing.conditions import Conditions
from huf.engine.questions.composing.holders import Holders
from huf.engine.questions.composing.phrases import Phrases
from huf.engine.questions.lexicon import IsCurrency, IsDays, IsDocType, IsField, IsNumber, IsState, IsTotal
from huf.engine.questions.record_query import MOST_ROWS, Compared, Operator, RecordCondition, Value
from huf.engine.questions.vocabulary import DocTypeWords
from huf.engine.questions.wording import Role

_OF_AMOUNTS: frozenset[Role] = frozenset({"much", "sum", "avg", "worth", "highest", "lowest", "top"})
COMPARE: dict[Role, Operator] = {
	"more": ">",
	"less": "<",
	"at_least": ">=",
	"at_most": "<=",
	"exactly": "=",
}


class Amounts:
	"""Adds to ``asked`` what numbers say. What reads gives the place behind what it read, 0 if that was nothing."""

	def __init__(
		self,
		described: DocTypeWords,
		asked: Asked,
		phrases: Phrases,
		conditions: Conditions,
		holders: Holders,
	) -> None:
		self.described, self.asked, self.phrases, self.conditions = described, asked, phrases, conditions
		self.holders = holders
		self.behind_records = -1
		"""Where “or more” stands behind records that were counted before it: “three invoices or more”."""

	def prepared(self, roles: frozenset[Role], following: int) -> int:
		"""Add the comparison of words that have these roles with the number behind them."""
		if length := self.phrases.at(following, IsDays):
			compared = (COMPARE[role] for role in COMPARE if role in roles)
			return next((self.add_length(each, length.value, following + 1) for each in compared), 0)
		if "negative" in roles:
			# “Items with negative stock.”
			return self._compare("<", 0, following)
		number = self.phrases.at(following, IsNumber)
		if number is None:
			return 0
		if "between" in roles:
			join = self.phrases.next(following + 1)
			second = self.phrases.next(join + 1)
			high = self.phrases.at(second, IsNumber)
			if "and" in self.phrases.roles(join) and high:
				return self._compare("between", (number.value, high.value), second + 1)
			return 0
		for role, operator in COMPARE.items():
			if role in roles:
				return self.add(operator, number.value, following + 1)
		return 0

	def add(self, operator: Operator, value: float, place: int) -> int:
		"""Add the comparison with a number behind which this place is."""
		if self.holders.compare(operator, value, place):
			return place
		if self.holders.names_records(place, over_states=True) or self._names_link(place):
			# “More than 5 open orders”, “more than 5 customers” say no amount.
			raise NotUnderstood
		return self._compare(operator, value, place)

	def _counts_records(self, place: int, value: float) -> bool:
		"""“Customers with three invoices or more.”"""
		after = self.phrases.next(self.holders.behind_records(place + 1))
		for role in self.phrases.roles(after) & {"at_least", "at_most"}:
			if not self.phrases.at(after + 1, IsNumber) and self.holders.compare(
				COMPARE[role], value, place + 1
			):
				self.behind_records = after
				return True
		return False

	def add_length(self, operator: Operator, days: float, place: int) -> int:
		"""“A lead time of 28 days”: of the number of days that was named before, or is named next. Raises NotUnderstood if none is."""
		after = self.phrases.next(place)
		if self.asked.numbers and self.described.field(self.asked.numbers[-1]).is_of_days:
			name = self.asked.numbers.pop()
		elif (named := self.field_at(after)) and self.described.field(named).is_of_days:
			name, place = named, after + 1
		else:
			raise NotUnderstood
		self.conditions.add(RecordCondition(name, operator, days), (f"{days:.15g}",))
		return place

	def compares(self, place: int) -> bool:
		"""Whether a number that something is compared with stands here."""
		return bool(self.phrases.roles(place) & {*COMPARE}) and bool(
			self.phrases.at(self.phrases.next(place + 1), IsNumber)
		)

	def read(self, place: int) -> int:
		"""Add a number without a word before it: the value of a field, or how many rows are asked for."""
		if length := self.phrases.at(place, IsDays):
			return self.add_length("=", length.value, place + 1)
		number = self.phrases.at(place, IsNumber)
		if number is None:
			return 0
		behind = self.phrases.next(place + 1)
		# “10,000 or more”; “deren Betrag 10.000 übersteigt”.
		said: frozenset[Role] = frozenset({"at_least", "at_most"})
		if self.asked.numbers or "worth" in self.asked.roles or self.phrases.at(place + 1, IsCurrency):
			said |= {"more", "less"}
		if self._counts_records(place, number.value):
			return place + 1
		for role in self.phrases.roles(behind) & said:
			if self.holders.compare(COMPARE[role], number.value, self.phrases.next(behind + 1)):
				# “3 or more overdue invoices.”
				return behind + 1
			if not self.phrases.at(self.phrases.next(behind + 1), IsNumber):
				return self._compare(COMPARE[role], number.value, behind + 1)
		if self.asked.numbers and place and self.field_at(place - 1) == self.asked.numbers[-1]:
			name = self.asked.numbers.pop()
			self.conditions.add(RecordCondition(name, "=", number.value), (f"{number.value:.15g}",))
		elif self.asked.limit or not number.value.is_integer() or not 1 <= number.value <= MOST_ROWS:
			raise NotUnderstood
		else:
			self.asked.limit = int(number.value)
		return place + 1

	def read_total(self, place: int) -> int:
		"""Take the number that has a word of its own here for the one that is asked for."""
		total = self.phrases.at(place, IsTotal)
		if not total or total.key not in self.described.totals or self._is_state(place):
			return 0
		if self.asked.is_about and "small" in self.phrases.roles(place):
			# “Orders that Acme ordered.”
			return 0
		if self.asked.total not in ("", total.key):
			raise NotUnderstood
		self.asked.total, self.asked.is_total_behind = total.key, self.asked.is_about
		self.asked.roles |= self.phrases.roles(place) & {"traded", "much", *ORDERS}
		return place + 1

	def _is_state(self, place: int) -> bool:
		"""Whether a word for a number is said of the records here: “outstanding invoices” are those that are open, while
		“outstanding by customer” asks for an amount."""
		if not self.phrases.at(place, IsState) or self.compares(self.phrases.next(place + 1)):
			return False
		is_of_those_before = self.asked.is_about and not self.asked.roles & _OF_AMOUNTS
		return is_of_those_before or self.phrases.at(place + 1, IsDocType) is not None

	def _names_link(self, place: int) -> bool:
		named = self.phrases.at(place, IsField)
		return named is not None and self.described.field(named.field).kind == "link"

	def field_at(self, place: int) -> str:
		"""The field with a number that is named here; empty for none."""
		named = self.phrases.at(place, IsField)
		found = self.described.field(named.field) if named else None
		return found.name if found and found.kind == "number" else ""

	def _compare_of_each(self, operator: Operator, value: Value, place: int) -> int:
		"""“Who owes us more than 5,000”, “customers with more than 5,000 outstanding”: the number of each of them, and not of one record."""
		following = self.phrases.next(place)
		pieces = "quantity" in self.phrases.roles(following) and not self.phrases.at(following, IsTotal)
		if pieces:
			# “More than 100 pieces in stock.”
			following = self.phrases.next(following + 1)
		total = self.phrases.at(following, IsTotal) if not self.asked.total else None
		key = self.asked.total or (total.key if total else self._quantity() if pieces else "")
		named = self.described.totals.get(key)
		if self.asked.is_about or self.asked.numbers or not named:
			return 0
		links = [name for name in self.asked.links if self.described.field(name).kind == "link"]
		if not (links or self.asked.groups or ("party" in self.asked.roles and named.party)):
			if named.is_quantity:
				# “More than 100 in stock”: of what?
				raise NotUnderstood
			return 0
		if pieces and not named.is_quantity:
			raise NotUnderstood
		is_money = any(self.phrases.at(each, IsCurrency) for each in range(place - 2, following))
		if "traded" in self.asked.roles | self.phrases.roles(following) and not is_money:
			# “Which items did we sell more than 50 of”: it may be pieces.
			raise NotUnderstood
		ends = value if isinstance(value, tuple) else (value,)
		operators: tuple[Compared, ...] = (">=", "<=") if operator == "between" else (operator,)  # type: ignore[assignment]
		self.asked.having += [(one, float(end)) for one, end in zip(operators, ends, strict=True)]  # type: ignore[arg-type]
		if named.field == self.described.open_amount and operator in ("<", "<=") and ends[0] > 0:  # type: ignore[operator]
			# Who owes nothing is none of those who owe less than 500.
			self.asked.having.append((">", 0))
		self.asked.total = key
		return following + 1 if total else following if pieces else place

	def _quantity(self) -> str:
		"""The key of the number of pieces, of what has one."""
		return next((key for key, total in self.described.totals.items() if total.is_quantity), "")

	def _compare(self, operator: Operator, value: Value, place: int) -> int:
		"""A condition on the number that was named before or is named next, else on the amount."""
		if behind := self._compare_of_each(operator, value, place):
			return behind
		after = self.phrases.next(place)
		if self.asked.total:
			# “With an outstanding amount over 1,000”: the number is compared, not added up.
			name = self.described.totals[self.asked.total].field
			self.asked.total = ""
		elif self.asked.numbers:
			name = self.asked.numbers.pop()
		elif following := self.field_at(after):
			name, place = following, after + 1
		elif (total := self.phrases.at(after, IsTotal)) and total.key in self.described.totals:
			name, place = self.described.totals[total.key].field, after + 1
		elif self.described.amount:
			name = self.described.amount
		else:
			raise NotUnderstood
		self.asked.roles.discard("worth")
		shown = tuple(map(str, value)) if isinstance(value, tuple) else (f"{value:.15g}",)
		self.conditions.add(RecordCondition(name, operator, value), shown)
		return place
