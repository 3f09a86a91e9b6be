"""Collects which term stands how often in which chunk, in bounded memory."""

import mmap
import tempfile
from dataclasses import dataclass
from itertools import chain
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from huf.engine.analysis.words import EDGES, terms_of
from huf.engine.postings import layout
from huf.engine.stopwords import is_function_word

_RUN_TOKENS = 500_000
"""Terms in memory before they are counted and put aside in a sorted run."""
_CACHED_WORDS = 100_000
_LONGEST_CACHED = 40
"""Characters; a run of Chinese is one long “word” that never comes again."""

Keys = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Run:
	"""Distinct (term, chunk) pairs in order, ``term << 32 | chunk``, and how often each occurs (255 at most)."""

	keys: Keys
	counts: Counts


class Vocabulary(dict[str, int]):
	"""Numbers for terms, in the order in which they are first seen."""

	def __missing__(self, term: str) -> int:
		number = self[term] = len(self)
		return number


class _Words(dict[str, tuple[int, ...]]):
	"""Term numbers by word. Each distinct word is analysed once, which is what makes indexing fast."""

	def __init__(self, vocabulary: Vocabulary, language: str) -> None:
		self._vocabulary, self._language = vocabulary, language

	def __missing__(self, word: str) -> tuple[int, ...]:
		bare = word.strip(EDGES)
		if bare != word:
			numbers = self[bare] if bare else ()
		elif is_function_word(word):
			numbers = ()
		else:
			numbers = tuple(map(self._vocabulary.__getitem__, terms_of(word, self._language)))
		if len(word) <= _LONGEST_CACHED:
			if len(self) >= _CACHED_WORDS:
				self.clear()
			self[word] = numbers
		return numbers


class Accumulator:
	"""Takes chunks one by one, in ascending order of their numbers; gives sorted runs."""

	def __init__(self) -> None:
		self.vocabulary = Vocabulary()
		self.chunks: list[int] = []
		self.lengths: list[int] = []
		"""Weighted number of terms of each chunk, in the order of ``chunks``."""
		self._words: dict[str, _Words] = {}
		self._terms: list[int] = []
		self._run_start = 0
		self._spilled: IO[bytes] | None = None
		self._mapped: mmap.mmap | None = None
		self._runs: list[tuple[int, int]] = []

	def add(self, chunk: int, language: str, title: str, heading: str, body: str) -> None:
		"""Take in one chunk."""
		words = self._words.get(language)
		if words is None:
			words = self._words[language] = _Words(self.vocabulary, language)
		before = len(self._terms)
		terms = self._terms
		terms.extend(chain.from_iterable(map(words.__getitem__, body.split())))
		for text, weight in ((heading, layout.HEADING_WEIGHT), (title, layout.TITLE_WEIGHT)):
			if text:
				terms.extend(list(chain.from_iterable(map(words.__getitem__, text.split()))) * weight)
		self.chunks.append(chunk)
		self.lengths.append(len(terms) - before)
		if len(terms) >= _RUN_TOKENS:
			self._put_aside(self._count())

	def runs(self) -> list[Run]:
		"""All runs; chunk numbers of a later run are higher than those of an earlier one."""
		last = self._count()
		self._words.clear()
		runs = []
		if self._spilled is not None:
			self._mapped = mmap.mmap(self._spilled.fileno(), 0, access=mmap.ACCESS_READ)
			data = np.frombuffer(self._mapped, dtype=np.uint8)
			for place, size in self._runs:
				keys = data[place : place + size * 8].view(np.uint64)
				runs.append(Run(keys, data[place + size * 8 : place + size * 9]))
		return [*runs, last] if len(last.keys) else runs

	def release(self) -> None:
		"""Give back the memory of what was read of the runs so far; it is on disk."""
		if self._mapped is not None:
			self._mapped.madvise(mmap.MADV_DONTNEED)

	def close(self) -> None:
		"""Delete what was put aside."""
		if self._spilled is not None:
			self._spilled.close()

	def _count(self) -> Run:
		"""Count what is in memory, and empty it."""
		lengths = np.array(self.lengths[self._run_start :], dtype=np.int64)
		chunks = np.array(self.chunks[self._run_start :], dtype=np.uint64)
		keys = np.array(self._terms, dtype=np.uint64)
		keys <<= np.uint64(32)
		keys |= np.repeat(chunks, lengths)
		self._terms = []
		self._run_start = len(self.chunks)
		distinct, counts = np.unique(keys, return_counts=True)
		return Run(distinct, np.minimum(counts, 255).astype(np.uint8))

	def _put_aside(self, run: Run) -> None:
		if self._spilled is None:
			self._spilled = tempfile.TemporaryFile(prefix="huf-postings-")
		place: Any = self._spilled.seek(0, 2)
		padding = -place % 8
		self._spilled.write(b"\0" * padding)
		self._spilled.write(run.keys.tobytes())
		self._spilled.write(run.counts.tobytes())
		self._spilled.flush()
		self._runs.append((place + padding, len(run.keys)))
