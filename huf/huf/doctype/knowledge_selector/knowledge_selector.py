import json
from typing import Any

import frappe
from frappe import _
from frappe.model.document import Document
from frappe.rate_limiter import rate_limit

from huf.ai.access.roles import may_use_knowledge
from huf.ai.access.words import is_stored
from huf.ai.knowledge.selectors.presets import settings_for
from huf.ai.knowledge.selectors.preview import count_selected as count


class KnowledgeSelector(Document):
	"""What belongs to a source by itself: records of a DocType, what carries a tag, what lies in a folder."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		author: DF.Data | None
		document_type: DF.Link | None
		expiry_field: DF.Data | None
		filters: DF.Code | None
		folder: DF.Link | None
		include_attachments: DF.Check
		include_comments: DF.Check
		include_emails: DF.Check
		leave_out: DF.SmallText | None
		metadata_fields: DF.SmallText | None
		parent: DF.Data
		parentfield: DF.Data
		parenttype: DF.Data
		selector_type: DF.Literal["DocType", "Tag", "Folder"]
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
	try:
		row = json.loads(selector) if isinstance(selector, str) else selector
	except (ValueError, RecursionError):
		row = None
	if not isinstance(row, dict):
		frappe.throw(_("selector must be the fields of a selector, as a dictionary or as JSON."))
	return count(row)


@frappe.whitelist(methods=["GET", "POST"])
def ready_made_settings(document_type: str) -> dict[str, Any]:
	"""What huf recommends for records of a DocType, by field of a selector; empty for most DocTypes."""
	_only_for_knowledge()
	if not is_stored("DocType", document_type) or not frappe.has_permission(document_type, "read"):
		frappe.throw(_("You may not read records of this DocType."), frappe.PermissionError)
	return settings_for(document_type)


def _only_for_knowledge() -> None:
	if not may_use_knowledge():
		frappe.throw(_("Only those who may use knowledge may ask this."), frappe.PermissionError)
