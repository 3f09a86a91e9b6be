"""The embedders: the local one reads its own files, the remote one survives what providers do."""

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from huf.engine.analysis.words import runs_of
from huf.engine.embedding import embedder_for, local, normalised
from huf.engine.embedding.litellm_embedder import DOCUMENT_RETRIES, LiteLLMEmbedder
from huf.engine.embedding.local import LocalEmbedder
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.errors import EmbedderMissing, EmbeddingCapped, EmbeddingFailed
from huf.engine.services import Access, Failure, FailureKind, RetryPolicy
from huf.engine.services.failures import seconds_of

needs_local = pytest.mark.skipif(
	find_spec("wordllama") is None, reason="wordllama has no wheel for this Python"
)
Answer = Callable[[dict[str, Any]], tuple[int, Any, dict[str, str]]]


class Provider:
	"""An OpenAI-compatible embedding service on loopback; ``script`` says what the next requests get."""

	def __init__(self, dimension: int = 8) -> None:
		self.dimension = dimension
		self.requests: list[dict[str, Any]] = []
		self.headers: list[dict[str, str]] = []
		self.script: list[Answer] = []
		provider = self

		class Handler(BaseHTTPRequestHandler):
			"""One request."""

			def do_POST(self) -> None:
				"""Answer it."""
				body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
				provider.requests.append(body)
				provider.headers.append({name.lower(): value for name, value in self.headers.items()})
				answer = provider.script.pop(0) if provider.script else provider.good
				status, values, headers = answer(body)
				data = json.dumps(values).encode()
				self.send_response(status)
				for name, value in {"Content-Type": "application/json", **headers}.items():
					self.send_header(name, value)
				self.send_header("Content-Length", str(len(data)))
				self.end_headers()
				self.wfile.write(data)

			def log_message(self, *arguments: object) -> None:
				"""Nothing."""

		self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
		self.api_base = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
		threading.Thread(target=self._server.serve_forever, daemon=True).start()

	def good(self, body: dict[str, Any]) -> tuple[int, Any, dict[str, str]]:
		"""A vector for each text, in reverse order."""
		vectors = FakeEmbedder(dimension=self.dimension).embed(body["input"])
		data = [
			{"object": "embedding", "index": number, "embedding": (3 * row).tolist()}
			for number, row in enumerate(vectors)
		]
		usage = {"prompt_tokens": 1, "total_tokens": 1}
		return 200, {"object": "list", "model": "m", "data": data[::-1], "usage": usage}, {}

	def close(self) -> None:
		"""End it."""
		self._server.shutdown()
		self._server.server_close()


@pytest.fixture
def provider() -> Iterator[Provider]:
	"""A service."""
	provider = Provider()
	yield provider
	provider.close()


def remote(provider: Provider, waits: list[float] | None = None, **values: Any) -> LiteLLMEmbedder:
	"""The embedder that asks it, and waits no time."""
	slept = waits if waits is not None else []
	model = values.pop("model", "openai/text-embedding-3-small")
	values.setdefault("access", lambda: Access("sk-very-secret-key", provider.api_base))
	return LiteLLMEmbedder(model, retry_policy=replace(DOCUMENT_RETRIES, sleep=slept.append), **values)


class Told:
	"""A meter that keeps what it is told, and allows for so many requests."""

	def __init__(self, most: int = 100) -> None:
		self.announced: list[int] = []
		self.used: list[int] = []
		self.open = 0
		self._most = most

	@contextmanager
	def request(self, tokens: int) -> Iterator[Callable[[int], None]]:
		"""Around one."""
		if len(self.announced) == self._most:
			raise EmbeddingCapped("That is enough.", needed=0.5)
		self.announced.append(tokens)
		self.open += 1
		try:
			yield self.used.append
		finally:
			self.open -= 1


def refusal(status: int, message: str = "no", **headers: str) -> Answer:
	"""An error answer."""
	return lambda body: (status, {"error": {"message": message}}, headers)


def test_answers_in_any_order(provider: Provider) -> None:
	"""Vectors belong to their texts by index, whatever the order of the answer, and have length 1."""
	texts = [f"text number {number}" for number in range(7)]
	found = remote(provider).embed(texts)
	assert np.allclose(found, FakeEmbedder(dimension=8).embed(texts), atol=1e-6)


