"""The weighted terms that a query is searched with."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Protocol, TypeAlias

from huf.engine.analysis.compounds import compound_parts
from huf.engine.analysis.folding import fold
from huf.engine.analysis.forms import SHARE, forms_of, forms_of_two, parts_of
from huf.engine.analysis.spelling import Correction, Dictionary, is_correctable
from huf.engine.analysis.stopwords import bare
from huf.engine.analysis.words import JOINED, LONGEST_IDENTIFIER, terms_of, tokens_of

_SPELLING_WEIGHT = 0.3
"""For the joined form of words without digits, such as ``wellknown`` for ``well-known``: a hint, not a match."""
_COMPLETION_WEIGHT = 0.8
"""For longer identifiers that begin with the one that was asked for."""
_FOREIGN_WEIGHT = 0.4
"""For stems of other languages than the query's: a name or a borrowed word may need them (docs/retrieval-measured.md)."""
_MOST_COMPLETIONS = 64
_SHORTEST_PREFIX = 4
"""Characters of an identifier that may stand for its longer forms."""
_PART_WEIGHT = 0.6
"""For identifiers that hold the one that was asked for anywhere, where nothing else does."""
_MOST_HOLDING = 16
"""A part of more identifiers than this names none of them."""
_MOST_SOUGHT = 3
"""Words of one query that are looked for inside of identifiers, which reads the names of all of them."""

_K3 = 3.0
"""BM25's saturation of words that a query repeats (Robertson and Zaragoza 2009, section 3.4.4); chosen in docs/retrieval-measured.md. 0 would
count each word once."""
_CORRECTION_WEIGHT = 0.8
"""For the word that a misspelt one was probably meant to be."""
_MOST_PIECES = 512
"""Pieces of words (stems, character pairs, parts of codes) that one query is searched with. A question has some ten, its 64
words at most some hundred; a page of Chinese pasted as one word has thousands, each of them read from the index."""
_MOST_LONGER = 1024
"""Longer identifiers that the words of one query are completed to, together."""
_MOST_CORRECTIONS = 3
"""Words of one query that are corrected; a text full of unknown words is not a misspelt one."""

Correct: TypeAlias = Callable[[str], Correction | None]


def _no_correction(word: str) -> None:
	return None


class Vocabulary(Dictionary, Protocol):
	"""The terms of an index."""

	def frequency(self, term: str) -> int:
		"""In how many chunks ``term`` stands."""

	def rarity(self, term: str) -> float:
		"""BM25's inverse document frequency."""

	def completions(self, prefix: str, most: int) -> list[str]:
		"""At most ``most`` longer terms that begin with ``prefix``."""

	def identifiers_with(self, part: str, most: int) -> list[str]:
		"""The joined forms that hold ``part`` anywhere; none if they are more than ``most``."""


@dataclass(frozen=True, slots=True)
class QueryTerms:
	"""What a query is searched with."""

	weights: dict[str, float]
	places: dict[str, int]
	"""Terms to the places of their words in the query; terms of one word in several languages share a place."""
	corrections: dict[str, Correction]
	"""Words that the index does not hold to the terms that they were probably meant to be."""
	of_words: dict[str, list[str]]
	"""Words to the terms that each alone is searched with."""
	repeated: dict[str, float] = field(default_factory=dict)
	"""Terms that the query repeats to what their weights were multiplied by."""


