"""Why the hits of all sources stand as they stand."""

from collections.abc import Mapping, Sequence

from huf.engine.analysis.query import Query, echo
from huf.engine.evidence import Explanation, HitExplanation, SourceExplanation
from huf.engine.filters import Filters
from huf.engine.ranking.of_sources import priority_weight
from huf.engine.search.asked_and_found import SourceHits
from huf.engine.types import Hit


def explanation_of(
	query: Query,
	filters: Filters,
	found: Sequence[SourceHits],
	hits: Sequence[Hit],
	read_with: Mapping[str, tuple[str, ...]],
) -> Explanation:
	"""The explanation of ``hits``, which came from ``found``; ``read_with`` is which sources were re-ranked together."""
	notes = {
		(one.target.source, hit.chunk_id): (evidence, way, enrichment, summary)
		for one in found
		if one.why
		for hit, evidence, way, enrichment, summary in zip(
			one.hits,
			one.why.evidence,
			one.why.ways,
			one.why.enrichments,
			one.why.summaries,
			strict=True,
		)
	}
	content = set(query.content_words)
	return Explanation(
		words=tuple(map(echo, query.content_words)),
		left_out=tuple(echo(word) for word in query.words if word not in content),
		sources=tuple(
			SourceExplanation(
				source=one.target.source,
				build=one.why.build,
				mode=one.mode,
				candidates=one.why.candidates,
				refused=one.why.refused,
				query_coverage=one.why.query_coverage,
				priority_weight=priority_weight(one.target.priority),
				vector_weight=one.why.vector_weight,
				words_suffice=one.why.words_suffice,
				rarest=one.why.rarest,
				vocabulary_coverage=one.why.vocabulary_coverage,
				meaning_floor=one.why.meaning_floor,
				removed=one.why.removed,
				read_with=read_with.get(one.target.source, ()),
				searched_for=echo(one.why.searched_for) if one.why.searched_for != query.text else "",
			)
			for one in found
			if one.why
		),
		hits=tuple(
			HitExplanation(hit.rank, hit.source, hit.chunk_id, hit.score, *notes[hit.source, hit.chunk_id])
			for hit in hits
		),
		filters=tuple(map(echo, filters.in_words())),
	)
