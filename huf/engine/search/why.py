"""What is noted in a source while it is searched, so that the result can be explained."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from huf.engine.backends.base import Accountable, Found, Reader, SearchRequest
from huf.engine.evidence import ChunkEvidence, Evidence, StepEffect
from huf.engine.query import Query
from huf.engine.search.picks import Pick


@dataclass(frozen=True, slots=True)
class WhySource:
	"""Why one source gave what it gave."""

	build: str
	candidates: int
	refused: int
	answered: float
	vector_weight: float
	rarest: float
	familiarity: float
	removed: Mapping[str, int]
	evidence: Sequence[ChunkEvidence | None]
	"""One for each hit."""
	ways: Sequence[tuple[StepEffect, ...]]
	"""For each hit, where it stood after each step."""


def why_source(
	reader: Reader,
	query: Query,
	found: Found,
	best: Sequence[Pick],
	trace: Sequence[tuple[str, Sequence[Pick]]],
	verdicts: Mapping[int, bool],
) -> WhySource:
	"""Put together what the search of one source went by; ``trace`` holds the hits after each step."""
	chunks = [pick.passage.chunk for pick in best]
	known = Evidence({})
	if chunks and isinstance(reader, Accountable):
		known = reader.evidence(SearchRequest(query, len(chunks), found.mode), found, chunks)
	evidence = known.chunks
	places = [
		(name, {pick.passage.chunk: (rank, pick.score) for rank, pick in enumerate(picks, start=1)})
		for name, picks in trace
	]
	sizes = [len(picks) for _, picks in trace]
	return WhySource(
		build=reader.meta["build_id"],
		candidates=len(found.candidates),
		refused=sum(not verdict for verdict in verdicts.values()),
		answered=evidence[chunks[0]].answered if evidence else 0.0,
		vector_weight=found.vector_weight,
		rarest=known.rarest,
		familiarity=known.familiarity,
		removed={
			name: before - after
			for (name, _), before, after in zip(trace[1:], sizes, sizes[1:], strict=False)
			if before > after and name != "mmr"
		},
		evidence=[evidence.get(chunk) for chunk in chunks],
		ways=[tuple(StepEffect(name, *place[chunk]) for name, place in places) for chunk in chunks],
	)
