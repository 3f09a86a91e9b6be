"""A purge in the browser: ordered on the form of an input, worked off by a worker, and its certificate read."""

import pytest
from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms
from tests.site.desk.sources.test_packs import INDEX, both_pictures

SECRET = "The director's home address is 17 Wisteria Lane, and his alarm code is 4711-0815."
TEXTS = [
	{"text": "Cars are parked in the yard behind the house.", "title": "Parking"},
	{"text": SECRET, "title": "Who Lives Where"},
]
FIND = """
result = frappe.db.get_value("Knowledge Input", {"knowledge_source": name, "title": "Who Lives Where"})
"""
FAILED = """
frappe.db.set_value("Knowledge Purge", purge, {"status": "Failed", "error_message": "These files still hold the text: 7.seg."})
frappe.db.commit()
"""


@pytest.fixture
def system_manager(make_user):
	"""Somebody who may order a purge and reads the sources."""
	email = "purge-desk-system@example.com"
	make_user(email, "System Manager", "Knowledge Manager")
	return email


def test_an_input_is_purged(desk, manager, system_manager, make_source, workers, python_on_site, screenshots):
	"""A reason is asked for, the form follows the job, and the certificate says what was removed and what is left."""
	name = make_source("House Rules", TEXTS)
	python_on_site(INDEX, name=name)
	make_source("Old Rules", [{"text": SECRET, "title": "A Copy of It"}])
	secret = python_on_site(FIND, name=name)
	page = desk(system_manager)
	browser.resize(page, 1400, 900)
	browser.open_form(page, "Knowledge Input", secret)
	page.locator(".page-container:visible .menu-btn-group button").first.click()
	page.locator(".page-container:visible .menu-btn-group .dropdown-menu").get_by_text("Purge…").click()
	dialog = page.locator(".modal.huf-purge")
	forms.shown(page)
	both_pictures(page, screenshots, "purge-dialog")
	dialog.get_by_role("button", name="Purge", exact=True).click()
	# Without a reason nothing is ordered.
	refused = page.locator(".msgprint-dialog")
	expect(refused).to_contain_text("Reason")
	forms.shown(page)
	page.screenshot(path=str(screenshots / "purge-no-reason.png"))
	hide = "() => { frappe.msg_dialog.hide(); return !$('.msgprint-dialog.show').length; }"
	forms.until(lambda: page.evaluate(hide))
	dialog.locator("textarea[data-fieldname=reason]").fill("He asked for it under article 17.")
	dialog.locator("textarea[data-fieldname=words]").fill("17 Wisteria Lane")
	dialog.get_by_role("button", name="Purge", exact=True).click()
	page.wait_for_function("() => window.cur_frm?.doctype === 'Knowledge Purge'")
	expect(forms.headline(page)).to_contain_text("0 % done")
	both_pictures(page, screenshots, "purge-queued")
	with workers(1, queues="long"):
		expect(forms.headline(page)).to_contain_text("Nothing of it is left in huf.")
	expect(forms.headline(page)).to_contain_text("What is left elsewhere")
	expect(forms.indicator(page)).to_have_text("Done")
	rows = page.locator(".page-container:visible [data-fieldname=places] .grid-body .grid-row")
	expect(rows.filter(has_text="Knowledge Input").filter(has_text="Removed").first).to_be_visible()
	expect(rows.filter(has_text="It has the same content. Purge it too.")).to_have_count(1)
	assert "Wisteria" not in page.locator(".page-container:visible .layout-main").inner_text()
	both_pictures(page, screenshots, "purge-certificate")
	purge = page.evaluate("() => cur_frm.docname")
	browser.visit(page, "/app/knowledge-purge")
	expect(page.locator(".page-container:visible .list-row").first).to_contain_text("Done")
	both_pictures(page, screenshots, "purge-list")
	python_on_site(FAILED, purge=purge)
	browser.open_form(page, "Knowledge Purge", purge)
	expect(forms.headline(page)).to_contain_text("Not everything could be removed.")
	expect(
		page.locator(".page-container:visible .page-head").get_by_role("button", name="Try Again")
	).to_be_visible()
	both_pictures(page, screenshots, "purge-failed")

	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	expect(forms.headline(page)).to_contain_text("1 of 1 inputs indexed")
