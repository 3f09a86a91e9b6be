"""Conditions and prompts of triggers are read by a sandbox that knows less than Python and Jinja.

What it cannot read would only be seen once a document is saved or a month has passed.
"""

import frappe

from huf.ai.triggers.expressions import check_condition, check_prompt
from huf.engine.errors import SettingsError


def execute() -> None:
	"""Say so on each trigger; it keeps running, and pauses itself if nobody mends it."""
	for row in frappe.get_all("Agent Trigger", fields=["name", "kind", "condition", "prompt"]):
		try:
			check_condition(row.condition)
			check_prompt(row.prompt or "", None if row.kind == "Scheduled" else ())
		except SettingsError as error:
			frappe.db.set_value(
				"Agent Trigger", row.name, "last_error", str(error)[:1000], update_modified=False
			)
