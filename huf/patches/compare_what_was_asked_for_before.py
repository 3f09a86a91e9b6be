"""Changes say now what they are about, and those of before do not.

What they left to be taken in would be looked for among the inputs that are Pending alone.
"""

import frappe


def execute() -> None:
	"""Have sources that are behind compare all of their inputs once."""
	frappe.db.sql(
		"""update `tabKnowledge Source` set whole_generation = wanted_generation
		where coalesce(wanted_generation, 0) != coalesce(built_generation, 0)"""
	)
