"""States of records that no condition on their own table says: their records are found first, as the acting user."""

from collections.abc import Callable

import frappe
from frappe import _

from huf.ai.queries.as_user.errors import QueryRefused

MOST_NAMES = 2000
"""Records of one state that are asked about."""


def names_of(key: str) -> list[str]:
	"""The records in the state of this key, as far as the session's user may see what it depends on.

	Raises:
		frappe.PermissionError: they may not.
		QueryRefused: more records than :data:`MOST_NAMES` are in it: a number of some of them would be a wrong one.
	"""
	names = sorted(_STATES[key]())
	if len(names) > MOST_NAMES:
		raise QueryRefused(
			_("More than {0} records are in this state. A report of the ERP shows them.").format(MOST_NAMES)
		)
	return names


def label_of(key: str) -> str:
	"""What the state of this key is called, in the language of the session's user."""
	return {"below reorder level": _("Below Reorder Level"), "out of stock": _("Out of Stock")}[key]


def _below_reorder_level() -> set[str]:
	"""Items of which some warehouse is projected to have less than its reorder level."""
	levels = frappe.get_list(
		"Item",
		fields=["name", "`tabItem Reorder`.warehouse", "`tabItem Reorder`.warehouse_reorder_level as level"],
		filters=[["Item Reorder", "warehouse_reorder_level", ">", 0]],
		limit=0,
	)
	stock = {
		(row.item_code, row.warehouse): row.projected_qty
		for row in frappe.get_list("Bin", fields=["item_code", "warehouse", "projected_qty"], limit=0)
	}
	return {row.name for row in levels if stock.get((row.name, row.warehouse), 0) < row.level}


def _out_of_stock() -> set[str]:
	"""Items that are kept in stock and of which no warehouse has any."""
	kept = frappe.get_list(
		"Item", filters={"is_stock_item": 1, "disabled": 0, "has_variants": 0}, pluck="name", limit=0
	)
	there: dict[str, float] = {}
	for row in frappe.get_list("Bin", fields=["item_code", "actual_qty"], limit=0):
		there[row.item_code] = there.get(row.item_code, 0) + row.actual_qty
	return {name for name in kept if there.get(name, 0) <= 0}


DEPENDS_ON = {"below reorder level": ("Item", "Bin"), "out of stock": ("Item", "Bin")}
"""DocTypes that a user must be allowed to read to be told of a state."""
_STATES: dict[str, Callable[[], set[str]]] = {
	"below reorder level": _below_reorder_level,
	"out of stock": _out_of_stock,
}
