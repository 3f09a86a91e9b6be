"""A hit of a PDF in the browser: from Knowledge Search to its page with the passage marked, and on to the next."""

import re
import secrets
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms
from tests.site.desk.search.test_knowledge_search import STATUS

ADD = """
from pathlib import Path
data = Path(sample).read_bytes()
file = frappe.get_doc({"doctype": "File", "file_name": f"{word} #1.pdf", "is_private": 1, "content": data}).insert()
frappe.get_doc({"doctype": "Knowledge Input", "knowledge_source": source, "input_type": "File", "file": file.file_url}).insert()
result = file.file_url
"""
THEME = (
	'frappe.db.set_value("User", who, "desk_theme", theme); frappe.clear_cache(user=who); frappe.db.commit()'
)


pytestmark = pytest.mark.usefixtures("other_sources_off")


def test_from_a_hit_to_its_marks(desk, manager, make_source, workers, python_on_site, screenshots):
	"""The link opens a picture of the page with the words marked, which fits a phone and both themes; no other page has marks."""
	word = "bettong" + "".join(secrets.choice("bdfgklmnprst") for _letter in range(8))
	source = make_source(f"Pages {word}", [])
	url = python_on_site(ADD, source=source, word=word, sample=str(forms.HANDBOOK / "employee-handbook.pdf"))
	with workers(1):
		forms.until(lambda: python_on_site(STATUS, name=source) == "Ready")
	page = desk(manager)
	page.goto(f"/app/knowledge-search?q={quote('annual leave carried over')}", timeout=browser.SLOW_MS)
	title = page.locator("a.huf-hit-title").first
	expect(title).to_have_attribute(
		"href", re.compile(r"^/api/method/huf\.page\?passage=\w+%23\d+&page=\d+#passage$")
	)
	with page.expect_popup() as opened:
		title.click()
	shown = opened.value
	marks = shown.locator(".mark")
	expect(marks.first).to_be_in_viewport()
	assert marks.count() > 2
	picture = shown.locator("img")
	expect(picture).to_have_attribute(
		"alt", re.compile(r"^Page \d+ of \d+: .*leave", re.DOTALL | re.IGNORECASE)
	)
	assert shown.evaluate("document.querySelector('img').naturalWidth") > 800
	box, mark = picture.bounding_box(), marks.first.bounding_box()
	assert box and mark and box["x"] <= mark["x"] and mark["x"] + mark["width"] <= box["x"] + box["width"] + 4
	assert shown.request.get(shown.url).headers["cache-control"] == "private, no-store"
	looked_at(shown, screenshots, "pdf-page")
	python_on_site(THEME, who=manager, theme="Dark")
	shown.reload()
	looked_at(shown, screenshots, "pdf-page-dark")
	python_on_site(THEME, who=manager, theme="Light")
	file = shown.get_by_role("link", name="Open File")
	expect(file).to_have_attribute("href", re.compile(re.escape(quote(url)) + r"#page=\d+$"))
	assert shown.request.get(file.get_attribute("href").partition("#")[0]).status == 200
	shown.set_viewport_size({"width": 1400, "height": 900})
	shown.locator("body").press("Tab")
	expect(shown.locator("nav a").first).to_be_focused()
	number = shown.locator("nav span").inner_text()
	shown.get_by_role("link", name="Next Page").press("Enter")
	expect(shown.locator("nav span")).not_to_have_text(number)
	expect(marks).to_have_count(0, timeout=5000)


def looked_at(shown: Any, screenshots: Any, name: str) -> None:
	"""Pictures of both widths; nothing is wider than the window."""
	for width, ending in ((1400, ""), (390, "-narrow")):
		shown.set_viewport_size({"width": width, "height": 900})
		assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
		shown.screenshot(path=str(screenshots / f"{name}{ending}.png"))
