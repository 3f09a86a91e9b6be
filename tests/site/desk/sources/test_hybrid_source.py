"""A source that is found by meaning, as a Knowledge Manager makes it in the desk."""

import re

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

TEXTS = [
	{"title": "Hotels", "text": "A hotel room is paid up to ninety euros a night."},
	{"title": "Trains", "text": "A train ticket is booked in the second class."},
	{"title": "Cranes", "text": "The crane is inspected every March by an engineer."},
]
QUESTION = "accommodation"
"""A word that no text has."""


def test_a_source_of_words_is_made_hybrid(desk, manager, make_source, workers, screenshots):
	"""Hybrid is chosen on the form, which says what model is used; after the rebuild a question is found by meaning."""
	name = make_source("Hotel Rules", TEXTS)
	page = desk(manager)
	with workers(1):
		browser.open_form(page, "Knowledge Source", name)
		forms.wait_for_status(page, "Ready")
		forms.knowledge(page, "Test Search")
		dialog = forms.search(page, QUESTION)
		expect(dialog.locator(".huf-nothing-found")).to_be_visible()
		expect(dialog.locator("select[data-fieldname=mode]")).to_be_hidden()
		forms.leave(page)

		forms.unfold(page, "section_index")
		forms.choose(page, "knowledge_type", "Words and Meaning", stored="sqlite_hybrid")
		used = page.locator(".page-container:visible .frappe-control[data-fieldname=embedding_model]")
		expect(used).to_contain_text(re.compile("Used: Local .*, the first AI Model for embedding"))
		forms.save(page)
		forms.wait_for_status(page, "Rebuild Required")
		forms.knowledge(page, "Rebuild Index")
		forms.confirm(page, "rebuild_index")
		expect(page.locator(".huf-builds tr")).to_have_count(2, timeout=forms.SLOW_MS)
		forms.wait_for_status(page, "Ready")
	shown = page.locator(".page-container:visible .frappe-control[data-fieldname=embedding_dimensions]")
	expect(shown).to_contain_text("256")
	forms.unfold(page, "section_index")
	used.scroll_into_view_if_needed()
	page.wait_for_timeout(600)
	page.screenshot(path=str(screenshots / "hybrid-form.png"))

	forms.knowledge(page, "Test Search")
	dialog = forms.search(page, QUESTION)
	expect(dialog.locator(".huf-found")).to_contain_text("by words and meaning")
	expect(dialog.locator(".huf-hit").first).to_contain_text("hotel room")
	dialog.locator("select[data-fieldname=mode]").select_option("vector")
	expect(forms.search(page, QUESTION).locator(".huf-found")).to_contain_text("by meaning")
	forms.picture(page, screenshots, "hybrid-search")
	dialog.locator("select[data-fieldname=mode]").select_option("keyword")
	expect(forms.search(page, QUESTION).locator(".huf-nothing-found")).to_be_visible()


def test_kinds_are_shown_in_words(desk, manager, make_source, free_name, screenshots):
	"""A new source is found by words and meaning without a choice; form, list, filter and report show no name of an engine."""
	other = make_source("Plain Words")
	page = desk(manager)
	browser.open_form(page, "Knowledge Source")
	kind = page.locator(".page-container:visible input[data-fieldname=knowledge_type]")
	expect(kind).to_have_value("Words and Meaning")
	forms.unfold(page, "section_index")
	kind.scroll_into_view_if_needed()
	kind.click()
	offered = page.locator(".page-container:visible .awesomplete li:visible")
	page.keyboard.press("Control+a")
	page.keyboard.press("Delete")
	expect(offered).to_have_text(
		["Words", "Words and Meaning", "An Engine of Ours", "All in an Engine of Ours"]
	)
	page.screenshot(path=str(screenshots / "kinds-form.png"))
	offered.nth(1).click()
	forms.fill(page, "source_name", free_name("Both Ways"))
	forms.save(page)
	name = page.evaluate("cur_frm.doc.name")
	assert page.evaluate("cur_frm.doc.knowledge_type") == "sqlite_hybrid"
	browser.visit(page, "/app/knowledge-source/view/list?knowledge_type=sqlite_hybrid")
	area = page.locator(".page-container:visible")
	expect(area.locator("input[data-fieldname=knowledge_type]")).to_have_value("Words and Meaning")
	expect(area.get_by_text(name).first).to_be_visible()
	expect(area.get_by_text(other)).to_have_count(0)
	page.screenshot(path=str(screenshots / "kinds-list.png"))
	browser.visit(page, "/app/knowledge-source/view/report")
	page.evaluate("cur_list.add_column_to_datatable('knowledge_type', 'Knowledge Source', 2)")
	expect(
		page.locator(".dt-cell__content:visible").filter(has_text="Words and Meaning").first
	).to_be_visible()
	expect(page.get_by_text("sqlite_")).to_have_count(0)
	page.screenshot(path=str(screenshots / "kinds-report.png"))


