"""Words of questions that go with words of their answers, by how unlikely it is that they meet so often by chance."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from huf.engine.analysis.glossary import words_of
from huf.engine.analysis.stemming import stem
from huf.engine.analysis.stopwords import is_function_word
from huf.engine.learning.candidates import Candidate, Origin

LEAST_TOGETHER = 3
"""Pairs in which the question has the one word without the other and the answer the other without the one. Two are a coincidence."""
LEAST_LIKELIHOOD = 10.83
"""Of the log-likelihood ratio: the quantile of chi-squared with one degree of freedom above which lies one in a thousand."""
MOST_OF_TERM = 3
"""Expansions of one word; with more, chance brings some."""
MOST_PAIRS = 5_000
WORDS_OF_ANSWER = 200
"""What an answer is about is said in its beginning."""
EVERYWHERE = 0.2
"""The share of answers above which a word says nothing of any of them."""


class Pair(NamedTuple):
	"""A question, or a title, and a text that answers it."""

	question: str
	answer: str


def associations(pairs: Iterable[Pair], language: str) -> list[Candidate]:
	"""Words of questions with words of their answers that the answers have in their place, the likeliest first.

	For each two words the pairs are counted that have both, one and none, and the counts are compared with those of chance by the
	log-likelihood ratio, which holds for small counts, too (T. Dunning, “Accurate methods for the statistics of surprise and
	coincidence”, Computational Linguistics 19(1), 1993).

	Args:
		pairs: at most ``MOST_PAIRS`` are looked at.
		language: ISO 639-1 code of the texts, for their stems.
	"""
	counted = _Counted([pair for pair, _number in zip(pairs, range(MOST_PAIRS), strict=False)], language)
	by_term: dict[str, list[tuple[float, str, int]]] = defaultdict(list)
	for (term, other), together in counted.instead.items():
		if together < LEAST_TOGETHER:
			continue
		score = counted.likelihood(term, other)
		if score >= LEAST_LIKELIHOOD:
			by_term[term].append((score, other, together))
	found = []
	for term, others in by_term.items():
		for score, other, together in sorted(others, key=lambda one: (-one[0], one[1]))[:MOST_OF_TERM]:
			candidate = Candidate(counted.shown(term), counted.shown(other), Origin.ASSOCIATED, together)
			if candidate.is_possible:
				found.append((score, candidate))
	return [candidate for _score, candidate in sorted(found, key=lambda one: (-one[0], one[1].key))]


def log_likelihood(both: int, one: int, other: int, total: int) -> float:
	"""Dunning's G² of a table of four counts; 0 where they meet no more often than by chance.

	Args:
		both: pairs that have both words.
		one: pairs that have the first, with or without the other; and ``other`` likewise.
		total: all pairs.
	"""
	if both * total <= one * other:
		return 0.0
	cells = ((both, one, other), (one - both, one, total - other), (other - both, total - one, other))
	rest = total - one - other + both
	together = sum(_part(seen, row * column / total) for seen, row, column in cells)
	return 2 * (together + _part(rest, (total - one) * (total - other) / total))


def _part(seen: int, expected: float) -> float:
	return seen * math.log(seen / expected) if seen else 0.0


class _Counted:
	"""How often words and pairs of words stand in pairs."""

	def __init__(self, pairs: Sequence[Pair], language: str) -> None:
		self._forms: dict[str, Counter[str]] = defaultdict(Counter)
		self._language = language
		read = [(self._stems(pair.question), self._stems(pair.answer, WORDS_OF_ANSWER)) for pair in pairs]
		self._total = len(read)
		self._asked = Counter(word for question, _answer in read for word in question)
		self._answered = Counter(word for _question, answer in read for word in answer)
		self._both: Counter[tuple[str, str]] = Counter()
		self.instead: Counter[tuple[str, str]] = Counter()
		"""Pairs whose question has the first without the second, and whose answer has the second without the first."""
		most = max(LEAST_TOGETHER, EVERYWHERE * self._total)
		others = {word for word, count in self._answered.items() if LEAST_TOGETHER <= count <= most}
		for question, answer in read:
			known = answer & others
			for term in question:
				if self._asked[term] < LEAST_TOGETHER:
					continue
				self._both.update((term, other) for other in known)
				if term not in answer:
					self.instead.update((term, other) for other in known - question)

	def likelihood(self, term: str, other: str) -> float:
		"""How surely the two go together."""
		return log_likelihood(self._both[term, other], self._asked[term], self._answered[other], self._total)

	def shown(self, word: str) -> str:
		"""A stem as the word that most texts have for it."""
		return min(self._forms[word].items(), key=lambda item: (-item[1], item[0]))[0]

	def _stems(self, text: str, most: int = 0) -> frozenset[str]:
		return frozenset(self._each(text, most))

	def _each(self, text: str, most: int) -> Iterator[str]:
		for word in words_of(text)[: most or None]:
			# A number is no name of a thing: the answer to every third question of a shop has “30”.
			if len(word) > 1 and not is_function_word(word) and any(map(str.isalpha, word)):
				word = word.casefold()
				root = stem(word, self._language)
				self._forms[root][word] += 1
				yield root
