"""Vectors of a site in a vector store: chosen by the bench, searched with the same rights, gone with the source."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import frappe
import pytest

from huf.ai.knowledge.indexing.state import retries
from huf.ai.site import artifacts
from huf.engine.errors import VectorStoreFailed, VectorStoreMissing
from huf.huf.doctype.knowledge_source.knowledge_source import rebuild_index
from tests.site.stress.harness import Site
from tests.site.stress.services.test_embedding import TEXTS, build_rows, first_text
from tests.stores.vector_stores import MEMORY, MemoryStore

STORE = {"path": MEMORY, "settings": {"index": "{collection}", "dimension": "{dimension}"}}


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[MemoryStore]]:
	"""An empty store that the site's configuration names."""
	MemoryStore.reset()
	monkeypatch.setitem(frappe.conf, "huf_vector_store", STORE)
	yield MemoryStore
	MemoryStore.reset()


def stored_source(site: Site, **values: Any) -> Any:
	"""A source of the kind vector_store with three texts, not indexed yet."""
	source = site.source(knowledge_type="vector_store", **values)
	for text in TEXTS.values():
		site.add_text(source.name, text, commit=False)
	frappe.db.commit()
	return source


def test_a_site_without_a_store(site: Site):
	"""The kind is refused with the sentence that says what to enter where; other kinds are not affected."""
	with pytest.raises(frappe.ValidationError, match=r"site_config\.json"):
		site.source(knowledge_type="vector_store")
	frappe.db.rollback()
	assert site.source(knowledge_type="sqlite_hybrid").name


def test_a_source_in_a_store(site: Site, store: type[MemoryStore]):
	"""Indexed, found by meaning, patched when an input is deleted, and gone from the store with the source."""
	source = stored_source(site)
	site.index_here(source.artifact_id)
	row = site.row(source.artifact_id)
	assert (row.status, row.embedding_dimensions) == ("Ready", 256)
	assert [name.startswith(f"huf_{source.artifact_id[:20]}_") for name in store.server] == [True]
	result = site.search("accommodation while travelling", source.name)
	assert first_text(result) == TEXTS["hotel"] and (result["mode"], result["notes"]) == ("hybrid", [])
	(gone,) = frappe.get_all(
		"Knowledge Input", {"knowledge_source": source.name, "text": TEXTS["hotel"]}, pluck="name"
	)
	frappe.delete_doc("Knowledge Input", gone)
	frappe.db.commit()
	assert TEXTS["hotel"] not in {
		hit["text"] for hit in site.search("hotel", source.name, mode="vector")["hits"]
	}
	site.index_here(source.artifact_id)
	assert sorted(map(len, store.server.values())) == [2, 3], "the build before is kept"
	frappe.delete_doc("Knowledge Source", source.name)
	frappe.db.commit()
	assert store.server == {}


def test_rights_and_filters_in_a_store(site: Site, store: type[MemoryStore]):
	"""Nothing of another's source is found by meaning, and a filter leaves out what it names."""
	source = stored_source(site, scope="User")
	site.index_here(source.artifact_id)
	(train,) = frappe.get_all(
		"Knowledge Input", {"knowledge_source": source.name, "text": TEXTS["train"]}, pluck="name"
	)
	found = site.search("journey", source.name, mode="vector", filters={"inputs": [train]})
	assert [hit["text"] for hit in found["hits"]] == [TEXTS["train"]]
	frappe.set_user("Guest")
	try:
		(skip,) = site.search("hotel", source.name, mode="vector")["skipped"]
		assert skip["code"] == "Not Available"
	finally:
		frappe.set_user("Administrator")


