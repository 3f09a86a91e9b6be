"""Knowledge Search in the browser: results while one types, facets, the keyboard, a link for others, and nothing as HTML."""

import re
import secrets
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.site import browser
from tests.site.desk import forms

EVIL = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"
PATH = "/app/knowledge-search"
POISON = """
# No form takes it; a File's name or an import may.
frappe.db.sql("update `tabKnowledge Input` set title = %s, metadata = %s where knowledge_source = %s and title = 'Ferry times'",
	(f"Ferry {evil}", f'project = "{evil}"', source))
"""
TAG = """
frappe.db.sql("update `tabKnowledge Input` set _user_tags = %s where knowledge_source = %s and title like 'Ferry%%'",
	(",Water & <b>Boats</b>", source))
"""


def texts(word: str) -> list[dict[str, str]]:
	"""What one source has about a word that is in no other."""
	long = "Other sentences come first, and they say nothing of it. " * 20
	return [
		{
			"title": "Ferry times",
			"text": f"{long}\nThe {word} ferry leaves at nine {EVIL}.",
			"metadata": "project = Sea",
			"document_date": "2024-03-05",
		},
		{
			"title": "Ferry fares",
			"text": f"A {word} ticket is 12 francs.",
			"metadata": "project = Lake",
			"document_date": "2023-01-02",
		},
		{
			"title": "Trains",
			"text": f"Der {word} Zug hält nicht an jedem Bahnhof, und im Winter fährt er nur bis zum See.",
			"metadata": "project = Lake",
			"document_date": "2023-06-07",
		},
	]


MADE: dict[str, str] = {}
"""The source, once a test has made it: another one would have the same words."""


pytestmark = pytest.mark.usefixtures("other_sources_off")


@pytest.fixture(scope="module")
def word() -> str:
	"""A word of these tests alone."""
	return "quokka" + "".join(secrets.choice("bdfgklmnprst") for _letter in range(12))


@pytest.fixture
def library(make_source: Any, workers: Any, desk: Any, manager: str, word: str, python_on_site: Any) -> str:
	"""A source with three texts, indexed and tagged; and one of the manager alone."""
	if word in MADE:
		return MADE[word]
	name = make_source("Timetables", texts(word))
	python_on_site(POISON, evil=EVIL, source=name)
	own = make_source("Secret Plans", [{"title": "Plans", "text": f"The {word} plan."}], scope="User")
	with workers(1):
		for source in (name, own):
			forms.until(lambda source=source: python_on_site(STATUS, name=source) == "Ready")
	python_on_site(TAG, source=name)
	MADE[word] = name
	return name


STATUS = 'result = frappe.db.get_value("Knowledge Source", name, "status")'


def ask(page: Page, query: str) -> Any:
	"""Type a query and wait for what belongs to it."""
	with page.expect_response(
		lambda answer: "knowledge_search" in answer.url and query in answer.request.post_data
	):
		page.locator(".huf-search-box input").fill(query)
	return shown(page)


def shown(page: Page) -> Any:
	"""The results, once nothing is under way."""
	expect(page.locator(".huf-found-area")).to_have_attribute("aria-busy", "false")
	browser.quiet(page)
	return page.locator(".huf-search-results .huf-hit")


def value(page: Page, field: str, label: str) -> Any:
	"""One value of a facet."""
	return page.locator(f".huf-facet[data-field='{field}'] .huf-facet-value").filter(has_text=label)


def picked(page: Page) -> list[tuple[str, str]]:
	"""What stands in the address."""
	return parse_qsl(urlsplit(page.url).query)


