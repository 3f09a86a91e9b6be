from frappe.model.document import Document


class AgentRunProposal(Document):
	"""A change that an agent proposed to the user of a run. Written by the server alone."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		arguments: DF.Code | None
		as_of: DF.Data | None
		changes: DF.Code | None
		decided_at: DF.Datetime | None
		heading: DF.Data | None
		message: DF.SmallText | None
		number: DF.Int
		parent: DF.Data
		parentfield: DF.Data
		parenttype: DF.Data
		reference_doctype: DF.Data | None
		reference_name: DF.Data | None
		state: DF.Literal["Proposed", "Done", "Declined", "Expired", "Failed"]
		tool: DF.Data | None
	# end: auto-generated types
