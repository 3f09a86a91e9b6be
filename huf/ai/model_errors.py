"""What can go wrong when a model is called, in huf's own words.

No message here ever holds an API key or a request header: a service's own text is passed through
:func:`scrub` first, and :mod:`huf.ai.llm` drops the original exception, whose frames hold both.

    ModelError                          acts: system
    ├── ModelMisconfigured              acts: manager   provider or model record cannot work as it is
    ├── KeyRefused                      acts: manager   the service does not accept the key
    ├── ModelRequestRefused             acts: manager   the service understood and said no (400, 404, 422)
    ├── RateLimited          retryable                  429; ``retry_after_s`` when the service named it
    ├── ModelUnavailable     retryable                  no connection, 5xx, or an answer that is no answer
    └── ModelTimeout         retryable                  nothing came within the time allowed
"""

import re
from typing import ClassVar

from huf.engine.errors import HufError

DETAIL_CHARACTERS = 300


class ModelError(HufError):
	"""A model could not be asked, or did not answer."""

	code = "Model Error"


class ModelMisconfigured(ModelError):
	"""The AI Model or AI Provider record cannot work as it is."""

	code = "Model Misconfigured"
	acts: ClassVar[str] = "manager"


class KeyRefused(ModelError):
	"""The service does not accept the API key, or the key may not use this model."""

	code = "Key Refused"
	acts: ClassVar[str] = "manager"


class ModelRequestRefused(ModelError):
	"""The service refused the request itself: unknown model, too long a prompt, a bad parameter."""

	code = "Request Refused"
	acts: ClassVar[str] = "manager"


class RateLimited(ModelError):
	"""Too many requests, or no quota left."""

	code = "Rate Limited"
	retryable: ClassVar[bool] = True

	def __init__(self, message: str, retry_after_s: float | None = None) -> None:
		super().__init__(message)
		self.retry_after_s = retry_after_s


class ModelUnavailable(ModelError):
	"""The service could not be reached or failed."""

	code = "Model Unavailable"
	retryable: ClassVar[bool] = True

	def __init__(self, message: str, retry_after_s: float | None = None) -> None:
		super().__init__(message)
		self.retry_after_s = retry_after_s


class ModelTimeout(ModelError):
	"""The service did not answer in time."""

	code = "Model Timeout"
	retryable: ClassVar[bool] = True


_LOOKS_SECRET = re.compile(
	r"(?i)(?:authorization|x-api-key|api[-_]key)['\"]?\s*[:=]\s*['\"]?(?:bearer\s+|basic\s+)?[^\s,;'\"]+"
	r"|\b(?:bearer|basic)\s+[^\s,;'\"]{6,}"
	r"|\b(?:sk|pk|rk|gsk|xai|hf)[-_][a-z0-9*_\-]{6,}"
	r"|\bAIza[0-9a-z_\-]{10,}"
)


def scrub(text: str, secret: str | None) -> str:
	"""``text`` on one line, at most 300 characters, without ``secret`` and without what looks like one."""
	if secret:
		text = text.replace(secret, "***")
	text = " ".join(_LOOKS_SECRET.sub("***", text).split())
	return text if len(text) <= DETAIL_CHARACTERS else text[: DETAIL_CHARACTERS - 1] + "…"
