"""Servers with files that sources may follow: who may use which Knowledge Connection, and opening one.

Only here the password of one is read, in jobs, and only for whom the connection may be used by. What is raised names the connection and
nothing else of it: it is told to whoever writes the source.
"""

from collections.abc import Mapping
from typing import Any

import frappe

from huf.ai.access.words import is_administrator, roles_of
from huf.ai.knowledge.fetch.address import local_server_entries
from huf.ai.knowledge.fetch.remote.account import Account, Store
from huf.ai.knowledge.fetch.remote.webdav import WebDav
from huf.ai.site.secrets import read_secret
from huf.ai.site.settings import get_settings
from huf.engine.errors import FetchFailed, SettingsError

DOCTYPE = "Knowledge Connection"
DEFAULT_ROLES = frozenset({"System Manager"})
STORES = {"WebDAV": WebDav}
"""What asks the servers of each kind."""


def usable_connections(user: str) -> list[str]:
	"""Names of the connections that this user may let a source follow."""
	rows = frappe.db.sql(
		"""select c.name, r.role from `tabKnowledge Connection` c
		left join `tabAgent Role` r on r.parent = c.name and r.parenttype = %s and r.parentfield = 'roles'
		where c.disabled = 0 order by c.name""",
		DOCTYPE,
	)
	roles: dict[str, set[str]] = {}
	for name, role in rows:
		roles.setdefault(name, set()).update({role} if role else ())
	if is_administrator(user):
		return list(roles)
	own = roles_of(user)
	return [name for name, needed in roles.items() if (needed or DEFAULT_ROLES) & own]


def open_store(name: str, user: str) -> Store:
	"""The server of a connection, as it is set up now. Nothing is asked yet.

	:param user: for whom; the author of a selector.

	Raises:
		FetchFailed: they may not use it, or it cannot be used as it is. What was read of it before stays.
	"""
	if name not in usable_connections(user):
		raise FetchFailed(
			f"The connection “{name}” is switched off, is not there any more, or may not be used any more by whoever saved this selector."
		)
	row = frappe.db.get_value(DOCTYPE, name, ["connection_type", "address", "user_name"], as_dict=True)
	try:
		return STORES[row.connection_type](_account(name, row))
	except SettingsError as error:
		raise FetchFailed(str(error)) from error


def _account(name: str, row: Mapping[str, Any]) -> Account:
	local = local_server_entries(get_settings().local_file_servers)
	return Account(name, row["address"] or "", row["user_name"] or "", _password(name), local)


def _password(name: str) -> str:
	try:
		return read_secret(DOCTYPE, name, "password")
	except frappe.ValidationError as error:
		# After a restore with another key in the configuration.
		raise SettingsError(
			f"The password of the connection “{name}” cannot be decrypted on this site. Whoever looks after connections enters it anew."
		) from error
