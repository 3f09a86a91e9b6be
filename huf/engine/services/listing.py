"""Which models a service has, asked of the service itself: whether its address and key are good, and what can be chosen.

LiteLLM has no such question that goes to the address it is given, so this is one plain request. It is guarded like a
call of a model (:mod:`huf.engine.services.egress`), follows no redirect and uses no proxy.
"""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from huf.engine.errors import ModelNameRefused
from huf.engine.services.access import Access
from huf.engine.services.egress import EgressRefused
from huf.engine.services.failures import Failure, FailureKind, failure_of, kind_of_status
from huf.engine.services.vendors import check_name

MOST_BYTES = 4_000_000
"""The longest list that was seen (OpenRouter's, with a description of each model) has less than a million."""
MOST_MODELS = 1000
TIMEOUT_S = 15.0


@dataclass(frozen=True, slots=True)
class _Way:
	"""How a vendor lists its models, by its documentation of the API."""

	path: str = "/models"
	header: str = "Authorization"
	before_key: str = "Bearer "
	more: Mapping[str, str] | None = None
	rows: str = "data"
	name: str = "id"


_WAYS: Mapping[str, _Way] = {
	"anthropic": _Way("/v1/models?limit=1000", "x-api-key", "", {"anthropic-version": "2023-06-01"}),
	"gemini": _Way("/models?pageSize=1000", "x-goog-api-key", "", None, "models", "name"),
	"ollama": _Way("/api/tags", rows="models", name="name"),
}
"""All others have the way of OpenAI."""
UNLISTED = frozenset({"azure", "azure_ai", "databricks"})
"""Vendors whose key does not open a list of what can be called: there a model is a deployment with a name of its own."""

_NOT_FOR_CHAT = (
	"audio",
	"babbage",
	"dall-e",
	"davinci",
	"embed",
	"image",
	"imagen",
	"moderation",
	"ocr",
	"realtime",
	"rerank",
	"sora",
	"speech",
	"transcribe",
	"tts",
	"veo",
	"whisper",
)
"""Parts of the names of models that answer no question; a list says of few services what its models are for."""


def list_models(vendor: str, access: Access, timeout_s: float = TIMEOUT_S) -> tuple[str, ...] | Failure:
	"""Names of the chat models that a service offers with this key, or why it does not say.

	:param access: with an egress and an address.
	"""
	import httpx

	if access.egress is None or not access.api_base:
		raise ValueError("models are listed at an address, and guarded")
	way = _WAYS.get(vendor, _Way())
	headers = {way.header: f"{way.before_key}{access.api_key}", **(way.more or {})}
	problem = None
	try:
		with access.guarded() as guard:
			try:
				status, body = _get(access.api_base.rstrip("/") + way.path, headers, timeout_s)
			finally:
				problem = guard.problem if guard else None
	except (httpx.HTTPError, httpx.InvalidURL, EgressRefused) as error:
		if problem:
			return Failure(FailureKind.NOT_ASKED, problem)
		return failure_of(error, access.api_key, timeout_s)
	if status != 200:
		return Failure(kind_of_status(status), f"HTTP {status}", timeout_s=timeout_s)
	try:
		rows = json.loads(body)[way.rows]
		names = [str(row[way.name]).removeprefix("models/") for row in rows]
	except (ValueError, LookupError, TypeError):
		return Failure(FailureKind.UNREADABLE, "no list of models")
	return tuple(dict.fromkeys(name for name in names if _is_for_chat(vendor, name)))[:MOST_MODELS]


def _get(url: str, headers: Mapping[str, str], timeout_s: float) -> tuple[int, bytes]:
	"""Status and body, as far as it is read at all: a list that is cut off is none, and one that drips is too late."""
	import httpx

	with (
		httpx.Client(trust_env=False, follow_redirects=False, timeout=timeout_s) as client,
		client.stream("GET", url, headers=dict(headers)) as response,
	):
		body, until = b"", time.monotonic() + timeout_s
		for piece in response.iter_bytes():
			body += piece
			if len(body) > MOST_BYTES:
				break
			if time.monotonic() > until:
				raise httpx.ReadTimeout("the list has no end")
		return response.status_code, body[:MOST_BYTES]


def _is_for_chat(vendor: str, name: Any) -> bool:
	"""Whether a name can be called and is not that of a model for something else."""
	try:
		check_name(vendor, name)
	except ModelNameRefused:
		return False
	return not any(part in name.lower() for part in _NOT_FOR_CHAT)
