"""The weighted terms that a query is searched with."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Protocol

from huf.engine.analysis.folding import fold
from huf.engine.analysis.words import JOINED, terms_of, tokens_of

_SPELLING_WEIGHT = 0.3
"""For the joined form of words without digits, such as ``wellknown`` for ``well-known``: a hint, not a match."""
_COMPLETION_WEIGHT = 0.8
"""For longer identifiers that begin with the one that was asked for."""
_MOST_COMPLETIONS = 64
_SHORTEST_PREFIX = 4
"""Characters of an identifier that may stand for its longer forms."""


class Vocabulary(Protocol):
	"""The terms of an index."""

	def frequency(self, term: str) -> int:
		"""In how many chunks ``term`` stands."""

	def completions(self, prefix: str, most: int) -> list[str]:
		"""At most ``most`` longer terms that begin with ``prefix``."""


def query_terms(words: Sequence[str], languages: Iterable[str], index: Vocabulary) -> dict[str, float]:
	"""Terms and their weights for ``words``.

	Args:
		words: the words to search for, in their order.
		languages: those of the texts in the index; the query does not say its own.
		index: what an identifier is looked up in: one that is there as it is written needs no pieces.
	"""
	weights: dict[str, float] = {}
	spoken = tuple(languages)
	tokens = [tokens_of(word) for word in words]
	for word, found in zip(words, tokens, strict=True):
		if not _is_known_identifier("".join(found), index):
			_add_word(weights, word, spoken)
	for together in ("".join(found) for found in _runs(tokens)):
		if _is_identifier(together):
			weights.setdefault(JOINED + together, 1.0)
			if len(together) >= _SHORTEST_PREFIX:
				for longer in index.completions(JOINED + together, _MOST_COMPLETIONS):
					weights.setdefault(longer, _COMPLETION_WEIGHT)
	return weights


def _add_word(weights: dict[str, float], word: str, languages: Sequence[str]) -> None:
	# Texts are stemmed with their accents; whoever types without them may mean the same stem.
	for spelling in dict.fromkeys((word, fold(word))):
		for language in languages:
			for term in terms_of(spelling, language):
				weights.setdefault(term, _weight(term))


def _runs(tokens: list[list[str]]) -> list[list[str]]:
	"""Each word, and each two words that follow one another: ``BC 547`` may be one identifier."""
	return [*tokens, *(first + second for first, second in pairwise(tokens))]


def _is_known_identifier(together: str, index: Vocabulary) -> bool:
	return _is_identifier(together) and index.frequency(JOINED + together) > 0


def _is_identifier(together: str) -> bool:
	return any(character.isdigit() for character in together) and not together.isdigit()


def _weight(term: str) -> float:
	return _SPELLING_WEIGHT if term.startswith(JOINED) and not _is_identifier(term[1:]) else 1.0
