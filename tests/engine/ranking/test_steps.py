"""The steps after ranking: each does what it says, and enough hits are left when there are enough."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_builds import SMALL, Build, wanted

from huf.engine.backends.base import Passage
from huf.engine.builds import plan_build, run_build
from huf.engine.errors import RerankCapped, RerankFailed, SettingsError
from huf.engine.search import SearchTarget, Steps
from huf.engine.search.hits.scored_hits import ScoredHit
from huf.engine.search.steps import reranking
from huf.engine.search.steps.litellm_reranker import LiteLLMReranker, Read
from huf.engine.search.steps.reordering import (
	LEAST,
	age_days,
	at_most_per_input,
	collapse,
	date_of,
	factor,
	mmr,
	prefer_fresh,
)
from huf.engine.search.steps.reranking import PooledReranking, Reranking, RerankingPool
from huf.engine.services import Access, load_litellm
from huf.engine.services.catalogue import list_price_of_reading, reading_units
from huf.engine.types import Hit, Locator
from tests.model_server import ModelServer, Reply, error, ranking, slow
from tests.searching import search

DAY = 86_400.0


def scored(chunk: int, score: float, text: str = "", source_input: str = "", **metadata: object) -> ScoredHit:
	"""A hit as it comes into the steps."""
	key = source_input or f"i{chunk}"
	text = text or f"text {chunk}"
	passage = Passage(chunk, key, 0, 0, len(text), text, "", Locator(), key, "", metadata, 0.0)  # type: ignore[arg-type]
	hit = Hit(
		text,
		key,
		score,
		f"c{chunk}",
		"s",
		key,
		Locator(),
		f"{key}#0",
		"b",
		0,
		len(text),
		"",
		metadata=metadata,
	)  # type: ignore[arg-type]
	return ScoredHit(hit, passage, score)


TEXTS = ("pump seal worn", "Pump  seal worn", "pump seal worn again", "crane", "crane crane", "a b c d e")
pools = st.lists(
	st.tuples(st.integers(0, 100), st.sampled_from(TEXTS), st.sampled_from("abc")), max_size=25
).map(
	lambda rows: [
		scored(number, score / 100, text, key)
		for number, (score, text, key) in enumerate(sorted(rows, key=lambda row: -row[0]))
	]
)


class Fake:
	"""Gives each text the score that ``answers`` has for a word in it, and counts what it was asked."""

	key = "fake"

	def __init__(self, answers: dict[str, float], is_busy: bool = False) -> None:
		self.answers = answers
		self.asked: list[str] = []
		self.is_free = threading.Event()
		"""Until then no call is answered."""
		if not is_busy:
			self.is_free.set()

	def prepare(self) -> None:
		"""Nothing to load."""

	def scores(self, query: str, texts: Sequence[str], timeout_s: float) -> Sequence[float]:
		"""The score of the first known word."""
		assert self.is_free.wait(120)
		self.asked += texts
		return [
			next((value for word, value in self.answers.items() if word in text.split()), 0.0)
			for text in texts
		]


@given(pools)
def test_collapse_keeps_the_best_of_equal_texts(pool: list[ScoredHit]) -> None:
	"""Every text stays once, with its best hit, in the order of before; every other input of it is named."""
	kept = collapse(pool)
	assert len({" ".join(p.hit.text.casefold().split()) for p in kept}) == len(kept)
	assert [p.passage.chunk for p in kept] == sorted(p.passage.chunk for p in kept)
	named = {
		(" ".join(p.hit.text.casefold().split()), key) for p in kept for key in (p.hit.input, *p.hit.also_in)
	}
	assert named == {(" ".join(p.hit.text.casefold().split()), p.hit.input) for p in pool}
	assert all(p.hit.input not in p.hit.also_in for p in kept)


def test_equal_texts_of_two_records_are_two_hits() -> None:
	"""Two orders of the same goods differ in nothing but their headings, which stand over the texts."""
	pool = [
		scored(number, 2.0 - number, "Seal | 2", f"Order {number}", input_type="DocType Records")
		for number in (0, 1)
	]
	assert collapse(pool) == pool
	assert len(collapse([scored(number, 2.0 - number, "Seal | 2") for number in (0, 1)])) == 1


@given(pools, st.integers(1, 5))
def test_at_most_so_many_of_one_input(pool: list[ScoredHit], most: int) -> None:
	"""Of each input the best hits stay, no more than wanted, and the order does not change."""
	kept = at_most_per_input(pool, most)
	for key in "abc":
		own = [p for p in pool if p.hit.input == key]
		assert [p for p in kept if p.hit.input == key] == own[:most]
	assert kept == [p for p in pool if p in kept]


@given(pools, st.integers(0, 30), st.floats(0, 1))
def test_mmr_takes_what_there_is(pool: list[ScoredHit], count: int, weight: float) -> None:
	"""As many hits as asked for, if there are so many, each once, the best one first."""
	taken = mmr(pool, count, weight)
	assert len(taken) == min(count, len(pool)) == len({p.passage.chunk for p in taken})
	if taken and weight > 0:
		assert taken[0].score == pool[0].score


@given(pools)
def test_mmr_of_relevance_alone_changes_nothing(pool: list[ScoredHit]) -> None:
	"""With lambda 1 the order is that of the scores."""
	assert mmr(pool, len(pool), 1.0) == pool


def test_mmr_compares_whole_words() -> None:
	"""Texts of other words with the same consonants are not alike."""
	pool = [scored(1, 1.0, "काल कील"), scored(2, 0.95, "काल कील"), scored(3, 0.9, "कोल केला")]
	assert [p.passage.chunk for p in mmr(pool, 2, 0.7)] == [1, 3]


def test_mmr_prefers_something_new() -> None:
	"""A hit that repeats the first one comes after a slightly worse one that does not."""
	pool = [
		scored(1, 1.0, "the pump seal is worn"),
		scored(2, 0.95, "the pump seal is worn"),
		scored(3, 0.8, "order a new gasket"),
	]
	assert [p.passage.chunk for p in mmr(pool, 3, 0.7)] == [1, 3, 2]
	assert [p.passage.chunk for p in mmr(pool, 3, 1.0)] == [1, 2, 3]


@given(st.floats(0, 20_000), st.floats(0, 20_000), st.floats(0.1, 5000))
def test_age_takes_half_at_most_and_never_less_from_the_older(
	one: float, other: float, half_life: float
) -> None:
	"""The factor falls smoothly with age from 1 towards ``LEAST``; unknown and future dates are no trap."""
	newer, older = sorted((one, other))
	assert 1 >= factor(newer, half_life) >= factor(older, half_life) >= LEAST
	assert factor(0, half_life) == factor(-5, half_life) == 1
	assert factor(half_life, half_life) == factor(None, half_life) == LEAST + (1 - LEAST) / 2


@pytest.mark.parametrize(
	("value", "age"),
	[
		("2026-01-01", 10.0),
		("2026-01-01T00:00:00Z", 10.0),
		("2026-01-01 12:00:00", 9.5),
		(1767225600, 10.0),
		("yesterday", None),
		("", None),
		(None, None),
		(True, None),
		(float("inf"), None),
	],
)
def test_dates_are_read(value: object, age: float | None) -> None:
	"""ISO dates and times and Unix seconds are dates; everything else is none."""
	now = 1767225600 + 10 * DAY
	assert age_days(value, now) == age  # type: ignore[arg-type]


def test_the_date_has_the_names_that_filters_know() -> None:
	"""``date`` is the first of date and modified, ``indexed_at`` is the index's own, other names are keys of the metadata."""
	hit = scored(1, 1.0, modified="2025-05-05", valid="2020-02-02").hit._replace(indexed_at=5.0)
	assert [
		date_of(hit, key) for key in ("date", "modified", "valid", "metadata.valid", "indexed_at", "none")
	] == [
		"2025-05-05",
		"2025-05-05",
		"2020-02-02",
		"2020-02-02",
		5.0,
		None,
	]


