"""Embeddings from any provider that LiteLLM reaches."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from huf.engine.embedding.base import Kind, Meter, Vectors, normalised
from huf.engine.errors import EmbeddingFailed, EmbeddingRefused
from huf.engine.evidence import MEANING_FLOOR
from huf.engine.services import Access, Call, Failure, FailureKind, RetryPolicy, call_model
from huf.engine.services.catalogue import input_limit
from huf.engine.tokens import TokenRuler, count_tokens

BATCH_TEXTS = 100
_COHERE_TEXTS = 96
"""What Cohere's API takes at most in one request."""
_BATCH_TOKENS = 50_000
"""Estimated, of one request: far below OpenAI's limit of 300,000, and an answer that is not lost for long."""
_USUAL_LIMIT = 512
"""Tokens that a model of which LiteLLM knows no limit surely takes."""
_MARGIN = 0.8
"""Of a model's limit; the count of tokens is an estimate."""
_TIMEOUT_S: dict[Kind, float] = {"document": 60.0, "query": 10.0}
DOCUMENT_RETRIES = RetryPolicy(
	attempts=10, base_s=1.0, cap_s=30.0, certain_share=0.5, longest_retry_after_s=math.inf, total_s=180.0
)
"""Outlast a service that refuses for a minute. With no share that is certain, waits would often not add up to that."""
QUERY_RETRIES = replace(DOCUMENT_RETRIES, attempts=2, base_s=0.5, total_s=3.0)
"""For a query somebody waits, and there are words to search by."""

_Piece = tuple[int, str, int]
"""Number of the text, a part of it that the model takes, and the part's estimated tokens."""


@dataclass(frozen=True, slots=True)
class _Habits:
	"""What a model wants to be told about questions and texts."""

	input_types: dict[Kind, str] | None = None
	prefixes: dict[Kind, str] | None = None


