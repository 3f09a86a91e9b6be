"""Questions that searches did not answer, those that mean the same as one."""

from typing import Any

import frappe
from frappe import _

from huf.ai.access.roles import is_manager
from huf.ai.gaps.noting import fingerprint_of_gap
from huf.ai.search_log.reading import Made, Row, chosen, not_found, report, whose

NAME = "Knowledge Asked and Not Found"


def execute(filters: Any = None) -> tuple[list[Row], list[Row], str, Row | None]:
	"""Columns, rows, a line above them and a chart, for the user of the session."""
	columns = [
		{"fieldname": "question", "label": _("Question"), "fieldtype": "Data", "width": 380},
		{"fieldname": "times", "label": _("Times"), "fieldtype": "Int", "width": 80},
		{"fieldname": "users", "label": _("Users"), "fieldtype": "Int", "width": 80},
		{"fieldname": "asked_at", "label": _("Last Asked"), "fieldtype": "Datetime", "width": 185},
		{"fieldname": "not_all", "label": _("Not All Sources Searched"), "fieldtype": "Int", "width": 200},
		{
			"fieldname": "gap",
			"label": _("Knowledge Gap"),
			"fieldtype": "Link",
			"options": "Knowledge Gap",
			"width": 130,
		},
		{"fieldname": "status", "label": _("Status"), "fieldtype": "Data", "width": 120},
	]
	return report(NAME, columns, lambda: _made(filters))


def _made(filters: Any) -> Made:
	found = not_found(chosen(filters))
	gaps = _gaps([fingerprint for fingerprint, *_rest in found]) if is_manager() else {}
	rows = []
	for fingerprint, question, times, users, asked_at, not_all in found:
		gap = gaps.get(fingerprint_of_gap(fingerprint, ""))
		rows.append(
			{
				"question": question or _("(hashed) {0}").format(fingerprint[:10]),
				"times": times,
				"users": users,
				"asked_at": asked_at,
				"not_all": int(not_all),
				"gap": gap and gap.name,
				"status": gap and _(gap.status),
			}
		)
	return rows, whose(), None


def _gaps(fingerprints: list[str]) -> dict[str, Any]:
	"""The gaps of these questions, asked without an agent."""
	keys = [fingerprint_of_gap(fingerprint, "") for fingerprint in fingerprints]
	if not keys:
		return {}
	rows = frappe.get_list(
		"Knowledge Gap",
		filters={"fingerprint": ("in", keys)},
		fields=["name", "status", "fingerprint"],
		limit_page_length=0,
	)
	return {row.fingerprint: row for row in rows}
