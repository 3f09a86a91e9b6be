import frappe
from frappe.model.document import Document


class AgentUsage(Document):
	"""What the runs of one agent took in one month. Written by huf.ai.runs.keeping.spending alone."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		agent: DF.Link
		completion_tokens: DF.Int
		cost: DF.Float
		month: DF.Data
		prompt_tokens: DF.Int
		runs: DF.Int
		unpriced_runs: DF.Int
	# end: auto-generated types


def on_doctype_update() -> None:
	"""One row for an agent and a month, however many runs end at once."""
	frappe.db.add_unique("Agent Usage", ["agent", "month"], "agent_and_month")
