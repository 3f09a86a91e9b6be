"""An AI Provider has the vendor, and an AI Model nothing but the vendor's name of the model.

Both stood together in the model string, which said LiteLLM also where to go. What can be told apart without doubt is
moved: all enabled models of a provider agree on a vendor, and what is left is a name. Every other model is disabled, and
named with what to do. A private address of a provider, which a System Manager had entered, stays in use.
"""

import ipaddress
from typing import Any

import frappe
from frappe import _

from huf.ai.knowledge.backends.embedding_models import LOCAL_PREFIX
from huf.ai.knowledge.backends.model_records import address_of, egress_to
from huf.ai.knowledge.fetch.address import is_public, system_resolver
from huf.engine.errors import AddressRefused, FetchFailed, ModelNameRefused
from huf.engine.services import VENDORS, load_litellm, model_string
from huf.engine.services.vendors import OTHER_NAMES, split

TITLE = "AI models that were disabled"


def execute() -> None:
	"""Move what can be moved, disable what cannot, and say so on the record, in the Error Log and in the output."""
	said: list[str] = []
	for name in frappe.get_all("AI Provider", {"vendor": ("in", ("", None))}, pluck="name"):
		said += _move(frappe.get_doc("AI Provider", name))
	for line in said:
		print(line)
	if said:
		frappe.log_error(title=TITLE, message="\n".join(said))
	frappe.clear_document_cache("Agent Settings", "Agent Settings")


def _move(provider: Any) -> list[str]:
	"""What a person has to do about this provider and its models."""
	models = [
		model
		for model in frappe.get_all(
			"AI Model", {"provider": provider.name}, ["name", "litellm_model", "kind", "disabled"]
		)
		if not model.litellm_model.startswith(LOCAL_PREFIX)
	]
	if not models:
		return [f"AI Provider {provider.name}: choose its vendor."]
	found = {model.name: _parts(model.litellm_model, provider.api_base) for model in models}
	vendors = {found[model.name][0] for model in models if found[model.name] and not model.disabled} or {
		parts[0] for parts in found.values() if parts
	}
	if len(vendors) != 1:
		why = (
			"Its provider has models of several vendors ({}). Make a provider for each vendor, choose the provider and "
			"write the model's name without the vendor.".format(", ".join(sorted(vendors)))
			if vendors
			else "Its vendor cannot be told. Choose the vendor in the AI Provider, and write the model's name alone."
		)
		return [_disable(model, why) for model in models]
	provider.vendor = vendors.pop()
	if provider.vendor not in VENDORS:
		why = (
			f"huf does not ask models of {provider.vendor} any more. A service that speaks OpenAI's language is asked by a "
			"provider of the vendor openai, with its address and its key."
		)
		return [_disable(model, why) for model in models]
	try:
		address = address_of(provider, "chat")
		egress = egress_to(address)
	except AddressRefused as error:
		return [_disable(model, f"{error} Then choose its vendor, {provider.vendor}.") for model in models]
	problems = []
	for model in models:
		parts = found[model.name]
		if parts is None or parts[0] != provider.vendor:
			why = f"It is no model of {provider.vendor}. Make a provider for its vendor, and write the model's name alone."
			problems.append(_disable(model, why))
			continue
		try:
			string = model_string(provider.vendor, parts[1], model.kind)
		except ModelNameRefused as error:
			problems.append(_disable(model, str(error)))
			continue
		values = {"litellm_model": parts[1]}
		if model.kind == "embedding" and string != model.litellm_model:
			values["index_key"] = f"litellm:{model.litellm_model}"
		frappe.db.set_value("AI Model", model.name, values, update_modified=False)
		frappe.clear_document_cache("AI Model", model.name)
	frappe.db.set_value("AI Provider", provider.name, "vendor", provider.vendor, update_modified=False)
	frappe.clear_document_cache("AI Provider", provider.name)
	# A vendor's own address needs no entry, unless it is the usual one of a server on this machine.
	if provider.api_base or egress.host == "localhost":
		problems += _keep_address(provider.name, egress)
	return problems


def _parts(string: str, api_base: str | None) -> tuple[str, str] | None:
	"""Vendor and name of a model string, as LiteLLM read it until now, or None."""
	if parts := split(string):
		return parts
	litellm = load_litellm()
	try:
		name, vendor = litellm.get_llm_provider(model=string, api_base=api_base or None)[:2]
	except litellm.exceptions.BadRequestError:
		return None
	return (OTHER_NAMES.get(vendor, vendor), string) if name == string else None


def _disable(model: Any, why: str) -> str:
	"""Disable a model, with the reason among its comments."""
	frappe.db.set_value("AI Model", model.name, "disabled", 1, update_modified=False)
	frappe.clear_document_cache("AI Model", model.name)
	text = _("This model was disabled by an update of huf: {0}").format(why)
	frappe.get_doc("AI Model", model.name).add_comment("Info", frappe.utils.escape_html(text))
	return f"AI Model {model.name} ({model.litellm_model}) was disabled. {why}"


def _keep_address(provider: str, egress: Any) -> list[str]:
	"""Enter the server of a provider under Local Model Servers, if it is one."""
	try:
		addresses = [ipaddress.ip_address(text) for text in system_resolver(egress.host, egress.port)]
	except FetchFailed:
		return [
			f"AI Provider {provider}: its host {egress.host} cannot be found now. If it is in your own network, enter it "
			"under Local Model Servers in Agent Settings."
		]
	if all(map(is_public, addresses)):
		return []
	host = f"[{egress.host}]" if ":" in egress.host else egress.host
	listed = frappe.db.get_single_value("Agent Settings", "local_model_servers") or ""
	lines = [*filter(None, listed.splitlines())]
	if f"{host}:{egress.port}" not in lines:
		lines.append(f"{host}:{egress.port}")
	frappe.db.set_single_value("Agent Settings", "local_model_servers", "\n".join(lines))
	return []
