"""The job of a run that waits. Imports little: a worker pays for it with each job."""

import frappe

from huf.ai.site.warm.client import WorkLost, hand_over

ROOM = "huf.ai.runs.background"


def make_run(run: str) -> None:
	"""Make a run in the warm process of the bench or, where there is none, here."""
	try:
		if hand_over(f"{ROOM}.make_queued_run", run=run) is None:
			frappe.get_attr(f"{ROOM}.make_queued_run")(run=run)
	except WorkLost:
		frappe.get_attr(f"{ROOM}.end_lost_run")(run)
		raise
