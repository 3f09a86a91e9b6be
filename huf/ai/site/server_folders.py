"""Folders of the server that sources may follow: those that the site's configuration names, and none besides.

``huf_server_folders`` in ``site_config.json`` is written by whoever looks after the server, never in the desk::

	"huf_server_folders": {"Handbooks": {"path": "/srv/handbooks", "roles": ["Knowledge Manager"]}}

A path alone is for System Managers.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import frappe

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
	configured = frappe.conf.get(KEY)
	found = (
		_read(str(name), value)
		for name, value in (configured if isinstance(configured, dict) else {}).items()
	)
	return {folder.name: folder for folder in found if folder}


def _read(name: str, value: Any) -> ServerFolder | None:
	path = value.get("path") if isinstance(value, dict) else value
	roles = value.get("roles") if isinstance(value, dict) else None
	is_name = bool(name.strip()) and "/" not in name and name.isprintable() and len(name) <= 140
	if not is_name or not isinstance(path, str) or not Path(path).is_absolute():
		return None
	if roles is None:
		return ServerFolder(name, Path(path), DEFAULT_ROLES)
	if not isinstance(roles, list) or not all(isinstance(role, str) for role in roles):
		return None
	return ServerFolder(name, Path(path), frozenset(roles))


def server_folder(name: str) -> ServerFolder:
	"""One of them.

	Raises:
		SettingsError: the configuration names none of this name.
	"""
	found = server_folders().get(name)
	if found is None:
		raise SettingsError(
			"The configuration of this server does not name this folder any more. Ask whoever looks after the server."
		)
	return found
