"""Search by words and by meaning, whoever holds the index: a build's files, or an engine."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from huf.engine.analysis.query import Query
from huf.engine.backends.base import Candidate, Found, Passage, SearchRequest
from huf.engine.backends.guarding import OUTSIDE
from huf.engine.backends.hybrid.passage_parts import PassageParts
from huf.engine.backends.hybrid.vector_file import VectorRows
from huf.engine.backends.keyword.evidence import shares_held
from huf.engine.backends.keyword.passages import Neighborhood
from huf.engine.backends.keyword.word_search import Allowed, WordSearch
from huf.engine.embedding import Embedder, ReadsParts, Vectors, checked
from huf.engine.errors import EmbeddingRefused, IndexOutdated
from huf.engine.evidence import Evidence, LegScore
from huf.engine.ranking.closest_parts import PART_SHARE, closest, near_the_best, rerank_by_parts
from huf.engine.ranking.fusion import (
	ABSTAINING,
	FIRST_FOUND,
	VectorLeg,
	fuse,
	is_identifier,
	vector_weight,
	words_suffice,
)
from huf.engine.ranking.neighbor_reranking import FINALISTS, NeighborVectors, rerank_by_neighbors
from huf.engine.ranking.similar_passages import borrowed_share, rerank_by_similar

_REMEMBERED = 16
"""Queries whose vectors are kept: one search may ask several times, for more hits each time."""


class MeaningSearch(WordSearch[Allowed]):
	"""What a reader does with an index of words and vectors. Use each from one thread at a time."""

	meta: dict[str, str]
	_vectors: VectorRows[Allowed]

	def _set_embedder(
		self, embedder: Embedder | None, other: Callable[[str], Embedder] | None = None
	) -> None:
		"""Search with ``embedder`` if it made the vectors of the build, else with what ``other`` gives for its key."""
		self._at_hand, self._other = embedder, other
		self._own: Embedder | None = None
		self._known: dict[str, Vectors] = {}
		self._parts = PassageParts()

	def _passages_of(self, chunks: Sequence[int]) -> Mapping[int, Passage]:
		"""Chunks by number."""
		raise NotImplementedError

	def _neighborhoods(self, chunks: Sequence[int]) -> dict[int, Neighborhood]:
		"""Where each of ``chunks`` stands."""
		raise NotImplementedError

	def search(self, request: SearchRequest) -> Found:
		"""The best chunks by words, by meaning, or by both together, which is the default.

		Raises:
			IndexOutdated: the vectors are those of a model that is not at hand.
			EmbeddingFailed: the model could not read the query.
		"""
		query, limit = request.query, request.limit
		if request.mode == "keyword":
			return super().search(request)
		if not query.words or limit < 1:
			return Found([], request.mode or "hybrid")
		allowed = self._allowed(request.filters)
		if request.mode == "vector":
			leg = self._by_meaning(query, limit, allowed=allowed)
			pairs = zip(leg.chunks, leg.scores, strict=True)
			return Found(
				[Candidate(chunk, score) for chunk, score in pairs], "vector", vectors=leg, vector_weight=1.0
			)
		return self._to_any_depth(request, self._prefiltered(query, allowed))

	def _prefiltered(self, query: Query, allowed: Allowed | None) -> Allowed | None:
		"""For both legs: the chunks that hold what the query has in quotes, when there are any."""
		only = self._holding_phrases(query, allowed)
		return allowed if only is None else self._only(only)

	def _only(self, chunks: Sequence[int]) -> Allowed:
		"""What lets exactly ``chunks`` through."""
		raise NotImplementedError

	def evidence(self, request: SearchRequest, found: Found, chunks: Sequence[int]) -> Evidence:
		"""The words of the query that stand in ``chunks``, how near their meaning is, and their place in each leg."""
		leg, weight = found.vectors, found.vector_weight
		if found.mode == "keyword" or leg is None:
			return super().evidence(
				request, replace(found, candidates=found.words or found.candidates), chunks
			)
		known = set(leg.chunks)
		further = [chunk for chunk in chunks if chunk not in known]
		similar = dict(zip(leg.chunks, leg.scores, strict=True))
		if further:
			more = self._by_meaning(request.query, 1, further)
			similar.update(zip(more.chunks, more.scores, strict=True))
		ranks = {chunk: rank for rank, chunk in enumerate(leg.chunks[: request.depth], start=1)}
		closer = _ranked_legs(similar=found.lent, part=found.parts)
		evidence = {}
		for chunk, by_words in self._by_their_words(request.query, found, found.words, chunks).items():
			similarity = similar.get(chunk, leg.mean)
			near = max(0.0, (similarity - leg.mean) / (1 - leg.mean)) if leg.mean < 1 else 0.0
			evidence[chunk] = replace(
				by_words,
				query_coverage=(1 - weight) * by_words.query_coverage + weight * near,
				legs={
					**by_words.legs,
					"vector": LegScore(ranks.get(chunk), similarity, near),
					**closer.get(chunk, {}),
				},
			)
		return Evidence(
			evidence,
			weight,
			self._rarest(),
			self._vocabulary_coverage(request.query),
			self._embedder().meaning_floor,
		)

	def _to_any_depth(self, request: SearchRequest, allowed: Allowed | None) -> Found:
		"""The best ``limit`` by words and meaning together."""
		query, limit = request.query, request.limit
		found = self._by_both(query, request.depth, allowed)
		best = list(found.candidates)
		if best and len(best) < limit:
			# What comes deeper comes after, so that the first hits are the same however many are asked for.
			first = {candidate.chunk for candidate in best}
			best += [
				Candidate(candidate.chunk, min(candidate.score, best[-1].score))
				for candidate in self._by_both(query, limit, allowed).candidates
				if candidate.chunk not in first
			]
		return replace(found, candidates=best[:limit])

	def _by_both(self, query: Query, depth: int, allowed: Allowed | None) -> Found:
		"""The first ``depth`` of each leg together, best first."""
		by_words = self._by_words(query, depth, allowed)
		words = by_words.candidates
		scores = [candidate.score for candidate in words]
		embedder = self._embedder()
		vocabulary = self._vocabulary_coverage(query)
		weight = vector_weight(query, scores, embedder.weight, vocabulary)
		suffice = 0 < weight < 1 and self._words_suffice(query, words)
		weight *= ABSTAINING if suffice else 1.0
		if weight <= 0:
			# Identifiers alone are left to the words: the model need not be asked, which may take time and money.
			return replace(by_words, mode="hybrid", words=words)
		chunks = [candidate.chunk for candidate in words]
		leg = self._by_meaning(query, depth, chunks, allowed)
		if not leg.chunks:
			return replace(by_words, mode="hybrid", words=words)
		fused = fuse(chunks, scores, leg, weight)
		around = self._neighborhoods([chunk for chunk, _ in fused[:FINALISTS]])
		# Where the words suffice, what stands beside a passage with all of them says nothing of it. To a model of words it never says
		# enough: see docs/retrieval-measured.md.
		alone = suffice or embedder.knows_words_only
		first, lent = self._closer(query, fused, around, words, weight, alone=alone)
		inputs = {chunk: place.input for chunk, place in around.items()}
		first, parts = self._by_parts(query, first, inputs, PART_SHARE * vocabulary)
		together = list(map(Candidate._make, first))
		return replace(
			by_words,
			candidates=together,
			mode="hybrid",
			words=words,
			vectors=leg,
			vector_weight=weight,
			words_suffice=suffice,
			lent=lent,
			parts=parts,
		)

	def _words_suffice(self, query: Query, words: Sequence[Candidate]) -> bool:
		chunks = [candidate.chunk for candidate in words[:FIRST_FOUND]]
		terms = self._read_query(query).terms
		return words_suffice(shares_held(query.content_words, self.languages, self._postings, chunks, terms))

	def _closer(
		self,
		query: Query,
		fused: Sequence[tuple[int, float]],
		around: Mapping[int, Neighborhood],
		words: Sequence[Candidate],
		weight: float,
		*,
		alone: bool,
	) -> tuple[list[tuple[int, float]], Mapping[int, float]]:
		"""``fused`` after a closer look at the first, which are those of ``around``, and what these borrowed from the scores of similar ones.

		``alone``: nothing that stands beside a passage speaks for it.
		"""
		# Nor for the one that the words put first: around the lines that answer, a long document is about other things.
		first = words[0].chunk if words else None
		beside = {chunk: () if alone or chunk == first else place.beside for chunk, place in around.items()}
		wanted = sorted(set(around).union(*beside.values()))
		best = max((score for _, score in words), default=0.0)
		neighbors = NeighborVectors(
			chunks=wanted,
			rows=self._vectors.rows_of(wanted),
			mean_row=self._vectors.mean_row,
			beside=beside,
			words={chunk: score / best for chunk, score in words if best > 0},
			inputs={chunk: place.input for chunk, place in around.items()},
		)
		exact = any(map(is_identifier, query.words))
		looked = rerank_by_neighbors(fused, self._vector(query), neighbors, weight, use_words=not exact)
		borrows = self._embedder().knows_words_only and not exact
		share = borrowed_share(len(query.content_words), weight) if borrows else 0.0
		return rerank_by_similar(looked, neighbors, share)

	def _by_parts(
		self, query: Query, ranked: list[tuple[int, float]], inputs: Mapping[int, int], share: float
	) -> tuple[list[tuple[int, float]], Mapping[int, float]]:
		"""``ranked`` after the first, whose inputs are in ``inputs``, were compared by their closest parts, and how near these are."""
		embedder = self._embedder()
		# The best match of an identifier by words stays first.
		if not isinstance(embedder, ReadsParts) or any(map(is_identifier, query.words)):
			return ranked, {}
		chunks = near_the_best(ranked, inputs)
		if not chunks:
			return ranked, {}
		similar = closest(self._parts.of(chunks, embedder, self._passages_of), self._vector(query))
		if not any(similar):
			# None is nearer than another: so it always is in an index of an older huf, whose scores stay what they were.
			return ranked, {}
		parts = dict(zip(chunks, similar, strict=True))
		return rerank_by_parts(ranked, parts, inputs, share), parts

	def _by_meaning(
		self, query: Query, limit: int, also: Sequence[int] = (), allowed: Allowed | None = None
	) -> VectorLeg:
		if self._vectors.is_empty:
			return VectorLeg([], [], 0.0)
		vector = self._vector(query)
		if not vector.any():
			return VectorLeg([], [], 0.0)
		return self._vectors.nearest(vector, limit, also, allowed)

	def _vector(self, query: Query) -> Vectors:
		text = query.expanded_text
		vector = self._known.get(text)
		if vector is None:
			if len(self._known) >= _REMEMBERED:
				self._known.clear()
			vector = self._known[text] = self._query_vector(text)
		return vector

	def _query_vector(self, text: str) -> Vectors:
		embedder = self._embedder()
		with OUTSIDE:
			vector: Vectors = checked(embedder, [text], "query")[0]
		if len(vector) != self._vectors.dimension:
			raise EmbeddingRefused(
				f"Rebuild Required: this index has vectors of {self._vectors.dimension} numbers, and {embedder.key} now"
				f" gives {len(vector)}."
			)
		return vector

	def _vocabulary_coverage(self, query: Query) -> float:
		with OUTSIDE:
			return self._embedder().vocabulary_coverage(query.text)

	def _embedder(self) -> Embedder:
		"""The embedder that made this build; any other one's vectors would be compared without any meaning."""
		if self._own is None:
			made_by = self.meta["embedder"]
			own = self._at_hand
			if (own is None or own.key != made_by) and self._other is not None:
				with OUTSIDE:
					own = self._other(made_by)
			if own is None or own.key != made_by:
				now = own.key if own else "none"
				raise IndexOutdated(
					f"Rebuild Required: the vectors of this index were made by {made_by}, and the embedder is {now}."
				)
			self._own = own
		return self._own


def _ranked_legs(**scores: Mapping[int, float]) -> dict[int, dict[str, LegScore]]:
	"""For each chunk, under the names of those of ``scores`` that have it, its score from 0 to 1 and which place it takes by that."""
	legs: dict[int, dict[str, LegScore]] = {}
	for name, of_chunks in scores.items():
		by_score = sorted(of_chunks.items(), key=lambda one: -one[1])
		for rank, (chunk, score) in enumerate(by_score, start=1):
			legs.setdefault(chunk, {})[name] = LegScore(rank, score, score)
	return legs
