"""Asking Frappe as somebody else: quietly, and without a trace in the session that asks.

``get_list(user=…)`` and ``has_permission(user=…)`` take a user, but not all that they call does: ``only_has_select_perm``,
the conditions of File and many an app's hook look at ``frappe.session.user``. So for the check the acting user *is* the
session's user.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import frappe
from frappe.permissions import AUTOMATIC_ROLES


@contextmanager
def asked_as(user: str) -> Iterator[None]:
	"""Run the block with ``user`` as the session's user; the session, and what is kept for its user, come back afterwards.

	What rules and hooks say to the user meanwhile is dropped: a refusal names the document that it refuses.
	"""
	local = frappe.local
	messages = list(local.message_log)
	before = {name: getattr(local, name, None) for name in ("session", "user_perms", "role_permissions")}
	if local.session.user != user:
		local.session = frappe._dict(user=user, sid=user, data=frappe._dict())
		local.user_perms = None
	# Kept for a request by Frappe; what was granted or taken away since must count.
	local.role_permissions = {}
	try:
		yield
	finally:
		for name, value in before.items():
			setattr(local, name, value)
		local.message_log = messages
		frappe.flags.pop("error_message", None)


def forget_old_rights(user: str) -> None:
	"""Let Frappe read the roles and User Permissions of a user anew if those that it keeps are not those of MariaDB.

	It keeps both in Redis, and a request that reads while another one changes them can leave old ones there.
	"""
	kept = frappe.cache.hget("roles", user)
	if kept is not None:
		roles = frappe.db.sql_list(
			"select role from `tabHas Role` where parenttype = 'User' and parent = %s", user
		)
		if set(kept) - set(AUTOMATIC_ROLES) != set(roles) - set(AUTOMATIC_ROLES):
			frappe.cache.hdel("roles", user)
	kept = frappe.cache.hget("user_permissions", user)
	if kept is not None:
		if _permitted_now(user) != {
			(allow, one.get("doc"), one.get("applicable_for") or "")
			for allow, some in kept.items()
			for one in some
		}:
			frappe.cache.hdel("user_permissions", user)


def _permitted_now(user: str) -> set[tuple[str, str, str]]:
	"""What User Permissions name: DocType, document, and what they are applicable for. Of a tree also what is below it."""
	rows = frappe.db.sql(
		"""select allow, for_value, coalesce(applicable_for, ''), hide_descendants from `tabUser Permission`
		where `user` = %s""",
		user,
	)
	found = {(allow, name, applicable_for) for allow, name, applicable_for, _hides in rows}
	for tree in {allow for allow, *_others, hides in rows if not hides and _is_tree(allow)}:
		tops = {
			(name, applicable_for)
			for allow, name, applicable_for, hides in rows
			if allow == tree and not hides
		}
		below = frappe.db.sql(
			f"""select above.name, below.name from `tab{tree}` above
			join `tab{tree}` below on below.lft > above.lft and below.rgt < above.rgt where above.name in %s""",
			(tuple(name for name, _applicable_for in tops),),
		)
		found |= {
			(tree, name, applicable_for) for top, name in below for of, applicable_for in tops if of == top
		}
	return found


def _is_tree(doctype: str) -> bool:
	return frappe.db.table_exists(doctype) and {"lft", "rgt"} <= set(frappe.db.get_table_columns(doctype))
