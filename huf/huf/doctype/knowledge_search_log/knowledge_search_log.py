import frappe
from frappe import _
from frappe.model.document import Document
from frappe.utils import add_days, now

from huf.ai.search_log import delete_before, delete_own
from huf.ai.site.limits import SEARCHES, limit_rate


class KnowledgeSearchLog(Document):
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


def _refuse() -> None:
	frappe.throw(
		_("A search in the log is not changed. Its user may delete it; Log Settings clear old ones."),
		frappe.PermissionError,
	)
