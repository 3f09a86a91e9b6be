from frappe.model.document import Document


class KnowledgeSelector(Document):
	"""What belongs to a source by itself: records of a DocType, what carries a tag, what lies in a folder."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		document_type: DF.Link | None
		expiry_field: DF.Data | None
		filters: DF.Code | None
		folder: DF.Link | None
		include_attachments: DF.Check
		include_comments: DF.Check
		include_emails: DF.Check
		parent: DF.Data
		parentfield: DF.Data
		parenttype: DF.Data
		selector_type: DF.Literal["DocType", "Tag", "Folder"]
		tag: DF.Link | None
		template: DF.Code | None
		when_inactive: DF.Literal["Leave", "Marked Superseded"]
	# end: auto-generated types
