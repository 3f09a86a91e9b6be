"""A source with an enrichment model, in the browser: its form, the price before a rebuild, and why a hit was found."""

import json

import pytest
from playwright.sync_api import expect

from tests.model_server import ModelServer, answer
from tests.site import browser
from tests.site.desk import forms
from tests.site.desk.test_costs import ask_for_rebuild

TEXTS = [
	{"title": f"Hoist {number}", "text": f"The hoist {number} is looked at every March."}
	for number in range(3)
]
MODEL = """
frappe.db.set_single_value("Agent Settings", "local_model_servers", "127.0.0.1")
frappe.clear_document_cache("Agent Settings", "Agent Settings")
if not frappe.db.exists("AI Provider", name):
	frappe.get_doc({"doctype": "AI Provider", "provider_name": name, "vendor": "openai", "api_key": "none"}).insert()
provider = frappe.get_doc("AI Provider", name)
provider.api_base = api_base
provider.save()
if not frappe.db.exists("AI Model", name):
	frappe.get_doc({"doctype": "AI Model", "model_name": name, "provider": name, "litellm_model": "loopback",
		"kind": "chat", "input_price": 1, "output_price": 2}).insert()
frappe.db.set_value("AI Model", name, "creation", "2100-01-01")  # not the first one, which would answer everybody
result = name
"""
EVIL = "Zeppelin maintenance <img src=x onerror='window.hacked=1'>"


@pytest.fixture
def model(python_on_site):
	"""A chat model on loopback that writes the same line about each passage."""

	def described(_body):
		return answer(json.dumps({"header": EVIL, "keywords": ["winch", "crane check"]}))

	with ModelServer() as server:
		server.rules.append(described)
		yield python_on_site(MODEL, name="Enrichment Desk Model", api_base=server.api_base)


@pytest.mark.parametrize("width", [1400, 390])
def test_the_price_comes_first(width, desk, manager, make_source, workers, model, screenshots):
	"""The field says what it does, and a rebuild how many passages the model is asked about, its price, and what caps leave."""
	name = make_source(f"Enriched Cranes {width}", TEXTS, monthly_cost_cap=0.00001)
	page = desk(manager)
	browser.resize(page, width, 900 if width > 1000 else 844)
	browser.open_form(page, "Knowledge Source", name)
	with workers(1):
		forms.wait_for_status(page, "Ready")
	forms.unfold(page, "section_index")
	forms.fill(page, "enrichment_model", model)
	expect(page.get_by_text("writes a line and some keywords about each passage").first).to_be_visible()
	page.evaluate("() => cur_frm.scroll_to_field('enrichment_model', false)")
	page.wait_for_function(browser.STILL)
	page.screenshot(path=str(screenshots / f"enrichment-form-{width}.png"))
	forms.save(page)
	ask_for_rebuild(page, width)
	told = forms.shown(page).locator(".huf-estimate")
	expect(told).to_contain_text(f"Enrichment: {model} is asked about 3 passages, with about")
	expect(told).to_contain_text("From there on passages are indexed without enrichment")
	forms.picture(page, screenshots, f"enrichment-estimate-{width}")
	forms.shown(page).get_by_role("button", name="No").click()


def test_why_and_a_cap(desk, manager, make_source, workers, model, python_on_site, screenshots):
	"""At the cap the headline says how many passages lack something; once it is raised the hit is found by the model's words."""
	name = make_source("Enriched Hoists", TEXTS, enrichment_model=model, monthly_cost_cap=0.00001)
	page = desk(manager)
	with workers(1):
		browser.open_form(page, "Knowledge Source", name)
		forms.wait_for_status(page, "Ready")
		expect(page.locator(".page-container:visible .form-message")).to_contain_text(
			"Passages and summaries that lack what the enrichment model adds: 3."
		)
		forms.picture(page, screenshots, "enrichment-capped")
		python_on_site(
			"""
frappe.db.set_value("Knowledge Source", source, {"monthly_cost_cap": 0, "enrichment_retry_at": "2020-01-01"})
frappe.db.commit()
from huf.ai.knowledge.indexing.texts.enriching import ask_for_missing
ask_for_missing()
""",
			source=name,
		)
		forms.until(
			lambda: python_on_site(
				"result = not frappe.db.exists('Knowledge Input', {'knowledge_source': source, 'unenriched_passages': ('>', 0)})",
				source=name,
			)
		)
	browser.open_form(page, "Knowledge Source", name)
	forms.knowledge(page, "Test Search")
	dialog = forms.search(page, "zeppelin")
	why = dialog.locator(".huf-why").first
	why.locator("summary").click()
	expect(why.locator(".huf-why-enrichment")).to_contain_text("Zeppelin maintenance · winch, crane check")
	expect(why).not_to_contain_text("NaN")
	assert page.evaluate("window.hacked") is None
	forms.picture(page, screenshots, "enrichment-why")
