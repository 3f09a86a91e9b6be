"""Which language a text or a query is written in, told by its function words."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from huf.engine.analysis.stopwords import FUNCTION_WORDS, bare

DEFAULT = "en"
_LOOKED_AT = 2000
"""Words; the beginning of a text says enough."""
_LEAST = 2
"""Function words that must be seen before anything is said of a text."""


def _speakers() -> dict[str, tuple[str, ...]]:
	codes: dict[str, list[str]] = {}
	for code, words in FUNCTION_WORDS.items():
		for word in words:
			codes.setdefault(word, []).append(code)
	return {word: tuple(spoken) for word, spoken in codes.items()}


_LANGUAGES_OF = _speakers()
"""Function word to the languages that it belongs to."""


def detect_language(text: str) -> str:
	"""ISO 639-1 code of the language whose function words are most frequent; English when nothing tells."""
	counts = _counted(unicodedata.normalize("NFC", text[: _LOOKED_AT * 8]).casefold().split()[:_LOOKED_AT])
	best = max(FUNCTION_WORDS, key=lambda code: counts[code])
	return best if counts[best] >= _LEAST else DEFAULT


def query_language(words: Sequence[str]) -> str:
	"""The language of a query; empty when its words do not tell, or could be of several languages.

	A query is short: one function word says enough, as long as no other language has as many.
	"""
	counts = _counted(bare(word).lower() for word in words)
	first_two = counts.most_common(2)
	if not first_two or (len(first_two) > 1 and first_two[0][1] == first_two[1][1]):
		return ""
	return first_two[0][0]


def _counted(words: Iterable[str]) -> Counter[str]:
	return Counter(chain.from_iterable(filter(None, map(_LANGUAGES_OF.get, words))))
