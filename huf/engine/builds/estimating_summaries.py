"""What summing up the long documents of a build would ask of a model."""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from huf.engine.backends.base import Backend, Readable
from huf.engine.backends.opening import open_build
from huf.engine.builds.estimating import by_chance, passages_of
from huf.engine.enrichment.cache import kept_of
from huf.engine.enrichment.prompts import mark_of
from huf.engine.enrichment.summarizing import LONG, PART, PART_INSTRUCTION, part_messages, parts_of
from huf.engine.registry import Registry
from huf.engine.tokens import count_tokens

_BESIDE = count_tokens(PART_INSTRUCTION) + 20
"""Tokens of a request besides the text."""
_SUMMARY = 200
"""Tokens of a summary: what 120 words have in English, with a margin."""


@dataclass(frozen=True, slots=True)
class SummaryRequests:
	"""Questions for summaries."""

	requests: int = 0
	tokens: int = 0
	"""Of all of them, without the answers."""

	def __add__(self, other: "SummaryRequests") -> "SummaryRequests":
		return SummaryRequests(self.requests + other.requests, self.tokens + other.tokens)

	def __mul__(self, factor: float) -> "SummaryRequests":
		return SummaryRequests(round(self.requests * factor), round(self.tokens * factor))


@dataclass(frozen=True, slots=True)
class SummariesToMake:
	"""Of one build."""

	every: SummaryRequests
	"""Where no answer is kept."""
	new: SummaryRequests
	"""Those for which no answer is kept."""
	is_sample: bool
	"""Not all documents were looked at: the numbers are those of a part, times what is left out."""


def summaries_to_make(
	build: Path,
	key: str,
	*,
	cache: Path,
	kinds: Registry[Backend] | None = None,
	seconds: float = 5.0,
	clock: Callable[[], float] = time.monotonic,
) -> SummariesToMake | None:
	"""About how often a model would be asked to sum up the long documents of ``build``; None for a kind of index that cannot tell.

	The questions about whole documents depend on the answers about their parts, and are told from the number of these. ``key`` is that of
	:func:`~huf.engine.enrichment.summarizing.summary_key_of`; the rest is as for :func:`~huf.engine.builds.estimating.texts_to_embed`.
	"""
	every, new, seen = SummaryRequests(), SummaryRequests(), 0
	with closing(open_build(build, kinds=kinds)) as reader:
		if not isinstance(reader, Readable):
			return None
		inputs, until = by_chance(reader), clock() + seconds
		for item in inputs:
			asked = [
				part_messages(item.title, part)
				for part in parts_of(one.as_chunk() for one in passages_of(reader, item))
			]
			sizes = {mark_of(one): count_tokens(one[-1]["content"]) for one in asked}
			missing = sizes.keys() - kept_of(cache, key, sizes)
			whole = _of_whole(len(asked))
			every += _of_parts(list(sizes.values())) + whole
			new += _of_parts([sizes[mark] for mark in missing]) + (whole if missing else SummaryRequests())
			seen += item.chunks
			if clock() >= until:
				break
		total = sum(item.chunks for item in inputs)
	factor = total / seen if seen else 1.0
	return SummariesToMake(every * factor, new * factor, factor > 1)


def summaries_of_unread(tokens: int) -> SummaryRequests:
	"""What a document of about so many tokens would take that nobody has read yet."""
	if tokens < LONG:
		return SummaryRequests()
	parts = -(-tokens // PART)
	return _of_parts([tokens // parts] * parts) + _of_whole(parts)


def _of_parts(sizes: list[int]) -> SummaryRequests:
	return SummaryRequests(len(sizes), sum(sizes) + _BESIDE * len(sizes))


def _of_whole(parts: int) -> SummaryRequests:
	found = SummaryRequests()
	while parts > 1:
		read, parts = parts, -(-parts // (PART // _SUMMARY))
		found += SummaryRequests(parts, parts * _BESIDE + read * _SUMMARY)
	return found
