"""Give sites that have saved their Agent Settings the limits of requests: an empty number would read as 0, no limit."""

import frappe

from huf.ai.site.settings import KnowledgeSettings

LIMITS = ("searches_per_minute", "runs_per_minute", "assistant_requests_per_minute")


def execute() -> None:
	"""What somebody has set stays."""
	if not frappe.db.exists("Singles", {"doctype": "Agent Settings"}):
		return
	defaults = KnowledgeSettings()
	for fieldname in LIMITS:
		if not frappe.db.exists("Singles", {"doctype": "Agent Settings", "field": fieldname}):
			frappe.db.set_single_value("Agent Settings", fieldname, getattr(defaults, fieldname))
