"""What goes wrong in the everyday use of forms: a lost connection, and a double click."""

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms


def test_a_lost_connection_is_said_in_words(desk, manager):
	"""Not in the browser's own, which is English; and it is answered when there is a connection again."""
	page = desk(manager)
	browser.visit(page, "/app/knowledge-search")
	page.context.set_offline(True)
	said = page.evaluate("huf.desk.post('huf.ai.chat.get_chat', {}).then(() => '', (error) => error.message)")
	assert said == "The server cannot be reached. Try again when you are connected."
	page.context.set_offline(False)
	assert page.evaluate("huf.desk.post('huf.ai.chat.get_chat', {}).then(() => 'answered')") == "answered"


def test_a_double_click_opens_one_dialog(desk, manager, make_source):
	"""On each of the buttons at the head of a source."""
	name = make_source("Clicked Twice")
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	for label in ("Search", "Add Files", "Add Text", "Add URL"):
		page.locator(".page-container:visible .huf-actions button").get_by_text(label, exact=True).dblclick()
		forms.shown(page)
		browser.quiet(page)
		expect(page.locator(".modal.show")).to_have_count(1)
		forms.leave(page)
