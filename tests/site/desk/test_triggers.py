"""The form of a trigger."""

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

DISABLED = """
agent = frappe.get_doc({"doctype": "Agent", "agent_name": name, "model": model}).insert()
trigger = frappe.get_doc({"doctype": "Agent Trigger", "trigger_name": name, "agent": agent.name, "run_as": who,
	"prompt": "What is new?"}).insert()
frappe.db.set_value("Agent Trigger", trigger.name, {"disabled": 1, "last_error": "The last one: <i>no key</i>"})
"""


def test_why_a_trigger_is_off(chat_model, desk, manager, free_name, python_on_site):
	"""The form of a trigger that disabled itself says why, in words that are never read as HTML."""
	name = free_name("Morning Report")
	python_on_site(DISABLED, name=name, model=chat_model, who=manager)
	page = desk(manager)
	browser.open_form(page, "Agent Trigger", name)
	expect(forms.headline(page)).to_contain_text("The last one: <i>no key</i>")
	expect(page.locator(".page-container:visible [data-fieldname=last_error] .control-value")).to_have_text(
		"The last one: <i>no key</i>"
	)
