"""An index in a search engine, beyond what every kind promises: generations, the dictionary, what goes when, kills, copies, secrets."""

import json
import multiprocessing
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("qdrant_client", reason="needs the extra qdrant")

from qdrant_client import models

from huf.engine import enrichment
from huf.engine.backends.search_engine.backend import KEY
from huf.engine.backends.search_engine.builds.connecting import open_place
from huf.engine.backends.search_engine.builds.manifest import EngineManifest
from huf.engine.backends.search_engine.builds.numbering import Collections
from huf.engine.backends.search_engine.contract import errors as engine_errors
from huf.engine.backends.search_engine.contract.engine import EVERYWHERE, Entry, Row, SearchEngine
from huf.engine.backends.search_engine.making.sweeping import sweep
from huf.engine.backends.search_engine.qdrant import QdrantEngine, close_clients, open_engine
from huf.engine.backends.search_engine.stored import dictionary
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.builds import (
	Served,
	clear_served,
	list_builds,
	plan_build,
	purge_build,
	read_build_info,
	read_inputs,
	remove_build,
	remove_leftovers,
	remove_root,
	run_build,
	served_of,
	verify_build,
)
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.enrichment.summarizing import summary_key_of
from huf.engine.errors import IndexCorrupt, SearchEngineFailed, SearchEngineMissing
from huf.engine.inspection import inspect_input
from huf.engine.search import SearchTarget
from tests.chance import times
from tests.searching import search
from tests.stores.killed_builds import assert_survives_kills
from tests.stores.purged_builds import assert_purges, files_with
from tests.stores.search_engines import IN_MEMORY, Index, long, on_disk, wanted

FORK = multiprocessing.get_context("fork")


@pytest.fixture(autouse=True)
def _own_engine() -> Iterator[None]:
	"""Each test has an engine of its own."""
	engine_errors._resting.clear()
	yield
	close_clients()


WORDS = ["hotel", "night", "copper", "valve", "dogs", "friday", "zürich", "退款", "R&D", "AB-1234", "AB-1299"]
BODY = st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join)
HISTORIES = st.lists(
	st.tuples(
		st.dictionaries(st.sampled_from("abcdefgh"), st.none() | BODY, min_size=1, max_size=4),
		st.integers(0, 2),
	),
	min_size=2,
	max_size=7,
)
QUERIES = (*WORDS, "hotel night", "copper valves friday", '"dogs friday"', "hotl", "AB-12", "1299", "of the")


@pytest.mark.parametrize("embedder", [None, FakeEmbedder()], ids=["words", "hybrid"])
@given(history=HISTORIES)
@settings(max_examples=times(15))
def test_any_history_answers_as_the_local_kind(
	embedder: FakeEmbedder | None,
	history: list[tuple[dict[str, str | None], int]],
	tmp_path_factory: pytest.TempPathFactory,
) -> None:
	"""Whatever came, changed and went, from whichever kept build it started: all kept builds find what a build of files finds that was
	made from nothing; scores of words apart by what the mean length has moved since."""
	close_clients()
	with pytest.MonkeyPatch.context() as patch:
		patch.setattr(dictionary, "MOST_OF_TIER", 1)
		index = Index(tmp_path_factory.mktemp("history"), embedder=embedder)
		said: dict[str, dict[str, str]] = {}
		for change, back in history:
			kept = list_builds(index.root)
			base = index.root / kept[max(0, len(kept) - 1 - back)] if kept else None
			texts = dict(said[base.name]) if base else {}
			for key, text in change.items():
				texts.pop(key, None)
				if text is not None:
					texts[key] = text
			path = index.build(texts, base)
			said[path.name] = texts
			for old in list_builds(index.root)[:-3]:
				remove_build(index.root / old)
		for name in list_builds(index.root):
			assert_alike(index, index.root / name, said[name], tmp_path_factory.mktemp("files"))
		sweep(index.root)
		for name in list_builds(index.root):
			verify_build(index.root / name, kinds=index.kinds)


