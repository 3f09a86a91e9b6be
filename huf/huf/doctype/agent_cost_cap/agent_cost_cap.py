from frappe.model.document import Document


class AgentCostCap(Document):
	"""The monthly cap of one user, or of everybody with a role."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		monthly_cost_cap: DF.Float
		parent: DF.Data
		parentfield: DF.Data
		parenttype: DF.Data
		role: DF.Link | None
		user: DF.Link | None
	# end: auto-generated types
