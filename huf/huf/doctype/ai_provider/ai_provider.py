import frappe
from frappe import _
from frappe.model.document import Document

from huf.ai.knowledge import hooks


class AIProvider(Document):
	"""A service that runs models, with its key."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		api_base: DF.Data | None
		api_key: DF.Password | None
		disabled: DF.Check
		provider_name: DF.Data
	# end: auto-generated types

	def validate(self) -> None:
		self.api_base = (self.api_base or "").strip()
		if self.api_base and not self.api_base.lower().startswith(("http://", "https://")):
			frappe.throw(_("API Base must begin with http:// or https://."))

	def on_update(self) -> None:
		hooks.on_models_changed()
