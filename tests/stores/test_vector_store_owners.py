"""Several indexes on one vector store, and copies of an index: each drops what it made, and nothing else."""

import json
import logging
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from huf.engine.backends.vector_store.backend import KEY
from huf.engine.backends.vector_store.collection import NOTE, Note
from huf.engine.backends.vector_store.ownership import OWNER, claim, disown, noted, own_id, owns
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.builds import (
	BuildSettings,
	Served,
	clear_served,
	list_builds,
	new_build_id,
	plan_build,
	remove_build,
	remove_leftovers,
	remove_root,
	remove_staging,
	run_build,
	served_of,
	verify_build,
)
from huf.engine.disk.checksums import write_checksums
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.errors import VectorStoreMissing
from tests.engine.small_builds import wanted
from tests.stores.test_vector_store import CHUNKS, TEXTS, Source, named
from tests.stores.vector_stores import (
	MEMORY,
	MILVUS,
	POSTGRES,
	MemoryStore,
	collections_of,
	lacking,
	settings_of,
)


@pytest.fixture(
	params=[
		pytest.param(path, id=path.rpartition(".")[2], marks=pytest.mark.skipif(bool(why), reason=why))
		for path in (MEMORY, MILVUS, POSTGRES)
		for why in [lacking(path)]
	]
)
def original(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Source]:
	"""A source of a site on each engine."""
	for store in settings_of(request.param, tmp_path):
		yield Source(tmp_path / "one" / secrets.token_hex(16), store, FakeEmbedder())


@pytest.fixture
def simple(tmp_path: Path) -> Iterator[Source]:
	"""The same on the engine in memory, which can be made to fail."""
	for store in settings_of(MEMORY, tmp_path):
		yield Source(tmp_path / "one" / secrets.token_hex(16), store, FakeEmbedder())


def copy_of(source: Source, link: bool = False) -> Source:
	"""What the other site has after everything was copied there: the same name, files and settings."""
	root = source.root.parent.with_name("two") / source.root.name
	shutil.copytree(source.root, root, copy_function=os.link if link else shutil.copy2)
	return Source(root, source.store, source.embedder)


def found(source: Source, path: Path) -> list[str]:
	"""Inputs that a question finds by meaning alone."""
	return [hit.input for hit in source.ask(path, "hotel night", mode="vector").hits]


def collections(source: Source) -> set[str]:
	"""Collections of the sources of this name."""
	return {name for name in collections_of(source.store) if source.root.name[:20] in name}


def test_two_sites_with_a_source_of_one_name(original: Source) -> None:
	"""Folders and builds of the same names share a store: each finds its own texts, and drops its own collection."""
	other = Source(
		original.root.parent.with_name("two") / original.root.name, original.store, original.embedder
	)  # fmt: skip
	settings, build = BuildSettings(CHUNKS, backend=KEY), new_build_id()
	paths = []
	for source, text in ((original, "Our hotel is the Lion."), (other, "Our hotel is the Swan.")):
		plan = plan_build([wanted("hotel", text)], None, settings, kinds=source.kinds())
		paths.append(run_build(source.root, plan, settings, build_id=build, kinds=source.kinds()).info.path)
	mine, theirs = paths
	assert mine.name == theirs.name and named(mine) != named(theirs)
	for source, path, name in ((original, mine, "Lion"), (other, theirs, "Swan")):
		(hit,) = source.ask(path, "hotel", mode="vector").hits
		assert name in hit.text
		verify_build(path, kinds=source.kinds())
	remove_root(other.root)
	assert collections(original) == {named(mine)}
	assert found(original, mine) == ["hotel"]


@pytest.mark.parametrize("link", [False, True], ids=["copied", "hard links"])
def test_a_copy_leaves_the_original_alone(original: Source, link: bool) -> None:
	"""A copy answers, is updated, rebuilt and removed: of the original's collections none is changed or gone."""
	old, live = original.build(TEXTS).info.path, original.build(TEXTS).info.path
	before = collections(original)
	copy = copy_of(original, link)
	copied = copy.root / live.name
	assert found(copy, copied) == found(original, live) != []
	updated = copy.build({**TEXTS, "bicycle": "A bicycle is free."}, base=copied).info.path
	rebuilt = copy.build({"hotel": "No hotel any more."}).info.path
	assert collections(original) == before | {named(updated), named(rebuilt)}
	assert {each.note.collection: each.is_own for each in noted(copy.root)} == {
		named(old): False,
		named(live): False,
		named(updated): True,
		named(rebuilt): True,
	}
	remove_build(copied)
	remove_staging(copy.root)
	assert collections(original) >= before
	remove_root(copy.root)
	assert collections(original) == before
	assert len(found(original, live)) == len(TEXTS)
	verify_build(live, kinds=original.kinds())
	remove_root(original.root)
	assert collections(original) == set() and not original.root.exists()


def test_what_a_copy_could_not_drop_is_named_once(simple: Source, caplog: pytest.LogCaptureFixture) -> None:
	"""The log names each collection that stays when its build goes, and not again with every job."""
	live = simple.build(TEXTS).info.path
	copy = copy_of(simple)
	with caplog.at_level(logging.WARNING):
		remove_build(copy.root / live.name)
	assert caplog.text.count(named(live)) == 1
	assert [path.name for path in (copy.root / f".staging-removed-{live.name}").iterdir()] == [NOTE]
	caplog.clear()
	with caplog.at_level(logging.WARNING):
		assert remove_staging(copy.root) == []
	assert caplog.text == ""


