"""Words for a glossary in the desk: looked for from the list, read with the question that they would mend, accepted and refused."""

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

TEXTS = [
	{"text": "Kramlets are paid after thirty days.", "title": "Terms"},
	{"text": "Zorbles are washed by hand.", "title": "Care"},
]
SEARCHED = """
from frappe.utils import add_to_date, now_datetime
from huf.ai.knowledge import indexer
from huf.ai.site.pseudonyms import make_key
from huf.tests import factories as make
make_key()
source = frappe.get_doc("Knowledge Source", name)
indexer.update_source(source.artifact_id)
for number, (asked, again) in enumerate([("frobnit <b>policy</b>?", "kramlet <b>policy</b>?"), ("glibber rules?", "zorble rules?")]):
	at = add_to_date(now_datetime(), hours=-number)
	make.make_search(who, source, question=asked, asked_at=at)
	make.make_search(who, source, question=again, asked_at=add_to_date(at, minutes=1), found=1, opened=1)
"""
LEARNT = "result = frappe.get_all('Knowledge Glossary Entry', {'term': ('in', ['frobnit', 'glibber'])}, ['term', 'expansions'])"


def button(page, label):
	"""A button in the head of the open page."""
	return page.locator(".page-container:visible .page-head").get_by_role("button", name=label, exact=True)


def narrow_picture(page, screenshots, name):
	"""The same page as on a phone."""
	page.set_viewport_size({"width": 390, "height": 844})
	browser.quiet(page)
	forms.picture(page, screenshots, name)
	page.set_viewport_size({"width": 1400, "height": 900})


def test_words_are_proposed_and_decided_on(desk, manager, make_source, workers, python_on_site, screenshots):
	"""A source is chosen in the list; the job's proposals come by themselves; one is accepted, one refused."""
	source = make_source("Things", TEXTS)
	python_on_site(SEARCHED, name=source, who=manager)
	page = desk(manager)
	browser.visit(page, "/app/knowledge-glossary-proposal")
	button(page, "Look for Words").click()
	dialog = page.locator(".modal.show")
	page.wait_for_function("() => window.cur_dialog", timeout=browser.SLOW_MS)
	page.evaluate("(source) => cur_dialog.set_value('knowledge_source', source)", source)
	browser.quiet(page)
	forms.picture(page, screenshots, "learning-dialog")
	with workers(1):
		# By the keyboard: the list of sources hangs over the button until the field loses the focus.
		dialog.get_by_role("button", name="Start").press("Enter")
		expect(page.locator(".desk-alert").filter(has_text="2 proposals are open")).to_be_visible(
			timeout=browser.SLOW_MS
		)
	rows = page.locator(".page-container:visible .list-row")
	expect(rows).to_have_count(2)
	expect(rows.locator("b")).to_have_count(0)
	forms.picture(page, screenshots, "learning-list")
	narrow_picture(page, screenshots, "learning-list-narrow")
	rows.filter(has_text="frobnit").locator("a[data-name]").first.click()
	expect(forms.headline(page)).to_contain_text("Nothing changes until you accept it")
	questions = page.locator(".page-container:visible [data-fieldname=shown_questions] tbody tr")
	expect(questions).to_have_count(1)
	expect(questions).to_contain_text("frobnit <b>policy</b>?")
	expect(questions).to_contain_text("not found")
	expect(questions).to_contain_text("hit 1")
	browser.quiet(page)
	forms.picture(page, screenshots, "learning")
	narrow_picture(page, screenshots, "learning-narrow")
	button(page, "Accept").click()
	expect(forms.indicator(page)).to_have_text("Accepted")
	expect(button(page, "Accept")).to_have_count(0)
	forms.picture(page, screenshots, "learning-accepted")
	browser.visit(page, "/app/knowledge-glossary-proposal")
	rows.filter(has_text="glibber").locator("a[data-name]").first.click()
	button(page, "Refuse").click()
	expect(forms.indicator(page)).to_have_text("Refused")
	assert python_on_site(LEARNT) == [{"term": "frobnit", "expansions": "kramlet"}]
