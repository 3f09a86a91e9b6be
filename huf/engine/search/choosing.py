"""What of a long text is searched for in one index: the sentence that the index knows most of, which is mostly the one that asks."""

from collections.abc import Callable, Sequence

from huf.engine.analysis.query import Query, parse_query
from huf.engine.asking import Asked
from huf.engine.backends.base import Candidate, Explainable, Found, Reader, SearchRequest
from huf.engine.filters import Filters

_ASKING = 2.0
"""A sentence that asks is worth so much more than one that only tells; chosen in docs/retrieval-measured.md, as the next two."""
_NEARLY = 0.9
"""Of the best sentence's worth, what another one needs to be searched for as well."""
_ALSO_ASKED = 0.75
"""The same, if both ask."""
_LOOKED_AT = 5
"""Passages for each sentence, of which the first that may be shown counts."""

MayBeShown = Callable[[Sequence[Candidate]], set[int]]
"""The chunks of those candidates that the caller may see."""


def chosen(asked: Asked, reader: Reader, filters: Filters, may_be_shown: MayBeShown) -> Query:
	"""The sentences of ``asked`` to search for; all of it, where the index has none of their words.

	A sentence is worth the score of the best passage, which grows with the rarity of the words that it has, times the share of the
	sentence that they are: what somebody tells of their weekend is found in pieces everywhere, and nowhere as a whole. Passages that
	may not be shown count for nothing, since the choice would tell what they say.
	"""
	if not isinstance(reader, Explainable):
		return parse_query(asked.text)
	requests = [
		SearchRequest(parse_query(one.text), _LOOKED_AT, "keyword", filters) for one in asked.sentences
	]
	found = [reader.search(request) for request in requests]
	firsts = {one.chunk: one for each in found for one in each.candidates}
	shown = may_be_shown(list(firsts.values()))
	worth = [
		_worth(reader, request, each, shown) * (_ASKING if sentence.asks else 1)
		for sentence, request, each in zip(asked.sentences, requests, found, strict=True)
	]
	best = max(worth)
	if not best:
		return parse_query(asked.text)
	asks = asked.sentences[worth.index(best)].asks
	kept = [
		sentence.text
		for sentence, its in zip(asked.sentences, worth, strict=True)
		if its >= best * (_ALSO_ASKED if asks and sentence.asks else _NEARLY)
	]
	return parse_query("\n".join(kept))


def _worth(reader: Explainable, request: SearchRequest, found: Found, shown: set[int]) -> float:
	best = next((one for one in found.candidates if one.chunk in shown), None)
	if best is None:
		return 0.0
	return best.score * reader.evidence(request, found, [best.chunk]).chunks[best.chunk].query_coverage
