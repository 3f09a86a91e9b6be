"""Who sees a Workspace: Frappe's own rule (``frappe.desk.desktop``), asked for any user and at this moment.

Frappe's functions answer for the user of the session alone, and from caches that are up to six hours old. A test
compares the two.
"""

import frappe
from frappe.core.doctype.custom_role.custom_role import get_custom_allowed_roles
from frappe.permissions import get_valid_perms

from huf.ai.access.principal import Principal

FIELDS = ("name", "title", "public", "for_user", "is_hidden", "module", "restrict_to_domain")
WELCOME = "Welcome Workspace"
"""Shown to those who see no other workspace; it belongs to nobody."""


def sees_workspace(principal: Principal, workspace: str) -> bool:
	"""Whether the user finds this Workspace in the desk."""
	if not workspace or not principal.is_at_desk:
		return False
	page = frappe.db.get_value("Workspace", workspace, FIELDS, as_dict=True)
	if not page or page.title == WELCOME:
		return False
	is_his = bool(page.for_user) and page.for_user == principal.user
	if "Workspace Manager" in principal.roles:
		return bool(page.public) or is_his
	if not (is_his or (page.public and not page.is_hidden)):
		return False
	domains = frappe.get_active_domains()
	if page.restrict_to_domain and page.restrict_to_domain not in domains:
		return False
	return _may_enter_module(principal, page.module, domains) and _holds_role(principal, page.name)


def _holds_role(principal: Principal, workspace: str) -> bool:
	named = frappe.get_all(
		"Has Role", filters={"parenttype": "Workspace", "parent": workspace}, pluck="role"
	) + get_custom_allowed_roles("page", workspace)
	return not named or bool(principal.roles & set(named))


def _may_enter_module(principal: Principal, module: str | None, domains: list[str]) -> bool:
	"""A module is the user's if it is not blocked for them and they have a right to any of its DocTypes."""
	if not module:
		return True
	if frappe.db.exists("Block Module", {"parenttype": "User", "parent": principal.user, "module": module}):
		return False
	domain = frappe.db.get_value("Module Def", module, "restrict_to_domain")
	if domain and domain not in domains:
		return False
	doctypes = {
		row.name
		for row in frappe.get_all(
			"DocType", filters={"module": module, "istable": 0}, fields=["name", "restrict_to_domain"]
		)
		if not row.restrict_to_domain or row.restrict_to_domain in domains
	}
	if any(
		perm.parent in doctypes and (perm.read or perm.write or perm.create)
		for perm in get_valid_perms(user=principal.user)
	):
		return True
	return bool(doctypes) and bool(doctypes.intersection(frappe.share.get_shared_doctypes(principal.user)))
