"""The page /knowledge of the website in the browser: results while one types, a link for others, the keyboard, nothing as HTML."""

import re
import secrets
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from huf.www.knowledge import TEXTS
from tests.site import browser
from tests.site.desk import forms
from tests.site.desk.search.test_knowledge_search import STATUS

EVIL = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"
PATH = "/knowledge"
VISITOR = "portal-visitor@example.com"
SCRIPTS = Path(__file__).parents[4] / "huf" / "public" / "js" / "search"
POISON = """
# No form takes it; a File's name or an import may.
frappe.db.sql("update `tabKnowledge Input` set title = %s where knowledge_source = %s and title = 'Ferry times'",
	(f"Ferry {evil}", source))
"""
ADD_FILE = """
file = frappe.get_doc({"doctype": "File", "file_name": f"boats #{word}.txt", "is_private": 0,
	"content": f"Das {word} Boot ist blau und fährt im Winter nicht, weil der See dann gefroren ist."}).insert()
frappe.get_doc({"doctype": "Knowledge Input", "knowledge_source": source, "input_type": "File", "file": file.file_url}).insert()
"""
ADDRESS = """result = frappe.db.get_value("File", {"file_url": ("like", f"%{word}.txt")}, "file_url")"""
MADE: dict[str, str] = {}
"""The source, once a test has made it: another one would have the same words."""


pytestmark = pytest.mark.usefixtures("other_sources_off")


@pytest.fixture(scope="module")
def word() -> str:
	"""A word of these tests alone."""
	return "bilby" + "".join(secrets.choice("bdfgklmnprst") for _letter in range(12))


@pytest.fixture
def library(make_source: Any, workers: Any, word: str, python_on_site: Any) -> str:
	"""A source for everybody with two texts, one of them with markup in its title and far down, and a file."""
	if word in MADE:
		return MADE[word]
	long = "Other sentences come first, and they say nothing of it. " * 20
	texts = [
		{
			"title": "Ferry times",
			"text": f"{long}\nThe {word} ferry leaves at nine {EVIL}.",
			"document_date": "2024-03-05",
		},
		{"title": "Ferry fares", "text": f"A {word} ticket is 12 francs."},
	]
	name = make_source("Open To Customers", texts, scope="Global")
	python_on_site(POISON, evil=EVIL, source=name)
	python_on_site(ADD_FILE, word=word, source=name)
	with workers(1):
		forms.until(lambda: python_on_site(STATUS, name=name) == "Ready")
	MADE[word] = name
	return name


@pytest.fixture
def visitor(desk: Any, make_user: Any) -> Page:
	"""A page of somebody without a desk."""
	return desk(make_user(VISITOR, "Knowledge Portal User"))


def visit(page: Page, path: str = PATH) -> Any:
	"""Load the page and wait until it is still; the results."""
	page.goto(path, timeout=browser.SLOW_MS)
	return shown(page)


def shown(page: Page) -> Any:
	"""The results, once nothing is under way."""
	expect(page.locator(".huf-portal-found")).to_have_attribute("aria-busy", "false")
	browser.quiet(page)
	return page.locator(".huf-portal-found .huf-hit")


