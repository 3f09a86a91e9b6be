"""How long searches take, by the road that they came and by day."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from frappe import _
from frappe.utils import cstr, format_date

from huf.ai.search_log.reading import MOST_TIMES, Made, Row, chosen, report, times, whose

NAME = "Knowledge Search Latency"


def execute(filters: Any = None) -> tuple[list[Row], list[Row], str, Row | None]:
	"""Columns, rows, a line above them and a chart, for the user of the session."""
	columns = [
		{"fieldname": "road", "label": _("Road"), "fieldtype": "Data", "width": 180},
		{"fieldname": "searches", "label": _("Searches"), "fieldtype": "Int", "width": 110},
		{
			"fieldname": "median",
			"label": _("Median (ms)"),
			"fieldtype": "Float",
			"precision": 1,
			"width": 130,
		},
		{
			"fieldname": "p95",
			"label": _("95th Percentile (ms)"),
			"fieldtype": "Float",
			"precision": 1,
			"width": 170,
		},
		{
			"fieldname": "longest",
			"label": _("Longest (ms)"),
			"fieldtype": "Float",
			"precision": 1,
			"width": 130,
		},
	]
	return report(NAME, columns, lambda: _made(filters))


def _made(filters: Any) -> Made:
	by_road: dict[str, list[float]] = defaultdict(list)
	by_day: dict[str, list[float]] = defaultdict(list)
	found = times(chosen(filters))
	for road, asked_at, took in found:
		by_road[road].append(took)
		by_day[cstr(asked_at)[:10]].append(took)
	rows = [
		{
			"road": _(road),
			"searches": len(took),
			"median": percentile(took, 50),
			"p95": percentile(took, 95),
			"longest": max(took),
		}
		for road, took in sorted(by_road.items(), key=lambda item: -len(item[1]))
	]
	said = [whose()]
	if len(found) == MOST_TIMES:
		said.append(_("These are the first {0}.").format(MOST_TIMES))
	return rows, " ".join(filter(None, said)), _chart(by_day)


def percentile(values: Sequence[float], percent: int) -> float:
	"""The least of the values that so many percent of them do not exceed (nearest rank)."""
	return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)]


def _chart(by_day: dict[str, list[float]]) -> Row | None:
	if not by_day:
		return None
	days = sorted(by_day)
	return {
		# One day is a point, of which a line shows nothing.
		"type": "line" if len(days) > 1 else "bar",
		"data": {
			"labels": [format_date(day) for day in days],
			"datasets": [
				{"name": _("Median (ms)"), "values": [percentile(by_day[day], 50) for day in days]},
				{"name": _("95th Percentile (ms)"), "values": [percentile(by_day[day], 95) for day in days]},
			],
		},
	}
