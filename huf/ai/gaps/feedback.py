"""What users thought of an answer: counted on the inputs that it cites, and a gap when it did not help."""

import frappe
from frappe.utils import cint

from huf.ai.gaps.noting import THUMBS_DOWN, note_gap
from huf.ai.knowledge.status.inputs import by_name
from huf.ai.site.settings import get_settings

COUNTERS = {"Up": "helpful", "Down": "not_helpful"}
"""Feedback of a run to the counter of an input."""


def on_rated(run: str) -> None:
	"""Count the feedback of a run on the inputs that it cites, moving what was counted before; called for every change of it."""
	row = frappe.db.get_value(
		"Agent Run",
		run,
		[
			"name",
			"agent",
			"feedback",
			"feedback_counted",
			"prompt",
			"standalone_question",
			"missing",
			"agent_trigger",
			"reference_doctype",
			"only_sources",
			"untrusted_text",
		],
		as_dict=True,
		for_update=True,
	)
	if not row or (row.feedback or "") == (row.feedback_counted or ""):
		return
	inputs = frappe.db.sql_list(
		"""select distinct knowledge_input from `tabAgent Run Chunk`
		where parent = %s and parenttype = 'Agent Run' and cited = 1 and coalesce(knowledge_input, '') != ''
		order by knowledge_input""",
		row.name,
	)
	for feedback, step in ((row.feedback_counted, -1), (row.feedback, 1)):
		_count(inputs, COUNTERS.get(feedback or ""), step)
	frappe.db.set_value("Agent Run", row.name, "feedback_counted", row.feedback or "", update_modified=False)
	if row.feedback == "Down" and _collects(row):
		note_gap(
			row.standalone_question or row.prompt,
			THUMBS_DOWN,
			row.agent or "",
			sources=_sources_of(row),
			# It was counted when the answer said that it had found nothing.
			is_asked_again=row.missing != "Yes",
		)


def _collects(run: "frappe._dict") -> bool:
	"""Whether a bad answer of this run may be a gap: as ``noting.note_run`` has it."""
	if run.agent_trigger or run.untrusted_text or run.reference_doctype or run.only_sources:
		return False
	if frappe.db.exists("Agent Run File", {"parent": run.name, "parenttype": "Agent Run"}):
		return False
	if not run.agent:
		return get_settings().collect_gaps
	return bool(cint(frappe.db.get_value("Agent", run.agent, "collect_gaps")))


def _sources_of(row: "frappe._dict") -> list[str]:
	"""Those that its passages stem from; of an answer without any, all that its agent has."""
	of_run = {"parent": row.name, "parenttype": "Agent Run"}
	found = frappe.get_all("Agent Run Chunk", of_run, pluck="knowledge_source", distinct=True)
	if not any(found) and row.agent:
		of_agent = {"parent": row.agent, "parenttype": "Agent"}
		found = frappe.get_all("Agent Knowledge", of_agent, pluck="knowledge_source")
	return [source for source in found if source]


def _count(inputs: list[str], counter: str | None, step: int) -> None:
	if inputs and counter:
		frappe.db.sql(
			f"update {by_name()} set {counter} = greatest(0, {counter} + %s) where name in %s", (step, inputs)
		)