def test_a_collection_is_not_forgotten_while_its_store_is_away(simple: Source) -> None:
	"""After builds were taken away for good: what the store has of them is named as left, and deleted when it answers; of a copy it stays."""
	old, live = (simple.build(TEXTS).info.path for _ in range(2))
	copy = copy_of(simple)
	gone = named(old)
	MemoryStore.away = True
	remove_build(old)
	remove_leftovers(simple.root)
	assert clear_served(simple.root) == [Served("MemoryStore", gone, is_own=True)]
	MemoryStore.away = False
	assert set(served_of(simple.root)) == {gone, named(live)} == collections(simple)
	remove_build(copy.root / live.name)
	assert clear_served(copy.root) == [Served("MemoryStore", named(live), is_own=False)]
	assert clear_served(simple.root) == []
	assert set(served_of(simple.root)) == {named(live)} == collections(simple)
	assert found(simple, live)


def test_a_folder_that_is_renamed_is_no_copy(simple: Source) -> None:
	"""A site under another name, or in another folder of the same disk, drops its collections as before."""
	live = simple.build(TEXTS).info.path
	moved = simple.root.parent.with_name("renamed")
	simple.root.parent.rename(moved)
	assert owns(moved / simple.root.name, Note.read(moved / simple.root.name / live.name).owner)  # type: ignore[union-attr]
	remove_root(moved / simple.root.name)
	assert MemoryStore.server == {}


def test_a_site_that_was_moved_claims_its_collections(simple: Source) -> None:
	"""On another disk, with the original gone: once claimed, what was noted is dropped, also what was given up before."""
	first, live = simple.build(TEXTS).info.path, simple.build(TEXTS).info.path
	moved = copy_of(simple)
	shutil.rmtree(simple.root)
	remove_build(moved.root / first.name)
	new = moved.build(TEXTS).info.path
	own = own_id(moved.root)
	claim(moved.root)
	assert own_id(moved.root) == own, "what it makes bears the same id as before"
	verify_build(moved.root / live.name, kinds=moved.kinds())
	assert set(MemoryStore.server) == {name for name in map(named, (moved.root / live.name, new))} | {
		named(moved.root / f".staging-removed-{first.name}")
	}
	remove_root(moved.root)
	assert MemoryStore.server == {} and not moved.root.exists()


def test_a_clone_gives_up_its_collections(simple: Source) -> None:
	"""Where nothing is different, as on the image of a disk, the collections stay once they are given up."""
	live = simple.build(TEXTS).info.path
	disown(simple.root)
	assert [each.is_own for each in noted(simple.root)] == [False]
	new = simple.build(TEXTS).info.path
	remove_root(simple.root)
	assert set(MemoryStore.server) == {
		json.loads(file.read_text())["collection"] for file in simple.root.glob(f"*/{NOTE}")
	}
	assert not any(new.name in entry.name for entry in simple.root.iterdir())
	assert any(live.name in entry.name for entry in simple.root.iterdir())


def test_notes_of_earlier_versions(simple: Source) -> None:
	"""A note without an owner may be an original's or a copy's: it keeps its collection until somebody claims it."""
	live = simple.build(TEXTS).info.path
	old = {key: value for key, value in json.loads((live / NOTE).read_text()).items() if key != "owner"}
	(live / NOTE).write_text(json.dumps(old))
	(live / "checksums").unlink()
	write_checksums(live)
	(simple.root / OWNER).unlink()
	assert found(simple, live)
	remove_build(live)
	assert len(MemoryStore.server) == 1
	claim(simple.root)
	remove_root(simple.root)
	assert MemoryStore.server == {}


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"ids": 1, "place": [1, 2]}', '{"ids": ["x"]}'])
def test_a_damaged_owner(simple: Source, damage: str) -> None:
	"""A file of ids that cannot be read owns nothing, and the next build makes another."""
	live = simple.build(TEXTS).info.path
	(simple.root / OWNER).write_text(damage)
	remove_build(live)
	assert len(MemoryStore.server) == 1
	new = simple.build(TEXTS).info.path
	remove_build(new)
	assert len(MemoryStore.server) == 1


def test_wrong_settings_do_not_wedge_a_source(simple: Source) -> None:
	"""What a refused build left behind neither stops the next one, with settings that were corrected, nor its removal."""
	wrong = StoreSettings("llama_index.nowhere.Store", {"index": "{collection}"})
	with pytest.raises(VectorStoreMissing, match="cannot be imported"):
		Source(simple.root, wrong, simple.embedder).build(TEXTS)
	remove_staging(simple.root)
	path = simple.build(TEXTS).info.path
	assert found(simple, path)
	remove_root(simple.root)
	assert MemoryStore.server == {} and list_builds(simple.root) == []


def test_a_store_that_is_away_is_asked_once(simple: Source, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Whoever removes many indexes waits for one time-out of a store, not for one of each collection."""
	for _ in range(3):
		simple.build(TEXTS)
	MemoryStore.away = True
	asked: list[object] = []
	client = MemoryStore.client.fget  # type: ignore[attr-defined]
	monkeypatch.setattr(
		MemoryStore, "client", property(lambda store: (asked.append(store), client(store))[1])
	)
	away: set[str] = set()
	remove_root(simple.root, away)
	assert away == {simple.store.key}
	assert len({id(store) for store in asked}) == 1
	assert len(noted(simple.root)) == 3 and all(each.is_own for each in noted(simple.root))
