"""Making a source, filling it and looking after its builds, as a Knowledge Manager does it in the desk."""

from urllib.parse import quote

from playwright.sync_api import expect

from huf.engine.ocr import reason_against
from tests.site import browser
from tests.site.desk import forms


def test_ten_files_and_a_text_become_knowledge(
	desk, manager, free_name, workers, python_on_site, screenshots
):
	"""A new source takes ten files and a text, indexes them by itself, and names those that gave nothing."""
	name = free_name("Company Handbook")
	page = desk(manager)
	browser.open_form(page, "Knowledge Source")
	forms.fill(page, "source_name", name)
	forms.fill(page, "description", "Rules, contracts and manuals of the company.")
	forms.save(page)
	expect(forms.headline(page)).to_contain_text("This source is empty")
	assert forms.entries(page) == ["Test Search", "Add Files", "Add Text", "Add URL"]
	with workers(1):
		table = forms.add_files(page, [forms.HANDBOOK / name for name in forms.TEN_FILES])
		expect(table.locator(".huf-add-summary")).to_have_text("10 of 10 files added")
		forms.close_dialog(page)
		forms.knowledge(page, "Add Text")
		text = forms.shown(page).locator("textarea[data-fieldname=text]")
		assert text.get_attribute("rows") == "10"
		text.fill("Night shift\n\nThe night shift ends at 6:40. <b>if a < b && c</b>")
		page.locator(".modal.show").get_by_role("button", name="Save").click()
		expect(page.locator(".modal.show")).to_have_count(0)
		# Where Tesseract is, the scan among them is read too.
		indexed, without = ("9", "1 error · 1 without text") if reason_against("eng") else ("10", "1 error")
		expect(forms.headline(page)).to_contain_text(f"{indexed} of 11 inputs indexed")
		forms.wait_for_status(page, "Ready")
	expect(forms.headline(page)).to_contain_text(without)
	broken = page.locator(".huf-failed tr").filter(has_text="broken-report.pdf")
	expect(broken).to_contain_text("The file cannot be read")
	expect(broken).to_contain_text("Error")
	forms.picture(page, screenshots, "source-form")
	stored = python_on_site(
		"result = frappe.get_all('Knowledge Input', {'knowledge_source': name, 'input_type': 'Text'}, pluck='text')",
		name=name,
	)
	assert stored == ["Night shift\n\nThe night shift ends at 6:40. <b>if a < b && c</b>"]

	broken.get_by_text("broken-report.pdf").click()
	expect(forms.headline(page)).to_contain_text("The file cannot be read")
	expect(forms.indicator(page)).to_have_text("Error")
	expect(page.get_by_role("button", name="Reprocess")).to_be_visible()
	forms.picture(page, screenshots, "error")
	browser.visit(page, f"/app/knowledge-input?knowledge_source={quote(name)}")
	expect(page.locator(".list-row .indicator-pill.green").first).to_have_text("Indexed")
	expect(page.locator(".list-row .indicator-pill.red").first).to_have_text("Error")
	expect(page.locator(".list-row")).to_have_count(11)
	forms.picture(page, screenshots, "input-list")


def test_a_source_with_nothing_in_it_says_so(desk, manager, make_source, python_on_site, screenshots):
	"""Form and list call it empty, and the form says what to do; once something waits for a worker it is Pending."""
	name = make_source("Nothing in It")
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	expect(forms.headline(page)).to_contain_text("This source is empty. Add files")
	expect(forms.indicator(page)).to_have_text("Empty")
	field = page.locator(".page-container:visible .frappe-control[data-fieldname=status] .control-value")
	expect(field).to_have_text("Empty")
	for width in (1400, 390):
		browser.resize(page, width, 900)
		forms.picture(page, screenshots, f"empty-source-{width}")
	browser.resize(page, 1400, 900)
	row = page.locator(".list-row-container", has_text=name)
	browser.visit(page, f"/app/knowledge-source?source_name={quote(name)}")
	expect(row.locator(".indicator-pill").first).to_have_text("Empty")
	forms.picture(page, screenshots, "empty-source-list")
	browser.open_form(page, "Knowledge Source", name)
	python_on_site(
		"frappe.get_doc({'doctype': 'Knowledge Input', 'knowledge_source': name, 'input_type': 'Text', 'text': 'Now.'}).insert()",
		name=name,
	)
	expect(forms.indicator(page)).to_have_text("Pending")
	browser.visit(page, f"/app/knowledge-source?source_name={quote(name)}")
	expect(row.locator(".indicator-pill").first).to_have_text("Pending")


def test_a_refused_file_says_why_and_leaves_nothing(desk, manager, make_source, python_on_site):
	"""A file that is already there is refused with the reason, and its upload does not stay behind."""
	name = make_source("Machines")
	count = "result = frappe.db.count('File', {'file_name': ('like', 'machine-manual%')})"
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	forms.add_files(page, [forms.HANDBOOK / "machine-manual.md"])
	forms.close_dialog(page)
	before = python_on_site(count)
	table = forms.add_files(page, [forms.HANDBOOK / "machine-manual.md", forms.HANDBOOK / "notice-zh.txt"])
	expect(table.locator(".huf-add-summary")).to_have_text("1 of 2 files added, 1 refused")
	refused = table.locator("tr").filter(has_text="Refused")
	expect(refused).to_contain_text(f"This content is already in {name} as machine-manual.md")
	assert python_on_site(count) == before


