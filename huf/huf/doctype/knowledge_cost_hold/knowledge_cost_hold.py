from frappe.model.document import Document


class KnowledgeCostHold(Document):
	"""What is set aside for a call of a model that is going on. Written by huf.ai.costs.holds alone."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		agent: DF.Link | None
		amount: DF.Float
		expires_at: DF.Datetime | None
		kind: DF.Literal["Chat", "Indexing", "Questions", "Re-ranking", "Tests"]
		knowledge_source: DF.Link | None
		model: DF.Link | None
		month: DF.Data
		paid: DF.Float
		user: DF.Link | None
	# end: auto-generated types
