"""The weighted terms of what a glossary adds to a query."""

from collections.abc import Iterable, Mapping

from huf.engine.analysis.query import Expansion, Query
from huf.engine.analysis.query_terms import Vocabulary, query_terms


def expansion_terms(
	query: Query, weights: Mapping[str, float], languages: Iterable[str], index: Vocabulary
) -> dict[Expansion, dict[str, float]]:
	"""For each expansion of ``query`` its terms and what they weigh, those apart that the query has itself.

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


def with_expansions(
	query: Query, weights: Mapping[str, float], languages: Iterable[str], index: Vocabulary
) -> dict[str, float]:
	"""``weights`` and those of what the glossary adds."""
	if not query.expansions:
		return dict(weights)
	together = dict(weights)
	for terms in expansion_terms(query, weights, languages, index).values():
		for term, weight in terms.items():
			together[term] = max(together.get(term, 0.0), weight)
	return together
