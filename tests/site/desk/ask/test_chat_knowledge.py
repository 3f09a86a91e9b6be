"""The button Knowledge of the page Ask: on, off, when relevant, and which sources."""

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms
from tests.site.desk.ask.test_chat import ask, ended, make_agent, model, open_chat  # noqa: F401

KEPT = "result = frappe.db.get_value('Agent Conversation', name, ['knowledge_gate', 'only_sources'])"


def choose(page, gate=None, without=()):
	"""Open the dialog and choose."""
	page.locator(".huf-knowledge").click()
	dialog = forms.shown(page)
	if gate is not None:
		dialog.locator("select[data-fieldname=gate]").select_option(label=gate)
	for source in without:
		dialog.get_by_label(source, exact=True).uncheck()


def use(page):
	"""Take what was chosen. The dialog is another size when its sources go, and a click on what moves is lost."""
	forms.close_dialog(page, "Use")


def test_less_knowledge_for_a_conversation(
	desk,
	manager,
	make_source,
	make_agent,  # noqa: F811
	model,  # noqa: F811
	workers,
	python_on_site,
	screenshots,
):
	"""A source that is not chosen gives no passage; Off gives none at all; both are kept for the conversation and shown after a
	reload; a new conversation has all again."""
	quay = make_source("Quay", [{"text": "The quay has 12 cranes.", "title": "Quay"}])
	dock = make_source("Dock", [{"text": "The dock has 12 cranes.", "title": "Dock"}])
	agent = make_agent("Harbour Master", [quay, dock])
	page = desk(manager)
	button = page.locator(".huf-knowledge")
	passages = page.locator(".huf-used-passage .huf-title")
	with workers(1):
		for source in (quay, dock):
			browser.open_form(page, "Knowledge Source", source)
			forms.wait_for_status(page, "Ready")
		open_chat(page, agent)
		expect(button).to_have_text("Knowledge")
		choose(page, without=[dock])
		forms.picture(page, screenshots, "chat-knowledge")
		page.evaluate("document.documentElement.setAttribute('data-theme', 'dark')")
		browser.resize(page, 390, 844)
		forms.picture(page, screenshots, "chat-knowledge-narrow-dark")
		page.evaluate("document.documentElement.setAttribute('data-theme', 'light')")
		use(page)
		expect(button).to_have_text(f"Knowledge · {quay}")
		forms.picture(page, screenshots, "chat-knowledge-chosen-narrow")
		browser.resize(page, 1400, 900)
		ended(ask(page, "How many cranes?"))
		expect(passages).to_have_text(["Quay"])
		page.wait_for_url("**/knowledge-chat/*")

		choose(page, gate="Off")
		use(page)
		expect(button).to_have_text("Knowledge: Off")
		ended(ask(page, "And cranes at the dock?"))
		expect(page.locator(".huf-used")).to_contain_text("The model was given none.")
		forms.picture(page, screenshots, "chat-knowledge-off")
		assert python_on_site(KEPT, name=page.url.rsplit("/", 1)[-1]) == ["Never", "[]"]
		browser.visit(page, page.url)
		expect(button).to_have_text("Knowledge: Off")
		page.get_by_role("button", name="New Conversation").click()
		expect(button).to_have_text("Knowledge")
