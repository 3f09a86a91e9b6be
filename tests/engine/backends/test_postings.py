"""The keyword index: what it adds up, what it leaves out, and how it grows."""

import math
import os
import random
import re
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_builds import Build

from huf.engine.disk.mapped import MappedFile
from huf.engine.errors import IndexCorrupt
from huf.engine.postings import accumulate, bulk_reading, layout, stored
from huf.engine.postings.bulk_reading import read_together
from huf.engine.postings.facade import PostingsWriter, verify_postings
from huf.engine.postings.reader import PostingsReader
from huf.engine.postings.scores import Scores
from huf.engine.postings.segment import SegmentPostings
from huf.engine.search import SearchTarget
from tests.searching import search

WORDS = ["amber", "birch", "cedar", "dune", "elm", "fern"]


def made(tmp_path: Path, bodies: list[str], first: int = 1) -> tuple[sqlite3.Connection, Path]:
	"""The tables and the file of an index of ``bodies``, chunk numbers from ``first`` on."""
	connection = sqlite3.connect(":memory:", isolation_level=None)
	for table in layout.TABLES:
		connection.execute(table)
	path = tmp_path / "postings.bin"
	path.unlink(missing_ok=True)
	writer = PostingsWriter(connection, path)
	for chunk, body in enumerate(bodies, start=first):
		writer.add("xx", "", [(chunk, "", body)])
	connection.execute("CREATE TABLE chunks (id INTEGER PRIMARY KEY)")
	connection.executemany("INSERT INTO chunks VALUES (?)", [(n + first,) for n in range(len(bodies))])
	writer.finish()
	return connection, path


def added_up(reader: PostingsReader, chunks: int, weights: dict[str, float]) -> dict[int, float]:
	"""Every chunk's score without leaving anything out: each term is searched alone, and the scores are added."""
	total: dict[int, float] = {}
	for term, weight in weights.items():
		for chunk, score in zip(*reader.search({term: weight}, chunks), strict=True):
			total[chunk] = total.get(chunk, 0.0) + score
	return total


