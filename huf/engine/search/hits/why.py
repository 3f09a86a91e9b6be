"""What is noted in a source while it is searched, so that the result can be explained."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from huf.engine.analysis.query import Query
from huf.engine.backends.base import Explainable, Found, Reader, SearchRequest
from huf.engine.evidence import ChunkEvidence, Evidence, StepEffect
from huf.engine.search.hits.scored_hits import ScoredHit


@dataclass(frozen=True, slots=True)
class WhySource:
	"""Why one source gave what it gave."""

	build: str
	candidates: int
	refused: int
	query_coverage: float
	vector_weight: float
	words_suffice: bool
	rarest: float
	vocabulary_coverage: float
	meaning_floor: float
	removed: Mapping[str, int]
	evidence: Sequence[ChunkEvidence | None]
	"""One for each hit."""
	ways: Sequence[tuple[StepEffect, ...]]
	"""For each hit, where it stood after each step."""
	enrichments: Sequence[str]
	"""For each hit, what a model says of its passage."""
	summaries: Sequence[str]
	"""For each hit, the summary by which it was found; empty for one that was found by itself."""
	searched_for: str
	"""The text whose words were searched for."""


def why_source(
	reader: Reader,
	query: Query,
	found: Found,
	best: Sequence[ScoredHit],
	trace: Sequence[tuple[str, Sequence[ScoredHit]]],
	verdicts: Mapping[int, bool],
) -> WhySource:
	"""Put together what the search of one source went by; ``trace`` holds the hits after each step."""
	chunks = [scored.passage.chunk for scored in best]
	known = Evidence({})
	if chunks and isinstance(reader, Explainable):
		known = reader.evidence(SearchRequest(query, len(chunks), found.mode), found, chunks)
	evidence = known.chunks
	places = [
		(
			name,
			{scored.passage.chunk: (rank, scored.score) for rank, scored in enumerate(scored_hits, start=1)},
		)
		for name, scored_hits in trace
	]
	sizes = [len(scored_hits) for _, scored_hits in trace]
	return WhySource(
		build=reader.meta["build_id"],
		candidates=len(found.candidates),
		refused=sum(not verdict for verdict in verdicts.values()),
		query_coverage=evidence[chunks[0]].query_coverage if evidence else 0.0,
		vector_weight=found.vector_weight,
		words_suffice=found.words_suffice,
		rarest=known.rarest,
		vocabulary_coverage=known.vocabulary_coverage,
		meaning_floor=known.meaning_floor,
		removed={
			name: before - after
			for (name, _), before, after in zip(trace[1:], sizes, sizes[1:], strict=False)
			if before > after and name != "mmr"
		},
		evidence=[evidence.get(chunk) for chunk in chunks],
		ways=[tuple(StepEffect(name, *place[chunk]) for name, place in places) for chunk in chunks],
		enrichments=[scored.passage.enrichment for scored in best],
		summaries=[scored.summary.enrichment if scored.summary else "" for scored in best],
		searched_for=query.text,
	)
