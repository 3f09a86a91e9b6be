import frappe
from frappe import _
from frappe.model.document import Document

from huf.ai.knowledge import hooks
from huf.ai.knowledge.embedding_models import LOCAL_MODELS, LOCAL_PREFIX


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
		provider: DF.Link | None
	# end: auto-generated types

	def validate(self) -> None:
		self.litellm_model = (self.litellm_model or "").strip()
		if not self.litellm_model or any(character.isspace() for character in self.litellm_model):
			frappe.throw(_("LiteLLM Model must be one word such as openai/gpt-4o-mini."))
		if self.litellm_model.startswith(LOCAL_PREFIX):
			self._check_local()
		elif not self.provider:
			frappe.throw(_("Choose the provider that runs this model."), frappe.MandatoryError)

	def on_update(self) -> None:
		hooks.on_models_changed()

	def after_delete(self) -> None:
		hooks.on_models_changed()

	def _check_local(self) -> None:
		if self.litellm_model not in LOCAL_MODELS:
			frappe.throw(
				_("huf knows no local model of this name. Known: {0}.").format(", ".join(LOCAL_MODELS)),
				title=_("Local Model"),
			)
		if self.kind != "embedding":
			frappe.throw(
				_("{0} is a model of the kind embedding.").format(self.litellm_model), title=_("Local Model")
			)
		self.provider = None
