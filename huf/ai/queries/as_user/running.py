"""A question about many records, answered with the rights of a user: a list, a number, or a number for each group.

Rows and totals are over exactly the records that the user may see. What cannot be found out within its bounds is refused;
no number is ever given that would be another one if everything had been looked at.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import frappe
from frappe import _
from frappe.model.meta import get_field_precision
from frappe.utils import cint, flt

from huf.ai.queries.as_user.acting import acting_as
from huf.ai.queries.as_user.allowed import MOST_CHECKED, Allowed, names_condition
from huf.ai.queries.as_user.database import SECONDS, Reading
from huf.ai.queries.as_user.errors import QueryRefused
from huf.ai.queries.as_user.plan import Measured, Plan, plan_of, site_currency
from huf.ai.queries.as_user.readable import TEXTS, Column, readable_doctype
from huf.ai.queries.as_user.result import Cell, QueryResult, ResultColumn, Total
from huf.ai.queries.as_user.statement import Statement
from huf.ai.queries.as_user.wording import in_words, list_url
from huf.engine.extractors.records.extractor import looks_like_html, plain_text
from huf.engine.questions.record_query import RecordQuery

LONGEST_CELL = 300
"""Characters of one value of a row."""


def run_query(query: RecordQuery, user: str, seconds: float = SECONDS) -> QueryResult:
	"""Answer ``query`` with the rights of ``user``, in at most so many ``seconds``.

	Raises:
		QueryRefused: a name in it is none that the user may read, a value does not fit its field, the right to single
			records would have to be asked too often, or the time is over. The message says what to do.
	"""
	with acting_as(user):
		asked = readable_doctype(query.doctype, user)
		plan = plan_of(replace(query, doctype=asked.name), asked)
		return _Answering(plan, user, seconds).answer()


@dataclass(frozen=True, slots=True)
class _Checked:
	"""Which records count, as SQL, and whether these are all that fit."""

	condition: str
	are_all: bool = True


class _Answering:
	"""One question while it is answered."""

	def __init__(self, plan: Plan, user: str, seconds: float) -> None:
		self._plan = plan
		self._reading = Reading(seconds)
		self._allowed = Allowed(plan.asked.name, user)
		self._notes: list[str] = []

	def answer(self) -> QueryResult:
		"""The rows and the totals."""
		checked = self._checked()
		statement = Statement(self._plan, checked.condition)
		return self._list(statement, checked) if self._plan.is_list else self._numbers(statement)

	def _checked(self) -> _Checked:
		"""Which records count: a condition, or, where single records have to be asked, the names of those that passed."""
		if not self._allowed.asks_documents:
			return _Checked(self._allowed.condition)
		plan = self._plan
		# In the order of the list, so that a list without a total begins with the right rows.
		statement = Statement(plan, self._allowed.condition)
		order = statement.order() if plan.is_list and not plan.table else f" order by {statement.name}"
		select = statement.select(
			statement.name if not plan.table else f"distinct {statement.name}",
			f"{order} limit {MOST_CHECKED + 1}",
		)
		names = [str(row[0]) for row in self._reading.rows(select, statement.values)]
		if len(names) <= MOST_CHECKED:
			readable = self._allowed.among(names, self._reading.go_on)
			return _Checked(names_condition(plan.asked.name, readable))
		too_many = _("More than {0} records of {1} would have to be checked one by one").format(
			MOST_CHECKED, plan.asked.label
		)
		if not plan.is_list or plan.table:
			raise QueryRefused(
				_(
					"{0}, so there is no number that could be relied on. Narrow the question by further conditions."
				).format(too_many)
			)
		self._notes.append(_("{0}, so how many there are in total is not known.").format(too_many))
		first = self._allowed.among(names[:MOST_CHECKED], self._reading.go_on, most=plan.query.limit + 1)
		return _Checked(names_condition(plan.asked.name, first), are_all=False)

	def _list(self, statement: Statement, checked: _Checked) -> QueryResult:
		plan = self._plan
		columns = [_result_column(column) for column in plan.columns]
		shown = ", ".join(statement.expression(column) for column in plan.columns)
		rows = self._rows(statement, shown)
		limit = plan.query.limit
		records, drafts = self._count(statement) if checked.are_all else (None, 0)
		is_cut = len(rows) > limit
		return QueryResult(
			doctype=plan.asked.name,
			columns=tuple(columns),
			rows=tuple(
				tuple(_cell(value, column) for value, column in zip(row, plan.columns, strict=True))
				for row in rows[:limit]
			),
			words=in_words(plan),
			url=list_url(plan),
			records=records,
			totals=() if records is None else (self._of_records(records, drafts),),
			truncated=is_cut or not checked.are_all,
			notes=tuple(self._notes),
			query=plan.query,
		)

	def _numbers(self, statement: Statement) -> QueryResult:
		plan, limit = self._plan, self._plan.query.limit
		records, drafts = self._count(statement)
		table = _Table(statement, plan)
		rows = self._rows(statement, table.selected, table.grouped)
		is_cut = len(rows) > limit
		columns, shown = table.read(rows[:limit])
		totals: list[Total] = [self._of_records(records, drafts)]
		overall = [one for one in plan.measures if one.column]
		if overall:
			whole = _Table(statement, replace(plan, groups=(), measures=tuple(overall)))
			sums = self._reading.rows(statement.select(whole.selected, whole.grouped), statement.values)
			totals += whole.totals(sums, records)
		if len(totals) > 1 and len({total.currency for total in totals[1:]} - {""}) > 1:
			self._notes.append(
				_(
					"The amounts are in several currencies: there is a number for each, and they cannot be added up."
				)
			)
		if plan.state == "submitted":
			self._notes.append(
				_("Amounts are of submitted records only: neither drafts nor what was cancelled.")
			)
		return QueryResult(
			doctype=plan.asked.name,
			columns=columns,
			rows=shown,
			words=in_words(plan),
			url=list_url(plan),
			records=records,
			totals=tuple(totals),
			truncated=is_cut,
			notes=tuple(self._notes),
			query=plan.query,
		)

	def _rows(self, statement: Statement, selected: str, grouped: str = "") -> list[tuple[Any, ...]]:
		rest = f"{grouped}{statement.order()} limit {self._plan.query.limit + 1}"
		return self._reading.rows(statement.select(selected, rest), statement.values)

	def _count(self, statement: Statement) -> tuple[int, int]:
		drafts = statement.drafts if self._plan.state == "not cancelled" else "0"
		((records, of_them),) = self._reading.rows(
			statement.select(f"{statement.count}, {drafts}"), statement.values
		)
		return cint(records), cint(of_them)

	def _of_records(self, records: int, drafts: int) -> Total:
		words = _("{0}: {1} records, over all that you may see.").format(in_words(self._plan), records)
		if drafts:
			words += " " + _("{0} of them are drafts.").format(drafts)
		return Total("count", _("Number of Records"), records, words=words)


class _Table:
	"""The columns of a select with groups and measures, and of which of them are currencies."""

	def __init__(self, statement: Statement, plan: Plan) -> None:
		self._plan = plan
		self._currencies: dict[str, int] = {}
		"""Each expression for a currency, and where it stands among the columns."""
		self._of_measure: list[str] = []
		parts = [statement.group(group) for group in plan.groups]
		for one in plan.measures:
			source = statement.currency(one.column) if one.column and _is_amount(one) else ""
			self._of_measure.append(source)
			if source:
				self._currencies.setdefault(source, len(plan.groups) + len(self._currencies))
		parts += self._currencies
		self.grouped = f" group by {', '.join(parts)}" if parts else ""
		self.selected = ", ".join([*parts, *(statement.measure(one) for one in plan.measures)])

	def read(
		self, rows: Sequence[tuple[Any, ...]]
	) -> tuple[tuple[ResultColumn, ...], tuple[tuple[Cell, ...], ...]]:
		"""Columns and rows as they are shown: a currency is a column only where there are several."""
		plan = self._plan
		start = len(plan.groups) + len(self._currencies)
		several = self._several(rows)
		columns = [
			ResultColumn(
				group.key,
				group.label,
				"Data" if group.unit else group.column.fieldtype,
				"",
				_target(group.column),
			)
			for group in plan.groups
		]
		columns += [
			ResultColumn(_currency_key(number), _("Currency"), "Link", "", "Currency")
			for number, place in enumerate(self._currencies.values())
			if place in several
		]
		for one, source in zip(plan.measures, self._of_measure, strict=True):
			place = self._currencies.get(source)
			currency = ""
			if _is_amount(one) and place not in several:
				currency = _code(rows[0][place]) if rows and place is not None else site_currency()
			columns.append(ResultColumn(one.measure.key, one.label, _fieldtype(one), currency))
		shown = []
		for row in rows:
			cells = [_cell(row[place], group.column) for place, group in enumerate(plan.groups)]
			cells += [_code(row[place]) for place in self._currencies.values() if place in several]
			cells += [_cell(value, one.column) for value, one in zip(row[start:], plan.measures, strict=True)]
			shown.append(tuple(cells))
		return tuple(columns), tuple(shown)

	def _several(self, rows: Sequence[tuple[Any, ...]]) -> set[int]:
		"""Where currencies stand of which there is more than one. Amounts of one kind of currency at a time: those of another
		would come in parts."""
		found = {place for place in self._currencies.values() if len({_code(row[place]) for row in rows}) > 1}
		if found and len(self._currencies) > 1:
			raise QueryRefused(
				_("These amounts are in different currencies: {0}. Ask for one of them at a time.").format(
					", ".join(one.measure.key for one in self._plan.measures if _is_amount(one))
				)
			)
		return found

	def totals(self, rows: Sequence[tuple[Any, ...]], records: int) -> list[Total]:
		"""Each measure over everything: one for each currency that there is."""
		self._several(rows)
		found: list[Total] = []
		start = len(self._currencies)
		for number, (one, source) in enumerate(zip(self._plan.measures, self._of_measure, strict=True)):
			for row in rows:
				value = _cell(row[start + number], one.column)
				if value is None:
					continue
				code = (
					_code(row[self._currencies[source]])
					if source
					else site_currency()
					if _is_amount(one)
					else ""
				)
				amount = f"{value} {code}".strip()
				words = _("{0}: {1}, over all {2} records that you may see.").format(
					one.label, amount, records
				)
				found.append(Total(one.measure.key, one.label, value, code, words))
		return found


def _is_amount(measured: Measured) -> bool:
	return measured.column is not None and measured.column.fieldtype == "Currency"


def _result_column(column: Column) -> ResultColumn:
	return ResultColumn(column.path, column.label, column.fieldtype, "", _target(column))


def _target(column: Column) -> str:
	return column.options if column.fieldtype == "Link" else ""


def _fieldtype(measured: Measured) -> str:
	return measured.column.fieldtype if measured.column else "Int"


def _currency_key(number: int) -> str:
	return "currency" if not number else f"currency_{number + 1}"


def _code(value: object) -> str:
	return str(value or "")


def _cell(value: Any, column: Column | None) -> Cell:
	"""A value of the database as JSON has it: amounts with their own digits, moments as text, no long texts."""
	if value is None or isinstance(value, bool):
		return value
	if isinstance(value, datetime):
		return value.isoformat(" ", "seconds")
	if isinstance(value, date | time | timedelta):
		return str(value)
	if isinstance(value, Decimal | float | int):
		return _number(value, column)
	text = str(value)
	if column is not None and column.fieldtype in TEXTS and looks_like_html(text):
		text = plain_text(text)
	return text if len(text) <= LONGEST_CELL else text[: LONGEST_CELL - 1] + "…"


def _number(value: "Decimal | float | int", column: Column | None) -> Cell:
	if column is None or (isinstance(value, int) and not isinstance(value, bool)):
		return int(value)
	rounded = flt(value, _digits(column))
	return int(rounded) if rounded.is_integer() and column.fieldtype != "Currency" else rounded


def _digits(column: Column) -> int:
	field = frappe._dict(fieldtype=column.fieldtype, precision=column.precision, options="")
	return cint(get_field_precision(field)) or (2 if column.fieldtype == "Currency" else 3)
