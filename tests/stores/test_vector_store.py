"""Builds whose vectors are in a store: the same hits, a collection for each build, and nothing left behind."""

import asyncio
import json
import logging
import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from huf.engine.backends.base import Backend
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.backends.hybrid.backend import hybrid_backend
from huf.engine.backends.vector_store.backend import KEY, vector_store_backend
from huf.engine.backends.vector_store.collection import NOTE, Collection, Note, _store_errors, collection_name
from huf.engine.backends.vector_store.kinds import ANY, STORE_KINDS, StoreKind
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.builds import (
	BuildResult,
	BuildSettings,
	clear_served,
	has_traces,
	list_builds,
	new_build_id,
	plan_build,
	purge_build,
	remove_build,
	remove_leftovers,
	remove_root,
	remove_staging,
	run_build,
	verify_build,
)
from huf.engine.chunkers import ChunkSettings
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.errors import (
	EmbedderMissing,
	EmbeddingFailed,
	IndexCorrupt,
	IndexMissing,
	SettingsError,
	VectorStoreFailed,
	VectorStoreMissing,
)
from huf.engine.filters.parsing import parse_filters
from huf.engine.registry import Registry
from huf.engine.search import SearchTarget
from huf.engine.types import SearchResult
from tests.engine.small_builds import wanted
from tests.searching import search
from tests.stores.purged_builds import SECRET, files_with
from tests.stores.vector_stores import (
	MEMORY,
	MILVUS,
	POSTGRES,
	MemoryStore,
	collections_of,
	lacking,
	settings_of,
)

CHUNKS = ChunkSettings("recursive", size=100, overlap=0, unit="characters")
TEXTS = {
	"hotel": "A hotel room is paid up to ninety euros a night.",
	"train": "A train ticket is booked in the second class.",
	"crane": "The crane is inspected every March by an engineer.",
}
MANY = {f"n{number:03}": f"The crane number {number} is inspected at noon." for number in range(150)}


@dataclass
class Source:
	"""A source whose vectors are in ``store``."""

	root: Path
	store: StoreSettings
	embedder: FakeEmbedder

	def kinds(self) -> Registry[Backend]:
		"""A registry with the kind at hand, and the one without a store."""
		kinds: Registry[Backend] = Registry("knowledge type")
		kinds.register(KEY, vector_store_backend(self.embedder, self.store))
		kinds.register(HYBRID, hybrid_backend(self.embedder))
		return kinds

	def build(self, texts: dict[str, str], base: Path | None = None, key: str = KEY) -> BuildResult:
		"""Make and publish a build."""
		settings, kinds = BuildSettings(CHUNKS, backend=key), self.kinds()
		plan = plan_build([wanted(name, text) for name, text in texts.items()], base, settings, kinds=kinds)
		return run_build(self.root, plan, settings, build_id=new_build_id(), kinds=kinds)

	def ask(self, path: Path, query: str, **values: object) -> SearchResult:
		"""Search one build."""
		return search([SearchTarget("s", path)], query, kinds=self.kinds(), **values)  # type: ignore[arg-type]

	def collections(self) -> set[str]:
		"""Those of this source, by what the engine says."""
		return {name for name in collections_of(self.store) if name.startswith(f"huf_{self.root.name}_")}


