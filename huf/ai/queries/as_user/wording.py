"""A question in words, with the labels that its user sees in the desk, and the address at which the desk shows the same."""

import json
import re
from urllib.parse import quote, urlencode

from frappe import _
from frappe.utils.data import get_absolute_url

from huf.ai.queries.as_user.plan import Condition, Kept, Plan, PlannedRelated, PlannedShare
from huf.ai.queries.as_user.readable import Column
from huf.ai.words import joined_by_and
from huf.engine.questions.record_query import Operator

MOST_VALUES_SHOWN = 5
LONGEST_URL = 2000
"""Characters; a longer address is refused by some servers."""


def in_words(plan: Plan) -> str:
	"""For example “Sales Invoice where Status is Overdue and Customer is Dunmore Waterworks, not cancelled”."""
	said = _narrowed(plan.asked.label, plan)
	if plan.share and plan.has_part:
		said = _("Share of [{0}] in {1}").format(_narrowed(plan.asked.label, plan.share), said)
	if plan.state:
		said += ", " + (_("submitted") if plan.state == "submitted" else _("not cancelled"))
	if plan.groups:
		said = _("{0}, by {1}").format(said, joined_by_and([group.label for group in plan.groups]))
	if plan.having:
		said = _("{0} where {1}").format(said, joined_by_and([_kept(one) for one in plan.having]))
	if plan.query.changes:
		said = _("{0}, each compared with the one before").format(said)
	if plan.share and not plan.has_part:
		said = _("{0}, with the share of each").format(said)
	return said


def _narrowed(said: str, plan: Plan | PlannedShare) -> str:
	conditions = [_condition(one) for one in plan.conditions]
	if conditions:
		said = _("{0} where {1}").format(said, joined_by_and(conditions))
	for one in plan.related:
		said = _related(one).format(said, f"[{in_words(one.plan)}]", one.at_least, one.at_most)
	return said


def _kept(one: Kept) -> str:
	value = one.stated.value
	shown = int(value) if float(value).is_integer() else value
	return f"{one.measured.label} {_compared(one.stated.operator)} {shown}"


def list_url(plan: Plan) -> str:
	"""The list of the desk with the same filter; empty when a list cannot have it."""
	if plan.related or plan.having:
		return ""
	options: dict[str, str] = {}
	for one in plan.conditions:
		stated, column = one.stated, one.column
		key = f"{column.child}.{column.fieldname}" if column.table else column.fieldname
		# A list takes one condition for each field, compares no two fields, and has no filter for Frappe's own columns.
		if key in options or one.other is not None or one.is_of_every_year:
			return ""
		value = list(stated.value) if isinstance(stated.value, tuple) else stated.value
		options[key] = json.dumps([_OF_LIST.get(stated.operator, stated.operator), value], ensure_ascii=False)
	if plan.state:
		options["docstatus"] = json.dumps(["!=", 2] if plan.state == "not cancelled" else ["=", 1])
	address = get_absolute_url(plan.asked.name, "x").rpartition("/")[0]
	if options:
		address += "?" + urlencode(options, quote_via=quote)
	return address if len(address) <= LONGEST_URL else ""


def _related(one: PlannedRelated) -> str:
	"""With places for the records that are asked about, for the related ones in brackets, and for how many there must be."""
	if one.at_most == 0:
		return _("{0} without any {1}")
	if one.at_least == one.at_most:
		return _("{0} with exactly {2} × {1}")
	if one.at_most is None:
		return _("{0} with {1}") if one.at_least <= 1 else _("{0} with at least {2} × {1}")
	return _("{0} with {2} to {3} × {1}") if one.at_least else _("{0} with at most {3} × {1}")


_OF_LIST: dict[Operator, str] = {"between": "Between"}
"""Operators that the desk writes otherwise."""


def _condition(condition: Condition) -> str:
	column, stated = condition.column, condition.stated
	label = column.label
	if column.table:
		label = _("{0} of a row").format(label)
	if condition.is_of_every_year:
		label = _("{0} (in any year)").format(label)
	if condition.other is not None:
		return f"{label} {_operator(column, stated.operator)} {condition.other.label}"
	value = stated.value
	if column.fieldname == "_assign" and stated.operator in ("like", "not like"):
		# Users in JSON: the pattern of one is in quotes, with what it means itself behind a backslash.
		user = re.sub(r"\\(.)", r"\1", str(value)).strip("%").strip('"')
		return f"{label} {_operator(column, '=' if stated.operator == 'like' else '!=')} {user}"
	if stated.operator == "is":
		return _("{0} is set").format(label) if value == "set" else _("{0} is not set").format(label)
	if stated.operator == "between" and isinstance(value, tuple):
		return _("{0} is between {1} and {2}").format(label, value[0], value[1])
	if isinstance(value, tuple):
		shown = ", ".join(_value(column, each) for each in value[:MOST_VALUES_SHOWN])
		more = len(value) - MOST_VALUES_SHOWN
		shown += " " + _("and {0} more").format(more) if more > 0 else ""
	else:
		shown = _value(column, value)
	return f"{label} {_operator(column, stated.operator)} {shown}"


def _value(column: Column, value: object) -> str:
	if column.fieldname == "docstatus":
		return [_("Draft"), _("Submitted"), _("Cancelled")][int(str(value))]
	if column.fieldtype == "Check":
		return _("Yes") if value else _("No")
	if column.fieldtype == "Select":
		return _(str(value))
	if isinstance(value, str) and value.startswith("%") and value.endswith("%") and value.count("%") == 2:
		return f"“{value.strip('%')}”"
	return str(value)


def _operator(column: Column, operator: Operator) -> str:
	if column.is_date:
		dated = {
			"<": _("is before"),
			"<=": _("is on or before"),
			">": _("is after"),
			">=": _("is on or after"),
		}
		if operator in dated:
			return dated[operator]
	return _compared(operator)


def _compared(operator: Operator) -> str:
	return {
		"=": _("is"),
		"!=": _("is not"),
		"<": _("is less than"),
		"<=": _("is at most"),
		">": _("is more than"),
		">=": _("is at least"),
		"in": _("is one of"),
		"not in": _("is none of"),
		"like": _("contains"),
		"not like": _("does not contain"),
	}[operator]