def query_terms(
	words: Sequence[str],
	languages: Iterable[str],
	index: Vocabulary,
	spoken: str = "",
	correct: Correct = _no_correction,
	repeated: Mapping[str, int] | None = None,
) -> QueryTerms:
	"""The terms for ``words``, with their weights and places.

	Args:
		words: the words to search for, in their order.
		languages: those of the texts in the index.
		index: what an identifier is looked up in: one that is there as it is written needs no pieces.
		spoken: the language of the query, if it is known and among ``languages``: stems of others count less.
		correct: gives the term that a word which the index does not hold was meant to be, or nothing.
		repeated: words that the query has more than once, and how often. What several words share is repeated, too.
	"""
	terms = QueryTerms({}, {}, {}, {})
	strengths = {language: _FOREIGN_WEIGHT if spoken else 1.0 for language in languages}
	if spoken:
		# In front, because the first weight of a term stays.
		strengths = {spoken: 1.0, **{code: value for code, value in strengths.items() if code != spoken}}
	tokens = [tokens_of(word) for word in words]
	compounds = compound_parts(words, [spoken] if spoken else strengths, index)
	for word, found in zip(words, tokens, strict=True):
		if len(terms.places) >= _MOST_PIECES:
			break
		together = "".join(found)
		if _is_known_identifier(together, index):
			terms.places.setdefault(JOINED + together, _next_place(terms))
			terms.of_words[word] = []
		else:
			own = terms.of_words[word] = _add_word(terms, word, strengths)
			own += _add_forms(terms, own, forms_of(word, found, strengths), index)
			made_of = _add_compound(terms, own, compounds.get(word, ()), index)
			if not any(map(index.frequency, own)):
				own += made_of
			if not any(map(index.frequency, own)):
				own += _add_parts(terms, own, parts_of(word), strengths, index)
			# Most words are known, and that is told soonest.
			if not any(map(index.frequency, own)) and not _add_as_written(terms, word, own, index):
				if len(terms.corrections) < _MOST_CORRECTIONS and is_correctable(word):
					_add_correction(terms, word, own, correct)
	for first, second in pairwise(words):
		if first in terms.of_words and second in terms.of_words:
			both = terms.of_words[first] + terms.of_words[second]
			terms.of_words[first] += _add_forms(terms, both, forms_of_two(first, second, strengths), index)
	full = len(terms.weights) + _MOST_LONGER
	for number, together in enumerate("".join(found) for found in _runs(tokens)):
		if len(terms.weights) >= full:
			break
		if _is_identifier(together):
			# The runs begin with the single words.
			own = terms.of_words.get(words[number], []) if number < len(words) else []
			terms.weights.setdefault(JOINED + together, 1.0)
			own.append(JOINED + together)
			if len(together) >= _SHORTEST_PREFIX:
				for longer in index.completions(JOINED + together, _MOST_COMPLETIONS):
					terms.weights.setdefault(longer, _COMPLETION_WEIGHT)
					own.append(longer)
	parts = zip(words, map("".join, tokens), strict=True)
	unknown = ((word, part) for word, part in parts if _may_be_a_part(part, index))
	for word, part in islice(unknown, _MOST_SOUGHT):
		for holding in index.identifiers_with(part, _MOST_HOLDING):
			terms.weights.setdefault(holding, _PART_WEIGHT)
			terms.of_words.get(word, []).append(holding)
	_weigh_repeated(terms, repeated or {})
	return terms


def _weigh_repeated(terms: QueryTerms, repeated: Mapping[str, int]) -> None:
	"""What a long question says again and again it is about; the first time counts most."""
	counts: Counter[str] = Counter()
	for word, own in terms.of_words.items():
		for term in dict.fromkeys(own):
			counts[term] += repeated.get(word, 1)
	for term, count in counts.items():
		if count > 1:
			terms.repeated[term] = (_K3 + 1) * count / (_K3 + count)
			terms.weights[term] *= terms.repeated[term]


def _add_word(terms: QueryTerms, word: str, strengths: Mapping[str, float]) -> list[str]:
	"""Add the terms of ``word``; gives all of them, in each spelling and language."""
	first = _next_place(terms)
	own: list[str] = []
	# Texts are stemmed with their accents; whoever types without them may mean the same stem.
	for spelling in (word,) if word.isascii() else dict.fromkeys((word, fold(word))):
		for language, strength in strengths.items():
			found = terms_of(spelling, language)[:_MOST_PIECES]
			own += found
			for number, term in enumerate(found):
				terms.weights.setdefault(term, strength * _weight(term))
				if not term.startswith(JOINED):
					terms.places.setdefault(term, first + number)
	return own


def _add_forms(terms: QueryTerms, own: Sequence[str], forms: Iterable[str], index: Vocabulary) -> list[str]:
	"""Search for those of ``forms`` that the index holds, which are as much as what ``own`` is together; gives them."""
	new = [form for form in forms if form not in terms.weights and index.frequency(form)]
	if not new:
		return []
	typed = {term: terms.weights[term] * index.rarity(term) for term in own if index.frequency(term)}
	# What a word gives in several languages or spellings is one thing; its places tell.
	worth: dict[int, float] = {}
	for term, value in typed.items():
		place = terms.places.get(term, -1)
		worth[place] = max(worth.get(place, 0.0), value)
	bound = sum(worth.values())
	places = [terms.places[term] for term in own if term in terms.places]
	for form in new:
		rarity = index.rarity(form)
		terms.weights[form] = SHARE * (min(1.0, bound / rarity) if bound and rarity else 1.0)
		terms.places.setdefault(form, min(places, default=_next_place(terms)))
	return new


