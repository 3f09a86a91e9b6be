"""Folders of the server that sources may follow: those that the site's configuration names, and none besides.

``huf_server_folders`` in ``site_config.json`` is written by whoever looks after the server, never in the desk::

	"huf_server_folders": {"Handbooks": {"path": "/srv/handbooks", "roles": ["Knowledge Manager"]}}

A path alone is for System Managers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import frappe
from frappe import _

from huf.engine.errors import SettingsError

KEY = "huf_server_folders"
DEFAULT_ROLES = frozenset({"System Manager"})


@dataclass(frozen=True, slots=True)
class ServerFolder:
	"""A folder that the site's configuration names."""

	name: str
	path: Path
	roles: frozenset[str]
	"""Whoever has one of them may let a source follow it."""


def server_folders() -> dict[str, ServerFolder]:
	"""All that the configuration names, by their names. What is not as it should be there is none."""
	return {name: entry for name, entry in _entries() if isinstance(entry, ServerFolder)}


def misread_folders() -> list[tuple[str, str]]:
	"""What the configuration means as folders and nobody can use: the name of each and why, for whoever looks after the server."""
	return [(name, str(entry)) for name, entry in _entries() if isinstance(entry, SettingsError)]


def _entries() -> Iterator[tuple[str, ServerFolder | SettingsError]]:
	configured = frappe.conf.get(KEY)
	if configured is None:
		return
	if not isinstance(configured, dict):
		yield KEY, SettingsError(_("It is to be an object that names folders."))
		return
	for name, value in configured.items():
		try:
			yield str(name), _read(str(name), value)
		except SettingsError as error:
			yield str(name), error


def _read(name: str, value: Any) -> ServerFolder:
	"""
	Raises:
		SettingsError: this is no folder.
	"""
	path = value.get("path") if isinstance(value, dict) else value
	roles = value.get("roles") if isinstance(value, dict) else None
	if not name.strip() or "/" in name or not name.isprintable() or len(name) > 140:
		raise SettingsError(_("A name has 1 to 140 characters, and no slash."))
	if not isinstance(path, str) or not Path(path).is_absolute():
		raise SettingsError(_("Its path is to be a text that begins with a slash."))
	if roles is None:
		return ServerFolder(name, Path(path), DEFAULT_ROLES)
	if not isinstance(roles, list) or not all(isinstance(role, str) for role in roles):
		raise SettingsError(_("Its roles are to be a list of names of roles."))
	return ServerFolder(name, Path(path), frozenset(roles))


def server_folder(name: str) -> ServerFolder:
	"""One of them.

	Raises:
		SettingsError: the configuration names none of this name.
	"""
	found = server_folders().get(name)
	misread = {entry for entry, why in misread_folders()}
	if found is None and misread & {name, KEY}:
		raise SettingsError(
			"The configuration of this server names this folder, but not as it should. Whoever looks after the server asks the Knowledge Doctor."
		)
	if found is None:
		raise SettingsError(
			"The configuration of this server does not name this folder any more. Ask whoever looks after the server."
		)
	return found
