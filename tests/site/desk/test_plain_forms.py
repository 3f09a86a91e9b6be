"""Forms begin with what people do; settings are folded, and prose is written in a plain field."""

import re

import pytest
from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

EVIL = '# Tone\n\n  Say “if a < b && c” as it is.\n<img src=x onerror="window.hurt = 1"><b>Be brief.</b>'
SIZES = {"wide": (1400, 900), "narrow": (390, 844)}
TEXT_OF_INPUT = "result = frappe.db.get_value('Knowledge Input', name, 'text')"
MAKE_AGENT = """
result = frappe.get_doc({"doctype": "Agent", "agent_name": name, "model": model, "instructions": "Answer."}).insert().name
"""


@pytest.mark.parametrize("size", SIZES)
def test_a_source_begins_with_what_people_do(size, desk, manager, make_source, workers, screenshots):
	"""Searching and adding stand at the head, on a phone too; how the index is made and its numbers are folded."""
	name = make_source("Front Office", [{"text": "The front office opens at eight."}])
	page = desk(manager)
	width, height = SIZES[size]
	browser.resize(page, width, height)
	with workers(1):
		browser.open_form(page, "Knowledge Source", name)
		forms.wait_for_status(page, "Ready")
	shown = page.locator(".page-container:visible")
	actions = shown.locator(".huf-actions button")
	expect(actions).to_have_text(["Search", "Add Files", "Add Text", "Add URL"])
	assert (
		actions.first.bounding_box()["y"]
		< shown.locator("[data-fieldname=section_access]").bounding_box()["y"]
	)
	for section, field in (("section_index", "chunk_size"), ("section_numbers", "total_chunks")):
		expect(shown.locator(f".frappe-control[data-fieldname={field}]")).to_be_hidden()
		if size == "wide":
			forms.unfold(page, section)
			expect(shown.locator(f".frappe-control[data-fieldname={field}]")).to_be_visible()
	if size == "wide":
		size_of_index = shown.locator(".frappe-control[data-fieldname=index_size_bytes] .control-value")
		expect(size_of_index).to_have_text(re.compile(r"^\d[\d.]* KB$"))
		indexed = shown.locator(".frappe-control[data-fieldname=last_indexed_at] .control-value")
		expect(indexed).to_have_text(re.compile("^(just now|.* ago)$"))
		expect(indexed.locator("span")).to_have_attribute("title", re.compile(r"\d\d:\d\d"))
		sizes = [0, 1023, 1024, 2_202_010, 1_048_575, 5_000_000_000]
		assert page.evaluate("sizes => sizes.map(huf.desk.size)", sizes) == [
			"0 B",
			"1,023 B",
			"1.0 KB",
			"2.1 MB",
			"1.0 MB",
			"4.7 GB",
		]
		assert page.evaluate("huf.desk.count(1234)") == "1,234"
	forms.picture(page, screenshots, f"source-head-{size}")
	actions.first.click()
	expect(forms.search(page, "front office").locator(".huf-hit")).to_have_count(1)


@pytest.mark.parametrize("size", SIZES)
def test_emptying_a_source(size, desk, manager, make_source, workers, screenshots):
	"""The question names what goes and what it does; it fits a phone, and only its red button deletes."""
	name = make_source("Old Notes", [{"text": "One note."}, {"text": "Another note."}])
	page = desk(manager)
	with workers(1):
		browser.open_form(page, "Knowledge Source", name)
		forms.wait_for_status(page, "Ready")
		width, height = SIZES[size]
		for answer in ("Cancel", "Delete"):
			page.set_viewport_size({"width": 1400, "height": 900})
			forms.knowledge(page, "Clear")
			dialog = page.locator(".modal.show")
			expect(dialog.locator(".modal-title")).to_have_text("Clear")
			expect(dialog).to_contain_text(f"Delete all that was added to {name}: 2 texts?")
			page.set_viewport_size({"width": width, "height": height})
			forms.picture(page, screenshots, f"source-clear-{size}")
			button = dialog.get_by_role("button", name=answer)
			box = button.bounding_box()
			assert box and box["x"] >= 0 and box["x"] + box["width"] <= width
			button.click()
			expect(dialog).to_have_count(0)
			if answer == "Cancel":
				page.set_viewport_size({"width": 1400, "height": 900})
				expect(page.locator(".form-message:visible").first).to_contain_text("2 of 2 inputs indexed")
		expect(page.locator(".form-message:visible").first).to_contain_text("This source is empty")