def test_from_typing_to_a_shared_link(visitor, library, word, python_on_site, screenshots):
	"""Results come while one types, marked, with source and date; markup is read and never run; the address is the search."""
	page = visitor
	expect(visit(page)).to_have_count(0)
	expect(page.locator(".huf-portal-hint")).to_be_visible()
	expect(page.locator(".sidebar-item a[href='/knowledge']")).to_have_count(1)
	forms.picture(page, screenshots, "portal-empty")
	page.keyboard.type(word)
	hits = page.locator(".huf-portal-found .huf-hit")
	expect(hits).to_have_count(3)
	evil = shown(page).filter(has_text="leaves at nine")
	expect(evil.locator("mark").filter(has_text=word)).not_to_have_count(0)
	expect(evil.locator(".huf-hit-title")).to_have_text(f"Ferry {EVIL}")
	expect(evil).to_contain_text("Open To Customers")
	expect(evil).to_contain_text(re.compile("2024"))
	forms.picture(page, screenshots, "portal-found")
	evil.get_by_role("button", name="Show All").click()
	expect(evil.locator(".huf-passage")).to_contain_text(f"leaves at nine {EVIL}")
	assert page.locator(".huf-portal-search :is(img, script)").count() == 0
	# A text has no page of its own, a file has.
	link = page.locator(".huf-portal-found a")
	expect(link).to_have_count(1)
	# Frappe 15 leaves "#" in the name of a file, Frappe 16 does not.
	address = python_on_site(ADDRESS, word=word)
	assert "boats" in address
	expect(link).to_have_attribute("href", address.replace("#", "%23"))
	assert page.url.endswith(f"{PATH}?q={word}")
	expect(visit(page, f"{PATH}?q={word}+fares")).not_to_have_count(0)
	expect(page.locator(".huf-portal-box input")).to_have_value(f"{word} fares")
	page.locator(".huf-portal-box input").fill("zyxwvut <b>nowhere</b>")
	expect(page.locator(".huf-portal-nothing")).to_contain_text("Nothing found for “zyxwvut <b>nowhere</b>”")
	forms.picture(page, screenshots, "portal-nothing")
	browser.resize(page, 390, 844)
	expect(visit(page, f"{PATH}?q={word}")).to_have_count(3)
	assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
	forms.picture(page, screenshots, "portal-narrow")
	assert page.evaluate("() => window.hacked") is None


def test_facets(visitor, library, word, screenshots):
	"""A click narrows, is in the address for others, and is taken back; the page of the desk is not the one it leads to."""
	page = visitor
	expect(visit(page, f"{PATH}?q={word}")).to_have_count(3)
	facets = page.locator(".huf-facets")
	expect(facets.locator("summary")).to_have_text("Filters")
	facets.locator("summary").click()
	forms.picture(page, screenshots, "portal-facets")
	facets.locator("[data-field=language] .huf-facet-value").filter(has_text="German").click()
	expect(shown(page)).to_have_text(re.compile("Boot ist blau"))
	forms.picture(page, screenshots, "portal-language")
	expect(visit(page, page.url)).to_have_count(1)
	page.get_by_role("button", name="Remove Language: German").click()
	expect(shown(page)).to_have_count(3)
	facets.locator("summary").click()
	year = facets.locator("[data-field=date] .huf-facet-value").filter(has_text="2024")
	year.click()
	hits = shown(page)
	expect(hits).to_have_count(1)
	expect(hits).to_contain_text("leaves at nine")
	expect(year).to_have_attribute("aria-pressed", "true")
	address = page.url
	assert "/knowledge?" in address and "2024-01-01" in address
	expect(page.locator(".huf-pick")).to_contain_text("2024")
	expect(visit(page, address)).to_have_count(1)
	page.locator(".huf-portal-box input").fill(f"{word}nowhere")
	expect(page.locator(".huf-portal-nothing")).to_contain_text("Nothing that fits these filters")
	page.locator(".huf-portal-box input").fill(word)
	expect(shown(page)).to_have_count(1)
	page.set_viewport_size({"width": 390, "height": 844})
	facets.locator("summary").click()
	assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
	forms.picture(page, screenshots, "portal-facets-narrow")
	page.get_by_role("button", name=re.compile("^Remove Date: 2024")).click()
	expect(shown(page)).to_have_count(3)
	assert page.url.endswith(f"{PATH}?q={word}")


