"""From the records AI Model and AI Provider to what a call of the model needs."""

from typing import TYPE_CHECKING

import frappe
from frappe import _
from frappe.utils import flt

from huf.ai.llm import ModelConfig, Prices
from huf.ai.model_errors import ModelMisconfigured

if TYPE_CHECKING:
	from frappe.model.document import Document


def model_config(agent: "Document") -> ModelConfig:
	"""The agent's model and its provider, as the call needs them. Raises ModelMisconfigured."""
	return config_of_model(agent.model, flt(agent.temperature))


def config_of_model(name: str, temperature: float) -> ModelConfig:
	"""An AI Model of the kind chat and its provider, as the call needs them. Raises ModelMisconfigured."""
	model = frappe.get_doc("AI Model", name)
	provider = frappe.get_doc("AI Provider", model.provider)
	for doc in (model, provider):
		if doc.disabled:
			raise ModelMisconfigured(_("{0} {1} is disabled.").format(_(doc.doctype), doc.name))
	if model.kind != "chat":
		raise ModelMisconfigured(_("{0} is not a model of the kind chat.").format(model.name))
	prices = None
	if flt(model.input_price) or flt(model.output_price):
		prices = Prices(flt(model.input_price), flt(model.output_price))
	return ModelConfig(
		model=model.litellm_model,
		api_base=provider.api_base or None,
		api_key=provider.get_password("api_key", raise_exception=False) or None,
		temperature=temperature,
		prices=prices,
	)
