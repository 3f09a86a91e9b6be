import frappe
from frappe import _
from frappe.model.document import Document


class AIModel(Document):
	"""A model as LiteLLM names it."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		disabled: DF.Check
		input_price: DF.Float
		kind: DF.Literal["chat", "embedding", "rerank"]
		litellm_model: DF.Data
		model_name: DF.Data
		output_price: DF.Float
		provider: DF.Link
	# end: auto-generated types

	def validate(self) -> None:
		self.litellm_model = (self.litellm_model or "").strip()
		if not self.litellm_model or any(character.isspace() for character in self.litellm_model):
			frappe.throw(_("LiteLLM Model must be one word such as openai/gpt-4o-mini."))
