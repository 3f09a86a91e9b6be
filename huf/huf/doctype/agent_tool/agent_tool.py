from frappe.model.document import Document


class AgentTool(Document):
	"""A tool that an agent may use, by the name that its app gives it."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		parent: DF.Data
		parentfield: DF.Data
		parenttype: DF.Data
		tool: DF.Autocomplete
		without_confirmation: DF.Check
	# end: auto-generated types
