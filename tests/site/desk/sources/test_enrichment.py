"""A source with an enrichment model, in the browser: its form, the price before a rebuild, and why a hit was found."""

import json

import pytest
from playwright.sync_api import expect

from tests.model_server import ModelServer, answer
from tests.site import browser
from tests.site.desk import forms
from tests.site.desk.sources.test_costs import ask_for_rebuild

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
LIVE_SETTINGS = """
live = frappe.db.get_value("Knowledge Source", source, "live_build")
result = frappe.db.get_value("Knowledge Build", live, "settings")
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


@pytest.fixture
def summarizer(python_on_site):
	"""A chat model on loopback that sums up whatever it gets as one about airships."""

	def summed_up(_body):
		return answer(json.dumps({"summary": EVIL}))

	with ModelServer() as server:
		server.rules.append(summed_up)
		yield python_on_site(MODEL, name="Summary Desk Model", api_base=server.api_base)


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
	expect(
		page.get_by_text("a line and some keywords about each passage, summaries of long documents").first
	).to_be_visible()
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


@pytest.mark.parametrize("width", [1400, 390])
def test_summaries(width, desk, manager, make_source, workers, summarizer, python_on_site, screenshots):
	"""The form says what the model writes, a rebuild what that costs; a hit that a summary led to says so, and shows the document's text."""
	text = "\n\n".join(
		f"Station {line} has a pump with {line * 7} litres, looked at in week {line}." for line in range(600)
	)
	name = make_source(f"Summed Up {width}", [{"title": "Stations", "text": text}])
	page = desk(manager)
	browser.resize(page, width, 900 if width > 1000 else 844)
	with workers(1):
		browser.open_form(page, "Knowledge Source", name)
		forms.wait_for_status(page, "Ready")
		forms.unfold(page, "section_index")
		forms.fill(page, "enrichment_model", summarizer)
		page.locator("[data-fieldname=enrichment_adds]:visible select").select_option(
			"Summaries of Long Documents"
		)
		page.evaluate("() => cur_frm.scroll_to_field('enrichment_adds', false)")
		page.wait_for_function(browser.STILL)
		page.screenshot(path=str(screenshots / f"summaries-form-{width}.png"))
		forms.save(page)
		ask_for_rebuild(page, width)
		told = forms.shown(page).locator(".huf-estimate")
		expect(told).to_contain_text(
			f"Summaries: {summarizer} is asked 4 times to sum up long documents, with about"
		)
		expect(told).not_to_contain_text("Enrichment:")
		forms.picture(page, screenshots, f"summaries-estimate-{width}")
		forms.shown(page).get_by_role("button", name="Yes").click()
		forms.until(lambda: "summary-" in (python_on_site(LIVE_SETTINGS, source=name) or ""))
	if width < 1000:
		return  # hits on a phone: see the tests of Test Search
	browser.open_form(page, "Knowledge Source", name)
	forms.knowledge(page, "Test Search")
	dialog = forms.search(page, "zeppelin")
	hit = dialog.locator(".huf-hit").first
	expect(hit).to_contain_text("By Summary")
	expect(hit.locator(".huf-passage")).to_contain_text("Station")
	expect(hit.locator(".huf-passage")).not_to_contain_text("Zeppelin")
	why = hit.locator(".huf-why")
	why.locator("summary").click()
	expect(why.locator(".huf-why-summary")).to_contain_text("Found by a model's summary of Stations")
	assert page.evaluate("window.hacked") is None
	forms.picture(page, screenshots, f"summaries-why-{width}")
