"""A plain question about many records in the browser: what was understood, the list, and what records are called, as text."""

import re

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

EVIL = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"
APPOINTMENTS = """
frappe.db.delete("Event", {"starts_on": ["between", [f"2031-{month}-01", f"2031-{month}-28"]]})
for number in range(3):
	name = frappe.get_doc({"doctype": "Event", "subject": f"Zebra {number}", "event_type": "Public",
		"starts_on": f"2031-{month}-0{number + 1} 10:00:00"}).insert().name
frappe.db.set_value("Event", name, "subject", evil)
"""


def test_a_list_above_the_passages(desk, manager, make_source, python_on_site, screenshots):
	"""The question is shown as it was understood, with the number and the rows as text, and can be taken away."""
	python_on_site(APPOINTMENTS, evil=f"Zebra 2{EVIL}", month="05")
	name = make_source("Calendar")
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	forms.knowledge(page, "Test Search")
	dialog = forms.search(page, "appointments in May 2031")
	card = dialog.locator(".huf-plain")
	expect(card.locator(".huf-plain-number")).to_have_text("3")
	expect(card.locator(".huf-plain-part").first).to_have_text("Event")
	# Of HTML in a cell nothing but the text is shown.
	expect(card.get_by_text("Zebra 2", exact=True)).to_be_visible()
	assert card.locator("img, script").count() == 0
	assert page.evaluate("() => window.hacked") is None
	# What the list is restricted by differs from row to row.
	expect(card.get_by_role("columnheader", name="Starts on")).to_be_visible()
	checks = "() => [0, 1].map((value) => huf.desk.plain_value(value, { fieldtype: 'Check' }))"
	assert page.evaluate(checks) == ["No", "Yes"]
	# Each record of the list is a click away.
	first = card.locator("tbody tr").first.get_by_role("link").first.get_attribute("href")
	assert first is not None
	assert re.fullmatch(r"/(app|desk)/event/[^/]+", first), first
	address = card.get_by_role("link", name="Open List").get_attribute("href")
	assert address is not None
	assert address.startswith("/app/event?")
	forms.picture(page, screenshots, "plain-question")
	card.locator(".huf-plain-dismiss").click()
	expect(card).to_have_count(0)
	forms.search(page, "Why is the zebra striped?")
	expect(dialog.locator(".huf-plain:visible")).to_have_count(0)


PARTNER = """
for name in frappe.get_all("Note", {"title": "Zebra Waterworks"}, pluck="name"):
	frappe.delete_doc("Note", name, force=True)
note = frappe.get_doc({"doctype": "Note", "title": "Zebra Waterworks", "public": 1}).insert()
links = [{"link_doctype": "Note", "link_name": note.name}]
person = frappe.get_doc({"doctype": "Contact", "first_name": "Nadia", "links": links,
	"email_ids": [{"email_id": "nadia@zebra.example", "is_primary": 1}]}).insert()
frappe.db.set_value("Contact", person.name, "designation", evil)
frappe.share.add("Contact", person.name, reader, read=1)
"""


def test_a_record_with_what_belongs_to_it(desk, manager, make_source, python_on_site, screenshots):
	"""A question that names a record shows its contacts below its name, as text, to who may read them."""
	python_on_site(PARTNER, evil=f"Buyer{EVIL}", reader=manager)
	name = make_source("Partners")
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	forms.knowledge(page, "Test Search")
	dialog = forms.search(page, "whom can I write to at Zebra Waterworks?")
	card = dialog.locator(".huf-plain")
	expect(card.get_by_role("link", name="Note Zebra Waterworks")).to_be_visible()
	related = card.locator(".huf-plain-related")
	expect(related.get_by_role("link", name="Contacts")).to_be_visible()
	expect(related).to_contain_text("nadia@zebra.example")
	assert card.locator("img, script").count() == 0
	assert page.evaluate("() => window.hacked") is None
	forms.picture(page, screenshots, "record-with-contacts")
	browser.resize(page, 390, 844)
	forms.picture(page, screenshots, "record-with-contacts-narrow")


def test_ask_without_an_agent(desk, make_user, nothing_yet, python_on_site, screenshots):
	"""Who may run no agent asks all the same: lists of records, and passages."""
	python_on_site(APPOINTMENTS, evil="Zebra 2", month="06")
	page = desk(make_user("huf-lonely@example.com", "Knowledge User"))
	browser.visit(page, "/app/knowledge-chat")
	field = page.locator(".huf-prompt")
	expect(field).to_be_visible()
	field.fill("how many appointments in June 2031?")
	field.press("Enter")
	expect(page.locator(".huf-turn .huf-plain-number")).to_be_visible()
	expect(page.locator(".huf-passages")).not_to_contain_text("Searching")
	forms.picture(page, screenshots, "ask-without-agent")
	browser.resize(page, 390, 844)
	forms.picture(page, screenshots, "ask-without-agent-narrow")


YEAR = """
frappe.db.delete("Event", {"starts_on": ["between", ["2032-01-01", "2032-12-31"]]})
for month, many in (("01", 1), ("02", 4), ("03", 2)):
	for number in range(many):
		frappe.get_doc({"doctype": "Event", "subject": f"Zebra {number}", "event_type": "Public",
			"status": "Closed" if number else "Open", "starts_on": f"2032-{month}-0{number + 1} 10:00:00"}).insert()
"""


def test_shares_and_changes(desk, make_user, nothing_yet, python_on_site, screenshots):
	"""A percentage stands with the part and the whole, a difference with its periods, and what is told by the month is drawn too."""
	python_on_site(YEAR)
	page = desk(make_user("huf-lonely@example.com", "Knowledge User"))
	browser.visit(page, "/app/knowledge-chat")
	field = page.locator(".huf-prompt")
	for number, (question, told) in enumerate(
		(
			("percentage of closed appointments in 2032", "57.14 %4 of 7"),
			(
				"how many more appointments in February 2032 than in January 2032?",
				"+3Difference · +300 % · 2032-01 → 2032-02",
			),
		)
	):
		field.fill(question)
		field.press("Enter")
		expect(page.locator(".huf-turn .huf-plain-number").nth(number)).to_have_text(told)
	expect(page.locator(".huf-plain-chart")).to_have_count(0)
	field.fill("appointments per month in 2032")
	field.press("Enter")
	chart = page.locator(".huf-plain-chart")
	expect(chart.locator("rect.bar")).to_have_count(3)
	expect(page.locator(".huf-turn").last.locator("tbody tr")).to_have_count(3)
	forms.picture(page, screenshots, "shares-and-changes")
	browser.resize(page, 390, 844)
	forms.picture(page, screenshots, "shares-and-changes-narrow")
