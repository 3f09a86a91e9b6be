"""Telling others what happened: functions that are registered by a hook, so that who tells knows none of them."""

from typing import Any

import frappe


def announce(hook: str, *values: Any) -> None:
	"""Call every function that hooks register under ``hook``, in the transaction of the caller. What one raises, rises."""
	for method in frappe.get_hooks(hook):
		frappe.get_attr(method)(*values)
