"""The page Ask of a site without a model: it answers plain questions, and offers nothing that only a model could take."""

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

NOTES = """
for number in range(2):
	frappe.get_doc({"doctype": "Note", "title": f"{title} {number}", "public": 1}).insert()
"""
ONCE = "With a model connected, questions are answered from these passages."
NOTHING = "No passage of your sources has these words"


def ask(page, question):
	"""Ask, and wait until records and passages were looked for; the turn."""
	page.locator(".huf-prompt:visible").fill(question)
	page.locator(".huf-send:visible").click()
	browser.quiet(page)
	return page.locator(".huf-turn").last


def test_plain_questions_are_answered_from_the_card(
	desk, make_user, nothing_yet, other_sources_off, python_on_site, free_name, screenshots
):
	"""One click from the card; an answer stands without remarks on passages or models, which follow once where they belong."""
	python_on_site(NOTES, title=free_name("Quagga"))
	page = desk(make_user("plain-asker@example.com", "Knowledge Manager"))
	browser.visit(page, "/app/knowledge")
	step = page.locator(".huf-start-step[data-step=ask]")
	expect(step).to_contain_text("Numbers and lists of records")
	step.get_by_role("button", name="Ask").click()
	expect(page.locator(".huf-empty")).to_contain_text(ONCE)
	for useless in (".huf-attach", ".huf-used", ".page-form", ".huf-knowledge"):
		expect(page.locator(f".huf-chat-page {useless}:visible")).to_have_count(0)
	expect(page.locator(".huf-hint")).to_have_text("Enter sends, Shift + Enter begins a line")
	turn = ask(page, "How many notes are there?")
	expect(turn.locator(".huf-plain-number")).to_be_visible()
	expect(turn.get_by_text(NOTHING)).to_be_hidden()
	expect(page.get_by_text(ONCE)).to_have_count(0)
	# It was asked, and nothing of it is kept.
	expect(page.locator(".huf-conversation-list")).to_have_text(
		"None yet. What a model answers is kept here."
	)
	forms.picture(page, screenshots, "ask-without-model")
	turn.locator(".huf-plain-dismiss").click()
	expect(turn.get_by_text(NOTHING)).to_be_visible()
	for question in ("Why is a quagga brown behind?", "Who has seen the last quagga?"):
		expect(ask(page, question).get_by_text(NOTHING)).to_be_visible()
	expect(page.get_by_text(ONCE)).to_have_count(1)