def assert_alike(index: Index, path: Path, texts: dict[str, str], root: Path) -> None:
	"""The build says what ``texts`` say."""
	local = Index(root)
	other = local.build(texts, of="sqlite_hybrid")
	one, two = (
		{key: replace(item, indexed_at=0) for key, item in read_inputs(build, kinds=index.kinds).items()}
		for build in (path, other)
	)
	assert one == two
	first, second = (read_build_info(build, kinds=index.kinds) for build in (path, other))
	assert (first.inputs, first.chunks, first.characters) == (second.inputs, second.chunks, second.characters)
	for query in QUERIES:
		found, expected = index.found(path, query, "keyword"), local.found(other, query, "keyword")
		assert found.keys() == expected.keys(), query
		assert found == pytest.approx(expected, rel=1.0, abs=0.5), query
	if "embedder" in index.kinds.get(KEY).open_reader(path).meta:
		for query in ("hotel copper", "AB-1234"):
			assert index.found(path, query).keys() == local.found(other, query).keys()
			found, expected = index.found(path, query, "vector"), local.found(other, query, "vector")
			assert found == pytest.approx(expected, rel=1e-3, abs=1e-3)


def test_scores_are_those_of_files(tmp_path: Path) -> None:
	"""A build from nothing has the very scores of one in files, by words, by meaning and by both, and explains them alike."""
	texts = {f"n{n}": long(word) for n, word in enumerate(WORDS)}
	index = Index(tmp_path / "engine", embedder=FakeEmbedder())
	one, other = index.build(texts), Index(tmp_path / "files").build(texts, of="sqlite_hybrid")
	for query in QUERIES:
		for mode in ("keyword", "vector", None):
			assert index.found(one, query, mode) == pytest.approx(
				index.found(other, query, mode), rel=1e-4, abs=1e-5
			), query
	told = [
		search([SearchTarget("s", path)], "hotel passage", explain=True, kinds=index.kinds).explanation
		for path in (one, other)
	]
	assert told[0] is not None and told[1] is not None
	for here, there in zip(told[0].hits, told[1].hits, strict=True):
		assert here.evidence is not None and there.evidence is not None
		assert [word.word for word in here.evidence.words] == [word.word for word in there.evidence.words]
		assert [word.share for word in here.evidence.words] == pytest.approx(
			[word.share for word in there.evidence.words], rel=1e-4
		)


class Written:
	"""Counts what goes into the engine."""

	def __init__(self, patch: pytest.MonkeyPatch) -> None:
		self.rows = self.entries = 0
		add_rows, add_entries = QdrantEngine.add_rows, QdrantEngine.add_entries

		def rows(engine: QdrantEngine, every: Sequence[Row]) -> None:
			self.rows += len(every)
			add_rows(engine, every)

		def entries(engine: QdrantEngine, every: Sequence[Entry]) -> None:
			self.entries += len(every)
			add_entries(engine, every)

		patch.setattr(QdrantEngine, "add_rows", rows)
		patch.setattr(QdrantEngine, "add_entries", entries)


