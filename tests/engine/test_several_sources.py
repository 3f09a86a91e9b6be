"""Several sources in one order: what a hit answers decides, never the scale of an index's scores."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from small_builds import Build

from huf.engine.backends.base import SearchRequest
from huf.engine.backends.sqlite_hybrid import KEY, hybrid_backend
from huf.engine.builds import open_build
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.query import parse_query
from huf.engine.ranking import RankedList, fuse_sources
from huf.engine.search import SearchTarget, Steps, search
from tests.engine.test_vectors import build as build_with_vectors
from tests.engine.test_vectors import kinds_of

whole_scores = st.lists(st.integers(1, 1000), min_size=1, max_size=12).map(
	lambda scores: [float(score) for score in sorted(scores, reverse=True)]
)
lists = st.lists(
	st.builds(RankedList, whole_scores, st.integers(-20, 20), st.sampled_from([0.0, 0.1, 0.5, 1.0])),
	min_size=2,
	max_size=5,
)


def order(ranked: list[RankedList]) -> list[tuple[int, int]]:
	"""Which list and place comes where."""
	return [(number, place) for _, number, place in fuse_sources(ranked)]


@given(lists, st.data())
def test_the_scale_of_a_list_has_no_effect(ranked: list[RankedList], data: st.DataObject) -> None:
	"""A source whose scores are all larger or smaller changes nothing: no best hit is pushed out by a scale."""
	# Powers of two, so that shares are the same to the last bit.
	powers = data.draw(st.lists(st.integers(-9, 9), min_size=len(ranked), max_size=len(ranked)))
	scaled = [
		replace(one, scores=[score * 2.0**power for score in one.scores])
		for one, power in zip(ranked, powers, strict=True)
	]
	assert fuse_sources(scaled) == fuse_sources(ranked)


@given(lists)
def test_every_list_keeps_its_order(ranked: list[RankedList]) -> None:
	"""Every hit comes once, those of one list in its order, and the fused scores fall."""
	fused = fuse_sources(ranked)
	for number, one in enumerate(ranked):
		assert [place for _, other, place in fused if other == number] == list(range(len(one.scores)))
	assert [score for score, _, _ in fused] == sorted((score for score, _, _ in fused), reverse=True)


@given(lists, st.randoms(use_true_random=False))
def test_equal_inputs_give_equal_order(ranked: list[RankedList], random: object) -> None:
	"""The same lists give the same order, and lists that differ keep it when they are named in another order."""
	assert order(ranked) == order(list(ranked))
	fused = fuse_sources(ranked)
	assume(len({(score, place) for score, _, place in fused}) == len(fused))
	numbers = list(range(len(ranked)))
	random.shuffle(numbers)  # type: ignore[attr-defined]
	shuffled = order([ranked[number] for number in numbers])
	assert [(numbers[number], place) for number, place in shuffled] == order(ranked)


@given(whole_scores, st.integers(-5, 5))
def test_one_list_alone_is_as_it_was(scores: list[float], priority: int) -> None:
	"""A source that is asked alone keeps its order and its scores."""
	assert fuse_sources([RankedList(scores, priority, 0.3)]) == [
		(score, 0, place) for place, score in enumerate(scores)
	]


@pytest.mark.parametrize("first", [0, 1])
def test_a_source_that_knows_less_of_the_query_comes_later(build: Build, first: int) -> None:
	"""An index that holds one common word of the query does not push its best hit before a full answer."""
	answer = build(
		{"rule": "The hotel allowance in Osaka is ninety euros."}
		| {f"r{n}": f"The hotel number {n} has rooms." for n in range(9)}
	).info.path
	other = build({f"n{n}": f"Our hotel list, entry {n}: hotel, hotel, hotel." for n in range(9)}).info.path
	targets = [SearchTarget("answer", answer), SearchTarget("other", other)]
	hits = search(targets[first:] + targets[:first], "hotel allowance in Osaka", top_k=5).hits
	assert hits[0].input == "rule" and hits[0].score > 2 * hits[1].score
	assert {hit.source for hit in hits} == {"answer", "other"}


def test_priority_decides_between_equals(build: Build) -> None:
	"""Of two sources that know the same, the one of higher priority comes first."""
	texts = {"a": "The crane is inspected in March."}
	one, two = build(texts).info.path, build(texts).info.path
	for priority, expected in ((0, "one"), (1, "two"), (-1, "one")):
		hits = search([SearchTarget("one", one), SearchTarget("two", two, priority)], "crane").hits
		assert hits[0].source == expected and len(hits) == 2


def test_equal_texts_of_two_sources_are_one_hit(build: Build) -> None:
	"""What two sources both say is shown once where its source wants that, and names both inputs; else it is shown twice."""
	shared = "The crane is inspected in March."
	one = build({"a": shared, "b": "The crane is painted yellow."}).info.path
	two = build({"c": shared.upper(), "d": "The crane is sold in May."}).info.path
	for collapse in (False, True):
		targets = [
			SearchTarget(name, path, steps=Steps(collapse=collapse))
			for name, path in (("one", one), ("two", two))
		]
		hits = search(targets, "crane inspected March", top_k=3).hits
		assert [hit.rank for hit in hits] == [1, 2, 3]
		twins = [hit.input for hit in hits if "inspected" in hit.text.lower()]
		assert sorted(twins) == (["a"] if collapse else ["a", "c"])
		assert hits[0].also_in == (("c",) if collapse else ())


def test_evidence_names_the_words(build: Build) -> None:
	"""For each word of the query: what stands in the passage, its share of the query, and what it added."""
	path = build({"a": "The pump SKU-00123/AB is inspected.", "b": "Pumps are inspected in March."}).info.path
	reader = open_build(path)
	request = SearchRequest(parse_query("When is pump SKU-00123/AB inspected in Osaka?"), 10)
	found = reader.search(request)
	evidence = reader.evidence(request, found, [hit.chunk for hit in found.candidates])  # type: ignore[attr-defined]
	reader.close()
	first, second = (evidence.chunks[hit.chunk] for hit in found.candidates)
	by_word = {match.word: match for match in first.words}
	assert set(by_word) == {"pump", "SKU-00123/AB", "inspected", "Osaka?"}
	assert by_word["SKU-00123/AB"].terms == ("sku00123ab",) and by_word["Osaka?"].terms == ()
	# An identifier is one thing however many parts it has, so a passage that holds it has earned most of it.
	assert by_word["Osaka?"].weight >= by_word["SKU-00123/AB"].weight
	assert by_word["SKU-00123/AB"].share > by_word["SKU-00123/AB"].weight / 3
	assert sum(match.weight for match in first.words) == pytest.approx(1)
	by_words = sum(match.score for match in first.words)
	# The rest is for words that stand together.
	assert by_words < found.candidates[0].score < 1.3 * by_words
	assert first.legs["keyword"].rank == 1 and second.legs["keyword"].rank == 2
	assert 1 > first.answered > second.answered > 0


def test_evidence_of_both_legs(root: object) -> None:
	"""A hybrid index says the place and the score of a chunk in each leg; by meaning alone, only that one counts."""
	embedder = FakeEmbedder()
	texts = {f"n{n}": f"Sentence {n} about cranes and hotels." for n in range(30)}
	path = build_with_vectors(root, texts, embedder).info.path  # type: ignore[arg-type]
	reader = open_build(path, kinds=kinds_of(embedder))
	for mode in ("hybrid", "vector"):
		request = SearchRequest(parse_query("cranes hotels sentence"), 20, mode)  # type: ignore[arg-type]
		found = reader.search(request)
		chunks = [hit.chunk for hit in found.candidates]
		evidence = reader.evidence(request, found, chunks)  # type: ignore[attr-defined]
		for hit in found.candidates:
			legs = evidence.chunks[hit.chunk].legs
			assert set(legs) == {"keyword", "vector"} and 0 <= evidence.chunks[hit.chunk].answered <= 1
			if mode == "vector":
				assert legs["vector"].score == pytest.approx(hit.score)
				assert evidence.chunks[hit.chunk].answered == legs["vector"].share
		assert evidence.vector_weight == (1.0 if mode == "vector" else found.vector_weight)
	reader.close()
	assert KEY == hybrid_backend(embedder).key
