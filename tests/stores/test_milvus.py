"""What an index in Milvus promises besides the contract: exact sums, hostile and long texts, kills of the worker and of the engine."""

import os
import secrets
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

pytest.importorskip("pymilvus", reason="needs the extra milvus")
pytest.importorskip("milvus_lite", reason="needs the extra test-stores")

from huf.engine.backends.search_engine.builds.connecting import open_place
from huf.engine.backends.search_engine.builds.manifest import Place
from huf.engine.backends.search_engine.contract import errors as engine_errors
from huf.engine.backends.search_engine.contract.engine import (
	EVERYWHERE,
	Entry,
	IsIn,
	Row,
	SearchEngine,
	Where,
)
from huf.engine.backends.search_engine.making.sweeping import sweep
from huf.engine.backends.search_engine.milvus import MilvusEngine, close_clients
from huf.engine.backends.search_engine.milvus.clients import client_of
from huf.engine.backends.vector_store.settings import ENGINE_NAMES, SHORT_NAMES, StoreSettings
from huf.engine.builds import list_builds, remove_root, remove_staging, verify_build
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.errors import HufError, SearchEngineFailed
from tests.chance import times
from tests.stores.engine_model import (
	DIMENSION,
	ROWS,
	WHERE,
	assert_answers,
	assert_finds_phrases,
	assert_keeps_texts,
	come_and_gone,
	row,
)
from tests.stores.killed_builds import assert_survives_kills
from tests.stores.purged_builds import assert_purges
from tests.stores.search_engines import Index, in_milvus, long


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoreSettings]:
	"""A file that the tests of this module share."""
	yield in_milvus(tmp_path_factory.mktemp("milvus"))
	close_clients()


@pytest.fixture
def engine(server: StoreSettings) -> Iterator[MilvusEngine]:
	"""Collections of their own, for vectors of four numbers."""
	engine_errors._resting.clear()
	made = MilvusEngine(server, f"t{secrets.token_hex(5)}")
	made.make(DIMENSION)
	yield made
	made.drop()


@given(first=ROWS, second=ROWS, gone=WHERE, where=WHERE)
@settings(max_examples=times(15))
def test_sums_are_exact_whatever_came_and_went(
	server: StoreSettings, first: dict, second: dict, gone: Where, where: Where
) -> None:
	"""Rows that replace others count once, and rows that left not at all."""
	engine = MilvusEngine(server, f"t{secrets.token_hex(5)}")
	engine.make(DIMENSION)
	assert_answers(engine, come_and_gone(engine, first, second, gone), where)
	engine.remove(rows=EVERYWHERE, entries=EVERYWHERE)
	assert engine.count(EVERYWHERE) == 0
	engine.drop()
	assert not client_of(server).has_collection(engine._rows)


def test_texts_come_back_as_they_were(engine: MilvusEngine) -> None:
	"""None is pasted into an expression."""
	assert_keeps_texts(engine)


def test_phrases_are_words_in_their_order(engine: MilvusEngine) -> None:
	"""And marks of its patterns are none."""
	assert_finds_phrases(engine)


def test_texts_longer_than_a_field(engine: MilvusEngine) -> None:
	"""A text of more bytes than Milvus takes for one, and more words than it takes for a list, are kept and found."""
	body = "\U0001f600退款" * 20_000
	said = " ".join(f"w{n}" for n in range(5_000))
	engine.add_rows([Row(1, 1, 1, said=said, stored={"body": body}), row(2, {3: 1.0})])
	assert engine.rows([1], ("stored", "said"))[1] == Row(1, 1, 1, said=said, stored={"body": body})
	assert engine.holding(["w4997 w4998"], 5, EVERYWHERE) == [1]
	assert engine.holding(["w4997 w4999"], 5, EVERYWHERE) == []


def test_more_than_a_page(engine: MilvusEngine) -> None:
	"""Rows and entries of several pages come once each; a page may be the last and full."""
	engine.add_rows([row(n, {1: 1.0}, number=n % 7) for n in range(1, 2_001)])
	engine.add_entries([Entry(n, {"kind": "input", "input": n}) for n in range(2_100)])
	assert sorted(each.chunk for each in engine.each_row(EVERYWHERE, ())) == list(range(1, 2_001))
	sevenths = engine.each_row(Where((IsIn("input", [3]),)), ())
	assert [each.chunk for each in sevenths] == list(range(3, 2_001, 7))
	found = engine.each_entry(Where((IsIn("kind", ["input"]),)))
	assert sorted(each["input"] for each in found) == list(range(2_100))
	assert len(engine.entries(list(range(2_100)))) == 2_100