def test_a_change_writes_what_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""One input of two hundred changes: its rows are written, and no other; nothing is embedded twice; one collection has all builds."""
	embedder = FakeEmbedder()
	index = Index(tmp_path, embedder=embedder)
	texts = {f"n{n}": long(f"word{n}") for n in range(200)}
	first = index.build(texts)
	written, embedded = Written(monkeypatch), len(embedder.asked)
	second = index.build({**texts, "n7": texts["n7"] + "One more passage, of copper."}, first)
	new = read_build_info(second, kinds=index.kinds).chunks - read_build_info(first, kinds=index.kinds).chunks
	assert 0 <= new <= 1
	assert 0 < written.rows <= 12
	assert written.entries < 60
	assert len(embedder.asked) - embedded <= 2
	assert index.found(second, "copper", "keyword")
	assert not index.found(first, "copper", "keyword")
	assert len(Collections.read(tmp_path).places) == 1


def test_rows_go_with_the_last_build_that_shows_them(tmp_path: Path) -> None:
	"""What left stays for as long as a kept build shows it, and no longer; a search that has a retired build open finishes on it."""
	index = Index(tmp_path)
	texts = {"a": long("hotel"), "b": long("copper")}
	first = index.build(texts)
	rows, _ = index.held()
	second = index.build({"b": long("copper")}, first)
	third = index.build({"b": long("copper"), "c": long("valve")}, second)
	assert len(index.texts(first, "hotel")) == len(index.texts(third, "valve")) == 10
	assert not index.texts(second, "hotel")
	sweep(tmp_path)
	assert index.held()[0] == rows + 10
	reader = index.kinds.get(KEY).open_reader(first)
	remove_build(first)
	assert len(reader.passages(range(1, 11))) == 10
	sweep(tmp_path)
	assert index.held()[0] == rows
	assert len(index.texts(third, "valve")) == len(index.texts(second, "copper")) == 10


def said_in_engine(index: Index) -> str:
	"""Everything that the engine has of the index, as one text."""
	found: list[object] = []
	for place in (place for place, _ in Collections.read(index.root).places.values()):
		engine = open_place(place)
		found += [[row.said, dict(row.stored)] for row in engine.each_row(EVERYWHERE, ("stored", "said"))]
		found += map(dict, engine.each_entry(EVERYWHERE))
	return json.dumps(found, default=str)


def test_nothing_of_a_text_is_left_in_the_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Once no kept build has an input, its rows, its name and its words leave the engine at once; while that does not answer, it is named as left."""
	index = Index(tmp_path)
	texts = {"secret": long("xylophagous"), "b": long("copper")}
	first = index.build(texts)
	second = index.build({"b": long("copper")}, first)
	live = index.build({"b": long("copper")})
	assert clear_served(tmp_path) == [] and "xylophagous" in said_in_engine(index), "kept builds have it"
	(name,) = before = served_of(tmp_path)
	remove_build(first)
	remove_build(second)
	remove_leftovers(tmp_path)
	assert "xylophagous" in said_in_engine(index)
	with monkeypatch.context() as patched:

		def away(engine: QdrantEngine) -> None:
			raise ConnectionError("refused")

		patched.setattr(QdrantEngine, "_client", away)
		assert clear_served(tmp_path) == [Served("qdrant", name, is_own=True)]
		assert served_of(tmp_path)[name].rows is None
	engine_errors._resting.clear()
	assert clear_served(tmp_path) == []
	after = served_of(tmp_path)[name].rows
	assert (before[name].rows, after) == (30, 10)
	assert "xylophagous" not in said_in_engine(index) and "secret" not in said_in_engine(index)
	assert len(index.texts(live, "copper")) == 10
	verify_build(live, kinds=index.kinds)
	remove_build(live)
	assert clear_served(tmp_path) == [] and served_of(tmp_path) == {}


def points_of(engine: SearchEngine) -> Iterator[str]:
	"""Everything that Qdrant has of an index."""
	assert isinstance(engine, QdrantEngine)
	client = engine._client()
	for name in (engine._rows, engine._entries):
		points, _ = client.scroll(name, limit=10_000, with_payload=True)
		yield from (json.dumps(point.payload) for point in points)


def test_nothing_is_left_of_what_was_purged(tmp_path: Path) -> None:
	"""Not a byte, in no file of the index or of the engine, whichever of the kept builds had it."""
	assert_purges(tmp_path / "index", on_disk(tmp_path / "qdrant"), points_of)
	close_clients()
	assert files_with(tmp_path) == []


def test_a_purge_while_the_engine_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Fails with an error that is tried again; the build answers as before, and nothing lies beside it."""
	index = Index(tmp_path, embedder=FakeEmbedder())
	build = index.build({"secret": long("quokka", 2), "b": long("copper", 2)})
	before, held = sorted(entry.name for entry in tmp_path.iterdir()), index.held()
	for broken in ("rows", "remove", "add_entries"):
		with monkeypatch.context() as patched, pytest.raises(SearchEngineFailed) as failed:

			def away(*_: object, **__: object) -> None:
				raise SearchEngineFailed("It does not answer.")

			patched.setattr(QdrantEngine, broken, away)
			purge_build(tmp_path, build, ["secret"], in_place=True, kinds=index.kinds)
		assert failed.value.retryable
		assert sorted(entry.name for entry in tmp_path.iterdir()) == before
		assert len(index.found(build, "quokka", "keyword")) == 2
		assert sweep(tmp_path) and index.held() == held
	assert purge_build(tmp_path, build, ["secret"], in_place=True, kinds=index.kinds).passages == 2


def test_a_copy_is_purged_apart(tmp_path: Path) -> None:
	"""What a copied index purges leaves its own collection; the original's is not its to change."""
	original = Index(tmp_path / "original")
	path = original.build({"secret": "Quokkas.", "b": long("copper", 2)})
	shutil.copytree(tmp_path / "original", tmp_path / "copy")
	copy = Index(tmp_path / "copy")
	held = original.held()
	purge_build(copy.root, copy.root / path.name, ["secret"], in_place=True, kinds=copy.kinds)
	assert copy.texts(copy.root / path.name, "quokkas") == []
	assert len(copy.texts(copy.root / path.name, "copper")) == 2
	assert original.held() == held and original.texts(path, "quokkas") == ["Quokkas."]
	(theirs,) = [each for each in clear_served(copy.root) if not each.is_own]
	assert theirs.collection == EngineManifest.read(path).place.collection