def test_batches(provider: Provider) -> None:
	"""No request has more than a hundred texts, nor more tokens than a service takes."""
	found = remote(provider).embed([f"text {number}" for number in range(250)])
	assert [len(request["input"]) for request in provider.requests] == [100, 100, 50]
	assert found.shape == (250, 8)
	provider.requests.clear()
	remote(provider).embed(["word " * 5000] * 20)
	assert len(provider.requests) > 1


def test_long_and_empty_texts(provider: Provider) -> None:
	"""A text over the model's limit is the mean of its parts; an empty one is never sent and is all zeros."""
	long = "alpha " * 9000 + "omega " * 9000
	found = remote(provider).embed([long, " ", "alpha"])
	sent = [text for request in provider.requests for text in request["input"]]
	assert len(sent) > 3 and all(sent) and max(map(len, sent)) < len(long) / 2
	assert not found[1].any()
	assert np.linalg.norm(found[0]) == pytest.approx(1)
	assert 0.3 < found[0] @ found[2] < 0.99


def test_refused_for_a_minute(provider: Provider) -> None:
	"""After 429 it waits as long as the service asks, a little more at most, and goes on."""
	provider.script = [refusal(429, **{"retry-after": "20"})] * 3
	waits: list[float] = []
	assert remote(provider, waits).embed(["a text"]).shape == (1, 8)
	assert len(provider.requests) == 4
	assert len(waits) == 3 and all(20 <= wait <= 22.1 for wait in waits)


def test_errors_that_pass(provider: Provider) -> None:
	"""A server error is tried again after random growing waits, not for ever, and is retryable for the caller."""
	provider.script = [refusal(503)] * 50
	waits: list[float] = []
	with pytest.raises(EmbeddingFailed) as caught:
		remote(provider, waits).embed(["a text"])
	assert caught.value.retryable and len(waits) == 9
	for number, wait in enumerate(waits):
		assert 0.5 * min(30, 2**number) <= wait <= min(30, 2**number)


@pytest.mark.parametrize("total_s", [180.0, 90.0], ids=["usual", "a job of a site"])
def test_a_minute_without_a_time(total_s: float) -> None:
	"""A service that refuses for a minute, and does not say for how long, is outlasted whatever the dice say."""
	for _ in range(50):
		waits: list[float] = []

		def attempt(waits: list[float] = waits) -> float | Failure:
			return sum(waits) if sum(waits) >= 60 else Failure(FailureKind.RATE_LIMITED, "Too many requests.")

		policy = replace(
			DOCUMENT_RETRIES, total_s=total_s, sleep=waits.append, clock=lambda waits=waits: sum(waits)
		)
		waited = policy.run(attempt)
		assert isinstance(waited, float) and 60 <= waited <= total_s


def test_portions_are_requests(provider: Provider) -> None:
	"""Texts are cut into portions of one request each, by number and by size, and none is lost or moved."""
	embedder = remote(provider, batch_texts=10)
	texts = [f"short {n}" for n in range(25)] + ["word " * 5000] * 15 + [" ", "alpha " * 60_000, "end"]
	portions = [list(portion) for portion in embedder.portions(texts)]
	assert [text for portion in portions for text in portion] == texts and len(portions) > 5
	for portion in portions:
		provider.requests.clear()
		embedder.embed(portion)
		assert len(provider.requests) == 1 or len(portion) == 1
	assert not list(embedder.portions([]))


@pytest.mark.parametrize("status", [400, 401, 404])
def test_errors_that_stay(provider: Provider, status: int) -> None:
	"""A refused key or request is not tried again, and the message does not tell the key."""
	provider.script = [refusal(status, "bad key sk-very-secret-key given")]
	with pytest.raises(EmbeddingFailed) as caught:
		remote(provider).embed(["a text"])
	assert not caught.value.retryable and len(provider.requests) == 1
	assert "secret" not in str(caught.value)
	assert caught.value.__context__ is None and caught.value.__cause__ is None


