"""What a record says now, over the passage that was indexed; and a form that says when nobody looks at the clock."""

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

MAKE = """
word = frappe.generate_hash(length=8)
todo = frappe.get_doc({"doctype": "ToDo", "description": f"Mend the otter pump {word}", "status": "Open"}).insert()
source = frappe.get_doc({"doctype": "Knowledge Source", "source_name": "Jobs " + word,
	"selectors": [{"selector_type": "DocType", "document_type": "ToDo", "filters": f'[["description", "like", "%{word}%"]]'}]}).insert()
result = [todo.name, source.name]
"""
CLOSE = "frappe.db.set_value('ToDo', name, 'status', status, update_modified=False)"
SCHEDULER = """
before = frappe.db.get_single_value("System Settings", "enable_scheduler")
frappe.db.set_single_value("System Settings", "enable_scheduler", enabled)
frappe.clear_document_cache("System Settings", "System Settings")
result = before
"""
EVIL = "<img src=x onerror='window.hacked=1'>"


def test_now_beside_the_passage(desk, workers, python_on_site, screenshots):
	"""SQL closes the record: the next search says so over the old text, also on a narrow screen, and runs nothing of it."""
	todo, source = python_on_site(MAKE)
	page = desk("Administrator")
	with workers(1):
		browser.open_form(page, "Knowledge Source", source)
		forms.wait_for_status(page, "Ready")
		for number, status in enumerate(("Closed", EVIL)):
			python_on_site(CLOSE, name=todo, status=status)
			browser.open_form(page, "Knowledge Source", source)
			forms.knowledge(page, "Test Search")
			dialog = page.locator(".huf-test-search.show")
			dialog.locator("input[data-fieldname=query]").fill("otter pump")
			dialog.locator("input[data-fieldname=query]").press("Enter")
			hit = dialog.locator(".huf-hit").first
			expect(hit.locator(".huf-now")).to_contain_text(status)
			expect(hit).to_contain_text("Changed Since")
			for width in (1400, 390):
				browser.resize(page, width, 900)
				forms.picture(page, screenshots, f"live-values-{number}-{width}")
			browser.resize(page, 1400, 900)
	assert page.evaluate("window.hacked") is None


def test_a_scheduler_that_is_off_is_named(desk, workers, python_on_site, screenshots):
	"""A source that follows records says that nobody compares it at night; where the scheduler is on it says nothing."""
	_todo, source = python_on_site(MAKE)
	page = desk("Administrator")
	before = python_on_site(SCHEDULER, enabled=0)
	try:
		with workers(1):
			browser.open_form(page, "Knowledge Source", source)
			forms.wait_for_status(page, "Ready")
			expect(forms.headline(page)).to_contain_text("The scheduler of this site is off.")
			for width in (1400, 390):
				browser.resize(page, width, 900)
				forms.picture(page, screenshots, f"scheduler-off-{width}")
			browser.resize(page, 1400, 900)
			python_on_site(SCHEDULER, enabled=1)
			browser.open_form(page, "Knowledge Source", source)
			expect(forms.headline(page)).to_contain_text("1 of 1 inputs indexed")
			expect(forms.headline(page)).not_to_contain_text("scheduler")
	finally:
		python_on_site(SCHEDULER, enabled=before)
