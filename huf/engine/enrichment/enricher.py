"""Has a model say something of each passage, and of long documents as a whole, while a build is made."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from huf.engine.enrichment.asking import SECONDS, Ask, Asker, Task
from huf.engine.enrichment.prompts import (
	ANSWER_TOKENS,
	VERSION,
	Excerpt,
	Messages,
	messages_for,
	read_answer,
)
from huf.engine.enrichment.summarizing import Summarizer, summary_task
from huf.engine.errors import HufError
from huf.engine.types import Chunk

UNENRICHED = "unenriched"
"""Metadata of an input: how many of its passages were indexed without what the model adds, and how many summaries are missing."""
_BATCH = 50
"""Passages that are looked up in the cache together."""


class Enricher:
	"""What a model says of the texts of one build; asked at most once for the same text in the same surroundings."""

	def __init__(
		self,
		model: str,
		folder: Path,
		ask: Ask,
		*,
		lines: bool = True,
		summaries: bool = False,
		at_once: int = 5,
		seconds: float = SECONDS,
		check: Callable[[], None] = lambda: None,
		clock: Callable[[], float] = time.monotonic,
	) -> None:
		"""Asks at most for ``seconds``, from the first request on.

		Args:
			model: names it, and whatever else decides what it answers.
			folder: where answers are kept.
			lines: whether it says something of each passage.
			summaries: whether it sums up long documents.
			at_once: requests that are made together.
			check: called before each request; what it raises ends the build.
		"""
		self._asker = Asker(folder, ask, at_once=at_once, seconds=seconds, check=check, clock=clock)
		self._lines = line_task(model) if lines else None
		self._summaries = summary_task(model) if summaries else None

	@property
	def stopped(self) -> HufError | None:
		"""Why the model is not asked any more; None while it is."""
		return self._asker.stopped

	@property
	def has_asked(self) -> bool:
		"""Whether it was asked anything."""
		return self._asker.has_asked

	def of(self, input: str, title: str, chunks: Iterator[Chunk]) -> "InputEnrichment":
		"""The chunks of an input, each with what the model adds, then its summaries. ``input`` is its key."""
		summarizer = Summarizer(self._asker, self._summaries, input, title) if self._summaries else None
		return InputEnrichment(self._asker, self._lines, summarizer, input, title, chunks)


class InputEnrichment(Iterator[Chunk]):
	"""Passes the chunks of one input on, with what the model says of them."""

	def __init__(
		self,
		asker: Asker,
		lines: Task | None,
		summarizer: Summarizer | None,
		input: str,
		title: str,
		chunks: Iterator[Chunk],
	) -> None:
		self.lacking = 0
		"""Chunks that were passed on without a line."""
		self.summaries = 0
		"""Those of the chunks that are summaries."""
		self._summarizer = summarizer
		passages = self._with_lines(asker, lines, input, title, chunks) if lines else chunks
		self._chunks = self._with_summaries(summarizer, passages) if summarizer else passages

	@property
	def lacking_summaries(self) -> int:
		"""Summaries that the model did not write."""
		return self._summarizer.lacking if self._summarizer else 0

	def __next__(self) -> Chunk:
		return next(self._chunks)

	def _with_lines(
		self, asker: Asker, lines: Task, input: str, title: str, chunks: Iterator[Chunk]
	) -> Iterator[Chunk]:
		for batch, messages in requests_for(title, chunks):
			for chunk, text in zip(batch, asker.answers(lines, input, messages), strict=True):
				self.lacking += text is None
				yield replace(chunk, enrichment=text) if text else chunk

	def _with_summaries(self, summarizer: Summarizer, passages: Iterator[Chunk]) -> Iterator[Chunk]:
		for passage in passages:
			summarizer.read(passage)
			yield passage
		for summary in summarizer.summaries():
			self.summaries += 1
			yield summary


def line_task(model: str) -> Task:
	"""A line and keywords about one passage."""
	return Task(key_of(model), ANSWER_TOKENS, read_answer)


def key_of(model: str) -> str:
	"""What lines of ``model`` are kept under, and what a build says of them: they differ by the prompt, too."""
	return f"{VERSION}:{model}"


def requests_for(title: str, chunks: Iterator[Chunk]) -> Iterator[tuple[list[Chunk], list[Messages]]]:
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