def test_the_key_is_asked_for_before_each_request(provider: Provider) -> None:
	"""A key that was changed meanwhile is used at once, and what no longer may be asked is not."""
	keys = ["first", "second"]

	def access() -> Access:
		if not keys:
			raise EmbedderMissing("The model was disabled.")
		return Access(keys.pop(0), provider.api_base)

	embedder = remote(provider, access=access)
	embedder.embed(["one"])
	embedder.embed(["two"])
	assert [headers["authorization"] for headers in provider.headers] == ["Bearer first", "Bearer second"]
	with pytest.raises(EmbedderMissing, match="disabled"):
		embedder.embed(["three"])
	assert "sk-secret" not in repr(Access("sk-secret"))


def test_what_was_used_is_told_once(provider: Provider) -> None:
	"""Each answered request is told with the tokens that the service counted, or an estimate; a refused one is not."""
	meter = Told()
	provider.script = [refusal(503)]
	remote(provider, meter=meter).embed([f"text {number}" for number in range(150)])
	assert meter.used == [1, 1]
	provider.script = [lambda body: (200, {**provider.good(body)[1], "usage": None}, {})]
	remote(provider, meter=meter).embed(["word " * 100])
	assert 80 < meter.used[2] < 150
	provider.script = [lambda body: (200, {**provider.good(body)[1], "data": []}, {})]
	remote(provider, meter=meter).embed(["paid twice, for the first answer was none"])
	assert meter.used[3:] == [1, 1]
	# Each attempt is one that may be paid, the refused one too.
	assert len(meter.announced) == 6 and meter.open == 0


def test_no_request_that_may_not_be_made(provider: Provider) -> None:
	"""A meter that refuses ends it before anything is sent, without another try, and what came before is not lost."""
	meter = Told(most=2)
	embedder = remote(provider, meter=meter, batch_texts=10)
	with pytest.raises(EmbeddingCapped, match="enough") as capped:
		embedder.embed([f"text {number}" for number in range(30)])
	assert (len(provider.requests), meter.used, meter.open) == (2, [1, 1], 0)
	assert not capped.value.retryable and capped.value.needed == 0.5


def test_a_changed_dimension(provider: Provider) -> None:
	"""The dimension is what the first answer had; another one later is an error."""
	embedder = remote(provider)
	assert embedder.dimension == 8 and len(provider.requests) == 1
	provider.dimension = 12
	with pytest.raises(EmbeddingFailed, match="12 numbers"):
		embedder.embed(["a text"])


def test_answers_that_are_none(provider: Provider) -> None:
	"""Missing vectors and vectors of different lengths are an error, not a guess."""
	for data in ([], [{"index": 0, "embedding": [1.0]}], [{"index": 0, "embedding": []}] * 2):
		provider.script = [
			lambda body, data=data: (200, {"object": "list", "model": "m", "data": data}, {})
		] * 10
		with pytest.raises(EmbeddingFailed):
			remote(provider).embed(["one", "two"])


@pytest.mark.parametrize(
	("model", "document", "query"),
	[
		("openai/nomic-embed-text", "search_document: a text", "search_query: a text"),
		("openai/multilingual-e5-base", "passage: a text", "query: a text"),
		("openai/text-embedding-3-small", "a text", "a text"),
	],
)
def test_texts_and_questions(provider: Provider, model: str, document: str, query: str) -> None:
	"""Models that want to be told what is a question and what a text are told."""
	embedder = remote(provider, model=model)
	embedder.embed(["a text"])
	embedder.embed(["a text"], "query")
	assert [request["input"] for request in provider.requests] == [[document], [query]]


@pytest.mark.parametrize(
	("model", "document", "query"),
	[
		("cohere/embed-english-v3.0", "search_document", "search_query"),
		("voyage/voyage-3", "document", "query"),
		("nvidia_nim/nv-embed", "passage", "query"),
	],
)
def test_input_types(monkeypatch: pytest.MonkeyPatch, model: str, document: str, query: str) -> None:
	"""Providers with an ``input_type`` get it in their own words."""
	import litellm

	seen = []

	def embedding(**values: Any) -> Any:
		seen.append(values["input_type"])
		return type("Answer", (), {"data": [{"index": 0, "embedding": [1.0, 0.0]}]})

	monkeypatch.setattr(litellm, "embedding", embedding)
	embedder = LiteLLMEmbedder(model)
	embedder.embed(["a text"])
	embedder.embed(["a text"], "query")
	assert seen == [document, query]


