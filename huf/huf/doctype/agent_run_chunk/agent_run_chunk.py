from frappe.model.document import Document


class AgentRunChunk(Document):
	"""A passage that a run used, kept as it read then."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		build: DF.Data | None
		chunk_id: DF.Data | None
		citation_number: DF.Int
		cited: DF.Check
		excerpt: DF.Code | None
		knowledge_input: DF.Data | None
		knowledge_source: DF.Data | None
		locator_label: DF.Data | None
		origin: DF.Literal["Injected", "Tool", "List"]
		page: DF.Int
		parent: DF.Data
		parentfield: DF.Data
		parenttype: DF.Data
		rank: DF.Int
		score: DF.Float
		text_hash: DF.Data | None
		title: DF.Data | None
		url: DF.SmallText | None
	# end: auto-generated types
