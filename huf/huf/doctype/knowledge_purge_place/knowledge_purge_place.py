from frappe.model.document import Document


class KnowledgePurgePlace(Document):
	"""One place of a certificate: what was removed there, or is left there."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		note: DF.SmallText | None
		outcome: DF.Literal["Removed", "Left", "Handed Out"]
		parent: DF.Data
		parentfield: DF.Data
		parenttype: DF.Data
		place: DF.Data | None
		things: DF.Int
		what: DF.Data | None
	# end: auto-generated types
