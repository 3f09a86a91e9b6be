"""The form of a trigger."""

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

DISABLED = """
agent = frappe.get_doc({"doctype": "Agent", "agent_name": name, "model": model}).insert()
trigger = frappe.get_doc({"doctype": "Agent Trigger", "trigger_name": name, "agent": agent.name, "run_as": who,
	"prompt": "What is new?"}).insert()
frappe.db.set_value("Agent Trigger", trigger.name, {"disabled": 1, "failures": 5,
	"last_error": "Paused after failures in a row. The last one: <i>no key</i>"})
other = frappe.get_doc({"doctype": "Agent Trigger", "trigger_name": name + " of New ToDos", "agent": agent.name, "run_as": who,
	"kind": "Document Event", "reference_doctype": "ToDo", "doc_event": "Save",
	"condition": "doc.status == 'Open' and (not before or before.status != 'Open')",
	"prompt": "Sort this: {{ doc.description }}"}).insert()
frappe.db.set_value("Agent Trigger", other.name, {"disabled": 1})
"""


def test_why_a_trigger_is_off(chat_model, desk, manager, free_name, python_on_site, screenshots):
	"""List and form of a trigger that paused itself say so and why, in words that are never read as HTML."""
	name = free_name("Morning Report")
	python_on_site(DISABLED, name=name, model=chat_model, who=manager)
	page = desk(manager)
	browser.open_form(page, "Agent Trigger", name)
	expect(forms.headline(page)).to_contain_text("The last one: <i>no key</i>")
	expect(page.locator(".page-container:visible [data-fieldname=last_error] .control-value")).to_have_text(
		"Paused after failures in a row. The last one: <i>no key</i>"
	)
	expect(forms.headline(page)).to_contain_text("untick Disabled")
	page.screenshot(path=screenshots / "trigger-paused-1400.png")
	browser.open_form(page, "Agent Trigger", f"{name} of New ToDos")
	page.wait_for_function("() => cur_frm.fields_dict.condition.editor?.session.getUseWrapMode()")
	page.evaluate("() => cur_frm.scroll_to_field('condition', false)")
	page.screenshot(path=screenshots / "trigger-condition.png")
	browser.visit(page, "/app/agent-trigger")
	row = page.locator(".list-row-container", has_text=name)
	expect(row.locator(".indicator-pill", has_text="Paused").first).to_be_visible()
	expect(row.locator(".indicator-pill", has_text="Disabled").first).to_be_visible()
	for width in (1400, 390):
		browser.resize(page, width, 800)
		page.screenshot(path=screenshots / f"trigger-list-{width}.png")
