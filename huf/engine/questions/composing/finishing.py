"""The query that comes of what was gathered from the phrases of a question."""

from dataclasses import replace
from datetime import date

from huf.engine.questions.composing.asked import (
	ASKED,
	NONE,
	ORDERS,
	Asked,
	Composed,
	Condition,
	NotUnderstood,
)
from huf.engine.questions.composing.states import kind_of
from huf.engine.questions.composing.unsaid import Unsaid
from huf.engine.questions.reading import Part
from huf.engine.questions.record_query import (
	MOST_ROWS,
	Function,
	GroupCondition,
	Measure,
	Order,
	RecordCondition,
	RecordQuery,
	Related,
)
from huf.engine.questions.vocabulary import SHORT, DocTypeWords

DEFAULT_ORDERED = 10
"""Rows of “the highest …” and “the latest …” when no number is named."""


class Finisher:
	"""Makes a query of what was gathered."""

	def __init__(self, described: DocTypeWords, asked: Asked) -> None:
		self.described, self.asked = described, asked
		self._order_field = self._order_date = ""

	def finished(self) -> Composed:
		"""The query. Raises NotUnderstood if something that was named has no part in it, or nothing is asked."""
		asked = self.asked
		Unsaid(self.described, asked).fill_in()
		if not (asked.is_about or asked.total or asked.computed):
			raise NotUnderstood
		if asked.must_lack and asked.held != NONE:
			raise NotUnderstood
		if asked.holder:
			return self._of_holders()
		leads = self._items(asked.leads_row)
		if leads and asked.is_about and not (asked.groups or asked.roles & {"count", "much", "sum", "avg"}):
			# “Which pumps are on purchase orders.”
			asked.groups.append(leads)
		measure = self._measure()
		if asked.roles & {"newest", "oldest"} and len(asked.links) == 1:
			if kind_of(self.described, asked.links[0]) in ("date", "datetime"):
				# “The quotation with the earliest expiry date.”
				self._order_date = asked.links.pop()
		if asked.numbers or asked.links:
			raise NotUnderstood
		orders = asked.roles & ORDERS
		if asked.limit and not orders:
			raise NotUnderstood
		self._total_conditions()
		says = bool(asked.conditions or asked.total or asked.groups or asked.computed or measure or orders)
		if not says and not asked.roles & {"list", "all"} and not self._are_ours():
			# “Customers”, “what are the payment terms”.
			raise NotUnderstood
		is_named = asked.rank < SHORT or self._says_more_than_kind()
		if not (is_named or asked.total or asked.computed or asked.roles & ASKED):
			raise NotUnderstood
		if asked.groups and not measure and self._is_by_worth():
			measure = Measure("sum", self.described.amount)
		self._assume(measure)
		if asked.groups and not measure:
			if asked.roles & {"newest", "oldest"} and not asked.roles & {"count", "fresh"}:
				# “The oldest unpaid invoice of each customer.”
				raise NotUnderstood
			measure = self._highest_of_each() or Measure("count")
		having = self._having(measure)
		self._celebrate()
		measures, order = self._ordered(measure)
		changes = self._has_changes()
		if asked.is_one and "one" in asked.roles and order and not measures and not asked.limit:
			# “The last invoice”. Of those of one day it is the one that was made last.
			asked.limit = 1
			if asked.roles & {"newest", "oldest"} and order[0].by != "creation":
				order = (*order, Order("creation", order[0].descending))
		if asked.is_one_of_links and {"one", "best"} <= asked.roles and asked.total and not asked.limit:
			# “Our biggest customer”.
			asked.limit = 1
		query = RecordQuery(
			self.described.doctype,
			conditions=tuple(each.condition for each in asked.conditions),
			group_by=tuple(asked.groups),
			measures=measures,
			order_by=() if changes else order,
			having=having,
			changes=changes,
			limit=asked.limit
			or (DEFAULT_ORDERED if order and not asked.groups else MOST_ROWS if asked.groups else 20),
		)
		return Composed(query, self._parts(query), asked.computed)

	def _has_changes(self) -> bool:
		"""Whether periods that follow each other are compared, and nothing else is told apart."""
		asked = self.asked
		is_of_periods = len(asked.groups) == 1 and asked.groups[0].endswith(")") and not asked.having
		if asked.changes and not is_of_periods:
			raise NotUnderstood
		return is_of_periods and (asked.changes or asked.are_compared)

	def _of_holders(self) -> Composed:
		"""The records that have or lack what was asked about."""
		asked = self.asked
		if asked.numbers or asked.links or asked.groups or asked.limit or asked.computed or asked.having:
			raise NotUnderstood
		if asked.changes:
			raise NotUnderstood
		if self._is_much() or asked.roles & {"sum", "avg", "worth", "quantity", *ORDERS}:
			raise NotUnderstood
		total = self.described.totals.get(asked.total)
		if total and total.needs not in ("", asked.holder):
			raise NotUnderstood
		self._total_conditions()
		# Who ordered is told by orders, as of “orders”; what was sold, by what counts as sold.
		is_sum = total and total.field != self.described.amount
		self._assume(Measure("sum", total.field) if total and is_sum else None)
		at_least, at_most = asked.held
		target = self.described.field(asked.holder).target
		of_them = Related(
			self.described.doctype,
			asked.holder,
			tuple(each.condition for each in asked.conditions),
			at_least,
			at_most,
		)
		measures = (Measure("count"),) if "count" in asked.roles else ()
		held = tuple(str(number) for number in asked.held if number is not None)
		parts = [
			Part("doctype", field=target),
			*(Part("measure", function=each.function) for each in measures),
		]
		parts.append(Part("related", self.described.label, values=held))
		parts += self._condition_parts()
		return Composed(RecordQuery(target, related=(of_them,), measures=measures), tuple(parts))

	def _are_ours(self) -> bool:
		"""“Which customers do we have”, “who are our suppliers”: all of them. “What are our payment terms” asks for knowledge.

		“Welche Mitarbeiter” are several, though the word is the same for one.
		"""
		asked = self.asked
		are_all = "ours" in asked.roles or ("which" in asked.roles and bool(asked.made))
		return are_all and ("which" in asked.roles or not asked.is_one) and self.described.is_named

	def _measure(self) -> Measure | None:
		asked, roles = self.asked, self.asked.roles
		function: Function = "avg" if "avg" in roles else "sum"
		if asked.total:
			self._group_what_was_traded()
			return self._total(function)
		if asked.counts_record and self._says_more_than_kind() and "ours" not in roles:
			# But “how many pumps do we have” asks for pieces.
			asked.counts_record = False
		if asked.counts_record or ("quantity" in roles and "count" not in roles):
			raise NotUnderstood
		if asked.numbers:
			is_open = asked.numbers == [self.described.open_amount] == [asked.leads_number]
			said = roles & {"sum", "avg", "much", "highest", "lowest", "list", "top"}
			# “Total quantity by customer”; “lead time by supplier” adds up to nothing.
			is_sum = asked.groups and asked.numbers == [asked.leads_number]
			adds_up = is_open or (is_sum and not self.described.field(asked.leads_number).is_of_days)
			if len(asked.numbers) > 1 or not (said or adds_up):
				raise NotUnderstood
			name = asked.numbers.pop()
			if roles & {"sum", "avg", "much"} or (adds_up and not said):
				return Measure(function, name)
			are_rows = asked.is_about and not asked.leads_highest and (asked.has_highest or not asked.is_one)
			if asked.limit or are_rows or not roles & {"highest", "lowest"} or "top" in roles:
				# The rows with the highest, not the number alone: “which invoices have the highest totals”.
				if not roles & ORDERS:
					raise NotUnderstood
				self._order_field = name
				return None
			return Measure("max" if "highest" in roles else "min", name)
		if self._is_highest_amount():
			return Measure("max" if "highest" in roles else "min", self.described.amount)
		if roles & {"sum", "avg"} or ("worth" in roles and not roles & ORDERS) or self._is_much():
			if self._table():
				# The amount of an order is not that of the one item of it that was named.
				raise NotUnderstood
			if not self.described.amount or ("count" in roles and not self._is_much()):
				if "count" in roles and "sum" in roles and not roles & {"avg", "worth"}:
					return Measure("count")
				raise NotUnderstood
			left = self.asked.open_amount(self.described) if function == "sum" else ""
			return Measure(function, left or self.described.amount)
		return Measure("count") if "count" in roles else None

	def _celebrate(self) -> None:
		"""“Who has their birthday next week”, “who was born in December”: on those days of any year."""
		for place, each in enumerate(self.asked.conditions):
			stated = each.condition
			is_birth = stated.field == self.described.dates.get("born") and self.asked.without_year >= {
				*each.shown
			}
			if stated.field != self.asked.of_every_year and not is_birth:
				continue
			if stated.operator not in ("=", "between") or _are_more_than_a_year(each.shown):
				raise NotUnderstood
			days = tuple(day[5:10] for day in each.shown)
			condition = replace(
				stated, field=f"day_of_year({stated.field})", value=days if len(days) > 1 else days[0]
			)
			self.asked.conditions[place] = replace(each, condition=condition, shown=days)

	def _having(self, measure: Measure | None) -> tuple[GroupCondition, ...]:
		"""“Who owes us more than 5,000.” In “open amounts by customer”, those who owe nothing are none of them."""
		asked = self.asked
		if not (asked.groups and measure and measure.function == "sum"):
			if asked.having:
				raise NotUnderstood
			return ()
		total = self.described.totals.get(asked.total)
		is_less = any(each[0] not in (">", ">=") and each != ("<", 0) for each in asked.having)
		if total and total.is_quantity and is_less and not self._is_of_one_place():
			# What there is none of may have no record that says so.
			raise NotUnderstood
		is_open = measure.field == self.described.open_amount
		if is_open and not asked.having and measure.field not in asked.named:
			return (GroupCondition(measure.key, "!=", 0),)
		return tuple(GroupCondition(measure.key, operator, value) for operator, value in asked.having)

	def _is_of_one_place(self) -> bool:
		"""Whether a link says where things are: those that are kept there have a record, though there be none left."""
		links = {each.name for each in self.described.fields if each.kind == "link"}
		return any(
			each.condition.field in links and each.condition.operator in ("=", "in")
			for each in self.asked.conditions
		)

	def _is_by_worth(self) -> bool:
		"""“Top 5 suppliers by value of purchase orders”, and not by how many they are."""
		is_said = self.asked.is_by_worth or {"top", "worth"} <= self.asked.roles
		return is_said and bool(self.described.amount) and not self._table()

	def _says_more_than_kind(self) -> bool:
		"""“Pumps of brand Halden”, and not “pumps” alone."""
		return 0 < self.asked.kinds < len(self.asked.conditions)

	def _is_highest_amount(self) -> bool:
		"""“How much was our biggest invoice”, “highest invoice amount”: a number, where “the invoice with the highest amount” is a record."""
		asked, roles = self.asked, self.asked.roles
		if not (self.described.amount and roles & {"highest", "lowest"}):
			return False
		if not (asked.is_one or (asked.leads_highest and asked.leads_worth and "one" in roles)):
			# “The highest amount of our invoices” is one, “invoices with the highest amount” are several.
			return False
		if roles & {"count", "sum", "avg", "newest", "oldest"} or ("top" in roles and "one" not in roles):
			return False
		if asked.limit or asked.groups or self._table():
			return False
		return "much" in roles or (
			"worth" in roles and (asked.leads_highest or asked.leads_worth) and not roles & {"list", "all"}
		)

	def _highest_of_each(self) -> Measure | None:
		"""“Which customer placed the biggest order”: told by an amount, and not by how many there are."""
		roles = self.asked.roles
		if not (self.described.amount and roles & {"highest", "lowest"}) or "top" in roles or self._table():
			return None
		return Measure("max" if "highest" in roles else "min", self.described.amount)

	def _group_what_was_traded(self) -> None:
		"""“What did we sell to Acme” asks for the items, and not for an amount."""
		asked = self.asked
		if (
			"traded" not in asked.roles
			or asked.groups
			or asked.roles & {"much", "count", "sum", "avg", "worth"}
		):
			return
		items = self._items(self.described.totals[asked.total].of_rows)
		if items and (asked.links == [items] or (not asked.links and asked.roles & {"which", "list"})):
			asked.links.clear()
			asked.groups.append(items)

	def _items(self, path: str) -> str:
		"""What the rows of the table of this column are about; empty if they have no such link."""
		table = path.partition(".")[0]
		columns = (each for each in self.described.fields if table and each.name.startswith(f"{table}."))
		return next((each.name for each in columns if each.kind == "link" and each.is_main), "")

	def _total(self, function: Function) -> Measure:
		"""The number that has a word of its own: of whole records, or of their rows where these are asked about."""
		asked, roles = self.asked, self.asked.roles
		total = self.described.totals[asked.total]
		if total.is_quantity and self._is_of_days():
			# What was in stock on another day is in no field.
			raise NotUnderstood
		if total.is_quantity and "party" in roles and not asked.groups:
			# “Who left”: nobody is a quantity.
			raise NotUnderstood
		if total.needs and total.needs not in self.asked.named:
			raise NotUnderstood
		counts = "count" in roles and "much" not in roles
		if asked.numbers:
			raise NotUnderstood
		if total.is_quantity and "worth" in roles:
			# “The value of what we have in stock.”
			values = (other.field for other in self.described.totals.values())
			if self.described.amount not in values:
				raise NotUnderstood
			return Measure(function, self.described.amount)
		if not (table := self._table()):
			if "quantity" in roles and not total.is_quantity:
				raise NotUnderstood
			if counts and not total.is_quantity:
				raise NotUnderstood
			return Measure(function, total.field)
		field = total.of_rows
		if "quantity" in roles:
			field = total.quantity_of_rows
		elif counts:
			# “How many … did we sell” is no number of invoices.
			field = "" if asked.is_about else total.quantity_of_rows
		if field.partition(".")[0] != table or function == "avg":
			raise NotUnderstood
		return Measure(function, field)

	def _is_of_days(self) -> bool:
		"""Whether days have a part in what is asked: as a condition, or by the month."""
		return any(
			kind_of(self.described, name) in ("date", "datetime") or name.endswith(")")
			for name in self.asked.named
		)

	def _table(self) -> str:
		"""The child table whose rows are asked about; empty: none."""
		return next((name.partition(".")[0] for name in self.asked.named if "." in name), "")

	def _is_much(self) -> bool:
		"""“How much …”, where it cannot be “how many …”."""
		return "much" in self.asked.roles and "count" not in self.asked.roles

	def _ordered(self, measure: Measure | None) -> tuple[tuple[Measure, ...], tuple[Order, ...]]:
		asked, roles = self.asked, self.asked.roles
		measures = (measure,) if measure else ()
		if asked.groups:
			assert measure is not None
			if measure.field and any("." in group for group in asked.groups) and "." not in measure.field:
				# An amount of the whole record would count for each of its rows.
				raise NotUnderstood
			if asked.groups[0].endswith(")") and not roles & ORDERS:
				# Time runs forward.
				return measures, (Order(asked.groups[0]),)
			by = f"{measure.function}({measure.field})" if measure.field else measure.function
			return measures, (Order(by, "lowest" not in roles),)
		if measure:
			if measure.function in ("max", "min"):
				return measures, ()
			if roles & ORDERS or asked.limit:
				raise NotUnderstood
			return measures, ()
		if roles & {"newest", "oldest"}:
			by = asked.first_by or self._order_date or self.described.date or "creation"
			return (), (Order(by, "newest" in roles),)
		if roles & {"highest", "lowest", "top"}:
			by = self._order_field or self.described.amount
			if not by:
				raise NotUnderstood
			return (), (Order(by, "lowest" not in roles),)
		return (), ()

	def _total_conditions(self) -> None:
		if self.asked.total:
			for condition in self.described.totals[self.asked.total].conditions:
				self.asked.conditions.append(Condition(condition, (str(condition.value),), True))

	def _assume(self, measure: Measure | None) -> None:
		"""Cancelled documents do not count, and drafts have no part in a sum, unless the question says so."""
		said = {each.condition.field for each in self.asked.conditions}
		usual = self.described.usual
		if not said & {*self.described.instead, *(each.field for each in usual)}:
			self.asked.conditions += [Condition(each, (str(each.value),), True) for each in usual]
		if not self.described.is_submittable:
			return
		named = {
			each.condition.field for each in self.asked.conditions if each.condition.operator in ("=", "in")
		}
		if "docstatus" in named:
			return
		if measure and measure.function != "count":
			self.asked.conditions.append(Condition(RecordCondition("docstatus", "=", 1), ("1",), True))
		elif self.described.status not in named:
			self.asked.conditions.append(Condition(RecordCondition("docstatus", "!=", 2), ("2",), True))

	def _labels(self) -> dict[str, str]:
		return {each.name: each.label for each in self.described.fields}

	def _condition_parts(self) -> list[Part]:
		label, known = self._labels(), {each.condition.field: each for each in self.asked.conditions}
		kinds = dict(self.described.parties.values())
		parts = []
		for each in self.asked.conditions:
			field, shown = each.condition.field, each.shown
			if other := each.condition.other_field:
				# Of an amount in two currencies, the one of the document has no words of its own.
				shown = (label.get(other) or label.get(f"base_{other}", other),)
			called = label.get(field.removeprefix("day_of_year(").removesuffix(")"), "")
			if field in kinds.values() and any(kinds.get(name) == field for name in known):
				# “Customer: Acme” says it already.
				continue
			if (kind := known.get(kinds.get(field, ""))) and len(kind.shown) == 1:
				field, called = kind.shown[0], ""
			parts.append(
				Part(
					"condition",
					called,
					field,
					each.condition.operator,
					shown,
					"row" if self._is_beside_its_like(field) else "",
					each.is_assumed,
				)
			)
		return list(dict.fromkeys(parts))

	def _is_beside_its_like(self, path: str) -> bool:
		"""Whether a column of rows is called as a field of the record itself is: the item that a BOM uses, and the one that it makes."""
		labels = self._labels()
		return "." in path and any(
			label == labels.get(path) for name, label in labels.items() if "." not in name
		)

	def _parts(self, query: RecordQuery) -> tuple[Part, ...]:
		label = self._labels()
		parts = [Part("doctype", self.described.label), *self._condition_parts()]
		if self.asked.computed:
			parts.append(Part("computed", self.described.computed[self.asked.computed]))
		for name in query.group_by:
			unit, _, column = name.rstrip(")").rpartition("(")
			parts.append(Part("group", label.get(column, ""), name, function=unit))
		for measure in query.measures:
			if any(one.by == measure.key and one.operator != "!=" for one in query.having):
				# “Sum of the outstanding amount over 5,000” names it.
				continue
			parts.append(
				Part("measure", label.get(measure.field, ""), measure.field, function=measure.function)
			)
		for one in query.having:
			(by,) = (each for each in query.measures if each.key == one.by)
			parts.append(
				Part(
					"having",
					label.get(by.field, ""),
					by.field,
					one.operator,
					(f"{one.value:.15g}",),
					by.function,
				)
			)
		for order in query.order_by[:1]:
			if not query.group_by:
				operator = "desc" if order.descending else "asc"
				function = "date" if kind_of(self.described, order.by) in ("date", "datetime") else ""
				parts.append(Part("order", label.get(order.by, ""), order.by, operator, function=function))
		if query.changes:
			parts.append(Part("change"))
		if self.asked.limit:
			parts.append(Part("limit", values=(str(self.asked.limit),)))
		return tuple(parts)


def _are_more_than_a_year(days: tuple[str, ...]) -> bool:
	first, last = date.fromisoformat(days[0]), date.fromisoformat(days[-1])
	return (last - first).days > 365
