"""What the expansions of a query gave the chunks that were found by them."""

from collections.abc import Mapping, Sequence

from huf.engine.analysis.query import Expansion
from huf.engine.analysis.words import JOINED
from huf.engine.evidence import WordMatch
from huf.engine.postings.layout import K1
from huf.engine.postings.term_index import RankedTerms

_AS_GOOD_AS_TYPED = 0.9
"""A passage that is full of what a term stands for answers nearly as much as one that is full of the term."""

Matches = Mapping[int, tuple[WordMatch, ...]]


def with_expansion_matches(
	matches: Matches,
	added: Mapping[Expansion, Mapping[str, float]],
	postings: RankedTerms,
	chunks: Sequence[int],
) -> Matches:
	"""``matches`` of the query's own words, and after them one for each expansion of ``added``
	(:func:`~huf.engine.analysis.expanding.expansion_terms`) that stands in the chunk."""
	found = dict(matches)
	for expansion, terms in added.items():
		full = (K1 + 1) * sum(weight * postings.rarity(term) for term, weight in terms.items())
		gained = postings.contributions(terms, chunks)
		own = {word.casefold() for word in expansion.term.split()}
		for place, chunk in enumerate(chunks):
			score = sum(values[place] for values in gained.values())
			if score <= 0:
				continue
			of_term = [match for match in found[chunk] if match.word.casefold().strip(".,;:!?()\"'") in own]
			whole = sum(match.weight for match in of_term) or float(not any(m.weight for m in found[chunk]))
			earned = sum(match.share for match in of_term)
			share = max(0.0, whole * _AS_GOOD_AS_TYPED * min(1.0, score / full) - earned)
			present = tuple(term.removeprefix(JOINED) for term, values in gained.items() if values[place] > 0)
			word = f"{expansion.term} → {expansion.text}"
			found[chunk] = (*found[chunk], WordMatch(word, present, 0.0, score, share))
	return found
