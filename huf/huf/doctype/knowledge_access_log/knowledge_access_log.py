import frappe
from frappe import _
from frappe.model.document import Document
from frappe.utils import add_days, now


class KnowledgeAccessLog(Document):
	"""That somebody searched as somebody else. Once written it stays as it is."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		filters: DF.SmallText | None
		knowledge_sources: DF.SmallText | None
		query: DF.SmallText | None
		searched_as: DF.Link
		searched_at: DF.Datetime
		user: DF.Link
	# end: auto-generated types

	def validate(self) -> None:
		if not self.is_new():
			_refuse()

	def before_rename(self, *names: object, **values: object) -> None:
		_refuse()

	def on_trash(self) -> None:
		_refuse()

	@staticmethod
	def clear_old_logs(days: int = 365) -> None:
		"""Called by Log Settings, where the number of days is set."""
		frappe.db.delete("Knowledge Access Log", {"creation": ("<", add_days(now(), -days))})


def _refuse() -> None:
	frappe.throw(
		_("The log of searches as another user is not changed. Log Settings clear old entries."),
		frappe.PermissionError,
	)
