"""Numbers of months, quarters or years, each with how much it differs from the one before."""

from collections.abc import Iterator, Sequence
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
	return bool(periods) and _place_of(group.unit, periods[-1]) == _place_of(group.unit, str(getdate()))


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
	known = [_place_of(unit, period) for period in found]
	begin = min([*known, *([_place_of(unit, first)] if first else [])], default=None)
	end = max([*known, *([_place_of(unit, min(last, str(getdate())))] if last else [])], default=None)
	if begin is not None and end is not None:
		for place in range(begin, min(end, begin + MOST_ROWS) + 1):
			yield _named(unit, place)


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


def _place_of(unit: Unit, period: str) -> int:
	"""The place of a period, or of that of a day, among all of them. Of a day that no calendar has, such as 0000-00-00, too."""
	year, rest = int(period[:4]), period[5:]
	month = 3 * int(rest[1:]) - 2 if rest.startswith("Q") else int(rest[:2] or 1)
	return (12 * year + month - 1) // _MONTHS[unit]


def _named(unit: Unit, place: int) -> str:
	"""As groups are named: ``2026``, ``2026-Q3``, ``2026-07``."""
	year, month = divmod(place * _MONTHS[unit], 12)
	if unit == "year":
		return f"{year:04}"
	return f"{year:04}-Q{month // 3 + 1}" if unit == "quarter" else f"{year:04}-{month + 1:02}"
