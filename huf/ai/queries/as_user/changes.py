"""Numbers of months, quarters or years, each with how much it differs from the one before."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any

from frappe import _
from frappe.utils import getdate

from huf.ai.queries.as_user.columns import percentage
from huf.ai.queries.as_user.errors import QueryRefused
from huf.ai.queries.as_user.plan import Plan, Unit
from huf.ai.queries.as_user.result import Cell, ResultColumn, Total
from huf.engine.questions.record_query import MOST_ROWS

Rows = tuple[tuple[Cell, ...], ...]

_MONTHS: dict[Unit, int] = {"month": 1, "quarter": 3, "year": 12}


def with_changes(
	plan: Plan, columns: tuple[ResultColumn, ...], rows: Rows
) -> tuple[tuple[ResultColumn, ...], Rows, list[Total]]:
	"""The table with a row for every period, those without records among them, and two more columns: the difference and that in percent.
	Of two periods the difference is a total too.

	Raises:
		QueryRefused: there are more periods than rows.
	"""
	(group,), (measured,) = plan.groups, plan.measures
	numbers = {(row[1:-1], str(row[0])): row[-1] for row in rows if row[0]}
	currencies = sorted({key for key, _period in numbers}, key=str)
	periods = [*_periods(plan, group.unit, [period for _key, period in numbers])]
	if len(periods) > MOST_ROWS:
		raise QueryRefused(
			_("These are more than {0} periods. Ask for fewer of them, or for longer ones.").format(MOST_ROWS)
		)
	# No records add up to nothing, and have no mean.
	none = 0 if measured.measure.function in ("count", "sum") else None
	shown: list[tuple[Cell, ...]] = []
	totals: list[Total] = []
	for place, period in enumerate(periods):
		for currency in currencies:
			number = numbers.get((currency, period), none)
			before = numbers.get((currency, periods[place - 1]), none) if place else None
			change = _difference(number, before)
			share = None if change is None else percentage(change, abs(float(before or 0)))
			shown.append((period, *currency, number, change, share))
			if len(periods) == 2 and change is not None:
				code = str(currency[0]) if currency else columns[-1].currency
				totals.append(_total(change, share, code, periods))
	added = (
		ResultColumn("change", _("Difference"), columns[-1].fieldtype, columns[-1].currency),
		ResultColumn("change_percent", _("Difference in Percent"), "Percent"),
	)
	return (*columns, *added), tuple(shown), totals


def is_running(plan: Plan, periods: Sequence[str]) -> bool:
	"""Whether the last of the periods is not over yet, so that its number is not its last one."""
	(group,) = plan.groups
	return bool(periods) and periods[-1] == _period_of(group.unit, getdate())


def _difference(number: Any, before: Any) -> Any:
	if number is None or before is None:
		return None
	return round(number - before, 6) if isinstance(number - before, float) else number - before


def _total(change: Any, share: float | None, code: str, periods: Sequence[str]) -> Total:
	amount = f"{change:+} {code}".strip()
	told = amount if share is None else f"{amount} ({share:+} %)"
	words = _("{0} from {1} to {2}, over all that you may see.").format(told, *periods)
	return Total("change", _("Difference"), change, code, words)


def _periods(plan: Plan, unit: Unit, found: Sequence[str]) -> Iterator[str]:
	"""Every period from the first to the last: of the days that were asked for, as far as they have come, and of what was found."""
	first, last = _asked_days(plan)
	known = sorted(found)
	begin = min(filter(None, [first and _period_of(unit, getdate(first)), *known[:1]]), default="")
	today = getdate()
	end = last and _period_of(unit, min(getdate(last), today))
	end = max(filter(None, [end, *known[-1:]]), default="")
	if not begin or not end:
		return
	day = _first_day(unit, begin)
	for _number in range(MOST_ROWS + 1):
		period = _period_of(unit, day)
		if period > end:
			return
		yield period
		day = _first_day(unit, _period_of(unit, day + timedelta(days=31 * _MONTHS[unit])))


def _asked_days(plan: Plan) -> tuple[str, str]:
	"""The first and the last day that conditions on the date of the groups leave; empty where they leave all."""
	(group,) = plan.groups
	first = last = ""
	for one in plan.conditions:
		operator, value = one.stated.operator, one.stated.value
		if one.column.path != group.column.path or one.other is not None or one.is_of_every_year:
			continue
		if operator == "between" and isinstance(value, tuple):
			first, last = str(value[0])[:10], str(value[1])[:10]
		elif operator in (">", ">="):
			first = str(value)[:10]
		elif operator in ("<", "<="):
			last = str(value)[:10]
	return first, last


def _period_of(unit: Unit, day: date) -> str:
	"""As groups are named: ``2026``, ``2026-Q3``, ``2026-07``."""
	if unit == "year":
		return f"{day.year:04}"
	return f"{day.year:04}-Q{(day.month + 2) // 3}" if unit == "quarter" else f"{day.year:04}-{day.month:02}"


def _first_day(unit: Unit, period: str) -> date:
	year, _sign, rest = period.partition("-")
	month = 1 if unit == "year" else 3 * int(rest[1:]) - 2 if unit == "quarter" else int(rest)
	return date(int(year), month, 1)
