"""Search: no text breaks it, what it finds matches, in the right order, and it changes no file."""

import hashlib
import math
import os
import random
import re
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_builds import SMALL, Build, wanted

from huf.engine.backends.keyword import word_search
from huf.engine.builds import plan_build, remove_build, run_build
from huf.engine.chunkers import ChunkSettings
from huf.engine.content import Content
from huf.engine.disk.checksums import write_checksums
from huf.engine.indexing import BuildSettings
from huf.engine.postings import closeness, layout
from huf.engine.search import RefillBudget, SearchTarget
from huf.engine.search.hits.passages import joined
from huf.engine.search.opened.open_builds import MOST_OPEN, _readers, is_open
from huf.engine.types import Hit, WantedInput
from tests.searching import search

pytestmark = pytest.mark.usefixtures("leg")

ONE_CHUNK = BuildSettings(ChunkSettings("recursive", 2000, 0))
TEXTS = {
	"travel": "A hotel room is paid up to ninety euros a night. R&D pays 3.5 percent more. Ask user@example.com.",
	"parts": "Valve SKU-00123/AB is made of C# steel, what? Half of it, 50%, is a/b AND NOT OR NEAR copper.",
	"pets": "Dogs are welcome in the office on Fridays. The café sells naïve crème brûlée.",
}


