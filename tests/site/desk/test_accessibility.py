"""What axe finds on the pages that people ask and search with, against what it finds on lists and pages of Frappe's own."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.model_server import answer
from tests.site import browser
from tests.site.desk import forms
from tests.site.desk.ask.test_chat import ask, ended, make_agent, model, open_chat  # noqa: F401
from tests.site.desk.search import test_knowledge_search as search_page
from tests.site.desk.search import test_portal_page as portal_page
from tests.site.desk.search.test_knowledge_search import library, word  # noqa: F401
from tests.site.desk.search.test_portal_page import library as shared_library  # noqa: F401
from tests.site.desk.search.test_portal_page import visitor  # noqa: F401

FRAME = [[".navbar"], [".web-sidebar"]]
"""What Frappe puts around each page of the website that asks for it; on Frappe 16 its page `/me` does not."""


def violations(page, without=()):
	"""Rules of axe that the page breaks, each with the elements that break it; what is in elements of these selectors is left out."""
	context = {"exclude": list(without)} if without else None
	found = Axe().run(page, context=context).response["violations"]
	return {rule["id"]: [node["html"][:200] for node in rule["nodes"]] for rule in found}


def of_frappe(page):
	"""Rules that a list of Frappe's own breaks."""
	browser.visit(page, "/app/todo")
	shown = ".page-container:visible .list-row-head:visible, .page-container:visible .no-result:visible"
	expect(page.locator(shown).first).to_be_visible()
	return set(violations(page))


def check(theirs, ours):
	"""Fail with the rules that Frappe keeps and we do not, where we break them, and by what."""
	new = {
		where: {rule: nodes for rule, nodes in found.items() if rule not in theirs}
		for where, found in ours.items()
	}
	assert not any(new.values()), (theirs, new)


def everywhere(page, ours, name, without=()):
	"""What axe finds on the page as it stands: on a screen, in the dark, and on a phone."""
	ours[name] = violations(page, without)
	page.evaluate("document.documentElement.setAttribute('data-theme', 'dark')")
	ours[f"{name}, dark"] = violations(page, without)
	page.evaluate("document.documentElement.setAttribute('data-theme', 'light')")
	browser.resize(page, 390, 844)
	ours[f"{name}, narrow"] = violations(page, without)
	browser.resize(page, 1400, 900)


def test_ask_breaks_no_rule_that_frappe_keeps(
	desk,
	manager,
	make_source,
	make_agent,  # noqa: F811
	model,  # noqa: F811
	workers,
	screenshots,
):
	"""Empty, with an answer and its opened warnings, in the dark, on a phone, and in the dialog of its knowledge."""
	source = make_source("Tower", [{"text": "The tower has 7 bells.", "title": "Tower"}])
	agent = make_agent("Ringer", [source])
	page = desk(manager)
	theirs = of_frappe(page)
	ours = {}
	with workers(1):
		browser.open_form(page, "Knowledge Source", source)
		forms.wait_for_status(page, "Ready")
		open_chat(page, agent)
		ours["empty"] = violations(page)
		model.script.append(
			answer("It has 9 bells [1]. It was built in 1931 [44].\n\n[[NOT FOUND]] Who rings.")
		)
		turn = ended(ask(page, "How many bells has the tower?"))
	turn.locator(".huf-warning summary").click()
	ours["answered"] = violations(page)
	page.evaluate("document.documentElement.setAttribute('data-theme', 'dark')")
	ours["dark"] = violations(page)
	page.evaluate("document.documentElement.setAttribute('data-theme', 'light')")
	browser.resize(page, 390, 844)
	ours["narrow"] = violations(page)
	forms.picture(page, screenshots, "accessible-narrow")
	browser.resize(page, 1400, 900)
	page.locator(".huf-knowledge").click()
	forms.shown(page)
	ours["dialog"] = violations(page)
	check(theirs, ours)


@pytest.mark.usefixtures("other_sources_off")
def test_search_breaks_no_rule_that_frappe_keeps(desk, manager, library, word):  # noqa: F811
	"""Knowledge Search empty, with results and facets, with Why and what follows opened, and with nothing found."""
	page = desk(manager)
	theirs = of_frappe(page)
	ours = {}
	browser.visit(page, search_page.PATH)
	browser.quiet(page)
	everywhere(page, ours, "empty")
	expect(search_page.ask(page, f"{word} ferry").first).to_be_visible()
	for summary in page.locator(".huf-search-results summary:visible").all():
		summary.click()
	everywhere(page, ours, "found")
	expect(search_page.ask(page, "zzyzxqv")).to_have_count(0)
	everywhere(page, ours, "nothing")
	check(theirs, ours)


@pytest.mark.usefixtures("other_sources_off")
def test_the_portal_breaks_no_rule_that_frappe_keeps(visitor, shared_library, word):  # noqa: F811
	"""The page of the website, against the one that Frappe has for whoever is logged in."""
	page = visitor
	page.goto("/me", timeout=browser.SLOW_MS)
	browser.quiet(page)
	theirs = set(violations(page))
	ours = {}
	expect(portal_page.visit(page)).to_have_count(0)
	everywhere(page, ours, "empty", FRAME)
	expect(portal_page.visit(page, f"{portal_page.PATH}?q={word}").first).to_be_visible()
	everywhere(page, ours, "found", FRAME)
	portal_page.visit(page, f"{portal_page.PATH}?q=zzyzxqv")
	everywhere(page, ours, "nothing", FRAME)
	check(theirs, ours)
