import frappe
from frappe import _
from frappe.model.document import Document
from frappe.utils import escape_html

from huf.ai.profiles import profile_of_record
from huf.ai.words import said
from huf.engine.errors import SettingsError


class KnowledgeProfile(Document):
	"""How a kind of source is shown to a model, cited, asked and remembered."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		answer_tokens: DF.Int
		cache_seconds: DF.Int
		citation: DF.Data | None
		context_tokens: DF.Int
		description: DF.SmallText | None
		disabled: DF.Check
		heading: DF.Data | None
		instructions: DF.SmallText | None
		own_temperature: DF.Check
		profile_name: DF.Data
		temperature: DF.Float
		top_k: DF.Int
	# end: auto-generated types

	def validate(self) -> None:
		try:
			profile_of_record(self)
		except SettingsError as error:
			frappe.throw(escape_html(said(error)), title=_("Profile"))
