import json
from typing import Any

import frappe
from frappe import _
from frappe.model.document import Document
from frappe.rate_limiter import rate_limit

from huf.ai.access.roles import may_use_knowledge
from huf.ai.access.words import is_stored
from huf.ai.knowledge.connections import usable_connections
from huf.ai.knowledge.listings import preview
from huf.ai.knowledge.selectors.presets import settings_for
from huf.ai.knowledge.selectors.rows.preview import count_selected as count
from huf.ai.knowledge.selectors.rows.server_folders import usable_folders
from huf.ai.words import said


class KnowledgeSelector(Document):
	"""What belongs to a source by itself: records of a DocType, what carries a tag, what lies in a folder, what a website, a folder of the server or a connection lists."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		address: DF.Data | None
		author: DF.Data | None
		compare_every: DF.Literal["Hourly", "Daily", "Weekly", "Monthly"]
		connection: DF.Autocomplete | None
		document_type: DF.Link | None
		exclude_paths: DF.SmallText | None
		expiry_field: DF.Data | None
		filters: DF.Code | None
		folder: DF.Link | None
		include_attachments: DF.Check
		include_comments: DF.Check
		include_emails: DF.Check
		include_paths: DF.SmallText | None
		leave_out: DF.SmallText | None
		metadata_fields: DF.SmallText | None
		most_entries: DF.Int
		other_hosts: DF.SmallText | None
		parent: DF.Data
		parentfield: DF.Data
		parenttype: DF.Data
		selector_type: DF.Literal["DocType", "Tag", "Folder", "Website", "Server Folder", "Connection"]
		server_folder: DF.Autocomplete | None
		subfolder: DF.Data | None
		tag: DF.Link | None
		take_in: DF.SmallText | None
		template: DF.Code | None
		when_inactive: DF.Literal["Leave", "Marked Superseded"]
	# end: auto-generated types


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=60, seconds=60)
def count_selected(selector: dict[str, Any] | str) -> dict[str, Any]:
	"""How many records and files a selector would bring now, with the rights of the calling user."""
	_only_for_knowledge()
	return count(_row_of(selector))


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=20, seconds=60)
def preview_place(selector: dict[str, Any] | str) -> dict[str, Any]:
	"""Ask in a job what a website, a folder of the server or a connection lists that a selector names; ``preview`` is the id for :func:`read_preview`.

	For whoever may add web pages to sources.
	"""
	_only_for_knowledge()
	return preview.start(_row_of(selector))


@frappe.whitelist(methods=["GET", "POST"])
def read_preview(preview_id: str) -> dict[str, Any]:
	"""What a preview of the caller's has found by now, with ``state``: Waiting, Listing, Done or Failed."""
	_only_for_knowledge()
	found = preview.read(preview_id)
	found["problem"] = said(found.get("problem") or "")
	return found


@frappe.whitelist(methods=["GET", "POST"])
def ready_made_settings(document_type: str) -> dict[str, Any]:
	"""What huf recommends for records of a DocType, by field of a selector; empty for most DocTypes."""
	_only_for_knowledge()
	if not is_stored("DocType", document_type) or not frappe.has_permission(document_type, "read"):
		frappe.throw(_("You may not read records of this DocType."), frappe.PermissionError)
	return settings_for(document_type)


@frappe.whitelist(methods=["GET", "POST"])
def list_server_folders() -> dict[str, list[str]]:
	"""``folders``: names of the server's folders that the caller may let a source follow."""
	_only_for_knowledge()
	return {"folders": sorted(usable_folders(frappe.session.user))}


@frappe.whitelist(methods=["GET", "POST"])
def list_connections() -> dict[str, list[str]]:
	"""``connections``: names of the Knowledge Connections that the caller may let a source follow."""
	_only_for_knowledge()
	return {"connections": usable_connections(frappe.session.user)}


def _row_of(selector: dict[str, Any] | str) -> dict[str, Any]:
	try:
		row = json.loads(selector) if isinstance(selector, str) else selector
	except (ValueError, RecursionError):
		row = None
	if not isinstance(row, dict):
		frappe.throw(_("selector must be the fields of a selector, as a dictionary or as JSON."))
	return row


def _only_for_knowledge() -> None:
	if not may_use_knowledge():
		frappe.throw(_("Only those who may use knowledge may ask this."), frappe.PermissionError)
