"""Has a model say something of each passage while a build is made, as far as it answers and may be paid."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from huf.engine.enrichment.cache import EnrichmentCache
from huf.engine.enrichment.prompts import VERSION, Excerpt, mark_of, messages_for, read_answer
from huf.engine.errors import EnrichmentPaused, HufError
from huf.engine.types import Chunk

UNENRICHED = "unenriched"
"""Metadata of an input: how many of its passages were indexed without what the model adds."""
_BATCH = 50
"""Passages that are looked up in the cache together."""
SECONDS = 600.0
"""How long one build asks: a job has half an hour, and what is left is asked for by the builds after it."""


@dataclass(frozen=True, slots=True)
class Asked:
	"""What came of some requests."""

	answers: Sequence[str | None]
	"""One for each, in their order; None for one that was not answered."""
	stopped: HufError | None = None
	"""Why no more is to be asked for now."""


Ask = Callable[[Sequence[list[dict[str, str]]]], Asked]
"""Asks the model, once for each list of messages, all of them at once."""


class Enricher:
	"""What a model says of passages, for one build; asked at most once for the same passage in the same surroundings."""

	def __init__(
		self,
		model: str,
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
			model: names it, and whatever else decides what it answers.
			folder: where answers are kept.
			at_once: requests that are made together.
			check: called before each request; what it raises ends the build.
		"""
		self.key = key_of(model)
		self.stopped: HufError | None = None
		"""Why the model is not asked any more; None while it is."""
		self.has_asked = False
		"""Whether it was asked anything."""
		self._cache, self._ask, self._at_once = EnrichmentCache(folder), ask, at_once
		self._seconds, self._check, self._clock = seconds, check, clock
		self._began: float | None = None

	def of(self, input: str, title: str, chunks: Iterator[Chunk]) -> "PassageEnrichment":
		"""The chunks of an input, each with what the model adds. ``input`` is its key."""
		return PassageEnrichment(self, input, title, chunks)

	def answers(self, input: str, asked: Sequence[list[dict[str, str]]]) -> list[str | None]:
		"""What is indexed of the answer to each; None where there is none."""
		marks = [mark_of(messages) for messages in asked]
		found = self._cache.find(self.key, marks, input)
		missing = {mark: messages for mark, messages in zip(marks, asked, strict=True) if mark not in found}
		left = iter(missing.items())
		while self.stopped is None and (part := list(islice(left, self._at_once))):
			self._check()
			if self._is_over():
				self.stopped = EnrichmentPaused(
					"The model was asked for as long as one job has. What is missing is asked for next."
				)
				break
			self.has_asked = True
			came = self._ask([messages for _, messages in part])
			new = {
				mark: read_answer(answer)
				for (mark, _), answer in zip(part, came.answers, strict=True)
				if answer is not None
			}
			self._cache.keep(self.key, new, input)
			found |= new
			self.stopped = came.stopped
		return [found.get(mark) for mark in marks]

	def _is_over(self) -> bool:
		now = self._clock()
		if self._began is None:
			self._began = now
		return now - self._began >= self._seconds


class PassageEnrichment(Iterator[Chunk]):
	"""Passes the chunks of one input on, with what the model says of them."""

	def __init__(self, enricher: Enricher, input: str, title: str, chunks: Iterator[Chunk]) -> None:
		self.lacking = 0
		"""Chunks that were passed on without."""
		self._chunks = self._enriched(enricher, input, title, chunks)

	def __next__(self) -> Chunk:
		return next(self._chunks)

	def _enriched(
		self, enricher: Enricher, input: str, title: str, chunks: Iterator[Chunk]
	) -> Iterator[Chunk]:
		for batch, messages in requests_for(title, chunks):
			for chunk, text in zip(batch, enricher.answers(input, messages), strict=True):
				self.lacking += text is None
				yield replace(chunk, enrichment=text) if text else chunk


def key_of(model: str) -> str:
	"""What answers of ``model`` are kept under, and what a build says of them: they differ by the prompt, too."""
	return f"{VERSION}:{model}"


def requests_for(
	title: str, chunks: Iterator[Chunk]
) -> Iterator[tuple[list[Chunk], list[list[dict[str, str]]]]]:
	"""The chunks of one input, some at a time, with what the model is asked about each."""
	beginning = before = ""
	batch = list(islice(chunks, _BATCH))
	while batch:
		following = list(islice(chunks, _BATCH))
		texts = [chunk.text for chunk in batch]
		beginning = beginning or texts[0]
		around = zip(
			[before, *texts], batch, [*texts[1:], following[0].text if following else ""], strict=False
		)
		yield (
			batch,
			[
				messages_for(
					Excerpt(title, beginning if chunk.ordinal else "", _place(chunk), left, chunk.text, right)
				)
				for left, chunk, right in around
			],
		)
		before, batch = texts[-1], following


def _place(chunk: Chunk) -> str:
	"""The names of its place. Without pages and lines, which move when something is added further up."""
	locator = chunk.locator
	return " › ".join(filter(None, (*locator.heading, locator.sheet, locator.part, chunk.header)))