@pytest.fixture(scope="module")
def library(leg: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
	"""A build of three short inputs."""
	root = tmp_path_factory.mktemp("library")
	inputs = [wanted(key, text) for key, text in TEXTS.items()]
	return run_build(root, plan_build(inputs, None, ONE_CHUNK), ONE_CHUNK).info.path


def keys(build: Path, query: str, **options: object) -> list[str]:
	"""The inputs that ``query`` finds, best first; nothing may be skipped."""
	result = search([SearchTarget("s", build)], query, **options)  # type: ignore[arg-type]
	assert not result.skipped, result.skipped
	return [hit.input for hit in result.hits]


@pytest.mark.parametrize(
	("query", "found"),
	[
		("what?", ["parts"]),
		("3.5", ["travel"]),
		("R&D", ["travel"]),
		("C#", ["parts"]),
		("a/b", ["parts"]),
		("user@example.com", ["travel"]),
		("50%", ["parts"]),
		("SKU-00123/AB", ["parts"]),
		("-", []),
		('"', []),
		('"hotel', ["travel"]),
		("NEAR(hotel dogs)", ["travel", "pets", "parts"]),
		("hotel NOT night", ["travel"]),
		("title:hotel", ["travel"]),
		("body : dogs", ["pets"]),
		("^hotel", ["travel"]),
		("hot*", []),
		("{title} : hotel", ["travel"]),
		("cafe naive creme", ["pets"]),
		("zebra", []),
		("", []),
		("\x00hotel\x00", ["travel"]),
		("\ud800 hotel", ["travel"]),
	],
)
def test_words_are_only_words(library: Path, leg: str, query: str, found: list[str]) -> None:
	"""Signs and operators of FTS5 are never an error and never an operator. By meaning, something is always near."""
	got = keys(library, query)
	if leg != "vector":
		assert sorted(got[: len(found)]) == sorted(found)
	if leg == "keyword":
		assert found or not got


@pytest.mark.legs("keyword")
def test_operators_alone_are_words(library: Path) -> None:
	"""AND finds the text in which "and" stands, like any other word."""
	assert keys(library, "AND") == ["parts"]


@given(st.text(max_size=60))
@settings(max_examples=300)
def test_no_text_is_an_error(library: Path, query: str) -> None:
	"""Whatever hypothesis finds, the search answers."""
	keys(library, query)


def test_ten_thousand_random_strings(library: Path, leg: str) -> None:
	"""10,000 strings of random code points and FTS5 syntax: never an error; 1,000 by meaning."""
	chance = random.Random(20260101)
	syntax = [
		'"',
		"'",
		"(",
		")",
		"*",
		"^",
		":",
		"{",
		"}",
		"+",
		"-",
		" AND ",
		" OR ",
		" NOT ",
		"NEAR(",
		",5)",
		"\\",
		"\0",
	]
	for _ in range(10_000 if leg == "keyword" else 1_000):
		length = chance.randrange(1, 8)
		points = "".join(chr(chance.randrange(0x110000)) for _ in range(length))
		query = "".join(
			chance.choice([chance.choice(points), chance.choice(syntax), "hotel"]) for _ in range(length)
		)
		keys(library, query)


@pytest.mark.parametrize(
	"query",
	[
		"hotel " * 2_000,
		"x" * 10_000,
		"a/" * 5_000,
		'"' * 10_000,
		"".join(f"w{n}-" for n in range(2_000)),
		"退" * 10_000,
	],
)
def test_ten_thousand_characters(library: Path, query: str) -> None:
	"""A query of ten thousand characters is answered in proportion to its length."""
	started = time.process_time()
	keys(library, query)
	assert time.process_time() - started < 10


@pytest.mark.legs("keyword")
@given(
	st.lists(st.sampled_from(["hotel", "dogs", "copper", "night", "zebra", "the", "a/b", "3.5"]), min_size=1)
)
@settings(max_examples=60)
def test_what_is_found_has_a_word_of_the_query(library: Path, words: list[str]) -> None:
	"""No hit is without every word of the query."""
	asked = set(re.findall(r"\w+", " ".join(words)))
	for key in keys(library, " ".join(words)):
		assert asked & set(re.findall(r"\w+", (TEXTS[key] + " " + key).lower()))


VOCABULARY = [
	first + second + third for first in "bdgkm" for second in "ao" for third in ("rum", "lam", "nok", "tib")
]
"""Words that no stemmer changes."""


def bm25(documents: list[tuple[list[str], ...]], words: list[str]) -> tuple[list[float], float]:
	"""BM25 in plain Python, with the counts of a field multiplied by its weight; and by how much 8 bits may be off.

	Robertson and Zaragoza, The Probabilistic Relevance Framework (2009); idf as in Lucene, never negative.
	"""
	weights = (layout.TITLE_WEIGHT, layout.HEADING_WEIGHT, layout.BODY_WEIGHT)
	sizes = [
		sum(weight * len(column) for weight, column in zip(weights, document, strict=True))
		for document in documents
	]
	average = sum(sizes) / len(sizes)
	scores, slack = [0.0] * len(documents), 0.0
	for word in words:
		having = sum(any(word in column for column in document) for document in documents)
		idf = math.log(1 + (len(documents) - having + 0.5) / (having + 0.5))
		slack += idf * 0.51 / layout.IMPACT_SCALE
		for place, document in enumerate(documents):
			frequency = sum(
				weight * Counter(column)[word] for weight, column in zip(weights, document, strict=True)
			)
			norm = layout.K1 * (1 - layout.B + layout.B * sizes[place] / average)
			scores[place] += idf * frequency * (layout.K1 + 1) / (frequency + norm)
	return scores, slack


@pytest.mark.legs("keyword")
def test_ranking_is_bm25(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Closeness aside, scores are those of a second implementation of BM25 with huf's field weights, within 8 bits."""
	monkeypatch.setattr(closeness, "SHARE", 0.0)
	chance = random.Random(7)
	titles = [chance.choice(VOCABULARY) for n in range(60)]
	bodies = [" ".join(chance.choices(VOCABULARY, k=chance.randrange(5, 60))) for _ in titles]
	inputs = [wanted(str(n), body, title=titles[n]) for n, body in enumerate(bodies)]
	build = run_build(tmp_path, plan_build(inputs, None, ONE_CHUNK), ONE_CHUNK).info.path
	documents = [(title.split(), [], body.split()) for title, body in zip(titles, bodies, strict=True)]
	for count in (1, 1, 1, 2, 3):
		words = chance.sample(VOCABULARY, count)
		expected, slack = bm25(documents, words)
		hits = search([SearchTarget("s", build)], " ".join(words), top_k=60).hits
		assert {int(hit.input) for hit in hits} == {n for n, score in enumerate(expected) if score}
		for hit in hits:
			assert hit.score == pytest.approx(expected[int(hit.input)], abs=slack)
		assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
		assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))


