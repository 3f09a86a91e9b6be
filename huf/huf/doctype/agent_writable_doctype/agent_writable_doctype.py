from frappe.model.document import Document


class AgentWritableDocType(Document):
	"""A DocType for which an agent may propose changes, and what it may propose."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		document_type: DF.Link
		may_assign: DF.Check
		may_comment: DF.Check
		may_create: DF.Check
		may_update: DF.Check
		parent: DF.Data
		parentfield: DF.Data
		parenttype: DF.Data
		settable_fields: DF.SmallText | None
	# end: auto-generated types
