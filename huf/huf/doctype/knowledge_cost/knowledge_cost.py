from frappe.model.document import Document

from huf.ai.site.database.dialect import add_index


class KnowledgeCost(Document):
	"""What calls of models took in a month. Written by huf.ai.costs.ledger alone."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		agent: DF.Link | None
		calls: DF.Int
		cost: DF.Float
		input_tokens: DF.Int
		kind: DF.Literal["Chat", "Indexing", "Questions", "Re-ranking", "Tests"]
		knowledge_source: DF.Link | None
		model: DF.Link | None
		month: DF.Data
		output_tokens: DF.Int
		unpriced_calls: DF.Int
		user: DF.Link | None
	# end: auto-generated types


def on_doctype_update() -> None:
	"""What a cap is compared with is looked up before each call of a model."""
	for column in ("agent", "user", "knowledge_source"):
		add_index("Knowledge Cost", ["month", column], f"month_and_{column}")
