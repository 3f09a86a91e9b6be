"""Questions about records by what they have or lack: customers without orders, customers with more than five open tickets.

They are read as questions about the other records, orders and tickets, each of which leads to one of those that are asked for.
"""

from huf.engine.questions.composing.asked import Asked, NotUnderstood
from huf.engine.questions.composing.conditions import Conditions
from huf.engine.questions.composing.phrases import TRANSPARENT, Phrases
from huf.engine.questions.composing.states import kind_of
from huf.engine.questions.lexicon import IsDocType, IsOption, IsState, IsTotal
from huf.engine.questions.record_query import Operator
from huf.engine.questions.vocabulary import DocTypeWords
from huf.engine.questions.wording import Role

_HAVE: frozenset[Role] = frozenset({"whether", "with", "all"})
"""What stands before records that are had, and not before what was done: “do not *have* open orders”."""


class Holders:
	"""Notes whose records are counted. What reads says whether it did."""

	def __init__(
		self, described: DocTypeWords, asked: Asked, phrases: Phrases, conditions: Conditions
	) -> None:
		self.described, self.asked, self.phrases, self.conditions = described, asked, phrases, conditions

	def lack(self, place: int) -> bool:
		"""“Customers without orders”, “customers that have not ordered”: the word that denies it stands here.

		Raises NotUnderstood where it may be the state that is denied, or that there are any.
		"""
		following = place + 1
		while not self._names_number(following) and _is_passed_over(self.phrases.roles(following)):
			following += 1
		if self._names_number(following):
			return self._hold(0, 0, are_days_of_these=True)
		is_next = following == place + 1
		if "without" in self.phrases.roles(place) and self._names_records(following, over_states=is_next):
			# “With no open orders”.
			return self._hold(0, 0)
		if is_next or not self._link() or self._names_records(following, over_states=False):
			return False
		if not self._names_records(following, over_states=True):
			return False
		between = (self.phrases.roles(each) for each in range(place + 1, following))
		if not any(roles & _HAVE for roles in between) or self._can_be_denied(following):
			# “No han pagado facturas” says of invoices that they are not paid.
			raise NotUnderstood
		return self._hold(0, 0)

	def lack_these(self) -> None:
		"""“Customers that do not have orders”: the DocType is named, and nothing was denied yet. Raises NotUnderstood where that says nothing."""
		if self.conditions.is_not and self._link():
			self.conditions.is_not = False
			if not self._hold(0, 0):
				raise NotUnderstood

	def compare(self, operator: Operator, value: float, following: int) -> bool:
		"""“Customers with more than 5 orders”: the number is how many, and not of what amount.

		Raises NotUnderstood for a number of records that nothing has.
		"""
		if not self._names_records(following, over_states=bool(self._link())):
			return False
		count = int(value)
		if count != value or count < 1:
			raise NotUnderstood
		held = {">": (count + 1, None), ">=": (count, None), "<": (0, count - 1), "<=": (0, count)}[operator]
		if not self._hold(*held):
			raise NotUnderstood
		return True

	def _hold(self, at_least: int, at_most: int | None, *, are_days_of_these: bool = False) -> bool:
		link = self._link()
		if not link or self.conditions.is_not:
			return False
		for each in self.asked.conditions if at_least == 0 else ():
			# “Customers in Germany without orders”: of Germany are the customers, and not the orders that they lack. But “Kunden, die
			# seit Juni nicht bestellt haben”.
			if not are_days_of_these or kind_of(self.described, each.condition.field) not in (
				"date",
				"datetime",
			):
				return False
		self.asked.holder, self.asked.held = link, (at_least, at_most)
		self.asked.links.clear()
		return True

	def _link(self) -> str:
		"""The link to what was named, if nothing else was yet."""
		asked = self.asked
		if asked.holder or asked.is_about or asked.total or asked.groups or len(asked.links) != 1:
			return ""
		return asked.links[0] if self.described.field(asked.links[0]).target else ""

	def _names_records(self, place: int, *, over_states: bool) -> bool:
		"""Whether the records here are those of the DocType, in some state perhaps: “open orders”."""
		while over_states and (self.phrases.at(place, IsState) or self.phrases.at(place, IsOption)):
			if self.phrases.at(place, IsDocType):
				break
			place = self.phrases.next(place + 1)
		named = self.phrases.at(place, IsDocType)
		return bool(named and named.name.doctype == self.described.doctype)

	def _can_be_denied(self, place: int) -> bool:
		"""Whether there is a word for records that are not in the state that is named here."""
		state = self.phrases.at(place, IsState)
		return bool(state and f"not {state.key}" in self.described.states)

	def _names_number(self, place: int) -> bool:
		"""Whether what was done is said by its number: “have not *ordered*”."""
		total = self.phrases.at(place, IsTotal)
		named = self.described.totals.get(total.key) if total else None
		return bool(named and not named.is_quantity)


def _is_passed_over(roles: frozenset[Role]) -> bool:
	return bool(roles) and roles <= TRANSPARENT | _HAVE
