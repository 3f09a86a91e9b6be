"""What a person took out of a source stays out, although its selectors select it.

A tombstone is about a record or a File, so it follows a rename; or about a page that a website lists. It is shown to those who look
after the source *and* may read what it is about, and to whoever made it.
"""

from typing import TYPE_CHECKING

import frappe
from frappe.utils import now_datetime

from huf.ai.access.impersonation import asked_as
from huf.ai.access.roles import READING
from huf.ai.access.scopes.sources import can_read_source, can_write_source, source_conditions
from huf.ai.access.words import NOTHING, any_of, is_administrator, is_same_user, quoted

if TYPE_CHECKING:
	from frappe.model.document import Document

TABLE = "`tabKnowledge Tombstone`"
MOST_ASKED = 2000
"""Tombstones whose records are asked about for a list; beyond them a list shows a user's own only."""


def bury(doc: "Document") -> None:
	"""A person deletes a selected input: the next comparison must not bring it back."""
	file = doc.file_record if doc.input_type != "DocType Records" else None
	about = {
		"knowledge_source": doc.knowledge_source,
		"reference_doctype": doc.reference_doctype or None,
		"reference_name": doc.reference_name or None,
		"file_record": file or None,
		"address": doc.url or doc.path or None,
	}
	if not frappe.db.exists(
		"Knowledge Tombstone", {key: value or ("is", "not set") for key, value in about.items()}
	):
		frappe.get_doc(
			{
				"doctype": "Knowledge Tombstone",
				**about,
				"deleted_by": frappe.session.user,
				"deleted_at": now_datetime(),
			}
		).insert(
			# Nobody makes one by hand; whoever may delete the input makes it by that.
			ignore_permissions=True,
			# The record may be gone just now.
			ignore_links=True,
		)


def tombstone_conditions(user: str | None = None, **_: object) -> str:
	"""The tombstones that the user may see, as an SQL condition; empty means all."""
	user = user or frappe.session.user
	if is_administrator(user):
		return ""
	rule = source_conditions(user)
	sources = (
		f"{TABLE}.`knowledge_source` in (select `name` from `tabKnowledge Source` where {rule or '1=1'})"
	)
	readable = ", ".join(quoted(name) for name in _readable(user))
	about = any_of(
		[f"{TABLE}.`owner` = {quoted(user)}", f"{TABLE}.`name` in ({readable})" if readable else NOTHING]
	)
	return f"({sources} and {about})"


def has_tombstone_permission(
	doc: "Document", ptype: str | None = None, user: str | None = None, **_: object
) -> bool:
	"""The same rule for one; bringing something back, which is deleting it, is for those who may write the source."""
	user = user or frappe.session.user
	if is_administrator(user):
		return True
	allowed = can_read_source if ptype in READING else can_write_source
	if not allowed(doc.knowledge_source, user):
		return False
	return is_same_user(user, doc.owner) or bool(_readable(user, doc.name))


def _readable(user: str, name: str | None = None) -> list[str]:
	"""Names of the tombstones whose record or file the user may read. What is gone is nobody's to read."""
	rows = frappe.get_all(
		"Knowledge Tombstone",
		filters={"name": name} if name else {},
		fields=["name", "reference_doctype", "reference_name", "file_record", "address"],
		limit_page_length=MOST_ASKED,
	)
	by_doctype: dict[str, set[str]] = {}
	for row in rows:
		if row.address:
			continue
		doctype, name = _about(row)
		by_doctype.setdefault(doctype, set()).add(name)
	allowed: set[tuple[str, str]] = set()
	with asked_as(user):
		for doctype, names in by_doctype.items():
			allowed.update((doctype, found) for found in _readable_records(doctype, names, user))
	# A page is no more than its source is.
	return [row.name for row in rows if row.address or _about(row) in allowed]


def _about(row: "frappe._dict") -> tuple[str, str]:
	if row.reference_doctype:
		return row.reference_doctype, row.reference_name
	return "File", row.file_record


def _readable_records(doctype: str, names: set[str], user: str) -> set[str]:
	if not frappe.db.exists("DocType", doctype) or not frappe.has_permission(doctype, "read", user=user):
		return set()
	found = frappe.get_list(
		doctype, filters={"name": ("in", sorted(names))}, pluck="name", limit_page_length=0
	)
	if doctype == "File":
		return {file for file in found if frappe.has_permission("File", "read", doc=file, user=user)}
	return {str(name) for name in found}
