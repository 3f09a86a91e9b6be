"""The terms of words that were seen before: each distinct word is analysed once, which makes indexing fast."""

from array import array

import numpy as np
import numpy.typing as npt

from huf.engine.analysis.stemming import stems
from huf.engine.analysis.stopwords import STOP_WORDS, is_function_word
from huf.engine.analysis.words import EDGES, terms_of
from huf.engine.postings.byte_words import ByteWords, Numbers, NumberTable

_KNOWN_WORDS = 400_000
"""Words that are remembered, in a table of 12 MB."""
_LONGEST_KNOWN = 40
"""Bytes; a run of Chinese is one long “word” that never comes again."""


class Vocabulary(dict[str, int]):
	"""Numbers for terms, in the order in which they are first seen."""

	def __missing__(self, term: str) -> int:
		number = self[term] = len(self)
		return number


class KnownWords:
	"""The term numbers of words of one language."""

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
		is_long = words.ends - words.starts > _LONGEST_KNOWN
		if not is_long.any():
			return self._gathered(self._find(words))
		long, short = np.flatnonzero(is_long), np.flatnonzero(~is_long)
		places = np.empty(len(words.starts), dtype=np.int32)
		places[long] = self._learn(words.words(long))
		places[short] = self._find(words, short)
		return self._gathered(places)

	def _find(self, words: ByteWords, asked: Numbers | None = None) -> npt.NDArray[np.int32]:
		"""The places of those of ``words`` at ``asked``, or of all; what is not known yet is learnt."""
		keys = words.keys(asked)
		found = self._table.find(keys)
		missing = np.flatnonzero(found < 0)
		if not len(missing):
			return found
		_, first = np.unique(keys[missing], return_index=True)
		# In the order of the text, so that equal inputs give equal builds.
		new = missing[np.sort(first)]
		self._table.add(keys[new], self._learn(words.words(new if asked is None else asked[new])))
		found[missing] = self._table.find(keys[missing])
		return found

	def _learn(self, words: list[str]) -> npt.NDArray[np.int32]:
		"""Analyse ``words``; gives their places."""
		first = len(self._ends) - 1
		vocabulary, numbers, ends = self._vocabulary, self._numbers, self._ends
		# Most words are nothing but small letters: their stems are asked for together.
		simple = [word.isalpha() and word.isascii() and word.islower() for word in words]
		ready = iter(
			stems([word for word, is_simple in zip(words, simple, strict=True) if is_simple], self._language)
		)
		for word, is_simple in zip(words, simple, strict=True):
			if is_simple:
				stem = next(ready)
				if word not in STOP_WORDS:
					numbers.append(vocabulary[stem])
			elif word.isascii():
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
		stops = ends[1:].take(places)
		lengths = stops - ends.take(places)
		if not self._numbers:
			return np.zeros(0, dtype=np.int32), lengths
		which = np.repeat(stops - np.cumsum(lengths), lengths)
		which += np.arange(len(which))
		return np.frombuffer(self._numbers, dtype=np.int32).take(which), lengths
