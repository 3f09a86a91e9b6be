from frappe.model.document import Document


class KnowledgeGlossaryEntry(Document):
	"""A term, and what else it is called."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		both_ways: DF.Check
		case_sensitive: DF.Check
		expansions: DF.SmallText
		parent: DF.Data
		parentfield: DF.Data
		parenttype: DF.Data
		term: DF.Data
	# end: auto-generated types
