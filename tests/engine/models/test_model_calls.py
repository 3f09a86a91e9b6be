"""One call of a model: what its failure means, and when it is made again. Chat, embedding and re-ranking share it."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import httpx
import openai
import pytest

from huf.agent.models.errors import model_error
from huf.engine.embedding.litellm_embedder import DOCUMENT_RETRIES, LiteLLMEmbedder
from huf.engine.errors import RerankFailed
from huf.engine.search.steps.litellm_reranker import LiteLLMReranker
from huf.engine.services import Access, Failure, FailureKind, RetryPolicy, call_model
from huf.engine.services.failures import failure_of, plain_words

KEY = "sk-very-secret-key"
REQUEST = httpx.Request("POST", "http://127.0.0.1/v1")
BUSY = Failure(FailureKind.UNAVAILABLE, "busy")


def answered(status: int, message: str = "no", **headers: str) -> openai.APIStatusError:
	"""What openai's client raises for an answer with this status."""
	response = httpx.Response(status, headers=headers, request=REQUEST)
	return openai.APIStatusError(message, response=response, body=None)


@pytest.mark.parametrize(
	("error", "kind", "retryable"),
	[
		(answered(429), FailureKind.RATE_LIMITED, True),
		(answered(429, "Error code: insufficient_quota"), FailureKind.NO_QUOTA, False),
		(answered(402, "You exceeded your current quota"), FailureKind.NO_QUOTA, False),
		(answered(401), FailureKind.KEY_REFUSED, False),
		(answered(403, "insufficient_quota"), FailureKind.KEY_REFUSED, False),
		(answered(404), FailureKind.REQUEST_REFUSED, False),
		(answered(413), FailureKind.REQUEST_REFUSED, False),
		(answered(500), FailureKind.UNAVAILABLE, True),
		(answered(418), FailureKind.UNAVAILABLE, True),
		(openai.APITimeoutError(REQUEST), FailureKind.TIMEOUT, True),
		(openai.APIConnectionError(request=REQUEST), FailureKind.UNAVAILABLE, True),
		(httpx.ReadTimeout("slow"), FailureKind.TIMEOUT, True),
		(httpx.ConnectError("refused"), FailureKind.UNAVAILABLE, True),
		(httpx.RemoteProtocolError("cut"), FailureKind.UNAVAILABLE, True),
	],
)
def test_the_table(error: Exception, kind: FailureKind, retryable: bool) -> None:
	"""Each exception of the three libraries has one meaning, and says whether another attempt may help."""
	failure = failure_of(error, KEY, 5)
	assert (failure.kind, failure.retryable) == (kind, retryable)


def test_what_a_failure_holds() -> None:
	"""The service's words without the key, and the seconds that it asks for."""
	failure = failure_of(answered(503, f"upstream had {KEY}\nTraceback: x", **{"retry-after": "7"}), KEY, 5)
	assert failure.retry_after_s == 7.0
	assert failure.detail.startswith("upstream had ***") and "Traceback" not in failure.detail


@pytest.mark.parametrize("kind", FailureKind)
def test_chat_and_embedding_agree(kind: FailureKind) -> None:
	"""What may be tried again, and who is to act otherwise, is the same for an answer and for vectors."""
	failure = Failure(kind, "why")
	chat = model_error(failure, "m")
	vectors = LiteLLMEmbedder("openai/m")._error(failure)
	assert chat.retryable == vectors.retryable == failure.retryable
	assert chat.acts == vectors.acts == ("system" if failure.retryable else "manager")
	assert str(chat).startswith("The model m ") and str(vectors).startswith("The model openai/m ")


def raising(error: Exception) -> Callable[..., Any]:
	"""A call that sends nothing and raises."""

	def work(call: object) -> None:
		raise error

	return work


def test_httpx_out_of_litellm_is_a_failure() -> None:
	"""What LiteLLM lets through of httpx ends in a failure too, in none with a traceback that holds the key."""
	found = call_model("rerank", "m", Access(KEY), 5, raising(httpx.ReadError(f"cut after {KEY}")))
	assert isinstance(found, Failure) and found.kind is FailureKind.UNAVAILABLE and KEY not in found.detail


def test_a_defect_of_ours_is_none() -> None:
	"""What no service can cause goes on as it is."""
	with pytest.raises(ZeroDivisionError):
		call_model("chat", "m", Access(KEY), 5, raising(ZeroDivisionError()))


