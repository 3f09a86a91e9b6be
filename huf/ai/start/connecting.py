"""Connect a Model: from a service and a key to an AI Provider and an AI Model, tried before they are kept.

For System Managers alone, as AI Provider is: the dialog decides where texts go. Every request goes only where a call of
that provider would go (:mod:`huf.engine.services`), and what a server answers is told as a verdict in words of our own.
"""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import frappe
from frappe import _
from frappe.rate_limiter import rate_limit
from frappe.utils import cint

from huf.agent.models.errors import (
	KeyRefused,
	ModelError,
	ModelMisconfigured,
	ModelRequestRefused,
	ModelTimeout,
	RateLimited,
)
from huf.ai.access.words import is_system_manager
from huf.ai.knowledge.backends.model_records import access_of, address_of, egress_to
from huf.ai.knowledge.backends.trial import TRIAL_TIMEOUT_S, ask_once
from huf.ai.words import said
from huf.engine.errors import AddressRefused
from huf.engine.services import Failure, FailureKind
from huf.engine.services.listing import UNLISTED, list_models
from huf.engine.services.presets import PRESETS, Preset, suggested

if TYPE_CHECKING:
	from frappe.model.document import Document

NAME_LENGTH = 140


def may_connect_models() -> bool:
	"""Whether the session's user may: a System Manager, as for AI Provider."""
	return is_system_manager(None) and bool(frappe.has_permission("AI Provider", "create"))


@frappe.whitelist(methods=["GET", "POST"])
def model_presets() -> list[dict[str, Any]]:
	"""The services that the dialog offers: ``key``, ``title``, ``needs_key``, ``address`` (an example, where one is entered), ``hint``."""
	_only_who_may()
	return [
		{
			"key": key,
			**{name: asdict(preset)[name] for name in ("title", "needs_key", "address", "hint")},
			"lists_models": preset.vendor not in UNLISTED,
		}
		for key, preset in PRESETS.items()
	]


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def test_connection(
	preset: str, api_key: str | None = None, api_base: str | None = None, own_network: int = 0
) -> dict[str, Any]:
	"""Ask a service for its models: whether address and key are good. Keeps nothing but, if that worked, ``own_network``.

	:param preset: a ``key`` of :func:`model_presets`. :param api_base: of a service without an address of its own.
	:param own_network: 1: the server is in the site's own network; it is entered under Local Model Servers.
	:returns: ``ok``, ``message`` (a sentence), ``models`` (names), ``model`` (the one to offer first).
	"""
	_only_who_may()
	chosen, provider = _provider(preset, api_key, api_base)
	if chosen.vendor in UNLISTED:
		return _verdict(
			True, _("This service does not say which models it has: enter the name of your deployment.")
		)
	frappe.db.savepoint("huf_test_connection")
	if cint(own_network):
		_allow(provider)
	try:
		found: tuple[str, ...] | Failure = list_models(chosen.vendor, access_of(provider, "chat"))
	except AddressRefused as error:
		found = Failure(FailureKind.NOT_ASKED, str(error))
	if isinstance(found, Failure):
		frappe.db.rollback(save_point="huf_test_connection")
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		return _verdict(False, _why_not(found, provider))
	if not found:
		return _verdict(
			False, _("The service answers, and has no model that answers questions. Install one there first.")
		)
	said = (
		_("The service answers. It has one model.")
		if len(found) == 1
		else _("The service answers. It has {0} models.")
	)
	return {
		**_verdict(True, said.format(len(found))),
		"models": list(found),
		"model": suggested(chosen, found),
	}


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def connect_model(
	preset: str, model: str, api_key: str | None = None, api_base: str | None = None
) -> dict[str, Any]:
	"""Make an AI Provider and an AI Model, ask the model once, and keep both if it answers.

	What is there already for the same service and model is used, with the new key.

	:param model: its name, as the service has it; else as for :func:`test_connection`.
	:returns: ``ok``, ``message``, and if ok ``provider`` and ``model``, the names of the documents.
	"""
	_only_who_may()
	_chosen, provider = _provider(preset, api_key, api_base)
	frappe.db.savepoint("huf_connect_model")
	provider = _kept_provider(provider)
	row = _kept_model(provider, model.strip())
	try:
		ask_once(row.name)
	except ModelError as error:
		frappe.db.rollback(save_point="huf_connect_model")
		frappe.clear_messages()
		return _verdict(False, _why_no_answer(error))
	return {
		**_verdict(True, _("{0} answers questions now.").format(row.name)),
		"provider": provider.name,
		"model": row.name,
	}


def _only_who_may() -> None:
	if not may_connect_models():
		frappe.throw(_("Only a System Manager may connect a model."), frappe.PermissionError)


def _verdict(ok: bool, message: str) -> dict[str, Any]:
	return {"ok": ok, "message": message, "models": [], "model": ""}


