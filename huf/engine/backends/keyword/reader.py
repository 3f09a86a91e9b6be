"""Searches a published ``sqlite_fts`` build."""

import sqlite3
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from huf.engine.analysis.expanding import with_expansions
from huf.engine.analysis.languages import DEFAULT, query_language
from huf.engine.analysis.query_terms import QueryTerms, query_terms
from huf.engine.analysis.spelling import Correction, correction
from huf.engine.backends.base import Candidate, Found, Passage, SearchRequest
from huf.engine.backends.formats import LAYOUT, check_formats
from huf.engine.backends.keyword import schema
from huf.engine.backends.keyword.evidence import word_matches
from huf.engine.backends.keyword.expansion import Matches, with_expansion_matches
from huf.engine.backends.keyword.filters import InputFilter
from huf.engine.backends.keyword.finalists import FINALISTS, Finalists
from huf.engine.backends.keyword.passages import Passages
from huf.engine.backends.sqlite_files import connect_for_reading
from huf.engine.errors import IndexCorrupt, IndexOutdated, VectorsMissing
from huf.engine.evidence import ChunkEvidence, Evidence, LegScore
from huf.engine.filters import Filters
from huf.engine.postings import layout as postings
from huf.engine.postings.allowed import Allowed
from huf.engine.postings.closeness import Closeness
from huf.engine.postings.reader import PostingsReader
from huf.engine.query import Query, quote
from huf.engine.stopwords import bare
from huf.engine.types import IndexedInput

if TYPE_CHECKING:
	from huf.engine.backends.keyword.filters import InputFilter

_LEAST_SHARE = 0.01
"""A language of fewer inputs than this share is not worth stemming every query for."""
_MOST_MATCHES = 10_000
"""A phrase in more chunks than this does not narrow a search."""
_LANGUAGES_OF_A_SLIP = 3
"""A misspelt word is taken for one of the languages that the index holds most of, when the query tells none."""
_KNOWN_CORRECTIONS = 1_000
_FUNCTION_WORDS_SCORE = 0.01
"""A chunk that holds all the function words of a query that has no other words: found, but hardly meant."""


