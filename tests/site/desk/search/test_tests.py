"""Tests of knowledge in the browser: one click on a bad answer makes one, the source says how they go, and a worse index waits."""

import re
import time

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

TEXTS = [
	{"text": "Annual leave is twenty-five days for every employee.", "title": "Leave"},
	{"text": "Hotels may cost up to 140 euros a night in Berlin.", "title": "Hotels"},
]
WRITE_SUITE = """
from huf.ai.knowledge import indexer
for number in range(60):
	doc = frappe.get_doc({"doctype": "Knowledge Input", "knowledge_source": name, "input_type": "Text",
		"title": f"Machine {number}", "text": f"The machine quokka{number}v needs {number + 20} litres of oil."}).insert()
	frappe.get_doc({"doctype": "Knowledge Test", "question": f"How much oil does the quokka{number}v need?",
		"knowledge_source": name, "expectation": "Must Find", "knowledge_input": doc.name}).insert()
frappe.db.commit()
artifact_id = frappe.db.get_value("Knowledge Source", name, "artifact_id")
indexer.update_source(artifact_id)
"""
MAKE_WORSE = """
from huf.ai.knowledge import indexer, status
from huf.ai.knowledge.contents import wanted
from huf.engine.errors import ContentMissing
gone = set(frappe.get_all("Knowledge Input", {"knowledge_source": name, "title": ("like", "Machine 1%")}, pluck="name"))
plain = wanted._text_content
def text_content(row):
	if row.name in gone:
		raise ContentMissing("The disk of the files is away.")
	return plain(row)
wanted._text_content = text_content
try:
	status.ask_for_rebuild(name)
	frappe.db.commit()
	indexer.rebuild_source(frappe.db.get_value("Knowledge Source", name, "artifact_id"))
finally:
	wanted._text_content = plain
result = frappe.db.get_value("Knowledge Source", name, "held_build")
"""
INDEX = """
from huf.ai.knowledge import indexer
indexer.update_source(frappe.db.get_value("Knowledge Source", name, "artifact_id"))
"""

SUITE_OF_AGENT = """
from huf.ai.knowledge import indexer
for source in sources:
	for question, value in (("annual leave", "twenty-five days"), ("hotel in Paris", "220 euros")):
		frappe.get_doc({"doctype": "Knowledge Test", "question": question, "knowledge_source": source,
			"expectation": "Must Say", "value": value}).insert()
result = frappe.get_doc({"doctype": "Agent", "agent_name": name, "model": model, "instructions": "Answer.",
	"knowledge": [{"knowledge_source": source, "mode": "Optional"} for source in sources]}).insert().name
frappe.db.commit()
for source in sources:
	indexer.update_source(frappe.db.get_value("Knowledge Source", source, "artifact_id"))
"""


def section(page, name):
	"""A section of the head of the source's form."""
	return page.locator(f".page-container:visible .huf-section.huf-head-{name}")


def narrow_picture(page, screenshots, name):
	"""The same page as on a phone."""
	page.set_viewport_size({"width": 390, "height": 844})
	browser.quiet(page)
	forms.picture(page, screenshots, name)
	page.set_viewport_size({"width": 1400, "height": 900})


def test_a_bad_answer_becomes_a_test(desk, manager, make_source, workers, python_on_site, screenshots):
	"""From the answer of Test Search one click saves a test, a few more a value that is missing; the source runs them and shows them."""
	name = make_source("Policies", TEXTS)
	python_on_site(INDEX, name=name)
	page = desk(manager)
	page.set_viewport_size({"width": 1400, "height": 900})
	browser.open_form(page, "Knowledge Source", name)
	forms.knowledge(page, "Test Search")
	dialog = forms.search(page, "annual leave")
	first = dialog.locator(".huf-hit").first
	expect(first.get_by_role("button", name="Must Not Be Found")).to_have_count(0)
	forms.picture(page, screenshots, "test-from-search")
	began = time.monotonic()
	first.get_by_role("button", name="Must Be Found").click()
	expect(page.locator(".desk-alert").filter(has_text="It passes now")).to_be_visible()
	assert time.monotonic() - began < 30

	began = time.monotonic()
	dialog.get_by_role("button", name="Something Else Was Expected").click()
	make = page.locator(".modal.huf-make-test")
	forms.shown(page)
	browser.quiet(page)
	value = make.locator("input[data-fieldname=value]")
	value.fill("30 days")
	value.press("Tab")
	narrow_picture(page, screenshots, "test-dialog-narrow")
	forms.picture(page, screenshots, "test-dialog")
	# The dialog is drawn anew by what it depends on, and what is typed meanwhile is lost.
	browser.quiet(page)
	expect(value).to_have_value("30 days")
	make.get_by_role("button", name="Save and Run").click()
	expect(page.locator(".desk-alert").filter(has_text="It fails now")).to_be_visible()
	assert time.monotonic() - began < 30
	page.keyboard.press("Escape")

	browser.open_form(page, "Knowledge Source", name)
	tests = section(page, "tests")
	expect(tests).to_contain_text("2 tests, not run yet")
	with workers(1):
		tests.get_by_role("button", name="Run Tests").click()
		expect(tests).to_contain_text("1 of 2 passed")
		python_on_site(
			"frappe.db.set_value('Knowledge Input', {'knowledge_source': name, 'title': 'Leave'}, 'disabled', 1)",
			name=name,
		)
		tests.get_by_role("button", name="Run Tests").click()
		expect(tests).to_contain_text("0 of 2 passed")
	expect(tests.locator(".huf-tests-of-run")).to_contain_text("annual leave")
	expect(tests.locator(".huf-tests-chart svg")).to_be_visible()
	forms.picture(page, screenshots, "tests-of-source")
	narrow_picture(page, screenshots, "tests-of-source-narrow")

	tests.get_by_role("link", name="Last Run").click()
	shown = page.locator(".page-container:visible .huf-tests-of-run")
	expect(shown.locator("tbody tr")).to_have_count(2)
	forms.picture(page, screenshots, "test-run")
	shown.get_by_role("link", name="annual leave").first.click()
	expect(forms.headline(page)).to_contain_text("not among the first ten")
	page.locator(".page-container:visible .page-head").get_by_role("button", name="Run Now").click()
	expect(page.locator(".page-container:visible .huf-test-found").first).to_be_visible()
	forms.picture(page, screenshots, "test-form")
	narrow_picture(page, screenshots, "test-form-narrow")
	browser.visit(page, "/app/knowledge-test")
	expect(page.locator(".list-row").first).to_be_visible()
	forms.picture(page, screenshots, "test-list")


