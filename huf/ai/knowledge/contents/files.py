"""The File behind an input: found by its address, read only with its author's right."""

from pathlib import Path

import frappe
from frappe import _

from huf.ai.access.impersonation import asked_as

INPUT = "Knowledge Input"


def resolve_file(file_url: str, user: str, knowledge_input: str | None = None) -> str:
	"""Name of the File with this address that the user may read.

	Of several: the one that is attached to this input, else one that belongs to nothing but the user, who has just uploaded
	it, else the oldest. Who may read the File decides who finds the input.

	Raises:
		frappe.PermissionError: there is none, or none that the user may read. Both sound the same, so that nobody
			learns from the answer which files exist.
	"""
	found = frappe.get_all(
		"File",
		filters={"file_url": file_url, "is_folder": 0},
		fields=["name", "owner", "attached_to_doctype", "attached_to_name"],
		order_by="creation asc, name asc",
	)

	def place(file: "frappe._dict") -> int:
		if knowledge_input and (file.attached_to_doctype, file.attached_to_name) == (INPUT, knowledge_input):
			return 0
		return 1 if file.owner == user and is_loose(file) else 2

	for file in sorted(found, key=place):
		if may_read_file(file.name, user):
			return file.name
	frappe.throw(
		_("There is no file {0} that {1} may read. Attach the file again.").format(
			frappe.bold(frappe.utils.escape_html(file_url)), frappe.utils.escape_html(user)
		),
		frappe.PermissionError,
		title=_("File Not Readable"),
	)


def is_loose(file: "frappe._dict") -> bool:
	"""Whether a File is attached to nothing, or to an input that was never saved."""
	if not file.attached_to_doctype or not file.attached_to_name:
		return True
	return file.attached_to_doctype == INPUT and not frappe.db.exists(INPUT, file.attached_to_name)


def keep_with_input(file: str, knowledge_input: str) -> None:
	"""Attach a loose File to the input that it is the content of: it would be its uploader's alone, so that nobody else
	could find the input. Frappe does the same for some File of this address, not for this one."""
	row = frappe.db.get_value("File", file, ["attached_to_doctype", "attached_to_name"], as_dict=True)
	if row and is_loose(row):
		frappe.db.set_value(
			"File",
			file,
			{
				"attached_to_doctype": INPUT,
				"attached_to_name": knowledge_input,
				"attached_to_field": "file",
			},
		)


def may_read_file(file: str, user: str) -> bool:
	"""Whether the File exists and this user may read it. Says nothing besides: Frappe names what a refused File is attached to."""
	if not frappe.db.exists("File", file):
		return False
	with asked_as(user):
		return bool(frappe.has_permission("File", "read", doc=file, user=user))


def read_file_bytes(file: str) -> bytes:
	"""The bytes of a File, undecoded. Checks no right; see :func:`may_read_file`.

	Raises:
		frappe.ValidationError: the File is an address elsewhere, or outside the site's folders.
		OSError: the file is not on the disk.
	"""
	return path_of_file(file).read_bytes()


def path_of_file(file: str) -> Path:
	"""Where the bytes of a File lie, if they do. Checks no right; see :func:`may_read_file`.

	Raises:
		frappe.ValidationError: the File is an address elsewhere, or outside the site's folders.
	"""
	doc = frappe.get_doc("File", file)
	if doc.is_remote_file:
		frappe.throw(_("{0} is an address on another server. Use an input of type URL.").format(doc.file_url))
	# Frappe refuses a path outside the site's file folders; its get_content would decode the bytes.
	return Path(doc.get_full_path())
