"""The desk in other languages: huf's own texts are there, placeholders filled, and an Arabic desk reads from the right."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scripts import translations
from tests.site import browser

CHECKOUT = Path(__file__).resolve().parents[3]
SPEAKS = 'frappe.db.set_value("User", who, "language", language); frappe.clear_cache(user=who)'
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
			page.set_viewport_size({"width": width, "height": 900})
			browser.visit(page, path)
			assert page.evaluate("() => getComputedStyle(document.body).direction") == "rtl"
			assert page.evaluate(WIDER) <= 0, (path, width)
			page.screenshot(path=str(screenshots / f"arabic-{path.strip('/').replace('/', '-')}-{width}.png"))