def test_a_restored_build_goes_another_way(tmp_path: Path) -> None:
	"""Builds from an older one do not see what newer ones wrote, which stay whole."""
	index = Index(tmp_path, embedder=FakeEmbedder())
	first = index.build({"a": "one hotel"})
	second = index.build({"a": "one hotel", "b": "two hotel"}, first)
	third = index.build({"a": "one hotel", "c": "three hotel"}, first)
	fourth = index.build({"c": "three hotel"}, third)
	for path, texts in (
		(first, ["one hotel"]),
		(second, ["one hotel", "two hotel"]),
		(third, ["one hotel", "three hotel"]),
		(fourth, ["three hotel"]),
	):
		assert sorted(index.texts(path, "hotel")) == texts
		verify_build(path, kinds=index.kinds)
	remove_build(second)
	remove_build(first)
	sweep(tmp_path)
	assert sorted(index.texts(third, "hotel")) == ["one hotel", "three hotel"]
	assert index.held()[0] == 2


def test_what_was_swept_does_not_come_back(tmp_path: Path) -> None:
	"""A process that knew an input forgets it when it left, though later manifests no longer name it."""
	index = Index(tmp_path)
	path = index.build({"a": "hotel", "b": "copper"})
	for number in range(5):
		texts = {"b": "copper", f"n{number}": "valve"}
		before, path = path, index.build(texts, path)
		assert read_inputs(path, kinds=index.kinds).keys() == texts.keys()
		remove_build(before)
	assert index.held()[0] <= 4


def test_a_removed_index_leaves_nothing(tmp_path: Path) -> None:
	"""The collections are dropped with the source, also those of another model or engine that it used before."""
	root = tmp_path / "source"
	texts = {"a": long("hotel")}
	words = Index(root)
	words.build(texts)
	both = Index(root, embedder=FakeEmbedder())
	both.build(texts)
	places = [place for place, _ in Collections.read(root).places.values()]
	assert len(places) == 2
	remove_root(root)
	assert not root.exists()
	for place in places:
		with pytest.raises(SearchEngineFailed):
			open_place(place).count(EVERYWHERE)


def test_a_first_build_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Not even the collections that it made before it could write anything else."""
	root, make = tmp_path / "source", QdrantEngine.make

	def made_and_gone(engine: QdrantEngine, dimension: int) -> None:
		make(engine, dimension)
		raise SearchEngineFailed("The power went.")

	with monkeypatch.context() as patch, pytest.raises(SearchEngineFailed):
		patch.setattr(QdrantEngine, "make", made_and_gone)
		Index(root).build({"a": "hotel"})
	client = open_engine(IN_MEMORY, "any")._client()
	assert len(client.get_collections().collections) == 2
	remove_root(root)
	assert client.get_collections().collections == [] and not root.exists()


def test_a_model_no_longer_used_takes_its_collection_with_it(tmp_path: Path) -> None:
	"""When no kept build needs it."""
	texts = {"a": long("hotel")}
	old = Index(tmp_path).build(texts)
	Index(tmp_path, embedder=FakeEmbedder()).build(texts)
	sweep(tmp_path)
	assert len(Collections.read(tmp_path).places) == 2
	remove_build(old)
	assert sweep(tmp_path)
	assert len(Collections.read(tmp_path).places) == 1


def test_a_copy_is_an_index_of_its_own(tmp_path: Path) -> None:
	"""A copied folder answers from the original's rows; what it builds goes into its own collection, without reading or embedding
	anything again, and what it deletes leaves the original's alone."""
	embedder = FakeEmbedder()
	index = Index(tmp_path / "original", embedder=embedder)
	texts = {f"n{n}": long(word) for n, word in enumerate(WORDS)}
	path = index.build(texts)
	shutil.copytree(tmp_path / "original", tmp_path / "copy")
	copy = Index(tmp_path / "copy", embedder=embedder)
	base = copy.root / path.name
	assert copy.found(base, "hotel") == index.found(path, "hotel")
	embedded = len(embedder.asked)
	made = copy.build({**texts, "n0": "an entirely new text"}, base)
	assert len(embedder.asked) - embedded <= 1
	verify_build(made, kinds=copy.kinds)
	assert EngineManifest.read(made).place.collection != EngineManifest.read(path).place.collection
	assert copy.found(made, "copper", "keyword").keys() == index.found(path, "copper", "keyword").keys()
	assert copy.found(made, "entirely", "keyword") and not copy.found(made, "hotel", "keyword")
	remove_build(base)
	remove_root(copy.root)
	verify_build(path, kinds=index.kinds)
	assert index.texts(path, "hotel")


