from frappe.model.document import Document


class AgentRun(Document):
	"""What one user asked one agent, and what it answered. Written by the server alone."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF
		from huf.huf.doctype.agent_run_chunk.agent_run_chunk import AgentRunChunk

		agent: DF.Link | None
		cancel_requested: DF.Check
		chunks: DF.Table[AgentRunChunk]
		chunks_injected: DF.Int
		completion_tokens: DF.Int
		conversation: DF.Link | None
		cost: DF.Float
		cost_known: DF.Check
		ended_at: DF.Datetime | None
		error_message: DF.SmallText | None
		iterations: DF.Int
		knowledge_notes: DF.Code | None
		knowledge_sources_used: DF.JSON | None
		model: DF.Data | None
		prompt: DF.Code | None
		prompt_tokens: DF.Int
		response: DF.Code | None
		standalone_question: DF.SmallText | None
		started_at: DF.Datetime | None
		status: DF.Literal["Queued", "Running", "Success", "Failed", "Stopped", "Cancelled", "Timed Out"]
		structured_response: DF.JSON | None
		unknown_citations: DF.Data | None
		untrusted_text: DF.Check
		user: DF.Link
	# end: auto-generated types
