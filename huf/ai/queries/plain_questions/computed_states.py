"""States of records that no condition on their own table says: their records are found first, as the acting user."""

from collections.abc import Callable

import frappe

MOST_NAMES = 2000
"""Records of one state that are asked about; more of them are no list that anybody reads."""


def names_of(key: str) -> list[str]:
	"""The records in the state of this key, as far as the session's user may see what it depends on.

	Raises frappe.PermissionError if they may not.
	"""
	return _STATES[key]()


def _below_reorder_level() -> list[str]:
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
	below = {row.name for row in levels if stock.get((row.name, row.warehouse), 0) < row.level}
	return sorted(below)[:MOST_NAMES]


DEPENDS_ON = {"below reorder level": ("Item", "Bin")}
"""DocTypes that a user must be allowed to read to be told of a state."""
_STATES: dict[str, Callable[[], list[str]]] = {"below reorder level": _below_reorder_level}
