"""Several sources in one order: what a hit answers decides, never the scale of an index's scores."""

import math
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from small_builds import SMALL, Build, wanted

from huf.engine.analysis.query import parse_query
from huf.engine.backends.base import SearchRequest
from huf.engine.backends.hybrid.backend import KEY, hybrid_backend
from huf.engine.builds import open_build, plan_build, run_build
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.ranking.of_sources import RankedList, fuse_sources
from huf.engine.search import SearchTarget, Steps
from huf.engine.search.several_sources import ASKED_TOGETHER
from huf.engine.search.steps import PooledReranking, RerankingPool
from huf.engine.search.steps.reranking import text_of
from huf.engine.types import Hit, SearchResult
from tests.engine.backends.test_vectors import build as build_with_vectors
from tests.engine.backends.test_vectors import kinds_of
from tests.engine.ranking.test_steps import scored
from tests.searching import search

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
	assert 1 > first.query_coverage > second.query_coverage > 0


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
			assert set(legs) == {"keyword", "vector"} and 0 <= evidence.chunks[hit.chunk].query_coverage <= 1
			if mode == "vector":
				assert legs["vector"].score == pytest.approx(hit.score)
				assert evidence.chunks[hit.chunk].query_coverage == legs["vector"].share
		assert evidence.vector_weight == (1.0 if mode == "vector" else found.vector_weight)
	reader.close()
	assert KEY == hybrid_backend(embedder).key


class Model:
	"""A re-ranking model: each text gets the score of the first word that ``answers`` knows, times ``scale``."""

	def __init__(self, answers: Mapping[str, float], scale: float = 1.0, is_busy: bool = False) -> None:
		self.key = f"model{id(self)}"
		self.answers, self.scale = answers, scale
		self.calls: list[list[str]] = []
		self.is_free = threading.Event()
		"""Until then no call is answered."""
		if not is_busy:
			self.is_free.set()

	def prepare(self) -> None:
		"""Nothing to load."""

	def scores(self, query: str, texts: Sequence[str], timeout_s: float) -> Sequence[float]:
		"""One call."""
		self.calls.append(list(texts))
		assert self.is_free.wait(120)
		return [
			self.scale * next((score for word, score in self.answers.items() if word in text.split()), 0.0)
			for text in texts
		]


CRANES = {"c1": "The crane alpha is red.", "c2": "A crane beta is red.", "c3": "One crane gamma is red."}
PUMPS = {"p1": "The pump delta is red.", "p2": "A pump crane epsilon is red.", "p3": "One pump zeta is blue."}
BEST = {"epsilon": 0.9, "gamma": 0.8, "delta": 0.5, "alpha": 0.2, "beta": 0.1}


def ranked_by(build: Build, one: Steps, two: Steps, **wish: Any) -> SearchResult:
	"""A search of two sources."""
	targets = [
		SearchTarget("cranes", build(CRANES).info.path, steps=one),
		SearchTarget("pumps", build(PUMPS).info.path, steps=two),
	]
	return search(targets, "red crane pump", **wish)


def test_one_model_reads_all_sources_in_one_call(build: Build) -> None:
	"""Sources with the same re-ranker are read together, once, and stand in the order of its scores."""
	model = Model(BEST)
	result = ranked_by(build, Steps(reranker=model), Steps(reranker=model), explain=True)
	assert len(model.calls) == 1 and len(model.calls[0]) == 6
	assert [hit.input for hit in result.hits] == ["p2", "c3", "p1", "c1", "c2"]
	assert [hit.score for hit in result.hits] == pytest.approx([0.9, 0.8, 0.5, 0.2, 0.1])
	assert result.explanation is not None
	assert {one.source: one.read_with for one in result.explanation.sources} == {
		"cranes": ("pumps",),
		"pumps": ("cranes",),
	}
	assert [step.step for step in result.explanation.hits[0].steps] == ["found", "rerank"]
	assert result.explanation.hits[0].steps[-1].score == pytest.approx(0.9)


def test_numbers_of_one_call_are_made_shares_together(build: Build) -> None:
	"""A model that gives logits gives some between 0 and 1: what they mean follows from all of them, not from those of a source."""
	model = Model({"epsilon": 5.0, "delta": -3.0, "zeta": -3.0, "alpha": 0.9, "beta": 0.8, "gamma": 0.7})
	result = ranked_by(build, Steps(reranker=model), Steps(reranker=model), top_k=6)
	assert [hit.input for hit in result.hits] == ["p2", "c1", "c2", "c3", "p1", "p3"]
	assert result.hits[1].score == pytest.approx(1 / (1 + math.exp(-0.9)))


def test_the_pool_is_read_to_its_depth_and_each_first_hit(build: Build) -> None:
	"""No more texts are read than for one source, the best of every source are among them, and the rest stays below them."""
	model = Model({**BEST, "zeta": 0.95})
	steps = Steps(reranker=model, rerank_depth=3)
	targets = [
		SearchTarget("cranes", build(CRANES).info.path, steps=steps),
		SearchTarget("pumps", build(PUMPS).info.path, steps=steps),
		SearchTarget("other", build({"o": "A hotel that is red."}).info.path, steps=steps),
	]
	hits = search(targets, "red crane pump", top_k=7).hits
	assert len(model.calls) == 1 and len(model.calls[0]) == 3
	assert "o\nA hotel that is red." in model.calls[0]
	read = {text.split("\n")[0] for text in model.calls[0]}
	assert {hit.input for hit in hits[:3]} == read and len(hits) == 7
	scores = [hit.score for hit in hits]
	assert scores == sorted(scores, reverse=True)


