"""Compounds, and the words that they are made of: *Verkaufsrechnung* is searched for as *Verkauf* and *Rechnung*, too.

Languages that write compounds as one word make new ones all the time, so no list has them; the index's own vocabulary tells whether both
parts of a cut are words (Koehn and Knight 2003, *Empirical Methods for Compound Splitting*).
"""

from collections.abc import Iterable, Sequence

from huf.engine.analysis.spelling import Dictionary
from huf.engine.analysis.stopwords import bare, is_function_word
from huf.engine.analysis.words import terms_of

LANGUAGES = frozenset({"da", "de", "fi", "nl", "no", "sv"})
"""ISO 639-1 codes of those that are taken apart."""
_SHORTEST = 4
"""Letters of a part: shorter ones stand in too many words by chance."""
_LINKS = ("", "e", "en", "ens", "er", "es", "n", "ns", "s")
"""What may stand between the parts."""

Parts = tuple[str, str]
"""The terms of the first and the second part of a word."""


def compound_parts(words: Iterable[str], languages: Iterable[str], index: Dictionary) -> dict[str, Parts]:
	"""Those of ``words`` that are made of two words of the index, each with the terms of these.

	Args:
		words: as they were typed.
		languages: those that the words may be in.
		index: what the parts are looked up in, at once.
	"""
	spoken = [language for language in languages if language in LANGUAGES]
	if not spoken:
		return {}
	cuts = {word: [cut for language in spoken for cut in _cuts(word, language)] for word in words}
	known = index.frequencies({term for every in cuts.values() for cut in every for term in cut})
	found = (
		(word, next((cut for cut in every if known.keys() >= set(cut)), None)) for word, every in cuts.items()
	)
	return {word: parts for word, parts in found if parts}


def _cuts(word: str, language: str) -> Sequence[Parts]:
	"""Every way to take ``word`` apart, those first of which the shorter part is longest."""
	letters = bare(word).lower()
	if not letters.isalpha():
		return ()
	cuts = []
	for place in range(_SHORTEST, len(letters) - _SHORTEST + 1):
		second = _term(letters[place:], language)
		for link in _LINKS if second else ():
			first = letters[:place].removesuffix(link)
			if (
				letters[:place].endswith(link)
				and len(first) >= _SHORTEST
				and (term := _term(first, language))
			):
				cuts.append((min(len(first), len(letters) - place), (term, second)))
	cuts.sort(key=lambda cut: -cut[0])
	return [parts for _, parts in cuts if parts[0] != parts[1]]


def _term(part: str, language: str) -> str:
	terms = () if is_function_word(part) else terms_of(part, language)
	return terms[0] if len(terms) == 1 else ""
