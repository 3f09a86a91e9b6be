"""Ask this Record in the browser: on forms that knowledge has something of, and nowhere else."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.site import browser
from tests.site.desk import forms

MAKE_NOTE = """
doc = frappe.get_doc({"doctype": "Note", "title": title, "public": 1, "content": content}).insert()
doc.add_comment("Comment", "<p>Ask Bob about the otter.</p>")
file = frappe.get_doc({"doctype": "File", "file_name": "otter plan.txt", "is_private": 1, "content": "The otter has a plan for the canteen.",
	"attached_to_doctype": "Note", "attached_to_name": doc.name}).insert()
other = frappe.get_doc({"doctype": "Note", "title": title + " other", "public": 1, "content": "<p>The otter of the other note.</p>"}).insert()
source = frappe.get_doc({"doctype": "Knowledge Source", "source_name": "Notes " + frappe.generate_hash(length=6),
	"selectors": [{"selector_type": "DocType", "document_type": "Note", "include_comments": 1}]}).insert()
result = [doc.name, source.name]
"""
CHANGE = "frappe.get_doc('Note', name).update({'content': '<p>Now without it.</p>'}).save()"
EVIL = "<img src=x onerror='window.hacked=1'>"
NOTE = f"<p>The otter eats soup. {EVIL.replace('<', '&lt;')}</p>"


@pytest.fixture
def note(python_on_site: Any, free_name: Any) -> tuple[str, str]:
	"""A note with a comment and a file, in a source that selects notes: name of the note, and of the source."""
	return tuple(python_on_site(MAKE_NOTE, title=f"Otter {EVIL}", content=NOTE))


def _ask(page: Page, query: str) -> Any:
	page.get_by_role("button", name="Ask this Record").first.click()
	dialog = page.locator(".huf-test-search.show")
	field = dialog.locator("input[data-fieldname=query]")
	field.fill(query)
	with page.expect_response(lambda answer: "ask_record" in answer.url):
		field.press("Enter")
	dialog.locator(".huf-hit, .huf-nothing-found, .huf-skipped").first.wait_for()
	return dialog


def test_ask_a_note(desk, note, workers, python_on_site, screenshots):
	"""The record, its comment and its file are found as text with their places; a change shows at once."""
	name, source = note
	page = desk("Administrator")
	with workers(1):
		browser.open_form(page, "Knowledge Source", source)
		forms.wait_for_status(page, "Ready")
		browser.open_form(page, "Note", name)
		dialog = _ask(page, "otter")
		found = dialog.locator(".huf-hit")
		expect(found.filter(has_text="The otter eats soup.")).to_have_count(1)
		expect(found.filter(has_text="Ask Bob about the otter.")).to_contain_text("Comment, ")
		expect(found.filter(has_text="The otter has a plan")).to_contain_text("otter plan")
		expect(dialog).not_to_contain_text("other note")
		expect(found.filter(has_text="The otter eats soup.")).to_contain_text("onerror")
		expect(dialog.locator("img")).to_have_count(0)
		assert page.evaluate("window.hacked") is None
		forms.picture(page, screenshots, "ask-record")
	python_on_site(CHANGE, name=name)
	browser.open_form(page, "Note", name)
	dialog = _ask(page, "otter soup")
	stale = dialog.locator(".huf-hit").filter(has_text="The otter eats soup.")
	expect(stale).to_contain_text("Changed Since")
	forms.picture(page, screenshots, "ask-record-stale")


def test_a_note_is_answered_about(desk, note, chat_model, workers, screenshots):
	"""Where a model is connected its answer stands above the passages, with the place it rests on."""
	name, source = note
	page = desk("Administrator")
	with workers(1):
		browser.open_form(page, "Knowledge Source", source)
		forms.wait_for_status(page, "Ready")
	browser.open_form(page, "Note", name)
	dialog = _ask(page, "What does the otter eat?")
	answered = dialog.locator(".huf-record-answer")
	expect(answered.locator(".huf-answer")).to_contain_text("this is the answer")
	expect(answered.locator(".huf-cited .huf-source").first).to_contain_text("Otter")
	expect(dialog.locator(".huf-hit").first).to_be_visible()
	expect(dialog.locator("img")).to_have_count(0)
	forms.picture(page, screenshots, "ask-record-answer")
	browser.resize(page, 390, 844)
	forms.picture(page, screenshots, "ask-record-answer-narrow")


def test_no_button_elsewhere(desk, note):
	"""A form of a DocType that no source has anything of does not have the button."""
	page = desk("Administrator")
	browser.open_form(page, "Role", "Guest")
	expect(page.get_by_role("button", name="Ask this Record")).to_have_count(0)
	browser.open_form(page, "Note", note[0])
	expect(page.get_by_role("button", name="Ask this Record").first).to_be_visible()
