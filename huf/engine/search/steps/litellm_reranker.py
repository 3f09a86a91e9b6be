"""A re-ranking model of any provider, called through LiteLLM. Imported by who uses one: few searches do."""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from huf.engine.errors import RerankFailed, RerankTimedOut
from huf.engine.search.steps.reranker import Reranker
from huf.engine.services import Access, Call, Failure, FailureKind, call_model, load_litellm


@dataclass(frozen=True, slots=True)
class Read:
	"""What one request took, as its service says; 0 for what it does not say."""

	tokens: int = 0
	units: int = 0
	"""Search units: by these Cohere's API bills."""


class Meter(Protocol):
	"""Stands around each request to a re-ranking service."""

	def request(
		self, model: str, query: str, texts: Sequence[str], sources: Sequence[str]
	) -> AbstractContextManager[Callable[[Read], None]]:
		"""As :meth:`~huf.engine.search.steps.reranker.Metered.request`, for LiteLLM's ``model``. What it gives is told what an answer took, and of none where there was none.

		Raises, when it is entered:
			RerankCapped: the request must not be made.
		"""


@dataclass(frozen=True, slots=True)
class LiteLLMReranker:
	"""A re-ranking model of any provider that LiteLLM reaches, for example ``cohere/rerank-v3.5``."""

	model: str
	access: Access = field(default_factory=Access)
	owner: str = ""
	"""Who asks it, where one process serves several that must not feel each other, such as the sites of a bench."""
	meter: Meter | None = None
	"""Who counts its requests. Those of other meters are other re-rankers: they have other prices."""
	_noted: Callable[[Read], None] | None = field(default=None, repr=False, compare=False)

	@property
	def key(self) -> str:
		"""LiteLLM's name of the model."""
		return self.model

	def prepare(self) -> None:
		"""Import LiteLLM: that takes seconds, which are not the model's to lose."""
		load_litellm()

	@contextmanager
	def request(self, query: str, texts: Sequence[str], sources: Sequence[str]) -> Iterator[Reranker]:
		"""See :meth:`~huf.engine.search.steps.reranker.Metered.request`."""
		if self.meter is None:
			yield self
			return
		with self.meter.request(self.model, query, texts, sources) as used:
			read: list[Read] = []
			# Told by the thread that asks; whoever counts may need that of the search.
			yield replace(self, _noted=read.append)
			for one in read:
				used(one)

	def scores(self, query: str, texts: Sequence[str], timeout_s: float) -> Sequence[float]:
		"""Ask the model once.

		Raises:
			RerankFailed: the service refused, could not be reached in time, or its answer names other texts.
		"""

		def work(call: Call) -> list[float]:
			response = call.send(query=query, documents=list(texts), top_n=len(texts), return_documents=False)
			found = _by_place(response.results, len(texts))
			if self._noted:
				self._noted(_read(response))
			return found

		answer = call_model("rerank", self.model, self.access, timeout_s, work)
		if isinstance(answer, Failure):
			raise self._error(answer)
		return answer

	def _error(self, failure: Failure) -> RerankFailed:
		name, detail = f"The model {self.model}", failure.detail
		match failure.kind:
			case FailureKind.NOT_ASKED:
				return RerankFailed(f"{name} was not asked. {detail}")
			case FailureKind.TIMEOUT:
				return RerankTimedOut(f"{name} could not re-rank: {detail}")
			case FailureKind.UNREADABLE:
				return RerankFailed(f"{name} sent an answer that cannot be read ({detail}).")
		return RerankFailed(f"{name} could not re-rank: {detail}")


def _read(response: Any) -> Read:
	"""What an answer says of what it took; services say it in several ways, and LiteLLM hands on some of them."""
	said = getattr(response, "meta", None) or {}
	billed, tokens = said.get("billed_units") or {}, said.get("tokens") or {}
	return Read(
		_count(billed.get("total_tokens")) or _count(tokens.get("input_tokens")),
		_count(billed.get("search_units")),
	)


def _count(value: Any) -> int:
	"""A number of a service; what is none, or below 0, is not said."""
	return int(value) if isinstance(value, int | float) and math.isfinite(value) and value > 0 else 0


def _by_place(results: Any, count: int) -> list[float]:
	"""Scores in the order of the texts: an answer is sorted by relevance and says by ``index`` which is which."""
	by_index = {int(result["index"]): float(result["relevance_score"]) for result in results}
	if sorted(by_index) != list(range(count)):
		raise ValueError(f"{len(by_index)} scores for {count} texts")
	if not all(map(math.isfinite, by_index.values())):
		raise ValueError("a score is no number")
	return [by_index[place] for place in range(count)]
