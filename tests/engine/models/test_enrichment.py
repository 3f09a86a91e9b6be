"""What a model adds to passages: found by it, never shown, asked for once, stopped where it has to stop."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from small_builds import SMALL, wanted

from huf.engine.backends import default_registry
from huf.engine.backends.base import Backend
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.backends.hybrid.backend import hybrid_backend
from huf.engine.builds import (
	BuildResult,
	BuildSettings,
	forget_enrichments,
	new_build_id,
	open_build,
	plan_build,
	purge_build,
	read_inputs,
	requests_to_make,
	run_build,
	texts_to_embed,
	verify_build,
)
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.enrichment import UNENRICHED, Asked, Enricher
from huf.engine.enrichment.cache import FILE_NAME, EnrichmentCache
from huf.engine.enrichment.enricher import key_of
from huf.engine.enrichment.prompts import (
	LONGEST,
	MOST_KEYWORDS,
	Excerpt,
	mark_of,
	messages_for,
	read_answer,
)
from huf.engine.errors import BuildCancelled, ModelNameRefused
from huf.engine.packs import PackAs, SigningKey, install_pack, make_pack, open_pack
from huf.engine.registry import Registry
from huf.engine.search import Request, SearchTarget, search
from huf.engine.types import SearchResult

TEXTS = {
	"crane": "".join(
		f"Hoist {one} is looked at every March. It carries {one} kilograms. " for one in range(9)
	),
	"van": "".join(f"Van {one} stands in the yard behind hall {one}. Its key is there. " for one in range(9)),
}
SETTINGS = replace(SMALL, enrichment=key_of("fake"))
SAID = "Zeppelin maintenance"


class Model:
	"""Says the same of each passage of the crane, notes what it was asked, and may have to stop."""

	def __init__(self, stops_after: int = 1_000) -> None:
		self.stops_after = stops_after
		self.asked: list[dict[str, str]] = []
		self.together: list[int] = []

	def __call__(self, requests: Sequence[list[dict[str, str]]], _answer_tokens: int) -> Asked:
		self.together.append(len(requests))
		answers: list[str | None] = []
		for messages in requests:
			if len(self.asked) >= self.stops_after:
				answers.append(None)
				continue
			self.asked.append(json.loads(messages[-1]["content"]))
			header = SAID if self.asked[-1]["title"] == "crane" else "A car"
			answers.append(json.dumps({"header": header, "keywords": ["winch"]}))
		return Asked(answers, ModelNameRefused("Its cap is reached.") if None in answers else None)


def kinds_with(embedder: FakeEmbedder | None = None) -> Registry[Backend]:
	"""Every kind of index, with vectors of the embedder."""
	kinds = default_registry()
	kinds.register(HYBRID, hybrid_backend(embedder or FakeEmbedder()))
	return kinds


def built(
	root: Path,
	model: Model | None,
	texts: dict[str, str] = TEXTS,
	*,
	base: Path | None = None,
	settings: BuildSettings = SETTINGS,
	embedder: FakeEmbedder | None = None,
	forced: Sequence[str] = (),
	**options: Any,
) -> BuildResult:
	"""A build about whose passages ``model`` is asked."""
	kinds = kinds_with(embedder)
	inputs = [wanted(key, text, force=key in forced) for key, text in texts.items()]
	enricher = Enricher("fake", root, model, **options) if model else None
	plan = plan_build(inputs, base, settings, kinds=kinds)
	return run_build(root, plan, settings, kinds=kinds, enricher=enricher)


def found(path: Path, query: str, kinds: Registry[Backend] | None = None) -> SearchResult:
	"""What a search in a build finds, with why."""
	result = search([SearchTarget("s", path)], Request(query, top_k=20, explain=True), kinds=kinds)
	assert not result.skipped, result.skipped
	return result


@pytest.mark.parametrize("kind", ["sqlite_fts", HYBRID])
def test_found_by_it_and_never_shown(tmp_path: Path, kind: str) -> None:
	"""A passage is found by what the model says of it; the hit is the document's text alone, and the explanation names the rest."""
	embedder = FakeEmbedder()
	settings = replace(SETTINGS, backend=kind)
	path = built(tmp_path, Model(), settings=settings, embedder=embedder).info.path
	kinds = kinds_with(embedder)
	result = found(path, "zeppelin", kinds)
	assert result.hits[0].input == "crane"
	assert all(hit.text in TEXTS[hit.input] for hit in result.hits)
	assert result.explanation is not None
	assert result.explanation.hits[0].enrichment == f"{SAID}\nwinch"
	shown = json.dumps([hit.to_dict() for hit in result.hits])
	assert "eppelin" not in shown and "winch" not in shown
	verify_build(path, kinds=kinds)
	if kind == HYBRID:
		assert any(SAID in text for text in embedder.asked), "the vector is of the text with what was added"


