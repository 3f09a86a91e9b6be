"""What a site needs besides the DocTypes. Safe to run any number of times."""

import frappe

ROLES = ("Knowledge Manager", "Knowledge User")


def after_install() -> None:
	"""Called by Frappe once the app is installed on a site."""
	make_roles()


def after_migrate() -> None:
	"""Called by Frappe after each migration."""
	make_roles()


def make_roles() -> None:
	"""Make the two roles where they are missing; a role that somebody changed or disabled stays as it is."""
	for role in ROLES:
		if not frappe.db.exists("Role", role):
			frappe.get_doc({"doctype": "Role", "role_name": role, "desk_access": 1}).insert(
				ignore_permissions=True
			)