# Engines that are not installed are named by the tests of the contract, one line each.
@pytest.fixture(
	scope="module",
	params=[path for path in (MEMORY, MILVUS, POSTGRES) if not lacking(path)],
	ids=lambda path: path.rpartition(".")[2],
)
def store(
	request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[StoreSettings]:
	"""Each engine in turn, running."""
	yield from settings_of(request.param, tmp_path_factory.mktemp("server"))


@pytest.fixture
def source(store: StoreSettings, tmp_path: Path) -> Source:
	"""An empty source on each engine."""
	return Source(tmp_path / f"s{os.urandom(4).hex()}", store, FakeEmbedder())


@pytest.fixture
def simple(tmp_path: Path) -> Iterator[Source]:
	"""An empty source on the engine in memory, which can be made to fail."""
	for store in settings_of(MEMORY, tmp_path):
		yield Source(tmp_path / "source", store, FakeEmbedder())


def named(path: Path) -> str:
	"""The collection of a build."""
	note = Note.read(path)
	assert note is not None
	return note.collection


def test_after_asynchronous_code(source: Source) -> None:
	"""A thread that has run something asynchronous before has no event loop any more, and the store works all the same."""
	asyncio.run(asyncio.sleep(0))
	path = source.build(TEXTS).info.path
	assert source.ask(path, "hotel night").hits


@pytest.mark.parametrize("mode", ["keyword", "vector", "hybrid"])
def test_the_hits_are_those_of_one_machine(source: Source, mode: str) -> None:
	"""Ids, citations, order and scores are those of the index that keeps its vectors itself."""
	texts = {**TEXTS, **MANY}
	there, here = source.build(texts).info.path, source.build(texts, key=HYBRID).info.path
	for query in ("hotel night", "crane number 7", "an engineer at noon", "submarine", "second class"):
		stored, local = (source.ask(path, query, mode=mode, top_k=20) for path in (there, here))
		assert stored.mode == local.mode == mode
		assert [(hit.chunk_id, hit.citation_id) for hit in stored.hits] == [
			(hit.chunk_id, hit.citation_id) for hit in local.hits
		]
		assert [hit.score for hit in stored.hits] == pytest.approx(
			[hit.score for hit in local.hits], abs=1e-6
		)


def test_nothing_is_left_of_what_was_purged(source: Source) -> None:
	"""In no file, and in no collection: each build that had it gets one of its own with the vectors that are left, and no model is asked."""
	first = source.build({**TEXTS, "secret": SECRET}).info.path
	live = source.build({**MANY, **TEXTS, "secret": f"{SECRET} Again."}, first).info.path
	before, asked = {named(first), named(live)}, len(source.embedder.asked)
	assert source.collections() == before and files_with(source.root)
	for build in (first, live):
		assert has_traces(build, ["secret"], kinds=source.kinds())
	assert purge_build(source.root, first, ["secret"], in_place=True, kinds=source.kinds()).passages == 1
	made = purge_build(source.root, live, ["secret"], kinds=source.kinds()).info.path
	remove_build(live)
	remove_leftovers(source.root)
	assert clear_served(source.root) == [] and files_with(source.root) == []
	assert source.collections() == {named(first), named(made)} and not source.collections() & before
	assert len(source.embedder.asked) == asked
	for build, texts in ((first, TEXTS), (made, {**MANY, **TEXTS})):
		assert verify_build(build, kinds=source.kinds()).inputs == len(texts)
		for mode in ("keyword", "vector"):
			found = {
				hit.input for hit in source.ask(build, "quokkas at noon, a hotel", mode=mode, top_k=300).hits
			}
			assert "hotel" in found and found <= texts.keys()
	remove_root(source.root)
	assert source.collections() == set()


def test_a_purge_while_the_store_is_away(simple: Source) -> None:
	"""Fails with an error that is tried again, and the build answers by words as before; the next one finds nothing in its way."""
	build = simple.build({**TEXTS, "secret": SECRET}).info.path
	MemoryStore.away = True
	with pytest.raises(VectorStoreFailed) as failed:
		purge_build(simple.root, build, ["secret"], in_place=True, kinds=simple.kinds())
	assert failed.value.retryable
	assert simple.ask(build, "quokkas", mode="keyword").hits[0].input == "secret"
	MemoryStore.away = False
	assert len(clear_served(simple.root)) == 0
	remove_leftovers(simple.root)
	assert purge_build(simple.root, build, ["secret"], in_place=True, kinds=simple.kinds()).passages == 1
	assert simple.collections() == {named(build)}


def test_each_build_has_its_collection(source: Source) -> None:
	"""A rebuild and a patch leave the live collection alone; removing a build drops its collection and no other."""
	first = source.build(TEXTS).info.path
	second = source.build({**TEXTS, "bicycle": "A bicycle is free."}, base=first).info.path
	third = source.build(TEXTS).info.path
	assert source.collections() == {named(first), named(second), named(third)}
	assert all(len(source.ask(path, "hotel", mode="vector").hits) >= 3 for path in (first, second, third))
	remove_build(second)
	assert source.collections() == {named(first), named(third)}
	assert source.ask(first, "hotel", mode="vector").hits[0].input == "hotel"
	verify_build(third, kinds=source.kinds())
	remove_root(source.root)
	assert source.collections() == set()
	assert not source.root.exists()


def test_a_patch_asks_the_model_for_what_is_new(source: Source) -> None:
	"""What stays is copied, what is removed is neither found nor in the new collection, and the base is untouched."""
	first = source.build(TEXTS).info.path
	asked = len(source.embedder.asked)
	second = source.build({"crane": TEXTS["crane"], "hotel": "The inn has closed."}, base=first).info.path
	assert [text.splitlines()[1] for text in source.embedder.asked[asked:]] == ["The inn has closed."]
	found = source.ask(second, "train ticket hotel", mode="vector", top_k=20)
	assert {hit.input for hit in found.hits} == {"crane", "hotel"}
	assert all("night" not in hit.text for hit in found.hits)
	note = Note.read(second)
	assert note is not None
	collection = Collection(note)
	assert collection.count() in (2, None)
	assert len(collection.nearest(source.embedder.embed(["hotel"])[0], 50)) == 2
	collection.close()
	assert len(source.ask(first, "train", mode="vector", top_k=20).hits) == 3
	verify_build(second, kinds=source.kinds())


@pytest.mark.parametrize("few", [0, 10_000], ids=["by the store", "on this machine"])
def test_filters(source: Source, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Whichever way they are applied, the hits are those of one machine, and as many as there are."""
	monkeypatch.setattr("huf.engine.backends.vector_store.rows._FEW_ALLOWED", few)
	there, here = source.build(MANY).info.path, source.build(MANY, key=HYBRID).info.path
	for pattern, expected in (("n1*", 30), ("n14?", 10), ("n0*", 30), ("none", 0)):
		filters = parse_filters({"title": pattern})
		for mode in ("vector", "hybrid"):
			stored, local = (
				source.ask(path, "crane number noon", mode=mode, top_k=30, filters=filters)
				for path in (there, here)
			)
			assert len(stored.hits) == expected
			assert [hit.input for hit in stored.hits] == [hit.input for hit in local.hits]


def test_refused_hits_are_replaced(source: Source) -> None:
	"""When most candidates may not be seen, the search goes on until it has what was asked for, in each mode."""
	path = source.build(MANY).info.path
	for mode in ("vector", "hybrid"):
		result = source.ask(
			path,
			"crane inspected",
			mode=mode,
			top_k=10,
			accept=lambda hits: [hit.input >= "n140" for hit in hits],
		)
		assert sorted(hit.input for hit in result.hits) == [f"n{number}" for number in range(140, 150)]


def test_neighbors_and_places(source: Source) -> None:
	"""A hit brings the passages around it, and its place in the text."""
	text = "\n\n".join(
		f"Paragraph about marker{number} and nothing else in the world." for number in range(9)
	)
	path = source.build({"long": text.replace(" and", " and really" * 3 + " and")}).info.path
	target = SearchTarget("s", path, neighbors=1)
	(hit,) = search([target], "marker4", kinds=source.kinds(), top_k=1).hits
	assert all(f"marker{number}" in hit.text for number in (3, 4, 5))
	assert hit.locator.lines is not None


def test_an_empty_source(source: Source) -> None:
	"""Without inputs, or with inputs in which the model sees nothing, there is a build and no error."""
	empty = source.build({}).info.path
	silent = source.build({"?": "?!"}, base=empty).info.path
	for path in (empty, silent):
		result = source.ask(path, "hotel", mode="vector")
		assert (result.hits, result.skipped) == ((), ())
	verify_build(silent, kinds=source.kinds())
	full = source.build({"?": "?!", **TEXTS}, base=silent).info.path
	assert source.ask(full, "train").hits[0].input == "train"


def test_a_build_that_fails_leaves_no_collection(simple: Source) -> None:
	"""The store breaks off, the model fails, or the check does: the live build answers, and the collection is gone."""
	live = simple.build(TEXTS).info.path
	MemoryStore.takes = 100
	with pytest.raises(VectorStoreFailed, match="connection reset") as caught:
		simple.build(MANY)
	assert caught.value.retryable
	MemoryStore.takes = float("inf")

	class Failing(FakeEmbedder):
		"""Fails after the first batch, when the collection is made already."""

		def embed(self, texts, kind="document"):  # type: ignore[no-untyped-def]
			"""The provider goes away."""
			if len(self.asked) + len(texts) > 250:
				raise EmbeddingFailed("The service is gone.")
			return super().embed(texts, kind)

	failing = Source(simple.root, simple.store, Failing())
	with pytest.raises(EmbeddingFailed):
		failing.build({f"m{number}": f"Text {number}" for number in range(400)})
	assert simple.collections() == {named(live)}
	assert list_builds(simple.root) == [live.name] and not list(simple.root.glob(".staging*"))
	assert simple.ask(live, "hotel").hits[0].input == "hotel"


def test_a_killed_build_is_cleaned_up(source: Source) -> None:
	"""What a killed process left behind is dropped by the next one that writes the source."""
	live = source.build(TEXTS).info.path
	staging = source.root / f".staging-{new_build_id()}"
	staging.mkdir()
	writer = source.kinds().get(KEY).open_writer(staging, live)
	writer.finish({"build_id": "x"})
	writer.close()
	assert len(source.collections()) == 2
	assert remove_staging(source.root) == [staging.name.removeprefix(".staging-")]
	assert source.collections() == {named(live)}


def test_a_store_that_is_away(simple: Source, caplog: pytest.LogCaptureFixture) -> None:
	"""Words still answer and say why; a build ends early and may be tried again; a removal is caught up on."""
	live, old = simple.build(TEXTS).info.path, simple.build(TEXTS).info.path
	MemoryStore.away = True
	result = simple.ask(live, "hotel night")
	assert (result.mode, result.hits[0].input) == ("keyword", "hotel")
	assert "MemoryStore did not answer as it should: connection refused" in result.notes[0]
	assert simple.ask(live, "hotel", mode="keyword").notes == ()
	assert simple.ask(live, "hotel", mode="vector").skipped[0].code == "Vector Store Failed"
	asked = len(simple.embedder.asked)
	with pytest.raises(VectorStoreFailed) as caught:
		simple.build({f"m{number}": f"Text {number}" for number in range(900)})
	assert caught.value.retryable
	assert len(simple.embedder.asked) - asked <= 200, "it is noticed after the first batch"
	assert remove_staging(simple.root) == []
	with caplog.at_level(logging.WARNING):
		remove_build(old)
	assert "left for later" in caplog.text
	assert [entry.name for entry in (simple.root / f".staging-removed-{old.name}").iterdir()] == [NOTE]
	remove_root(simple.root)
	assert simple.root.exists(), "as long as something in the store is left to drop"
	MemoryStore.away = False
	assert len(MemoryStore.server) == 2
	remove_root(simple.root)
	assert not MemoryStore.server and not simple.root.exists()


def test_a_store_that_is_away_is_left_alone(simple: Source, monkeypatch: pytest.MonkeyPatch) -> None:
	"""After a question was not answered, the next ones are answered by words at once, until half a minute is over."""
	path = simple.build(TEXTS).info.path
	MemoryStore.away = True
	assert simple.ask(path, "hotel").mode == "keyword"
	MemoryStore.away, MemoryStore.queries = False, 0
	waiting = simple.ask(path, "hotel")
	assert (waiting.mode, MemoryStore.queries) == ("keyword", 0)
	assert "connection refused" in waiting.notes[0]
	later = time.monotonic() + 31
	monkeypatch.setattr("huf.engine.backends.vector_store.collection.time.monotonic", lambda: later)
	assert simple.ask(path, "hotel").mode == "hybrid"


def test_a_collection_that_was_lost(source: Source) -> None:
	"""Words answer and the reason is named; the check notices; the next build fills a new one without the model."""
	path = source.build(TEXTS).info.path
	note = Note.read(path)
	assert note is not None
	collection = Collection(note)
	collection.drop()
	collection.drop()
	collection.close()
	result = source.ask(path, "hotel")
	assert (result.mode, result.hits[0].input) == ("keyword", "hotel")
	assert "searched by words alone" in result.notes[0]
	assert result.went_without == result.notes[:1]
	asked = len(source.embedder.asked)
	healed = source.build({**TEXTS, "train": ""}, base=path).info.path
	assert source.embedder.asked[asked:] == []
	assert source.ask(healed, "hotel", mode="vector").hits[0].input == "hotel"


def test_an_unfaithful_store_is_noticed(simple: Source, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Lost rows, another build's rows and a search that is not deep enough: each fails the check with its reason."""
	monkeypatch.setattr("huf.engine.backends.vector_store.check._RETRY_S", 0.0)
	monkeypatch.setattr("huf.engine.backends.vector_store.check.check_collection.__defaults__", (0.0,))
	path = simple.build(MANY).info.path
	rows = MemoryStore.server[named(path)]
	verify_build(path, kinds=simple.kinds())
	MemoryStore.server[named(path)] = dict(list(rows.items())[:130])
	with pytest.raises(IndexCorrupt, match="by their own vectors"):
		verify_build(path, kinds=simple.kinds())
	alien = {key.replace("00000000-", "00000001-"): row for key, row in list(rows.items())[:10]}
	MemoryStore.server[named(path)] = {**rows, **alien}
	with pytest.raises(IndexCorrupt, match="not of this index"):
		verify_build(path, kinds=simple.kinds())
	MemoryStore.server[named(path)] = rows
	shallow = StoreSettings(MEMORY, {**simple.store.settings, "most": 40})
	with pytest.raises(VectorStoreMissing, match="40 rows where 100"):
		Source(simple.root, shallow, simple.embedder).build(MANY)
	assert simple.collections() == {named(path)}


def test_a_shallow_answer_is_completed(simple: Source, caplog: pytest.LogCaptureFixture) -> None:
	"""Asked for more than an approximate store gives, a search still finds all there is, and says that it is slow."""
	texts = {f"n{number:03}": f"The crane number {number} is inspected." for number in range(400)}
	deep = Source(simple.root, StoreSettings(MEMORY, {**simple.store.settings, "most": 150}), simple.embedder)
	path = deep.build(texts).info.path
	assert len(deep.ask(path, "crane", mode="vector", top_k=100).hits) == 100
	assert not caplog.text
	assert len({hit.input for hit in deep.ask(path, "crane", mode="vector", top_k=300).hits}) == 300
	assert "150 rows where 385" in caplog.text


def test_an_identifier_asks_no_store(simple: Source) -> None:
	"""A part number is looked up by its words; the store is not asked."""
	path = simple.build({**TEXTS, "part": "Bearing SKU-00123-XL is in stock."}).info.path
	before = MemoryStore.queries
	assert simple.ask(path, "SKU-00123-XL").hits[0].input == "part"
	assert MemoryStore.queries == before


def test_other_settings_make_another_index(simple: Source) -> None:
	"""With another store nothing is a base, and the old build goes on answering from its own store."""
	path = simple.build(TEXTS).info.path
	moved = StoreSettings(MEMORY, {"index": "moved_{collection}", "dimension": "{dimension}"})
	other = Source(simple.root, moved, simple.embedder)
	settings = BuildSettings(CHUNKS, backend=KEY)
	assert plan_build([], path, settings, kinds=simple.kinds()).base == path
	assert plan_build([], path, settings, kinds=other.kinds()).base is None
	assert other.ask(path, "hotel", mode="vector").hits[0].input == "hotel"
	new = other.build(TEXTS).info.path
	assert f"moved_{named(new)}" in MemoryStore.server
	remove_build(path)
	remove_build(new)
	assert not MemoryStore.server


def test_no_secret_in_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
	"""What a client says about an address or a password in the settings is told without them."""
	settings = StoreSettings(MEMORY, {"index": "${HUF_TEST_SECRET}"})
	monkeypatch.setenv("HUF_TEST_SECRET", "hunter2-and-more")
	said = "cannot reach postgresql://huf:other@db.example/huf with hunter2-and-more"
	for error, kind in ((OSError(said), VectorStoreFailed), (ValueError(said), VectorStoreMissing)):
		with pytest.raises(kind, match=r"db\.example") as raised, _store_errors(settings):
			raise error
		assert "hunter2" not in str(raised.value) and "other@" not in str(raised.value)


def test_no_secret_on_the_disk(simple: Source, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A variable is filled in when the store is opened, its value is in no file, and a new value asks for no rebuild."""
	hidden = StoreSettings(MEMORY, {"index": "${HUF_TEST_SECRET}_{collection}", "dimension": "{dimension}"})
	source = Source(simple.root, hidden, simple.embedder)
	monkeypatch.delenv("HUF_TEST_SECRET", raising=False)
	with pytest.raises(VectorStoreMissing, match="HUF_TEST_SECRET"):
		source.build(TEXTS)
	monkeypatch.setenv("HUF_TEST_SECRET", "s3cret")
	path = source.build(TEXTS).info.path
	assert f"s3cret_{named(path)}" in MemoryStore.server
	assert all(b"s3cret" not in file.read_bytes() for file in path.iterdir())
	assert (path / NOTE).stat().st_mode & 0o077 == 0
	assert hidden.secrets() == ["s3cret"]
	monkeypatch.setenv("HUF_TEST_SECRET", "renewed")
	assert plan_build([], path, BuildSettings(CHUNKS, backend=KEY), kinds=source.kinds()).base == path


@pytest.mark.parametrize(
	("path", "settings", "said"),
	[
		("llama_index.nowhere.Store", {"index": "{collection}"}, "cannot be imported"),
		("pathlib.Path", {"index": "{collection}"}, "not a vector store"),
		(MEMORY, {"index": "all", "dimension": "{dimension}"}, "Put {collection}"),
		(MEMORY, {"index": "{collection}", "dimension": "many"}, "refuses its settings"),
	],
)
def test_settings_that_cannot_be(simple: Source, path: str, settings: dict[str, object], said: str) -> None:
	"""A class that is not there, is no store, or does not take the settings is named, and nothing is retried."""
	with pytest.raises(VectorStoreMissing, match=re.escape(said)) as caught:
		Source(simple.root, StoreSettings(path, settings), simple.embedder).build(TEXTS)
	assert (caught.value.acts, caught.value.retryable) == ("manager", False)
	assert not list_builds(simple.root)


def test_settings_are_read_back() -> None:
	"""What describes a store makes the same store; anything else is refused."""
	store = StoreSettings("a.B", {"n": 1, "deep": {"list": ["${X}", "{collection}"]}})
	assert StoreSettings.read(store.describe()) == store
	for text in (
		"",
		"[]",
		"{}",
		'{"path": 1}',
		'{"path": "a.B", "settings": []}',
		'{"path": "a b", "settings": {}}',
	):
		with pytest.raises(SettingsError):
			StoreSettings.read(text)


def test_a_build_needs_a_store_and_a_model(simple: Source) -> None:
	"""Without one of them nothing is built; a build that is there can be searched and checked."""
	path = simple.build(TEXTS).info.path
	for embedder, store, error in (
		(None, simple.store, EmbedderMissing),
		(simple.embedder, None, VectorStoreMissing),
	):
		with pytest.raises(error):
			Source(simple.root, store, embedder).build(TEXTS)  # type: ignore[arg-type]
	reading: Registry[Backend] = Registry("knowledge type")
	reading.register(KEY, vector_store_backend(None, None, other=lambda key: simple.embedder))
	assert search([SearchTarget("s", path)], "hotel", kinds=reading, mode="vector").hits[0].input == "hotel"
	assert verify_build(path, kinds=reading).chunks == 3


@pytest.mark.parametrize(
	"damage", ["{", "{}", '{"store": {"path": "x", "settings": {}}, "collection": "c", "dimension": 1}']
)
def test_a_damaged_note(simple: Source, damage: str, caplog: pytest.LogCaptureFixture) -> None:
	"""A note that cannot be read makes the build unusable, and its removal says what is left to do by hand."""
	path = simple.build(TEXTS).info.path
	(path / NOTE).write_text(damage)
	assert simple.ask(path, "hotel").skipped[0].code == "Index Corrupt"
	assert plan_build([], path, BuildSettings(CHUNKS, backend=KEY), kinds=simple.kinds()).base is None
	with caplog.at_level(logging.WARNING):
		remove_build(path)
	assert "by hand" in caplog.text
	assert list_builds(simple.root) == []


def test_a_missing_note(simple: Source) -> None:
	"""Without its note a build with vectors is not searched as if it had none."""
	path = simple.build(TEXTS).info.path
	(path / NOTE).unlink()
	with pytest.raises(IndexMissing):
		simple.kinds().get(KEY).open_reader(path)


def test_names_of_collections() -> None:
	"""A name is one that every engine takes, fits PostgreSQL with what LlamaIndex puts around it, and is a build's own."""
	build = new_build_id()
	for source in ("0123456789abcdef" * 2, "Übersicht & Co", "", "…" * 80, "a" * 300):
		name = collection_name(source, "0a1b2c3d", f".staging-{build}")
		assert re.fullmatch(r"huf_[a-z0-9_]+", name) and len(f"data_{name}") <= 63
		assert name.endswith("_0a1b2c3d_" + build.lower().replace("-", "_"))
	assert collection_name("s", "0a", "no id") != collection_name("s", "0a", "no id")


def test_another_app_knows_its_class(simple: Source) -> None:
	"""A registered kind says how its class is opened, dropped and counted."""
	seen: list[str] = []
	path = "tests.stores.vector_stores.CountedStore"

	def opened(cls: type, store: StoreSettings, name: str, dimension: int, make: bool) -> object:
		seen.append(f"open {make}")
		return cls(index=name, dimension=dimension)

	def dropped(store: MemoryStore, name: str) -> None:
		seen.append("drop")
		MemoryStore.server.pop(name)

	kind = StoreKind(opened, dropped, lambda store, name: len(store.client), ANY.close)
	if path not in STORE_KINDS:
		STORE_KINDS.register(path, kind)
	build = Source(simple.root, StoreSettings(path), simple.embedder).build(TEXTS).info.path
	remove_build(build)
	assert seen == ["open True", "open False", "drop"]
	assert json.loads(StoreSettings(path).describe()) == {"path": path, "settings": {}}
