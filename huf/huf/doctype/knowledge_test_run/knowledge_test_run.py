from typing import Any

import frappe
from frappe.utils import add_days, now

from huf.ai.access.unannounced import UnannouncedDocument
from huf.ai.agent_tests import told
from huf.ai.quality import deciding, runs, shown


class KnowledgeTestRun(UnannouncedDocument):
	"""One run of the tests of a source, or of those of an agent's sources. Written by the server alone."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		agent: DF.Link | None
		better: DF.Int
		build: DF.Data | None
		compared_build: DF.Data | None
		cost: DF.Float
		cost_known: DF.Check
		decided_at: DF.Datetime | None
		decided_by: DF.Link | None
		decision: DF.Literal["", "Published", "Discarded"]
		difference: DF.Float
		done: DF.Int
		error_message: DF.SmallText | None
		failed: DF.Int
		finished_at: DF.Datetime | None
		heartbeat_at: DF.Datetime | None
		judges: DF.Literal["Passages", "Answers"]
		knowledge_source: DF.Link | None
		mrr: DF.Float
		ndcg: DF.Float
		not_run: DF.Int
		p: DF.Float
		passed: DF.Int
		questions: DF.Int
		reason: DF.Literal["On Demand", "At Night", "Before Publishing"]
		recall: DF.Float
		results: DF.LongText | None
		results_before: DF.LongText | None
		ruling: DF.Literal["", "Publish", "Too Few Questions", "Worse", "Found Against A Test"]
		started_at: DF.Datetime | None
		state: DF.Literal["Queued", "Running", "Finished", "Failed"]
		total: DF.Int
		worse: DF.Int
	# end: auto-generated types

	@staticmethod
	def clear_old_logs(days: int = 365) -> None:
		"""Called by Log Settings, where the number of days is set."""
		runs.delete_before(add_days(now(), -days))


@frappe.whitelist(methods=["GET", "POST"])
def get_run_of_tests(run_of_tests: str) -> dict[str, Any]:
	"""What a run found, test by test, as far as the caller may see the tests: ``tests``, and ``hidden``, how many more there are."""
	tell = told.run_told if told.judges_answers(run_of_tests) else shown.run_told
	return tell(run_of_tests, frappe.session.user)


@frappe.whitelist(methods=["POST"])
def compare_answers(run_of_tests: str, test: str) -> dict[str, Any]:
	"""What the question of a test finds in the index that answers (``live``) and in the new one that is held (``held``), as its user finds it now."""
	return deciding.compare(run_of_tests, test)