def test_who_may_only_read_has_no_way_to_add(desk, make_user, make_source):
	"""At the head of a source that they may not write, people find the search and nothing else."""
	name = make_source("Read Only", [{"text": "Read only"}])
	page = desk(make_user("otto@example.com", "Knowledge User"))
	browser.open_form(page, "Knowledge Source", name)
	expect(page.locator(".page-container:visible .huf-actions button")).to_have_text(["Search"])


def test_knowledge_is_typed_as_prose(desk, manager, make_user, make_source, python_on_site, screenshots):
	"""The text of an input is a plain field that keeps each letter; who may only read sees it as text, line by line."""
	name = make_source("Notes", [{"text": EVIL, "title": "Tone"}])
	find = "result = frappe.db.get_value('Knowledge Input', {'knowledge_source': name}, 'name')"
	one = python_on_site(find, name=name)
	page = desk(manager)
	browser.open_form(page, "Knowledge Input", one)
	field = page.locator(".page-container:visible textarea[data-fieldname=text]")
	expect(field).to_have_value(EVIL)
	expect(page.locator(".page-container:visible .ace_editor")).to_have_count(0)
	forms.fill(page, "text", EVIL + "\nAnd friendly.")
	forms.save(page)
	assert python_on_site(TEXT_OF_INPUT, name=one) == EVIL + "\nAnd friendly."
	forms.picture(page, screenshots, "prose-input-wide")
	browser.resize(page, 390, 844)
	forms.picture(page, screenshots, "prose-input-narrow")

	page = desk(make_user("otto@example.com", "Knowledge User"))
	browser.open_form(page, "Knowledge Input", one)
	read = page.locator(".page-container:visible .frappe-control[data-fieldname=text] .control-value")
	expect(read).to_contain_text("<b>Be brief.</b>")
	assert read.inner_text().count("\n") >= 3
	assert page.evaluate("window.hurt") is None
	forms.picture(page, screenshots, "prose-input-read")


def test_instructions_are_typed_as_prose(desk, manager, free_name, chat_model, python_on_site, screenshots):
	"""An agent is told what to do in a plain field; what is stored is what was typed."""
	agent = python_on_site(MAKE_AGENT, user=manager, name=free_name("Prose Agent"), model=chat_model)
	page = desk(manager)
	browser.open_form(page, "Agent", agent)
	forms.fill(page, "instructions", EVIL)
	forms.save(page)
	assert python_on_site("result = frappe.db.get_value('Agent', name, 'instructions')", name=agent) == EVIL
	expect(page.locator(".page-container:visible textarea[data-fieldname=instructions]")).to_have_value(EVIL)
	forms.picture(page, screenshots, "prose-agent-wide")
	browser.resize(page, 390, 844)
	forms.picture(page, screenshots, "prose-agent-narrow")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
	"doctype, first, last", [("Knowledge Source", "Source Name", "Profile"), ("Agent", "Agent Name", "Roles")]
)
def test_a_form_shows_one_around(doctype, first, last, size, desk, manager, screenshots):
	"""Field by field, also of folded sections, each with something said of it; Frappe's own tour, for who manages knowledge."""
	page = desk(manager)
	browser.resize(page, *SIZES[size])
	browser.visit(page, f"/app/{doctype.lower().replace(' ', '-')}/new")
	shown = page.locator(".page-container:visible")
	expect(shown.locator(".frappe-control[data-fieldname=description]")).to_be_visible()
	shown.locator(".menu-btn-group > button").click()
	shown.locator(".menu-btn-group").get_by_text("Show Me Around").click()
	popover = page.locator("#driver-popover-item")
	titles = []
	while True:
		title = popover.locator(".driver-popover-title")
		if titles:
			expect(title).not_to_have_text(titles[-1])
		titles.append(title.inner_text())
		expect(popover.locator(".driver-popover-description")).not_to_be_empty()
		expect(page.locator(".driver-highlighted-element")).to_be_visible()
		button = popover.locator(".driver-next-btn")
		expect(button).to_be_in_viewport(ratio=1)
		if len(titles) == 3:
			page.screenshot(path=screenshots / f"tour-{doctype.lower().split()[-1]}-{size}.png")
		if button.inner_text() == "Done":
			break
		button.click()
	assert (titles[0], titles[-1]) == (first, last) and len(titles) >= 6, titles
	button.click()
	expect(popover).to_be_hidden()
