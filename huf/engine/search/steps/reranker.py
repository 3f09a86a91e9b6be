"""What reads query and passages together and says how well each answers: slower than a search, and better."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol, runtime_checkable


class Reranker(Protocol):
	"""Scores passages for a query. Called from a thread of its own, one call at a time.

	What is learned of one that does not answer holds for its equals.
	"""

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


@runtime_checkable
class Metered(Protocol):
	"""What a re-ranker may be besides: one whose requests somebody pays for."""

	def request(
		self, query: str, texts: Sequence[str], sources: Sequence[str]
	) -> AbstractContextManager[Reranker]:
		"""Around one request, in the thread of the search. Gives the re-ranker to ask; what it took counts when no error ends the block.

		:param sources: for each text the source that it was found in.

		Raises, when it is entered:
			RerankCapped: the request must not be made.
		"""