def test_retry_after() -> None:
	"""Seconds and dates are both understood; anything else is no answer."""
	assert seconds_of("2.5") == 2.5
	assert seconds_of("Wed, 21 Oct 2015 07:28:00 GMT") == 0.0
	assert seconds_of("soon") is None and seconds_of(None) is None


def test_names() -> None:
	"""A name gives its embedder, and the key of an embedder gives it again; anything else says what exists."""
	embedder = embedder_for("litellm:openai/text-embedding-3-small")
	assert embedder_for(embedder.key).key == embedder.key
	for name in ("", "litellm:", "word2vec"):
		with pytest.raises(EmbedderMissing, match="local"):
			embedder_for(name)


@needs_local
def test_local_vectors_are_those_of_wordllama() -> None:
	"""Texts get the vectors that the package's own code gives them, in any batch and any language: as they stand, or by their words."""
	import wordllama
	from tokenizers import Tokenizer
	from wordllama.inference import WordLlamaInference

	from huf.engine.embedding.local import _model

	tokenizer = Path(wordllama.__file__).parent / "tokenizers" / "l2_supercat_tokenizer_config.json"
	own = WordLlamaInference(_model()[1], Tokenizer.from_file(str(tokenizer)))
	texts = ["A hotel room", "Ein Zimmer im Hotel, für 90 €", "酒店房间", "x" * 3000, "BC547B\n\tand 42"]
	words = ["a hotel room", "ein zimmer im hotel für 90", "酒店房间", "x" * 3000, "bc547b and 42"]
	for embedder, read in ((LocalEmbedder(by_words=False), texts), (LocalEmbedder(), words)):
		wanted = own.embed(read, norm=True)
		assert np.allclose(embedder.embed(texts), wanted, atol=1e-5)
		assert np.allclose(embedder.embed(texts * 40)[-5:], wanted, atol=1e-5)


@needs_local
def test_local_reads_words_wherever_they_stand() -> None:
	"""A word says the same after a space, a line break, a bracket or a hyphen, in capitals, and within a longer name."""
	wanted, *others = LocalEmbedder().embed(
		[
			"sales invoice",
			"Sales\nInvoice",
			"(sales)-[invoice]",
			"SALES INVOICE",
			"SalesInvoice",
			"sales_invoice: ",
		]
	)
	assert np.allclose(others, wanted, atol=1e-6)
	before = LocalEmbedder(by_words=False).embed(["sales invoice", "SALES INVOICE"])
	assert before[0] @ before[1] < 0.5
	marked, cut = LocalEmbedder().embed(["हिन्दी", "ह न द"])
	assert marked @ cut < 0.9, "vowel signs are parts of words"
	assert not LocalEmbedder().embed(["", " \n", "— (…) !"]).any()


@needs_local
def test_local_vectors_are_the_same_whatever_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
	"""The tokens of a text are those of all its words at once, for words that are known, new, forgotten, too long to be kept or of a
	script without spaces; and no more words are kept than may be."""
	tokenizer, table = local._model()
	texts = [
		"The pump of the pump room, BC547B and 酒店房间很贵的, SalesInvoice",
		"über große Größen, AB-1234, łódź Ελλάδα हिन्दी مرحبا",
		"ห้องพักในโรงแรม ห้องพักในโรงแรม",
		" ".join(f"word{number}" for number in range(60)),
		"x" * 50 + " pump " + "酒" * 90,
		"",
		"— !",
	]
	monkeypatch.setattr(local, "_known", known := local._Words())
	monkeypatch.setattr(local, "_KNOWN_WORDS", 64)
	monkeypatch.setattr(local, "_AT_ONCE", 3)
	for order in (texts, texts[::-1], texts * 2):
		for text, vector in zip(order, LocalEmbedder().embed(order), strict=True):
			whole = " ".join(map(local._word, runs_of(text)))
			tokens = tokenizer.encode(whole, add_special_tokens=False).ids
			mean = table[tokens].mean(axis=0) if tokens else np.zeros(256)
			assert np.allclose(vector, mean / (np.linalg.norm(mean) or 1), atol=1e-6), text
		assert 0 < len(known) <= 64 and max(map(len, known)) <= 40


