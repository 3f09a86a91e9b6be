"""Telling the source's open form that a comparison is under way.

No numbers: how many records there are is for those who may read them, and the form is open to others too.
"""

import frappe

EVENT = "huf_knowledge_sync"


def written(source: str) -> None:
	"""Inputs are being written."""
	_send(source, "write")


def ended(source: str) -> None:
	"""The comparison is over."""
	_send(source, "end")


def _send(source: str, step: str) -> None:
	# Named seam, best effort: whoever misses an event sees the stored numbers. An event must never end a job.
	try:
		frappe.publish_realtime(
			EVENT, {"source": source, "step": step}, doctype="Knowledge Source", docname=source
		)
	except Exception:  # noqa: BLE001
		frappe.logger("huf").warning("Progress of a sync could not be sent", exc_info=True)
