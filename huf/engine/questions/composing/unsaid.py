"""What a question means and does not say: which number, whose, of which records; and words of it that restrict nothing."""

from huf.engine.questions.composing.asked import ORDERS, Asked, Condition
from huf.engine.questions.composing.states import kind_of
from huf.engine.questions.record_query import RecordCondition
from huf.engine.questions.vocabulary import DocTypeWords


class Unsaid:
	"""Adds to what was gathered what everybody would."""

	def __init__(self, described: DocTypeWords, asked: Asked) -> None:
		self.described, self.asked = described, asked

	def fill_in(self) -> None:
		"""First the number that is meant, then whose it is, then what is left over."""
		self._rank_by_best()
		self._ask_for_open()
		self._ask_for_records()
		self._ask_for_stock()
		self._ask_for_parties()
		self._ask_for_new()
		self._ask_for_holders()
		self._drop_single_period()
		self._group_leftovers()
		self._drop_what_says_nothing()

	def _rank_by_best(self) -> None:
		"""“Top customers”: by revenue, if nothing else is said."""
		asked = self.asked
		if asked.total or asked.is_about or asked.numbers or asked.roles & {"worth", "sum", "avg"}:
			return
		is_link = len(asked.links) == 1 and kind_of(self.described, asked.links[0]) == "link"
		if asked.roles & {"top", "best"} and is_link:
			target = self.described.field(asked.links[0]).target
			asked.total = self.described.best_by.get(target, "")

	def _ask_for_open(self) -> None:
		"""“How much is still open”, “total overdue amount”: no DocType is named, so it is of those that have a word for it."""
		asked, left = self.asked, self.asked.open_amount(self.described)
		if left and asked.roles & {"much", "sum"} and not (asked.is_about or asked.total):
			totals = self.described.totals.items()
			asked.total = next((key for key, total in totals if total.field == left), "")

	def _ask_for_records(self) -> None:
		"""“Has Acme ordered from us, show me the orders”, “all invoices that have a balance”: the records are asked for, and no number."""
		asked = self.asked
		if not (asked.is_about and asked.total and asked.roles & {"list", "which", "all"}):
			return
		if asked.groups or asked.links or asked.roles & {"much", "count", "sum", "avg", "worth", *ORDERS}:
			return
		total = self.described.totals[asked.total]
		if total.field == self.described.open_amount:
			if asked.is_total_behind and "not paid" in self.described.states:
				asked.total = ""
				self._leave_out_paid()
		elif total.needs and total.field == self.described.amount:
			asked.total = ""

	def _leave_out_paid(self) -> None:
		unpaid = self.described.states.get("not paid", ())
		self.asked.conditions += [Condition(each, (str(each.value),)) for each in unpaid]

	def _ask_for_stock(self) -> None:
		"""“How many of these pumps are there in this warehouse”: no word for stock is needed beside two records that have some."""
		asked = self.asked
		if asked.total or asked.is_about or not asked.roles & {"count", "much"}:
			return
		named = {
			each.condition.field
			for each in asked.conditions
			if kind_of(self.described, each.condition.field) == "link"
		}
		# “How many of these pumps do we have”, “how many pieces of this pump are there”.
		is_one_enough = "quantity" in asked.roles or (asked.counts_record and "ours" in asked.roles)
		if (len(named | {*asked.links}) > 1 or is_one_enough) and named and not asked.numbers:
			totals = self.described.totals.items()
			asked.total = next((key for key, total in totals if total.is_quantity), "")

	def _ask_for_parties(self) -> None:
		"""“Who owes us money”: the number of each of them."""
		asked = self.asked
		total = self.described.totals.get(asked.total)
		if not total or not total.party or asked.groups or asked.links or asked.is_about or asked.holder:
			return
		if "party" in asked.roles and total.party not in self.asked.named:
			asked.groups.append(total.party)
			if total.field == self.described.open_amount and not asked.having:
				# Who owes nothing is none of them.
				self._leave_out_paid()

	def _ask_for_new(self) -> None:
		"""“New customers this quarter” are those of these days, and no list with the newest first."""
		asked = self.asked
		if "fresh" in asked.roles and any(
			kind_of(self.described, each.condition.field) in ("date", "datetime") for each in asked.conditions
		):
			asked.roles -= {"newest", "one"}

	def _ask_for_holders(self) -> None:
		"""“How many customers have overdue invoices”: customers are counted, each once. Who owes nothing has none."""
		asked = self.asked
		if asked.summed and not (asked.counted or asked.total) and asked.links == [asked.summed]:
			# “Total of customers with overdue invoices.”
			asked.counted = asked.summed
			asked.roles = asked.roles - {"sum"} | {"count"}
		counted = asked.counted
		total = self.described.totals.get(asked.total)
		if counted and not asked.holder and asked.links == [counted] and self.described.field(counted).target:
			# “How many items did we sell” asks for pieces.
			if asked.having:
				# “How many customers owe us more than 5,000”: the groups are counted.
				asked.roles.discard("count")
				asked.counted = ""
			elif counted in (total.party, total.needs) if total else asked.is_about:
				asked.holder = counted
				asked.links.clear()
		if asked.holder and total and total.field == self.described.open_amount:
			self._leave_out_paid()

	def _drop_single_period(self) -> None:
		"""“Our annual revenue in 2026” is one number: the days that are named are one such period."""
		asked = self.asked
		if not asked.total or len(asked.groups) != 1 or not asked.periodic.issuperset(asked.groups):
			return
		unit, _, field = asked.groups[0].rstrip(")").partition("(")
		# As many characters of a day say which year or month it is in.
		length = {"year": 4, "month": 7}.get(unit, 0)
		for each in asked.conditions:
			condition = each.condition
			if length and (condition.field, condition.operator) == (field, "between"):
				if (
					isinstance(condition.value, tuple)
					and len({str(day)[:length] for day in condition.value}) == 1
				):
					asked.groups.clear()
					return

	def _group_leftovers(self) -> None:
		"""“Which customers have …”, “the customer with the highest …”: a group that no “by” announced."""
		asked = self.asked
		links = [name for name in asked.links if kind_of(self.described, name) in ("link", "choice")]
		if asked.total and "sum" in asked.roles and not asked.roles & ORDERS and links == [asked.which]:
			# “The total of what customers owe us.”
			asked.which = ""
		if len(links) != 1 or asked.groups or asked.counted == links[0]:
			return
		link, counts = links[0], "count" in asked.roles
		# “Which customers owe us money”, “how many invoices are in which status”.
		is_asked = asked.which == link and (asked.total or (asked.is_about and counts))
		is_ordered = not counts and asked.roles & ORDERS and (asked.total or asked.roles & {"top"})
		says = asked.conditions or asked.are_had
		have_some = not counts and link in (asked.leads, asked.which) and asked.is_about and says
		# “Which customer placed the biggest order.”
		has_highest = (
			not counts
			and link == asked.which
			and asked.is_about
			and self.described.amount
			and asked.roles & {"highest", "lowest"}
		)
		if is_asked or is_ordered or have_some or has_highest or asked.having:
			asked.groups.append(link)
			asked.links.remove(link)

	def _drop_what_says_nothing(self) -> None:
		"""Take out what is so of all records: invoices “to customers”, which all are, and issues that Acme “opened”."""
		asked = self.asked
		has_party = any(kind_of(self.described, each.condition.field) == "link" for each in asked.conditions)
		if asked.is_about and (has_party or "opened" not in asked.states):
			asked.links = [name for name in asked.links if name not in asked.made]
		if len(asked.links) != 1 or asked.is_one_of_links or asked.roles & ORDERS:
			return
		link, total = asked.links[0], self.described.totals.get(asked.total)
		# A word that is “how much” as well as “how many” counts nobody where an amount is asked for.
		counted = "" if total and "much" in asked.roles else asked.counted
		is_number = bool(total and (total.is_quantity or asked.roles & {"much", "sum", "avg"}))
		# “How much do our customers owe us on invoices” asks for no customers.
		leads = "" if total and "much" in asked.roles else asked.leads
		if link in (asked.which, counted, leads) or kind_of(self.described, link) != "link":
			return
		if asked.is_about or asked.every == link or is_number:
			asked.links.clear()
			if not self.described.field(link).is_mandatory and asked.every != link:
				asked.conditions.append(Condition(RecordCondition(link, "is", "set"), ("set",)))
