"""What runs and builds cost is shown where it is known. Of rows from before that distinction, a cost above nothing is."""

import frappe


def execute() -> None:
	"""Mark such costs as known. A cost of nothing stays unknown: it was also written where nobody knew the price."""
	for doctype in ("Agent Run", "Knowledge Build"):
		frappe.db.sql(f"update `tab{doctype}` set cost_known = 1 where cost > 0 and cost_known = 0")