def test_a_text_of_two_sources_is_read_once(build: Build) -> None:
	"""Equal passages are sent once, and get equal scores."""
	model = Model(BEST)
	steps = Steps(reranker=model)
	targets = [SearchTarget(name, build(CRANES).info.path, steps=steps) for name in ("one", "two")]
	hits = search(targets, "crane", top_k=6).hits
	assert [len(call) for call in model.calls] == [3] and len(hits) == 6
	assert [hit.score for hit in hits[::2]] == [hit.score for hit in hits[1::2]]


def test_a_model_that_does_not_answer_costs_one_wait(build: Build) -> None:
	"""After the time-out all sources keep the order of their indexes, and one note names them."""
	model = Model(BEST, is_busy=True)
	steps = Steps(reranker=model, rerank_timeout_s=0.1)
	plain = ranked_by(build, Steps(), Steps())
	result = ranked_by(build, steps, steps, explain=True)
	assert len(model.calls) == 1 and not model.is_free.is_set()
	model.is_free.set()
	assert [hit.input for hit in result.hits] == [hit.input for hit in plain.hits]
	assert result.notes == (
		f"cranes, pumps: The order was not refined: {model.key} did not answer within 0.1 s.",
	)
	assert result.went_without == result.notes
	assert result.explanation is not None
	assert not any(one.read_with for one in result.explanation.sources)


def test_other_steps_follow_the_common_reading(build: Build) -> None:
	"""Freshness, floor and limits of each source act on the model's scores; a floor leaves out what it calls bad."""
	model = Model(BEST)
	one = Steps(reranker=model, floor=0.3)
	two = Steps(reranker=model, max_per_input=1, freshness_key="date", half_life_days=1e6)
	result = ranked_by(build, one, two, top_k=6)
	found = [(hit.input, round(hit.score, 3)) for hit in result.hits]
	# Without a date a passage is one half-life old, which leaves three quarters.
	assert found == [("c3", 0.8), ("p2", 0.675), ("p1", 0.375), ("p3", 0.0)]


def test_different_models_read_their_own_sources(build: Build) -> None:
	"""Each is asked once, about its source alone."""
	cranes, pumps = Model(BEST), Model(BEST)
	result = ranked_by(build, Steps(reranker=cranes), Steps(reranker=pumps), explain=True)
	assert [len(call) for model in (cranes, pumps) for call in model.calls] == [3, 3]
	assert next(hit.input for hit in result.hits if hit.source == "cranes") == "c3"
	assert next(hit.input for hit in result.hits if hit.source == "pumps") == "p2"
	assert result.explanation is not None and not result.explanation.sources[0].read_with


@pytest.mark.parametrize("other", ["none", "another model", "the same as a third"])
@pytest.mark.parametrize("power", [-10, -4, -1])
def test_the_scale_of_a_model_has_no_effect(build: Build, other: str, power: int) -> None:
	"""A model whose scores are all small pushes no source's best hit down, among sources that it did not read."""
	orders = []
	for scale in (1.0, 2.0**power):
		model = Model(BEST, scale)
		second = Model(BEST) if other == "another model" else None
		targets = [
			SearchTarget("cranes", build(CRANES).info.path, steps=Steps(reranker=model)),
			SearchTarget("pumps", build(PUMPS).info.path, steps=Steps(reranker=second)),
		]
		if other == "the same as a third":
			third = {"t1": "A crane and a pump eta, red.", "t2": "The crane theta."}
			targets.append(SearchTarget("third", build(third).info.path, steps=Steps(reranker=model)))
		hits = search(targets, "red crane pump", top_k=8).hits
		orders.append([(hit.source, hit.input) for hit in hits])
		scores = [hit.score for hit in hits]
		assert scores == sorted(scores, reverse=True)
	assert orders[0] == orders[1] and len(orders[0]) == (8 if other == "the same as a third" else 6)


def test_a_source_that_cannot_be_searched_stops_no_common_reading(build: Build, tmp_path: Path) -> None:
	"""The others are read without it, and it is named."""
	model = Model(BEST)
	steps = Steps(reranker=model)
	targets = [
		SearchTarget("cranes", build(CRANES).info.path, steps=steps),
		SearchTarget("gone", tmp_path / "nothing", steps=steps),
		SearchTarget("pumps", build(PUMPS).info.path, steps=steps),
	]
	result = search(targets, "red crane pump")
	assert [one.source for one in result.skipped] == ["gone"]
	assert len(model.calls) == 1 and result.hits[0].input == "p2"