def test_fresh_before_old_only_where_both_answer() -> None:
	"""Of two like answers the newer comes first; a new passage that hardly answers does not."""
	pool = [
		scored(1, 0.9, date="2016-01-01"),
		scored(2, 0.85, date="2026-01-01"),
		scored(3, 0.3, date="2026-01-10"),
	]
	ranked = prefer_fresh(pool, "date", 365, 1767225600 + 10 * DAY)
	assert [p.passage.chunk for p in ranked] == [2, 1, 3]
	assert all(new.score <= old.score for old in pool for new in ranked if new.passage == old.passage)


@given(pools, st.integers(1, 10))
def test_reranking_loses_nothing(pool: list[ScoredHit], depth: int) -> None:
	"""All hits stay; those that were read come first by the model's score, the others after them as they were."""
	fake = Fake({"crane": 0.9, "seal": 0.4})
	ranked = Reranking(fake, "q", depth, 5.0).apply(pool)
	assert sorted(p.passage.chunk for p in ranked) == sorted(p.passage.chunk for p in pool)
	assert {p.passage.chunk for p in ranked[:depth]} == {p.passage.chunk for p in pool[:depth]}
	assert [p.passage for p in ranked[depth:]] == [p.passage for p in pool[depth:]]
	scores = [p.score for p in ranked]
	assert scores == sorted(scores, reverse=True) and all(0 <= score <= 1 for score in scores)


