"""One call of a model, of whatever kind: guarded, without retries of the library's own, its failure a value.

The only place that calls LiteLLM's ``completion``, ``embedding`` and ``rerank``, and that catches what they raise.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from huf.engine.services.access import Access, load_litellm
from huf.engine.services.egress import EgressRefused
from huf.engine.services.failures import Failure, FailureKind, failure_of, unreadable
from huf.engine.services.vendors import Kind

T = TypeVar("T")

_END = object()


class _TruthyZero(int):
	"""Where vectors are asked for, LiteLLM replaces ``max_retries=0`` by its default of 2 (``max_retries or DEFAULT``, seen
	in 1.83). This zero is not replaced."""

	def __bool__(self) -> bool:
		return True


_FUNCTIONS: Mapping[Kind, str] = {"chat": "completion", "embedding": "embedding", "rerank": "rerank"}
_NO_RETRIES: Mapping[Kind, Mapping[str, int]] = {
	"chat": {"max_retries": 0, "num_retries": 0},
	"embedding": {"max_retries": _TruthyZero(0), "num_retries": 0},
	"rerank": {"max_retries": 0},
}


class StreamNotGiven(Exception):
	"""The service does not answer as a stream; it may answer without."""


class Call:
	"""One call of a model, as what makes it is given it: how to send, and what LiteLLM does in a guard."""

	def __init__(self, kind: Kind, model: str, access: Access, timeout_s: float) -> None:
		self._kind, self._model, self._access, self._timeout_s = kind, model, access, timeout_s
		self.problem: str | None = None
		"""Why nothing was sent, in a sentence, if something was refused and nothing allowed since."""

	def send(self, **arguments: Any) -> Any:
		"""Ask, and return LiteLLM's answer. ``arguments`` are what this kind of call takes besides model, address and key."""
		with self.guarded():
			function = getattr(load_litellm(), _FUNCTIONS[self._kind])
			return function(
				**self._access.arguments(self._model),
				**_NO_RETRIES[self._kind],
				timeout=self._timeout_s,
				**arguments,
			)

	def stream(self, **arguments: Any) -> Any:
		"""The same for an answer in pieces. Raises StreamNotGiven when the service refuses to send it so."""
		import openai

		# Without the count of tokens the pieces are counted here.
		for options in ({"stream_options": {"include_usage": True}}, {}):
			try:
				return self.send(**arguments, stream=True, **options)
			except openai.BadRequestError as error:
				said = str(error).lower()
				if "stream" not in said:
					raise
				if "stream_options" not in said:
					break
		raise StreamNotGiven

	def each(self, stream: Iterable[Any]) -> Iterator[Any]:
		"""The pieces of a stream. What takes them, and may reach a database or a queue, runs outside of the guard."""
		pieces = iter(stream)
		while True:
			with self.guarded():
				piece = next(pieces, _END)
			if piece is _END:
				return
			yield piece

	@contextmanager
	def guarded(self) -> Iterator[None]:
		"""Around whatever LiteLLM does for the call: on a site nothing else than the provider is reached."""
		with self._access.guarded() as guard:
			try:
				yield
			finally:
				self.problem = guard.problem if guard else None


def call_model(
	kind: Kind, model: str, access: Access, timeout_s: float, work: Callable[[Call], T]
) -> T | Failure:
	"""What ``work`` makes of one call of ``model``, or why there is no answer.

	:param model: as :func:`~huf.engine.services.vendors.model_string` gives it, or on the command line LiteLLM's.
	:param timeout_s: of the request; streamed, for each piece.
	:param work: sends the request by what it is given, and reads the answer. A LookupError, TypeError, ValueError or
		AttributeError of it says that the answer cannot be read.
	"""
	load_litellm()
	import httpx
	import openai

	call = Call(kind, model, access, timeout_s)
	try:
		return work(call)
	except (openai.OpenAIError, httpx.HTTPError, EgressRefused) as error:
		if call.problem:
			return Failure(FailureKind.NOT_ASKED, call.problem)
		return failure_of(error, access.api_key, timeout_s)
	except (LookupError, TypeError, ValueError, AttributeError) as error:
		# LiteLLM lets these out, too, for example when an answer has no choices.
		return unreadable(error, access.api_key)
