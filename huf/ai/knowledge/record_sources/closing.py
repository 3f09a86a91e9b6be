"""When a record counts as closed: cancelled, or of a status that says so."""

from collections.abc import Mapping
from dataclasses import dataclass

import frappe

from huf.ai.site.settings import get_settings

HOOK = "huf_record_closing"
"""For apps: by DocType a dictionary with ``field`` and ``closed``, the list of its values that mean closed."""

STATUS = "status"


@dataclass(frozen=True, slots=True)
class Closing:
	"""The field that tells, and its values, in lower case, that mean closed."""

	field: str
	values: frozenset[str]

	def closes(self, row: Mapping[str, object]) -> bool:
		"""Whether a record with these values (``docstatus`` and the field) is closed."""
		if row.get("docstatus") == 2:
			return True
		return bool(self.field) and _normal(str(row.get(self.field) or "")) in self.values


PRESETS: dict[str, tuple[str, ...]] = {
	"Lead": ("Converted", "Do Not Contact", "Lost Quotation"),
	"Maintenance Visit": ("Fully Completed", "Cancelled"),
	"Opportunity": ("Closed", "Lost", "Converted"),
	"Quotation": ("Ordered", "Lost", "Cancelled", "Expired"),
	"Warranty Claim": ("Closed", "Cancelled"),
}
"""By DocType the values of its status that mean closed, where they differ from what Agent Settings have."""


def closing_of(doctype: str) -> Closing:
	"""When records of this DocType are closed: a line of its own in Agent Settings, an app's hook, a preset, the general lines."""
	general, own = _settings()
	hook = _hook(doctype)
	field = hook.field if hook else STATUS
	if not frappe.get_meta(doctype).has_field(field):
		return Closing("", frozenset())
	if doctype.lower() in own:
		return Closing(field, own[doctype.lower()])
	if hook:
		return hook
	if doctype in PRESETS:
		return Closing(field, frozenset(_normal(value) for value in PRESETS[doctype]))
	return Closing(field, general)


def extend_bootinfo(bootinfo: "frappe._dict") -> None:
	"""Tell the desk which DocTypes of apps are cases: their forms have a button, not an entry in the menu."""
	bootinfo.huf_cases = sorted(frappe.get_hooks(HOOK) or {})


def _settings() -> tuple[frozenset[str], dict[str, frozenset[str]]]:
	"""The statuses for all DocTypes, and those of the lines ``DocType: status, status``."""
	general: set[str] = set()
	own: dict[str, frozenset[str]] = {}
	for line in get_settings().record_closed_statuses.splitlines():
		doctype, colon, values = line.partition(":")
		if colon:
			own[_normal(doctype)] = frozenset(filter(None, map(_normal, values.split(","))))
		elif line.strip():
			general.add(_normal(line))
	return frozenset(general), own


def _hook(doctype: str) -> Closing | None:
	found = (frappe.get_hooks(HOOK) or {}).get(doctype)
	if not found:
		return None
	# Frappe puts the values of each key in a list, one for each app; the last app has the last word.
	field, closed = found.get("field") or [STATUS], found.get("closed") or []
	flat = [value for item in closed for value in (item if isinstance(item, list) else [item])]
	return Closing(field[-1] if isinstance(field, list) else field, frozenset(map(_normal, flat)))


def _normal(value: str) -> str:
	return " ".join(value.split()).lower()