@pytest.mark.legs("keyword", "hybrid")
def test_a_quoted_phrase_is_found_as_it_stands(build: Build) -> None:
	"""When a passage holds the words in quotes in this order, only such passages are found; else the words are."""
	texts = {
		"exact": "the pump runs dry every night",
		"mixed": "dry weather: the pump runs",
		"other": "dry wine",
	}
	path = build(texts).info.path
	assert keys(path, '"runs dry" pump') == ["exact"]
	assert keys(path, "the pump that runs in “dry weather”") == ["mixed"]
	assert set(keys(path, "runs dry pump")) == {"exact", "mixed", "other"}
	assert set(keys(path, '"dry runs" pump')) == {"exact", "mixed", "other"}


def test_a_phrase_of_too_many_passages_narrows_nothing(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Where more passages hold the phrase than are looked up, none of them is left out."""
	path = build({f"n{n}": f"the pump runs dry on day {n}" for n in range(6)}).info.path
	for most in (5, 6):
		monkeypatch.setattr(word_search, "_MOST_MATCHES", most)
		assert len(keys(path, '"runs dry" pump', top_k=10)) == 6


@pytest.mark.legs("keyword")
def test_titles_and_headings_weigh_more(build: Build, root: Path) -> None:
	"""A word in the title beats the same word in the body of a text of the same length."""
	filler = {f"filler{n}": f"nothing of interest number {n}" for n in range(10)}
	texts = {"other": "needle here is all there is", "needle": "words here is all there is", **filler}
	assert keys(build(texts).info.path, "needle") == ["needle", "other"]


def refuse_all_but(title: str, seen: list[list[str]]):  # type: ignore[no-untyped-def]
	"""An ``accept`` that writes down what it was asked."""

	def accept(hits: list[Hit]) -> list[bool]:
		seen.append([hit.chunk_id for hit in hits])
		return [hit.title == title for hit in hits]

	return accept


def test_refused_hits_are_refilled(build: Build) -> None:
	"""With everything but the worst hit refused, that one is found; each hit is asked about once, in batches."""
	texts = {f"n{n:03}": "needle " + "other words " * n for n in range(300)}
	path = build(texts, settings=ONE_CHUNK).info.path
	worst = search([SearchTarget("s", path)], "needle", top_k=300).hits[-1]
	seen: list[list[str]] = []
	result = search([SearchTarget("s", path)], "needle", top_k=5, accept=refuse_all_but(worst.title, seen))
	assert [hit.chunk_id for hit in result.hits] == [worst.chunk_id]
	asked = [chunk for batch in seen for chunk in batch]
	assert len(asked) == len(set(asked)) == 300 and len(seen) < 15


def test_a_spent_budget_ends_the_refilling(build: Build) -> None:
	"""A search whose hits are refused ends when its time is over and says so; what it has was accepted like all else."""
	texts = {f"n{n:03}": "needle " + "other words " * n for n in range(300)}
	path = build(texts, settings=ONE_CHUNK).info.path
	best = [hit.title for hit in search([SearchTarget("s", path)], "needle", top_k=300).hits]
	for title, found in ((best[1], [best[1]]), (best[250], [])):
		seen: list[list[str]] = []
		budget = RefillBudget(0)
		result = search(
			[SearchTarget("s", path)], "needle", top_k=5, accept=refuse_all_but(title, seen), budget=budget
		)
		assert [hit.title for hit in result.hits] == found
		assert len(seen) == 1 and len(seen[0]) <= 100
		assert result.notes[-1] == budget.note and "ended after 0 s" in budget.note
	patient = RefillBudget(3600)
	result = search(
		[SearchTarget("s", path)], "needle", top_k=5, accept=refuse_all_but(best[250], []), budget=patient
	)
	assert [hit.title for hit in result.hits] == [best[250]] and not patient.note and not result.notes


def test_a_budget_bounds_widenings_too(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
	"""However quick the refusals are, a source is asked for more only so often."""
	path = build({f"n{n:03}": "needle " + "other words " * n for n in range(300)}).info.path
	monkeypatch.setattr(RefillBudget, "MOST_WIDENINGS", 2)
	seen: list[list[str]] = []
	budget = RefillBudget(3600)
	search([SearchTarget("s", path)], "needle", top_k=1, accept=refuse_all_but("", seen), budget=budget)
	assert len(seen) == 3 and budget.was_spent


def test_a_budget_costs_nothing_where_nothing_is_refused(build: Build) -> None:
	"""Its clock stands while all may be shown, and a search that has gone through everything did not end early."""
	path = build({f"n{n:03}": f"needle number {n}" for n in range(250)}, settings=ONE_CHUNK).info.path
	for top_k, accept in ((200, lambda hits: [True] * len(hits)), (20, lambda hits: [False] * len(hits))):
		budget = RefillBudget(0 if top_k == 200 else 3600)
		result = search([SearchTarget("s", path)], "needle", top_k=top_k, accept=accept, budget=budget)
		assert len(result.hits) == (200 if top_k == 200 else 0) and not result.notes


def test_no_more_is_asked_than_needed(build: Build) -> None:
	"""When all hits are accepted, ``accept`` is asked about as many as are returned."""
	path = build({f"n{n}": f"needle number {n}" for n in range(50)}).info.path
	seen: list[list[str]] = []
	result = search(
		[SearchTarget("s", path)],
		"needle",
		top_k=5,
		accept=lambda hits: seen.append([]) or [True] * len(hits),
	)
	assert len(result.hits) == 5 and len(seen) == 1


@pytest.mark.legs("keyword", "vector")
def test_tens_of_thousands_may_be_refused(tmp_path: Path) -> None:
	"""More refused candidates than an SQL statement takes variables (32,766) are no error."""
	text = "".join(f"needle {n} " + "x " * 44 + "\n\n" for n in range(34_000))
	content = Content.from_text(text)
	settings = BuildSettings(ChunkSettings("token", 100, 0, "characters"), max_chunks_per_input=0)
	item = WantedInput("big", content.sha256(), "big", lambda: content)
	path = run_build(tmp_path, plan_build([item], None, settings), settings).info.path
	result = search([SearchTarget("s", path)], "needle", accept=lambda hits: [False] * len(hits))
	assert not result.hits and not result.skipped


@pytest.mark.parametrize(("top_k", "found"), [(0, 0), (-3, 0), (1, 1), (99, 2)])
def test_top_k(build: Build, top_k: int, found: int) -> None:
	"""No more than ``top_k`` hits come back; nothing and less give none."""
	path = build({"a": "needle one", "b": "needle two"}).info.path
	assert len(keys(path, "needle", top_k=top_k)) == found


def snapshot(folder: Path) -> dict[str, tuple[str, int]]:
	"""Name to hash and time of change of everything in ``folder``."""
	return {
		str(path.relative_to(folder)): (
			hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "",
			path.stat().st_mtime_ns,
		)
		for path in sorted(folder.rglob("*"))
	}


def test_search_changes_no_file(build: Build, root: Path) -> None:
	"""Searching creates and alters nothing, also in a folder that may not be written."""
	path = build({"a": "needle one"}).info.path
	before = snapshot(root)
	path.chmod(0o555)
	(path / "index.sqlite3").chmod(0o444)
	try:
		assert keys(path, "needle") == ["a"]
		keys(path, "nothing")
		assert snapshot(root) == before
	finally:
		path.chmod(0o755)


def test_a_missing_build_is_named_and_not_made(build: Build, root: Path) -> None:
	"""A source without files is skipped with the code Index Missing, stays missing, and the others answer."""
	path = build({"a": "needle one"}).info.path
	gone = root / "20260101T000000-00000000"
	result = search([SearchTarget("gone", gone), SearchTarget("here", path)], "needle")
	assert [(skip.source, skip.code) for skip in result.skipped] == [("gone", "Index Missing")]
	assert [hit.source for hit in result.hits] == ["here"] and not gone.exists()


def test_a_build_deleted_between_searches_is_missing(build: Build) -> None:
	"""A build that this thread has open is still found missing once it was removed."""
	path = build({"a": "needle one"}).info.path
	assert keys(path, "needle") == ["a"]
	remove_build(path)
	assert [skip.code for skip in search([SearchTarget("s", path)], "needle").skipped] == ["Index Missing"]


DAMAGE = {
	"no database": lambda path: (path / "index.sqlite3").unlink(),
	"empty database": lambda path: (path / "index.sqlite3").write_bytes(b""),
	"no SQLite at all": lambda path: (path / "index.sqlite3").write_bytes(b"not a database " * 500),
	"cut in half": lambda path: os.truncate(
		path / "index.sqlite3", (path / "index.sqlite3").stat().st_size // 2
	),
	"no kind": lambda path: (path / "backend").unlink(),
	"kind of another app": lambda path: (path / "backend").write_text("acme_vectors"),
	"kind is noise": lambda path: (path / "backend").write_bytes(b"\xff\xfe\x00"),
	"the folder is a file": lambda path: (remove_build(path), path.write_text("")),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_build_is_skipped(build: Build, what: str) -> None:
	"""However a build is damaged, it is named with a code, and the other source answers."""
	sound, damaged = build({"a": "needle one"}).info.path, build({"b": "needle two"}).info.path
	DAMAGE[what](damaged)
	result = search([SearchTarget("damaged", damaged), SearchTarget("sound", sound)], "needle")
	assert [hit.input for hit in result.hits] == ["a"]
	(skip,) = result.skipped
	assert (skip.source == "damaged" and skip.code and "ebuild" in skip.reason) or "Known:" in skip.reason


@pytest.mark.parametrize(
	"statement",
	[
		"UPDATE meta SET value = '0' WHERE key = 'format'",
		"UPDATE meta SET value = '7' WHERE key = 'postings_bytes'",
		"UPDATE inputs SET metadata = '{broken'",
		"UPDATE inputs SET metadata = '7'",
		"UPDATE chunks SET locator = ''",
		"DELETE FROM chunks",
		"DROP TABLE terms",
	],
)
def test_a_tampered_database_is_skipped(build: Build, leg: str, statement: str) -> None:
	"""Whatever was changed inside of the file, and noted as right, the search of the others goes on."""
	import sqlite3

	path = build({"a": "needle one"}).info.path
	connection = sqlite3.connect(path / "index.sqlite3", isolation_level=None)
	connection.execute(statement)
	connection.close()
	write_checksums(path)
	result = search([SearchTarget("s", path)], "needle")
	if leg == "vector" and statement == "DROP TABLE terms":
		assert result.hits and not result.skipped, "whoever asks by meaning needs no words"
		return
	(skip,) = result.skipped
	assert skip.code in ("Index Corrupt", "Index Outdated")


@pytest.mark.legs("keyword")
def test_sources_are_fused_by_what_they_answer_and_priority(build: Build) -> None:
	"""Hits of two sources stand by how full of the query they are; priority lifts a source; scores fall."""
	few = build({f"a{n}": "needle " * 9 for n in range(3)}).info.path
	many = build({f"b{n}": "needle and very many other words " * 2 for n in range(30)}).info.path
	result = search([SearchTarget("many", many), SearchTarget("few", few)], "needle", top_k=6)
	assert [hit.source for hit in result.hits] == ["few"] * 3 + ["many"] * 3
	result = search([SearchTarget("few", few), SearchTarget("many", many, priority=20)], "needle", top_k=4)
	assert result.hits[0].source == "many"
	assert [hit.score for hit in result.hits] == sorted((hit.score for hit in result.hits), reverse=True)


SENTENCES = [
	f"Sentence number {n} speaks of topic{n} and ends here with several more words to fill it up. "
	for n in range(9)
]


@pytest.mark.parametrize("overlap", [0, 40])
def test_neighbours_are_merged_without_repetition(tmp_path: Path, overlap: int) -> None:
	"""A hit with its neighbours is one slice of the text, even where chunks overlap."""
	settings = BuildSettings(ChunkSettings("recursive", 100, overlap, "characters"))
	text = "".join(SENTENCES)
	path = run_build(tmp_path, plan_build([wanted("a", text)], None, settings), settings).info.path
	plain = search([SearchTarget("s", path)], "topic4", top_k=1).hits[0]
	(hit,) = search([SearchTarget("s", path, neighbors=1)], "topic4", top_k=1).hits
	assert hit.text == text[hit.start : hit.end].strip()
	assert len(hit.text) >= 150 and "topic4" in hit.text[50:-50]
	assert (hit.score, hit.chunk_id, hit.is_matched) == (plain.score, plain.chunk_id, True)
	hits = search([SearchTarget("s", path, neighbors=2)], "sentence", top_k=20).hits
	if not overlap:
		assert sorted("".join(hit.text for hit in hits)) == sorted("".join(map(str.strip, SENTENCES)))


def test_neighbours_under_other_headers_keep_them(tmp_path: Path) -> None:
	"""Where neighbours come from different tables, each row stands under the header of its own."""
	from huf.engine.backends.base import Passage
	from huf.engine.types import Locator

	def passage(number: int, text: str, header: str) -> Passage:
		return Passage(
			number,
			"k",
			number,
			number * 10,
			number * 10 + len(text),
			text,
			header,
			Locator(),
			"",
			"",
			{},
			0.0,
		)

	run = [
		passage(0, "prose one\n", ""),
		passage(1, "1 | 2 | 3\n", "a | b | c"),
		passage(2, "4 | 5\n", "d | e"),
	]
	assert joined(run) == "prose one\na | b | c\n1 | 2 | 3\nd | e\n4 | 5"


def test_the_order_is_always_the_same(build: Build) -> None:
	"""Equal scores keep one order, for every search and every ``top_k``."""
	path = build({f"n{n:02}": "needle in equal words" for n in range(40)}).info.path
	whole = keys(path, "needle", top_k=40)
	for top_k in (1, 5, 17, 40):
		assert keys(path, "needle", top_k=top_k) == whole[:top_k]


def test_many_threads_search_at_once(build: Build) -> None:
	"""Threads share no connection: sixteen of them find the same, and leave no file open when they end."""
	path = build({f"n{n}": f"needle number {n}" for n in range(50)}).info.path
	expected, answers = keys(path, "needle 7"), []
	open_before = len(os.listdir("/proc/self/fd"))
	threads = [threading.Thread(target=lambda: answers.append(keys(path, "needle 7"))) for _ in range(16)]
	for thread in threads:
		thread.start()
	for thread in threads:
		thread.join()
	assert answers == [expected] * 16
	assert len(os.listdir("/proc/self/fd")) == open_before


def test_builds_are_not_kept_open_for_ever(build: Build, root: Path) -> None:
	"""Deleted builds are closed when another is opened, and no more than a few are open at all."""
	paths = [build({"a": f"needle {n}"}).info.path for n in range(40)]
	for path in paths:
		assert keys(path, "needle") == ["a"]
	assert len(_readers.open) <= MOST_OPEN
	for path in paths[:-1]:
		remove_build(path)
	keys(build({"a": "needle again"}).info.path, "needle")
	assert not any(is_open(path) for path in paths[:-1])


def test_hits_carry_everything(build: Build, root: Path) -> None:
	"""A hit names text, place, identity and build, its hash is that of its text, and it survives JSON."""
	item = wanted(
		"a", "line one\nneedle two\n", url="https://example.com/a", metadata={"lang": "en", "year": 2026}
	)
	made = run_build(root, plan_build([item], None, SMALL), SMALL)
	(hit,) = search([SearchTarget("s", made.info.path)], "needle").hits
	assert hit.text_hash == hashlib.sha256(b"line one\nneedle two\n").hexdigest()
	assert (hit.citation_id, hit.build, hit.url) == ("a#0", made.info.build_id, "https://example.com/a")
	assert hit.metadata == {"lang": "en", "year": 2026} and hit.indexed_at > 0
	assert hit.to_dict()["locator"] == {"lines": (1, 2), "label": "lines 1–2"}


def test_chunk_ids_do_not_collide(build: Build) -> None:
	"""Passage 11 of input 1 and passage 1 of input 11 differ, though key and number run together."""
	text = "".join(f"needle {n} ".ljust(90, "x") + "\n\n" for n in range(12))
	hits = search([SearchTarget("s", build({"1": text, "11": text}).info.path)], "needle", top_k=50).hits
	assert len(hits) == 24 and len({hit.chunk_id for hit in hits}) == 24


def test_the_whole_passage_is_stored(build: Build) -> None:
	"""A hit's text is all of its chunk, not a preview."""
	text = " ".join(f"word{n}" for n in range(900))
	(hit,) = search(
		[SearchTarget("s", build({"a": text}, settings=ONE_CHUNK).info.path)], "word5", top_k=1
	).hits
	assert hit.text == text[hit.start : hit.end].strip() and len(hit.text) > 3000