class SqliteFtsReader:
	"""An open build. Use each reader from one thread at a time."""

	def __init__(self, folder: Path) -> None:
		"""Open ``folder``.

		Raises:
			IndexMissing: the files are gone.
			IndexOutdated: the files have an older format.
			IndexTooNew: a newer huf made them.
			IndexCorrupt: they cannot be read.
		"""
		self._connection = connect_for_reading(folder / schema.FILE_NAME)
		try:
			self.meta: dict[str, str] = dict(
				self._connection.execute("SELECT key, value FROM meta").fetchall()
			)
			check_formats(self.meta, {"layout": LAYOUT, "format": schema.FORMAT})
			if self.meta.get("checksum", schema.meta_checksum(self.meta)) != schema.meta_checksum(self.meta):
				raise IndexCorrupt(
					"What the index says of itself changed after it was made. Rebuild the source."
				)
			if self.meta.get("format") != str(schema.FORMAT):
				raise IndexOutdated("This index was made by an older version of huf. Rebuild the source.")
			self._last_chunk = self._highest_chunk()
			self._postings = PostingsReader(self._connection, folder / postings.FILE_NAME, self._last_chunk)
			if self.meta.get("postings_bytes") != str(self._postings.bytes):
				raise IndexCorrupt("The keyword index is not the one of this build. Rebuild the source.")
			self.languages = _languages(self._connection)
			self._filter: InputFilter | None = None
			self._corrections: dict[tuple[str, str], Correction | None] = {}
			self._last: tuple[Query, str, QueryTerms] | None = None
			self._finalists = Finalists(self._connection)
			self._passages = Passages(self._connection)
		# Whatever it was: nobody gets this reader, so nobody else would close its file. It is raised on.
		except BaseException:
			self._connection.close()
			raise

	def inputs(self) -> list[IndexedInput]:
		"""Every input of the build, also those that gave no chunks."""
		return self._inputs_where("1")

	def partly_read(self) -> list[IndexedInput]:
		"""The inputs that are Partially Indexed."""
		if self.meta.get("partly_read") == "0":
			return []
		return self._inputs_where("status = ?", schema.PARTLY_READ)

	def _inputs_where(self, condition: str, *values: str) -> list[IndexedInput]:
		checksum = "checksum" if schema.has_checksums(self._connection) else "NULL"
		extractors = "extractors" if schema.has_extractors(self._connection) else "NULL"
		columns = f"{checksum}, {extractors}, id, {schema.INPUT_COLUMNS}"
		found = []
		for known, read_by, number, *row in self._connection.execute(
			f"SELECT {columns} FROM inputs WHERE {condition} ORDER BY id", values
		):
			schema.check_row(known, number, *row)
			found.append(schema.input_from_row(tuple(row), read_by))
		return found

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
		spoken, terms = self._terms(query)
		weights = with_expansions(query, terms.weights, self.languages, self._postings)
		chunks, scores = self._postings.search(weights, max(limit, FINALISTS), only, allowed)
		if not chunks and query.is_only_function_words:
			together = self._matching(" ".join(query.words), allowed=allowed)
			chunks = (together or self._matching(*query.words, allowed=allowed))[:limit]
			return Found([Candidate(chunk, _FUNCTION_WORDS_SCORE) for chunk in chunks])
		found = list(map(Candidate, chunks, scores))
		best = self._finalists.in_order(found, limit, self._closeness(terms), spoken)
		return Found(best, corrections=terms.corrections)

	def _terms(self, query: Query) -> tuple[str, QueryTerms]:
		"""The language of the query, if it is known, and what it is searched with; kept for the evidence that is asked for next."""
		if self._last is None or self._last[0] != query:
			spoken = self._spoken(query)
			correct = partial(self._correct, query, spoken)
			words = query.content_words
			self._last = (
				query,
				spoken,
				query_terms(words, self.languages, self._postings, spoken, correct, query.repeated),
			)
		return self._last[1:]

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
		spoken, terms = self._terms(query)
		if terms.corrections != found.corrections:
			# By meaning alone, nothing is corrected.
			correct = found.corrections.get
			terms = query_terms(
				query.content_words, self.languages, self._postings, spoken, correct, query.repeated
			)
		matches: Matches = word_matches(query.content_words, self.languages, self._postings, chunks, terms)
		matches = with_expansion_matches(matches, query, self.languages, self._postings, chunks)
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

	def passages(self, chunks: Sequence[int]) -> dict[int, Passage]:
		"""Chunks by number."""
		return self._passages.of(chunks)

	def places(self, key: str) -> list[int]:
		"""The chunks of an input by number, in their order; none for an input that the build does not hold."""
		return self._passages.places(key)

	def neighbors(self, passage: Passage, distance: int) -> list[Passage]:
		"""The passages up to ``distance`` before and after, in order, with the passage itself."""
		return self._passages.around(passage, distance)

	def close(self) -> None:
		"""Release the files."""
		self._connection.close()

	def _allowed(self, filters: Filters) -> Allowed | None:
		"""The chunks that the filters let through; None without a filter."""
		if not filters:
			return None
		if self._filter is None:
			# Only those who filter wait for it to be imported.
			self._filter = InputFilter(self._connection, self._last_chunk)
		return self._filter.allowed(filters)

	def _highest_chunk(self) -> int:
		"""The highest number that a chunk of the build has or had; memory is taken for so many."""
		if "last_chunk" in self.meta:
			return int(self.meta["last_chunk"])
		(last,) = self._connection.execute(schema.LAST_CHUNK).fetchone()
		return int(last)

	def _holding_phrases(self, query: Query, allowed: Allowed | None) -> list[int] | None:
		"""The chunks that hold what stands in quotes, ascending; None when nothing does, none holds it, or too many do."""
		found = self._matching(*query.phrases, allowed=allowed) if query.phrases else []
		return found if 0 < len(found) <= _MOST_MATCHES else None

	def _matching(self, *phrases: str, allowed: Allowed | None) -> list[int]:
		"""The chunks that hold every one of ``phrases``, ascending; one more than ``_MOST_MATCHES`` if there are so many."""
		expression = " AND ".join(map(quote, phrases))
		rows = self._connection.execute(
			"SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid", (expression,)
		)
		found = (chunk for (chunk,) in rows if allowed is None or chunk in allowed)
		return list(islice(found, _MOST_MATCHES + 1))


def _languages(connection: sqlite3.Connection) -> tuple[str, ...]:
	"""The languages of the inputs, most frequent first."""
	rows = connection.execute(
		"SELECT language, count(*) FROM inputs WHERE language <> '' GROUP BY language ORDER BY 2 DESC, 1"
	).fetchall()
	total = sum(count for _, count in rows)
	return tuple(language for language, count in rows if count >= _LEAST_SHARE * total)
