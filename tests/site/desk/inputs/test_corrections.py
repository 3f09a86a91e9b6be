"""View on the form of an input: a passage is left out, put back and corrected, and the index follows."""

import re
import secrets

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms
from tests.site.desk.inputs.test_input_view import BODY, NAMED, OPEN, is_within
from tests.site.desk.search.test_knowledge_search import STATUS

PUMPS = "\n\n".join(
	f"The {name} pump is lent for thirty days and comes back clean, with its hose and the key of the shed, or it is paid. "
	f"Whoever lends it writes {name} into the book beside the door, and takes it out again when the pump is back in its "
	"place, dry and with a full tank. Nobody lends it to others, and nobody runs it after ten in the evening or before seven."
	for name in ("quoll", "potoroo", "numbat", "wombat")
)
FOUND = """
from huf.ai.knowledge.retriever import knowledge_search
result = [[hit["text"], hit["corrected_on"], hit["left_out_on"], hit["title"]]
	for hit in knowledge_search(query, source)["hits"] if query in hit["text"]]
"""


def asked(page):
	"""The dialog that asks what is to be done to a passage."""
	expect(page.locator(".huf-view-ask.show")).to_be_visible()
	forms.shown(page)
	return page.locator(".huf-view-ask.show")


@pytest.fixture
def pumps(make_source, python_on_site):
	"""A source with one text of four passages, and the name of that input."""
	word = "Pumps " + secrets.token_hex(3)
	source = make_source(word, [{"text": PUMPS, "title": word}], chunk_size=100, chunk_overlap=0)
	return source, python_on_site(NAMED, source=source, title=word)


def test_left_out_put_back_and_corrected(pumps, desk, manager, python_on_site, workers, screenshots):
	"""What is done in View is said there at once, acts with the build that is queued for it, and is named by what is found."""
	source, name = pumps

	def found(query):
		return python_on_site(FOUND, user=manager, query=query, source=source)

	with workers(1):
		forms.until(lambda: python_on_site(STATUS, name=source) == "Ready")
		assert found("potoroo")
		page = desk(manager)
		browser.open_form(page, "Knowledge Input", name)
		page.evaluate(OPEN)
		forms.shown(page)
		dialog = page.locator(".huf-input-view.show")
		second = dialog.locator(".huf-view-passage", has_text="potoroo").first
		expect(second).to_be_visible()
		assert second.locator(".huf-view-text").evaluate(
			"(shown) => shown.textContent === shown.textContent.trimEnd()"
		)
		count = dialog.locator(".huf-view-passage").count()
		forms.picture(page, screenshots, "corrections-before")
		second.get_by_role("button", name="Leave Out").click()
		ask = asked(page)
		ask.locator("input[data-fieldname=reason]").fill("Sold <b>last</b> year")
		forms.picture(page, screenshots, "corrections-leave-out")
		ask.locator(".modal-footer").get_by_role("button", name="Leave Out").click()
		out = dialog.locator("li.huf-view-correction")
		expect(out.locator(".huf-view-said")).to_have_text(re.compile("^Left out on .* by"), timeout=120_000)
		expect(out.locator(".huf-view-reason")).to_contain_text("Sold")
		expect(dialog.locator(".huf-view-passage")).to_have_count(count - 1)
		forms.picture(page, screenshots, "corrections-left-out")
		violations = Axe().run(page, context={"include": [[BODY]]}).response["violations"]
		assert not violations, [
			(rule["id"], [node["html"][:200] for node in rule["nodes"]]) for rule in violations
		]
		out.get_by_role("button", name="Put Back").click()
		expect(dialog.locator(".huf-view-passage")).to_have_count(count, timeout=120_000)
		expect(dialog.locator(".huf-view-correction")).to_have_count(0)
		assert found("potoroo")
		third = dialog.locator(".huf-view-passage", has_text="The numbat").first
		third.get_by_role("button", name="Correct…").click()
		ask = asked(page)
		box = ask.locator("textarea[data-fieldname=replacement]")
		box.fill(box.input_value().replace("numbat", "bilby"))
		forms.picture(page, screenshots, "corrections-correct")
		ask.locator(".modal-footer").get_by_role("button", name="Correct").click()
		said = dialog.locator(".huf-view-passage .huf-view-said")
		expect(said).to_have_text(re.compile("^Corrected on .* by"), timeout=120_000)
	((text, corrected_on, _left_out, _title),) = found("bilby")
	assert corrected_on and "bilby" in text and "numbat" not in text
	forms.picture(page, screenshots, "corrections-corrected")
	assert is_within(page)
	forms.leave(page)
	browser.resize(page, 390, 844)
	page.evaluate(OPEN)
	forms.shown(page)
	dialog = page.locator(".huf-input-view.show")
	expect(dialog.locator(".huf-view-said")).to_be_visible()
	dialog.locator(".huf-view-said").scroll_into_view_if_needed()
	assert is_within(page)
	forms.picture(page, screenshots, "corrections-narrow")
	# No worker runs any more: what is done now is said to wait.
	dialog.locator(".huf-view-passage", has_text="quoll").first.get_by_role(
		"button", name="Leave Out"
	).click()
	ask = asked(page)
	ask.locator(".modal-footer").get_by_role("button", name="Leave Out").click()
	waiting = dialog.locator(".huf-view-said", has_text="Will be left out with the next build.")
	expect(waiting).to_be_visible()
	waiting.scroll_into_view_if_needed()
	assert is_within(page)
	forms.picture(page, screenshots, "corrections-waiting-narrow")


def test_who_reads_only_corrects_nothing(pumps, desk, make_user, python_on_site, workers):
	"""A reader of the source sees the passages, without a button to correct them."""
	source, name = pumps
	with workers(1):
		forms.until(lambda: python_on_site(STATUS, name=source) == "Ready")
	page = desk(make_user("reads-pumps@example.com", "Knowledge User"))
	browser.open_form(page, "Knowledge Input", name)
	page.evaluate(OPEN)
	forms.shown(page)
	dialog = page.locator(".huf-input-view.show")
	expect(dialog.locator(".huf-view-passage").first).to_be_visible()
	expect(dialog.locator(".huf-view-actions")).to_have_count(0)
