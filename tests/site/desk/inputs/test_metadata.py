"""What a Knowledge Manager says about an input on its form, and the tag that takes a file out of a source."""

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

STATE = """
doc = frappe.get_doc("Knowledge Input", name)
result = [doc.metadata, doc.document_author, str(doc.document_date), doc.status]
"""
FOUND = """
from huf.ai.knowledge import retriever
result = [hit["title"] for hit in retriever.knowledge_search("otters", source, filters=filters)["hits"]]
"""
TAGGED = """
file = frappe.get_doc({"doctype": "File", "file_name": "tagged.txt", "content": "Words.", "is_private": 1}).insert()
from frappe.desk.doctype.tag.tag import add_tag
add_tag(tag, "File", file.name)
source = frappe.get_doc({"doctype": "Knowledge Source", "source_name": name,
	"selectors": [{"selector_type": "Tag", "tag": tag}]}).insert()
result = [file.name, source.name]
"""
INPUTS = "result = frappe.get_all('Knowledge Input', {'knowledge_source': source}, pluck='title')"


def open_metadata(page):
	"""Open the section of the form."""
	page.locator(".page-container:visible .section-head").filter(has_text="Metadata").first.click()
	page.locator(".page-container:visible textarea[data-fieldname=metadata]").wait_for()


def test_describing_an_input(desk, manager, make_source, workers, python_on_site, screenshots):
	"""The section is closed until somebody opens it; what cannot be kept is said, and what is saved is filtered by."""
	source = make_source("Otter Papers", [{"title": "Otters", "text": "A text about otters."}])
	name = python_on_site(
		"result = frappe.db.get_value('Knowledge Input', {'knowledge_source': source})", source=source
	)
	page = desk(manager)
	browser.open_form(page, "Knowledge Input", name)
	with workers(1):
		expect(forms.headline(page)).to_contain_text("1 chunk can be found")
		expect(page.locator(".page-container:visible textarea[data-fieldname=metadata]")).to_be_hidden()
		open_metadata(page)
		forms.fill(page, "metadata", "owner = me")
		page.keyboard.press("Control+s")
		message = page.locator(".modal.show .msgprint")
		expect(message).to_contain_text("“owner” is a name that huf uses itself")
		# Bootstrap drops what comes while the dialog still moves.
		forms.until(
			lambda: page.evaluate("() => { frappe.msg_dialog.hide(); return !$('.modal.show').length; }")
		)
		forms.fill(page, "document_author", "Ada Lovelace")
		forms.fill(page, "metadata", "project = Alpha\npriority = 3")
		page.evaluate("() => cur_frm.set_value('document_date', '2021-05-03')")
		forms.save(page)
		assert python_on_site(STATE, name=name) == [
			"project = Alpha\npriority = 3",
			"Ada Lovelace",
			"2021-05-03",
			"Indexed",
		]
		for width in (1400, 390):
			browser.resize(page, width, 900)
			page.locator(
				".page-container:visible textarea[data-fieldname=metadata]"
			).scroll_into_view_if_needed()
			page.screenshot(path=str(screenshots / f"input-metadata-{width}.png"), full_page=True)
		filters = {"metadata.priority": {">=": 3}, "author": "ada*", "date": "2021-05-03"}
		forms.until(lambda: python_on_site(FOUND, source=source, filters=filters) == ["Otters"])


def test_a_tag_that_is_taken_away_in_the_desk(desk, make_user, workers, python_on_site):
	"""The file leaves the source at once: the request itself notes what Frappe has no event for."""
	user = make_user("tagger@example.com", "Knowledge Manager")
	tag = python_on_site("result = 'tag ' + frappe.generate_hash(length=6)")
	file, source = python_on_site(TAGGED, tag=tag, name=f"Tagged {tag}", user=user)
	page = desk(user)
	browser.open_form(page, "File", file)
	with workers(1):
		forms.until(lambda: python_on_site(INPUTS, source=source) == ["tagged.txt"])
		page.evaluate(
			"""([tag, file]) => frappe.xcall("frappe.desk.doctype.tag.tag.remove_tag", { tag, dt: "File", dn: file })""",
			[tag, file],
		)
		forms.until(lambda: python_on_site(INPUTS, source=source) == [])
