import frappe
from frappe.model.document import Document

from huf.ai.site.derived_fields import restore_stored


class AgentConversation(Document):
	"""What one user and one agent, or a model without one, said to each other. Its turns are Agent Runs."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		agent: DF.Link | None
		last_run_at: DF.Datetime | None
		reference_doctype: DF.Data | None
		reference_name: DF.Data | None
		status: DF.Literal["Open", "Closed"]
		title: DF.Data | None
		user: DF.Link
	# end: auto-generated types

	def validate(self) -> None:
		# Who talked to whom is the server's word; a person changes the title and closes it.
		if not self.is_new():
			restore_stored(self)

	def on_trash(self) -> None:
		"""The runs go with their conversation: they are its turns, and belong to the same user."""
		for run in frappe.get_all("Agent Run", filters={"conversation": self.name}, pluck="name"):
			frappe.delete_doc("Agent Run", run, ignore_permissions=True, force=True)
