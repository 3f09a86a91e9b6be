"""The section Ranking and the fold-out Why, with a re-ranking model that is spoken to over HTTP."""

import re

import pytest
from playwright.sync_api import expect

from tests.model_server import ModelServer, Reply, ranking
from tests.site import browser
from tests.site.desk import forms

EVIL = "<img/src=x/onerror='window.hacked=1'>otter1"
TEXTS = [
	{"title": "Menu", "text": "Otter soup is served on Mondays."},
	{"title": "Copy of the Menu", "text": "Otter soup is  served on Mondays."},
	{"title": "Zoo", "text": "The otter is fed on Mondays, and otter food is kept cold."},
	{"title": "Soup", "text": f"Soup {EVIL} is served hot."},
]
MODEL = """
frappe.db.set_single_value("Agent Settings", "local_model_servers", "127.0.0.1")
frappe.clear_document_cache("Agent Settings", "Agent Settings")
if not frappe.db.exists("AI Provider", "Loopback Ranker"):
	frappe.get_doc({"doctype": "AI Provider", "provider_name": "Loopback Ranker",
		"vendor": "infinity", "api_key": "none"}).insert()
provider = frappe.get_doc("AI Provider", "Loopback Ranker")
provider.api_base = api_base
provider.save()
if not frappe.db.exists("AI Model", "Loopback Rank"):
	frappe.get_doc({"doctype": "AI Model", "model_name": "Loopback Rank", "provider": "Loopback Ranker",
		"litellm_model": "loopback", "kind": "rerank"}).insert()
"""


@pytest.fixture
def ranker(python_on_site):
	"""A re-ranker on loopback, as the AI Model “Loopback Rank”."""
	with ModelServer(auto=True) as server:
		python_on_site(MODEL, api_base=server.api_base)
		yield server


def test_why_is_shown_and_a_slow_model_is_left_behind(
	desk, manager, make_source, workers, python_on_site, ranker, screenshots
):
	"""The model's order is shown with its reasons, hostile words stay words, and too slow an answer changes nothing."""
	name = make_source(
		"Otters", TEXTS, rerank_model="Loopback Rank", rerank_timeout=30, collapse_equal_texts=1
	)
	page = desk(manager)
	with workers(1):
		browser.open_form(page, "Knowledge Source", name)
		forms.wait_for_status(page, "Ready")
	forms.knowledge(page, "Test Search")
	ranker.script.append(ranking([0.2, 0.9, 0.1]))
	dialog = forms.search(page, "when is otter soup served")
	dialog.locator(".huf-why summary").first.click()
	answers = dialog.locator(".huf-why tr").filter(has_text="Answers").first
	expect(answers).to_contain_text(re.compile(r"\d+ % of the question"))
	forms.picture(page, screenshots, "why")
	ranker.requests.clear()
	ranker.script.append(ranking([0.1, 0.2, 0.9]))
	dialog = forms.search(page, f"when is otter soup served {EVIL}")
	assert [request.path for request in ranker.requests] == ["/v1/rerank"]
	assert len(ranker.bodies[0]["documents"]) == 3
	expect(dialog.locator(".huf-hit")).to_have_count(3)
	expect(dialog.locator(".huf-why-search")).to_contain_text("not counted: when, is")
	expect(dialog.locator(".huf-why-search")).to_contain_text("1 left out by “Equal texts together”")
	for fold in dialog.locator(".huf-why summary").all():
		fold.click()
	first = dialog.locator(".huf-hit").first
	expect(first.locator(".huf-why-way")).to_contain_text("Re-ranked: place 1 (0.9)")
	expect(first.locator(".huf-why")).to_contain_text("of the question")
	expect(dialog.locator(".huf-why").filter(has_text="The same text in")).to_have_count(1)
	expect(dialog.locator(".huf-why").first).to_contain_text("onerror")
	assert page.evaluate("window.hacked") is None and dialog.locator("img").count() == 0
	forms.picture(page, screenshots, "hostile-why")

	python_on_site(
		"frappe.db.set_value('Knowledge Source', name, 'rerank_timeout', 1); frappe.db.commit()", name=name
	)
	ranker.script.append(Reply(ranking([0.1, 0.2, 0.9]).body, delay_s=5))
	dialog = forms.search(page, "otter soup")
	expect(dialog.locator(".huf-note")).to_contain_text("did not answer within 1 s.")
	expect(dialog.locator(".huf-hit")).to_have_count(3)
	expect(dialog.locator(".huf-why-way").filter(has_text="Re-ranked")).to_have_count(0)
