"""Collects which term stands how often in which chunk, in bounded memory."""

import mmap
import tempfile
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from huf.engine.analysis.words import EDGES, terms_of
from huf.engine.postings import layout
from huf.engine.postings.byte_words import ByteWords, Numbers, NumberTable, find_words
from huf.engine.stopwords import STOP_WORDS, is_function_word

_WAITING_BYTES = 4 << 20
"""Text that waits in memory to be counted; more waits on disk. It is counted while SQLite does its part."""
_RUN_BYTES = 1 << 20
"""Text that is counted together, and gives one sorted run; some 8 MB of arrays."""
_KNOWN_WORDS = 400_000
"""Words that are remembered, in a table of 12 MB."""
_LONGEST_KNOWN = 40
"""Bytes; a run of Chinese is one long “word” that never comes again."""

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


class _Words:
	"""The term numbers of words of one language. Each distinct word is analysed once, which makes indexing fast."""

	def __init__(self, vocabulary: Vocabulary, language: str) -> None:
		self._vocabulary, self._language = vocabulary, language
		self.forget()

	def forget(self) -> None:
		"""Start anew, when too many words are known."""
		self._table = NumberTable()
		self._plain: dict[str, tuple[int, ...]] = {}
		# The terms of the word in place n are numbers[ends[n - 1] : ends[n]].
		self._numbers, self._ends = array("i"), array("q", [0])

	def terms(self, words: ByteWords) -> tuple[npt.NDArray[np.int32], Numbers]:
		"""The term numbers of ``words`` one after the other, and how many each word has."""
		if len(self._ends) > _KNOWN_WORDS:
			self.forget()
		places = np.empty(len(words.starts), dtype=np.int32)
		is_long = words.ends - words.starts > _LONGEST_KNOWN
		long, short = np.flatnonzero(is_long), np.flatnonzero(~is_long)
		places[long] = self._learn(words.words(long))
		keys = words.keys(short)
		found = self._table.find(keys)
		missing = np.flatnonzero(found < 0)
		_, first = np.unique(keys[missing], return_index=True)
		# In the order of the text, so that equal inputs give equal builds.
		new = missing[np.sort(first)]
		self._table.add(keys[new], self._learn(words.words(short[new])))
		found[missing] = self._table.find(keys[missing])
		places[short] = found
		return self._gathered(places)

	def _learn(self, words: Iterable[str]) -> npt.NDArray[np.int32]:
		"""Analyse ``words``; gives their places."""
		first = len(self._ends) - 1
		numbers, ends = self._numbers, self._ends
		for word in words:
			if word.isascii():
				numbers.extend(self._terms_of(word.strip(EDGES)))
			else:
				# White space outside ASCII is not looked for among the bytes.
				for part in word.split():
					numbers.extend(self._terms_of(part.strip(EDGES)))
			ends.append(len(numbers))
		return np.arange(first, len(ends) - 1, dtype=np.int32)

	def _terms_of(self, word: str) -> tuple[int, ...]:
		plain = word.lower() if word.isascii() else word
		numbers = self._plain.get(plain)
		# Whether a function word is a name is told by its capitals, so the answer is not the same for all spellings.
		if numbers is None or plain in STOP_WORDS:
			if is_function_word(word):
				return ()
			numbers = tuple(map(self._vocabulary.__getitem__, terms_of(plain, self._language)))
			if len(plain) <= _LONGEST_KNOWN:
				self._plain[plain] = numbers
		return numbers

	def _gathered(self, places: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.int32], Numbers]:
		ends = np.frombuffer(self._ends, dtype=np.int64)
		begins = ends[places]
		lengths = ends[places + 1] - begins
		numbers = np.frombuffer(self._numbers, dtype=np.int32) if self._numbers else np.zeros(0, np.int32)
		before = np.cumsum(lengths) - lengths
		return numbers[np.repeat(begins - before, lengths) + np.arange(lengths.sum())], lengths


