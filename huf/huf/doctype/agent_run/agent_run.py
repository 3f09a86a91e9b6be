from huf.ai.access.unannounced import UnannouncedDocument
from huf.ai.search_log import forget_run


class AgentRun(UnannouncedDocument):
	"""What one user asked one agent, and what it answered. Written by the server alone."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF
		from huf.huf.doctype.agent_run_chunk.agent_run_chunk import AgentRunChunk
		from huf.huf.doctype.agent_run_file.agent_run_file import AgentRunFile
		from huf.huf.doctype.agent_run_proposal.agent_run_proposal import AgentRunProposal

		agent: DF.Link | None
		agent_test: DF.Data | None
		agent_trigger: DF.Data | None
		cancel_requested: DF.Check
		chunks: DF.Table[AgentRunChunk]
		chunks_injected: DF.Int
		claims_contradicted: DF.Int
		claims_unverified: DF.Int
		claims_verified: DF.Int
		completion_tokens: DF.Int
		conversation: DF.Link | None
		cost: DF.Float
		cost_known: DF.Check
		coverage: DF.Percent
		ended_at: DF.Datetime | None
		error_message: DF.SmallText | None
		feedback: DF.Literal["", "Up", "Down"]
		feedback_comment: DF.SmallText | None
		feedback_counted: DF.Data | None
		files: DF.Table[AgentRunFile]
		gate_decision: DF.Literal["", "Injected", "Left Out"]
		gate_reason: DF.SmallText | None
		iterations: DF.Int
		knowledge_gate: DF.Literal["", "Always", "When Relevant", "Never"]
		knowledge_notes: DF.Code | None
		knowledge_sources_used: DF.Code | None
		missing: DF.Literal["No", "Partly", "Yes"]
		model: DF.Data | None
		only_sources: DF.SmallText | None
		prompt: DF.Code | None
		prompt_tokens: DF.Int
		proposals: DF.Table[AgentRunProposal]
		reference_doctype: DF.Data | None
		reference_name: DF.Data | None
		replaces: DF.Data | None
		response: DF.Code | None
		standalone_question: DF.SmallText | None
		started_at: DF.Datetime | None
		status: DF.Literal[
			"Queued", "Running", "Success", "Failed", "Stopped", "Cancelled", "Timed Out", "Withheld"
		]
		structured_response: DF.Code | None
		test_judgement: DF.Literal["", "Yes", "Partly", "No", "Unclear"]
		test_reasons: DF.SmallText | None
		test_verdict: DF.Literal["", "Passed", "Failed", "Not Run"]
		title: DF.Data | None
		unknown_citations: DF.Data | None
		untrusted_text: DF.Check
		user: DF.Link
		verification: DF.Code | None
		verification_reasons: DF.SmallText | None
		verification_result: DF.Literal["", "Confirmed", "Nothing to Check", "Not Confirmed", "Contradicted"]
		withheld_response: DF.Code | None
	# end: auto-generated types

	def on_trash(self) -> None:
		"""What was searched for the run goes with it."""
		forget_run(self.name)
