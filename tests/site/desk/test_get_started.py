"""From a site with nothing to a cited answer, as one person: how many clicks and screens it takes, and that it holds on a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.model_server import ModelServer
from tests.site import browser
from tests.site.desk import forms

PERSON = "sofia@example.com"
KEY = "sk-loopback-0123456789"
QUESTION = "How many days of paternity leave does the company pay?"
COUNT = """
const key = "hufCounted", seen = () => JSON.parse(sessionStorage.getItem(key) || '{"clicks": 0, "screens": []}');
document.addEventListener("click", (event) => {
	if (event.isTrusted) {
		const counted = seen();
		counted.clicks += 1;
		sessionStorage.setItem(key, JSON.stringify(counted));
	}
}, true);
"""
SAMPLE_CLICKS = 2
"""From the desk to a cited passage of the sample handbook."""
COUNTED = "JSON.parse(sessionStorage.getItem('hufCounted') || '{\"clicks\": 0}').clicks"

AWAY = """
result = frappe.get_all("Knowledge Source", {"disabled": 0}, pluck="name")
for name in result:
	frappe.db.set_value("Knowledge Source", name, "disabled", 1)
"""
BACK = """
for name in names:
	frappe.db.set_value("Knowledge Source", name, "disabled", 0)
"""
OWN = """
result = frappe.db.get_value("Knowledge Source", name, ["scope", "status"])
"""


@pytest.fixture
def service():
	"""A service that wants a key, has a model, and answers with citations."""
	with ModelServer(auto=True) as server:
		server.models, server.key = ["loopback-start", "loopback-embedding"], KEY
		yield server


def step(page, key):
	"""A step of the card."""
	return page.locator(f".huf-start-step[data-step={key}]")


@pytest.mark.parametrize("width", [1400, 390])
def test_from_nothing_to_a_cited_answer(width, desk, make_user, nothing_yet, service, workers, screenshots):
	"""At most five clicks from the desk to a cited passage without any model, at most five more and one key to a cited answer."""
	page = desk(make_user(PERSON, "System Manager"))
	browser.resize(page, width, 900 if width > 1000 else 844)
	page.add_init_script(COUNT)
	screens = []

	def seen(name):
		screens.append(page.evaluate("frappe.get_route_str()"))
		forms.picture(page, screenshots, f"start-{name}-{width}")

	browser.visit(page, "/app/knowledge")
	card = page.locator(".huf-get-started")
	load = card.get_by_role("button", name="Load the Sample Handbook")
	expect(load).to_be_visible()
	expect(step(page, "model")).to_have_attribute("data-done", "0")
	seen("desk")
	before = page.evaluate(COUNTED)
	with workers(1):
		load.click()
		question = card.get_by_role("button", name=QUESTION)
		expect(card.get_by_role("progressbar").or_(question)).to_be_visible()
		forms.picture(page, screenshots, f"start-loading-{width}")
		expect(question).to_be_visible()
	expect(step(page, "files")).to_have_attribute("data-done", "1")
	seen("loaded")
	if width > 1000:
		forms.picture(page, screenshots, "workspace")
	question.click()
	passage = page.locator(".huf-passages .huf-used-passage").filter(
		has_text="15 working days of paternity leave"
	)
	expect(passage.locator(".huf-used-head").first).to_contain_text(
		re.compile("employee-handbook.*page 2", re.S)
	)
	seen("passage")
	to_passage = page.evaluate(COUNTED) - before
	assert to_passage <= SAMPLE_CLICKS, to_passage

	page.get_by_role("button", name="Connect a Model").click()
	dialog = forms.shown(page)
	forms.picture(page, screenshots, f"start-services-{width}")
	dialog.get_by_role("button", name="Any Compatible Address").click()
	dialog.locator("input[data-fieldname=api_base]").fill(service.api_base)
	dialog.locator("input[data-fieldname=api_key]").fill(KEY)
	dialog.get_by_role("button", name="Test Connection").click()
	expect(dialog.locator(".huf-verdict-of-test")).to_have_text("The service answers. It has one model.")
	expect(dialog.locator("input[data-fieldname=model]")).to_have_value("loopback-start")
	forms.picture(page, screenshots, f"start-tested-{width}")
	if width > 1000:
		forms.picture(page, screenshots, "connect-model")
	dialog.get_by_role("button", name="Connect", exact=True).click()
	expect(page.locator(".modal.show")).to_have_count(0)
	field = page.locator(".huf-prompt")
	field.fill(QUESTION)
	with workers(1):
		page.locator(".huf-send").click()
		reply = page.locator(".huf-turn").last.locator(".huf-reply[data-status=Success]")
		expect(reply.locator(".huf-answer")).to_contain_text("this is the answer")
	expect(reply.locator(".huf-cited .huf-source").first).to_contain_text("employee-handbook")
	seen("answer")
	to_answer = page.evaluate(COUNTED) - before - to_passage
	assert to_answer <= 5, to_answer
	# A conversation that begins gets its name into the address, on the same screen.
	assert len({screen.split("/")[0] for screen in screens}) == 2, screens
	print(
		f"{width}: {to_passage} clicks to a passage, {to_answer} more to an answer, {len(dict.fromkeys(screens))} screens"
	)

	if width > 1000:
		browser.visit(page, "/app/knowledge-search?q=hotel%20in%20Zurich")
		expect(page.locator(".huf-hit").first).to_contain_text("Zurich")
		expect(page.locator(".huf-found-area")).to_have_attribute("aria-busy", "false")
		forms.picture(page, screenshots, "knowledge-search")
	browser.visit(page, "/app/knowledge")
	for key in ("source", "files", "search", "model", "ask"):
		expect(step(page, key)).to_have_attribute("data-done", "1")
	seen("done")
	card.locator(".huf-sample").get_by_role("button", name="Remove").click()
	forms.confirm(page, "remove_sample")
	expect(load).to_be_visible()


@pytest.mark.parametrize("width", [1400, 390])
def test_one_s_own_file_takes_at_most_three_clicks_more(
	width, desk, make_user, nothing_yet, workers, python_on_site, free_name, screenshots
):
	"""A file that is dropped on the dialog becomes a source that nobody else reads, and is found."""
	person = make_user(f"own-file-{width}@example.com", "Knowledge Manager")
	page = desk(person)
	browser.resize(page, width, 900 if width > 1000 else 844)
	page.add_init_script(COUNT)
	others = python_on_site(AWAY)
	try:
		browser.visit(page, "/app/knowledge")
		before = page.evaluate(COUNTED)
		step(page, "files").get_by_role("button", name="Add Files").click()
		dialog = forms.shown(page)
		expect(dialog).to_contain_text("Only you find what is in it")
		forms.picture(page, screenshots, f"start-own-source-{width}")
		name = free_name(f"Own Files {width}")
		dialog.locator("input[data-fieldname=source_name]").fill(name)
		dialog.get_by_role("button", name="Add Files").click()
		expect(page.locator(".modal.show").filter(has_text="Add Files to")).to_be_visible()
		upload = forms.shown(page)
		upload.locator("input[type=file]").set_input_files(str(forms.HANDBOOK / "employee-handbook.pdf"))
		with workers(1):
			forms.settled_lines(upload, 1)
			expect(upload.locator(".huf-add-summary")).to_have_text("1 of 1 files added")
			forms.picture(page, screenshots, f"start-own-file-{width}")
			forms.close_dialog(page)
			forms.until(lambda: python_on_site(OWN, name=name) == ["User", "Ready"])
		step(page, "search").get_by_role("button", name="Search").click()
		page.locator(".huf-search-box input").fill("days of paternity leave")
		expect(page.locator(".huf-hit").filter(has_text="15 working days of paternity leave")).to_be_visible()
		clicks = page.evaluate(COUNTED) - before
		assert clicks <= SAMPLE_CLICKS + 3, clicks
		print(f"{width}: {clicks} clicks to a passage of one's own file")
		forms.picture(page, screenshots, f"start-own-passage-{width}")
	finally:
		python_on_site(BACK, names=others)


def test_a_wrong_key_is_said_plainly(desk, make_user, nothing_yet, service, screenshots):
	"""One sentence without a word of the service; the field stays, and nothing is made."""
	page = desk(make_user(PERSON, "System Manager"))
	browser.visit(page, "/app/knowledge")
	step(page, "model").get_by_role("button", name="Connect").click()
	dialog = forms.shown(page)
	dialog.get_by_role("button", name="Any Compatible Address").click()
	dialog.locator("input[data-fieldname=api_base]").fill(service.api_base)
	dialog.locator("input[data-fieldname=api_key]").fill("sk-wrong")
	dialog.get_by_role("button", name="Test Connection").click()
	expect(dialog.locator(".huf-verdict-of-test")).to_contain_text("The service refuses this key.")
	expect(dialog.get_by_role("button", name="Connect", exact=True)).to_have_count(0)
	forms.picture(page, screenshots, "start-wrong-key")


def test_each_role_meets_what_is_for_it(desk, make_user, nothing_yet, screenshots):
	"""A Knowledge User lands in Knowledge and is told who connects a model; who has no role of huf has no such workspace."""
	page = desk(make_user("ulla@example.com", "Knowledge User"))
	browser.visit(page, "/app")
	page.wait_for_url(re.compile("/app/knowledge$"))
	expect(step(page, "model")).to_contain_text("A System Manager connects it.")
	expect(step(page, "model").get_by_role("button")).to_have_count(0)
	expect(step(page, "search").get_by_role("button", name="Search")).to_be_visible()
	forms.picture(page, screenshots, "start-knowledge-user")
	other = desk(make_user("nils@example.com", "Report Manager"))
	browser.visit(other, "/app")
	assert "/app/knowledge" not in other.url
	expect(other.locator(".huf-get-started")).to_have_count(0)
