"""What enabled triggers want to be told: what every save on the site asks first."""

import frappe

from huf.ai.site.database.remembered import Remembered
from huf.ai.triggers.expressions import names_before

Wanted = dict[str, dict[str, tuple[str, ...] | None]]
"""By DocType and event that a trigger wants: names in the conditions that look at the state before; None: none does."""


def wanted_events() -> Wanted:
	"""What enabled triggers want to be told now."""
	return _WANTED.value()


def forget() -> None:
	"""Triggers change in this transaction."""
	_WANTED.forget()


def _read() -> Wanted:
	found: Wanted = {}
	if not frappe.db.table_exists("Agent Trigger"):
		return found  # a site whose migration is still to come
	rows = frappe.get_all(
		"Agent Trigger",
		filters={"kind": "Document Event", "disabled": 0},
		fields=["condition", "reference_doctype", "doc_event"],
	)
	for row in rows:
		events = found.setdefault(row.reference_doctype, {})
		known = events.get(row.doc_event)
		names = names_before(row.condition or "")
		if names is not None:
			events[row.doc_event] = tuple(sorted({*(known or ()), *names}))
		else:
			events.setdefault(row.doc_event, None)
	return found


_WANTED = Remembered("huf_agent_triggers", _read)
