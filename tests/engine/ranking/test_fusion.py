"""Keyword and vector scores put together: the order is certain, and identifiers are not buried."""

from hypothesis import given
from hypothesis import strategies as st

from huf.engine.analysis.query import parse_query
from huf.engine.ranking.fusion import (
	FIRST_FOUND,
	VectorLeg,
	fuse,
	is_identifier,
	vector_weight,
	words_suffice,
)

WORDS = parse_query("how do I pay the supplier")
scores_falling = st.lists(st.floats(0.01, 50), min_size=1, max_size=30, unique=True).map(
	lambda scores: sorted(scores, reverse=True)
)


@st.composite
def legs(draw: st.DrawFn) -> tuple[list[int], list[float], VectorLeg]:
	"""Two legs over the same chunks."""
	keyword = draw(scores_falling)
	chunks = draw(st.permutations(range(1, 41)))
	similar = sorted(draw(st.lists(st.floats(-1, 1), min_size=1, max_size=40)), reverse=True)
	others = draw(st.permutations(range(1, 41)))
	return list(chunks[: len(keyword)]), keyword, VectorLeg(others[: len(similar)], similar, 0.1)


@given(legs(), st.floats(0, 1))
def test_equal_inputs_give_equal_order(both: tuple[list[int], list[float], VectorLeg], weight: float) -> None:
	"""The order follows from chunks and scores alone, not from the order in which a leg names equal ones."""
	chunks, scores, vectors = both
	backwards = VectorLeg(list(vectors.chunks)[::-1], list(vectors.scores)[::-1], vectors.mean)
	first = fuse(chunks, scores, vectors, weight)
	assert first == fuse(chunks[::-1], scores[::-1], backwards, weight)
	assert [score for _, score in first] == sorted((score for _, score in first), reverse=True)
	assert len({chunk for chunk, _ in first}) == len(first)


@given(
	legs(),
	st.floats(0.1, 1),
	st.sampled_from(["BC547B", "part ABC-123 please", "where is the form W-8BEN used"]),
)
def test_an_identifier_is_not_buried(
	both: tuple[list[int], list[float], VectorLeg], most: float, text: str
) -> None:
	"""Whatever the vectors say, the best keyword match of a query with an identifier stays first."""
	chunks, scores, vectors = both
	weight = vector_weight(parse_query(text), scores, most, 1.0)
	assert fuse(chunks, scores, vectors, weight)[0][0] == chunks[0]


@given(legs())
def test_a_blind_leg_costs_nothing(both: tuple[list[int], list[float], VectorLeg]) -> None:
	"""Without weight the vectors change nothing; without keyword hits the vectors decide alone."""
	chunks, scores, vectors = both
	ranked = [chunk for chunk, _ in fuse(chunks, scores, vectors, 0.0)]
	assert ranked == chunks
	assert vector_weight(WORDS, [], 0.5, 1.0) == 1.0
	alone = fuse([], [], vectors, 1.0)
	assert alone[0][1] == 1.0 or max(vectors.scores) <= vectors.mean


@given(scores_falling, st.floats(0, 1), st.floats(0, 1))
def test_the_weight_is_a_share(scores: list[float], most: float, vocabulary_coverage: float) -> None:
	"""The weight is never above what the model may have, and a script that it does not know takes it away."""
	weight = vector_weight(WORDS, scores, most, vocabulary_coverage)
	assert 0 <= weight <= most * vocabulary_coverage + 1e-9


def test_a_sure_keyword_leg_counts_more() -> None:
	"""The further the first keyword hit stands above the tenth, the less the vectors weigh."""
	flat, steep = [10.0] * 10, [10.0] + [1.0] * 9
	assert vector_weight(WORDS, steep, 0.5, 1.0) < vector_weight(WORDS, flat, 0.5, 1.0) == 0.5


def test_words_suffice_where_one_of_the_first_passages_has_all() -> None:
	"""Two passages that have half each do not, nor does one that is found late."""
	assert words_suffice([0.2, 1.0]) and words_suffice([0.96])
	assert not words_suffice([]) and not words_suffice([0.5, 0.5])
	assert not words_suffice([0.5] * FIRST_FOUND + [1.0])


def test_identifiers() -> None:
	"""Part numbers and codes are identifiers; words, amounts, years and dates with dots are none."""
	for word in ("BC547B", "0x80070005", "SKU-00123", "00123-45", "#42/7"):
		assert is_identifier(word), word
	for word in ("supplier", "2024", "1,000", "3.5", "well-known", "(1999)"):
		assert not is_identifier(word), word
