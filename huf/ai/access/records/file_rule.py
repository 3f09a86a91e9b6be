"""Which Files a user may read: File's own rule, for a batch.

A public File is everybody's. A private one is its owner's, and that of whoever may read the document that it is
attached to; a share of the File adds reading. What else an app asks in a ``has_permission`` hook is asked file by file.

A File that is attached to its own input, or to its source, is just the content of that input: it follows the source.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

import frappe

from huf.ai.access.records.records import shared_names
from huf.ai.access.scopes.sources import source_conditions
from huf.ai.access.words import quoted

FRAPPES_OWN = "frappe.core.doctype.file.file.has_permission"
OWN_DOCTYPES = ("Knowledge Input", "Knowledge Source")


@dataclass(frozen=True, slots=True)
class FileRow:
	"""What the rule goes by."""

	name: str
	is_private: bool
	owner: str
	attached_to: tuple[str, str] | None
	"""DocType and name."""


def file_rows(names: Collection[str]) -> dict[str, FileRow]:
	"""The Files that exist, by name."""
	if not names:
		return {}
	rows = frappe.db.sql(
		"""select name, is_private, owner, attached_to_doctype, attached_to_name from `tabFile`
		where name in %s and coalesce(is_folder, 0) = 0""",
		(tuple(names),),
	)
	return {
		name: FileRow(name, bool(is_private), owner, (doctype, parent) if doctype and parent else None)
		for name, is_private, owner, doctype, parent in rows
	}


def needed_records(files: Iterable[FileRow], user: str) -> set[tuple[str, str]]:
	"""The documents that have to be readable for the Files to be."""
	return {file.attached_to for file in files if file.attached_to and not _is_open(file, user)}


def readable_files(
	files: Mapping[str, FileRow], user: str, may_read: Callable[[tuple[str, str]], bool]
) -> set[str]:
	"""Names of the Files that ``user``, who must be the session's user, may read.

	:param may_read: says of a document that :func:`needed_records` named whether the user may read it.
	"""
	if not files or user == "Administrator":
		return set(files)
	if not frappe.has_permission("File", "read", user=user):
		return set()
	allowed = {
		file.name
		for file in files.values()
		if _is_open(file, user) or (file.attached_to and may_read(file.attached_to))
	}
	if others := files.keys() - allowed:
		allowed |= shared_names("File", others, user)
	if _asks_others():
		allowed = {name for name in allowed if frappe.has_permission("File", "read", doc=name, user=user)}
	return allowed


def open_inputs(user: str) -> str:
	"""SQL: inputs that are no more than their source is, for Files that are attached to one.

	The File of another input is that input's content. What else is attached to an input of a record or of a File is not.
	"""
	return (
		"select other.`name` from `tabKnowledge Input` other where coalesce(other.`reference_doctype`, '') = ''"
		" and (other.`input_type` in ('Text', 'URL', 'Gap Answer', 'Server File', 'Remote File') or exists (select 1 from `tabFile` f where"
		" f.`name` = other.`file_record` and f.`attached_to_doctype` = 'Knowledge Input'"
		" and f.`attached_to_name` = other.`name`)) and other.`knowledge_source` in"
		f" (select `name` from `tabKnowledge Source` where {source_conditions(user) or '1=1'})"
	)


def open_inputs_among(names: Collection[str], user: str) -> set[str]:
	"""Those of the inputs for which :func:`open_inputs` holds."""
	listed = ", ".join(quoted(name) for name in sorted(names))
	return set(frappe.db.sql_list(f"{open_inputs(user)} and other.`name` in ({listed})")) if names else set()


def _is_open(file: FileRow, user: str) -> bool:
	return not file.is_private or file.owner == user


def _asks_others() -> bool:
	hooks = frappe.get_hooks("has_permission")
	return set(hooks.get("File", [])) != {FRAPPES_OWN} or bool(hooks.get("*"))