def test_far_hits_are_folded(visitor, library, word, screenshots):
	"""Where all is far, that is said, and the hits are beneath it; the keyboard passes what is folded."""
	page = visitor

	def far(route: Any) -> None:
		answer = route.fetch(max_retries=2)
		found = answer.json()
		for hit in found["message"]["hits"]:
			hit["nearness"] = {"words": 0.1, "meaning": 0.2, "is_near": False}
		route.fulfill(response=answer, json=found)

	page.route("**/api/method/*knowledge_search", far)
	hits = visit(page, f"{PATH}?q={word}")
	expect(page.locator(".huf-nothing-near")).to_contain_text(word)
	expect(hits.first).to_be_hidden()
	page.keyboard.press("ArrowDown")
	expect(page.locator(".huf-portal-box input")).to_be_focused()
	forms.picture(page, screenshots, "portal-less-near")
	page.locator(".huf-less-near > summary").click()
	expect(hits.first).to_be_visible()
	page.unroute("**/api/method/*knowledge_search")
	expect(visit(page, f"{PATH}?q={word}").first).to_be_visible()
	expect(page.locator(".huf-nothing-near")).to_have_count(0)


def test_the_keyboard(visitor, library, word):
	"""A slash, arrows and Escape do all that a mouse does."""
	page = visitor
	expect(visit(page, f"{PATH}?q={word}")).to_have_count(3)
	box, titles = page.locator(".huf-portal-box input"), page.locator(".huf-hit-title")
	expect(box).to_be_focused()
	for key, focused in (
		("ArrowDown", 0),
		("ArrowDown", 1),
		("ArrowDown", 2),
		("ArrowDown", 2),
		("ArrowUp", 1),
	):
		page.keyboard.press(key)
		expect(titles.nth(focused)).to_be_focused()
	page.keyboard.press("Escape")
	expect(box).to_be_focused()
	page.keyboard.press("ArrowDown")
	page.keyboard.press("/")
	expect(box).to_be_focused()
	expect(box).to_have_value(word)
	page.keyboard.press("Escape")
	expect(box).to_have_value("")
	expect(page.locator(".huf-portal-hint")).to_be_visible()
	assert page.url.endswith(PATH)


def test_the_last_answer_wins(visitor, library, word):
	"""However long an answer takes, it is never shown to what was typed later; an error is a sentence, and ends with the next answer."""
	page = visitor
	visit(page)
	held: list[Any] = []

	def hold(route: Any) -> None:
		if '"zebrafishes"' in (route.request.post_data or ""):
			held.append(route)
		else:
			route.continue_()

	page.route("**/api/method/*knowledge_search", hold)
	box = page.locator(".huf-portal-box input")
	box.fill("zebrafishes")
	forms.until(lambda: page.wait_for_timeout(50) or held)
	box.fill(word)
	expect(page).to_have_url(re.compile(word))
	held[0].continue_()
	expect(shown(page)).to_have_count(3)
	page.unroute("**/api/method/*knowledge_search")
	page.route(
		"**/api/method/*knowledge_search",
		lambda route: route.fulfill(status=403, json={"exc_type": "PermissionError"}),
	)
	box.fill(f"{word} 2")
	expect(page.locator(".huf-portal-error")).to_have_text("Load this page again to log in.")
	page.unroute("**/api/method/*knowledge_search")
	box.fill(word)
	expect(page.locator(".huf-hit")).to_have_count(3)


def test_a_guest_logs_in_first(site, browser, visitor, library, word):
	"""Whoever opens a link without a session logs in, and then sees the search of the link."""
	context = browser.new_context(base_url=site.url, viewport={"width": 1400, "height": 900})
	try:
		page = context.new_page()
		page.goto(f"{PATH}?q={word}%20fares", timeout=120_000)
		assert "/login?redirect-to=" in page.url
		page.locator("#login_email").fill(VISITOR)
		page.locator("#login_password").fill(site.admin_password)
		page.locator(".form-login .btn-login").click()
		expect(page.locator(".huf-portal-box input")).to_have_value(f"{word} fares")
		expect(page.locator(".huf-hit").first).to_contain_text("12 francs")
	finally:
		context.close()


def test_every_text_of_the_page_is_sent_with_it():
	"""What its scripts say is what the page has translated: nothing missing, nothing left over."""
	said = set()
	for name in ("hit", "state", "facets", "portal"):
		said |= set(re.findall(r'__\("([^"]+)"', (SCRIPTS / f"{name}.js").read_text("utf-8")))
	assert said | {"The server answered with status {0}."} == set(TEXTS)
