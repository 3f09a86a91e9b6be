"""Asking Frappe as somebody else: quietly, and without a trace in the session that asks.

``get_list(user=…)`` and ``has_permission(user=…)`` take a user, but not all that they call does: ``only_has_select_perm``,
the conditions of File and many an app's hook look at ``frappe.session.user``. So for the check the acting user *is* the
session's user.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import frappe


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


def forget_kept_rights(user: str) -> None:
	"""Let Frappe read the roles and User Permissions of a user from MariaDB again.

	It keeps both in Redis, and a request that reads while another one changes them can leave old ones there.
	"""
	for kept in ("roles", "user_permissions"):
		frappe.cache.hdel(kept, user)