@needs_local
def test_local_keys_say_how_texts_were_read() -> None:
	"""The name means how texts are read now; a key of before means how they were read then; another release's is neither."""
	now, before = LocalEmbedder(), LocalEmbedder(by_words=False)
	assert now.key == before.key + "-words"
	assert [embedder_for(name).key for name in ("local", now.key, before.key)] == [
		now.key,
		now.key,
		before.key,
	]
	assert embedder_for("local:wordllama-0.0.1-256").key != "local:wordllama-0.0.1-256"


@needs_local
def test_local_reads_the_parts_of_a_passage() -> None:
	"""Parts of 32 tokens overlap by half and have half of the title; a short text is one part; builds of an older huf get nothing to compare."""
	embedder = LocalEmbedder()
	(question, hidden) = embedder.embed(["refund of a deposit", "a wild cat"])
	filler = " ".join(["the quick brown fox and the lazy dog jump"] * 20)
	text = f"{filler}. The deposit is refunded. {filler}"
	parts = embedder.parts("", text).astype(np.float32)
	assert np.allclose(np.linalg.norm(parts, axis=1), 1, atol=1e-2) and len(parts) > 20
	assert (parts @ question).max() > embedder.embed([text])[0] @ question + 0.1
	assert (embedder.parts("A wild cat", text).astype(np.float32) @ hidden).min() > (parts @ hidden).min()
	(one,) = embedder.parts("", "Refund of a deposit")
	assert np.allclose(one.astype(np.float32), question, atol=1e-2)
	assert not embedder.parts("", " — ").any()
	assert not LocalEmbedder(by_words=False).parts("", text).any()


@needs_local
def test_local_needs_no_network() -> None:
	"""A fresh process without any network embeds, does not import the package, and an empty text is all zeros."""
	code = """
import socket, sys
def refuse(*arguments, **values): raise AssertionError("the network was asked")
socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse
from huf.engine.embedding import embedder_for
embedder = embedder_for("local")
rows = embedder.embed(["pay an invoice", "settle a bill", "a wild cat", ""])
assert rows.shape == (4, embedder.dimension) and rows[0] @ rows[1] > rows[0] @ rows[2] and not rows[3].any()
assert embedder_for(embedder.key).key == embedder.key
print("wordllama" in sys.modules)
"""
	done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
	assert (done.stdout.strip(), done.returncode) == ("False", 0), done.stderr


@needs_local
def test_local_knows_its_scripts() -> None:
	"""English is familiar, and scripts that the vocabulary takes apart into bytes are hardly so."""
	vocabulary_coverage = LocalEmbedder().vocabulary_coverage
	assert vocabulary_coverage("The supplier delivers the goods on Wednesday") > 0.9
	assert vocabulary_coverage("酒店的房间多少钱") < 0.4
	assert vocabulary_coverage("") == 0.0


def test_local_missing(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Without the package, the error is the line that installs it."""
	from huf.engine.embedding import local

	local._model.cache_clear()
	monkeypatch.setattr(local, "find_spec", lambda name: None)
	with pytest.raises(EmbedderMissing, match="pip install 'wordllama"):
		LocalEmbedder().embed(["a"])


def test_normalised() -> None:
	"""Rows get length 1; zeros stay zeros."""
	rows = normalised(np.array([[3.0, 4.0], [0.0, 0.0]], dtype=np.float32))
	assert rows.tolist() == [[pytest.approx(0.6), pytest.approx(0.8)], [0.0, 0.0]]


def test_no_service_at_all() -> None:
	"""A service that does not listen is an error that may pass."""
	with socket.socket() as free:
		free.bind(("127.0.0.1", 0))
		port = free.getsockname()[1]
	access = Access("k", f"http://127.0.0.1:{port}")
	embedder = LiteLLMEmbedder("openai/m", access=lambda: access, retry_policy=RetryPolicy(attempts=1))
	with pytest.raises(EmbeddingFailed) as caught:
		embedder.embed(["a"])
	assert caught.value.retryable