def test_without_it_everything_is_as_before(tmp_path: Path) -> None:
	"""A build that no model was asked for has the fingerprint, the settings and the rows that it always had."""
	assert "enrichment" not in json.loads(SMALL.describe())
	assert SMALL.fingerprint() != SETTINGS.fingerprint()
	path = built(tmp_path, None, settings=SMALL).info.path
	result = found(path, "hoist")
	assert result.hits and result.explanation is not None
	assert {hit.enrichment for hit in result.explanation.hits} == {""}
	assert not (tmp_path / FILE_NAME).exists()


def test_what_the_model_gets(tmp_path: Path) -> None:
	"""Each passage once, with its title, what stands beside it and how its document begins; of no other document anything."""
	model = Model()
	built(tmp_path, model)
	assert max(model.together) <= 5
	cranes = [asked for asked in model.asked if asked["title"] == "crane"]
	assert len(cranes) > 1
	assert "before" not in cranes[0] and "beginning_of_document" not in cranes[0]
	assert cranes[1]["before"].strip() == cranes[0]["passage"]
	assert cranes[0]["after"].strip() == cranes[1]["passage"]
	assert cranes[1]["beginning_of_document"] == cranes[0]["passage"]
	assert all("van" not in json.dumps(asked) for asked in cranes)


def test_nothing_is_asked_twice(tmp_path: Path) -> None:
	"""A rebuild asks nothing; a change only for the passages that are other now, or stand beside such; a killed build keeps its answers."""
	model = Model()
	path = built(tmp_path, model).info.path
	first = len(model.asked)
	built(tmp_path, model)
	assert len(model.asked) == first
	changed = {**TEXTS, "van": TEXTS["van"] + "It is washed on Fridays."}
	after = built(tmp_path, model, changed, base=path).info.path
	assert {asked["title"] for asked in model.asked[first:]} == {"van"}
	assert 0 < len(model.asked) - first <= 3
	assert found(after, "zeppelin").hits[0].input == "crane"

	again, calls = Model(), []

	def killed() -> None:
		calls.append(None)
		if len(calls) == 2:
			raise BuildCancelled("Stop.")

	other = tmp_path / "other"
	with pytest.raises(BuildCancelled):
		built(other, again, check=killed, at_once=2)
	kept = len(again.asked)
	assert kept == 2
	built(other, again)
	assert len(again.asked) == first, "those that were answered before are not asked for"


def test_a_stop_leaves_passages_without(tmp_path: Path) -> None:
	"""Where the model stops, the rest is indexed without; the input says how many and why, and the next time only these are asked for."""
	model = Model(stops_after=2)
	result = built(tmp_path, model)
	inputs = read_inputs(result.info.path)
	lacking = sum(int(item.metadata.get(UNENRICHED, 0) or 0) for item in inputs.values())
	total = sum(item.chunks for item in inputs.values())
	assert lacking == total - 2
	assert {item.status for item in inputs.values()} == {"Indexed"}
	assert "without what the model adds: Its cap is reached." in inputs["van"].message
	assert found(result.info.path, "yard").hits[0].input == "van"
	assert len(model.together) == 1, "nobody is asked after the stop"

	model.stops_after = 1_000
	path = built(tmp_path, model, base=result.info.path, forced=list(TEXTS)).info.path
	assert len(model.asked) == total
	assert all(UNENRICHED not in item.metadata for item in read_inputs(path).values())


def test_a_build_asks_for_so_long(tmp_path: Path) -> None:
	"""When its time is over a build indexes the rest without, and says so."""
	moments = iter(range(0, 1_000, 10))
	model = Model()
	result = built(tmp_path, model, at_once=1, seconds=25, clock=lambda: float(next(moments)))
	assert len(model.asked) == 3
	assert "asked for next" in result.outcomes[-1].message


def test_only_plain_words_are_taken() -> None:
	"""Whatever the model answers, some plain words are indexed of it, or nothing."""
	assert (
		read_answer("Sure! " + json.dumps({"header": "A  line\nof it", "keywords": ["a b", "c"]}))
		== "A line of it\na b, c"
	)
	thought = '<think>{"header": "no"} perhaps {}</think>' + json.dumps({"header": "Yes"})
	assert read_answer(thought) == "Yes"
	for answer in (
		"",
		"no",
		"[1]",
		'{"header": 3, "keywords": "x"}',
		"{" * 50_000,
		'{"header": ["x"]}',
		"null",
	):
		assert read_answer(answer) == ""
	hostile = {
		"header": "<script>alert(1)</script> [1] see https://evil.example/x?q=1 **now** \u202eok\x00 <knowledge>",
		"keywords": ["x" * 500, "y", "y", 7, None, *map(str, range(40))],
	}
	header, keywords = read_answer(json.dumps(hostile)).split("\n")
	assert header == "alert(1) 1 see now ok"
	assert len(keywords.split(", ")) <= MOST_KEYWORDS and "y, 0" in keywords
	long = read_answer(json.dumps({"header": "word " * 5_000, "keywords": ["many words here " * 9] * 99}))
	assert len(long) <= LONGEST and not long.split("\n")[0].endswith("wor")


