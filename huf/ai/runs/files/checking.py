"""Which files may be attached to a run."""

import json
from collections.abc import Sequence

import frappe
from frappe import _

from huf.ai.knowledge.contents.files import may_read_file

MOST_FILES = 20


def checked_files(files: Sequence[str] | str | None, user: str) -> tuple[str, ...]:
	"""Names of Files that this user may read, each once. ``files`` is a list of them, also as JSON.

	Raises frappe.ValidationError for what is no such list, and frappe.PermissionError, in the same words, for a File
	that does not exist and for one that the user may not read.
	"""
	if isinstance(files, str):
		try:
			files = json.loads(files) if files.strip() else []
		except (ValueError, RecursionError):
			frappe.throw(_("files must be a list of names of Files."))
	if not isinstance(files or [], list | tuple) or not all(isinstance(name, str) for name in files or []):
		frappe.throw(_("files must be a list of names of Files."))
	names = tuple(dict.fromkeys(files or []))
	if len(names) > MOST_FILES:
		frappe.throw(_("At most {0} files can be attached to one run.").format(MOST_FILES))
	for name in names:
		if not may_read_file(name, user) or frappe.db.get_value("File", name, "is_folder"):
			frappe.throw(_("There is no file of this name that you may read."), frappe.PermissionError)
	return names
