"""What LiteLLM knows about models without asking them: vendor, parameters, limits and list prices."""

import math
from collections.abc import Sequence
from typing import Any

from huf.engine.services.access import Access, load_litellm

_UNIT_TEXTS, _UNIT_TOKENS = 100, 500
"""Texts of one search unit, and tokens from which on a text counts as several: of Cohere's price list, "Rerank", where LiteLLM knows no
other numbers for a model."""


def vendor_of(model: str, access: Access) -> str:
	"""LiteLLM's name of the vendor: what it is told, else what it reads out of the model string; empty where it cannot tell."""
	if told := access.arguments(model).get("custom_llm_provider"):
		return str(told)
	litellm = load_litellm()
	try:
		return str(litellm.get_llm_provider(model=model)[1])
	except litellm.exceptions.BadRequestError:
		return ""


def chat_parameters(model: str, access: Access) -> frozenset[str]:
	"""What a chat model takes besides messages (OpenAI's names); nothing where LiteLLM does not know it for answering."""
	litellm = load_litellm()
	vendor = access.arguments(model).get("custom_llm_provider")
	try:
		return frozenset(litellm.get_supported_openai_params(model=model, custom_llm_provider=vendor) or ())
	# The second is what the code for a vendor raises by itself for a name that it does not know.
	except (
		litellm.exceptions.BadRequestError,
		litellm.llms.base_llm.chat.transformation.BaseLLMException,
	):
		return frozenset()


def input_limit(model: str) -> int | None:
	"""Tokens that a model takes, or None where LiteLLM knows no limit."""
	costs = load_litellm().model_cost
	for name in _names(model):
		if limit := (costs.get(name) or {}).get("max_input_tokens"):
			return int(limit)
	return None


def output_limit(model: str) -> int | None:
	"""Tokens that a model writes at most in one answer, or None where LiteLLM does not know."""
	costs = load_litellm().model_cost
	for name in _names(model):
		if limit := (costs.get(name) or {}).get("max_output_tokens"):
			return int(limit)
	return None


def list_price(model: str, prompt_tokens: int, completion_tokens: int) -> float | None:
	"""US dollars for so many tokens, or None for a model without a price: for one LiteLLM raises, or says zero, depending
	on the vendor."""
	litellm = load_litellm()
	if not any(name in litellm.model_cost for name in _names(model)):
		return None
	try:
		prompt, completion = litellm.cost_per_token(
			model=model, prompt_tokens=prompt_tokens, completion_tokens=completion_tokens
		)
	except litellm.exceptions.BadRequestError:
		return None  # a known model of a vendor that it does not know
	return float(prompt + completion)


def reading_units(model: str, tokens: Sequence[int]) -> int:
	"""Search units of one request that re-ranks texts.

	:param tokens: of each text together with the query.
	"""
	known = _listed(model) or {}
	size = known.get("max_tokens_per_document_chunk") or _UNIT_TOKENS
	most = known.get("max_document_chunks_per_query") or _UNIT_TEXTS
	return math.ceil(sum(max(1, math.ceil(one / size)) for one in tokens) / most)


def list_price_of_reading(model: str, tokens: int, units: int) -> float | None:
	"""US dollars for a request that re-ranks, by its tokens, its search units, or both; None for a model without a price."""
	known = _listed(model) or {}
	prices = [known.get("input_cost_per_token"), known.get("input_cost_per_query")]
	if all(price is None for price in prices):
		return None
	return tokens * float(prices[0] or 0.0) + units * float(prices[1] or 0.0)


def _listed(model: str) -> dict[str, Any] | None:
	"""What the list has of a model."""
	costs = load_litellm().model_cost
	return next((costs[name] for name in _names(model) if name in costs), None)


def _names(model: str) -> tuple[str, str]:
	"""With its vendor and without, as the list may have it."""
	return model, model.split("/", 1)[-1]
