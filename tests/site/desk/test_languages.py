"""The desk in other languages: huf's own texts are there, placeholders filled, and an Arabic desk reads from the right."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scripts import translations
from tests.site import browser
from tests.site.desk import forms

CHECKOUT = Path(__file__).resolve().parents[3]
SPEAKS = 'frappe.db.set_value("User", who, "language", language); frappe.clear_cache(user=who)'
BROKEN = """
file = frappe.get_doc({"doctype": "File", "file_name": "prices.json", "is_private": 1, "content": '{"price": '}).insert()
made = frappe.get_doc({"doctype": "Knowledge Input", "knowledge_source": source, "input_type": "File", "file": file.file_url})
result = made.insert().name
"""
BUILD = 'result = frappe.get_all("Knowledge Build", {"knowledge_source": source}, pluck="name", order_by="creation desc")[0]'
STORED = 'result = frappe.db.get_value("Knowledge Input", name, "error_message")'
PAGES = (
	"/app/knowledge",
	"/app/knowledge-search",
	"/app/knowledge-chat",
	"/app/knowledge-source/new",
	"/app/agent/new",
)
WIDER = "() => document.documentElement.scrollWidth - window.innerWidth"


def translated(language, text):
	"""What the catalogue of a language says for a text."""
	return translations.read(translations.LOCALE / f"{language}.po").get(text).string


def test_the_catalogues_have_every_text_of_the_code():
	"""Whoever writes a text runs `make translations`, and says it in the languages."""
	done = subprocess.run(
		[sys.executable, "-m", "scripts.translations", "--check"],
		cwd=CHECKOUT,
		capture_output=True,
		text=True,
		check=False,
	)
	assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def speaker(make_user, python_on_site):
	"""`speaker("de")`: a Knowledge Manager whose desk speaks that language."""

	def make(language):
		who = make_user(f"{language}@example.com", "Knowledge Manager")
		python_on_site(SPEAKS, who=who, language=language)
		return who

	return make


def test_the_desk_speaks_german(desk, speaker, screenshots):
	page = desk(speaker("de"), "/app/knowledge-search")
	expect(page.locator(".layout-main-section input").first).to_have_attribute(
		"placeholder", translated("de", "Search all knowledge that you may read"), timeout=browser.SLOW_MS
	)
	page.screenshot(path=str(screenshots / "knowledge-search-de.png"))
	browser.visit(page, "/app/knowledge-source/new")
	expect(page.locator(".frappe-control[data-fieldname=knowledge_type] .control-label")).to_have_text(
		translated("de", "Found By")
	)
	page.screenshot(path=str(screenshots / "knowledge-source-de.png"))


def test_an_arabic_desk_reads_from_the_right(desk, speaker, screenshots):
	page = desk(speaker("ar"))
	for path in PAGES:
		for width in (1400, 390):
			browser.resize(page, width, 900)
			browser.visit(page, path)
			assert page.evaluate("() => getComputedStyle(document.body).direction") == "rtl"
			assert page.evaluate(WIDER) <= 0, (path, width)
			page.screenshot(path=str(screenshots / f"arabic-{path.strip('/').replace('/', '-')}-{width}.png"))


def test_an_error_is_read_in_the_language_of_its_reader(
	desk, speaker, manager, make_source, python_on_site, workers, screenshots
):
	"""One broken file: its reason is stored in English, and read in German by one person and in English by another."""
	source = make_source("Prices", [{"text": "Prices are in euros.", "title": "Note"}])
	broken = python_on_site(BROKEN, user=manager, source=source)
	page = desk(manager)
	with workers(1):
		browser.open_form(page, "Knowledge Input", broken)
		forms.wait_for_status(page, "Error")
	english = "This is not valid JSON: Expecting value at line 1, column 11."
	assert python_on_site(STORED, name=broken) == english
	expect(forms.headline(page)).to_contain_text(english)
	text = translated("de", "This is not valid JSON: {msg} at line {lineno}, column {colno}.")
	german = text.format(msg="Expecting value", lineno=1, colno=11)
	assert german != english
	page = desk(speaker("de"))
	for size, width in (("wide", 1400), ("narrow", 390)):
		browser.resize(page, width, 900)
		browser.open_form(page, "Knowledge Input", broken)
		expect(forms.headline(page)).to_contain_text(german)
		forms.picture(page, screenshots, f"broken-input-de-{size}")
		browser.open_form(page, "Knowledge Source", source)
		expect(page.locator(".huf-failed:visible")).to_contain_text(german)
		forms.picture(page, screenshots, f"broken-source-de-{size}")
	build = python_on_site(BUILD, source=source)
	browser.resize(page, 1400, 900)
	browser.open_form(page, "Knowledge Build", build)
	row = page.locator("[data-fieldname=failures] .grid-row").filter(has_text="prices.json")
	expect(row).to_contain_text(german)
	expect(row).to_contain_text(translated("de", "Corrupt File"))
	forms.picture(page, screenshots, "broken-build-de")


def test_a_refusal_is_read_in_the_language_of_its_reader(client, speaker):
	"""What the engine does not accept of a form is said to whoever saves it, in their language."""
	answer = client(speaker("de")).post(
		"/api/resource/Knowledge Source",
		{"source_name": "Too small", "chunk_size": 1, "chunk_unit": "tokens"},
	)
	assert answer.status_code == 417
	text = translated("de", "Chunk size must be from {low} to {high} {unit}, not {size}.")
	assert text.partition("{")[0] in answer.json()["exception"]
