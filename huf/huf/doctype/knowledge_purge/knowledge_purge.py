import frappe
from frappe import _
from frappe.model.document import Document
from frappe.rate_limiter import rate_limit

from huf.ai.access.words import is_system_manager
from huf.ai.purging import asking


class KnowledgePurge(Document):
	"""The order to take an input out of everything, and the certificate of what was removed where."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF
		from huf.huf.doctype.knowledge_purge_place.knowledge_purge_place import KnowledgePurgePlace

		content_hash: DF.Data | None
		error_message: DF.SmallText | None
		finished_at: DF.Datetime | None
		knowledge_input: DF.Data
		knowledge_source: DF.Data
		ordered_at: DF.Datetime | None
		ordered_by: DF.Link | None
		places: DF.Table[KnowledgePurgePlace]
		progress: DF.Percent
		reason: DF.SmallText
		status: DF.Literal["Queued", "Running", "Waiting", "Done", "Failed"]
		step: DF.Data | None
	# end: auto-generated types


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def order_purge(
	knowledge_input: str, reason: str, knowledge_source: str | None = None, words: str | None = None
) -> dict[str, str]:
	"""Take an input out of huf for good, in a job. For System Managers; gives the ``purge`` that becomes its certificate.

	:param reason: why; it stays in the certificate. :param knowledge_source: of an input that was deleted before.
	:param words: what must not be left anywhere either, a phrase in each line, of at least 6 characters.
	"""
	_only_system_managers()
	return {"purge": asking.order(knowledge_input, reason, knowledge_source, words or "")}


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def retry_purge(purge: str) -> dict[str, str]:
	"""Go on with a purge that failed. For System Managers."""
	_only_system_managers()
	return {"purge": asking.retry(purge)}


def _only_system_managers() -> None:
	if not is_system_manager(None):
		frappe.throw(_("Only a System Manager may have something purged."), frappe.PermissionError)
