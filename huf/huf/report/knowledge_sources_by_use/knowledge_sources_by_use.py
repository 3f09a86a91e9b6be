"""Sources by how often they are searched, and how often with success; those that nobody searches, too."""

from typing import Any

from frappe import _

from huf.ai.access.scopes.sources import readable_sources
from huf.ai.search_log.reading import Made, Row, by_source, chosen, report, whose

NAME = "Knowledge Sources by Use"
MOST_BARS = 12


def execute(filters: Any = None) -> tuple[list[Row], list[Row], str, Row | None]:
	"""Columns, rows, a line above them and a chart, for the user of the session."""
	columns = [
		{
			"fieldname": "source",
			"label": _("Knowledge Source"),
			"fieldtype": "Link",
			"options": "Knowledge Source",
			"width": 280,
		},
		{"fieldname": "searches", "label": _("Searches"), "fieldtype": "Int", "width": 110},
		{"fieldname": "found", "label": _("Found"), "fieldtype": "Int", "width": 110},
		{"fieldname": "share", "label": _("Found (%)"), "fieldtype": "Percent", "width": 110},
		{"fieldname": "opened", "label": _("Opened"), "fieldtype": "Int", "width": 100},
		{"fieldname": "users", "label": _("Users"), "fieldtype": "Int", "width": 90},
		{"fieldname": "asked_at", "label": _("Last Asked"), "fieldtype": "Datetime", "width": 185},
	]
	return report(NAME, columns, lambda: _made(filters))


def _made(filters: Any) -> Made:
	of = chosen(filters)
	rows = [
		{
			"source": source,
			"searches": searches,
			"found": int(found),
			"share": round(100 * int(found) / searches, 1),
			"opened": int(opened),
			"users": users,
			"asked_at": asked_at,
		}
		for source, searches, found, opened, users, asked_at in by_source(of)
	]
	known = {row["source"] for row in rows}
	rows += [
		{"source": name, "searches": 0, "found": 0, "opened": 0, "users": 0}
		for name in readable_sources()
		if name not in known and of.source in ("", name)
	]
	return rows, whose(), _chart([row for row in rows if row["searches"]][:MOST_BARS])


def _chart(rows: list[dict[str, Any]]) -> Row | None:
	if not rows:
		return None
	return {
		"type": "bar",
		"data": {
			"labels": [row["source"] for row in rows],
			"datasets": [
				{"name": _("Searches"), "values": [row["searches"] for row in rows]},
				{"name": _("Found"), "values": [row["found"] for row in rows]},
			],
		},
	}
