"""Columns and cells of an answer: what a select gives, as people read it, each amount with its currency."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import frappe
from frappe import _
from frappe.model.meta import get_field_precision
from frappe.utils import cint, flt

from huf.ai.queries.as_user.errors import QueryRefused
from huf.ai.queries.as_user.plan import Measured, Plan, site_currency
from huf.ai.queries.as_user.readable import TEXTS, Column
from huf.ai.queries.as_user.result import Cell, ResultColumn, Total
from huf.ai.queries.as_user.statement import Statement
from huf.engine.extractors.records.extractor import looks_like_html, plain_text

LONGEST_CELL = 300
"""Characters of one value of a row."""


class Listed:
	"""The columns of a list, and of which currencies its amounts are."""

	def __init__(self, statement: Statement, plan: Plan) -> None:
		self._columns = plan.columns
		self._sources = [_source(statement, column) for column in plan.columns]
		self._currencies = [*dict.fromkeys(filter(None, self._sources))]
		expressions = map(statement.expression, plan.columns)
		self.selected = ", ".join((*expressions, *self._currencies))

	def read(
		self, rows: Sequence[tuple[Any, ...]]
	) -> tuple[tuple[ResultColumn, ...], tuple[tuple[Cell, ...], ...]]:
		"""Columns and rows as they are shown: a currency is a column only where there are several, and stands in the heading else."""
		start = len(self._columns)
		codes = [{_code(row[start + place]) for row in rows} for place in range(len(self._currencies))]
		columns = [_result_column(column) for column in self._columns]
		for place, source in enumerate(self._sources):
			if source is None:
				continue
			known = codes[self._currencies.index(source)] if source else {site_currency()}
			if len(known) == 1:
				columns[place] = replace(columns[place], currency=next(iter(known)))
		shown = {column.path for column in self._columns}
		beside = [
			place for place, known in enumerate(codes) if len(known) > 1 and _currency_key(place) not in shown
		]
		columns += [
			ResultColumn(_currency_key(place), _("Currency"), "Link", "", "Currency") for place in beside
		]
		cells = [
			(
				*(_cell(value, column) for value, column in zip(row, self._columns, strict=False)),
				*(_code(row[start + place]) for place in beside),
			)
			for row in rows
		]
		return tuple(columns), tuple(cells)


def _source(statement: Statement, column: Column) -> str | None:
	"""SQL for the currency of a listed amount; empty for that of the site; None for no amount, and one whose currency is not to be read."""
	if column.fieldtype != "Currency":
		return None
	try:
		return statement.currency(column)
	except QueryRefused:
		return None


class Table:
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
		numbers = [statement.measure(one) for one in plan.measures]
		if plan.has_part:
			numbers.append(statement.part(plan.measures[0]))
		self.selected = ", ".join([*parts, *numbers])

	def read(
		self, rows: Sequence[tuple[Any, ...]], wholes: Mapping[str, float]
	) -> tuple[tuple[ResultColumn, ...], tuple[tuple[Cell, ...], ...]]:
		"""Columns and rows as they are shown: a currency is a column only where there are several.

		:param wholes: of what each group is a share, by currency.
		"""
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
			if plan.has_part:
				columns.append(ResultColumn("part", _("Part"), _fieldtype(one), currency))
			columns.append(ResultColumn(one.measure.key, one.label, _fieldtype(one), currency))
		if plan.share:
			columns.append(ResultColumn("share", _("Percentage"), "Percent"))
		shown = []
		for row in rows:
			cells = [_cell(row[place], group.column) for place, group in enumerate(plan.groups)]
			cells += [_code(row[place]) for place in self._currencies.values() if place in several]
			whole, part = row[start], row[-1]
			if plan.has_part:
				cells.append(_cell(part, plan.measures[0].column))
			cells += [
				_cell(value, one.column) for value, one in zip(row[start:], plan.measures, strict=False)
			]
			if plan.share:
				cells.append(
					percentage(part, whole)
					if plan.has_part
					else percentage(whole, wholes.get(self._currency(row)))
				)
			shown.append(tuple(cells))
		return tuple(columns), tuple(shown)

	def share_of_first(self, shown: Sequence[tuple[Cell, ...]]) -> Total:
		"""How much of the whole the groups that are shown are together."""
		share = round(sum(float(row[-1] or 0) for row in shown), 2)
		words = _("{0} %: the first {1} together, over all that you may see.").format(share, len(shown))
		return Total(
			"share", _("Percentage of the First {0} Together").format(len(shown)), share, words=words
		)

	def wholes(self, rows: Sequence[tuple[Any, ...]]) -> dict[str, float]:
		"""The first measure over everything, by its currency."""
		start = len(self._plan.groups) + len(self._currencies)
		return {self._currency(row): row[start] for row in rows}

	def _currency(self, row: tuple[Any, ...]) -> str:
		"""Of the first measure; empty for numbers without one, and for amounts of the site's."""
		source = self._of_measure[0]
		return _code(row[self._currencies[source]]) if source else ""

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
				if value is None or one.column is None:
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
		return found + [self._share(row) for row in rows if self._plan.has_part]

	def _share(self, row: tuple[Any, ...]) -> Total:
		"""That of the part in everything."""
		(one,) = self._plan.measures
		whole, part = row[len(self._currencies)], row[-1]
		share = percentage(part, whole)
		code = self._currency(row) or (site_currency() if _is_amount(one) else "")
		words = _("{0}: {1} of {2}, over all that you may see.").format(
			_("No share") if share is None else f"{share} %",
			_cell(part, one.column) or 0,
			f"{_cell(whole, one.column) or 0} {code}".strip(),
		)
		label = _("Percentage of All") if self._plan.query.group_by else _("Percentage")
		return Total("share", label, share, words=words)


def percentage(part: Any, whole: Any) -> float | None:
	"""How many hundredths of the whole the part is, to two places; None of nothing."""
	return round(100 * float(part or 0) / float(whole), 2) if whole else None


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
