"""Collects which term stands how often in which chunk, in bounded memory."""

import mmap
import tempfile
from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from huf.engine.disk.mapped import give_back
from huf.engine.postings import layout
from huf.engine.postings.byte_words import Numbers, find_words, plain
from huf.engine.postings.known_words import KnownWords, Vocabulary

_WAITING_BYTES = 4 << 20
"""Text that waits in memory to be counted; more waits on disk. It is counted while SQLite does its part."""
_RUN_BYTES = 1 << 20
"""Text that is counted together, and gives one sorted run; some 8 MB of arrays."""

Keys = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.uint8]
ChunkLengths = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Run:
	"""Distinct (term, chunk) pairs in order, ``term << 32 | chunk``, and how often each occurs (255 at most)."""

	keys: Keys
	counts: Counts


def _by_number(numbers: npt.NDArray[np.int32]) -> Numbers:
	"""The places of ``numbers`` in ascending order, equal ones as they come.

	Numpy sorts 16 bits by their digits and not by comparing, three times as fast as whole keys; so half by half.
	"""
	order: Numbers = np.argsort(numbers.astype(np.uint16), kind="stable")
	if len(numbers) and int(numbers.max()) > 0xFFFF:
		order = order[np.argsort((numbers >> 16).astype(np.uint16)[order], kind="stable")]
	return order


class Accumulator:
	"""Takes chunks one by one, in ascending order of their numbers; counts them when all are there."""

	def __init__(self, folder: Path, like: "Accumulator | None" = None) -> None:
		"""``folder`` is where files that need no name are put.

		``like``: another one, most of whose words come here too. Each word is analysed once for both, and terms have the same numbers.
		"""
		self.vocabulary: Vocabulary = like.vocabulary if like else Vocabulary()
		# What grows with the chunks has the few bytes that it has in files: there may be millions of them.
		self.chunks = array("I")
		self.lengths: ChunkLengths = np.zeros(0, dtype=layout.LENGTH_TYPE)
		"""Weighted number of terms of each chunk, in the order of ``chunks``; known after :meth:`runs`."""
		self._folder = folder
		self._waiting: tempfile.SpooledTemporaryFile[bytes] = tempfile.SpooledTemporaryFile(
			_WAITING_BYTES, dir=str(folder)
		)
		self._sizes = array("I")
		self._languages = array("H")
		self._language_numbers = Vocabulary()
		self._words: dict[str, KnownWords] = like._words if like else {}
		self._spilled: IO[bytes] | None = None
		self._mapped: mmap.mmap | None = None
		self._runs: list[tuple[int, int]] = []
		self._forgotten: set[int] = set()

	def add(self, language: str, title: str, chunks: Sequence[tuple[int, str, str]]) -> None:
		"""Take in chunks, each with its number, heading and text."""
		# A field that counts more is read more often.
		titles = [title] * layout.TITLE_WEIGHT
		texts = [
			"\n".join((body, *[heading] * layout.HEADING_WEIGHT, *titles, "")).encode(
				"utf-8", "surrogatepass"
			)
			for _, heading, body in chunks
		]
		self.chunks.extend([chunk for chunk, _, _ in chunks])
		self._languages.extend([self._language_numbers[language]] * len(chunks))
		self._sizes.extend(map(len, texts))
		self._waiting.write(b"".join(texts))

	def forget(self, first: int, last: int) -> None:
		"""Count no words of the chunks from ``first`` to ``last``."""
		self._forgotten.update(range(first, last + 1))

	def runs(self) -> list[Run]:
		"""Count all; chunk numbers of a later run are higher than those of an earlier one."""
		self._waiting.seek(0)
		lengths = []
		for first, last in self._parts():
			run, sizes = self._count(first, last)
			lengths.append(sizes.astype(layout.LENGTH_TYPE))
			self._put_aside(run)
		self.lengths = np.concatenate([self.lengths, *lengths])
		self._waiting.close()
		if self._spilled is None:
			return []
		self._spilled.flush()
		self._mapped = mmap.mmap(self._spilled.fileno(), 0, access=mmap.ACCESS_READ)
		data = np.frombuffer(self._mapped, dtype=np.uint8)
		return [
			Run(data[place : place + size * 8].view(np.uint64), data[place + size * 8 : place + size * 9])
			for place, size in self._runs
		]

	@property
	def counted(self) -> int:
		"""How many chunks have their words in the runs: all but the forgotten ones."""
		return len(self.chunks) - sum(chunk in self._forgotten for chunk in self.chunks)

	def forget_words(self) -> None:
		"""Give back the memory of all words, when everything is counted."""
		self.vocabulary.clear()
		self._words.clear()

	def release(self) -> None:
		"""Give back the memory of what was read of the runs so far; it is on disk."""
		if self._mapped is not None:
			give_back(self._mapped)

	def close(self) -> None:
		"""Delete what was put aside. On a network disk it has a name until nothing is open and mapped of it."""
		self._waiting.close()
		if self._mapped is not None:
			# After a failure somebody may still have arrays of it.
			with suppress(BufferError):
				self._mapped.close()
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
		if self._forgotten:
			chunks = self.chunks[first:last]
			texts = [
				b"" if chunk in self._forgotten else text for chunk, text in zip(chunks, texts, strict=True)
			]
		languages = self._languages[first:last]
		every = np.array(self.chunks[first:last], dtype=np.uint64)
		sizes = np.zeros(len(texts), dtype=np.int64)
		keys = []
		names = list(self._language_numbers)
		for language in dict.fromkeys(languages):
			places = np.flatnonzero(np.array(languages) == language)
			numbers, owners = self._terms(names[language], [texts[place] for place in places.tolist()])
			sizes[places] = np.bincount(owners, minlength=len(places))
			# Of one language first the chunks ascend, so that those of a term do when terms are put in order.
			order = _by_number(numbers)
			keys.append(numbers[order].astype(np.uint64) << np.uint64(32) | every[places][owners[order]])
		together = keys[0] if len(keys) == 1 else np.sort(np.concatenate(keys))
		firsts = np.flatnonzero(np.append(True, together[1:] != together[:-1])[: len(together)])
		counts = np.diff(firsts, append=len(together))
		return Run(together[firsts], np.minimum(counts, 255).astype(np.uint8)), sizes

	def _terms(self, language: str, texts: list[bytes]) -> tuple[npt.NDArray[np.int32], Numbers]:
		"""All term numbers of ``texts``, which end in white space, and to which of the texts each belongs."""
		if language not in self._words:
			self._words[language] = KnownWords(self.vocabulary, language)
		words = plain(find_words(b"".join(texts)))
		numbers, lengths = self._words[language].terms(words)
		# Where the words of each text end, and so where its terms do.
		borders = np.searchsorted(words.starts, np.cumsum([len(text) for text in texts]))
		terms_before = np.append(0, np.cumsum(lengths))[borders]
		return numbers, np.repeat(np.arange(len(texts)), np.diff(terms_before, prepend=0))

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
