"""Search by words, whoever holds the index: a build's files, or an engine."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from huf.engine.analysis.expanding import expansion_terms, with_expansions
from huf.engine.analysis.languages import DEFAULT, query_language
from huf.engine.analysis.query import Expansion, Query
from huf.engine.analysis.query_terms import QueryTerms, query_terms
from huf.engine.analysis.spelling import Correction, correction
from huf.engine.analysis.stopwords import bare
from huf.engine.backends.base import Candidate, Found, SearchRequest
from huf.engine.backends.keyword.evidence import word_matches
from huf.engine.backends.keyword.expansion import Matches, with_expansion_matches
from huf.engine.backends.keyword.finalists import FINALISTS, Finalists
from huf.engine.errors import VectorsMissing
from huf.engine.evidence import ChunkEvidence, Evidence, LegScore
from huf.engine.filters import Filters
from huf.engine.postings import layout as postings
from huf.engine.postings.closeness import Closeness
from huf.engine.postings.term_index import TermIndex

_LEAST_SHARE = 0.01
"""A language of fewer inputs than this share is not worth stemming every query for."""
_MOST_MATCHES = 10_000
"""A phrase in more chunks than this does not narrow a search."""
_LANGUAGES_OF_A_SLIP = 3
"""A misspelt word is taken for one of the languages that the index holds most of, when the query tells none."""
_KNOWN_CORRECTIONS = 1_000
_FUNCTION_WORDS_SCORE = 0.01
"""A chunk that holds all the function words of a query that has no other words: found, but hardly meant."""

Allowed = TypeVar("Allowed")
"""The chunks that a search may find, as the index is told."""


class ReadQuery(NamedTuple):
	"""A query, and what an index is searched with for it."""

	query: Query
	spoken: str
	"""The language of the query, if it is known."""
	terms: QueryTerms
	added: Mapping[Expansion, Mapping[str, float]]
	"""What its expansions add."""


class WordSearch(Generic[Allowed]):
	"""What a reader does with an index of words. Use each from one thread at a time."""

	languages: tuple[str, ...]
	"""Of the texts, ISO 639-1 codes, the most frequent first."""
	_postings: TermIndex[Allowed]
	_finalists: Finalists

	def __init__(self) -> None:
		self._corrections: dict[tuple[str, str], Correction | None] = {}
		self._last: ReadQuery | None = None

	def _allowed(self, filters: Filters) -> Allowed | None:
		"""The chunks that the filters let through; None without a filter."""
		raise NotImplementedError

	def _matching(self, *phrases: str, allowed: Allowed | None, most: int) -> list[int]:
		"""The first chunks that hold every one of ``phrases``, ascending, at most ``most``."""
		raise NotImplementedError

	def search(self, request: SearchRequest) -> Found:
		"""The chunks that hold words of the query; scores are BM25. There is no other mode.

		Raises:
			VectorsMissing: ``request.mode`` is vector.
		"""
		if request.mode == "vector":
			raise VectorsMissing(
				"This index has no vectors. Search it by keyword, or rebuild it with an embedder."
			)
		return self._by_words(request.query, request.limit, self._allowed(request.filters))

	def _by_words(self, query: Query, limit: int, allowed: Allowed | None = None) -> Found:
		"""The best ``limit`` chunks of those that are allowed. When some hold a phrase in quotes, only those."""
		if not query.words or limit < 1:
			return Found([])
		only = self._holding_phrases(query, allowed)
		read = self._read_query(query)
		weights = with_expansions(read.terms.weights, read.added)
		chunks, scores = self._postings.search(weights, max(limit, FINALISTS), only, allowed)
		if not chunks and query.is_only_function_words:
			together = self._matching(" ".join(query.words), allowed=allowed, most=limit)
			chunks = together or self._matching(*query.words, allowed=allowed, most=limit)
			return Found([Candidate(chunk, _FUNCTION_WORDS_SCORE) for chunk in chunks])
		found = list(map(Candidate, chunks, scores))
		best = self._finalists.in_order(found, limit, self._closeness(read.terms), read.spoken)
		return Found(best, corrections=read.terms.corrections)

	def _read_query(self, query: Query) -> ReadQuery:
		"""What the query is searched with; kept for the evidence that is asked for next."""
		if self._last is None or self._last.query != query:
			spoken = self._spoken(query)
			correct = partial(self._correct, query, spoken)
			words = query.content_words
			terms = query_terms(words, self.languages, self._postings, spoken, correct, query.repeated)
			added = expansion_terms(query, terms.weights, self.languages, self._postings)
			self._last = ReadQuery(query, spoken, terms, added)
		return self._last

	def _correct(self, query: Query, spoken: str, word: str) -> Correction | None:
		"""What ``word``, which no chunk holds, was meant to be; a term of the glossary was meant as it is."""
		if any(bare(word).lower() in expansion.term.lower().split() for expansion in query.expansions):
			return None
		key = spoken, word
		if key not in self._corrections:
			if len(self._corrections) >= _KNOWN_CORRECTIONS:
				self._corrections.clear()
			languages = (spoken,) if spoken else self.languages[:_LANGUAGES_OF_A_SLIP] or (DEFAULT,)
			term = correction(word, languages, self._postings)
			self._corrections[key] = Correction(term, languages) if term else None
		return self._corrections[key]

	def _closeness(self, terms: QueryTerms) -> Closeness:
		rarity = {
			term: self._postings.rarity(term) * terms.weights[term]
			for term in terms.places
			if self._postings.frequency(term)
		}
		return Closeness(terms.places, rarity)

	def _spoken(self, query: Query) -> str:
		"""The language of the query, where the index holds several and it is one of them."""
		spoken = query_language(query.words) if len(self.languages) > 1 else ""
		return spoken if spoken in self.languages else ""

	def evidence(self, request: SearchRequest, found: Found, chunks: Sequence[int]) -> Evidence:
		"""The words of the query that stand in ``chunks``, and the place of each chunk."""
		words = self._by_their_words(request.query, found, found.candidates, chunks)
		return Evidence(words, rarest=self._rarest())

	def _rarest(self) -> float:
		"""See :attr:`~huf.engine.evidence.Evidence.rarest`."""
		return (postings.K1 + 1) * self._postings.highest_rarity

	def _by_their_words(
		self, query: Query, found: Found, leg: Sequence[Candidate], chunks: Sequence[int]
	) -> dict[int, ChunkEvidence]:
		"""What the words say for ``chunks``; ``leg`` is what the keyword leg found, best first."""
		_query, spoken, terms, added = self._read_query(query)
		if terms.corrections != found.corrections:
			# By meaning alone, nothing is corrected.
			correct = found.corrections.get
			terms = query_terms(
				query.content_words, self.languages, self._postings, spoken, correct, query.repeated
			)
		matches: Matches = word_matches(query.content_words, self.languages, self._postings, chunks, terms)
		matches = with_expansion_matches(matches, added, self._postings, chunks)
		wanted = set(chunks)
		places = {
			candidate.chunk: (rank, candidate.score)
			for rank, candidate in enumerate(leg, start=1)
			if candidate.chunk in wanted
		}
		evidence = {}
		for chunk, words in matches.items():
			# What was found by function words alone has no weight, and yet it was found.
			share = min(1.0, sum(word.share for word in words)) or _FUNCTION_WORDS_SCORE * (chunk in places)
			rank, score = places.get(chunk, (None, sum(word.score for word in words)))
			evidence[chunk] = ChunkEvidence(share, words, {"keyword": LegScore(rank, score, share)})
		return evidence

	def _holding_phrases(self, query: Query, allowed: Allowed | None) -> list[int] | None:
		"""The chunks that hold what stands in quotes, ascending; None when nothing does, none holds it, or too many do."""
		found = (
			self._matching(*query.phrases, allowed=allowed, most=_MOST_MATCHES + 1) if query.phrases else []
		)
		return found if 0 < len(found) <= _MOST_MATCHES else None


def languages_of(inputs: Mapping[str, int]) -> tuple[str, ...]:
	"""The languages of the inputs, most frequent first."""
	total = sum(inputs.values())
	order = sorted(inputs.items(), key=lambda one: (-one[1], one[0]))
	return tuple(language for language, count in order if count >= _LEAST_SHARE * total)
