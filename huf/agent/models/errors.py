"""What can go wrong when a model is called, in huf's own words.

No message here ever holds an API key or a request header: they are made of a :class:`~huf.engine.services.Failure`, which holds a
service's own text without either.

    ModelError                          acts: system
    ├── ModelMisconfigured              acts: manager   provider or model record cannot work as it is
    ├── KeyRefused                      acts: manager   the service does not accept the key
    ├── ModelRequestRefused             acts: manager   the service understood and said no (400, 404, 422)
    ├── RateLimited          retryable                  429; ``retry_after_s`` when the service named it
    ├── ModelUnavailable     retryable                  no connection, 5xx, or an answer that is no answer
    ├── EmptyAnswer                     acts: manager   all its room went into thinking
    └── ModelTimeout         retryable                  nothing came within the time allowed
"""

from typing import ClassVar

from huf.agent.completion import Completion
from huf.engine.errors import HufError
from huf.engine.sentences import sentence
from huf.engine.services import Failure, FailureKind


class ModelError(HufError):
	"""A model could not be asked, or did not answer."""

	code = "Model Error"
	spent: Completion | None = None
	"""What calls that were answered took before this one, which was not."""


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


class EmptyAnswer(ModelError):
	"""The model came to the end of its room before it wrote a word."""

	code = "Empty Answer"
	acts: ClassVar[str] = "manager"

	def __init__(self, *, spent: Completion | None = None) -> None:
		super().__init__(
			sentence(
				"The model used all its room for thinking and wrote no answer. Raise the length of an answer in the profile, "
				"or choose a model that thinks less."
			)
		)
		self.spent = spent


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


def model_error(failure: Failure, model: str, *, has_tools: bool = False) -> ModelError:
	"""The error for a call of ``model`` without an answer; ``has_tools`` says that it was refused for its tools."""
	name, detail = sentence(f"The model {model}"), failure.detail
	if has_tools:
		return ModelRequestRefused(
			f"{name} takes no tools, so it cannot search by itself. Switch tool calls on where it runs (vLLM: "
			"--enable-auto-tool-choice), choose another model, or make the agent's sources Mandatory. "
			f"({detail})"
		)
	match failure.kind:
		case FailureKind.NOT_ASKED:
			return ModelMisconfigured(f"{name} was not asked. {detail}")
		case FailureKind.TIMEOUT:
			return ModelTimeout(f"{name} did not answer within {failure.timeout_s:g} s.")
		case FailureKind.NO_QUOTA:
			return ModelRequestRefused(f"{name} has no quota left: {detail} Check the provider's billing.")
		case FailureKind.RATE_LIMITED:
			after = failure.retry_after_s
			when = sentence(f" It asks to wait {after:.0f} seconds.") if after else ""
			return RateLimited(f"{name} refuses more requests for now.{when} ({detail})", after)
		case FailureKind.KEY_REFUSED:
			return KeyRefused(f"{name} refused the API key. Check the key in AI Provider. ({detail})")
		case FailureKind.REQUEST_REFUSED:
			return ModelRequestRefused(f"{name} refused the request: {detail}")
		case FailureKind.UNREADABLE:
			return ModelUnavailable(f"{name} sent an answer that cannot be read ({detail}).")
		case FailureKind.UNAVAILABLE:
			return ModelUnavailable(f"{name} could not answer: {detail}", failure.retry_after_s)