def test_from_typing_to_a_shared_link(desk, manager, make_user, library, word, screenshots):
	"""Results come while one types, facets narrow them, the address says what is shown, and others see what is theirs."""
	page = desk(manager)
	browser.visit(page, PATH)
	expect(page.locator(".huf-search-hint")).to_be_visible()
	forms.picture(page, screenshots, "knowledge-search-empty")
	hits = ask(page, word)
	expect(hits).to_have_count(4)
	# Words are marked, also far down a passage; markup is read and never run.
	evil = hits.filter(has_text="leaves at nine")
	expect(evil.locator("mark").filter(has_text=word)).not_to_have_count(0)
	expect(evil.locator(".huf-hit-title")).to_contain_text(EVIL)
	evil.get_by_role("button", name="Show All").click()
	expect(evil.locator(".huf-passage")).to_contain_text(f"leaves at nine {EVIL}")
	expect(value(page, "source", "Secret Plans").locator(".huf-facet-count")).to_have_text("1")
	expect(value(page, "tags", "water").locator(".huf-facet-count")).to_have_text("2")
	expect(value(page, "metadata.project", EVIL)).to_have_count(1)
	assert page.locator(".huf-search-page :is(img, .huf-hit script, .huf-facets b)").count() == 0
	assert page.evaluate("() => window.hacked") is None
	forms.picture(page, screenshots, "knowledge-search-found")
	assert picked(page) == [("q", word)]

	value(page, "language", "German").click()
	expect(shown(page)).to_have_count(1)
	assert picked(page) == [("q", word), ("language", "de")]
	for width in (390, 1400):
		browser.resize(page, width, 900)
		page.screenshot(path=str(screenshots / f"knowledge-search-language-{width}.png"), full_page=True)
	page.go_back()
	expect(shown(page)).to_have_count(4)

	value(page, "date", "2023").click()
	expect(shown(page)).to_have_count(2)
	expect(value(page, "date", "2024")).to_have_count(1)
	# What all have is nothing to choose.
	expect(value(page, "metadata.project", "Lake")).to_have_count(0)
	value(page, "tags", "water").click()
	expect(shown(page)).to_have_count(1)
	expect(value(page, "tags", "water")).to_have_attribute("aria-pressed", "true")
	forms.picture(page, screenshots, "knowledge-search-facets")
	link = page.url
	assert dict(picked(page)) == {
		"q": word,
		"date": "2023-01-01..2023-12-31",
		"tags": "water & <b>boats</b>",
	}
	page.go_back()
	expect(shown(page)).to_have_count(2)
	page.locator(".huf-pick").filter(has_text="Date").click()
	expect(page.locator(".huf-hit")).to_have_count(4)
	page.go_back()
	expect(page.locator(".huf-hit")).to_have_count(2)
	page.go_back()
	expect(page.locator(".huf-hit")).to_have_count(4)

	# The link of somebody who may read more: the same search, with the rights of who opens it.
	page = desk(make_user("quokka-reader@example.com", "Knowledge User"))
	browser.visit(page, link)
	expect(shown(page)).to_have_count(1)
	expect(page.locator(".huf-search-box input")).to_have_value(word)
	page.get_by_role("button", name="Clear All").click()
	expect(page.locator(".huf-hit")).to_have_count(3)
	expect(page.locator(".huf-search-page")).not_to_contain_text("Secret Plans")
	browser.visit(page, f"{PATH}?q={word}&source=Secret+Plans")
	expect(shown(page)).to_have_count(0)
	expect(page.locator(".huf-skipped")).to_contain_text("no knowledge source of this name that you may read")
	expect(page.locator(".huf-facets")).not_to_contain_text("Secret Plans")


LOGGED = """
from huf.ai.search_log.storing import store_now
from huf.ai.site.pseudonyms import of_user
store_now(wait=10)
frappe.db.commit()  # or it sees what was there when it began
result = frappe.get_all("Knowledge Search Log", {"question": question, "user_hash": of_user(who)}, pluck="opened")
"""


def test_an_opened_result_is_noted(desk, manager, make_user, library, word, python_on_site):
	"""Whoever clicks a result opened something of their search; the same search of somebody else stays as it is."""
	opener, reader = (
		make_user(f"quokka-{name}@example.com", "Knowledge User") for name in ("opener", "looker")
	)
	question = f"{word} ferry"
	page = desk(reader)
	browser.visit(page, f"{PATH}?q={question}")
	expect(shown(page)).not_to_have_count(0)
	page = desk(opener)
	browser.visit(page, f"{PATH}?q={question}")
	title = shown(page).locator(".huf-hit-title").first
	assert python_on_site(LOGGED, question=question, who=opener) == [0]
	with page.expect_response(lambda answer: "note_opened" in answer.url) as noted:
		title.click()
	assert noted.value.json()["message"] == {"noted": True}
	forms.leave(page)
	assert python_on_site(LOGGED, question=question, who=opener) == [1]
	assert python_on_site(LOGGED, question=question, who=reader) == [0]