@given(
	bodies=st.lists(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), min_size=1, max_size=60),
	weights=st.dictionaries(st.sampled_from(WORDS), st.floats(0.1, 2), min_size=1),
	limit=st.integers(1, 8),
)
@settings(max_examples=150)
def test_leaving_out_changes_nothing(
	bodies: list[str], weights: dict[str, float], limit: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
	"""The best chunks are the same whether every term is added for every chunk or only where it can matter."""
	reader = PostingsReader([SegmentPostings(*made(tmp_path_factory.mktemp("postings"), bodies))])
	expected = sorted(added_up(reader, len(bodies), weights).values(), reverse=True)[:limit]
	chunks, scores = reader.search(weights, limit)
	assert scores == pytest.approx(expected, rel=1e-4)
	assert len(set(chunks)) == len(chunks)


def plainly(
	connection: sqlite3.Connection, path: Path, weights: dict[str, float], only: set[int] | None
) -> list[tuple[float, int]]:
	"""Minus score and number of every chunk that has a term, best first, added up in plain Python."""
	dead = {chunk for (chunk,) in connection.execute("SELECT chunk FROM dead")}
	(held,) = connection.execute("SELECT sum(chunks) FROM segments").fetchone()
	scores: dict[int, float] = {}
	for found in read_together([(connection, path)], 1_000):
		frequencies = Counter(found.of_term.tolist())
		postings = found.of_term.tolist(), found.chunks.tolist(), found.impacts.tolist()
		for number, chunk, impact in zip(*postings, strict=True):
			term, frequency = found.names[number], frequencies[number]
			if term in weights and chunk not in dead and (only is None or chunk in only):
				total = max(held - len(dead), frequency)
				rarity = math.log(1 + (total - frequency + 0.5) / (frequency + 0.5)) / layout.IMPACT_SCALE
				scores[chunk] = scores.get(chunk, 0.0) + weights[term] * rarity * impact
	return sorted((-score, chunk) for chunk, score in scores.items())


@pytest.mark.parametrize("dying", [0.0, 0.1])
def test_a_large_index_scores_as_plain_addition_does(tmp_path: Path, dying: float) -> None:
	"""Over several segments, frequent and rare terms, and dead chunks, search after search gives what Python adds up."""
	chance = random.Random(7)
	words = [f"word{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(400)]
	bodies = [" ".join(words[int(400 ** chance.random()) - 1] for _ in range(20)) for _ in range(3000)]
	connection, path = made(tmp_path, bodies[:2500])
	more = PostingsWriter(connection, path)
	for chunk, body in enumerate(bodies[2500:], start=2501):
		more.add("xx", "", [(chunk, "", body)])
	more.finish()
	gone = [chunk for chunk in range(1, 3001) if chance.random() < dying]
	connection.executemany("INSERT INTO dead VALUES (?)", [(chunk,) for chunk in gone])
	reader = PostingsReader([SegmentPostings(connection, path)])
	for number in range(60):
		picked = {words[int(400 ** chance.random()) - 1] for _ in range(number % 12 + 1)}
		weights = {word: chance.choice([0.3, 1.0]) for word in sorted(picked)}
		only = sorted(chance.sample(range(1, 3001), 900)) if number % 4 == 3 else None
		limit = (1, 10, 300)[number % 3]
		expected = plainly(connection, path, weights, set(only) if only else None)
		chunks, scores = reader.search(weights, limit, only)
		assert scores == pytest.approx([-score for score, _ in expected[:limit]], rel=1e-4)
		by_number = {chunk: -score for score, chunk in expected}
		assert scores == pytest.approx([by_number[chunk] for chunk in chunks], rel=1e-4)


@pytest.mark.skipif(
	not Path("/proc/self/smaps").exists(), reason="only Linux tells what of a file is in memory"
)
def test_memory_of_a_large_index_can_be_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""What was read is out of the memory of the process afterwards, and the next search finds the same."""
	monkeypatch.setattr(stored, "_MAPPED_WHOLE", 0)
	bodies = [" ".join(f"w{n * 7 + k}" for k in range(60)) for n in range(4000)]
	segment = SegmentPostings(*made(tmp_path, bodies))
	assert segment.holding("w0", [1]) == {1}
	before = int(segment.file.data.sum())
	assert resident(tmp_path / "postings.bin") > 500
	segment.file.release()
	assert resident(tmp_path / "postings.bin") == 0
	assert segment.holding("w0", [1]) == {1} and int(segment.file.data.sum()) == before


def resident(path: Path) -> int:
	"""Kilobytes of the mapped file at ``path`` that this process holds."""
	kilobytes, is_own = 0, False
	for line in Path("/proc/self/smaps").read_text().splitlines():
		if re.match("[0-9a-f]+-[0-9a-f]+ ", line):
			is_own = line.endswith(str(path))
		elif is_own and line.startswith("Rss:"):
			kilobytes += int(line.split()[1])
	return kilobytes


def test_scores_are_made_for_the_first_search(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Whoever opens a build to plan a change, or to tell of it, takes no memory for each of its chunks."""
	made, plain = list[int](), Scores.__init__

	def init(self: Scores, last: int, dead: Any) -> None:
		made.append(last)
		plain(self, last, dead)

	monkeypatch.setattr(Scores, "__init__", init)
	first = build({"a": "needle one", "b": "needle two"}).info.path
	path = build({"a": "needle three", "b": "needle two"}, base=first).info.path
	assert made == []
	for _ in range(2):
		assert {hit.input for hit in search([SearchTarget("s", path)], "needle").hits} == {"a", "b"}
		assert made == [3]


def test_equal_scores_come_by_number(tmp_path: Path) -> None:
	"""Chunks that score the same are cut and ordered by their numbers, so that a search repeats itself."""
	reader = PostingsReader([SegmentPostings(*made(tmp_path, ["amber"] * 50))])
	assert reader.search({"amber": 1.0}, 5)[0] == [1, 2, 3, 4, 5]


def test_only_some_chunks(tmp_path: Path) -> None:
	"""A search can be held to given chunks, and finds each of them that has a term."""
	reader = PostingsReader(
		[SegmentPostings(*made(tmp_path, ["amber birch", "amber", "birch", "amber amber"]))]
	)
	assert sorted(reader.search({"amber": 1.0}, 10, only=[1, 3, 4])[0]) == [1, 4]


def test_runs_put_aside_are_the_same_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""However often the words in memory are put aside, the file and the tables are the same."""
	chance = random.Random(3)
	bodies = [" ".join(chance.choices(WORDS, k=9)) for _ in range(200)]
	(tmp_path / "a").mkdir(), (tmp_path / "b").mkdir()
	whole = made(tmp_path / "a", bodies)
	monkeypatch.setattr(accumulate, "_RUN_BYTES", 50)
	pieces = made(tmp_path / "b", bodies)
	assert whole[1].read_bytes() == pieces[1].read_bytes()
	rows = "SELECT * FROM terms ORDER BY term"
	assert whole[0].execute(rows).fetchall() == pieces[0].execute(rows).fetchall()


@pytest.mark.parametrize(
	"damage", ["impacts_at = 1 << 40", "chunks_at = -5 WHERE term = 'cedar'", "frequency = 0"]
)
@pytest.mark.parametrize("mapped_whole", [0, 1 << 20], ids=["read", "mapped"])
def test_places_that_are_not_there_are_no_postings(
	tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str, mapped_whole: int
) -> None:
	"""Tables that name places outside the file end in an error that says what to do, and never in other postings."""
	monkeypatch.setattr(bulk_reading, "_MAPPED_WHOLE", mapped_whole)
	connection, path = made(tmp_path, ["amber"] * 9 + ["cedar"])
	assert [list(found.names) for found in read_together([(connection, path)], 1_000)] == [["amber", "cedar"]]
	connection.execute(f"UPDATE terms SET {damage}")
	with pytest.raises(IndexCorrupt, match="Rebuild the source"):
		list(read_together([(connection, path)], 1_000))


def test_frequent_terms_are_stored_densely_and_found_alike(tmp_path: Path) -> None:
	"""A word of every second chunk takes one byte a chunk; its chunks are those that hold it."""
	connection, path = made(tmp_path, ["amber" if n % 2 else "birch fern" for n in range(100)] + ["cedar"])
	dense = dict(connection.execute("SELECT term, chunks_at IS NULL FROM terms"))
	assert dense == {"amber": 1, "birch": 1, "fern": 1, "cedar": 0}
	segment = SegmentPostings(connection, path)
	reader = PostingsReader([segment])
	assert sorted(reader.search({"amber": 1.0}, 200)[0]) == list(range(2, 101, 2))
	assert segment.holding("amber", [1, 2, 101]) == {2}


def test_an_input_that_fails_half_way_is_not_found(build: Build) -> None:
	"""The words of chunks that were taken back belong to nobody, also after later builds."""
	first = build({"good": "needle here", "bad": "needle\x00" * 3})
	second = build({"good": "needle here", "more": "needle there"}, base=first.info.path)
	hits = search([SearchTarget("s", second.info.path)], "needle").hits
	assert sorted(hit.input for hit in hits) == ["good", "more"]


def test_a_missing_word_is_noticed(tmp_path: Path) -> None:
	"""The check of a build looks words of its chunks up, and names the chunk that is not found under them."""
	connection, path = made(tmp_path, ["amber birch", "cedar"])
	connection.execute("DROP TABLE chunks")
	connection.execute("CREATE TABLE chunks (id INTEGER PRIMARY KEY, input INTEGER, body TEXT)")
	connection.execute("CREATE TABLE inputs (id INTEGER PRIMARY KEY, language TEXT)")
	connection.execute("INSERT INTO inputs VALUES (1, 'xx')")
	connection.executemany("INSERT INTO chunks VALUES (?, 1, ?)", [(1, "amber birch"), (2, "cedar")])
	verify_postings(connection, path)
	connection.execute("UPDATE chunks SET body = 'cedar fern' WHERE id = 2")
	with pytest.raises(IndexCorrupt, match="chunk 2"):
		verify_postings(connection, path)
	# Wherever in the chunk: words of all of it are looked up, not those of its beginning.
	connection.execute("UPDATE chunks SET body = ? WHERE id = 2", ("cedar " * 180 + "fern " * 20,))
	with pytest.raises(IndexCorrupt, match="chunk 2"):
		verify_postings(connection, path)


def test_impacts_fit_in_a_byte(tmp_path: Path) -> None:
	"""A term repeated a thousand times has the highest impact there is, and a single one at least 1."""
	connection, _ = made(tmp_path, ["amber " * 1000, "birch " + "fern " * 5000])
	tops = dict(connection.execute("SELECT term, top FROM terms"))
	assert 250 <= tops["amber"] <= 255 and tops["birch"] >= 1
	assert np.dtype("u1") == layout.IMPACT_TYPE


@given(
	terms=st.lists(
		st.lists(st.integers(0, 600), unique=True, min_size=1, max_size=60), min_size=1, max_size=4
	),
	dead=st.sets(st.integers(0, 600), max_size=300),
)
def test_what_left_is_never_found(terms: list[list[int]], dead: set[int]) -> None:
	"""However many terms add to it, in one search or the next; and it is set aside once for each search, not before each look."""
	asides = 0

	class Counted(Scores):
		def _bury(self) -> None:
			nonlocal asides
			asides += 1
			super()._bury()

	scores = Counted(600, np.array(sorted(dead), dtype=np.int64))
	for number in range(1, 3):
		for term in terms:
			scores.begin_term()
			scores.add(np.array(sorted(term), dtype=np.uint32), np.ones(len(term), np.uint8), np.float32(1))
			scores.to_beat(10)
		counts = Counter(chunk for term in terms for chunk in term if chunk not in dead)
		best = sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:10]
		assert list(zip(*scores.best(10), strict=True)) == best
		scores.clear()
		assert asides <= number + 1


def test_a_search_looks_at_the_files_that_it_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""It asks for the length of these and of no others, in however many files the index is; one that was cut off is noticed before it is read."""
	asked, plain = set[int](), MappedFile.check

	def check(self: MappedFile) -> None:
		asked.add(id(self))
		plain(self)

	monkeypatch.setattr(MappedFile, "check", check)
	segments = []
	for number in range(6):
		folder = tmp_path / str(number)
		folder.mkdir()
		segments.append(SegmentPostings(*made(folder, [f"word{number} amber"] * 3, 3 * number + 1)))
	reader = PostingsReader(segments)
	assert reader.search({"word2": 1.0}, 5)[0] == [7, 8, 9]
	assert set(reader.contributions({"word2": 1.0}, [1, 8])) == {"word2"}
	assert len(asked) == 1
	os.truncate(tmp_path / "4" / "postings.bin", 1)
	assert reader.search({"word3": 1.0}, 5)[0] == [10, 11, 12]
	for term in ("word4", "amber"):
		with pytest.raises(IndexCorrupt, match="cut off"):
			reader.search({term: 1.0}, 5)
