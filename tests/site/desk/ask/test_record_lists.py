"""A list in an answer of the page Ask: what was counted in words, its rows, and the way to the desk's own list."""

import re

import pytest
from playwright.sync_api import expect

from tests.model_server import ModelServer, answer, calls
from tests.site import browser
from tests.site.desk import forms
from tests.site.desk.ask.test_chat import PROVIDER, ask, ended, open_chat

AGENT = """
for number in range(1, 6):
	frappe.get_doc({"doctype": "ToDo", "description": f"Call <b>customer</b> | number {number} {name}", "date": f"2026-11-0{number}",
		"priority": "High", "status": "Open"}).insert()
frappe.get_doc({"doctype": "Agent", "agent_name": name, "model": model, "verify_answers": "Warn", "query_records": 1,
	"query_doctypes": [{"document_type": "ToDo"}]}).insert()
"""


@pytest.fixture
def model(chat_model, python_on_site):
	"""A scripted model."""
	with ModelServer(auto=True) as server:
		python_on_site(PROVIDER, api_base=server.api_base)
		yield server


def test_a_list_is_shown_and_opened(desk, chat_model, model, free_name, workers, python_on_site, screenshots):
	"""The chip and What Was Used lead to the desk's list with the same filter; values are text; it fits on a phone."""
	agent = free_name("Counting Clerk")
	python_on_site(AGENT, name=agent, model=chat_model)
	query = {
		"doctype": "ToDo",
		"filters": [
			{"field": "status", "value": "Open"},
			{"field": "description", "operator": "like", "value": agent},
		],
		"fields": ["name", "description", "date", "priority"],
		"order_by": ["date"],
	}
	page = desk("Administrator")
	with workers(1):
		open_chat(page, agent)
		model.script += [calls(("query_records", query)), answer("You have 5 open calls to make [1].")]
		turn = ended(ask(page, "How many calls do I have to make?"))
		expect(turn.locator(".huf-verified")).to_contain_text("5")
		shown = page.locator(".huf-used .huf-record-list")
		expect(shown.locator("tbody tr")).to_have_count(5)
		expect(shown.locator("tbody tr").first).to_contain_text(f"Call customer | number 1 {agent}")
		expect(shown.locator(".huf-list-said")).to_contain_text("5 records, over all that you may see")
		expect(page.locator(".huf-used")).to_contain_text("ToDo where Status is Open")
		forms.picture(page, screenshots, "list-in-answer")
		chip = turn.locator(".huf-chip").first
		expect(chip).to_have_attribute("href", re.compile(r"^/app/todo\?status="))
		chip.hover()
		expect(page.locator(".popover")).to_contain_text("over all that you may see")
		page.mouse.move(5, 5)
		wide = page.viewport_size
		browser.resize(page, 390, 844)
		turn.get_by_text("What was used").click()
		shown.scroll_into_view_if_needed()
		page.screenshot(path=str(screenshots / "list-in-answer-narrow.png"))
		browser.resize(page, **wide)
		run = turn.get_attribute("data-run")
		with page.context.expect_page() as opened:
			page.locator(".huf-used .huf-open-list").click()
		listed = opened.value
		listed.wait_for_url("**/app/todo**", wait_until="commit")
		expect(listed.locator(".list-row")).to_have_count(5)
		forms.picture(listed, screenshots, "list-opened")
		listed.close()
		page.bring_to_front()
		browser.open_form(page, "Agent Run", run)
		expect(page.locator(".huf-passages .huf-record-list tbody tr")).to_have_count(5)
		forms.picture(page, screenshots, "list-in-run")
		browser.resize(page, 390, 844)
		forms.picture(page, screenshots, "list-in-run-narrow")
		assert page.evaluate("document.querySelector('.huf-passages').getBoundingClientRect().right") <= 390
		browser.resize(page, **wide)
		browser.open_form(page, "Agent", agent)
		page.get_by_text("Records", exact=True).first.click()
		table = page.locator("[data-fieldname=query_doctypes]")
		expect(table).to_be_visible()
		table.scroll_into_view_if_needed()
		page.screenshot(path=str(screenshots / "agent-queries.png"))
