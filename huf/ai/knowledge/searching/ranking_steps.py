"""The section Ranking of a Knowledge Source in the engine's words."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import frappe
from frappe import _
from frappe.utils import cint, escape_html, flt

from huf.ai.knowledge.backends.model_records import LOCAL_PREFIX, access_of, string_of
from huf.ai.knowledge.backends.reranking_costs import RerankingMeter
from huf.ai.knowledge.records.labels import DATE_KEYS
from huf.ai.words import said
from huf.engine.errors import AddressRefused, EmbedderMissing, ModelNameRefused, RerankFailed, SettingsError
from huf.engine.filters.known import check_date_key
from huf.engine.search import Reranker, Steps
from huf.engine.search.steps.litellm_reranker import LiteLLMReranker
from huf.engine.search.steps.settings import MMR_LAMBDA, RERANK_TIMEOUT_S

FIELDS = (
	"collapse_equal_texts",
	"rerank_model",
	"rerank_timeout",
	"freshness_key",
	"freshness_half_life",
	"relevance_floor",
	"max_chunks_per_input",
	"diversify",
	"mmr_lambda",
)
"""Those of Knowledge Source that this module reads."""
HALF_LIFE_DAYS = 365.0


_IN_PLACE = "huf_reranker_in_place"


@contextmanager
def reranked_by(reranker: Reranker | None, timeout_s: float) -> Iterator[None]:
	"""The searches of the block are re-ranked by this one, or by none, whatever their sources have chosen."""
	frappe.flags[_IN_PLACE] = (reranker, timeout_s)
	try:
		yield
	finally:
		del frappe.flags[_IN_PLACE]


@dataclass(frozen=True, slots=True)
class UnavailableReranker:
	"""Stands for a model that cannot be asked: the search goes on without it, and says why."""

	key: str
	reason: str

	def prepare(self) -> None:
		"""Nothing is needed to say no."""

	def scores(self, query: str, texts: Sequence[str], timeout_s: float) -> Sequence[float]:
		"""Raises RerankFailed."""
		raise RerankFailed(self.reason)


def steps_of(row: Mapping[str, Any]) -> Steps:
	"""The steps of a source; ``row`` holds ``FIELDS``. Raises SettingsError.

	A date that inputs do not have is left out: see :func:`unknown_date`.
	"""
	reranker = reranker_for(row["rerank_model"]) if row.get("rerank_model") else None
	timeout_s = flt(row.get("rerank_timeout")) or RERANK_TIMEOUT_S
	if _IN_PLACE in frappe.flags:
		reranker, timeout_s = frappe.flags[_IN_PLACE]
	return Steps(
		collapse=bool(cint(row.get("collapse_equal_texts"))),
		reranker=reranker,
		rerank_timeout_s=timeout_s,
		freshness_key="" if unknown_date(row) else _date_key(row),
		half_life_days=flt(row.get("freshness_half_life")) or HALF_LIFE_DAYS,
		floor=flt(row.get("relevance_floor")),
		max_per_input=cint(row.get("max_chunks_per_input")),
		mmr=bool(cint(row.get("diversify"))),
		# 0 is a value: novelty alone.
		mmr_lambda=MMR_LAMBDA if row.get("mmr_lambda") in (None, "") else flt(row["mmr_lambda"]),
	)


def unknown_date(row: Mapping[str, Any]) -> str:
	"""What is wrong with the date by which a source prefers newer hits, if it was set before such dates were checked; else
	empty. It keeps nothing from being found, so it does not keep the source from being searched."""
	try:
		check_date_key(_date_key(row), DATE_KEYS)
	except SettingsError as error:
		return str(error)
	return ""


def _date_key(row: Mapping[str, Any]) -> str:
	return (row.get("freshness_key") or "").strip()


def check_ranking(row: Mapping[str, Any]) -> None:
	"""Refuse settings that cannot be meant, with a message for the form."""
	try:
		check_date_key(_date_key(row), DATE_KEYS)
		steps_of(row)
	except SettingsError as error:
		frappe.throw(escape_html(said(error)), title=_("Ranking"))
	model = row.get("rerank_model")
	if model and frappe.db.get_value("AI Model", model, "kind") != "rerank":
		frappe.throw(_("{0} is not a model of the kind rerank.").format(model), title=_("Ranking"))


def reranker_for(name: str) -> Reranker:
	"""The re-ranker that an AI Model of the kind rerank stands for."""
	model = frappe.db.get_value("AI Model", name, ["litellm_model", "provider", "disabled"], as_dict=True)
	if model and (model.litellm_model or "").startswith(LOCAL_PREFIX):
		return _local(name, model)
	if model is None or not model.provider or not frappe.db.exists("AI Provider", model.provider):
		return UnavailableReranker(name, _("The AI Model {0} is gone, or has no provider.").format(name))
	provider = frappe.get_cached_doc("AI Provider", model.provider)
	for doctype, record, disabled in (
		("AI Model", name, model.disabled),
		("AI Provider", provider.name, provider.disabled),
	):
		if disabled:
			return UnavailableReranker(name, _("{0} {1} is disabled.").format(_(doctype), record))
	try:
		string = string_of(provider, model.litellm_model, "rerank")
		access = access_of(provider, "rerank")
	except (ModelNameRefused, AddressRefused) as error:
		return UnavailableReranker(name, _("The AI Model {0} cannot be asked: {1}").format(name, error))
	except frappe.ValidationError:
		# Frappe's words name neither the provider nor what to do; the site's encryption key was changed.
		reason = _("The API key of the AI Provider {0} cannot be decrypted. Enter it again.")
		return UnavailableReranker(name, reason.format(provider.name))
	return LiteLLMReranker(string, access, owner=frappe.local.site, meter=RerankingMeter(name))


def _local(name: str, model: Mapping[str, Any]) -> Reranker:
	"""A cross-encoder that is placed on this site: no provider, no costs."""
	if model["disabled"]:
		return UnavailableReranker(name, _("{0} {1} is disabled.").format(_("AI Model"), name))
	from huf.ai.knowledge.backends.placed_models import placed_model

	try:
		return placed_model(model["litellm_model"].removeprefix(LOCAL_PREFIX), "rerank").reranker()
	except EmbedderMissing as error:
		return UnavailableReranker(name, str(error))