def test_reranking_says_what_a_timeout_says(monkeypatch: pytest.MonkeyPatch) -> None:
	"""A raw time-out of httpx is a RerankFailed like any other."""
	import litellm

	monkeypatch.setattr(litellm, "rerank", lambda **_: raising(httpx.ReadTimeout("slow"))(None))
	with pytest.raises(RerankFailed, match="could not re-rank: slow") as failed:
		LiteLLMReranker("infinity/m", Access(KEY)).scores("q", ["a"], 5)
	assert failed.value.__context__ is None


class Clock:
	"""Time that passes by sleeping, and by attempts."""

	def __init__(self) -> None:
		self.now, self.waits = 0.0, list[float]()

	def sleep(self, seconds: float) -> None:
		"""Let it pass."""
		self.waits.append(seconds)
		self.now += seconds

	def policy(self, **values: Any) -> RetryPolicy:
		"""A policy that goes by it."""
		return RetryPolicy(sleep=self.sleep, clock=lambda: self.now, **values)


def test_an_answer_is_given_at_once() -> None:
	"""What is no failure, and a failure that stays, are not asked for again."""
	clock = Clock()
	assert clock.policy().run(lambda: "found") == "found"
	refused = Failure(FailureKind.KEY_REFUSED, "no", retry_after_s=1.0)
	assert clock.policy().run(lambda: refused) is refused
	assert not clock.waits


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_waits_grow_to_their_cap(share: float) -> None:
	"""Wait n is at most min(cap, base * 2 ** (n - 1)), and at least the share of that which is certain."""
	for _ in range(20):
		clock, numbers = Clock(), count()
		policy = clock.policy(attempts=7, base_s=1.0, cap_s=8.0, certain_share=share, total_s=1e9)

		def attempt(numbers: "count[int]" = numbers) -> Failure:
			next(numbers)
			return BUSY

		assert policy.run(attempt) is BUSY
		assert next(numbers) == 7 and len(clock.waits) == 6
		for number, wait in enumerate(clock.waits):
			most = min(8.0, 2.0**number)
			assert most * share <= wait <= most


def test_time_in_attempts_counts() -> None:
	"""A service that lets every attempt run out of time is not asked beyond the time of the policy."""
	clock = Clock()

	def attempt() -> Failure:
		clock.now += 50
		return Failure(FailureKind.TIMEOUT, "")

	clock.policy(attempts=10, total_s=120).run(attempt)
	assert len(clock.waits) == 2 and clock.now < 155


@pytest.mark.parametrize(("asked", "waits"), [(30.0, 1), (61.0, 0)])
def test_retry_after(asked: float, waits: int) -> None:
	"""It waits what the service asks, and a tenth more at most; not at all for one that asks for too long."""
	clock = Clock()
	clock.policy(attempts=2, base_s=1e-9).run(lambda: Failure(FailureKind.RATE_LIMITED, "", asked))
	assert len(clock.waits) == waits and all(asked <= wait <= 1.1 * asked for wait in clock.waits)


def test_what_ends_a_wait_ends_all() -> None:
	"""A run that is cancelled while it waits is not asked for once more."""
	asked = []

	def cancelled(seconds: float) -> None:
		raise KeyboardInterrupt

	def attempt() -> Failure:
		asked.append(1)
		return BUSY

	with pytest.raises(KeyboardInterrupt):
		RetryPolicy(sleep=cancelled).run(attempt)
	assert asked == [1]


def test_documents_follow_a_long_retry_after() -> None:
	"""A job that makes vectors waits longer than a chat would, as far as its time allows."""
	clock = Clock()
	policy = replace(DOCUMENT_RETRIES, attempts=2, sleep=clock.sleep, clock=lambda: clock.now)
	policy.run(lambda: Failure(FailureKind.RATE_LIMITED, "", 150.0))
	assert len(clock.waits) == 1 and 150 <= clock.waits[0] <= 165


@pytest.mark.parametrize(
	("said", "words"),
	[
		("litellm.RateLimitError: RateLimitError: OpenAIException - Slow down.", "Slow down."),
		('litellm.APIConnectionError: OllamaException - {"error":"model not found"}', "model not found"),
		(
			'litellm.InternalServerError: AnthropicException - b\'{"error":{"message":"Overloaded"}}\'',
			"Overloaded",
		),
		('{"error": {"message": "Unsupported value.", "param": "top_p"}}', "Unsupported value. (top_p)"),
		('[{"error": {"message": "No such model."}}]', "No such model."),
		('{"error": {"message": 5}}', '{"error": {"message": 5}}'),
		("litellm.Timeout: Timeout Error: 60 s", "Timeout Error: 60 s"),
		("A ValidationError: of the service", "A ValidationError: of the service"),
		("", ""),
	],
)
def test_people_read_what_the_service_said(said: str, words: str) -> None:
	"""Without the names of Python's classes before it and the JSON around it."""
	assert plain_words(said) == words
