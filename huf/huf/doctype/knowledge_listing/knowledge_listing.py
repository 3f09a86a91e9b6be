from frappe.model.document import Document


class KnowledgeListing(Document):
	"""How the last comparison with what a place lists went, by the row of its selector; see ``huf.ai.knowledge.listings``."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		added: DF.Int
		artifact_id: DF.Data
		asked: DF.Check
		began_at: DF.Datetime | None
		changed: DF.Int
		compared_at: DF.Datetime | None
		entries_so_far: DF.Int
		listed: DF.Int
		listed_at: DF.Datetime | None
		missing: DF.Int
		next_at: DF.Datetime | None
		over_limit: DF.Int
		pause: DF.Float
		problem: DF.SmallText | None
		refused: DF.Int
		removed: DF.Int
	# end: auto-generated types