def test_equal_texts_of_two_documents() -> None:
	"""The same passage in another document is another question: nobody finds a document by what was said of one that they may not read."""
	one = Excerpt("Salaries of the board", "", "", "", "See above.", "")
	other = replace(one, title="Canteen")
	assert mark_of(messages_for(one)) != mark_of(messages_for(other))
	assert mark_of(messages_for(one)) == mark_of(messages_for(replace(one)))
	asked = json.loads(messages_for(replace(one, text="x" * 9_000, before="b" * 900))[-1]["content"])
	assert len(asked["passage"]) == 6_000 and len(asked["before"]) == 400


def test_purging(tmp_path: Path) -> None:
	"""What was said of an input goes with it, out of the build and out of the cache, and of no other."""
	path = built(tmp_path, Model()).info.path
	assert purge_build(tmp_path, path, ["crane"], in_place=True).passages > 1
	assert forget_enrichments(tmp_path, ["crane", "none"]) > 1
	for file in tmp_path.rglob("*"):
		assert not file.is_file() or b"eppelin" not in file.read_bytes(), file
	model = Model()
	built(tmp_path, model)
	assert {asked["title"] for asked in model.asked} == {"crane"}


def test_the_cache(tmp_path: Path) -> None:
	"""It keeps what is used, forgets what left, and a damaged one is made anew."""
	cache = EnrichmentCache(tmp_path)
	assert cache.find("m", [b"1"], "a") == {} and cache.forget(["a"]) == 0
	cache.keep("m", {b"1": "one", b"2": "two"}, "a")
	cache.keep("m", {b"3": "three"}, "b")
	assert cache.find("m", [b"1", b"3", b"4"], "a") == {b"1": "one", b"3": "three"}
	assert cache.find("other", [b"1"], "a") == {}
	assert cache.forget(["b"]) == 0, "the last who used it has it"
	cache.keep_only(["a"])
	assert len(cache.find("m", [b"1", b"2", b"3"], "a")) == 3
	cache.keep_only(["a"], used_since=9e12)
	assert cache.find("m", [b"1", b"2", b"3"], "a") == {}
	(tmp_path / FILE_NAME).write_bytes(b"no database" * 500)
	cache.keep("m", {b"1": "one"}, "a")
	assert cache.find("m", [b"1"], "a") == {b"1": "one"}
	with sqlite3.connect(tmp_path / FILE_NAME) as connection:
		assert connection.execute("SELECT input FROM enrichments").fetchall() == [("a",)]


def test_an_update_moves_it_along(tmp_path: Path) -> None:
	"""An input that only gets other labels, and segments that are put together, keep what was said of them."""
	model = Model()
	path = built(tmp_path, model).info.path
	for number in range(8):
		texts = {**TEXTS, f"n{number}": f"Note {number} about the yard."}
		path = built(tmp_path, model, texts, base=path).info.path
	assert found(path, "zeppelin").hits[0].input == "crane"
	inputs = [wanted(key, text, metadata={"label": "x"}) for key, text in texts.items()]
	plan = plan_build(inputs, path, SETTINGS)
	assert len(plan.relabel) == len(texts) and not plan.index
	path = run_build(tmp_path, plan, SETTINGS).info.path
	assert found(path, "zeppelin").hits[0].input == "crane"
	verify_build(path)


def test_what_is_estimated_is_what_is_asked(tmp_path: Path) -> None:
	"""Before a rebuild the number of requests is told exactly, none where all answers are kept; the vectors are those of what is indexed."""
	embedder, model = FakeEmbedder(), Model()
	settings = replace(SETTINGS, backend=HYBRID)
	path = built(tmp_path, model, settings=settings, embedder=embedder).info.path
	kinds = kinds_with(embedder)
	none = requests_to_make(path, key_of("fake"), cache=tmp_path, kinds=kinds)
	assert none is not None and (none.new_passages, none.new_tokens) == (0, 0)
	every = requests_to_make(path, key_of("other"), cache=tmp_path, kinds=kinds)
	assert every is not None and every.new_passages == len(model.asked)
	assert every.new_tokens > every.new_passages * 100
	vectors = texts_to_embed(path, embedder.key, cache=tmp_path, kinds=kinds)
	assert vectors is not None and vectors.new_passages == 0


def test_packs_carry_it(tmp_path: Path) -> None:
	"""Whoever installs a pack finds by what its maker's model said, and asks no model."""
	origin, there = tmp_path / "origin", tmp_path / "there"
	path = built(origin, Model()).info.path
	key = SigningKey(SigningKey.new_pem())
	make_pack(path, tmp_path / "p.pack", key, PackAs("00112233445566aa", "Handbook", ""))
	with open_pack(tmp_path / "p.pack", lambda found: found == key.public, tmp_path) as pack:
		made = install_pack(pack, there, new_build_id())
	result = found(made.info.path, "zeppelin")
	assert result.hits[0].input == "crane" and "eppelin" not in result.hits[0].text
	with closing(open_build(made.info.path)) as reader:
		assert json.loads(reader.meta["settings"])["enrichment"] == SETTINGS.enrichment
