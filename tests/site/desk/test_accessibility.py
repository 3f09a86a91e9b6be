"""What axe finds on the page Ask, against what it finds on a list of Frappe's own."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.model_server import answer
from tests.site import browser
from tests.site.desk import forms
from tests.site.desk.test_chat import ask, ended, make_agent, model, open_chat  # noqa: F401


def violations(page):
	"""Rules of axe that the page breaks, each with the elements that break it."""
	found = Axe().run(page).response["violations"]
	return {rule["id"]: [node["html"][:200] for node in rule["nodes"]] for rule in found}


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
	browser.visit(page, "/app/todo")
	expect(
		page.locator(
			".page-container:visible .list-row-head:visible, .page-container:visible .no-result:visible"
		).first
	).to_be_visible()
	theirs = set(violations(page))
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
	new = {
		where: {rule: nodes for rule, nodes in found.items() if rule not in theirs}
		for where, found in ours.items()
	}
	assert not any(new.values()), (theirs, new)
