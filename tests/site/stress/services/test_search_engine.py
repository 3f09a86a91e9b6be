"""Whole indexes of a site in a search engine: chosen by the bench, searched with the same rights, gone with the source."""

from collections.abc import Iterator
from typing import Any

import frappe
import pytest

pytest.importorskip("qdrant_client", reason="needs the extra qdrant")

from huf.ai.knowledge.backends.kinds import kind_labels
from huf.ai.knowledge.indexing.state import retries
from huf.ai.site import artifacts
from huf.engine.backends.search_engine.builds.connecting import open_place
from huf.engine.backends.search_engine.builds.numbering import Collections
from huf.engine.backends.search_engine.contract import errors as engine_errors
from huf.engine.backends.search_engine.contract.engine import EVERYWHERE
from huf.engine.backends.search_engine.qdrant import QdrantEngine, close_clients
from huf.engine.errors import SearchEngineFailed
from tests.site.stress.harness import Site
from tests.site.stress.services.test_embedding import TEXTS, build_rows, first_text

ENGINE = {"path": "qdrant", "settings": {"location": ":memory:", "api_key": "a-secret-key-of-ours"}}


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
	"""An empty engine that the site's configuration names."""
	monkeypatch.setitem(frappe.conf, "huf_search_engine", ENGINE)
	engine_errors._resting.clear()
	yield
	close_clients()


def source_in_engine(site: Site, **values: Any) -> Any:
	"""A source of the kind search_engine with three texts, not indexed yet."""
	source = site.source(knowledge_type="search_engine", **values)
	for text in TEXTS.values():
		site.add_text(source.name, text, commit=False)
	frappe.db.commit()
	return source


def rows_of(source: Any) -> int:
	"""How many passages the engine has of it."""
	places = Collections.read(artifacts.source_folder(source.artifact_id)).places.values()
	return sum(open_place(place).count(EVERYWHERE) for place, _ in places)


def test_a_site_without_an_engine(site: Site) -> None:
	"""The kind is refused with the sentence that says what to enter where, and it has a name in the desk."""
	with pytest.raises(frappe.ValidationError, match=r"site_config\.json"):
		site.source(knowledge_type="search_engine")
	frappe.db.rollback()
	assert kind_labels()["search_engine"] == "All in an Engine of Ours"


@pytest.mark.parametrize(
	"entry",
	["qdrant", {"settings": {}}, {"path": "no path", "settings": {}}, {"path": "qdrant", "settings": 3}],
)
def test_an_entry_that_is_none(site: Site, monkeypatch: pytest.MonkeyPatch, entry: object) -> None:
	"""What stands in site_config.json and is no engine is refused by name."""
	monkeypatch.setitem(frappe.conf, "huf_search_engine", entry)
	with pytest.raises(frappe.ValidationError, match="huf_search_engine"):
		site.source(knowledge_type="search_engine")
	frappe.db.rollback()


def test_a_source_in_an_engine(site: Site, engine: None) -> None:
	"""Indexed, found by meaning, patched when an input is deleted, and gone from the engine with the source."""
	source = source_in_engine(site)
	site.index_here(source.artifact_id)
	row = site.row(source.artifact_id)
	assert (row.status, row.embedding_dimensions, row.total_chunks) == ("Ready", 256, 3)
	result = site.search("accommodation while travelling", source.name)
	assert first_text(result) == TEXTS["hotel"] and (result["mode"], result["notes"]) == ("hybrid", [])
	(gone,) = frappe.get_all(
		"Knowledge Input", {"knowledge_source": source.name, "text": TEXTS["hotel"]}, pluck="name"
	)
	frappe.delete_doc("Knowledge Input", gone)
	frappe.db.commit()
	assert TEXTS["hotel"] not in {hit["text"] for hit in site.search("hotel", source.name)["hits"]}
	site.index_here(source.artifact_id)
	assert rows_of(source) == 3, "the build before is kept, and no row is there twice"
	places = [
		place for place, _ in Collections.read(artifacts.source_folder(source.artifact_id)).places.values()
	]
	frappe.delete_doc("Knowledge Source", source.name)
	frappe.db.commit()
	for place in places:
		with pytest.raises(SearchEngineFailed):
			open_place(place).count(EVERYWHERE)


def test_rights_and_filters_in_an_engine(site: Site, engine: None) -> None:
	"""Nothing of another's source is found, and a filter leaves out what it names."""
	source = source_in_engine(site, scope="User")
	site.index_here(source.artifact_id)
	(train,) = frappe.get_all(
		"Knowledge Input", {"knowledge_source": source.name, "text": TEXTS["train"]}, pluck="name"
	)
	found = site.search("journey", source.name, mode="vector", filters={"inputs": [train]})
	assert [hit["text"] for hit in found["hits"]] == [TEXTS["train"]]
	frappe.set_user("Guest")
	try:
		(skip,) = site.search("hotel", source.name)["skipped"]
		assert skip["code"] == "Not Available"
	finally:
		frappe.set_user("Administrator")


def test_an_engine_that_goes_away(site: Site, engine: None, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A search says so and shows no secret; a build fails with a code that is tried again, and then succeeds."""
	source = source_in_engine(site)
	site.index_here(source.artifact_id)

	def away(engine: QdrantEngine) -> None:
		raise ConnectionError("api-key: a-secret-key-of-ours was refused")

	with monkeypatch.context() as patch:
		patch.setattr(QdrantEngine, "_client", away)
		(skip,) = site.search("hotel", source.name)["skipped"]
		assert "does not answer" in skip["reason"] and "refused" not in skip["reason"]
		site.add_text(source.name, "A bicycle is free of charge.")
		with pytest.raises(SearchEngineFailed):
			site.index_here(source.artifact_id)
		failed = build_rows(source.name)[-1]
		assert (failed.state, failed.error_code) == ("Failed", "Search Engine Failed")
		assert "a-secret-key" not in failed.error_message
		assert failed.error_code in retries.PASSING
	engine_errors._resting.clear()
	site.index_here(source.artifact_id)
	assert site.row(source.artifact_id).status == "Ready"
	assert first_text(site.search("cycling", source.name, mode="vector")) == "A bicycle is free of charge."
	assert rows_of(source) == 4, "of the build that failed nothing is left"