class Accumulator:
	"""Takes chunks one by one, in ascending order of their numbers; counts them when all are there."""

	def __init__(self, folder: Path) -> None:
		"""``folder`` is where files that need no name are put."""
		self.vocabulary = Vocabulary()
		self.chunks = array("q")
		self.lengths: Numbers = np.zeros(0, dtype=np.int64)
		"""Weighted number of terms of each chunk, in the order of ``chunks``; known after :meth:`runs`."""
		self._folder = folder
		self._waiting: tempfile.SpooledTemporaryFile[bytes] = tempfile.SpooledTemporaryFile(
			_WAITING_BYTES, dir=str(folder)
		)
		self._sizes = array("q")
		self._languages: list[str] = []
		self._words: dict[str, _Words] = {}
		self._spilled: IO[bytes] | None = None
		self._mapped: mmap.mmap | None = None
		self._runs: list[tuple[int, int]] = []

	def add(self, chunk: int, language: str, title: str, heading: str, body: str) -> None:
		"""Take in one chunk."""
		# A field that counts more is read more often.
		fields = [body, *[heading] * layout.HEADING_WEIGHT, *[title] * layout.TITLE_WEIGHT, ""]
		self.chunks.append(chunk)
		self._languages.append(language)
		self._sizes.append(self._waiting.write("\n".join(fields).encode("utf-8", "surrogatepass")))

	def runs(self) -> list[Run]:
		"""Count all; chunk numbers of a later run are higher than those of an earlier one."""
		self._waiting.seek(0)
		lengths = []
		for first, last in self._parts():
			run, sizes = self._count(first, last)
			lengths.append(sizes)
			self._put_aside(run)
		self.lengths = np.concatenate([self.lengths, *lengths])
		self._waiting.close()
		self._words.clear()
		if self._spilled is None:
			return []
		self._spilled.flush()
		self._mapped = mmap.mmap(self._spilled.fileno(), 0, access=mmap.ACCESS_READ)
		data = np.frombuffer(self._mapped, dtype=np.uint8)
		return [
			Run(data[place : place + size * 8].view(np.uint64), data[place + size * 8 : place + size * 9])
			for place, size in self._runs
		]

	def release(self) -> None:
		"""Give back the memory of what was read of the runs so far; it is on disk."""
		if self._mapped is not None:
			self._mapped.madvise(mmap.MADV_DONTNEED)

	def close(self) -> None:
		"""Delete what was put aside."""
		self._waiting.close()
		if self._spilled is not None:
			self._spilled.close()

	def _parts(self) -> Iterator[tuple[int, int]]:
		"""First and last place, the latter not included, of chunks that are counted together."""
		first = size = 0
		for place, more in enumerate(self._sizes, start=1):
			size += more
			if size >= _RUN_BYTES or place == len(self._sizes):
				yield first, place
				first, size = place, 0

	def _count(self, first: int, last: int) -> tuple[Run, Numbers]:
		"""The run of the next chunks that wait, and how many terms each of them has."""
		texts = list(map(self._waiting.read, self._sizes[first:last]))
		languages = self._languages[first:last]
		every = np.array(self.chunks[first:last], dtype=np.uint64)
		sizes = np.zeros(len(texts), dtype=np.int64)
		keys = []
		for language in dict.fromkeys(languages):
			places = np.array([place for place, own in enumerate(languages) if own == language])
			numbers, owners = self._terms(language, [texts[place] for place in places])
			sizes[places] = np.bincount(owners, minlength=len(places))
			keys.append(numbers.astype(np.uint64) << np.uint64(32) | every[places][owners])
		distinct, counts = np.unique(np.concatenate(keys), return_counts=True)
		return Run(distinct, np.minimum(counts, 255).astype(np.uint8)), sizes

	def _terms(self, language: str, texts: list[bytes]) -> tuple[npt.NDArray[np.int32], Numbers]:
		"""All term numbers of ``texts``, which end in white space, and to which of the texts each belongs."""
		if language not in self._words:
			self._words[language] = _Words(self.vocabulary, language)
		words = find_words(b"".join(texts))
		numbers, lengths = self._words[language].terms(words)
		ends = np.cumsum([len(text) for text in texts])
		owners = np.searchsorted(ends, words.starts, side="right")
		return numbers, np.repeat(owners, lengths)

	def _put_aside(self, run: Run) -> None:
		if not len(run.keys):
			return
		if self._spilled is None:
			self._spilled = tempfile.TemporaryFile(dir=self._folder)
		place: Any = self._spilled.seek(0, 2)
		padding = -place % 8
		self._spilled.write(b"\0" * padding)
		self._spilled.write(run.keys.tobytes())
		self._spilled.write(run.counts.tobytes())
		self._runs.append((place + padding, len(run.keys)))
