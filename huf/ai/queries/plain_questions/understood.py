"""What was understood of a question, in words that its user can check: plain text, part by part."""

from collections.abc import Sequence
from datetime import date

import frappe
from babel import UnknownLocaleError
from babel.dates import format_skeleton
from frappe import _
from frappe.utils import fmt_money, formatdate

from huf.ai.words import joined_by_or
from huf.engine.questions.reading import Part

_STATES = {"0": "Draft", "1": "Submitted", "2": "Cancelled"}
_MOST_VALUES = 3
"""Values that are named; a group of a tree may stand for hundreds."""


def in_words(parts: Sequence[Part]) -> list[dict[str, object]]:
	"""For each part ``text``, and whether it is ``assumed``: nobody said it, and the number depends on it."""
	shared = next((place for place, part in enumerate(parts) if part.what == "share"), None)
	of_groups = shared == len(parts) - 1
	return [
		{"text": _share(of_groups) if place == shared else _words(part), "assumed": part.is_assumed}
		for place, part in enumerate(parts)
	]


def _share(is_of_groups: bool) -> str:
	return _("percentage of each") if is_of_groups else _("percentage of these:")


def _words(part: Part) -> str:
	if part.what == "condition":
		return _condition(part)
	if part.what == "group":
		label = part.label or _("Created On")
		units = {
			"month": _("by month of {0}"),
			"quarter": _("by quarter of {0}"),
			"year": _("by year of {0}"),
		}
		return units.get(part.function, _("by {0}")).format(label)
	if part.what == "measure":
		return _measure(part)
	if part.what == "related":
		return _related(part)
	if part.what == "having":
		signs = {"!=": "≠", "<=": "≤", ">=": "≥"}
		return f"{_measure(part)} {signs.get(part.operator, part.operator)} {_value(part.values[0])}"
	if part.what == "order":
		label = part.label or _("Created On")
		if part.function == "date":
			return (_("latest {0} first") if part.operator == "desc" else _("earliest {0} first")).format(
				label
			)
		return (_("highest {0} first") if part.operator == "desc" else _("lowest {0} first")).format(label)
	if part.what == "change":
		return _("difference from one to the next")
	if part.what == "limit":
		return _("at most {0}").format(*part.values)
	return part.label or _(part.field)


def _related(part: Part) -> str:
	least, *rest = part.values
	if rest == ["0"]:
		return _("without any {0}").format(part.label)
	if rest == [least]:
		return _("with exactly {1} × {0}").format(part.label, least)
	if rest:
		return _("with at most {1} × {0}").format(part.label, *rest)
	if least == "1":
		return _("with {0}").format(part.label)
	return _("with at least {1} × {0}").format(part.label, least)


def _measure(part: Part) -> str:
	words = {
		"sum": _("Sum of {0}"),
		"avg": _("Average of {0}"),
		"min": _("Lowest {0}"),
		"max": _("Highest {0}"),
	}
	return words[part.function].format(part.label) if part.function in words else _("Number of records")


def _condition(part: Part) -> str:
	if part.field == "docstatus":
		state = _(_STATES.get(part.values[0], ""))
		return _("not {0}").format(state) if part.operator == "!=" else state
	of_all = {
		"creation": _("Created On"),
		"modified": _("Last Updated On"),
		"owner": _("Created By"),
		"_assign": _("Assigned To"),
	}
	label = part.label or of_all.get(part.field) or _(part.field)
	if part.function == "row":
		label = _("{0} of a row").format(label)
	shown = _value
	if part.field.startswith("day_of_year("):
		label, shown = _("{0} (in any year)").format(label), _day_of_year
	values = [shown(value) for value in part.values[:_MOST_VALUES]]
	if part.operator == "is":
		# Not inside the f-string, here and below: on Python 3.11 nobody finds a text there who looks for texts to translate.
		state = _("set") if part.values == ("set",) else _("not set")
		return f"{label}: {state}"
	if part.operator == "between":
		return f"{label}: {values[0]} – {values[-1]}"
	if part.operator in ("<", "<=", ">", ">="):
		signs = {"<=": "≤", ">=": "≥"}
		return f"{label} {signs.get(part.operator, part.operator)} {values[0]}"
	told = joined_by_or(values)
	told = _("not {0}").format(told) if part.operator in ("!=", "not in") else told
	return f"{label}: {told}"


def _day_of_year(value: str) -> str:
	"""``12-31`` as people write it where they are."""
	# A leap year has every day.
	day = date.fromisoformat(f"2000-{value}")
	try:
		return format_skeleton("MMMMd", day, locale=frappe.local.lang.replace("-", "_"))
	except (UnknownLocaleError, ValueError):
		return format_skeleton("MMMMd", day, locale="en")


def _value(value: str) -> str:
	if len(value) == 10 and value[4] == value[7] == "-" and value.replace("-", "").isdigit():
		return formatdate(value)
	try:
		number = float(value)
	except ValueError:
		return _(value)
	return fmt_money(number, precision=0 if number.is_integer() else 2) if frappe.db else value
