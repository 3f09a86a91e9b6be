"""The cards of proposed changes on the page Ask and on the form of the run: read, confirmed by the keyboard, declined."""

import re

import pytest
from playwright.sync_api import expect

from tests.model_server import ModelServer, answer, calls
from tests.site import browser
from tests.site.desk import forms
from tests.site.desk.ask.test_chat import PROVIDER, ask, ended, open_chat

EVIL = "<img src=x onerror='window.hacked=1'> Call the landlord about the heating."
AGENT = """
frappe.get_doc({"doctype": "Agent", "agent_name": name, "model": model, "writable": [{"document_type": "ToDo",
	"may_create": 1, "may_update": 1, "may_comment": 1, "settable_fields": "description\\npriority\\ndate\\nallocated_to"}]}).insert()
"""
TODO = """
result = frappe.get_doc({"doctype": "ToDo", "description": "Order new filters", "priority": "Low", "date": "2026-12-01",
	"allocated_to": frappe.session.user}).insert().name
"""
STORED = "result = frappe.db.get_value('ToDo', name, ['priority', 'modified_by'])"
MADE = "result = frappe.db.count('ToDo', {'description': ['like', '%landlord%']})"
CHANGE = "frappe.get_doc('ToDo', name).update({'priority': 'Medium'}).save()"


@pytest.fixture
def model(chat_model, python_on_site):
	"""A scripted model."""
	with ModelServer(auto=True) as server:
		python_on_site(PROVIDER, api_base=server.api_base)
		yield server


def test_changes_are_confirmed_and_declined(
	desk, chat_model, manager, model, workers, python_on_site, free_name, screenshots
):
	"""Nothing is written by the answer; one change is confirmed by the keyboard, one declined, one shown again after a change."""
	agent = free_name("Assistant")
	python_on_site(AGENT, name=agent, model=chat_model)
	todo, other = (python_on_site(TODO, user=manager) for _ in range(2))
	page = desk(manager)
	with workers(1):
		open_chat(page, agent)
		model.script += [
			calls(
				(
					"update_record",
					{"doctype": "ToDo", "name": todo, "values": {"priority": "High", "date": "2026-11-30"}},
				),
				(
					"create_record",
					{
						"doctype": "ToDo",
						"values": {
							"description": f"{EVIL}\n" + "Bring the file. " * 40,
							"allocated_to": manager,
						},
					},
				),
				("update_record", {"doctype": "ToDo", "name": other, "values": {"priority": "High"}}),
			),
			answer("I propose three changes. Please confirm or decline each of them."),
		]
		turn = ended(ask(page, "Make the filters urgent, and remind me of the landlord."))
	cards = turn.locator(".huf-proposal")
	expect(cards).to_have_count(3)
	expect(cards.first).to_contain_text("Proposed by the agent")
	expect(cards.first).to_contain_text(f"Change ToDo: Order new filters · {todo}")
	expect(cards.first.locator("dd").first).to_contain_text(re.compile("Low.*→.*High"))
	expect(cards.nth(1).locator("summary")).to_contain_text("characters")
	assert page.evaluate("window.hacked") is None
	assert page.evaluate("document.activeElement.closest('.huf-proposal')") is None
	assert python_on_site(STORED, name=todo) == ["Low", manager]
	forms.picture(page, screenshots, "proposals")

	buttons = [cards.first.get_by_role("button", name=name) for name in ("Confirm", "Decline")]
	buttons[1].focus()
	page.keyboard.press("Shift+Tab")
	expect(buttons[0]).to_be_focused()
	page.keyboard.press("Enter")
	expect(cards.first).to_have_attribute("data-state", "Done")
	expect(cards.first).to_be_focused()
	expect(cards.first.get_by_role("button")).to_have_count(0)
	expect(cards.first.get_by_text("Open Record")).to_have_attribute("href", f"/app/todo/{todo}")
	assert python_on_site(STORED, name=todo) == ["High", manager]

	cards.nth(1).get_by_role("button", name="Decline").click()
	expect(cards.nth(1)).to_have_attribute("data-state", "Declined")
	assert python_on_site(MADE) == 0

	python_on_site(CHANGE, name=other)
	cards.nth(2).get_by_role("button", name="Confirm").click()
	expect(cards.nth(2)).to_contain_text("The record was changed since.")
	expect(cards.nth(2).locator("dd").first).to_contain_text(re.compile("Medium.*→.*High"))
	assert python_on_site(STORED, name=other)[0] == "Medium"
	forms.picture(page, screenshots, "proposals-decided")
	browser.resize(page, 390, 844)
	forms.picture(page, screenshots, "proposals-narrow")

	browser.visit(page, page.url)
	states = [
		card.get_attribute("data-state")
		for card in ended(page.locator(".huf-turn")).locator(".huf-proposal").all()
	]
	assert states == ["Done", "Declined", "Proposed"]
	browser.resize(page, 1400, 900)
	run = page.locator(".huf-turn").get_attribute("data-run")
	browser.open_form(page, "Agent Run", run)
	card = page.locator(".page-container:visible .huf-proposal[data-state=Proposed]")
	forms.picture(page, screenshots, "proposals-run")
	card.get_by_role("button", name="Confirm").click()
	expect(page.locator(".page-container:visible .huf-proposal[data-state=Done]")).to_have_count(2)
	assert python_on_site(STORED, name=other) == ["High", manager]


def test_the_list_on_the_form_of_an_agent(desk, chat_model, manager, python_on_site, free_name, screenshots):
	"""An author sees what an agent may propose, and what can never be listed is refused with the reason."""
	agent = free_name("Assistant")
	python_on_site(AGENT, name=agent, model=chat_model)
	page = desk(manager)
	browser.open_form(page, "Agent", agent)
	page.evaluate("cur_frm.scroll_to_field('writable')")
	expect(page.locator(".page-container:visible [data-fieldname=writable]").first).to_be_visible()
	forms.picture(page, screenshots, "agent-writable")
	page.evaluate(
		"""() => {
			const row = frappe.model.add_child(cur_frm.doc, "Agent Writable DocType", "writable");
			Object.assign(row, { document_type: "User", may_update: 1, settable_fields: "enabled" });
			cur_frm.dirty();
		}"""
	)
	page.keyboard.press("Control+s")
	expect(forms.shown(page)).to_contain_text("no agent can be allowed to write it")
	forms.picture(page, screenshots, "agent-writable-refused")