def _provider(preset: str, api_key: str | None, api_base: str | None) -> tuple[Preset, "Document"]:
	"""The service that is meant, and its provider as it would be saved."""
	chosen = PRESETS.get(preset)
	if chosen is None:
		frappe.throw(_("There is no service of this name. Known: {0}.").format(", ".join(PRESETS)))
	key, address = (api_key or "").strip(), (api_base or "").strip().rstrip("/")
	if chosen.needs_key and not key:
		frappe.throw(_("Enter the API key of {0}.").format(chosen.title))
	if chosen.address and not address:
		frappe.throw(_("Enter the address of the service, such as {0}.").format(chosen.address))
	provider = frappe.get_doc(
		{
			"doctype": "AI Provider",
			"provider_name": chosen.title,
			"vendor": chosen.vendor,
			"api_base": address if chosen.address else "",
			"api_key": key,
		}
	)
	if chosen.address:
		host = urlsplit(address).hostname or ""
		provider.provider_name = f"{chosen.title} ({host})"[:NAME_LENGTH] if host else chosen.title
	return chosen, provider


def _kept_provider(provider: "Document") -> "Document":
	"""The provider as a document: one of the same vendor and address with the new key, else a new one."""
	for name in frappe.get_all(
		"AI Provider", filters={"vendor": provider.vendor}, pluck="name", order_by="creation asc"
	):
		there = frappe.get_doc("AI Provider", name)
		if (there.api_base or "").rstrip("/") == provider.api_base:
			there.disabled = 0
			if provider.api_key:
				there.api_key = provider.api_key
			return there.save()
	if frappe.db.exists("AI Provider", provider.provider_name):
		provider.provider_name = f"{provider.provider_name} {frappe.generate_hash(length=4)}"[-NAME_LENGTH:]
	return provider.insert()


def _kept_model(provider: "Document", name: str) -> "Document":
	there = frappe.db.get_value(
		"AI Model",
		{"provider": provider.name, "litellm_model": name, "kind": "chat"},
		"name",
		order_by="creation asc",
	)
	if there:
		row = frappe.get_doc("AI Model", there)
		row.disabled = 0
		return row.save()
	label = name if not frappe.db.exists("AI Model", name) else f"{name} ({provider.name})"
	return frappe.get_doc(
		{
			"doctype": "AI Model",
			"model_name": label[:NAME_LENGTH],
			"provider": provider.name,
			"litellm_model": name,
			"kind": "chat",
		}
	).insert()


def _allow(provider: "Document") -> None:
	"""Enter the server under Local Model Servers; with the right to write Agent Settings, as on their form."""
	try:
		way = egress_to(address_of(provider, "chat"))
	except AddressRefused as error:
		frappe.throw(frappe.utils.escape_html(said(error)), title=_("Address"))
	entry = f"[{way.host}]:{way.port}" if ":" in way.host else f"{way.host}:{way.port}"
	settings = frappe.get_doc("Agent Settings")
	lines = (settings.local_model_servers or "").splitlines()
	if entry not in lines:
		settings.local_model_servers = "\n".join([*lines, entry])
		settings.save()


def _why_not(failure: Failure, provider: "Document") -> str:
	"""Why a service does not list its models. None of its own words: who reads this chose only the address."""
	match failure.kind:
		case FailureKind.NOT_ASKED:
			return failure.detail
		case FailureKind.KEY_REFUSED:
			return _("The service refuses this key. Copy it again, whole; it may also have been withdrawn.")
		case FailureKind.RATE_LIMITED | FailureKind.NO_QUOTA:
			return _(
				"The service knows the key and refuses requests for now: look at its limits and at the account."
			)
		case FailureKind.TIMEOUT:
			return _("Nothing came from the service within {0} seconds.").format(round(failure.timeout_s))
		case FailureKind.REQUEST_REFUSED | FailureKind.UNREADABLE:
			return _(
				"There is a server at this address, but none of this kind. Check the address; most end in /v1."
			)
		case _:
			return _("No connection to {0}. Check the address, and whether the server runs.").format(
				urlsplit(address_of(provider, "chat")).hostname
			)


def _why_no_answer(error: ModelError) -> str:
	"""Why the model that was chosen did not answer, in words of our own."""
	if isinstance(error, ModelMisconfigured):
		return said(error)
	if isinstance(error, KeyRefused):
		return _("The service refuses this key for this model.")
	if isinstance(error, RateLimited):
		return _("The service refuses requests for now. Wait a minute, and look at its limits.")
	if isinstance(error, ModelTimeout):
		return _("The model did not answer within {0} seconds.").format(round(TRIAL_TIMEOUT_S))
	if isinstance(error, ModelRequestRefused):
		return _(
			"The service refuses to ask this model: check its name, and whether the account has it and has quota left."
		)
	return _("The model gave no answer. Try again, or choose another one.")
