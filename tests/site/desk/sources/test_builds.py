"""The kept builds of a source in the browser: what changed since one, and what it answered."""

import re

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

TEXTS = [
	{
		"text": "The daily allowance in Berlin is thirty euros.\nReceipts are kept for six years.",
		"title": "Allowances",
	},
	{"text": "The old fax number is 555.", "title": "Fax"},
	{"text": "Bicycles stand behind the house.", "title": "Bicycles"},
]
INDEX = """
from huf.ai.knowledge import indexer
indexer.update_source(frappe.db.get_value("Knowledge Source", name, "artifact_id"))
"""
CHANGE = (
	"""
doc = frappe.get_doc("Knowledge Input", {"knowledge_source": name, "title": "Allowances"})
doc.text = doc.text.replace("thirty", "forty-five")
doc.save()
frappe.get_doc("Knowledge Input", {"knowledge_source": name, "title": "Fax"}).delete()
frappe.get_doc({"doctype": "Knowledge Input", "knowledge_source": name, "input_type": "Text", "title": "Parking",
	"text": "Cars are parked in the yard."}).insert()
frappe.db.commit()
"""
	+ INDEX
)


def test_the_size_of_a_build(desk, manager, make_source, python_on_site, screenshots):
	"""The form says it as people do, and not in bytes."""
	name = make_source("Small Rules", TEXTS[:1])
	live = python_on_site(
		INDEX + "result = frappe.db.get_value('Knowledge Source', name, 'live_build')", name=name
	)
	page = desk(manager)
	browser.open_form(page, "Knowledge Build", live)
	size = page.locator(".page-container:visible .frappe-control[data-fieldname=bytes]")
	expect(size).to_contain_text(re.compile(r"Index Size\s+[\d.,]+ KB"))
	forms.picture(page, screenshots, "build-form")


def test_what_changed_and_what_was_answered(desk, manager, make_source, python_on_site, screenshots):
	"""A click shows which inputs came, went and changed, another the words; a search as of then finds what stood there then."""
	name = make_source("Rules That Change", TEXTS)
	python_on_site(INDEX, name=name)
	python_on_site(CHANGE, name=name)
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	page.locator(".huf-head-builds .section-head").click()
	page.locator(".huf-compare-builds").click()
	dialog = page.locator(".huf-build-comparison")
	rows = dialog.locator(".huf-compared")
	expect(rows).to_have_count(3)
	expect(rows.filter(has_text="Fax")).to_contain_text("deleted since")
	expect(rows.filter(has_text="Fax").locator(".huf-show-text")).to_have_count(0)
	changed = rows.filter(has_text="Allowances")
	changed.locator(".huf-show-text").click()
	expect(changed.locator("del")).to_have_text("thirty")
	expect(changed.locator("ins")).to_have_text("forty-five")
	expect(dialog.locator(".huf-comparison-rest")).to_contain_text("1 input is the same.")
	forms.picture(page, screenshots, "builds-compared")
	dialog.locator(".btn-modal-close").click()
	expect(dialog).to_be_hidden()

	page.locator(".huf-actions button").first.click()
	page.locator(".huf-test-search select[data-fieldname=as_of]").select_option(index=1)
	search = forms.search(page, "daily allowance in Berlin")
	hit = search.locator(".huf-hit").first
	expect(hit).to_contain_text("thirty euros")
	expect(hit.locator(".huf-as-of")).to_contain_text("As of")
	expect(search.locator(".huf-note").first).to_contain_text("As of")
	forms.picture(page, screenshots, "search-as-of")
	browser.resize(page, 390, 844)
	forms.picture(page, screenshots, "search-as-of-narrow")
	search.locator(".btn-modal-close").click()
	expect(search).to_be_hidden()
	page.locator(".huf-compare-builds").click()
	shown = page.locator(".huf-build-comparison.show")
	shown.locator(".huf-compared").filter(has_text="Allowances").locator(".huf-show-text").click()
	expect(shown.locator(".huf-difference ins")).to_be_visible()
	forms.picture(page, screenshots, "builds-compared-narrow")
