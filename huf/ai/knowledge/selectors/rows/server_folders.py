"""What a row says that selects the files of a folder, on the server or behind a connection; and who may have one of the server."""

from collections.abc import Mapping
from typing import Any

from frappe.utils import cstr

from huf.ai.access.words import is_administrator, roles_of
from huf.ai.knowledge.backends import registries
from huf.ai.knowledge.fetch.folders import WantedFiles, endings_of, folder_path_of
from huf.ai.knowledge.fetch.websites.addresses import patterns_of
from huf.ai.site.server.folders import ServerFolder, server_folders
from huf.engine.errors import SettingsError

MOST_ENTRIES = 100_000
"""That a row may bring."""


def wanted_files(row: Mapping[str, Any]) -> WantedFiles:
	"""Which files a row of the kind Server Folder or Connection wants.

	Raises:
		SettingsError: a field cannot be read; the message says what to write.
	"""
	try:
		below = folder_path_of(cstr(row.get("subfolder")))
	except ValueError:
		raise SettingsError(
			"Give the path of a folder in the folder, such as travel/rules, without dots."
		) from None
	return WantedFiles(
		cstr(row.get("connection" if row.get("selector_type") == "Connection" else "server_folder")),
		below,
		patterns_of(cstr(row.get("include_paths"))),
		patterns_of(cstr(row.get("exclude_paths"))),
		endings_of(list(registries.extractor_registry())),
	)


def usable_folders(user: str) -> dict[str, ServerFolder]:
	"""The folders that this user may let a source follow."""
	found = server_folders()
	if is_administrator(user):
		return found
	roles = roles_of(user)
	return {name: folder for name, folder in found.items() if folder.roles & roles}
