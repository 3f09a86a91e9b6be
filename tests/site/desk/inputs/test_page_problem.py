"""A page behind a URL that cannot be read, or is gone, as its form says it; and how often pages are asked."""

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

ADD = """
doc = frappe.get_doc({"doctype": "Knowledge Input", "knowledge_source": source, "input_type": "URL", "url": url}).insert()
doc.db_set({"status": "Indexed", "chunks_created": 3, "page_checked_at": "2026-11-20 08:00:00"})
result = doc.name
"""
TELL = """
frappe.get_doc("Knowledge Input", name).db_set({"page_problem": problem, "disabled": disabled})
"""
STAYS = (
	"The page could not be read on 2026-11-20 08:00; what was read of it before is still found. "
	"The server answered 503 <Busy>. It is tried again later."
)
OUT = (
	"The page has been gone since 2026-11-13 08:00 and was taken out on 2026-11-20 08:00. If it is back, enable the input. "
	"The server answered 404 Not Found. Check the address."
)


def test_what_is_wrong_with_a_page(desk, manager, make_source, python_on_site, screenshots):
	"""The headline says it beside what is found, in yellow; a page that is as it should be says nothing of the kind."""
	source = make_source("Pages of others")
	name = python_on_site(ADD, source=source, url="https://example.com/rates")
	page = desk(manager)
	browser.open_form(page, "Knowledge Input", name)
	expect(forms.headline(page)).to_have_text("3 chunks can be found.")
	forms.unfold(page, "section_numbers")
	expect(page.locator("[data-fieldname=page_checked_at]:visible")).to_have_count(1)
	python_on_site(TELL, name=name, problem=STAYS, disabled=0)
	browser.open_form(page, "Knowledge Input", name)
	expect(forms.headline(page)).to_contain_text("3 chunks can be found.")
	expect(forms.headline(page)).to_contain_text(STAYS)
	expect(page.locator("[data-fieldname=page_problem]:visible")).to_have_count(0)
	forms.picture(page, screenshots, "page-problem")
	python_on_site(TELL, name=name, problem=OUT, disabled=1)
	browser.open_form(page, "Knowledge Input", name)
	expect(forms.headline(page)).to_contain_text("This input is disabled")
	expect(forms.headline(page)).to_contain_text(OUT)
	forms.picture(page, screenshots, "page-gone")


def test_how_often_pages_are_asked(desk, manager, make_source, python_on_site, screenshots):
	"""A new source asks daily, and its form takes another interval."""
	source = make_source("Pages to refresh")
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", source)
	forms.unfold(page, "section_index")
	chosen = page.locator("[data-fieldname=refresh_pages] select:visible")
	expect(chosen).to_have_value("Daily")
	chosen.select_option("Weekly")
	forms.picture(page, screenshots, "refresh-pages")
	forms.save(page)
	assert (
		python_on_site("result = frappe.db.get_value('Knowledge Source', name, 'refresh_pages')", name=source)
		== "Weekly"
	)