def test_a_worse_index_waits_for_a_person(desk, manager, make_source, python_on_site, screenshots):
	"""The source says that it is held and why, shows both answers to a question beside each other, and publishes it."""
	name = make_source("Machines")
	python_on_site(WRITE_SUITE, user=manager, name=name)
	build = python_on_site(MAKE_WORSE, name=name)
	assert build
	page = desk(manager)
	page.set_viewport_size({"width": 1400, "height": 900})
	browser.visit(page, "/app/knowledge-source")
	row = page.locator(".list-row").filter(has_text=name)
	expect(row.locator(".indicator-pill").first).to_have_text("Held Back")
	browser.open_form(page, "Knowledge Source", name)
	expect(forms.headline(page)).to_contain_text("does not answer yet")
	held = section(page, "held")
	expect(forms.headline(page)).to_contain_text("paired randomisation test")
	expect(held.locator("tbody tr")).to_have_count(11)
	forms.picture(page, screenshots, "held")
	narrow_picture(page, screenshots, "held-narrow")
	held.get_by_role("button", name="Compare Answers").first.click()
	both = page.locator(".modal.huf-compare-answers")
	expect(both.locator(".col-md-6").first).to_contain_text("Passed")
	expect(both.locator(".col-md-6").last).to_contain_text("Failed")
	forms.shown(page)
	forms.picture(page, screenshots, "held-compare")
	narrow_picture(page, screenshots, "held-compare-narrow")
	page.keyboard.press("Escape")
	expect(both).to_be_hidden()
	held.get_by_role("button", name="Publish").click()
	forms.confirm(page, "publish_held_build")
	expect(section(page, "held")).to_have_count(0)
	live = python_on_site("result = frappe.db.get_value('Knowledge Source', name, 'live_build')", name=name)
	assert live == build
	expect(forms.indicator(page)).not_to_have_text(re.compile("Held"))


def test_the_tests_of_an_agent(
	desk, manager, make_source, chat_model, free_name, workers, python_on_site, screenshots
):
	"""Its form runs the tests of all its sources, and each passes by what the other source knows."""
	paris = [{"text": "Hotels in Paris may cost up to 220 euros a night.", "title": "Paris"}]
	sources = [make_source("Policies", TEXTS), make_source("Cities", paris)]
	values = {"sources": sources, "user": manager, "name": free_name("Travel Desk"), "model": chat_model}
	agent = python_on_site(SUITE_OF_AGENT, **values)
	page = desk(manager)
	page.set_viewport_size({"width": 1400, "height": 900})
	browser.open_form(page, "Agent", agent)
	tests = section(page, "tests")
	expect(tests).to_contain_text("4 tests, not run yet")
	with workers(1):
		tests.get_by_role("button", name="Run Tests").click()
		expect(tests).to_contain_text("4 of 4 passed")
	forms.picture(page, screenshots, "tests-of-agent")
	narrow_picture(page, screenshots, "tests-of-agent-narrow")
	tests.get_by_role("link", name="Last Run").click()
	shown = page.locator(".page-container:visible .huf-tests-of-run")
	expect(shown.locator("tbody tr")).to_have_count(4)
	expect(page.locator(".page-container:visible [data-fieldname=agent]").first).to_contain_text(agent)
	forms.picture(page, screenshots, "test-run-of-agent")


AGENT = """
from huf.ai.knowledge import indexer
result = frappe.get_doc({"doctype": "Agent", "agent_name": name, "model": model, "instructions": "Answer.",
	"knowledge": [{"knowledge_source": source, "mode": "Both"}]}).insert().name
frappe.db.commit()
indexer.update_source(frappe.db.get_value("Knowledge Source", source, "artifact_id"))
"""