def test_the_keyboard(desk, manager, library, word):
	"""A slash, arrows, Enter and Escape do all that a mouse does."""
	page = desk(manager)
	browser.visit(page, PATH)
	box = page.locator(".huf-search-box input")
	expect(box).to_be_focused()
	page.keyboard.type(word)
	titles = page.locator(".huf-hit-title")
	expect(titles).to_have_count(4)
	shown(page)
	page.keyboard.press("ArrowDown")
	expect(titles.nth(0)).to_be_focused()
	page.keyboard.press("ArrowDown")
	page.keyboard.press("ArrowDown")
	expect(titles.nth(2)).to_be_focused()
	page.keyboard.press("ArrowUp")
	expect(titles.nth(1)).to_be_focused()
	page.keyboard.press("Enter")
	dialog = forms.shown(page)
	expect(dialog.locator(".huf-excerpt")).to_contain_text(word)
	forms.leave(page)
	# Bootstrap gives the focus back once the dialog has faded.
	expect(page.locator(".modal-backdrop")).to_have_count(0)
	page.locator("body").click(position={"x": 5, "y": 300})
	page.keyboard.press("/")
	expect(box).to_be_focused()
	expect(box).to_have_value(word)
	page.keyboard.press("ArrowDown")
	page.keyboard.press("Escape")
	expect(box).to_be_focused()
	page.keyboard.press("Escape")
	expect(box).to_have_value("")
	expect(page.locator(".huf-search-hint")).to_be_visible()


def test_an_older_answer_comes_too_late(desk, manager, library, word):
	"""However long an answer takes, it is never shown after that to what was typed later."""
	page = desk(manager)
	browser.visit(page, PATH)
	held: list[Any] = []

	def hold(route: Any) -> None:
		if '"zebrafishes"' in (route.request.post_data or ""):
			held.append(route)
		else:
			route.continue_()

	page.route("**/api/method/*knowledge_search", hold)
	box = page.locator(".huf-search-box input")
	box.fill("zebrafishes")
	forms.until(lambda: page.wait_for_timeout(50) or held)
	box.fill("")
	# The hint stands there from the first. What is cleared within the time of a letter was never typed.
	expect(page).not_to_have_url(re.compile("zebrafishes"))
	box.fill(word)
	expect(page.locator(".huf-hit")).to_have_count(4)
	held[0].continue_()
	shown(page)
	expect(page.locator(".huf-hit")).to_have_count(4)
	assert picked(page) == [("q", word)]


def test_why_and_what_is_missing(desk, manager, library, word, python_on_site):
	"""Why folds out; what is not there leads to a gap, which those who look after the knowledge find."""
	page = desk(manager)
	browser.visit(page, f"{PATH}?q={word}")
	hit = shown(page).first
	hit.get_by_text("Why").click()
	expect(hit.locator(".huf-why")).to_contain_text("Shown: place 1")
	missing = "Where is the zyxwvut kept at night?"
	python_on_site(
		"frappe.db.set_single_value('Agent Settings', 'collect_gaps', 1); frappe.clear_document_cache('Agent Settings', 'Agent Settings')"
	)
	browser.visit(page, f"{PATH}?q={word}")
	shown(page)
	expect(page.locator(".huf-not-it").get_by_role("button", name="Report What Is Missing")).to_be_visible()
	browser.visit(page, PATH)
	ask(page, missing)
	expect(page.locator(".huf-nothing-found")).to_contain_text("Nothing found for")
	page.get_by_role("button", name="Report What Is Missing").click()
	expect(page.locator(".huf-reported")).to_contain_text("Noted")
	page.locator(".huf-reported a").click()
	expect(page.locator(".list-row").filter(has_text="zyxwvut").first).to_be_visible()


