"""Telling the source's open form how far a comparison is.

Only that inputs are written, and how many: whose records they are is for those who may read them.
"""

import frappe

from huf.ai.knowledge.selection.comparing import Changes

EVENT = "huf_knowledge_sync"


def written(source: str, done: int) -> None:
	"""So many inputs were written so far."""
	_send(source, {"step": "write", "done": done})


def ended(source: str, changes: Changes) -> None:
	"""The comparison is over."""
	_send(source, {"step": "end", **changes.numbers()})


def _send(source: str, message: dict[str, int | str]) -> None:
	# Named seam, best effort: whoever misses an event sees the stored numbers. An event must never end a job.
	try:
		frappe.publish_realtime(
			EVENT, {"source": source, **message}, doctype="Knowledge Source", docname=source
		)
	except Exception:  # noqa: BLE001
		frappe.logger("huf").warning("Progress of a sync could not be sent", exc_info=True)
