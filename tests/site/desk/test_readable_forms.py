"""What can be read on forms: rows of their width, words of the reader's language, and nothing before it is so."""

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

WITH_SELECTOR = """
doc = frappe.get_doc("Knowledge Source", name)
doc.append("selectors", {"selector_type": "DocType", "document_type": "Note"})
doc.save()
frappe.db.set_value("Knowledge Source", name, "last_synced_at", frappe.utils.now())
"""
GAP = 'result = frappe.get_doc({"doctype": "Knowledge Gap", "question": question}).insert().name'
LANGUAGE = "frappe.db.set_value('User', person, 'language', language); frappe.clear_cache(user=person)"


def test_selectors_have_the_width_of_the_form(desk, manager, make_source, python_on_site, screenshots):
	"""Their columns can be read; when they were compared stands with the other numbers, in the reader's language to its end."""
	name = make_source("Wide Selectors")
	python_on_site(WITH_SELECTOR, name=name)
	python_on_site(LANGUAGE, person=manager, language="de")
	try:
		page = desk(manager)
		browser.open_form(page, "Knowledge Source", name)
		form = page.locator(".page-container:visible")
		grid = form.locator("[data-fieldname=selectors] .form-grid")
		section = form.locator(".form-section[data-fieldname=section_selectors]")
		assert grid.bounding_box()["width"] > 0.9 * section.bounding_box()["width"]
		forms.picture(page, screenshots, "selectors-wide")
		forms.unfold(page, "section_numbers")
		synced = form.locator(".frappe-control[data-fieldname=last_synced_at]")
		expect(synced.locator(".help-box")).to_contain_text("Selektoren")
		expect(synced.locator(".help-box")).not_to_contain_text("/")
	finally:
		python_on_site(LANGUAGE, person=manager, language="en")


def test_an_open_gap_has_no_rank(desk, manager, python_on_site, free_name, screenshots):
	"""Nothing is said of a verification before there is an answer."""
	gap = python_on_site(GAP, question=free_name("How long is the warranty of a used pump?"))
	page = desk(manager)
	browser.open_form(page, "Knowledge Gap", gap)
	form = page.locator(".page-container:visible")
	expect(form.locator(".form-section[data-fieldname=section_answer]")).to_be_visible()
	expect(form.locator(".form-section[data-fieldname=section_proof]")).to_be_hidden()
	expect(form.locator(".frappe-control[data-fieldname=proof_rank]")).to_be_hidden()
	forms.picture(page, screenshots, "gap-open")
