from frappe.model.document import Document


class AgentRunFile(Document):
	"""A file that was attached to an Agent Run, and how it was used. Written by the server alone."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		file: DF.Data | None
		file_name: DF.Data | None
		from_conversation: DF.Check
		message: DF.SmallText | None
		parent: DF.Data
		parentfield: DF.Data
		parenttype: DF.Data
		passages: DF.Int
		tokens: DF.Int
		used: DF.Literal["", "In Prompt", "Searched", "Not Read"]
	# end: auto-generated types