def test_what_a_search_has_to_say_is_shown(desk, manager, make_source, workers, python_on_site):
	"""When the model of an index is out of reach, Test Search shows hits by words, and why it was words alone."""
	name = make_source("Travel Notes", TEXTS, knowledge_type="sqlite_hybrid")
	page = desk(manager)
	with workers(1):
		browser.open_form(page, "Knowledge Source", name)
		forms.wait_for_status(page, "Ready")
	python_on_site(LOSE_MODEL, name=name)
	browser.open_form(page, "Knowledge Source", name)
	forms.knowledge(page, "Test Search")
	dialog = forms.search(page, "hotel")
	expect(dialog.locator(".huf-note")).to_contain_text("searched by words alone")
	expect(dialog.locator(".huf-found")).to_contain_text("by words")
	expect(dialog.locator(".huf-hit").first).to_contain_text("hotel room")


def test_why_says_what_similar_passages_and_parts_did(
	desk, manager, make_source, workers, python_on_site, screenshots
):
	"""Of a long question Why says what a hit borrowed and how near its closest part is, on a wide screen and on a telephone's."""
	name = make_source("Long Travels", ALIKE, knowledge_type="sqlite_hybrid")
	page = desk(manager)
	with workers(1):
		browser.open_form(page, "Knowledge Source", name)
		forms.wait_for_status(page, "Ready")
	forms.knowledge(page, "Test Search")
	dialog = forms.search(page, LONG_QUESTION)
	for fold in dialog.locator(".huf-why summary").all():
		fold.click()
	why = dialog.locator(".huf-why")
	similar = why.locator("tr").filter(has_text="Similar passages").first
	expect(similar).to_contain_text(
		re.compile(r"those most like it have a score of [\d.]+, of which it borrows")
	)
	part = why.locator("tr").filter(has_text="Closest part").first
	expect(part).to_contain_text(re.compile(r"\d+ % like the question, place \d of those compared"))
	# Words without the commas of the question.
	expect(dialog.locator(".huf-why-search")).to_contain_text("hotels, rooms, tickets, breakfast")
	expect(why.locator("tr").filter(has_text="“hotels”").first).to_be_visible()
	for width in (1400, 390):
		page.set_viewport_size({"width": width, "height": 900})
		similar.scroll_into_view_if_needed()
		page.screenshot(path=str(screenshots / f"why-similar-{width}.png"))


ALIKE = [
	{"title": "Hotels", "text": "The office pays hotels and rooms with breakfast, ninety euros a night."},
	{
		"title": "Rooms",
		"text": "Rooms in hotels are booked by the office, which pays breakfast, ninety euros a night.",
	},
	{"title": "Trains", "text": "The office pays tickets for trains in the second class."},
	{"title": "Stations", "text": "Tickets for trains at a station are bought by the office, second class."},
]
LONG_QUESTION = "what does the office pay for hotels, rooms, tickets, breakfast and trains at a station"

LOSE_MODEL = """
import sqlite3
from huf.ai.site.artifacts import build_folder
from huf.engine.disk.checksums import write_checksums
row = frappe.db.get_value("Knowledge Source", name, ["artifact_id", "live_build"], as_dict=True)
folder = build_folder(row.artifact_id, row.live_build)
with sqlite3.connect(next(folder.glob("*.sqlite3"))) as connection:
	connection.execute("update meta set value = 'litellm:openai/gone' where key = 'embedder'")
	connection.execute("delete from meta where key = 'checksum'")
connection.close()
# An index that was made so, and not one that is damaged.
write_checksums(folder)
"""
