from huf.ai.access.unannounced import UnannouncedDocument
from huf.ai.knowledge.following import request_sync


class KnowledgeTombstone(UnannouncedDocument):
	"""A record, file or page that a person took out of a source: its selectors do not bring it back while this is there."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		address: DF.Data | None
		deleted_at: DF.Datetime | None
		deleted_by: DF.Data | None
		file_record: DF.Data | None
		knowledge_source: DF.Link
		reference_doctype: DF.Link | None
		reference_name: DF.DynamicLink | None
	# end: auto-generated types

	def on_trash(self) -> None:
		request_sync(
			self.knowledge_source, self.reference_doctype, self.reference_name, self.file_record, self.address
		)
