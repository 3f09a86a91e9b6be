"""What LiteLLM raises, in huf's words: who has to act, and whether and when a retry helps."""

import email.utils
import time
from typing import TYPE_CHECKING, Any

from huf.agent.models.errors import (
	KeyRefused,
	ModelError,
	ModelRequestRefused,
	ModelTimeout,
	ModelUnavailable,
	RateLimited,
)
from huf.engine.services.scrub import scrub

if TYPE_CHECKING:
	from huf.agent.models.client import ModelConfig


def model_error(error: Any, model: "ModelConfig", timeout_s: float) -> ModelError:
	"""A :class:`ModelError` for what LiteLLM raised."""
	import openai

	detail = scrub(str(getattr(error, "message", error)).split("Traceback", 1)[0], model.api_key)
	status = getattr(error, "status_code", None)
	name = f"The model {model.model}"
	if isinstance(error, openai.APITimeoutError):
		return ModelTimeout(f"{name} did not answer within {timeout_s:g} seconds.")
	if status == 429:
		if "insufficient_quota" in detail or "exceeded your current quota" in detail:
			return ModelRequestRefused(f"{name} has no quota left: {detail} Check the provider's billing.")
		retry_after = _retry_after_s(error)
		when = f" It asks to wait {retry_after:.0f} seconds." if retry_after else ""
		return RateLimited(f"{name} refuses more requests for now.{when} ({detail})", retry_after)
	if status in (401, 403):
		return KeyRefused(f"{name} refused the API key. Check the key in AI Provider. ({detail})")
	if status in (400, 404, 405, 409, 413, 422):
		return ModelRequestRefused(f"{name} refused the request: {detail}")
	return ModelUnavailable(f"{name} could not answer: {detail}", _retry_after_s(error))


def _retry_after_s(error: Any) -> float | None:
	"""Seconds from the Retry-After header (RFC 9110, 10.2.3: seconds or a date), or None."""
	headers = getattr(error, "litellm_response_headers", None) or getattr(
		getattr(error, "response", None), "headers", None
	)
	value = (headers or {}).get("retry-after")
	if not value:
		return None
	try:
		return max(0.0, float(value))
	except ValueError:
		pass
	try:
		return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
	except (TypeError, ValueError):
		return None
