"""Questions without an answer that somebody has to deal with, the oldest first, and how many there are of each age."""

from datetime import datetime
from itertools import pairwise
from typing import Any

import frappe
from frappe import _
from frappe.utils import cstr, now_datetime

from huf.ai.search_log.reading import MOST_ROWS, Made, NotReported, Row, report

NAME = "Knowledge Gaps by Age"
WAITING = ("Open", "Answered", "Verified", "Not Found Again")
"""What a gap is until its answer was found again, or a manager dismissed it."""
AGES = (7, 30, 90)
"""Days up to which a gap belongs to a group; what is older is the last one."""


def execute(filters: Any = None) -> tuple[list[Row], list[Row], str, Row | None]:
	"""Columns, rows, a line above them and a chart, for the user of the session."""
	columns = [
		{
			"fieldname": "gap",
			"label": _("Knowledge Gap"),
			"fieldtype": "Link",
			"options": "Knowledge Gap",
			"width": 130,
		},
		{"fieldname": "question", "label": _("Question"), "fieldtype": "Data", "width": 380},
		{"fieldname": "days", "label": _("Age (Days)"), "fieldtype": "Int", "width": 110},
		{"fieldname": "status", "label": _("Status"), "fieldtype": "Data", "width": 130},
		{"fieldname": "times", "label": _("Times"), "fieldtype": "Int", "width": 80},
		{"fieldname": "asked_at", "label": _("Last Asked"), "fieldtype": "Datetime", "width": 185},
		{
			"fieldname": "source",
			"label": _("Knowledge Source"),
			"fieldtype": "Link",
			"options": "Knowledge Source",
			"width": 200,
		},
	]
	return report(NAME, columns, lambda: _made(filters))


def _made(filters: Any) -> Made:
	given, now = filters or {}, now_datetime()
	status = cstr(given.get("status"))
	if status and status not in WAITING:
		raise NotReported(_("There is no such status. Choose one of the list."))
	wanted: dict[str, Any] = {"status": status or ("in", WAITING)}
	if source := cstr(given.get("knowledge_source")):
		wanted["knowledge_source"] = source
	gaps = frappe.get_list(
		"Knowledge Gap",
		filters=wanted,
		fields=[
			"name",
			"question",
			"status",
			"times_asked",
			"first_asked_at",
			"creation",
			"last_asked_at",
			"knowledge_source",
		],
		order_by="creation asc",
		limit_page_length=MOST_ROWS,
	)
	rows = [
		{
			"gap": gap.name,
			"question": gap.question,
			"days": _days(gap.first_asked_at or gap.creation, now),
			"status": _(gap.status),
			"times": gap.times_asked,
			"asked_at": gap.last_asked_at,
			"source": gap.knowledge_source,
		}
		for gap in gaps
	]
	rows.sort(key=lambda row: -row["days"])
	said = _("These are the first {0}.").format(MOST_ROWS) if len(rows) == MOST_ROWS else ""
	return rows, said, _chart([row["days"] for row in rows])


def _days(since: datetime, now: datetime) -> int:
	return max(0, (now - since).days)


def _chart(days: list[int]) -> Row | None:
	if not days:
		return None
	limits = (-1, *AGES, float("inf"))
	# In figures alone: the desk cuts off longer ones.
	labels = [f"{above + 1}–{most}" for above, most in pairwise(limits[:-1])] + [f"> {AGES[-1]}"]
	values = [sum(above < each <= most for each in days) for above, most in pairwise(limits)]
	return {
		"type": "bar",
		"data": {"labels": labels, "datasets": [{"name": _("Knowledge Gaps"), "values": values}]},
	}
