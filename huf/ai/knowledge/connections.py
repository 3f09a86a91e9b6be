"""Servers with files that sources may follow: who may use which Knowledge Connection, and opening one.

Only here the password of one is read: in jobs, for whom the connection may be used by, and when a System Manager tries it. What is raised
names the connection and nothing else of it: it is told to whoever writes the source.
"""

from collections.abc import Callable, Mapping
from typing import Any

import frappe
from frappe.utils import cstr

from huf.ai.access.words import is_administrator, roles_of
from huf.ai.knowledge.fetch.address import local_server_entries
from huf.ai.knowledge.fetch.remote.account import Account, Store
from huf.ai.knowledge.fetch.remote.mail.folders import WantedFolders
from huf.ai.knowledge.fetch.remote.mail.mailbox import Mailbox
from huf.ai.knowledge.fetch.remote.s3 import S3, Bucket
from huf.ai.knowledge.fetch.remote.webdav import WebDav
from huf.ai.site.secrets import read_secret
from huf.ai.site.settings import get_settings
from huf.engine.errors import FetchFailed, SettingsError

DOCTYPE = "Knowledge Connection"
DEFAULT_ROLES = frozenset({"System Manager"})
FIELDS = (
	"connection_type",
	"address",
	"user_name",
	"region",
	"bucket",
	"prefix",
	"path_style",
	"mail_folders",
)
"""What says where a connection leads, besides the password."""


def _webdav(account: Account, row: Mapping[str, Any]) -> Store:
	return WebDav(account)


def _s3(account: Account, row: Mapping[str, Any]) -> Store:
	name, region, prefix = (cstr(row[field]) for field in ("bucket", "region", "prefix"))
	return S3(account, Bucket.of(name, region, prefix, in_path=bool(row["path_style"])))


def _imap(account: Account, row: Mapping[str, Any]) -> Store:
	return Mailbox(account, WantedFolders.of(cstr(row["mail_folders"])))


STORES: dict[str, Callable[[Account, Mapping[str, Any]], Store]] = {
	"WebDAV": _webdav,
	"S3": _s3,
	"IMAP": _imap,
}
"""What makes of a row of each kind what asks its server."""
OWN_FIELDS = {"S3": ("region", "bucket", "prefix", "path_style"), "IMAP": ("mail_folders",)}
"""Fields that say something with one kind alone."""


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
	return _opened(name)


def check(row: Mapping[str, Any]) -> None:
	"""Whether a connection may be saved as it is; no server is asked.

	Raises:
		SettingsError: a field cannot be meant so; the message says what to write.
	"""
	STORES[row["connection_type"]](Account(row["connection_name"], row["address"]), row)


def probe(name: str) -> tuple[str, ...]:
	"""What lies at the top of a stored connection, switched off or not, by name; perhaps not all of it. For System Managers.

	Raises:
		InputError: its server cannot be asked; the message says why.
	"""
	store = _opened(name)
	try:
		# A server of WebDAV lists a folder as its disk does.
		return tuple(sorted(store.probe(), key=str.casefold))
	finally:
		store.close()


def _opened(name: str) -> Store:
	row = frappe.db.get_value(DOCTYPE, name, FIELDS, as_dict=True)
	local = local_server_entries(get_settings().local_file_servers)
	try:
		account = Account(name, row.address or "", row.user_name or "", _password(name), local)
		return STORES[row.connection_type](account, row)
	except SettingsError as error:
		raise FetchFailed(str(error)) from error


def _password(name: str) -> str:
	try:
		return read_secret(DOCTYPE, name, "password")
	except frappe.ValidationError as error:
		# After a restore with another key in the configuration.
		raise SettingsError(
			f"The password of the connection “{name}” cannot be decrypted on this site. Whoever looks after connections enters it anew."
		) from error
