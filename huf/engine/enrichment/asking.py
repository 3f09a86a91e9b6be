"""Asks a model about the texts of one build, as far as it answers and may be paid, and never twice about the same."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from huf.engine.enrichment.cache import EnrichmentCache
from huf.engine.enrichment.prompts import Messages, mark_of
from huf.engine.errors import EnrichmentPaused, HufError

SECONDS = 600.0
"""How long one build asks: a job has half an hour, and what is left is asked for by the builds after it."""


@dataclass(frozen=True, slots=True)
class Asked:
	"""What came of some requests."""

	answers: Sequence[str | None]
	"""One for each, in their order; None for one that was not answered."""
	stopped: HufError | None = None
	"""Why no more is to be asked for now."""


Ask = Callable[[Sequence[Messages], int], Asked]
"""Asks the model, once for each list of messages, all of them at once; an answer has at most so many tokens."""


@dataclass(frozen=True, slots=True)
class Task:
	"""One kind of question."""

	key: str
	"""What answers are kept under: the model, and the version of the prompt."""
	answer_tokens: int
	"""The longest answer that is asked for."""
	read: Callable[[str], str]
	"""What is taken of an answer."""


class Asker:
	"""Asks for one build; what stops it stops all of its questions."""

	def __init__(
		self,
		folder: Path,
		ask: Ask,
		*,
		at_once: int = 5,
		seconds: float = SECONDS,
		check: Callable[[], None] = lambda: None,
		clock: Callable[[], float] = time.monotonic,
	) -> None:
		"""Asks at most for ``seconds``, from the first request on.

		Args:
			folder: where answers are kept.
			at_once: requests that are made together.
			check: called before each request; what it raises ends the build.
		"""
		self.stopped: HufError | None = None
		"""Why the model is not asked any more; None while it is."""
		self.has_asked = False
		"""Whether it was asked anything."""
		self.at_once = at_once
		self._cache, self._ask = EnrichmentCache(folder), ask
		self._seconds, self._check, self._clock = seconds, check, clock
		self._began: float | None = None

	def answers(self, task: Task, input: str, asked: Sequence[Messages]) -> list[str | None]:
		"""What is indexed of the answer to each; None where there is none. ``input`` is the key of that which they are about."""
		marks = [mark_of(messages) for messages in asked]
		found = self._cache.find(task.key, marks, input)
		missing = {mark: messages for mark, messages in zip(marks, asked, strict=True) if mark not in found}
		left = iter(missing.items())
		while self.stopped is None and (part := list(islice(left, self.at_once))):
			self._check()
			if self._is_over():
				self.stopped = EnrichmentPaused(
					"The model was asked for as long as one job has. What is missing is asked for next."
				)
				break
			self.has_asked = True
			came = self._ask([messages for _, messages in part], task.answer_tokens)
			new = {
				mark: task.read(answer)
				for (mark, _), answer in zip(part, came.answers, strict=True)
				if answer is not None
			}
			self._cache.keep(task.key, new, input)
			found |= new
			self.stopped = came.stopped
		return [found.get(mark) for mark in marks]

	def _is_over(self) -> bool:
		now = self._clock()
		if self._began is None:
			self._began = now
		return now - self._began >= self._seconds
