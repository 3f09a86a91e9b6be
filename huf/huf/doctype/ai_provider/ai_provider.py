import frappe
from frappe import _
from frappe.model.document import Document

from huf.ai.knowledge import hooks
from huf.ai.knowledge.backends.model_records import refuse_private_address
from huf.ai.words import said
from huf.engine.errors import AddressRefused, FetchFailed


class AIProvider(Document):
	"""A service that runs models: its vendor, its address and its key. Written by System Managers alone."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		api_base: DF.Data | None
		api_key: DF.Password | None
		disabled: DF.Check
		provider_name: DF.Data
		vendor: DF.Literal[
			"",
			"ai21_chat",
			"anthropic",
			"azure",
			"azure_ai",
			"cerebras",
			"cohere",
			"dashscope",
			"databricks",
			"deepinfra",
			"deepseek",
			"docker_model_runner",
			"featherless_ai",
			"fireworks_ai",
			"gemini",
			"github",
			"groq",
			"hosted_vllm",
			"huggingface",
			"hyperbolic",
			"infinity",
			"jina_ai",
			"litellm_proxy",
			"llamafile",
			"lm_studio",
			"meta_llama",
			"mistral",
			"moonshot",
			"nebius",
			"novita",
			"nvidia_nim",
			"ollama",
			"openai",
			"openai_like",
			"openrouter",
			"ovhcloud",
			"perplexity",
			"sambanova",
			"together_ai",
			"vercel_ai_gateway",
			"voyage",
			"xai",
			"xinference",
			"zai",
		]
	# end: auto-generated types

	def validate(self) -> None:
		self.api_base = (self.api_base or "").strip()
		self._check_address()

	def _check_address(self) -> None:
		"""Refuse an address that no model may be asked at. One that cannot be found now is judged when it is used."""
		try:
			refuse_private_address(self)
		except AddressRefused as error:
			frappe.throw(frappe.utils.escape_html(said(error)), title=_("API Base"))
		except FetchFailed as error:
			frappe.msgprint(
				frappe.utils.escape_html(said(error)), title=_("API Base"), indicator="orange", alert=True
			)

	def on_update(self) -> None:
		hooks.on_models_changed()
