"""Which words of a query stand in a chunk, and how much of the query they are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from huf.engine.analysis.folding import fold
from huf.engine.analysis.query_terms import QueryTerms
from huf.engine.analysis.words import JOINED, terms_of
from huf.engine.evidence import WordMatch
from huf.engine.postings.layout import K1
from huf.engine.postings.term_index import RankedTerms

_TOGETHER = "…"
"""Stands for a term that no single word gave: two words written as one identifier."""


@dataclass(frozen=True, slots=True)
class _Word:
	"""A word of the query: the terms it is searched by, and its rarity."""

	text: str
	terms: tuple[str, ...]
	rarity: float
	full: float
	"""The rarity of all that a passage must hold to have earned that of the word."""
	is_extra: bool = False
	"""Whether it is no word of the query: what it earns is added, and nothing is lost without it."""


def word_matches(
	words: Sequence[str],
	languages: Sequence[str],
	postings: RankedTerms,
	chunks: Sequence[int],
	terms: QueryTerms,
) -> dict[int, tuple[WordMatch, ...]]:
	"""What each word of the query, which was searched with ``terms``, gave each of ``chunks``.

	What a word was corrected to counts as that word.

	A word weighs its rarity, and a passage that is full of it has earned that whole. A word that the index does
	not hold is the rarest of all: so passages of an index that knows only the common words of a query have earned
	little of it, however well they stand in their own list.
	"""
	gained = postings.contributions(terms.weights, chunks)
	parts = _words(words, languages, postings, terms)
	whole = sum(word.rarity for word in parts if not word.is_extra) or 1.0
	found = {}
	for place, chunk in enumerate(chunks):
		matches = []
		for word in parts:
			present = [term for term in word.terms if gained[term][place] > 0]
			score = sum(gained[term][place] for term in present)
			# Being full of a word is not easier because the query repeats it.
			once = sum(gained[term][place] / terms.repeated.get(term, 1.0) for term in present)
			matches.append(
				WordMatch(
					word=word.text,
					terms=tuple(term.removeprefix(JOINED) for term in present),
					weight=0.0 if word.is_extra else word.rarity / whole,
					score=score,
					share=word.rarity * min(1.0, once / (K1 + 1) / word.full) / whole if word.full else 0.0,
				)
			)
		found[chunk] = tuple(matches)
	return found


def shares_held(
	words: Sequence[str],
	languages: Sequence[str],
	postings: RankedTerms,
	chunks: Sequence[int],
	terms: QueryTerms,
) -> list[float]:
	"""Of each of ``chunks`` the share of the query that stands in it: the rarity of the words that it holds, of that of all (0 to 1)."""
	gained = postings.contributions(terms.weights, chunks)
	parts = [word for word in _words(words, languages, postings, terms) if not word.is_extra]
	whole = sum(word.rarity for word in parts) or 1.0
	return [
		sum(word.rarity for word in parts if any(gained[term][place] > 0 for term in word.terms)) / whole
		for place in range(len(chunks))
	]


def _words(
	words: Sequence[str],
	languages: Sequence[str],
	postings: RankedTerms,
	terms: QueryTerms,
) -> list[_Word]:
	left, corrections = dict(terms.weights), terms.corrections
	parts = []
	for word in words:
		# What two words share counts for the first.
		own = tuple(term for term in dict.fromkeys(terms.of_words.get(word, ())) if term in left)
		for term in own:
			del left[term]
		rarity, full = _rarity(word, languages, postings)
		if word in corrections:
			rarity = full = min(rarity, postings.rarity(corrections[word].term))
		parts.append(_Word(word, own, rarity, full))
	if known := tuple(term for term in left if postings.frequency(term)):
		rarity = max(map(postings.rarity, known))
		parts.append(_Word(_TOGETHER, known, rarity, rarity, is_extra=True))
	return parts


def _rarity(word: str, languages: Sequence[str], postings: RankedTerms) -> tuple[float, float]:
	"""See :func:`_together`; of ``word`` in the spelling that the index knows best."""
	spellings = {
		frozenset(terms_of(spelling, language)) for spelling in (word, fold(word)) for language in languages
	}
	known = [_together(terms, postings) for terms in spellings if terms]
	return min(known, default=(0.0, 0.0))


def _together(terms: Iterable[str], postings: RankedTerms) -> tuple[float, float]:
	"""The rarity of the terms of one word, and the rarity of all that a passage must hold to have earned it.

	An identifier is one thing however many parts it has. One that the index does not hold is searched by its
	parts, and these are never as good as itself. The character pairs of a script without spaces, and the parts
	of other words, are all wanted.
	"""
	whole = [term for term in terms if term.startswith(JOINED)]
	parts = sum(postings.rarity(term) for term in terms if term not in whole)
	if any(character.isdigit() for term in whole for character in term):
		rarity = max(map(postings.rarity, whole))
		return rarity, rarity if any(map(postings.frequency, whole)) else rarity + parts
	return parts, parts
