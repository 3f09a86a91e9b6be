"""What a model's service, or the way to it, says when it gives no answer: read once, for chat, embedding and re-ranking.

LiteLLM raises subclasses of openai's classes, and lets some of httpx's out as they are. What a failure means for a
run, a build or a search is told by the errors of each: :mod:`huf.agent.models.errors` and :mod:`huf.engine.errors`.
"""

import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from huf.engine.services.scrub import scrub


class FailureKind(Enum):
	"""Why there is no answer."""

	TIMEOUT = "nothing came within the time allowed"
	RATE_LIMITED = "too many requests for now"
	UNAVAILABLE = "no connection, or the service failed"
	UNREADABLE = "the service sent an answer that is none"
	NO_QUOTA = "the account has nothing left"
	KEY_REFUSED = "the service does not accept the key, or the key may not use this model"
	REQUEST_REFUSED = "the service understood and said no"
	NOT_ASKED = "the guard around the call let nothing out"


_PASSING = frozenset(
	{FailureKind.TIMEOUT, FailureKind.RATE_LIMITED, FailureKind.UNAVAILABLE, FailureKind.UNREADABLE}
)

_KIND_OF_STATUS: Mapping[int, FailureKind] = {
	429: FailureKind.RATE_LIMITED,
	**dict.fromkeys((401, 403), FailureKind.KEY_REFUSED),
	**dict.fromkeys((400, 404, 405, 409, 413, 422), FailureKind.REQUEST_REFUSED),
}
"""By the HTTP status; all others are UNAVAILABLE."""

_OUT_OF_QUOTA = ("insufficient_quota", "exceeded your current quota")
"""Sent with the status of a rate limit, and waiting does not help (OpenAI's documentation of errors)."""


_REFUSED_IN_WORDS = ("does not support tools",)
"""Ollama's refusal, which LiteLLM gives on as a lost connection (seen in 1.83)."""


_TIMED_OUT_IN_WORDS = "litellm.Timeout"
"""LiteLLM gives a re-ranking that was not answered in time on as a lost connection, with this name in its words (seen in 1.83)."""


_CLASSES = re.compile(r"(?:(?:litellm\.)?[A-Za-z_]+(?:Error|Exception)(?::| -)\s*|litellm\.\w+:\s*)+")
"""For example ``litellm.BadRequestError: OpenAIException - ``, which LiteLLM puts before what a service said."""
_QUOTED_BYTES = re.compile(r"b(['\"])(.*)\1", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Failure:
	"""A call without an answer. A value and not an exception: raised where it happens it would carry LiteLLM's exception
	as its context, and with it frames that hold the key."""

	kind: FailureKind
	detail: str
	"""What the service said, without keys and passwords; for NOT_ASKED a sentence of our own."""
	retry_after_s: float | None = None
	"""Seconds that the service asks to wait, if it named any."""
	timeout_s: float = 0.0
	"""Seconds that the call had."""

	@property
	def retryable(self) -> bool:
		"""Whether the same call, later, may have an answer."""
		return self.kind in _PASSING


def kind_of_status(status: int) -> FailureKind:
	"""What an HTTP status other than 200 means."""
	return _KIND_OF_STATUS.get(status, FailureKind.UNAVAILABLE)


def failure_of(error: Exception, api_key: str | None, timeout_s: float) -> Failure:
	"""What an exception of LiteLLM, openai or httpx means, in a call that had ``timeout_s`` seconds."""
	import httpx
	import openai

	detail = scrub(str(getattr(error, "message", error)).split("Traceback", 1)[0], api_key)
	detail, raw = plain_words(detail) or detail, detail
	kind = kind_of_status(getattr(error, "status_code", None) or 0)
	is_timeout = isinstance(error, openai.APITimeoutError | httpx.TimeoutException)
	if is_timeout or (kind is FailureKind.UNAVAILABLE and _TIMED_OUT_IN_WORDS in raw):
		kind = FailureKind.TIMEOUT
	elif kind is not FailureKind.KEY_REFUSED and any(words in raw for words in _OUT_OF_QUOTA):
		kind = FailureKind.NO_QUOTA
	elif kind is FailureKind.UNAVAILABLE and any(words in raw for words in _REFUSED_IN_WORDS):
		kind = FailureKind.REQUEST_REFUSED
	return Failure(kind, detail, _retry_after_s(error), timeout_s)


def unreadable(error: Exception, api_key: str | None) -> Failure:
	"""For what LiteLLM and our own readers raise when an answer has a shape that they do not expect."""
	said = plain_words(scrub(str(error), api_key))
	return Failure(FailureKind.UNREADABLE, said or type(error).__name__)


def plain_words(said: str) -> str:
	"""What a service said, without the names of Python's classes in front of it and without the JSON around it.

	Names of a parameter that stand only beside the sentence are kept behind it: they say what to mend.
	"""
	text = said.strip()
	if classes := _CLASSES.match(text):
		text = text[classes.end() :]
	quoted = _QUOTED_BYTES.fullmatch(text)
	try:
		body = json.loads(quoted[2] if quoted else text)
	except ValueError:
		return text
	body = body[0] if isinstance(body, list) and body else body
	error = body.get("error", body) if isinstance(body, dict) else None
	if isinstance(error, str):
		return error
	message, param = (error.get(key) for key in ("message", "param")) if isinstance(error, dict) else ("", "")
	if not isinstance(message, str) or not message:
		return text
	return f"{message} ({param})" if isinstance(param, str) and param and param not in message else message


def _retry_after_s(error: Any) -> float | None:
	headers = (
		getattr(error, "litellm_response_headers", None)
		or getattr(getattr(error, "response", None), "headers", None)
		or {}
	)
	return seconds_of(headers.get("retry-after"))


def seconds_of(retry_after: str | None) -> float | None:
	"""A Retry-After header (RFC 9110, 10.2.3: seconds or a date) in seconds, or None."""
	if not retry_after:
		return None
	try:
		return max(0.0, float(retry_after))
	except ValueError:
		pass
	# Its parser of addresses and dates takes as long to import as half a search, for what a refused call alone needs.
	from email.utils import parsedate_to_datetime

	try:
		return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
	except (TypeError, ValueError):
		return None
