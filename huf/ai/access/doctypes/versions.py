"""What a form is told of the history of its document: no values of fields above the levels that its user may read.

With a form Frappe sends the last versions of the document as they are stored, whatever the levels of the fields in them are. They
stay stored, for who may read them; here they are taken out of the answer.
"""

import json
from typing import TYPE_CHECKING, Any

import frappe

from huf.ai.access.doctypes.requests import hidden_fields, own_doctypes
from huf.ai.access.words import is_administrator

if TYPE_CHECKING:
	from werkzeug.wrappers import Request, Response

_CHANGES = ("changed", "added", "removed", "row_changed")
"""Lists in a version; the first value of each entry is the name of a field."""


def after_request(response: "Response | None", request: "Request") -> None:
	"""Frappe's hook for every request; nearly all leave at the first lines."""
	docinfo = frappe.local.response.get("docinfo")
	doctype = docinfo.get("doctype") if isinstance(docinfo, dict) else None
	if response is None or doctype not in own_doctypes() or is_administrator(frappe.session.user):
		return
	if not docinfo.get("versions") or not (hidden := hidden_fields({doctype}, frappe.session.user)):
		return
	answer = json.loads(response.get_data())
	for told in answer.values():
		# One method gives it twice, as what the form reads and as its result.
		if isinstance(told, dict) and isinstance(told.get("versions"), list):
			told["versions"] = [seen for row in told["versions"] if (seen := _seen(row, hidden))]
	response.set_data(json.dumps(answer))


def _seen(version: dict[str, Any], hidden: set[str]) -> dict[str, Any] | None:
	"""The version without these fields; None if there is nothing else in it."""
	data = json.loads(version.get("data") or "{}")
	kept = {
		key: [entry for entry in value if entry[0] not in hidden] if key in _CHANGES else value
		for key, value in data.items()
	}
	if kept != data and not any(kept.get(key) for key in _CHANGES):
		return None
	return {**version, "data": json.dumps(kept)}
