"""Test Search in the browser: hostile words stay words, and nothing found is not the same as broken."""

from urllib.parse import quote

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

EVIL = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"
POISON = """
own = {
	"Knowledge Source": ("name = %s", ("error_message",)),
	"Knowledge Input": ("knowledge_source = %s", ("title", "error_message")),
	"Knowledge Build": ("knowledge_source = %s", ("error_message",)),
}
for doctype, (rule, fields) in own.items():
	for field in fields:
		frappe.db.sql(f"update `tab{doctype}` set `{field}` = %s where {rule}", (evil, name))
build = frappe.get_last_doc("Knowledge Build", {"knowledge_source": name})
failure = {"input": "x", "title": evil, "code": "x", "message": evil}
row = frappe.get_doc({"doctype": "Knowledge Build Failure", "parent": build.name, "parenttype": "Knowledge Build",
	"parentfield": "failures", "idx": 1, **failure})
row.db_insert()
frappe.clear_cache()
result = [build.name, frappe.db.get_value("Knowledge Input", {"knowledge_source": name}, "name")]
"""
LOSE_INDEX = """
import shutil
from huf.ai.site.artifacts import source_folder
shutil.rmtree(source_folder(frappe.db.get_value("Knowledge Source", name, "artifact_id")))
"""


def test_hostile_titles_and_texts_are_shown_as_text(
	desk, manager, make_source, workers, python_on_site, screenshots
):
	"""Markup in a title, a heading, a text, a query and an error is read on the screen and never run."""
	text = f"# Canteen {EVIL}\n\nThe canteen serves otter soup {EVIL} on Mondays."
	name = make_source(
		"Canteen", [{"text": text, "title": "Canteen"}, {"text": "The canteen opens at noon."}]
	)
	python_on_site(
		"frappe.db.sql('update `tabKnowledge Input` set title = %s where title = %s', (evil, 'Canteen'))",
		evil=EVIL,
	)
	page = desk(manager)
	with workers(1):
		browser.open_form(page, "Knowledge Source", name)
		forms.wait_for_status(page, "Ready")
	forms.knowledge(page, "Test Search")
	dialog = forms.search(page, "canteen otter")
	first = dialog.locator(".huf-hit").first
	expect(first).to_contain_text(EVIL)
	expect(first.locator("a").first).to_have_text(EVIL)
	expect(first).to_contain_text("1.")
	expect(dialog.locator(".huf-found")).to_contain_text("2 results in")
	assert dialog.locator("img, .huf-hit script").count() == 0
	expect(dialog.locator("input[data-fieldname=query]")).to_have_value("canteen otter")
	forms.picture(page, screenshots, "hostile-search")
	dialog = forms.search(page, EVIL + " zebrafish")
	build, item = python_on_site(POISON, evil=EVIL, name=name)
	for path in (
		"knowledge-source",
		f"knowledge-source/{name}",
		"knowledge-input",
		"knowledge-input/view/report",
		f"knowledge-input/{item}",
		"knowledge-build",
		f"knowledge-build/{build}",
	):
		browser.visit(page, f"/app/{quote(path)}")
		expect(page.locator(".page-container:visible .page-head .title-text")).to_be_visible()
		page.wait_for_timeout(800)
		assert page.evaluate("window.hacked") is None, path
	expect(page.locator(".grid-row").filter(has_text="onerror").first).to_contain_text("<script>")


def test_nothing_found_is_not_index_missing(desk, manager, make_source, workers, python_on_site):
	"""No passage with these words is said in one way, an index that cannot be asked in another, with the reason."""
	name = make_source("Kitchen", [{"text": "The canteen serves otter soup."}])
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	forms.knowledge(page, "Test Search")
	expect(forms.search(page, "otter").locator(".huf-skipped")).to_contain_text(
		"Nothing of this knowledge source has been indexed yet"
	)
	forms.leave(page)
	with workers(1):
		forms.wait_for_status(page, "Ready")
	forms.knowledge(page, "Test Search")
	dialog = forms.search(page, "zebrafish")
	expect(dialog.locator(".huf-nothing-found")).to_contain_text("Nothing found for “zebrafish”")
	expect(dialog.locator(".huf-skipped")).to_have_count(0)
	python_on_site(LOSE_INDEX, name=name)
	dialog = forms.search(page, "otter")
	expect(dialog.locator(".huf-skipped")).to_contain_text("Index Missing")
	expect(dialog.locator(".huf-nothing-found")).to_have_count(0)


def test_a_hit_names_its_place_and_opens_its_input(desk, manager, make_source, workers, screenshots):
	"""A hit has rank, title, place, score and text, and its title leads to the input."""
	name = make_source("Leave and Travel")
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	with workers(1):
		forms.add_files(
			page, [forms.HANDBOOK / "employee-handbook.pdf", forms.HANDBOOK / "travel-policy.docx"]
		)
		forms.close_dialog(page)
		forms.wait_for_status(page, "Ready")
	forms.knowledge(page, "Test Search")
	hit = forms.search(page, "annual leave carried over").locator(".huf-hit").first
	expect(hit.locator(".huf-place")).to_contain_text("page 2")
	expect(hit).to_contain_text("27 working days")
	expect(hit).to_contain_text("Score")
	forms.picture(page, screenshots, "test-search")
	shown = page.locator(".huf-test-search.show")
	shown.locator("input[data-fieldname=filters]").fill("title=*.docx")
	dialog = forms.search(page, "annual leave carried over")
	expect(dialog.locator(".huf-why-search")).to_contain_text("only: title like *.docx")
	expect(dialog.get_by_text("employee-handbook.pdf")).to_have_count(0)
	forms.picture(page, screenshots, "test-search-filtered")
	shown.locator("input[data-fieldname=filters]").fill("")
	hit = forms.search(page, "annual leave carried over").locator(".huf-hit").first
	hit.get_by_text("employee-handbook.pdf").click()
	expect(page.get_by_role("button", name="Open Source")).to_be_visible()


def test_search_as_another_user(desk, manager, make_user, make_source, workers, screenshots):
	"""A System Manager sees what somebody else would find, and finds the search in the log; others have no such field."""
	someone = make_user("search-someone@example.com", "Knowledge User")
	name = make_source("As Another", [{"text": "The canteen serves otter soup.", "title": "Canteen"}])
	page = desk()
	with workers(1):
		browser.open_form(page, "Knowledge Source", name)
		forms.wait_for_status(page, "Ready")
	forms.knowledge(page, "Test Search")
	dialog = page.locator(".modal.huf-test-search")
	expect(dialog.locator("input[data-fieldname=as_user]")).to_be_visible()
	# The dialog gives the focus to its first field when it has come, which would close the list of users.
	page.wait_for_function("() => window.cur_dialog")
	page.evaluate("user => cur_dialog.set_value('as_user', user)", someone)
	dialog = forms.search(page, "otter")
	expect(dialog.locator(".huf-hit")).to_have_count(1)
	forms.picture(page, screenshots, "search-as-user")
	log = page.evaluate(
		"frappe.db.get_list('Knowledge Access Log', {fields: ['user', 'searched_as', 'query', 'knowledge_sources']})"
	)
	entry = {"user": "Administrator", "searched_as": someone, "query": "otter", "knowledge_sources": name}
	assert entry in log
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	forms.knowledge(page, "Test Search")
	expect(page.locator(".modal.huf-test-search input[data-fieldname=query]")).to_be_visible()
	expect(page.locator(".modal.huf-test-search input[data-fieldname=as_user]")).to_be_hidden()
