"""Questions about records by what they have or lack: customers without orders, customers with more than five open tickets.

They are read as questions about the other records, orders and tickets, each of which leads to one of those that are asked for.
"""

from huf.engine.questions.composing.asked import NONE, Asked, NotUnderstood
from huf.engine.questions.composing.conditions import Conditions
from huf.engine.questions.composing.phrases import TRANSPARENT, Phrases
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
		is_denied = self.asked.held == NONE and not (self.asked.is_about or self.asked.total)
		if is_denied and "without" in self.phrases.roles(place):
			# It was denied before: “no han hecho ningún pedido”, “sans aucune facture”.
			return True
		following = place + 1
		while not self._names_number(following) and self._is_passed_over(following):
			following += 1
		if self._names_number(following):
			return self._hold(*NONE, self._link() or self._party())
		is_next = following == place + 1
		if "without" in self.phrases.roles(place) and self.names_records(following, over_states=is_next):
			# “With no open orders”.
			return self._hold(*NONE, self._link() or self._party())
		if not self._link() or self.names_records(following, over_states=False):
			return False
		if not self.names_records(following, over_states=True):
			if self.phrases.at(following, IsState):
				# “Customers that are not overdue on any invoice.”
				raise NotUnderstood
			return False
		if is_next:
			return False
		between = (self.phrases.roles(each) for each in range(place + 1, following))
		if not any(roles & _HAVE for roles in between) or self._can_be_denied(following):
			# “No han pagado facturas” says of invoices that they are not paid.
			raise NotUnderstood
		return self._hold(*NONE, self._link())

	def lack_what_was_done(self) -> bool:
		"""“Customers that ordered nothing”: it is denied behind the number that says what was done."""
		done, self.asked.total = self.asked.total, ""
		lacks = bool(done) and self._hold(*NONE, self._link() or self._party())
		self.asked.total = done
		return lacks

	def lack_these(self) -> None:
		"""“Customers that do not have orders”: the DocType is named, and nothing was denied yet. Raises NotUnderstood where that says nothing."""
		if self.conditions.is_not and (link := self._link() or self._party()) and not self._hold(*NONE, link):
			raise NotUnderstood

	def compare(self, operator: Operator, value: float, following: int) -> bool:
		"""“Customers with more than 5 orders”: the number is how many, and not of what amount.

		Raises NotUnderstood for a number of records that nothing has.
		"""
		if not self.names_records(following, over_states=bool(self._link())):
			return False
		count = int(value)
		if count != value or count < 1:
			raise NotUnderstood
		held = {
			">": (count + 1, None),
			">=": (count, None),
			"<": (0, count - 1),
			"<=": (0, count),
			"=": (count, count),
		}[operator]
		if self.conditions.is_not or not self._hold(*held, self._link()):
			raise NotUnderstood
		return True

	def _hold(self, at_least: int, at_most: int | None, link: str) -> bool:
		if not link:
			return False
		if at_least == 0 and self.asked.is_aged:
			# “Open for 90 days and not ordered”: none that are older, or none since?
			raise NotUnderstood
		for each in self.asked.conditions if at_least == 0 else ():
			# “Customers in Germany without orders”: of Germany are the customers, and not the orders that they lack. But “Kunden, die
			# seit Juni nicht bestellt haben”.
			if each.condition.field != self.described.date or "fresh" in self.asked.roles:
				return False
		self.asked.holder, self.asked.held = link, (at_least, at_most)
		self.asked.links.clear()
		self.conditions.is_not = False
		return True

	def _link(self) -> str:
		"""The link to what was named, if nothing else was yet."""
		asked = self.asked
		if asked.holder or asked.is_about or asked.total or asked.groups or len(asked.links) != 1:
			return ""
		return asked.links[0] if self.described.field(asked.links[0]).target else ""

	def _party(self) -> str:
		"""Whose records these are, if “who” was asked of them: “who has not ordered”."""
		asked = self.asked
		if (
			"party" not in asked.roles
			or asked.holder
			or asked.is_about
			or asked.total
			or asked.groups
			or asked.links
		):
			return ""
		return next(filter(None, (one.party or one.needs for one in self.described.totals.values())), "")

	def _is_passed_over(self, place: int) -> bool:
		"""Whether what stands here may stand between a word that denies and what is denied."""
		roles = self.phrases.roles(place)
		return bool(roles) and (roles <= TRANSPARENT | _HAVE or "without" in roles)

	def names_records(self, place: int, *, over_states: bool) -> bool:
		"""Whether the records here are those of the DocType, in some state perhaps: “open orders”."""
		if not over_states:
			return self.phrases.names(place, self.described.doctype)
		return self.behind_records(place) > place

	def behind_records(self, place: int) -> int:
		"""The place behind the records that are named here, in some state perhaps; ``place`` itself if none are."""
		at = place
		while self.phrases.at(at, IsState) or self.phrases.at(at, IsOption):
			if self.phrases.at(at, IsDocType):
				break
			at = self.phrases.next(at + 1)
		return at + 1 if self.names_records(at, over_states=False) else place

	def _can_be_denied(self, place: int) -> bool:
		"""Whether there is a word for records that are not in the state that is named here."""
		state = self.phrases.at(place, IsState)
		return bool(state and f"not {state.key}" in self.described.states)

	def _names_number(self, place: int) -> bool:
		"""Whether what was done is said by its number: “have not *ordered*”."""
		total = self.phrases.at(place, IsTotal)
		named = self.described.totals.get(total.key) if total else None
		return bool(named and not named.is_quantity)
