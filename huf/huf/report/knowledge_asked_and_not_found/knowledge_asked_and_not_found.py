"""Questions that searches did not answer: those with the same words as one, those about the same matter together."""

from typing import Any

import frappe
from frappe import _

from huf.ai.access.roles import is_manager
from huf.ai.gaps.noting import fingerprint_of_gap
from huf.ai.search_log.reading import Made, Row, chosen, not_found, report, whose
from huf.engine.embedding import embedder_for
from huf.engine.errors import EmbedderMissing
from huf.engine.questions.topics import together, topics_of

NAME = "Knowledge Asked and Not Found"


def execute(filters: Any = None) -> tuple[list[Row], list[Row], str, Row | None]:
	"""Columns, rows, a line above them and a chart, for the user of the session."""
	columns = [
		{"fieldname": "question", "label": _("Question"), "fieldtype": "Data", "width": 380},
		{"fieldname": "times", "label": _("Times"), "fieldtype": "Int", "width": 80},
		{"fieldname": "together", "label": _("Times with Near Ones"), "fieldtype": "Int", "width": 190},
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
	rows: list[Row] = []
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
	return _by_topic(rows, [question or "" for _fingerprint, question, *_rest in found]), whose(), None


def _by_topic(rows: list[Row], questions: list[str]) -> list[Row]:
	"""The rows, near ones beneath the most frequent of them; as they are where no local model tells what is near."""
	try:
		vectors = embedder_for("local").embed(questions, "query") if any(questions) else None
	except EmbedderMissing:
		vectors = None
	if vectors is None:
		return rows
	topics = topics_of(vectors)
	if len(set(topics)) == len(rows):
		return rows
	times = [row["times"] for row in rows]
	for place, row in enumerate(rows):
		row["indent"] = int(topics[place] != place)
		if topics[place] == place:
			row["together"] = sum(times[one] for one, topic in enumerate(topics) if topic == place)
	return [rows[place] for place in together(topics, times)]


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
