import frappe
from frappe import _
from frappe.rate_limiter import rate_limit
from frappe.utils import add_days, now

from huf.ai.access.unannounced import UnannouncedDocument
from huf.ai.search_log import delete_before, delete_own, opening
from huf.ai.site.limits import SEARCHES, limit_rate

LONGEST_QUERY = 10_000
"""Characters that are looked at, as of a search."""


class KnowledgeSearchLog(UnannouncedDocument):
	"""One search: what was asked, where, and what came of it. Written by the server; its user may delete it."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF
		from huf.huf.doctype.knowledge_search_source.knowledge_search_source import KnowledgeSearchSource

		agent_run: DF.Link | None
		asked_at: DF.Datetime | None
		filtered: DF.Check
		fingerprint: DF.Data | None
		found: DF.Check
		hits: DF.Int
		not_searched: DF.Int
		opened: DF.Check
		own_only: DF.Check
		question: DF.SmallText | None
		road: DF.Literal[
			"Search",
			"Test Search",
			"Search As User",
			"Ask this Record",
			"Answer",
			"Agent",
			"Agent Tool",
			"MCP",
			"Dify",
			"Gap Proof",
			"Server",
		]
		sources: DF.Table[KnowledgeSearchSource]
		took_ms: DF.Float
		user: DF.Link | None
		user_hash: DF.Data | None
	# end: auto-generated types

	def validate(self) -> None:
		if not self.is_new():
			_refuse()

	def before_rename(self, *names: object, **values: object) -> None:
		_refuse()

	def on_trash(self) -> None:
		# Frappe keeps what is deleted, for those who may restore it. Of this only that there was a search.
		self.question = self.fingerprint = None
		self.sources = []

	@staticmethod
	def clear_old_logs(days: int = 90) -> None:
		"""Called by Log Settings, where the number of days is set."""
		delete_before(add_days(now(), -days))


@frappe.whitelist(methods=["POST"])
def delete_my_searches() -> dict[str, int]:
	"""Take everything that the caller searched for out of the log: ``deleted``, how many searches."""
	limit_rate(SEARCHES)
	frappe.has_permission("Knowledge Search Log", "delete", throw=True)
	return {"deleted": delete_own(frappe.session.user)}


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=240, seconds=60)
def note_opened(query: str | None = None, run: str | None = None) -> dict[str, bool]:
	"""Note that the caller opened a result of their own last search for ``query``, or a passage of the answer of their ``run``.

	It is told nothing of what there is: ``noted`` is true whether or not such a search is kept.
	"""
	frappe.has_permission("Knowledge Search Log", "read", throw=True)
	opening.note(frappe.session.user, (query or "")[:LONGEST_QUERY], (run or "")[:140])
	return {"noted": True}


def _refuse() -> None:
	frappe.throw(
		_("A search in the log is not changed. Its user may delete it; Log Settings clear old ones."),
		frappe.PermissionError,
	)
