"""What making a build once more would ask of models: what is kept from before is not asked for again."""

import random
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from huf.engine.backends.base import Backend, Passage, Readable, Reader, summaries_of
from huf.engine.backends.hybrid import embedding_cache
from huf.engine.backends.hybrid.embedding_cache import digest
from huf.engine.backends.hybrid.text_embedding import embedded_text
from huf.engine.backends.keyword.schema import chunk_values
from huf.engine.backends.opening import open_build
from huf.engine.enrichment import cache as enrichment_cache
from huf.engine.enrichment.enricher import requests_for
from huf.engine.enrichment.prompts import INSTRUCTION
from huf.engine.registry import Registry
from huf.engine.tokens import count_tokens
from huf.engine.types import IndexedInput

_BATCH = 500
"""Passages that are looked at together."""
OF_REQUEST = count_tokens(INSTRUCTION) + 20
"""Tokens of a request about a passage besides the passage and what stands around it."""


@dataclass(frozen=True, slots=True)
class Texts:
	"""The passages of a build, as what a model is given of them."""

	passages: int
	tokens: int
	"""Of all of them, by huf's count."""
	new_passages: int
	"""Those for which nothing is kept. Equal ones count once, as they are asked for."""
	new_tokens: int
	is_sample: bool
	"""Not all were looked at: the numbers are those of a part, times what is left out."""


class Tally:
	"""Counts texts, and those of them for which a model would be asked: equal ones once."""

	def __init__(self, kept: Callable[[Sequence[bytes]], Collection[bytes]]) -> None:
		"""``kept`` gives those of some texts, by their digests, for which nothing is asked."""
		self._kept, self._seen = kept, set[bytes]()
		self.passages = self._tokens = self._new_passages = self._new_tokens = 0

	def add(self, texts: Sequence[str]) -> list[str]:
		"""Count some more; gives those of them that would be asked for."""
		marks, new = [digest(text) for text in texts], []
		known = self._kept(marks)
		for text, mark in zip(texts, marks, strict=True):
			size = count_tokens(text)
			self.passages, self._tokens = self.passages + 1, self._tokens + size
			if mark not in known and mark not in self._seen:
				self._seen.add(mark)
				new.append(text)
				self._new_passages, self._new_tokens = self._new_passages + 1, self._new_tokens + size
		return new

	def texts(self, factor: float) -> Texts:
		"""What was counted, times ``factor``: what there is of each that was looked at."""
		return Texts(
			round(self.passages * factor),
			round(self._tokens * factor),
			round(self._new_passages * factor),
			round(self._new_tokens * factor),
			is_sample=factor > 1,
		)


def texts_to_embed(
	build: Path,
	key: str,
	*,
	cache: Path,
	kinds: Registry[Backend] | None = None,
	seconds: float = 5.0,
	clock: Callable[[], float] = time.monotonic,
) -> Texts | None:
	"""How many passages of ``build`` an embedder with this ``key`` would be asked for, or None for a kind of index that cannot tell.

	:param cache: the folder with the kept vectors.
	:param seconds: after which the rest is told from what was seen, in an order by chance.

	Raises:
		IndexMissing, IndexCorrupt, IndexOutdated: the build cannot be read.
	"""

	def kept(marks: Sequence[bytes]) -> set[bytes]:
		return embedding_cache.kept_of(cache, key, marks)

	return _counted(build, _embedded, kept, kinds, seconds, clock, with_summaries=True)


def requests_to_make(
	build: Path,
	key: str,
	*,
	cache: Path,
	kinds: Registry[Backend] | None = None,
	seconds: float = 5.0,
	clock: Callable[[], float] = time.monotonic,
) -> Texts | None:
	"""About how many passages of ``build`` the model of an :class:`~huf.engine.enrichment.Enricher` with this ``key`` would be asked;
	tokens are those of the requests. The rest is as for :func:`texts_to_embed`.
	"""

	def kept(marks: Sequence[bytes]) -> set[bytes]:
		return enrichment_cache.kept_of(cache, key, marks)

	found = _counted(build, _requested, kept, kinds, seconds, clock, with_summaries=False)
	return found and Texts(
		found.passages,
		found.tokens + OF_REQUEST * found.passages,
		found.new_passages,
		found.new_tokens + OF_REQUEST * found.new_passages,
		found.is_sample,
	)


def _counted(
	build: Path,
	given: Callable[[IndexedInput, Iterator[Passage]], Iterator[str]],
	kept: Callable[[Sequence[bytes]], Collection[bytes]],
	kinds: Registry[Backend] | None,
	seconds: float,
	clock: Callable[[], float],
	*,
	with_summaries: bool,
) -> Texts | None:
	"""``given`` says what a model is given of the passages of an input, ``kept`` for which of these nothing is asked."""
	with closing(open_build(build, kinds=kinds)) as reader:
		if not isinstance(reader, Readable):
			return None
		inputs = by_chance(reader)
		until, tally = clock() + seconds, Tally(kept)
		each = (text for item in inputs for text in given(item, passages_of(reader, item, with_summaries)))
		while texts := list(islice(each, _BATCH)):
			tally.add(texts)
			if clock() >= until:
				break
		total = sum(item.chunks - (0 if with_summaries else item.summaries) for item in inputs)
	return tally.texts(total / tally.passages if tally.passages else 1.0)


def by_chance(reader: Reader) -> list[IndexedInput]:
	"""The inputs that have passages, in an order by chance, so that the first of them stand for all."""
	inputs = [item for item in reader.inputs() if item.chunks]
	random.Random(0).shuffle(inputs)  # a reader twice gets the same numbers
	return inputs


def passages_of(reader: Readable, item: IndexedInput, with_summaries: bool = False) -> Iterator[Passage]:
	"""The passages of an input in their order, some read at a time; after them its summaries."""
	numbers = [*reader.places(item.key), *(summaries_of(reader, item.key) if with_summaries else ())]
	for start in range(0, len(numbers), _BATCH):
		part = numbers[start : start + _BATCH]
		found = reader.passages(part)
		yield from (found[number] for number in part)


def _embedded(_item: IndexedInput, passages: Iterator[Passage]) -> Iterator[str]:
	for one in passages:
		*_, heading, body = chunk_values(one.as_chunk())
		yield embedded_text([one.title, heading, body])


def _requested(item: IndexedInput, passages: Iterator[Passage]) -> Iterator[str]:
	for _, requests in requests_for(item.title, (one.as_chunk() for one in passages)):
		yield from (messages[-1]["content"] for messages in requests)
