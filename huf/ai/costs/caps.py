"""Which caps a call has to keep: its agent's, its user's, its source's."""

from dataclasses import dataclass
from typing import Literal

import frappe
from frappe import _
from frappe.model.document import Document
from frappe.utils import flt

from huf.ai.costs.ledger import Kind, Payer
from huf.ai.site.settings import user_caps

Column = Literal["agent", "user", "knowledge_source"]

HIGHEST_CAP = 1_000_000_000
"""US dollars in a month. A column of Frappe's type Float holds twelve digits before the point in MariaDB."""


@dataclass(frozen=True, slots=True)
class Cap:
	"""What somebody or something may cost in a calendar month."""

	column: Column
	"""Of the ledger, by which its cost is added up."""
	value: str
	dollars: float
	kind: Kind | Literal[""] = ""
	"""Of the ledger, which alone counts; empty: every kind."""


def check_caps(doc: Document) -> None:
	"""Refuse a cap that is no amount, or more than the database holds. Raises frappe.ValidationError, which names the field."""
	for fieldname in ("monthly_cost_cap", "monthly_test_cap", "user_cost_cap"):
		if doc.meta.has_field(fieldname) and not 0 <= flt(doc.get(fieldname)) <= HIGHEST_CAP:
			frappe.throw(
				_("{0} must be between {1} and {2}.").format(_(doc.meta.get_label(fieldname)), 0, HIGHEST_CAP)
			)


def caps_of(payer: Payer) -> tuple[Cap, ...]:
	"""The caps as they stand now.

	Tests keep one of their own besides: of a source, or of an agent where its answers are tested, which then count for no source.
	"""
	found = [
		Cap("agent", payer.agent, _cap_of("Agent", payer.agent)),
		Cap("user", payer.user, cap_of_user(payer.user)),
	]
	is_test = payer.kind == "Tests"
	if is_test and payer.agent:
		found.insert(0, Cap("agent", payer.agent, _cap_of("Agent", payer.agent, "monthly_test_cap"), "Tests"))
	else:
		source = payer.knowledge_source
		if is_test:
			found.append(
				Cap(
					"knowledge_source",
					source,
					_cap_of("Knowledge Source", source, "monthly_test_cap"),
					"Tests",
				)
			)
		found.append(Cap("knowledge_source", source, _cap_of("Knowledge Source", source)))
	return tuple(cap for cap in found if cap.dollars > 0)


def cap_of_user(user: str) -> float:
	"""US dollars in a month; 0: no cap. The user's own row in Agent Settings, else the highest of those of their roles, else the one
	for everybody. A cap of 0 is none, and so the highest."""
	if not user:
		return 0.0
	caps = user_caps()
	if user in caps.users:
		return caps.users[user]
	own = [caps.roles[role] for role in frappe.get_roles(user) if role in caps.roles] if caps.roles else []
	if not own:
		return caps.everybody
	return 0.0 if 0.0 in own else max(own)


def _cap_of(doctype: str, name: str, fieldname: str = "monthly_cost_cap") -> float:
	return flt(frappe.db.get_value(doctype, name, fieldname)) if name else 0.0
