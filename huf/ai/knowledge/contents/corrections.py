"""What people said of the texts of inputs, as values for the engine."""

import json

import frappe

from huf.ai.site.database.deletion import delete_documents
from huf.ai.site.database.dialect import moment_as_text
from huf.engine.types import Correction, Locator

LEAVE_OUT, REPLACE = "Leave Out", "Replace"
"""Actions of a Knowledge Correction."""
_DAY = len("2026-11-03")


def corrections_of(source: str) -> dict[str, tuple[Correction, ...]]:
	"""The corrections of the inputs of a source, by input, in the order in which they were made. Checks no right."""
	rows = frappe.db.sql(
		f"""select c.knowledge_input, c.name, c.action, c.original, c.replacement, c.place, c.text_start,
			{moment_as_text("c.creation")} as made
		from `tabKnowledge Correction` c join `tabKnowledge Input` i on i.name = c.knowledge_input
		where i.knowledge_source = %s order by c.creation, c.name""",
		source,
		as_dict=True,
	)
	found: dict[str, tuple[Correction, ...]] = {}
	for row in rows:
		correction = Correction(
			key=row.name,
			original=row.original or "",
			replacement=(row.replacement or "") if row.action == REPLACE else None,
			place=Locator.from_dict(json.loads(row.place or "{}")),
			start=row.text_start or 0,
			made_on=row.made[:_DAY],
		)
		found[row.knowledge_input] = (*found.get(row.knowledge_input, ()), correction)
	return found


def forget_corrections(name: str) -> None:
	"""An input is being deleted, and what was said of its text goes with it."""
	delete_documents(
		"Knowledge Correction",
		frappe.get_all("Knowledge Correction", filters={"knowledge_input": name}, pluck="name"),
	)