def test_a_store_that_goes_away(site: Site, store: type[MemoryStore]):
	"""Searches go on by words with a note; the build fails with a code that is tried again, and then succeeds."""
	source = stored_source(site)
	site.index_here(source.artifact_id)
	store.away = True
	result = site.search("hotel", source.name)
	assert first_text(result) == TEXTS["hotel"] and result["mode"] == "keyword"
	assert "did not answer" in result["notes"][0]
	site.add_text(source.name, "A bicycle is free of charge.")
	with pytest.raises(VectorStoreFailed):
		site.index_here(source.artifact_id)
	failed = build_rows(source.name)[-1]
	assert (failed.state, failed.error_code) == ("Failed", "Vector Store Failed")
	assert failed.error_code in retries.PASSING
	store.away = False
	site.index_here(source.artifact_id)
	assert site.row(source.artifact_id).status == "Ready"
	assert first_text(site.search("cycling", source.name, mode="vector")) == "A bicycle is free of charge."
	assert len(store.server) == 2, "of the build that failed nothing is left"


def test_a_store_that_is_taken_out(site: Site, store: type[MemoryStore], monkeypatch: pytest.MonkeyPatch):
	"""Without the entry the live build answers from its own store; a rebuild says what is missing, once."""
	source = stored_source(site)
	site.index_here(source.artifact_id)
	monkeypatch.delitem(frappe.conf, "huf_vector_store")
	assert first_text(site.search("accommodation", source.name, mode="vector")) == TEXTS["hotel"]
	doc = frappe.get_doc("Knowledge Source", source.name)
	doc.description = "still to be saved"
	doc.save()
	rebuild_index(source.name)
	frappe.db.commit()
	with pytest.raises(VectorStoreMissing):
		site.index_here(source.artifact_id, rebuild=True)
	failed = build_rows(source.name)[-1]
	assert (failed.state, failed.error_code) == ("Failed", "Vector Store Missing")
	assert failed.error_code in retries.REFUSED
	assert "site_config.json" in failed.error_message
	assert first_text(site.search("accommodation", source.name, mode="vector")) == TEXTS["hotel"]


def test_a_copied_site(site: Site, store: type[MemoryStore], tmp_path: Path):
	"""With the original's database and files it searches, updates, rebuilds and deletes, and drops only what it made itself."""
	source = stored_source(site)
	site.index_here(source.artifact_id)
	folder = artifacts.source_folder(source.artifact_id)
	originals = dict(store.server)
	# What a copy has instead of the folder: all of its files, which are others on the disk.
	folder.rename(tmp_path / "original")
	shutil.copytree(tmp_path / "original", folder)
	assert first_text(site.search("accommodation", source.name, mode="vector")) == TEXTS["hotel"]
	for number in range(5):
		site.add_text(source.name, f"A bicycle of the colour {number} is free of charge.")
		site.index_here(source.artifact_id, rebuild=number == 2)
	assert site.row(source.artifact_id).status == "Ready"
	assert len(store.server) == 1 + 3, "three builds are kept, and the original's stays"
	frappe.delete_doc("Knowledge Source", source.name)
	frappe.db.commit()
	assert store.server == originals


def test_what_uninstalling_leaves_in_stores(
	site: Site, store: type[MemoryStore], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
	"""What this site made goes; what another did stays, as does what cannot be reached, each named with why."""
	monkeypatch.setattr(artifacts, "knowledge_root", lambda: tmp_path / "knowledge")
	own, copied = stored_source(site), stored_source(site)
	for source in (own, copied):
		site.index_here(source.artifact_id)
	folder = artifacts.source_folder(copied.artifact_id)
	folder.rename(tmp_path / "original")
	shutil.copytree(tmp_path / "original", folder)
	(others,) = (name for name in store.server if name.startswith(f"huf_{copied.artifact_id[:20]}_"))
	assert artifacts.remove_everything() == [f"{others} in {MEMORY}: this site did not make it"]
	assert set(store.server) == {others}
	assert not artifacts.knowledge_root().exists()
	# Once more, with a store that does not answer.
	site.add_text(own.name, "A bicycle is free of charge.")
	site.index_here(own.artifact_id)
	(mine,) = set(store.server) - {others}
	store.away = True
	assert artifacts.remove_everything() == [f"{mine} in {MEMORY}: its store cannot be reached"]
	assert not artifacts.knowledge_root().exists()
