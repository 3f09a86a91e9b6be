"""What the records of a question are told by: “by customer”, “per month”, “by amount”."""

from huf.engine.questions.composing.amounts import Amounts
from huf.engine.questions.composing.asked import ORDERS, Asked, NotUnderstood
from huf.engine.questions.composing.days import Days
from huf.engine.questions.composing.fields import Fields
from huf.engine.questions.composing.phrases import Phrases
from huf.engine.questions.lexicon import IsPartyKind
from huf.engine.questions.vocabulary import DocTypeWords
from huf.engine.questions.wording import Role

UNITS: frozenset[Role] = frozenset({"month", "quarter", "year"})


class Groups:
	"""Notes what stands behind a word that groups."""

	def __init__(
		self,
		described: DocTypeWords,
		asked: Asked,
		phrases: Phrases,
		days: Days,
		amounts: Amounts,
		fields: Fields,
	) -> None:
		self.described, self.asked, self.phrases = described, asked, phrases
		self.days, self.amounts, self.fields = days, amounts, fields

	def read(self, place: int) -> int:
		"""The place behind what stands here and was noted, 0 if that groups nothing."""
		if behind := self.amounts.read_total(place):
			return behind
		roles = self.phrases.roles(place)
		for unit in roles & UNITS:
			self.asked.groups.append(f"{unit}({self.days.field()})")
			return place + 1
		if "quantity" in roles:
			# “Best-selling items by quantity.”
			self.asked.roles.add("quantity")
			return place + 1
		if "sum" in roles and self.phrases.say(*ORDERS):
			# “Top 10 by total.”
			self.asked.is_by_worth = True
			return place + 1
		if self.phrases.names(place, self.described.doctype):
			# “Invoice by invoice.”
			return 0
		if "worth" in roles:
			if not self.phrases.say(*ORDERS):
				# “Ordered by amount” is no sum.
				raise NotUnderstood
			self.asked.is_by_worth = True
			return place + 1
		if party := self.phrases.at(place, IsPartyKind):
			# “Payments by customer.”
			self.asked.groups.append(self.fields.add_party_kind(party))
			return place + 1
		return self._read_field(place)

	def _read_field(self, place: int) -> int:
		found = self.fields.named(place)
		if not found:
			return 0
		# Days are no value of it: “by customer in October”.
		dated = self.days.follow(self.phrases.next(place + 1))
		if found.kind in ("link", "choice", "text") and (
			dated or not self.fields.value_follows(place, found)
		):
			if found.name in self.asked.links:
				# “Customer by customer.”
				self.asked.links.remove(found.name)
			self.asked.groups.append(found.name)
			return place + 1
		if found.kind == "number" and self.asked.roles & ORDERS:
			self.asked.numbers.append(found.name)
			return place + 1
		return 0