def test_relabelling_embeds_nothing(tmp_path: Path) -> None:
	"""Other metadata cost rows of this input alone, and no vector is made again."""
	embedder = FakeEmbedder()
	index = Index(tmp_path, embedder=embedder)
	base = index.build({"a": long("hotel"), "b": long("copper")})
	inputs = [replace(wanted("a", long("hotel")), metadata={"team": "north"}), wanted("b", long("copper"))]
	plan = plan_build(inputs, base, index.settings, kinds=index.kinds)
	assert plan.relabel and not plan.index
	embedded = len(embedder.asked)
	path = run_build(tmp_path, plan, index.settings, kinds=index.kinds).info.path
	assert len(embedder.asked) == embedded
	assert read_inputs(path, kinds=index.kinds)["a"].metadata == {"team": "north", "document_language": "en"}
	assert index.found(path, "hotel").keys() == index.found(base, "hotel").keys()


def test_what_is_lost_is_noticed(tmp_path: Path) -> None:
	"""A row that is gone from the engine makes the check of a build fail."""
	index = Index(tmp_path)
	path = index.build({"a": long("hotel")})
	manifest = EngineManifest.read(path)
	client = open_place(manifest.place)._client()  # type: ignore[attr-defined]
	client.delete(manifest.place.collection, points_selector=[1])
	with pytest.raises(IndexCorrupt, match="9 passages"):
		verify_build(path, kinds=index.kinds)


@pytest.mark.parametrize("name", ["search_engine.json", "search_engine_numbers.json"])
def test_damaged_notes_delete_nothing(tmp_path: Path, name: str) -> None:
	"""Where a manifest or the numbers cannot be read, nobody knows what is shown, and nothing is swept."""
	index = Index(tmp_path)
	path = index.build({"a": long("hotel")})
	other = index.build({"a": long("copper")}, path)
	place = EngineManifest.read(other).place
	rows = open_place(place).count(EVERYWHERE)
	file = (path if name == "search_engine.json" else tmp_path) / name
	file.write_text(file.read_text()[:-40])
	assert not sweep(tmp_path)
	assert open_place(place).count(EVERYWHERE) == rows
	assert index.texts(other, "copper")


AWAY = StoreSettings.named(
	"qdrant",
	json.dumps(
		{"url": "http://127.0.0.1:9", "api_key": "a-secret-key-of-ours", "check_compatibility": False}
	),
)


def test_an_engine_that_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A build fails with an error that is tried again, and searches skip the source and say why; the key is in neither."""
	index = Index(tmp_path, AWAY)
	with pytest.raises(SearchEngineFailed) as failed:
		index.build({"a": "hotel"})
	assert failed.value.retryable and "a-secret-key" not in str(failed.value)
	assert list_builds(tmp_path) == []
	home = Index(tmp_path / "home")
	path = home.build({"a": "hotel"})
	asked = 0

	def away(engine: QdrantEngine) -> None:
		nonlocal asked
		asked += 1
		raise ConnectionError("refused by http://huf:a-secret-key-of-ours@db")

	monkeypatch.setattr(QdrantEngine, "_client", away)
	for _ in range(3):
		(skipped,) = search([SearchTarget("s", path)], "hotel", kinds=home.kinds).skipped
		assert "does not answer" in skipped.reason and not re.search("db|a-secret|refused", skipped.reason)
	assert asked == 1, "an engine that did not answer is left alone for a while"


def test_secrets_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A variable is filled in when the engine is opened: what it holds is in no file and in no error."""
	monkeypatch.setenv("QDRANT_KEY", "another-secret-key")
	settings = StoreSettings.named(
		"qdrant", json.dumps({"url": "http://127.0.0.1:9/another-secret-key", "api_key": "${QDRANT_KEY}"})
	)
	with pytest.raises(SearchEngineFailed) as failed:
		Index(tmp_path, settings).build({"a": "hotel"})
	assert "another-secret-key" not in str(failed.value)
	index = Index(
		tmp_path / "kept", replace(IN_MEMORY, settings={**IN_MEMORY.settings, "api_key": "${QDRANT_KEY}"})
	)
	path = index.build({"a": "hotel"})
	files = [file for file in (tmp_path / "kept").rglob("*") if file.is_file()]
	assert not [file for file in files if b"another-secret-key" in file.read_bytes()]
	assert (path / "search_engine.json").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
	"own", [{"collection": {"no_such_argument": 1}}, {"collection": 3}, {"search": "deep"}]
)
def test_settings_that_are_refused(tmp_path: Path, own: dict[str, object]) -> None:
	"""A setting that the client does not know is an error that says so, and is not tried again; nor is an index without an engine."""
	settings = replace(IN_MEMORY, settings={**IN_MEMORY.settings, **own})
	with pytest.raises(SearchEngineMissing, match="Qdrant"):
		Index(tmp_path, settings).build({"a": "hotel"})
	with pytest.raises(SearchEngineMissing, match="needs the engine's settings"):
		Index(tmp_path, None).build({"a": "hotel"})


