"""URL inputs in a job: fetched, hashed by their bytes, tried again, and refused when the address is private."""

import frappe
import pytest

from huf.ai.knowledge.fetch.version import Answer, PageVersion
from huf.engine.content import Content
from huf.engine.errors import FetchFailed
from huf.huf.doctype.knowledge_input.knowledge_input import reprocess_input
from tests.site.stress.harness import MARK, Site, text


@pytest.fixture
def pages(monkeypatch):
	"""What each address answers: a text, or an error."""
	answers = {}

	def fetch(url: str, known: PageVersion | None = None) -> Answer:
		answer = answers[url]
		if isinstance(answer, Exception):
			raise answer
		return Answer(Content.from_text(answer, "page.txt"), PageVersion(url))

	monkeypatch.setattr("huf.ai.knowledge.contents.web_pages.fetch_url", fetch)
	return answers


def add(site: Site, source: str, url: str) -> str:
	doc = frappe.get_doc(
		{"doctype": "Knowledge Input", "knowledge_source": source, "input_type": "URL", "url": url}
	).insert()
	frappe.db.commit()
	return doc.name


def test_page_that_fails_for_a_while(site: Site, pages):
	"""A page that does not answer keeps what was indexed of it, is tried again by the watchdog, and is then new."""
	source = site.source()
	url = "https://example.com/a"
	pages[url] = text(1)
	name = add(site, source.name, url)
	site.index_here(source.artifact_id)
	row = frappe.db.get_value("Knowledge Input", name, ["status", "source_hash", "indexed_hash"])
	assert row == ("Indexed", Content.from_text(text(1)).sha256(), Content.from_text(text(1)).sha256())
	pages[url] = FetchFailed("The server answered 503.")
	reprocess_input(name)
	frappe.db.commit()
	site.index_here(source.artifact_id)
	row = frappe.db.get_value("Knowledge Input", name, ["status", "error_message", "retries"])
	assert row == ("Error", "The server answered 503.", 1)
	assert frappe.db.get_value("Knowledge Input", name, "retry_at")
	assert site.found(MARK, source.name) == {name}
	pages[url] = text(2)
	frappe.db.set_value("Knowledge Input", name, "retry_at", "2020-01-01", update_modified=False)
	frappe.db.commit()
	site.watchdog()
	site.index_here(source.artifact_id)
	assert frappe.db.get_value("Knowledge Input", name, ["status", "retries"]) == ("Indexed", 0)
	assert site.found("token2v0", source.name) == {name}
	assert site.search("token1v0", source.name)["hits"] == [] or "token1v0" not in str(
		site.search("token1v0", source.name)["hits"]
	)


def test_same_page_under_two_addresses(site: Site, pages):
	"""Two addresses with the same bytes are both indexed and settle."""
	source = site.source()
	names = set()
	for url in ("https://example.com/a", "https://example.com/b"):
		pages[url] = text(3)
		names.add(add(site, source.name, url))
	site.index_here(source.artifact_id)
	assert site.statuses(source.name) == {"Indexed": 2}
	assert site.found(MARK, source.name) == names
	site.add_text(source.name, text(4))
	site.index_here(source.artifact_id)
	assert site.builds(source.name)[-1].wanted == 1, "pages are fetched again by every job"
	assert site.row(source.artifact_id).status == "Ready"


def test_private_address(site: Site):
	"""An address on this machine is refused by name, for good."""
	source = site.source()
	name = add(site, source.name, "http://127.0.0.1:1/secret")
	site.index_here(source.artifact_id)
	status, retry_at = frappe.db.get_value("Knowledge Input", name, ["status", "retry_at"])
	assert (status, retry_at) == ("Error", None)
	assert site.row(source.artifact_id).status == "Error"
