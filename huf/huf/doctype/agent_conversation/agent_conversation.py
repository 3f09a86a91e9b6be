import frappe

from huf.ai.access.unannounced import UnannouncedDocument
from huf.ai.runs.files.store import forget_conversation
from huf.ai.site.database.derived_fields import restore_stored


class AgentConversation(UnannouncedDocument):
	"""What one user and one agent, or a model without one, said to each other. Its turns are Agent Runs."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		from huf.huf.doctype.agent_conversation_file.agent_conversation_file import AgentConversationFile

		agent: DF.Link | None
		files: DF.Table[AgentConversationFile]
		knowledge_gate: DF.Literal["", "Always", "When Relevant", "Never"]
		last_run_at: DF.Datetime | None
		only_sources: DF.SmallText | None
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
			self.files = frappe.get_doc(self.doctype, self.name).files

	def on_trash(self) -> None:
		"""The runs go with their conversation: they are its turns, and belong to the same user. So does what was indexed for it."""
		for run in frappe.get_all("Agent Run", filters={"conversation": self.name}, pluck="name"):
			frappe.delete_doc("Agent Run", run, ignore_permissions=True, force=True)
		# Should the deletion be undone, the next question makes the index of its files anew.
		forget_conversation(self.name)
