"""SQL of a plan. Names in it are those of the meta; what came from outside is bound."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import frappe
from frappe import _

from huf.ai.queries.as_user.errors import QueryRefused
from huf.ai.queries.as_user.plan import Condition, Group, Measured, Plan, PlannedRelated, site_currency
from huf.ai.queries.as_user.readable import Column
from huf.ai.queries.as_user.values import One, day_bounds, is_day
from huf.ai.site.database.dialect import as_text, like
from huf.engine.questions.record_query import Operator, RecordCondition

ROW = "part"
"""Alias of the child table whose rows are asked about."""

_STATES = {"not cancelled": "!= 2", "submitted": "= 1"}


class Statement:
	"""The parts of the selects of one question, and what is bound in them."""

	def __init__(
		self,
		plan: Plan,
		records: str,
		related: Sequence[str] = (),
		of_part: Sequence[str] = (),
		values: dict[str, Any] | None = None,
	) -> None:
		"""
		:param records: SQL for which records count, without anything to bind; empty: all.
		:param related: of each kind of related records of the plan the same. :param of_part: of those of the part whose share is asked.
		:param values: what is bound in them goes into this, which may hold what is bound elsewhere; it is not bound twice.
		"""
		self._plan = plan
		self._main = f"`tab{plan.asked.name}`"
		self.values: dict[str, Any] = {} if values is None else values
		self._child = next(
			(column.child for column in plan.asked.columns.values() if column.table == plan.table), ""
		)
		where = [self._condition(*together) for together in _of_one_row(plan.conditions)]
		if plan.state:
			where.append(f"{self._main}.`docstatus` {_STATES[plan.state]}")
		if records:
			# Frappe binds by percent signs, and this part has its own.
			where.append(f"({records.replace('%', '%%')})")
		for one, of_them in zip(plan.related, related, strict=True):
			where += self._has(one, of_them)
		self._where = f" where {' and '.join(where)}" if where else ""
		self._part = ""
		if plan.share and plan.has_part:
			is_part = [self._condition(*together) for together in _of_one_row(plan.share.conditions)]
			for one, of_them in zip(plan.share.related, of_part, strict=True):
				is_part += self._has(one, of_them)
			self._part = " and ".join(is_part) or "1 = 1"

	def select(self, what: str, rest: str = "") -> str:
		"""A whole select over the records, or over their rows when these are asked about."""
		return f"select {what} from {self._main}{self._join()}{self._where}{rest}"

	def expression(self, column: Column) -> str:
		"""A column of the record, or of the row that is asked about."""
		return f"{ROW if column.table else self._main}.`{column.fieldname}`"

	def group(self, group: Group) -> str:
		"""What records are put together by."""
		column = self.expression(group.column)
		if not group.unit:
			return column
		day = as_text(column)
		if group.unit != "quarter":
			return f"left({day}, {7 if group.unit == 'month' else 4})"
		month = f"substring({day}, 6, 2)"
		ends = " ".join(f"when {month} <= '{3 * number:02}' then '-Q{number}'" for number in range(1, 5))
		return f"concat(left({day}, 4), case {ends} end)"

	def measure(self, measured: Measured) -> str:
		"""A number over all that is selected."""
		if measured.column is None:
			return self.count
		return f"{measured.measure.function}({self.expression(measured.column)})"

	def part(self, measured: Measured) -> str:
		"""The same number over the part whose share is asked."""
		if measured.column is None:
			distinct = "distinct " if self._plan.table else ""
			return f"count({distinct}case when {self._part} then {self.name} end)"
		return f"coalesce(sum(case when {self._part} then {self.expression(measured.column)} end), 0)"

	def _share(self) -> str:
		(measured,) = self._plan.measures
		return f"coalesce({self.part(measured)} * 1.0 / nullif({self.measure(measured)}, 0), 0)"

	def having(self) -> str:
		"""What must be true of each group; empty: nothing."""
		parts = (
			f"coalesce({self.measure(one.measured)}, 0) {one.stated.operator} {self._bind(one.stated.value)}"
			for one in self._plan.having
		)
		said = " and ".join(parts)
		return f" having {said}" if said else ""

	@property
	def count(self) -> str:
		"""Records, each once however many of its rows there are."""
		return f"count(distinct {self._main}.`name`)" if self._plan.table else "count(*)"

	@property
	def drafts(self) -> str:
		"""Records that are drafts."""
		return f"count(distinct case when {self._main}.`docstatus` = 0 then {self._main}.`name` end)"

	@property
	def name(self) -> str:
		"""The name of the record."""
		return f"{self._main}.`name`"

	def order(self) -> str:
		"""How the rows follow each other; always the same for the same records."""
		parts = []
		for one in self._plan.order:
			if isinstance(one.by, Group):
				by = self.group(one.by)
			elif isinstance(one.by, Measured):
				by = self.measure(one.by)
			elif one.by is None:
				by = self._share()
			else:
				by = self.expression(one.by)
			parts.append(by + (" desc" if one.descending else ""))
		if self._plan.is_list:
			parts += [] if parts else [f"{self._main}.`modified` desc"]
			parts.append(self.name)
			parts += [f"{ROW}.`idx`"] if self._plan.table else []
		else:
			parts += [self.group(group) for group in self._plan.groups]
		return f" order by {', '.join(parts)}" if parts else ""

	def currency(self, column: Column) -> str:
		"""SQL for the currency of an amount, as its field says, else that of the site; empty: its field names none.

		Raises QueryRefused when the user may not read in which currency the amounts are.
		"""
		source = column.options.strip()
		named = ""
		if source.count(":") == 2:
			doctype, link, target = source.split(":")
			holder = self._beside(column, link)
			if holder and frappe.get_meta(doctype).has_field(target):
				named = (
					f"(select of_amount.`{target}` from `tab{frappe.get_meta(doctype).name}` of_amount"
					f" where of_amount.`name` = {self.expression(holder)})"
				)
		elif holder := self._beside(column, source):
			named = self.expression(holder)
		elif source and frappe.db.exists("Currency", source, cache=True):
			self.values["currency"] = source
			return "%(currency)s"
		if not named:
			return ""
		self.values["site_currency"] = site_currency()
		return f"coalesce(nullif({named}, ''), %(site_currency)s)"

	def _beside(self, column: Column, fieldname: str) -> Column | None:
		"""The column of this name in the same row, else in the record."""
		asked = self._plan.asked
		in_row = f"{column.table}.{fieldname}" if column.table else ""
		if found := asked.columns.get(in_row) or asked.columns.get(fieldname):
			return found
		metas = [asked.meta, *([frappe.get_meta(column.child)] if column.child else [])]
		if fieldname and any(meta.has_field(fieldname) for meta in metas):
			raise QueryRefused(
				_(
					"{0} may be in several currencies, and you may not read in which. Ask for amounts in one currency."
				).format(column.path)
			)
		return None

	def _join(self) -> str:
		if not self._plan.table:
			return ""
		return f" join `tab{self._child}` {ROW} on {self._belongs(ROW, self._plan.table)}"

	def _belongs(self, alias: str, table: str) -> str:
		return (
			f"{alias}.`parent` = {self._main}.`name` and {alias}.`parenttype` = {self._bind(self._plan.asked.name)}"
			f" and {alias}.`parentfield` = {self._bind(table)}"
		)

	def _bind(self, value: object) -> str:
		key = f"v{len(self.values)}"
		self.values[key] = value
		return f"%({key})s"

	def _condition(self, *of_one_row: Condition) -> str:
		column = of_one_row[0].column
		if not column.table:
			return self._compared(of_one_row[0], self._main)
		if column.table == self._plan.table:
			return " and ".join(self._compared(one, ROW) for one in of_one_row)
		compared = " and ".join(self._compared(one, "row_of") for one in of_one_row)
		return f"exists (select 1 from `tab{column.child}` row_of where {self._belongs('row_of', column.table)} and {compared})"

	def _has(self, related: PlannedRelated, records: str) -> list[str]:
		"""The condition on how many related records there are; none where any number will do."""
		least, most = related.at_least, related.at_most
		if least == 0 and most is None:
			return []
		# With one that leads nowhere among them, every record would be unknown not to be among them.
		leads = Condition(related.link, RecordCondition(related.link.path, "is", "set"))
		plan = replace(related.plan, conditions=(*related.plan.conditions, leads))
		of_them = Statement(plan, records, values=self.values)
		link = of_them.expression(related.link)
		found = of_them.select(link)
		name, operator = self.name, "not in" if least == 0 else "in"
		if self._plan.asked.meta.autoname == "autoincrement":
			name = as_text(name)
		counted = [f"{of_them.count} >= {least}"] if least > 1 else []
		if most:
			counted.append(f"{of_them.count} {'<=' if least else '>'} {most}")
		if counted:
			found += f" group by {link} having {' and '.join(counted)}"
		return [f"{name} {operator} ({found})"]

	def _compared(self, condition: Condition, alias: str) -> str:
		column, stated = condition.column, condition.stated
		left = f"{alias}.`{column.fieldname}`"
		if condition.other is not None:
			right = f"{alias}.`{condition.other.fieldname}`"
			if column.is_number:
				left, right = f"coalesce({left}, 0)", f"coalesce({right}, 0)"
			return f"{left} {stated.operator} {right}"
		operator, value = stated.operator, stated.value
		if condition.is_of_every_year:
			return self._of_every_year(left, value if isinstance(value, tuple) else (value, value))
		if operator == "is":
			return self._is_set(column, left, value == "set")
		if operator == "between" and isinstance(value, tuple):
			return (
				f"({self._one(left, '>=', column, value[0])} and {self._one(left, '<=', column, value[1])})"
			)
		if operator in ("in", "not in") and isinstance(value, tuple):
			any_of = " or ".join(self._one(left, "=", column, each) for each in value)
			return f"({any_of})" if operator == "in" else _not(any_of)
		return self._one(left, operator, column, value)  # type: ignore[arg-type]

	def _of_every_year(self, left: str, days: tuple[Any, ...]) -> str:
		"""From one day of a year to another one, both included, and over its end."""
		first, last = map(str, days)
		day = f"substring({as_text(left)}, 6, 5)"
		both = "and" if first <= last else "or"
		return f"({day} >= {self._bind(first)} {both} {day} <= {self._bind(last)})"

	def _one(self, left: str, operator: Operator, column: Column, value: One) -> str:
		"""What is empty is not equal to, less or more than anything."""
		if operator == "=" and value == "":
			return self._is_set(column, left, False)
		if operator == "!=":
			return _not(self._one(left, "=", column, value))
		if operator == "not like":
			return _not(self._one(left, "like", column, value))
		if column.fieldtype == "Datetime" and is_day(value):
			return self._of_a_day(left, operator, str(value))
		return f"{left} {like() if operator == 'like' else operator} {self._bind(value)}"

	def _of_a_day(self, left: str, operator: Operator, day: str) -> str:
		begin, end = map(self._bind, day_bounds(day))
		return {
			"=": f"({left} >= {begin} and {left} < {end})",
			"<": f"{left} < {begin}",
			"<=": f"{left} < {end}",
			">": f"{left} >= {end}",
			">=": f"{left} >= {begin}",
		}[operator]

	def _is_set(self, column: Column, left: str, wanted: bool) -> str:
		if column.is_number:
			found = f"coalesce({left}, 0) != 0"
		elif column.is_date or column.fieldtype == "Time":
			found = f"{left} is not null"
		elif column.fieldname == "_assign":
			# Users in JSON; whoever is taken off last leaves an empty list.
			found = f"coalesce({left}, '') not in ('', '[]')"
		else:
			found = f"coalesce({left}, '') != ''"
		return f"({found})" if wanted else f"not ({found})"


def _of_one_row(conditions: Sequence[Condition]) -> list[tuple[Condition, ...]]:
	"""The conditions, each alone but for those on a dynamic link of a row and on what it leads to, which are said of one and the same row:
	a contact of the customer Acme is none of a customer and of the supplier Acme."""
	kinds = {
		one: f"{one.column.table}.{one.column.options}"
		for one in conditions
		if one.column.table and one.column.fieldtype == "Dynamic Link"
	}
	together = {
		link: next((each for each in conditions if each.column.path == path), None)
		for link, path in kinds.items()
	}
	taken = [*together.values()]
	return [(one, kind) if (kind := together.get(one)) else (one,) for one in conditions if one not in taken]


def _not(condition: str) -> str:
	"""What is unknown, because a value is empty, is not so either."""
	return f"(({condition}) is not true)"
