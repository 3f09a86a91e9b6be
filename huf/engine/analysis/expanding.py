"""The weighted terms of what a glossary adds to a query."""

from collections.abc import Iterable, Mapping, Sequence

from huf.engine.analysis.query import Expansion, Query
from huf.engine.analysis.query_terms import Vocabulary, query_terms
from huf.engine.analysis.words import JOINED, terms_of


def expansion_terms(
	query: Query, weights: Mapping[str, float], languages: Iterable[str], index: Vocabulary
) -> dict[Expansion, dict[str, float]]:
	"""For each expansion of ``query`` that counts in ``index`` its terms and what they weigh, those apart that the query has itself.

	A passage that is full of an expansion gets at most its share of what one full of the term itself gets, however rare its
	words are: the term may be an everyday word, and what it stands for not.

	Args:
		query: with its expansions.
		weights: the terms that the query is searched with.
		languages: those of the texts in the index.
		index: where rarities are looked up.
	"""
	spoken = tuple(languages)
	found = {}
	for expansion in query.expansions:
		if expansion.if_more_frequent and not _is_more_frequent(expansion, spoken, index):
			continue
		terms = query_terms(expansion.words, spoken, index).weights
		new = {
			term: weight for term, weight in terms.items() if term not in weights and index.frequency(term)
		}
		own = query_terms(expansion.term.split(), spoken, index).weights
		most = sum(weight * index.rarity(term) for term, weight in new.items())
		bound = sum(weights[term] * index.rarity(term) for term in own if term in weights)
		# A term that is not searched itself, since it is a function word, bounds nothing.
		factor = expansion.share * (min(1.0, bound / most) if bound and most else 1.0)
		found[expansion] = {term: weight * factor for term, weight in new.items()}
	return found


def _is_more_frequent(expansion: Expansion, languages: Sequence[str], index: Vocabulary) -> bool:
	"""Whether more passages have what is added than have the term, each counted by its rarest word."""

	def passages(words: Sequence[str]) -> int:
		return min(max((rarest(word, language) for language in languages), default=0) for word in words)

	def rarest(word: str, language: str) -> int:
		terms = (term for term in terms_of(word, language) if not term.startswith(JOINED))
		return min(map(index.frequency, terms), default=0)

	return passages(expansion.words) > passages(expansion.term.split())


def with_expansions(
	weights: Mapping[str, float], added: Mapping[Expansion, Mapping[str, float]]
) -> dict[str, float]:
	"""``weights`` and those of what was added (:func:`expansion_terms`)."""
	together = dict(weights)
	for terms in added.values():
		for term, weight in terms.items():
			together[term] = max(together.get(term, 0.0), weight)
	return together