def test_a_collection_that_was_made_by_half(server: StoreSettings) -> None:
	"""Made anew where it was left: there may be a collection without its indexes."""
	name = f"t{secrets.token_hex(5)}"
	engine = MilvusEngine(server, name)
	engine.make(DIMENSION)
	client_of(server).release_collection(name)
	client_of(server).drop_index(name, "words")
	engine.make(DIMENSION)
	assert set(client_of(server).list_indexes(name)) == {"meaning", "words"}
	engine.add_rows([row(1, {1: 1.0})])
	assert engine.count(EVERYWHERE) == 1
	engine.drop()


def test_the_name_of_a_site_is_the_engine() -> None:
	"""Where only an engine can be meant, Milvus is that, and not LlamaIndex's class for vectors."""
	for names, name in ((SHORT_NAMES, "milvus-whole"), (SHORT_NAMES | ENGINE_NAMES, "milvus")):
		place = Place(StoreSettings.named(name, "{}", names), "huf_x", "")
		assert isinstance(open_place(place), MilvusEngine)


@pytest.mark.parametrize(
	("own", "words"),
	[
		({"uri": ""}, "uri"),
		({"uri": 7}, "uri"),
		({"timeout": "soon"}, "timeout"),
		({"index": "HNSW"}, "index"),
		({"collection": 3}, "collection"),
		({"uri": "http://127.0.0.1:9", "token": "sesame:sesame", "timeout": 2}, "did not answer"),
	],
)
def test_settings_that_are_refused(server: StoreSettings, own: dict[str, object], words: str) -> None:
	"""Said with what to correct, and without a secret."""
	engine = MilvusEngine(replace(server, settings={**server.settings, **own}), "huf_x")
	with pytest.raises(HufError, match=words) as raised:
		engine.make(DIMENSION)
	assert "sesame" not in str(raised.value)


def test_scores_are_those_of_files(tmp_path: Path, server: StoreSettings) -> None:
	"""By words, by meaning and by both."""
	texts = {
		f"k{n}": long(word, 4) for n, word in enumerate(["copper", "valve", "friday", "AB-1234", "zürich"])
	}
	index = Index(tmp_path / "index", server, embedder=FakeEmbedder())
	local = Index(tmp_path / "files")
	mine, theirs = index.build(texts), local.build(texts, of="sqlite_hybrid")
	for query in ("copper valve", "passage 3 friday", '"stands in passage"', "AB-12", "coper", "AB-1234"):
		for mode in ("keyword", "vector", None):
			found, expected = index.found(mine, query, mode), local.found(theirs, query, mode)
			assert found == pytest.approx(expected, rel=1e-4, abs=1e-5), (query, mode)
	remove_root(tmp_path / "index")


def test_nothing_is_left_of_what_was_purged(tmp_path: Path, server: StoreSettings) -> None:
	"""In no collection of the engine, and in no file of the index."""

	def everything(engine: SearchEngine) -> Iterator[str]:
		assert isinstance(engine, MilvusEngine)
		client = client_of(server)
		for name in (engine._rows, engine._entries):
			yield from map(str, client.query(name, filter="", output_fields=["*"], limit=10_000))

	assert_purges(tmp_path / "index", server, everything)


def test_killed_at_each_moment(tmp_path: Path) -> None:
	"""A worker that is killed with -9 before each write."""
	close_clients()
	assert_survives_kills(tmp_path / "index", in_milvus(tmp_path), MilvusEngine, close_clients)
	close_clients()


def kill_engine() -> None:
	"""With -9: the process that serves the file of a test."""
	from milvus_lite.server_manager import server_manager_instance

	for served in server_manager_instance._servers.values():
		os.kill(served._p.pid, signal.SIGKILL)
		served._p.wait()


@pytest.mark.parametrize("moment", ["add_rows", "add_entries", "count"])
def test_an_engine_that_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
	"""Amid a build: it fails and is tried again, the live one has lost nothing when the engine is there again, and no row stays behind."""
	close_clients()
	root, engine = tmp_path / "index", in_milvus(tmp_path, timeout=10)
	index = Index(root, engine, embedder=FakeEmbedder())
	texts = {f"n{n}": long(f"older{n}", 3) for n in range(4)}
	base = index.build(texts)
	held, write = index.held(), getattr(MilvusEngine, moment)

	def killed_after(engine: MilvusEngine, *args: object) -> object:
		result = write(engine, *args)
		kill_engine()
		return result

	with monkeypatch.context() as patch, pytest.raises(SearchEngineFailed) as failed:
		patch.setattr(MilvusEngine, moment, killed_after)
		index.build({**texts, "n9": long("newer", 2)}, base)
	assert failed.value.retryable
	close_clients()
	engine_errors._resting.clear()
	assert len(index.texts(base, "stands passage")) == 12
	remove_staging(root)
	assert list_builds(root) == [base.name]
	assert sweep(root)
	assert index.held() == held
	verify_build(base, kinds=index.kinds)
	assert index.texts(index.build({**texts, "n9": long("newer", 2)}, base), "newer")
	close_clients()
