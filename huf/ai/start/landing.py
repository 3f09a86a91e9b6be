"""The tile of huf on the screen of apps, where a login leads, and the entry in the menu of the website.

Who has no other module than knowledge lands there. Nobody else's first page changes: Frappe would send everybody who sees
the only tile there, and whoever sees several to a page where they choose.
"""

import sys

import frappe
from frappe.apps import get_default_path

from huf.ai.access.roles import may_use_knowledge
from huf.ai.access.scopes.resolver import searchable_sources
from huf.ai.access.words import roles_of
from huf.ai.site.database.dialect import alone
from huf.ai.site.settings import is_installed

WORKSPACE = "Knowledge"
PORTAL_ROUTE = "/knowledge"
OF_ALL = frozenset({"All", "Guest", "Desk User"})
"""Roles that Frappe gives to everybody."""
OWN = frozenset({"Knowledge Manager", "Knowledge User", "Knowledge Portal User"})


ABOVE = 6
"""Frames in which that is found: between the two stands what Frappe puts around whitelisted methods."""


def has_only_knowledge(user: str | None = None) -> bool:
	"""Whether the user has a role of huf, and none that opens anything else."""
	roles = roles_of(user or frappe.session.user) - OF_ALL
	return may_use_knowledge(user) and bool(roles) and roles <= OWN


def has_tile() -> bool:
	"""Whether the session's user sees the tile: whoever may use knowledge.

	Frappe asks the same to find where a login leads. There the tile counts only for those who have nothing else.
	"""
	if not may_use_knowledge():
		return False
	return has_only_knowledge() if _decides_where_a_login_leads() else True


def extend_bootinfo(bootinfo: "frappe._dict") -> None:
	"""Who has no other module begins in Knowledge, also where another app shows its tile to everybody."""
	user = bootinfo.user
	if has_only_knowledge() and not user.get("default_workspace"):
		user["default_workspace"] = {"name": WORKSPACE, "public": 1, "title": WORKSPACE}


def update_website_context(context: "frappe._dict") -> None:
	"""The menu of the website leads to the page of knowledge only those who have something there; Frappe knows roles alone."""
	items = context.get("sidebar_items") or []
	others = [item for item in items if item.get("route") != PORTAL_ROUTE]
	# Asked only of those who would see the entry.
	if len(others) < len(items) and not _has_sources():
		context.sidebar_items = others


def _has_sources() -> bool:
	if not is_installed():
		return False
	try:
		return bool(alone(searchable_sources))
	except (frappe.db.OperationalError, frappe.db.ProgrammingError):
		# Updated and not migrated yet: a table is not there. This page may be the desk, without which nobody could see to that.
		return False


def _decides_where_a_login_leads() -> bool:
	"""Frappe has one question for both (``frappe.apps``); only who asks it tells them apart."""
	frame = sys._getframe(1)
	for _step in range(ABOVE):
		if frame.f_back is None:
			return False
		frame = frame.f_back
		if frame.f_code is get_default_path.__code__:
			return True
	return False
