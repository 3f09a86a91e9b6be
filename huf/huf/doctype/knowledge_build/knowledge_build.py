from typing import Any

import frappe
from frappe import _

from huf.ai.access.unannounced import UnannouncedDocument
from huf.ai.access.scopes.sources import can_write_source
from huf.ai.knowledge.versions.comparing import compared, difference_of
from huf.ai.site.limits import SEARCHES, limit_rate
from huf.ai.words import said
from huf.engine.errors import HufError


class KnowledgeBuild(UnannouncedDocument):
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
		pack_manifest: DF.Code | None
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


@frappe.whitelist(methods=["GET", "POST"])
def compare_builds(knowledge_source: str, before: str, after: str) -> dict[str, Any]:
	"""What differs between two kept builds of a source: inputs ``added``, ``removed`` and ``changed``, as far as the caller may read them now."""
	_check_writable(knowledge_source)
	try:
		return compared(knowledge_source, before, after, frappe.session.user)
	except HufError as error:
		frappe.throw(said(error), title=_(error.code))


@frappe.whitelist(methods=["GET", "POST"])
def compare_input(knowledge_source: str, before: str, after: str, knowledge_input: str) -> dict[str, Any]:
	"""How the text of an input differs between two kept builds: ``changes``, each with its ``place`` and ``parts``, and whether these are all."""
	_check_writable(knowledge_source)
	try:
		return difference_of(knowledge_source, before, after, knowledge_input, frappe.session.user)
	except HufError as error:
		frappe.throw(said(error), title=_(error.code))


def _check_writable(source: str) -> None:
	# What was read of every input of a build costs more than a search.
	limit_rate(SEARCHES)
	if not can_write_source(source):
		frappe.throw(
			_("There is no knowledge source of this name that you may use like this."), frappe.PermissionError
		)
