"""Selectors as a Knowledge Manager writes them in the desk: filters, counts, and what they bring."""

import pytest
from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

MAKE_TODOS = """
for number in range(5):
	frappe.get_doc({"doctype": "ToDo", "description": f"{mark} number {number}",
		"priority": "High" if number < 2 else "Low"}).insert()
"""


@pytest.fixture(scope="module")
def mark(python_on_site):
	"""A word that the to-dos of these tests have, and no others."""
	word = python_on_site("result = 'quokka' + frappe.generate_hash(length=6)")
	python_on_site(MAKE_TODOS, mark=word)
	return word


def open_row(page):
	"""Add a selector to the open source, and open its form."""
	page.locator("[data-fieldname=section_selectors], .section-head").filter(
		has_text="Selectors"
	).first.click()
	grid = page.locator(".frappe-control[data-fieldname=selectors]")
	grid.get_by_role("button", name="Add Row").click()
	grid.locator(".grid-row .btn-open-row").last.click()
	form = grid.locator(".grid-row-open")
	form.wait_for()
	return form


def choose(page, form, fieldname, value):
	"""Type a link's value, leave the field, and wait until the row has it."""
	field = form.locator(f"input[data-fieldname={fieldname}]")
	field.fill(value)
	page.locator(".awesomplete [role=option]:visible").filter(has_text=value).first.click()
	page.wait_for_function(
		"([name, value]) => cur_frm.doc.selectors.some((row) => row[name] === value)", arg=[fieldname, value]
	)
	browser.quiet(page)


def test_a_manager_selects_records(desk, make_user, make_source, workers, python_on_site, mark, screenshots):
	"""Filters are set in Frappe's own filter builder, counted as they are typed, and bring their records by themselves."""
	user = make_user("sela@example.com", "Knowledge Manager", "System Manager")
	name = make_source("What To Do")
	page = desk(user)
	browser.open_form(page, "Knowledge Source", name)
	forms.headline(page).wait_for()
	form = open_row(page)
	choose(page, form, "document_type", "ToDo")
	page.evaluate(
		"""(filters) => frappe.model.set_value("Knowledge Selector", cur_frm.doc.selectors[0].name, "filters", filters)""",
		f'[["description", "like", "%{mark}%"]]',
	)
	form.get_by_role("button", name="Set Filters").click()
	dialog = forms.shown(page)
	expect(dialog.locator(".huf-count")).to_have_text("5 records match now")
	expect(dialog.locator(".filter-box")).to_have_count(1)
	forms.picture(page, screenshots, "selector-filters")
	dialog.get_by_role("button", name="Set", exact=True).click()
	expect(page.locator(".modal.show")).to_have_count(0)
	filters = page.evaluate("() => JSON.parse(cur_frm.doc.selectors[0].filters)")
	assert filters == [["ToDo", "description", "like", f"%{mark}%"]]
	with workers(1):
		forms.save(page)
		expect(forms.headline(page)).to_contain_text("5 of 5 inputs indexed")
	forms.picture(page, screenshots, "selector-source")
	assert "Sync Now" in forms.entries(page)
	forms.knowledge(page, "Sync Now")
	page.locator(".desk-alert").filter(has_text="is compared").first.wait_for()
	author = python_on_site(
		"result = frappe.db.get_value('Knowledge Selector', {'parent': name}, 'author')", name=name
	)
	assert author == user


def test_taken_out_and_brought_back(desk, make_user, make_source, python_on_site, mark, screenshots):
	"""A deleted input is in the list of tombstones, from where it is brought back."""
	user = make_user("sela@example.com", "Knowledge Manager", "System Manager")
	name = make_source(
		"To Do Again",
		user=user,
		selectors=[
			{
				"selector_type": "DocType",
				"document_type": "ToDo",
				"filters": f'[["description", "like", "%{mark}%"], ["priority", "=", "High"]]',
			}
		],
	)
	python_on_site(
		"""
from huf.ai.knowledge.following import jobs
jobs.sync_source(frappe.db.get_value("Knowledge Source", name, "artifact_id"))
frappe.set_user(person)
frappe.delete_doc("Knowledge Input", frappe.get_all("Knowledge Input", {"knowledge_source": name}, pluck="name")[0])
""",
		name=name,
		person=user,
	)
	page = desk(user, "/app/knowledge-tombstone")
	row = page.locator(".list-row").filter(has_text=name)
	row.locator(".list-row-checkbox").click()
	forms.picture(page, screenshots, "tombstones")
	page.get_by_role("button", name="Actions").click()
	page.get_by_text("Bring Back", exact=True).click()
	expect(row).to_have_count(0)
	count = python_on_site(
		"""
from huf.ai.knowledge.following import jobs
jobs.sync_source(frappe.db.get_value("Knowledge Source", name, "artifact_id"))
result = frappe.db.count("Knowledge Input", {"knowledge_source": name})
""",
		name=name,
	)
	assert count == 2


def test_fields_that_are_taken_in(desk, make_user, make_source, screenshots):
	"""What only some may see is refused; what is sensitive is saved, and said."""
	user = make_user("sela@example.com", "Knowledge Manager", "System Manager")
	page = desk(user)
	browser.open_form(page, "Knowledge Source", make_source("Who Is Who"))
	forms.headline(page).wait_for()
	form = open_row(page)
	choose(page, form, "document_type", "User")
	form.locator("textarea[data-fieldname=leave_out]").fill("bio\nlocation")
	field = form.locator("textarea[data-fieldname=take_in]")
	field.fill("birth_date, new_password")
	field.blur()
	for width in (390, 1400):
		browser.resize(page, width, 900)
		form.locator("textarea[data-fieldname=leave_out]").scroll_into_view_if_needed()
		page.screenshot(path=str(screenshots / f"selector-fields-{width}.png"))
	page.evaluate("() => { cur_frm.save().catch(() => {}) }")
	refused = forms.shown(page)
	expect(refused).to_contain_text("new_password is no field of User that everybody sees")
	forms.picture(page, screenshots, "selector-fields-refused")
	forms.leave(page)
	# Frappe closes the form of a row when its document is saved.
	page.evaluate(
		"""() => frappe.model.set_value("Knowledge Selector", cur_frm.doc.selectors[0].name, "take_in", "birth_date")"""
	)
	page.evaluate("() => { cur_frm.save().catch(() => {}) }")
	expect(forms.shown(page)).to_contain_text("Selector 1 reads of User: Birth Date")
	forms.picture(page, screenshots, "selector-fields-told")
	page.wait_for_function("() => !cur_frm.is_dirty() && cur_frm.doc.selectors[0].take_in === 'birth_date'")
