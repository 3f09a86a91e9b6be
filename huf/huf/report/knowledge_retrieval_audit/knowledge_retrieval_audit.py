"""What one run of an agent looked for, what its model was given of that, and what its answer cited: for whom the run belongs to."""

from typing import Any

import frappe
from frappe import _
from frappe.utils import cstr

from huf.ai.search_log.reading import Made, NotReported, Row, report
from huf.ai.words import said

NAME = "Knowledge Retrieval Audit"


def execute(filters: Any = None) -> tuple[list[Row], list[Row], str, Row | None]:
	"""Columns, rows, a line above them and a chart, for the user of the session."""
	columns = [
		{"fieldname": "step", "label": _("Step"), "fieldtype": "Data", "width": 110},
		{"fieldname": "what", "label": _("Question or Passage"), "fieldtype": "Data", "width": 330},
		{"fieldname": "cited", "label": _("Cited"), "fieldtype": "Data", "width": 80},
		{"fieldname": "sources", "label": _("Knowledge Source"), "fieldtype": "Data", "width": 180},
		{"fieldname": "road", "label": _("Road"), "fieldtype": "Data", "width": 100},
		{"fieldname": "hits", "label": _("Hits"), "fieldtype": "Int", "width": 70},
		# As texts: the desk shows a number that there is not as zero.
		{"fieldname": "took_ms", "label": _("Milliseconds"), "fieldtype": "Data", "width": 115},
		{"fieldname": "rank", "label": _("Rank"), "fieldtype": "Int", "width": 70},
		{"fieldname": "score", "label": _("Score"), "fieldtype": "Data", "width": 80},
		{"fieldname": "build", "label": _("Knowledge Build"), "fieldtype": "Data", "width": 220},
	]
	return report(NAME, columns, lambda: _made(filters))


def _made(filters: Any) -> Made:
	name = cstr((filters or {}).get("agent_run"))
	# Said alike of a run that is another user's and of one that is none.
	if not name or not frappe.get_list("Agent Run", filters={"name": name}, limit=1):
		raise NotReported(_("Choose one of your own runs."))
	run = frappe.get_doc("Agent Run", name)
	return [*_searches(run.name), *_passages(run)], _summary(run), None


def _searches(run: str) -> list[Row]:
	found = frappe.get_list(
		"Knowledge Search Log",
		filters={"agent_run": run},
		fields=["name", "question", "road", "hits", "found", "took_ms", "not_searched"],
		order_by="asked_at asc",
		limit_page_length=0,
	)
	rows = []
	for search in found:
		sources = frappe.get_all(
			"Knowledge Search Source", {"parent": search.name}, pluck="knowledge_source", order_by="idx"
		)
		rows.append(
			{
				"step": _("Search") if search.found else _("Search, nothing near"),
				"what": search.question or _("(hashed)"),
				"sources": ", ".join(sources),
				"road": _(search.road),
				"hits": search.hits,
				"took_ms": f"{search.took_ms:.1f}",
			}
		)
	return rows


def _passages(run: Any) -> list[Row]:
	return [
		{
			"step": _("Passage {0}").format(chunk.citation_number),
			"what": " · ".join(filter(None, (chunk.title, chunk.locator_label))),
			"sources": chunk.knowledge_source,
			"road": _(chunk.origin) if chunk.origin else "",
			"rank": chunk.rank,
			"score": f"{chunk.score:.3f}",
			"cited": _("Yes") if chunk.cited else _("No"),
			"build": chunk.build,
		}
		for chunk in run.chunks
	]


def _summary(run: Any) -> str:
	cited = sum(bool(chunk.cited) for chunk in run.chunks)
	parts = [
		_("Passages that the model was given: {0}, cited: {1}.").format(len(run.chunks), cited),
		_("Verification: {0}.").format(_(run.verification_result)) if run.verification_result else "",
		said(run.gate_reason or ""),
		_("Citations of passages that there are not: {0}.").format(run.unknown_citations)
		if run.unknown_citations
		else "",
	]
	return " ".join(filter(None, parts))
