"""What reads query and passages together and says how well each answers: slower than a search, and better."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from huf.engine.errors import RerankFailed
from huf.engine.services import Access, load_litellm
from huf.engine.services.scrub import scrub


class Reranker(Protocol):
	"""Scores passages for a query. Called from a thread of its own, one call at a time."""

	@property
	def key(self) -> str:
		"""Names it in notes and explanations."""

	def prepare(self) -> None:
		"""Get ready what is needed once in a process, such as a library; called before the time-out begins to count."""

	def scores(self, query: str, texts: Sequence[str], timeout_s: float) -> Sequence[float]:
		"""One number for each text, in their order; higher is better.

		Raises:
			RerankFailed: there is no answer, or it cannot be used.
		"""


@dataclass(frozen=True, slots=True)
class LiteLLMReranker:
	"""A re-ranking model of any provider that LiteLLM reaches, for example ``cohere/rerank-v3.5``."""

	model: str
	access: Access = field(default_factory=Access)

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
		answer = self._attempt(query, texts, timeout_s)
		if isinstance(answer, RerankFailed):
			raise answer
		return answer

	def _attempt(self, query: str, texts: Sequence[str], timeout_s: float) -> list[float] | RerankFailed:
		"""The error is returned, not raised: raised here it would carry LiteLLM's exception as its context, and
		with it frames that hold the key."""
		litellm = load_litellm()
		import openai

		guard = None
		try:
			with self.access.guarded() as guard:
				response = litellm.rerank(
					**self.access.arguments(self.model),
					query=query,
					documents=list(texts),
					top_n=len(texts),
					return_documents=False,
					timeout=timeout_s,
					max_retries=0,
				)
			return _by_place(response.results, len(texts))
		except openai.OpenAIError as error:
			if guard and guard.problem:
				return RerankFailed(f"The model {self.model} was not asked. {guard.problem}")
			return RerankFailed(f"The model {self.model} could not re-rank: {self._safe(error)}")
		except (LookupError, TypeError, ValueError, AttributeError) as error:
			# LiteLLM lets these out when an answer has a shape that it does not expect.
			return RerankFailed(
				f"The model {self.model} sent an answer that cannot be read ({self._safe(error)})."
			)

	def _safe(self, error: Exception) -> str:
		"""What the error says, fit for a message."""
		return scrub(str(getattr(error, "message", error)).split("Traceback", 1)[0], self.access.api_key)


def _by_place(results: Any, count: int) -> list[float]:
	"""Scores in the order of the texts: an answer is sorted by relevance and says by ``index`` which is which."""
	by_index = {int(result["index"]): float(result["relevance_score"]) for result in results}
	if sorted(by_index) != list(range(count)):
		raise ValueError(f"{len(by_index)} scores for {count} texts")
	if not all(map(math.isfinite, by_index.values())):
		raise ValueError("a score is no number")
	return [by_index[place] for place in range(count)]