def test_what_may_not_be_seen_is_not_read(build: Build) -> None:
	"""The model gets no text that the user may not see."""
	model = Model(BEST)
	steps = Steps(reranker=model)
	result = ranked_by(build, steps, steps, accept=lambda hits: [hit.input != "p2" for hit in hits])
	assert not any("epsilon" in text for text in model.calls[0]) and result.hits[0].input == "c3"


def test_superseded_inputs_do_not_ask_the_model_again(build: Build, tmp_path: Path) -> None:
	"""A search that looks wider for what is in force sends no text twice."""
	model = Model(BEST)
	targets = []
	for name, texts in (("cranes", CRANES), ("pumps", PUMPS)):
		inputs = [wanted(key, text, metadata={"superseded": key == "p2"}) for key, text in texts.items()]
		path = run_build(tmp_path / name, plan_build(inputs, None, SMALL), SMALL).info.path
		targets.append(SearchTarget(name, path, steps=Steps(reranker=model)))
	hits = search(targets, "red crane pump", top_k=3).hits
	assert [hit.input for hit in hits] == ["c3", "p1", "p2"] and len(model.calls) == 1


pools = st.dictionaries(
	st.integers(0, 4),
	st.builds(
		lambda scores, weight: RerankingPool(
			[scored(chunk, score) for chunk, score in enumerate(sorted(scores, reverse=True))], weight
		),
		st.lists(st.floats(0, 1), max_size=8),
		st.sampled_from([0.1, 1.0, 1.5]),
	),
	min_size=1,
)


@given(pools, st.integers(1, 12), st.lists(st.floats(-8, 8), min_size=60, max_size=60))
def test_reading_together_loses_nothing(
	pools: dict[int, RerankingPool], depth: int, scores: list[float]
) -> None:
	"""Every hit stays, once, in its source; each source's first hit is read; those that were not stay below all that were."""

	class Any60(Model):
		def scores(self, query: str, texts: Sequence[str], timeout_s: float) -> Sequence[float]:
			self.calls.append(list(texts))
			return scores[: len(texts)]

	model = Any60({})
	pooled = PooledReranking(model, "q", [Steps(reranker=model, rerank_depth=depth)])
	pooled.read(pools)
	pooled.read(pools)
	assert len(model.calls) == any(one.scored_hits for one in pools.values())
	read, rest = [], []
	for source, one in pools.items():
		after = pooled.apply(source, one.scored_hits)
		assert sorted(p.passage.chunk for p in after) == sorted(p.passage.chunk for p in one.scored_hits)
		assert [p.score for p in after] == sorted((p.score for p in after), reverse=True)
		texts = model.calls[0] if model.calls else []
		was_read = [text_of(p) in texts for p in after]
		assert was_read == sorted(was_read, reverse=True) and all(was_read[:1])
		read += [p.score for p, known in zip(after, was_read, strict=True) if known]
		rest += [p.score for p, known in zip(after, was_read, strict=True) if not known]
	assert all(0 <= score <= 1 for score in read + rest)
	assert not rest or max(rest) <= min(read)


def test_the_first_hits_of_all_sources_are_asked_about_at_once(build: Build) -> None:
	"""One question for the best of all; a source whose hits are refused is asked for more, and gives those that may be shown."""
	folders = [
		build({f"{name}{number}": f"holiday rules {number}" for number in range(9)}).info.path
		for name in "abc"
	]
	targets = [SearchTarget(name, folder) for name, folder in zip("abc", folders, strict=True)]
	asked: list[list[str]] = []

	def accept(hits: Sequence[Hit]) -> list[bool]:
		asked.append([hit.input for hit in hits])
		return [hit.source != "b" or hit.input in ("b7", "b8") for hit in hits]

	result = search(targets, "holiday rules", top_k=3, accept=accept)
	assert sorted({key[0] for key in asked[0]}) == ["a", "b", "c"] and len(asked[0]) == 9
	assert all(key[0] == "b" for keys in asked[1:] for key in keys), "what is known is not asked again"
	assert len(asked[1:]) > 0
	everything = [key for keys in asked for key in keys]
	assert len(everything) == len(set(everything))
	wide = search(targets, "holiday rules", top_k=20, accept=accept)
	assert {hit.input for hit in wide.hits if hit.source == "b"} == {"b7", "b8"}
	assert len(result.hits) == 3


def test_more_sources_than_are_asked_about_at_once(build: Build, tmp_path: Path) -> None:
	"""Each gives its hit and is asked about once; one that cannot be searched stops none."""
	count = 2 * ASKED_TOGETHER + 3
	targets = [
		SearchTarget(f"s{number}", build({f"p{number}": f"holiday rules {number}"}).info.path)
		for number in range(count)
	]
	targets[3] = SearchTarget("s3", tmp_path / "gone")
	asked: list[int] = []

	def accept(hits: Sequence[Hit]) -> list[bool]:
		asked.append(len(hits))
		return [True] * len(hits)

	result = search(targets, "holiday", top_k=count, accept=accept)
	assert asked == [ASKED_TOGETHER - 1, ASKED_TOGETHER, 3]
	assert {hit.source for hit in result.hits} == {target.source for target in targets} - {"s3"}
	assert [(one.source, one.code) for one in result.skipped] == [("s3", "Index Missing")]
