"""A document that is in the index only in part, as people meet it: in lists, at the head of forms, and where they search."""

import uuid
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

LIMIT = """
settings = frappe.get_doc("Agent Settings")
result = settings.max_chunks_per_input
settings.max_chunks_per_input = limit
settings.save()
"""
NOTED = "from huf.ai.gaps.noting import note_gap; result = note_gap(question, 'No Hit')"
ASSIGN = """
from frappe.desk.form import assign_to
assign_to.add({"doctype": "Knowledge Gap", "name": gap, "assign_to": [clerk]})
"""
MANUAL = "\n\n".join(
	f"Step {n} of the gearbox manual is explained with all its screws and washers." for n in range(90)
)
SIZES = {"wide": (1400, 900), "narrow": (390, 844)}


@pytest.fixture
def limit(python_on_site):
	"""Two chunks of each input, and afterwards as many as before."""
	before = python_on_site(LIMIT, limit=2)
	yield
	python_on_site(LIMIT, limit=before)


@pytest.mark.parametrize("size", SIZES)
def test_everywhere_it_is_said(size, limit, desk, manager, make_source, workers, screenshots):
	"""The list, the headline of the source and of the input, the dialog and each hit say that a part is missing."""
	name = make_source(
		"Gearbox",
		[{"text": MANUAL, "title": "Gearbox manual"}, {"text": "Gears are oiled in May.", "title": "Oil"}],
	)
	page = desk(manager)
	with workers(1):
		browser.open_form(page, "Knowledge Source", name)
		forms.wait_for_status(page, "Partly Read")
	width, height = SIZES[size]
	browser.resize(page, width, height)
	browser.open_form(page, "Knowledge Source", name)
	expect(forms.headline(page)).to_contain_text("2 of 2 inputs indexed")
	expect(forms.headline(page)).to_contain_text("1 partly read")
	expect(forms.headline(page)).to_contain_text("One input is in the index only in part")
	failed = page.locator(".huf-failed:visible")
	expect(failed).to_contain_text("Only the first 2 chunks are indexed")
	forms.picture(page, screenshots, f"partly-read-source-{size}")
	if size == "wide":
		forms.knowledge(page, "Test Search")
	else:
		# The group of buttons is an entry of the menu here, which is Frappe's own affair.
		page.evaluate("() => { new huf.desk.SearchDialog(cur_frm.doc); }")
	dialog = forms.search(page, "gearbox screws")
	expect(dialog.locator(".huf-note")).to_contain_text("“Gearbox manual” is in the index only in part.")
	expect(dialog.locator(".huf-hit").first).to_contain_text("Partly Read")
	forms.picture(page, screenshots, f"partly-read-search-{size}")
	dialog = forms.search(page, "zarquon")
	expect(dialog.locator(".huf-nothing-found")).to_be_visible()
	expect(dialog.locator(".huf-note")).to_contain_text("only in part")
	forms.picture(page, screenshots, f"partly-read-nothing-{size}")
	browser.visit(page, f"/app/knowledge-source?name={quote(name)}")
	row = page.locator(".list-row").filter(has_text=name).first
	expect(row).to_contain_text("Partly Read" if size == "wide" else name)
	forms.picture(page, screenshots, f"partly-read-list-{size}")
	browser.visit(page, f"/app/knowledge-input?knowledge_source={name}&status=Partially+Indexed")
	page.locator(".list-row").filter(has_text="Gearbox manual").locator("a").first.click()
	expect(forms.headline(page)).to_contain_text("Only the first 2 chunks are indexed")
	expect(forms.headline(page)).to_contain_text("What is left out is not found")
	forms.picture(page, screenshots, f"partly-read-input-{size}")


@pytest.mark.parametrize("size", SIZES)
def test_a_clerk_answers_an_assigned_gap(size, desk, manager, make_user, python_on_site, screenshots):
	"""Without any role of huf the form opens, takes the answer, and offers nothing else."""
	clerk = make_user("desk-clerk@example.com", "Report Manager")
	gap = python_on_site(NOTED, question=f"Who oils crane {uuid.uuid4().hex} in Venlo?")
	python_on_site(ASSIGN, user=manager, gap=gap, clerk=clerk)
	page = desk(clerk)
	width, height = SIZES[size]
	browser.resize(page, width, height)
	browser.open_form(page, "Knowledge Gap", gap)
	expect(forms.headline(page)).to_contain_text(
		"Write the answer and save; somebody who looks after knowledge"
	)
	page.evaluate("async () => { await cur_frm.set_value('answer', 'Ms Fuchs, each first of May.'); }")
	forms.save(page)
	expect(forms.headline(page)).to_contain_text("it has to be verified")
	shown = page.locator(".page-container:visible")
	expect(shown.locator("[data-fieldname=knowledge_source]:visible")).to_have_count(0)
	expect(shown.locator(".page-head").get_by_role("button", name="Verify", exact=True)).to_have_count(0)
	forms.picture(page, screenshots, f"assigned-gap-{size}")
