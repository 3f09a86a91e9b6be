"""From the records AI Model and AI Provider to what a call of the model needs.

A name that came into the table past the form is checked here again, and the provider's address is read and judged for
each call. Both are in the hands of different people: whoever may write an AI Model chooses among the models of a
vendor, and only who may write an AI Provider says which vendor that is, and where it is asked with which key.
"""

import ipaddress
from typing import TYPE_CHECKING, cast

import frappe
from frappe import _
from frappe.utils import flt

from huf.agent.models.client import NO_KEY, ModelConfig, Prices
from huf.agent.models.errors import ModelMisconfigured
from huf.ai.knowledge.fetch.address import local_server_entries, may_connect, system_resolver
from huf.ai.site.settings import get_settings
from huf.engine.errors import AddressRefused, ModelNameRefused, SettingsError
from huf.engine.services import VENDORS, Access, Egress, Kind, model_string

if TYPE_CHECKING:
	from frappe.model.document import Document

	from huf.engine.profiles import Profile

LOCAL_PREFIX = "local/"
"""Begins what an AI Model says to mean a model on this server."""

REMEMBERED_S = 24 * 60 * 60
"""How long it is remembered what a model refuses: its service may learn it meanwhile."""


def model_config(agent: "Document", profile: "Profile | None" = None) -> ModelConfig:
	"""The agent's model and its provider, as the call needs them. Raises ModelMisconfigured.

	:param profile: the agent's, whose temperature counts instead of its own.
	"""
	own = None if agent.own_temperature else flt(agent.temperature)
	return config_of_model(agent.model, profile.temperature if profile else own)


class SiteMemory:
	"""What models have refused, for all processes of the site: each run is a process of its own. A
	:class:`~huf.agent.models.refused.Memory`."""

	def get(self, key: str) -> frozenset[str]:
		"""What the model is not asked with."""
		return frozenset(frappe.cache.get_value(f"huf_refused:{key}", expires=True) or ())

	def put(self, key: str, refused: frozenset[str]) -> None:
		"""Remember it for a day."""
		frappe.cache.set_value(f"huf_refused:{key}", sorted(refused), expires_in_sec=REMEMBERED_S)


def answering_model() -> str | None:
	"""The AI Model that answers without an agent: of Agent Settings, else the first enabled one of the kind chat."""
	chosen = get_settings().answer_model or frappe.db.get_value(
		"AI Model", {"kind": "chat", "disabled": 0}, "name", order_by="creation asc"
	)
	return cast("str | None", chosen)


def needed_answering_model() -> str:
	"""The same, for who asks it now; frappe.ValidationError when there is none."""
	chosen = answering_model()
	if not chosen:
		frappe.throw(_("There is no AI Model of the kind chat. Make one, or choose it in Agent Settings."))
	return chosen


def config_of_model(name: str, temperature: float | None) -> ModelConfig:
	"""An AI Model of the kind chat and its provider, as the call needs them. Raises ModelMisconfigured.

	:param temperature: None: the service's own.
	"""
	model = frappe.get_doc("AI Model", name)
	if model.kind != "chat":
		raise ModelMisconfigured(_("{0} is not a model of the kind chat.").format(model.name))
	if model.disabled:
		raise ModelMisconfigured(
			_("The AI Model {0} is disabled. Enable it on its form, or choose another one.").format(
				model.name
			)
		)
	if not model.provider or not frappe.db.exists("AI Provider", model.provider):
		raise ModelMisconfigured(_("The AI Model {0} has no provider. Enter one.").format(model.name))
	provider = frappe.get_doc("AI Provider", model.provider)
	if provider.disabled:
		raise ModelMisconfigured(_("{0} {1} is disabled.").format(_(provider.doctype), provider.name))
	prices = Prices(0.0, 0.0) if model.costs_nothing else None
	if not prices and (flt(model.input_price) or flt(model.output_price)):
		prices = Prices(flt(model.input_price), flt(model.output_price))
	try:
		string = string_of(provider, model.litellm_model, "chat")
		access = access_of(provider, "chat")
	except (ModelNameRefused, AddressRefused) as error:
		raise ModelMisconfigured(
			_("The AI Model {0} cannot be asked: {1}").format(model.name, error)
		) from None
	return ModelConfig(
		model=string,
		api_base=access.api_base,
		api_key=access.api_key,
		temperature=temperature,
		prices=prices,
		egress=access.egress,
		memory=SiteMemory(),
		# Whoever changes the model or its provider has mended something.
		memory_key=f"{model.name}:{model.modified}:{provider.modified}",
	)


def string_of(provider: "Document", name: str, kind: Kind) -> str:
	"""What LiteLLM is given for the model ``name`` of a provider. Raises ModelNameRefused."""
	if not provider.vendor:
		raise ModelNameRefused(
			_(
				"The AI Provider {0} has no vendor. A System Manager chooses it; models of other vendors need providers "
				"of their own."
			).format(provider.name)
		)
	return model_string(provider.vendor, name or "", kind)


def access_of(provider: "Document", kind: Kind) -> Access:
	"""Address and key of a provider for one call, read now, and where that call may go.

	Raises:
		AddressRefused: the provider needs an address and has none, or has one that is none.
		frappe.ValidationError: its key cannot be decrypted.
	"""
	address = address_of(provider, kind)
	key = provider.get_password("api_key", raise_exception=False)
	return Access(key or NO_KEY, address, egress_to(address))


def address_of(provider: "Document", kind: Kind) -> str:
	"""Where a provider is asked: at its own address, else at its vendor's. Raises AddressRefused."""
	vendor = VENDORS.get(provider.vendor or "")
	address = (provider.api_base or "").strip() or (vendor.address_for(kind) if vendor else "")
	if not address:
		raise AddressRefused(
			_(
				"The AI Provider {0} has no address, and its vendor has none of its own. A System Manager enters it "
				"under API Base."
			).format(provider.name)
		)
	return address


def egress_to(address: str) -> Egress:
	"""The way to an address, as Agent Settings allow it now. Raises AddressRefused."""
	try:
		local = local_server_entries(get_settings().local_model_servers)
	except SettingsError as error:
		raise AddressRefused(_("Local Model Servers in Agent Settings: {0}").format(error)) from None
	return Egress.to(
		address, lambda way, network_address: may_connect(way.host, way.port, network_address, local)
	)


def refuse_private_address(provider: "Document") -> None:
	"""For the form: what each connection is checked for, said when the address is entered.

	Raises:
		AddressRefused: no model may be asked at the provider's address.
		FetchFailed: its host cannot be found now.
	"""
	if not provider.api_base:
		return
	egress = egress_to(provider.api_base)
	for text in system_resolver(egress.host, egress.port):
		if not egress.allowed(egress, ipaddress.ip_address(text)):
			raise AddressRefused(
				_(
					"The host {0} is not a public internet address. If it is a server of your own, enter it first under "
					"Local Model Servers in Agent Settings, such as {1}."
				).format(egress.host, f"{egress.host}:{egress.port}")
			)
