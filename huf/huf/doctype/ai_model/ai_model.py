import frappe
from frappe import _
from frappe.model.document import Document

from huf.ai.knowledge import hooks
from huf.ai.knowledge.backends.embedding_models import local_names
from huf.ai.knowledge.backends.model_records import LOCAL_PREFIX, string_of
from huf.ai.words import said
from huf.engine.errors import ModelNameRefused


class AIModel(Document):
	"""A model of a provider, by the name that the provider's vendor gives it."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		costs_nothing: DF.Check
		disabled: DF.Check
		index_key: DF.Data | None
		input_price: DF.Float
		kind: DF.Literal["chat", "embedding", "rerank"]
		litellm_model: DF.Data
		model_name: DF.Data
		output_price: DF.Float
		provider: DF.Link | None
	# end: auto-generated types

	def validate(self) -> None:
		self.litellm_model = (self.litellm_model or "").strip()
		if self.litellm_model.startswith(LOCAL_PREFIX):
			self._check_local()
		elif not self.provider:
			frappe.throw(_("Choose the provider that runs this model."), frappe.MandatoryError)
		else:
			self._check_name()
		self._keep_index_key()

	def on_update(self) -> None:
		hooks.on_models_changed()

	def after_delete(self) -> None:
		hooks.on_models_changed()

	def _check_name(self) -> None:
		"""The name is checked again for each call: a row can be written past the form, and a provider changed."""
		try:
			string_of(frappe.get_doc("AI Provider", self.provider), self.litellm_model, self.kind)
		except ModelNameRefused as error:
			frappe.throw(frappe.utils.escape_html(said(error)), title=_("Model"))

	def _keep_index_key(self) -> None:
		"""The key belongs to the model that the patch found here; nobody types it."""
		before = self.get_doc_before_save()
		same = before and all(
			before.get(fieldname) == self.get(fieldname)
			for fieldname in ("litellm_model", "provider", "kind")
		)
		self.index_key = before.index_key if same else None

	def _check_local(self) -> None:
		if self.litellm_model not in (known := local_names()):
			frappe.throw(
				_("huf knows no local model of this name. Known: {0}.").format(", ".join(known)),
				title=_("Local Model"),
			)
		if self.kind != (kind := known[self.litellm_model]):
			frappe.throw(
				_("{0} is a model of the kind {1}.").format(self.litellm_model, kind), title=_("Local Model")
			)
		self.provider = None