def test_the_answers_of_an_agent(
	desk, manager, make_source, chat_model, free_name, workers, python_on_site, screenshots
):
	"""A test of what an agent answers is written on its form, asked at once, and asked with the others after its price was told."""
	source = make_source("Policies", TEXTS)
	values = {"source": source, "user": manager, "name": free_name("Travel Desk"), "model": chat_model}
	agent = python_on_site(AGENT, **values)
	page = desk(manager)
	page.set_viewport_size({"width": 1400, "height": 900})
	browser.open_form(page, "Agent", agent)
	answers = section(page, "answers")
	expect(answers).to_contain_text("No test holds its answers yet")
	answers.get_by_role("button", name="New Test").click()
	form = page.locator(".page-container:visible")
	expect(form.locator("[data-fieldname=agent] input").first).to_have_value(agent)
	form.locator("textarea[data-fieldname=question]").fill("How long is annual leave?")
	form.locator("textarea[data-fieldname=must_say]").fill("the answer")
	form.locator("textarea[data-fieldname=must_not_say]").fill("sick leave")
	forms.picture(page, screenshots, "answer-test-new")
	forms.save(page)
	form.locator(".page-head").get_by_role("button", name="Ask Now").click()
	expect(forms.headline(page)).to_contain_text("Passed: the answer is as expected")
	expect(section(page, "test-answers")).to_contain_text("cites 1 passage")
	forms.picture(page, screenshots, "answer-test")
	narrow_picture(page, screenshots, "answer-test-narrow")

	browser.open_form(page, "Agent", agent)
	expect(answers).to_contain_text("1 test of its answers, not run yet")
	with workers(1):
		for verdict in ("1 of 1 passed", "0 of 1 passed"):
			answers.get_by_role("button", name="Ask Tests").click()
			asked = page.locator(".modal.show")
			expect(asked).to_contain_text("Have the agent answer 1 question")
			forms.shown(page)
			forms.picture(page, screenshots, "answer-tests-estimate")
			forms.confirm(page, "run_answer_tests")
			expect(answers).to_contain_text(verdict)
			python_on_site(
				"frappe.db.set_value('Agent Test', {'agent': name}, 'must_say', '30 days')", name=agent
			)
	expect(answers.locator(".huf-tests-of-run")).to_contain_text("How long is annual leave?")
	expect(answers.locator(".huf-tested-chart svg")).to_be_visible()
	forms.picture(page, screenshots, "answer-tests-of-agent")
	narrow_picture(page, screenshots, "answer-tests-of-agent-narrow")
	answers.get_by_role("link", name="Last Run").click()
	expect(page.locator(".page-container:visible .huf-tests-of-run tbody tr")).to_have_count(1)
	forms.picture(page, screenshots, "answer-test-run")


MAIL = """
result = frappe.get_doc({"doctype": "Communication", "communication_type": "Communication", "communication_medium": "Email",
	"subject": "AW: Leave", "sent_or_received": "Received", "sender": "ann@example.com", "owner": who,
	"content": "<p>Hello,</p><p>we have 2.5 days left. How long is <b>annual leave</b>? Thank you.</p><p>Ann</p>"
		"<div>On Mon, Jan 5, 2026 Bob wrote:</div><blockquote>What is this?</blockquote>"}).insert(ignore_permissions=True).name
frappe.db.set_value("Communication", result, "owner", who)
"""


def test_a_mail_becomes_a_test(desk, make_user, make_source, python_on_site, screenshots):
	"""The question of a mail, without greeting and what it answers, is what the test asks; the person adds what is expected."""
	who = "mail-tests@example.com"
	make_user(who, "System Manager", "Knowledge Manager", "Inbox User")
	source = make_source("Policies", TEXTS)
	python_on_site(INDEX, name=source)
	mail = python_on_site(MAIL, who=who)
	page = desk(who)
	page.set_viewport_size({"width": 1400, "height": 900})
	browser.open_form(page, "Communication", mail)
	forms.knowledge(page, "Make a Test")
	make = page.locator(".modal.huf-make-test")
	expect(make.locator("textarea[data-fieldname=question]")).to_have_value("How long is annual leave?")
	narrow_picture(page, screenshots, "test-of-mail-narrow")
	value = make.locator("input[data-fieldname=value]")
	value.fill("twenty-five days")
	value.press("Tab")
	# The dialog is drawn anew by what it depends on, and what is typed meanwhile is lost.
	browser.quiet(page)
	chosen = make.locator("input[data-fieldname=knowledge_source]")
	chosen.click()
	make.get_by_role("option").filter(has_text=source).first.click()
	browser.quiet(page)
	expect(chosen).to_have_value(source)
	expect(value).to_have_value("twenty-five days")
	make.get_by_role("button", name="Save and Run").dblclick()
	expect(page.locator(".desk-alert").filter(has_text="It passes now")).to_be_visible()
	browser.quiet(page)
	made = python_on_site(
		"result = frappe.db.count('Knowledge Test', {'knowledge_source': source})", source=source
	)
	assert made == 1, "a double click saves one"
