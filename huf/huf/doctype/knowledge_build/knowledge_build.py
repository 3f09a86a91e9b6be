from frappe.model.document import Document


class KnowledgeBuild(Document):
	"""One generation of a source's index. Written by the indexing job alone."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF
		from huf.huf.doctype.knowledge_build_failure.knowledge_build_failure import KnowledgeBuildFailure

		bytes: DF.Int
		chunks: DF.Int
		cost: DF.Float
		cost_known: DF.Check
		cost_needed: DF.Float
		done: DF.Int
		embedder: DF.Data | None
		embedding_model: DF.Link | None
		error_code: DF.Data | None
		error_message: DF.SmallText | None
		failed: DF.Int
		failures: DF.Table[KnowledgeBuildFailure]
		fingerprint: DF.Data | None
		finished_at: DF.Datetime | None
		kind: DF.Literal["Update", "Rebuild"]
		knowledge_source: DF.Link
		removed: DF.Int
		restored_at: DF.Datetime | None
		seconds: DF.Float
		settings: DF.Code | None
		started_at: DF.Datetime | None
		state: DF.Literal[
			"Staging",
			"Part",
			"Paused",
			"Held",
			"Live",
			"Retired",
			"Damaged",
			"Failed",
			"Cancelled",
			"Discarded",
		]
		tokens: DF.Int
		wanted: DF.Int
	# end: auto-generated types