class LiteLLMEmbedder:
	"""One embedding model. ``model`` is LiteLLM's name, for example ``openai/text-embedding-3-small``."""

	is_costly = True
	knows_words_only = False
	meaning_floor = MEANING_FLOOR

	def __init__(
		self,
		model: str,
		*,
		access: Callable[[], Access] = Access,
		batch_texts: int = BATCH_TEXTS,
		weight: float = 0.6,
		retry_policy: RetryPolicy | None = None,
		meter: Meter | None = None,
		key: str | None = None,
	) -> None:
		"""``access`` is asked before each request, so that no key is kept here and a new one is taken at once.

		``meter`` stands around each request, and is told the input tokens of one that was answered: as the service counted
		them, or estimated where it does not say. ``key`` marks the vectors instead of the model's name.
		"""
		self.model = model
		self.key = key or f"litellm:{model}"
		self.weight = weight
		self._access, self._meter = access, meter
		self._batch_texts = min(batch_texts, _COHERE_TEXTS) if "cohere" in model else batch_texts
		self._retry_policies: dict[Kind, RetryPolicy] = {
			"document": retry_policy or DOCUMENT_RETRIES,
			"query": retry_policy or QUERY_RETRIES,
		}
		self._dimension = 0
		self._limit = 0
		self._habits = _habits(model)

	@property
	def dimension(self) -> int:
		"""Numbers in a vector: what the model answered first. Asks it when nothing was embedded yet."""
		if not self._dimension:
			self._request(["dimension"], "document")
		return self._dimension

	def vocabulary_coverage(self, text: str) -> float:
		"""Models behind an API read what they are given; which languages they know is not to be learnt from them."""
		return 1.0

	def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
		"""One row for each text. A text over the model's limit is the mean of its parts, weighted by their length.

		Raises:
			EmbeddingFailed: the service refused, could not be reached, or gave vectors of another length than before.
		"""
		total: Vectors | None = None
		for batch in self._batches(self._pieces(texts, kind)):
			rows = self._request([text for _, text, _ in batch], kind)
			if total is None:
				total = np.zeros((len(texts), rows.shape[1]), dtype=np.float32)
			for (number, _, tokens), row in zip(batch, normalised(rows), strict=True):
				total[number] += row * tokens
		return (
			np.zeros((len(texts), self._dimension), dtype=np.float32) if total is None else normalised(total)
		)

	def portions(self, texts: Sequence[str]) -> Iterator[Sequence[str]]:
		"""``texts`` in portions of one request each; a text that needs more than one is a portion by itself."""
		counts, tokens = [0] * len(texts), [0] * len(texts)
		for number, _, size in self._pieces(texts, "document"):
			counts[number] += 1
			tokens[number] += size
		start = 0
		for end in range(1, len(texts) + 1):
			if end == len(texts) or not self._fit(sum(counts[start : end + 1]), sum(tokens[start : end + 1])):
				yield texts[start:end]
				start = end

	def _fit(self, texts: int, tokens: int) -> bool:
		"""Whether so much goes into one request."""
		return texts <= self._batch_texts and tokens <= _BATCH_TOKENS

	def _pieces(self, texts: Sequence[str], kind: Kind) -> Iterator[_Piece]:
		prefix = (self._habits.prefixes or {}).get(kind, "")
		if not self._limit:
			self._limit = max(64, int((input_limit(self.model) or _USUAL_LIMIT) * _MARGIN))
		room = self._limit - count_tokens(prefix)
		for number, text in enumerate(texts):
			if not text.strip():
				continue  # Providers refuse an empty text; its vector is all zeros.
			ruler, start = TokenRuler(text, "tokens"), 0
			while start < len(text):
				end = ruler.reach(start, room)
				if part := text[start:end].strip():
					yield number, prefix + part, max(1, count_tokens(part))
				start = end

	def _batches(self, pieces: Iterator[_Piece]) -> Iterator[list[_Piece]]:
		batch: list[_Piece] = []
		tokens = 0
		for piece in pieces:
			if batch and not self._fit(len(batch) + 1, tokens + piece[2]):
				yield batch
				batch, tokens = [], 0
			batch.append(piece)
			tokens += piece[2]
		if batch:
			yield batch

	def _request(self, texts: list[str], kind: Kind) -> Vectors:
		rows = self._retry_policies[kind].run(lambda: self._attempt(texts, kind))
		if isinstance(rows, Failure):
			raise self._error(rows)
		if self._dimension and rows.shape[1] != self._dimension:
			raise EmbeddingRefused(
				f"The model {self.model} gives {rows.shape[1]} numbers a text where it gave {self._dimension} before. "
				"Its vectors cannot be compared any more; rebuild the source."
			)
		self._dimension = rows.shape[1]
		return rows

	def _attempt(self, texts: list[str], kind: Kind) -> Vectors | Failure:
		"""One request."""
		extra = {"input_type": types[kind]} if (types := self._habits.input_types) else {}
		tokens = sum(map(count_tokens, texts))

		def work(call: Call) -> Vectors:
			response = call.send(input=texts, encoding_format="float", drop_params=True, **extra)
			# Counted before it is read: what cannot be used was charged, too.
			counted = getattr(getattr(response, "usage", None), "prompt_tokens", 0)
			if counted:
				used(int(counted))
			rows = _rows(response.data, len(texts))
			if not counted:
				used(tokens)
			return rows

		with self._metered(tokens) as used:
			return call_model("embedding", self.model, self._access(), _TIMEOUT_S[kind], work)

	def _metered(self, tokens: int) -> AbstractContextManager[Callable[[int], object]]:
		return self._meter.request(tokens) if self._meter else nullcontext(lambda counted: None)

	def _error(self, failure: Failure) -> EmbeddingFailed:
		name, detail = f"The model {self.model}", failure.detail
		match failure.kind:
			case FailureKind.NOT_ASKED:
				return EmbeddingRefused(f"{name} was not asked. {detail}")
			case FailureKind.KEY_REFUSED:
				return EmbeddingRefused(f"{name} refused the API key. Check it. ({detail})")
			case FailureKind.REQUEST_REFUSED | FailureKind.NO_QUOTA:
				return EmbeddingRefused(f"{name} refused the request: {detail}")
			case FailureKind.UNREADABLE:
				return EmbeddingFailed(f"{name} sent an answer that cannot be read ({detail}).")
		return EmbeddingFailed(f"{name} could not answer: {detail}", retry_after_s=failure.retry_after_s)


def _rows(data: Sequence[Any], count: int) -> Vectors:
	"""The vectors in the order of the texts: an answer may come in any order, and says by ``index`` which is which."""
	by_index = {int(entry["index"]): entry["embedding"] for entry in data}
	if sorted(by_index) != list(range(count)) or len(data) != count:
		raise ValueError(f"{len(data)} vectors for {count} texts")
	rows = np.array([by_index[number] for number in range(count)], dtype=np.float32)
	if rows.ndim != 2 or not rows.shape[1] or not np.isfinite(rows).all():
		raise ValueError("vectors of different lengths, or with numbers that are none")
	return rows


def _habits(model: str) -> _Habits:
	"""By the providers' documentation (Cohere, Voyage, NVIDIA) and the model cards (E5, Nomic)."""
	name = model.casefold()
	if "cohere" in name:
		return _Habits(input_types={"document": "search_document", "query": "search_query"})
	if name.startswith("voyage/"):
		return _Habits(input_types={"document": "document", "query": "query"})
	if name.startswith("nvidia_nim/"):
		return _Habits(input_types={"document": "passage", "query": "query"})
	if re.search(r"(?:^|[/-])e5-", name):
		return _Habits(prefixes={"document": "passage: ", "query": "query: "})
	if "nomic-embed-text" in name:
		return _Habits(prefixes={"document": "search_document: ", "query": "search_query: "})
	return _Habits()
