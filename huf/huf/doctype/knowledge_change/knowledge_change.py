from frappe.model.document import Document


class KnowledgeChange(Document):
	"""A note that a record changed, written in the transaction of the change; see ``huf.ai.knowledge.following``."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		artifact_id: DF.Data
		linking: DF.Check
		reference_doctype: DF.Data | None
		reference_name: DF.Data | None
		reread: DF.Check
		tries: DF.Int
	# end: auto-generated types
