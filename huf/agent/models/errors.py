"""What can go wrong when a model is called, in huf's own words.

No message here ever holds an API key or a request header: a service's own text is passed through
:func:`~huf.engine.services.scrub.scrub` first, and :mod:`huf.agent.models.client` drops the original exception, whose frames hold both.

    ModelError                          acts: system
    ├── ModelMisconfigured              acts: manager   provider or model record cannot work as it is
    ├── KeyRefused                      acts: manager   the service does not accept the key
    ├── ModelRequestRefused             acts: manager   the service understood and said no (400, 404, 422)
    ├── RateLimited          retryable                  429; ``retry_after_s`` when the service named it
    ├── ModelUnavailable     retryable                  no connection, 5xx, or an answer that is no answer
    └── ModelTimeout         retryable                  nothing came within the time allowed
"""

from typing import ClassVar

from huf.engine.errors import HufError


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
	retryable = True

	def __init__(self, message: str, retry_after_s: float | None = None) -> None:
		super().__init__(message)
		self.retry_after_s = retry_after_s


class ModelUnavailable(ModelError):
	"""The service could not be reached or failed."""

	code = "Model Unavailable"
	retryable = True

	def __init__(self, message: str, retry_after_s: float | None = None) -> None:
		super().__init__(message)
		self.retry_after_s = retry_after_s


class ModelTimeout(ModelError):
	"""The service did not answer in time."""

	code = "Model Timeout"
	retryable = True