def test_a_build_is_restored_with_one_click(desk, manager, make_source, workers, python_on_site, screenshots):
	"""After a rebuild the build before it can be made live again, and the form shows which one answers."""
	name = make_source("Product Notes", [{"text": "The first text is about otters."}])
	live = "result = frappe.db.get_value('Knowledge Source', name, 'live_build')"
	page = desk(manager)
	with workers(1):
		browser.open_form(page, "Knowledge Source", name)
		forms.wait_for_status(page, "Ready")
		page.locator(".huf-head-builds .section-head").click()
		first = python_on_site(live, name=name)
		forms.knowledge(page, "Rebuild Index")
		forms.confirm(page, "rebuild_index")
		rows = page.locator(".huf-builds tr")
		expect(rows).to_have_count(2)
		forms.wait_for_status(page, "Ready")
		expect(rows.first).to_contain_text("Live")
		expect(rows.first).to_contain_text("Rebuild")
		second = python_on_site(live, name=name)
		assert second != first
		forms.picture(page, screenshots, "builds")
		old = rows.filter(has=page.locator(f"a[href*='{first}']"))
		old.get_by_role("button", name="Restore").click()
		forms.confirm(page, "restore_build")
		expect(old).to_contain_text("Live")
	assert python_on_site(live, name=name) == first


def test_a_source_that_nobody_shared_is_not_there(desk, manager, make_user, make_source):
	"""A source of the scope User is in its owner's list and in nobody else's, by address neither."""
	owner = make_user("olga@example.com", "Knowledge User")
	other = make_user("otto@example.com", "Knowledge User")
	name = make_source("Private Notes", [{"text": "Private notes"}], user=owner, scope="User")
	page = desk(owner, "/app/knowledge-source")
	expect(page.locator(".list-row").filter(has_text=name)).to_have_count(1)
	for stranger in (other, manager):
		page = desk(stranger, "/app/knowledge-source")
		page.wait_for_function("() => cur_list && cur_list.data")
		expect(page.locator(".list-row").filter(has_text=name)).to_have_count(0)
		browser.visit(page, f"/app/knowledge-source/{quote(name)}", refused=True)
		expect(page.get_by_text("Not permitted").first).to_be_visible()
		expect(page.get_by_text("What the tests know.")).to_have_count(0)


def test_who_may_only_read_is_offered_only_the_search(desk, make_user, make_source):
	"""A Knowledge User sees a site's source with Test Search and with no button that changes it."""
	name = make_source("Open to All", [{"text": "Open to all"}])
	page = desk(make_user("otto@example.com", "Knowledge User"))
	browser.open_form(page, "Knowledge Source", name)
	assert forms.entries(page) == ["Test Search"]


def test_lost_files_are_named_on_the_form(desk, manager, make_source, python_on_site, screenshots):
	"""Without its files a source is not Ready and says why, and what happens next; with an older build it says which answers."""
	index = """
from huf.ai.knowledge import indexer, maintenance
from huf.ai.site import artifacts
import shutil
row = frappe.db.get_value("Knowledge Source", name, ["artifact_id", "live_build"], as_dict=True)
"""
	lost = (
		index
		+ "shutil.rmtree(artifacts.build_folder(row.artifact_id, row.live_build)); maintenance.watchdog()"
	)
	name = make_source("Lost Index", [{"text": "The first text is about otters."}])
	python_on_site(index + "indexer.update_source(row.artifact_id)", name=name)
	python_on_site(
		index
		+ """
frappe.get_doc({"doctype": "Knowledge Input", "knowledge_source": name, "input_type": "Text", "text": "About seals."}).insert()
frappe.db.commit()
indexer.update_source(row.artifact_id)
""",
		name=name,
	)
	damaged = python_on_site(
		"result = frappe.db.get_value('Knowledge Source', name, 'live_build')", name=name
	)
	page = desk(manager)
	for words, shown in (
		("An older one, of", "older-index-answers"),
		("missing on this machine", "index-missing"),
	):
		python_on_site(lost, name=name)
		browser.open_form(page, "Knowledge Source", name)
		expect(forms.indicator(page)).to_have_text("Pending")
		expect(forms.headline(page)).to_contain_text(words)
		expect(forms.headline(page)).to_contain_text("That starts by itself.")
		for width in (1400, 390):
			browser.resize(page, width, 900)
			forms.picture(page, screenshots, f"{shown}-{width}")
		browser.resize(page, 1400, 900)
	browser.open_form(page, "Knowledge Build", damaged)
	expect(forms.indicator(page)).to_have_text("Damaged")
	for width in (1400, 390):
		browser.resize(page, width, 900)
		forms.picture(page, screenshots, f"damaged-build-{width}")
