"""Inputs that no search found: of no use to anybody, badly read, or said in words that nobody uses."""

from typing import Any

from frappe import _
from frappe.utils import add_days, cstr, format_date, getdate, nowdate

from huf.ai.search_log.reading import MOST_ROWS, Made, Row, counted_since, day, never_found, report

NAME = "Knowledge Inputs Never Found"
DAYS = 90


def execute(filters: Any = None) -> tuple[list[Row], list[Row], str, Row | None]:
	"""Columns, rows, a line above them and a chart, for the user of the session."""
	columns = [
		{
			"fieldname": "input",
			"label": _("Knowledge Input"),
			"fieldtype": "Link",
			"options": "Knowledge Input",
			"width": 130,
		},
		{"fieldname": "title", "label": _("Title"), "fieldtype": "Data", "width": 320},
		{
			"fieldname": "source",
			"label": _("Knowledge Source"),
			"fieldtype": "Link",
			"options": "Knowledge Source",
			"width": 200,
		},
		{"fieldname": "added", "label": _("Added"), "fieldtype": "Datetime", "width": 185},
		{"fieldname": "last_found", "label": _("Last Found"), "fieldtype": "Datetime", "width": 185},
	]
	return report(NAME, columns, lambda: _made(filters))


def _made(filters: Any) -> Made:
	given = filters or {}
	since = day(given, "since", cstr(add_days(nowdate(), -DAYS)))
	found = never_found(cstr(given.get("knowledge_source")), since)
	rows = [dict(zip(("input", "title", "source", "added", "last_found"), row, strict=True)) for row in found]
	said = []
	begun = counted_since()
	if begun is None or getdate(begun) > getdate(since):
		said.append(
			_("What searches find is counted since {0}; what was found earlier is not known.").format(
				format_date(begun or nowdate())
			)
		)
	if len(rows) == MOST_ROWS:
		said.append(_("These are the first {0}.").format(MOST_ROWS))
	return rows, " ".join(said), None
