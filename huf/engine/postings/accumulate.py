"""Collects which term stands how often in which chunk, in bounded memory."""

import mmap
import tempfile
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from huf.engine.analysis.words import EDGES, terms_of
from huf.engine.postings import layout
from huf.engine.postings.byte_words import ByteWords, Numbers, NumberTable, find_words
from huf.engine.stopwords import STOP_WORDS, is_function_word

_WAITING_BYTES = 16 << 20
"""Text that waits to be counted: a small build is counted while SQLite does its part at the end."""
_RUN_BYTES = 4 << 20
"""Text that is counted together, and gives one sorted run; some 30 MB of arrays."""
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
	"""Takes chunks one by one, in ascending order of their numbers; gives sorted runs."""

	def __init__(self) -> None:
		self.vocabulary = Vocabulary()
		self.chunks: list[int] = []
		self._lengths: list[Numbers] = []
		self._waiting: list[tuple[int, str, bytes]] = []
		self._waiting_bytes = 0
		self._words: dict[str, _Words] = {}
		self._spilled: IO[bytes] | None = None
		self._mapped: mmap.mmap | None = None
		self._runs: list[tuple[int, int]] = []

	@property
	def lengths(self) -> Numbers:
		"""Weighted number of terms of each chunk, in the order of ``chunks``; complete after :meth:`runs`."""
		return np.concatenate(self._lengths)

	def add(self, chunk: int, language: str, title: str, heading: str, body: str) -> None:
		"""Take in one chunk."""
		# A field that counts more is read more often.
		fields = [body, *[heading] * layout.HEADING_WEIGHT, *[title] * layout.TITLE_WEIGHT]
		text = "\n".join(fields).encode("utf-8", "surrogatepass")
		self.chunks.append(chunk)
		self._waiting.append((chunk, language, text))
		self._waiting_bytes += len(text)
		if self._waiting_bytes >= _WAITING_BYTES:
			self._put_aside_waiting()

	def runs(self) -> list[Run]:
		"""All runs; chunk numbers of a later run are higher than those of an earlier one."""
		self._put_aside_waiting()
		self._words.clear()
		runs = []
		if self._spilled is not None:
			self._mapped = mmap.mmap(self._spilled.fileno(), 0, access=mmap.ACCESS_READ)
			data = np.frombuffer(self._mapped, dtype=np.uint8)
			for place, size in self._runs:
				keys = data[place : place + size * 8].view(np.uint64)
				runs.append(Run(keys, data[place + size * 8 : place + size * 9]))
		return runs

	def release(self) -> None:
		"""Give back the memory of what was read of the runs so far; it is on disk."""
		if self._mapped is not None:
			self._mapped.madvise(mmap.MADV_DONTNEED)

	def close(self) -> None:
		"""Delete what was put aside."""
		if self._spilled is not None:
			self._spilled.close()

	def _put_aside_waiting(self) -> None:
		"""Count what waits, a run at a time."""
		waiting, self._waiting, self._waiting_bytes = self._waiting, [], 0
		for part in _parts(waiting):
			run = self._count(part)
			if len(run.keys):
				self._put_aside(run)

	def _count(self, part: list[tuple[int, str, bytes]]) -> Run:
		keys, lengths = [np.zeros(0, dtype=np.uint64)], np.zeros(len(part), dtype=np.int64)
		for language in dict.fromkeys(language for _, language, _ in part):
			places = [place for place, entry in enumerate(part) if entry[1] == language]
			numbers, owners = self._terms(language, [part[place][2] for place in places])
			lengths[places] = np.bincount(owners, minlength=len(places))
			chunks = np.array([part[place][0] for place in places], dtype=np.uint64)
			keys.append(numbers.astype(np.uint64) << np.uint64(32) | chunks[owners])
		self._lengths.append(lengths)
		distinct, counts = np.unique(np.concatenate(keys), return_counts=True)
		return Run(distinct, np.minimum(counts, 255).astype(np.uint8))

	def _terms(self, language: str, texts: list[bytes]) -> tuple[npt.NDArray[np.int32], Numbers]:
		"""All term numbers of ``texts``, and to which of the texts each belongs."""
		if language not in self._words:
			self._words[language] = _Words(self.vocabulary, language)
		words = find_words(b"\n".join(texts))
		ends = np.cumsum([len(text) + 1 for text in texts])
		numbers, lengths = self._words[language].terms(words)
		owners = np.searchsorted(ends, words.starts, side="right")
		return numbers, np.repeat(owners, lengths)

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


def _parts(waiting: list[tuple[int, str, bytes]]) -> Iterator[list[tuple[int, str, bytes]]]:
	"""``waiting`` in parts of a run's size each."""
	part: list[tuple[int, str, bytes]] = []
	size = 0
	for entry in waiting:
		part.append(entry)
		size += len(entry[2])
		if size >= _RUN_BYTES:
			yield part
			part, size = [], 0
	if part:
		yield part