def _add_parts(
	terms: QueryTerms,
	own: Sequence[str],
	parts: Iterable[str],
	strengths: Mapping[str, float],
	index: Vocabulary,
) -> list[str]:
	"""Search for the ``parts`` of a name that no chunk holds, if chunks hold them all; gives their terms."""
	found = []
	for part in parts:
		known = [
			term
			for language in strengths
			for term in terms_of(part.lower(), language)
			if index.frequency(term)
		]
		if not known:
			return []
		found += known
	# An index without a text has no language, and so no term of the whole.
	places = [terms.places[term] for term in own if term in terms.places]
	for term in dict.fromkeys(found):
		terms.weights.setdefault(term, SHARE)
		terms.places.setdefault(term, min(places, default=_next_place(terms)))
	return found


def _add_compound(
	terms: QueryTerms, own: Sequence[str], parts: Sequence[str], index: Vocabulary
) -> list[str]:
	"""Search for the two words that a compound is made of, which together are as much as :data:`SHARE` of it; gives their terms."""
	held = max(
		(terms.weights[term] * index.rarity(term) for term in own if index.frequency(term)), default=0.0
	)
	whole = sum(map(index.rarity, parts))
	places = [terms.places[term] for term in own if term in terms.places]
	for part in parts:
		terms.weights.setdefault(part, SHARE * (min(1.0, held / whole) if held and whole else 1.0))
		terms.places.setdefault(part, min(places, default=_next_place(terms)))
	return list(parts)


def _add_as_written(terms: QueryTerms, word: str, own: Iterable[str], index: Vocabulary) -> bool:
	"""Search for ``word`` without stemming, if that is a term of the index; gives whether it is.

	A stemmer may cut too much of a word that ends like one with an ending: Turkish “politika” becomes “politik”, while
	“politikaları” becomes “politika”.
	"""
	written = fold(bare(word))
	if not index.frequency(written):
		return False
	places = [terms.places[term] for term in own if term in terms.places]
	terms.weights.setdefault(written, 1.0)
	terms.places.setdefault(written, min(places, default=_next_place(terms)))
	terms.of_words[word].append(written)
	return True


def _add_correction(terms: QueryTerms, word: str, own: Iterable[str], correct: Correct) -> None:
	"""Search for what ``word``, whose terms the index does not hold in any language, was meant to be as well."""
	if not (meant := correct(word)):
		return
	terms.corrections[word] = meant
	terms.weights.setdefault(meant.term, _CORRECTION_WEIGHT)
	places = [terms.places[term] for term in own if term in terms.places]
	terms.places.setdefault(meant.term, min(places))
	terms.of_words[word].append(meant.term)


def _next_place(terms: QueryTerms) -> int:
	return max(terms.places.values(), default=-1) + 1


def _runs(tokens: list[list[str]]) -> list[list[str]]:
	"""Each word, and each two words that follow one another: ``BC 547`` may be one identifier."""
	return [*tokens, *(first + second for first, second in pairwise(tokens))]


def _is_known_identifier(together: str, index: Vocabulary) -> bool:
	return _is_identifier(together) and index.frequency(JOINED + together) > 0


def _is_identifier(together: str) -> bool:
	# Most words are all letters, and that is told at once.
	if together.isalpha():
		return False
	return any(character.isdigit() for character in together) and not together.isdigit()


def _may_be_a_part(together: str, index: Vocabulary) -> bool:
	"""Whether a word with digits, which no term of the index is or begins with, may stand inside of an identifier."""
	return (
		_SHORTEST_PREFIX <= len(together) <= LONGEST_IDENTIFIER
		and any(map(str.isdigit, together))
		and not index.frequency(together)
		and not index.frequency(JOINED + together)
		and not index.completions(JOINED + together, 1)
	)


def _weight(term: str) -> float:
	return _SPELLING_WEIGHT if term.startswith(JOINED) and not _is_identifier(term[1:]) else 1.0
