"""A re-ranking model of any provider, called through LiteLLM. Imported by who uses one: few searches do."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from huf.engine.errors import RerankFailed, RerankTimedOut
from huf.engine.services import Access, Call, Failure, FailureKind, call_model, load_litellm


@dataclass(frozen=True, slots=True)
class LiteLLMReranker:
	"""A re-ranking model of any provider that LiteLLM reaches, for example ``cohere/rerank-v3.5``."""

	model: str
	access: Access = field(default_factory=Access)
	owner: str = ""
	"""Who asks it, where one process serves several that must not feel each other, such as the sites of a bench."""

	@property
	def key(self) -> str:
		"""LiteLLM's name of the model."""
		return self.model

	def prepare(self) -> None:
		"""Import LiteLLM: that takes seconds, which are not the model's to lose."""
		load_litellm()

	def scores(self, query: str, texts: Sequence[str], timeout_s: float) -> Sequence[float]:
		"""Ask the model once.

		Raises:
			RerankFailed: the service refused, could not be reached in time, or its answer names other texts.
		"""

		def work(call: Call) -> list[float]:
			response = call.send(query=query, documents=list(texts), top_n=len(texts), return_documents=False)
			return _by_place(response.results, len(texts))

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


def _by_place(results: Any, count: int) -> list[float]:
	"""Scores in the order of the texts: an answer is sorted by relevance and says by ``index`` which is which."""
	by_index = {int(result["index"]): float(result["relevance_score"]) for result in results}
	if sorted(by_index) != list(range(count)):
		raise ValueError(f"{len(by_index)} scores for {count} texts")
	if not all(map(math.isfinite, by_index.values())):
		raise ValueError("a score is no number")
	return [by_index[place] for place in range(count)]