class Asked:
	"""A client of a server that records what it is asked, built by the client's own checks."""

	def __init__(self) -> None:
		self.calls: list[tuple[str, tuple[object, ...], dict[str, object]]] = []

	def __getattr__(self, name: str) -> Callable:
		def call(*args: object, **kwargs: object) -> object:
			self.calls.append((name, args, kwargs))
			return (
				models.CollectionInfo.model_construct(payload_schema={"input": 1})
				if name == "get_collection"
				else False
			)

		return call


def test_a_server_gets_an_index_for_each_field_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Without one it looks at every point for a filter; those that are there are not made again."""
	asked = Asked()
	monkeypatch.setattr(QdrantEngine, "_client", lambda engine: asked)
	own = {"collection": {"shard_number": 6, "vectors": {"on_disk": True}}}
	open_engine(StoreSettings.named("qdrant", json.dumps({"url": "https://db", **own})), "huf_x").make(64)
	made = {args[0]: kwargs for name, args, kwargs in asked.calls if name == "create_collection"}
	assert made["huf_x"]["vectors_config"]["meaning"].on_disk and made["huf_x"]["shard_number"] == 6
	assert made["huf_x_entries"]["shard_number"] == 6
	fields = {(args[0], args[1]): args[2] for name, args, _ in asked.calls if name == "create_payload_index"}
	assert {field for name, field in fields if name == "huf_x"} == {"generation", "said"}
	assert {field for name, field in fields if name != "huf_x"} == {
		"generation",
		"kind",
		"part",
		"heads",
		"key",
		"status",
	}
	assert fields["huf_x", "said"].phrase_matching


def test_killed_at_each_moment(tmp_path: Path) -> None:
	"""Killed with -9 before each write of a change: the live build answers whole, the next run finishes, and after the clean-up the engine
	has what the builds show and not one row or entry more."""
	assert_survives_kills(tmp_path / "index", on_disk(tmp_path / "qdrant"), QdrantEngine, close_clients)


@pytest.mark.parametrize("embedder", [None, FakeEmbedder()], ids=["words", "hybrid"])
def test_a_summary_leads_to_a_passage(embedder: FakeEmbedder | None, tmp_path: Path) -> None:
	"""The summary of a long document is found and not shown; whoever reads the document sees its passages alone."""
	index = Index(tmp_path, embedder=embedder)
	text = "".join(
		f"Station {line} has a pump with {line * 7} litres, looked at in week {line}. " for line in range(500)
	)

	def said(requests: Sequence[list[dict[str, str]]], _answer_tokens: int) -> enrichment.Asked:
		return enrichment.Asked(['{"summary": "All about the zeppelin"}'] * len(requests))

	made = replace(index.settings, summaries=summary_key_of("fake"))
	plan = plan_build([wanted("manual", text)], None, made, kinds=index.kinds)
	enricher = enrichment.Enricher("fake", tmp_path, said, lines=False, summaries=True)
	path = run_build(tmp_path, plan, made, kinds=index.kinds, enricher=enricher).info.path
	result = search([SearchTarget("s", path)], "zeppelin 311", kinds=index.kinds)
	assert result.hits[0].summary_of and all(hit.text.strip() in text for hit in result.hits)
	assert any("Station 311" in hit.text for hit in result.hits)
	view = inspect_input("s", path, "manual", count=1_000, kinds=index.kinds)
	item = read_inputs(path, kinds=index.kinds)["manual"]
	assert item.summaries > 2 and view.total == item.chunks - item.summaries
	assert all(passage.text for passage in view.passages)