def test_the_bar_at_the_top(desk, manager, make_user, library, word):
	"""One entry while typing opens the page with the words; not for who may not search."""
	page = desk(manager)
	browser.visit(page, "/app/knowledge")
	bar = page.locator("#navbar-search")
	text = f"{word} <b>x</b>"
	bar.fill(text)
	entry = page.locator(".awesomplete li").filter(has_text="Search knowledge for")
	expect(entry).to_have_count(1)
	expect(entry).to_contain_text(text)
	assert page.locator(".awesomplete li").count() > 1
	entry.click()
	expect(page.locator(".huf-search-box input")).to_have_value(text)
	expect(shown(page)).not_to_have_count(0)
	bar.fill(word)
	page.locator(".awesomplete li").filter(has_text=re.compile(f"Search knowledge for {word}$")).click()
	expect(page.locator(".huf-search-box input")).to_have_value(word)
	page = desk(make_user("quokka-nobody@example.com", "Report Manager"))
	browser.visit(page, "/app")
	page.locator("#navbar-search").fill(word)
	expect(page.locator(".awesomplete li").filter(has_text="Search for")).to_have_count(1)
	expect(page.locator(".awesomplete li").filter(has_text="Search knowledge")).to_have_count(0)


def test_a_phone_and_the_dark(desk, manager, library, word, screenshots):
	"""On a phone the results come first, filters are folded and nothing is wider than the screen; the dark theme can be read."""
	page = desk(manager)
	browser.resize(page, 390, 844)
	browser.visit(page, f"{PATH}?q={word}&metadata.project=Lake")
	expect(shown(page)).to_have_count(2)
	expect(page.locator(".huf-facet").first).to_be_hidden()
	forms.picture(page, screenshots, "knowledge-search-narrow")
	page.locator(".huf-facets > summary").click()
	expect(value(page, "metadata.project", "Lake")).to_be_visible()
	forms.picture(page, screenshots, "knowledge-search-narrow-filters")
	assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
	browser.resize(page, 1400, 900)
	page.evaluate("() => document.documentElement.setAttribute('data-theme', 'dark')")
	color = page.locator("mark").first.evaluate(
		"(mark) => [getComputedStyle(mark).color, getComputedStyle(mark).backgroundColor]"
	)
	assert contrast(*color) >= 4.5, color
	forms.picture(page, screenshots, "knowledge-search-dark")


def contrast(*colors: str) -> float:
	"""The contrast of two colors, as the web's guidelines for accessibility define it."""
	light = []
	for color in colors:
		parts = [float(part) / 255 for part in re.findall(r"[\d.]+", color)[:3]]
		red, green, blue = (
			part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
		)
		light.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
	return (max(light) + 0.05) / (min(light) + 0.05)


def test_what_is_far_is_said_and_folded(desk, manager, library, word, screenshots):
	"""Where the server says of each hit that it is far, that stands first; the hits are beneath, one click away."""

	def far(route: Route) -> None:
		answer = route.fetch(max_retries=2)
		found = answer.json()
		for hit in found["message"]["hits"]:
			hit["nearness"] = {"words": 0.1, "meaning": 0.2, "is_near": False}
		route.fulfill(response=answer, json=found)

	page = desk(manager)
	browser.visit(page, PATH)
	page.route("**/api/method/huf.ai.knowledge.retriever.knowledge_search", far)
	hits = ask(page, word)
	expect(page.locator(".huf-nothing-near")).to_contain_text(word)
	expect(page.locator(".huf-search-results [role=status]")).to_contain_text("Nothing near")
	expect(hits.first).to_be_hidden()
	forms.picture(page, screenshots, "knowledge-search-far")
	page.locator(".huf-less-near > summary").click()
	expect(hits.first).to_be_visible()
	forms.picture(page, screenshots, "knowledge-search-less-near")
	page.unroute("**/api/method/huf.ai.knowledge.retriever.knowledge_search")
	page.reload()
	expect(shown(page).first).to_be_visible()
	expect(page.locator(".huf-nothing-near")).to_have_count(0)
