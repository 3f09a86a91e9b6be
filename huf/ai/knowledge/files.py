"""The File behind an input: found by its address, read only with its author's right."""

from pathlib import Path

import frappe
from frappe import _


def resolve_file(file_url: str, user: str) -> str:
	"""Name of the File with this address that the user may read; of several, the oldest.

	Raises:
		frappe.PermissionError: there is none, or none that the user may read. Both sound the same, so that nobody
			learns from the answer which files exist.
	"""
	for name in frappe.get_all(
		"File",
		filters={"file_url": file_url, "is_folder": 0},
		order_by="creation asc, name asc",
		pluck="name",
	):
		if may_read_file(name, user):
			return name
	frappe.throw(
		_("There is no file {0} that {1} may read. Attach the file again.").format(
			frappe.bold(frappe.utils.escape_html(file_url)), frappe.utils.escape_html(user)
		),
		frappe.PermissionError,
		title=_("File Not Readable"),
	)


def may_read_file(file: str, user: str) -> bool:
	"""Whether the File exists and this user may read it."""
	if not frappe.db.exists("File", file):
		return False
	return bool(frappe.has_permission("File", "read", doc=file, user=user))


def read_file_bytes(file: str) -> bytes:
	"""The bytes of a File, undecoded. Checks no right; see :func:`may_read_file`.

	Raises:
		frappe.ValidationError: the File is an address elsewhere, or outside the site's folders.
		OSError: the file is not on the disk.
	"""
	doc = frappe.get_doc("File", file)
	if doc.is_remote_file:
		frappe.throw(_("{0} is an address on another server. Use an input of type URL.").format(doc.file_url))
	# Frappe refuses a path outside the site's file folders; its get_content would decode the bytes.
	return Path(doc.get_full_path()).read_bytes()
