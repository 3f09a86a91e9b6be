"""What embedding the passages of a build once more would take: those whose vectors are kept are not asked for again."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from huf.engine.backends.base import Backend, Readable
from huf.engine.backends.hybrid.embedding_cache import digest, kept_of
from huf.engine.backends.hybrid.text_embedding import embedded_text
from huf.engine.backends.keyword.schema import chunk_values
from huf.engine.backends.opening import open_build
from huf.engine.registry import Registry
from huf.engine.tokens import count_tokens
from huf.engine.types import Chunk, IndexedInput

_BATCH = 500
"""Passages that are looked at together."""


@dataclass(frozen=True, slots=True)
class Texts:
	"""The passages of a build."""

	passages: int
	tokens: int
	"""Of all of them, by huf's count."""
	new_passages: int
	"""Those whose vectors are not kept. Equal ones count once, as they are asked for."""
	new_tokens: int
	is_sample: bool
	"""Not all were looked at: the numbers are those of a part, times what is left out."""


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
	with closing(open_build(build, kinds=kinds)) as reader:
		if not isinstance(reader, Readable):
			return None
		inputs = [item for item in reader.inputs() if item.chunks]
		random.Random(0).shuffle(inputs)  # a reader twice gets the same numbers
		until, seen = clock() + seconds, set[bytes]()
		passages = tokens = new_passages = new_tokens = 0
		for texts in _batches(reader, inputs):
			marks = [digest(text) for text in texts]
			kept = kept_of(cache, key, marks)
			for text, mark in zip(texts, marks, strict=True):
				size = count_tokens(text)
				passages, tokens = passages + 1, tokens + size
				if mark not in kept and mark not in seen:
					seen.add(mark)
					new_passages, new_tokens = new_passages + 1, new_tokens + size
			if clock() >= until:
				break
		total = sum(item.chunks for item in inputs)
	factor = total / passages if passages else 1.0
	return Texts(
		total,
		round(tokens * factor),
		round(new_passages * factor),
		round(new_tokens * factor),
		is_sample=passages < total,
	)


def _batches(reader: Readable, inputs: list[IndexedInput]) -> Iterator[list[str]]:
	each = (text for item in inputs for text in _texts(reader, item))
	while batch := list(islice(each, _BATCH)):
		yield batch


def _texts(reader: Readable, item: IndexedInput) -> Iterator[str]:
	"""What is embedded of an input's passages."""
	numbers = reader.places(item.key)
	for start in range(0, len(numbers), _BATCH):
		part = numbers[start : start + _BATCH]
		found = reader.passages(part)
		for number in part:
			one = found[number]
			chunk = Chunk(one.ordinal, one.start, one.end, one.text, one.locator, one.header)
			*_, heading, body = chunk_values(chunk)
			yield embedded_text([one.title, heading, body])