def test_reranking_asks_once_about_each() -> None:
	"""A wider pool of the same search asks only about what is new; logits become shares."""
	fake = Fake({"crane": 4.0, "seal": -4.0})
	reranking = Reranking(fake, "q", 3, 5.0)
	pool = [
		scored(1, 0.9, "pump seal"),
		scored(2, 0.8, "crane"),
		scored(3, 0.7, "crane two"),
		scored(4, 0.6, "crane"),
	]
	reranking.apply(pool[:2])
	ranked = reranking.apply(pool)
	assert [p.passage.chunk for p in ranked] == [2, 3, 1, 4] and len(fake.asked) == 3
	assert 0 < ranked[2].score < 0.1 and 0.9 < ranked[0].score < 1


def test_a_slow_reranker_is_left_behind(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
	"""After the time-out the order is the one of before, and a note says why; the next search does not wait for it."""
	monkeypatch.setattr(reranking, "_left_alone_until", {})
	path = build({f"n{n}": f"needle {n} " + "and more words " * n for n in range(6)}).info.path
	plain = [hit.input for hit in search([SearchTarget("s", path)], "needle").hits]
	busy = Fake({"5": 1.0}, is_busy=True)
	steps = Steps(reranker=busy, rerank_timeout_s=0.1)
	result = search([SearchTarget("s", path, steps=steps)], "needle")
	assert [hit.input for hit in result.hits] == plain
	assert result.notes == ("s: The order was not refined: fake did not answer within 0.1 s.",)
	assert result.went_without == result.notes
	again = search([SearchTarget("s", path, steps=steps)], "needle")
	assert "a moment ago" in again.notes[0] and not busy.asked
	busy.is_free.set()
	monkeypatch.setattr(reranking, "_left_alone_until", {})
	quick = Steps(reranker=Fake({"5": 1.0}))
	assert search([SearchTarget("s", path, steps=quick)], "needle").hits[0].input == "n5"


def test_a_service_that_gives_up_first_is_a_slow_one(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Whichever clock ends the wait, the search's or the one of HTTP, the note is the same, and the next search does not wait."""
	monkeypatch.setattr(reranking, "_left_alone_until", {})
	plain = LiteLLMReranker.scores
	monkeypatch.setattr(
		LiteLLMReranker, "scores", lambda self, query, texts, timeout_s: plain(self, query, texts, 0.2)
	)
	with ModelServer([slow(30.0)]) as server:
		model = LiteLLMReranker("infinity/rank", Access("k", server.api_base))
		with pytest.raises(RerankFailed, match="did not answer within 20 s"):
			reranking.within(model, "q", ["a", "b"], 20.0)
		with pytest.raises(RerankFailed, match="a moment ago"):
			reranking.within(model, "q", ["a", "b"], 20.0)


def test_a_slow_reranker_is_left_alone_by_its_owner_only(monkeypatch: pytest.MonkeyPatch) -> None:
	"""One process serves several sites: the patience of one, or its key, does not take the model from another."""
	monkeypatch.setattr(reranking, "_left_alone_until", {})
	with ModelServer([slow(30.0), ranking([0.1, 0.9])]) as server:
		access = Access("k", server.api_base)
		first, second = (LiteLLMReranker("infinity/rank", access, owner=site) for site in ("one", "two"))
		with pytest.raises(RerankFailed, match="did not answer within"):
			reranking.within(first, "q", ["a", "b"], 0.5)
		again = LiteLLMReranker("infinity/rank", access, owner="one")
		with pytest.raises(RerankFailed, match="a moment ago"):
			reranking.within(again, "q", ["a", "b"], 60.0)
		assert list(reranking.within(second, "q", ["a", "b"], 60.0)) == [0.1, 0.9]
		assert len(server.requests) == 2


def test_litellm_reranks_over_http() -> None:
	"""The model gets query and passages; its answer, sorted by relevance, is put back in order; a key never shows."""
	with ModelServer([ranking([0.1, 0.9, 0.5]), error(500, "broken: sk-secret-key")]) as server:
		reranker = LiteLLMReranker("infinity/rank", Access("sk-secret-key", server.api_base))
		assert list(reranker.scores("where", ["a", "b", "c"], 20.0)) == [0.1, 0.9, 0.5]
		(body,) = server.bodies
		assert (body["query"], body["documents"]) == ("where", ["a", "b", "c"])
		with pytest.raises(RerankFailed) as failed:
			reranker.scores("where", ["a"], 20.0)
		assert "secret" not in str(failed.value) and failed.value.__context__ is None
		assert "secret" not in repr(reranker)


def test_loading_the_library_is_not_the_models_time(monkeypatch: pytest.MonkeyPatch) -> None:
	"""The first search of a process imports LiteLLM, which takes seconds; the model still has all of its own time."""

	def slowly() -> Any:
		if threading.current_thread() is threading.main_thread():
			time.sleep(1.0)
			imported.append(True)
		assert imported, "nobody else is to import it: a thread may be left behind half-way"
		return load_litellm()

	imported: list[bool] = []
	load_litellm()
	for module in ("search.steps.litellm_reranker", "services.call"):
		monkeypatch.setattr(f"huf.engine.{module}.load_litellm", slowly)
	with ModelServer([ranking([0.1, 0.9])]) as server:
		reranker = LiteLLMReranker("infinity/rank", Access("k", server.api_base))
		assert list(reranking.within(reranker, "q", ["a", "b"], 0.9)) == [0.1, 0.9]


class Counted:
	"""A meter that notes which sources are asked for, and what it is told."""

	def __init__(self, refusal: str = "") -> None:
		self.refusal = refusal
		self.sources: list[list[str]] = []
		self.took: list[Read] = []
		self.left = 0

	@contextmanager
	def request(
		self, model: str, query: str, texts: Sequence[str], sources: Sequence[str]
	) -> Iterator[Callable[[Read], None]]:
		assert threading.current_thread() is threading.main_thread() and len(texts) == len(sources)
		if self.refusal:
			raise RerankCapped(self.refusal)
		self.sources.append(list(sources))
		try:
			yield self.took.append
		finally:
			self.left += 1


BILLED = Reply({
	"id": "r", "results": [{"index": 0, "relevance_score": 0.2}, {"index": 1, "relevance_score": 0.9}],
	"meta": {"billed_units": {"search_units": 2}},
})  # fmt: skip


def test_each_request_is_counted() -> None:
	"""In the thread of the search, for the sources of its texts, with what the service says of it: tokens, or search units."""
	meter = Counted()
	pool = [scored(1, 0.9, "one"), scored(2, 0.8, "two")]
	with ModelServer([ranking([0.1, 0.9]), BILLED]) as server:
		for model in ("infinity/rank", "cohere/rerank-v3.5"):
			reranker = LiteLLMReranker(model, Access("k", server.api_base), meter=meter)
			run = Reranking(reranker, "q", 5, 20.0)
			assert [one.passage.chunk for one in run.apply(pool)] == [2, 1] and not run.note
	source = pool[0].hit.source
	assert meter.sources == [[source, source]] * 2 and meter.left == 2
	assert meter.took == [Read(tokens=10), Read(units=2)]


def test_what_has_no_answer_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Whether it fails, is too late, or is not asked since it could pass a cap; the meter is left each time."""
	monkeypatch.setattr(reranking, "_left_alone_until", {})
	meter, pool = Counted(), [scored(1, 0.9, "one"), scored(2, 0.8, "two")]
	with ModelServer([error(500, "broken"), slow(ranking([0.1, 0.9]), 1.0)]) as server:
		reranker = LiteLLMReranker("infinity/rank", Access("k", server.api_base), meter=meter)
		for seconds in (20.0, 0.2):
			assert Reranking(reranker, "q", 5, seconds).apply(pool) == pool
		assert (meter.took, meter.left, len(server.requests)) == ([], 2, 2)
		capped = LiteLLMReranker("infinity/rank", Access("k", server.api_base), meter=Counted("No money."))
		run = Reranking(capped, "q", 5, 20.0)
		assert run.apply(pool) == pool and run.note == "The order was not refined: No money."
		assert len(server.requests) == 2
		# One that costs too much is not one that does not answer: the next search asks again.
		assert capped not in reranking._left_alone_until


def test_sources_that_are_read_together_are_told_apart() -> None:
	"""A text that several have is read once, and is that of the first."""
	meter = Counted()
	with ModelServer([ranking([0.1, 0.9])]) as server:
		reranker = LiteLLMReranker("infinity/rank", Access("k", server.api_base), meter=meter)
		pools = {
			number: RerankingPool(
				[
					one._replace(hit=one.hit._replace(source=source))
					for one in (scored(1, 0.9 - number / 10, "same"), scored(2, 0.5, f"own {source}"))[
						:length
					]
				],
				1.0,
			)
			for number, (source, length) in enumerate((("a", 1), ("b", 2)))
		}
		PooledReranking(reranker, "q", [Steps(), Steps()]).read(pools)
		assert len(server.bodies[0]["documents"]) == 2
	assert meter.sources == [["a", "b"]]


def test_prices_of_re_ranking() -> None:
	"""By search units or by tokens, as the list has it; a model that it does not know has no price."""
	assert list_price_of_reading("cohere/rerank-v3.5", 9_000, 2) == pytest.approx(0.004)
	assert list_price_of_reading("voyage/rerank-2", 1_000_000, 1) == pytest.approx(0.05)
	assert list_price_of_reading("infinity/rank", 1_000, 1) is None
	# Long texts count as several: 60 of 600 tokens are 120 of 500.
	assert [reading_units("cohere/rerank-v3.5", [size] * 60) for size in (400, 600)] == [1, 2]
	assert reading_units("none/such", [10]) == 1


@pytest.mark.parametrize(
	"reply",
	[
		ranking([0.5]),
		Reply({"results": [{"index": 0}, {"index": 1}]}),
		Reply({"results": [{"index": 0, "relevance_score": "high"}, {"index": 1, "relevance_score": 0.1}]}),
		Reply("no JSON", content_type="text/html"),
		error(429, "slow down", retry_after="60"),
		error(401, "no"),
	],
)
def test_a_wrong_answer_is_a_failure(reply: Reply) -> None:
	"""Scores that are missing, doubled or no numbers, and every refusal, leave the order as it was."""
	with ModelServer([reply]) as server:
		reranking = Reranking(LiteLLMReranker("infinity/rank", Access("k", server.api_base)), "q", 5, 20.0)
		pool = [scored(1, 0.9), scored(2, 0.8)]
		assert reranking.apply(pool) == pool
		assert reranking.note.startswith("The order was not refined: ") and len(server.requests) == 1


COPIES = {f"copy{n}": "The pump seal is worn." for n in range(60)} | {
	f"own{n}": f"The pump seal number {n} is worn out." for n in range(8)
}


def test_enough_hits_are_left(build: Build) -> None:
	"""However many are collapsed or over the limit of their input, ``top_k`` hits come back while there are others."""
	path = build(COPIES).info.path
	hits = search([SearchTarget("s", path, steps=Steps(collapse=True))], "pump seal worn", top_k=9).hits
	assert len(hits) == 9 and sum(hit.input.startswith("copy") for hit in hits) == 1
	assert len(next(hit for hit in hits if hit.input.startswith("copy")).also_in) == 59
	long = "".join(f"The needle {n} is here.".ljust(90, ".") + "\n\n" for n in range(200))
	path = build(
		{"long": long, **{f"n{n}": f"One needle and many other words {n}." for n in range(9)}}
	).info.path
	steps = Steps(max_per_input=2)
	hits = search([SearchTarget("s", path, steps=steps)], "needle here", top_k=10).hits
	assert len(hits) == 10 and sum(hit.input == "long" for hit in hits) == 2


def test_collapse_names_no_input_that_may_not_be_seen(build: Build) -> None:
	"""Equal texts of inputs that the user may not see stay unknown."""
	path = build(COPIES).info.path
	result = search(
		[SearchTarget("s", path, steps=Steps(collapse=True))],
		"pump seal worn",
		accept=lambda hits: [hit.input in ("copy3", "copy7", "own1") for hit in hits],
		explain=True,
	)
	assert {key for hit in result.hits for key in (hit.input, *hit.also_in)} == {"copy3", "copy7", "own1"}
	assert result.explanation and result.explanation.sources[0].refused == 65


def test_floor_leaves_out_what_hardly_answers(build: Build) -> None:
	"""Below the floor nothing is shown, also when that is everything; scores are shares of 1."""
	path = build(
		{"good": "The hotel allowance in Osaka.", **{f"n{n}": f"A hotel, number {n}." for n in range(30)}}
	).info.path
	ask = "hotel allowance in Osaka"
	every = search([SearchTarget("s", path, steps=Steps(floor=0.0001))], ask, top_k=20).hits
	assert len(every) == 20 and all(0 < hit.score <= 1 for hit in every)
	some = search([SearchTarget("s", path, steps=Steps(floor=0.3))], ask, top_k=20).hits
	assert [hit.input for hit in some] == ["good"] and some[0].score == every[0].score
	assert not search([SearchTarget("s", path, steps=Steps(floor=1.0))], ask).hits


def test_the_order_of_the_steps(tmp_path: Path) -> None:
	"""Collapse, re-rank, freshness, floor, diversity: the trace of an explanation shows each, in this order."""
	inputs = [
		wanted(f"n{n}", f"The needle number {n % 4}.", metadata={"date": f"20{10 + n}-01-01"})
		for n in range(12)
	]
	path = run_build(tmp_path, plan_build(inputs, None, SMALL), SMALL).info.path
	steps = Steps(
		collapse=True,
		reranker=Fake({"2.": 0.9, "1.": 0.8, "3.": 0.1, "0.": 0.01}),
		freshness_key="date",
		floor=0.05,
		max_per_input=1,
		mmr=True,
	)
	result = search([SearchTarget("s", path, steps=steps, neighbors=1)], "needle", explain=True)
	assert result.explanation is not None
	first = result.explanation.hits[0]
	assert [step.step for step in first.steps] == [
		"found",
		"collapse",
		"rerank",
		"freshness",
		"floor",
		"at most per input",
		"mmr",
	]
	assert dict(result.explanation.sources[0].removed) == {"collapse": 8, "floor": 1}
	assert [hit.text for hit in result.hits] == [
		"The needle number 2.",
		"The needle number 1.",
		"The needle number 3.",
	]


def test_steps_apply_to_their_source_alone(build: Build) -> None:
	"""Of two sources only the one with a limit has it, and both stand in one order."""
	long = "".join(f"The needle {n} is here.".ljust(90, ".") + "\n\n" for n in range(9))
	one, two = build({"a": long}).info.path, build({"b": long}).info.path
	targets = [SearchTarget("one", one, steps=Steps(max_per_input=1)), SearchTarget("two", two)]
	hits = search(targets, "needle", top_k=6).hits
	assert sum(hit.source == "one" for hit in hits) == 1 and len(hits) == 6
	assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


@pytest.mark.parametrize(
	"values",
	[{"floor": 1.5}, {"mmr_lambda": -1}, {"half_life_days": 0}, {"rerank_depth": 0}, {"max_per_input": -1}],
)
def test_nonsense_is_refused(values: dict[str, float]) -> None:
	"""A number outside of its range is an error that names it."""
	with pytest.raises(SettingsError, match="must be between"):
		Steps(**values)  # type: ignore[arg-type]


def test_numbers_of_an_error_are_written_out() -> None:
	"""As people write them, without exponents, and the setting as its field is called."""
	with pytest.raises(
		SettingsError, match=r"The half-life is 2000000\. It must be between 0\.01 and 1000000\."
	):
		Steps(half_life_days=2_000_000)
	with pytest.raises(SettingsError, match=r"^Relevance against novelty \(lambda of MMR\) is 2\. "):
		Steps(mmr_lambda=2)
