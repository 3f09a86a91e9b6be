"""Providers and models, as a System Manager and a Knowledge Manager make them in the desk."""

import re

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

NARROW = 390, 844
PROVIDER = """
name = "Provider of the Desk"
if not frappe.db.exists("AI Provider", name):
	frappe.get_doc({"doctype": "AI Provider", "provider_name": name, "vendor": "openai",
		"api_key": "sk-desk-secret-1"}).insert()
frappe.db.set_value("AI Provider", name, "api_base", "")
result = name
"""


def test_a_provider_and_a_model(desk, manager, make_user, python_on_site, free_name, screenshots):
	"""A System Manager sees vendor and address; a Knowledge Manager chooses the provider, and a name is a name."""
	provider = python_on_site(PROVIDER)
	system_manager = make_user("sandra@example.com", "System Manager", "Knowledge Manager")
	page = desk(system_manager)
	browser.open_form(page, "AI Provider", provider)
	field = page.locator(".page-container:visible [data-fieldname=vendor]")
	expect(field.first).to_be_visible()
	expect(page.locator(".page-container:visible input[data-fieldname=api_base]")).to_be_visible()
	forms.fill(page, "api_base", "http://10.0.0.5:6379")
	page.keyboard.press("Control+s")
	refused = page.locator(".modal:visible .msgprint")
	expect(refused).to_contain_text("Local Model Servers")
	page.screenshot(path=str(screenshots / "provider-refused.png"))
	forms.leave(page)
	forms.fill(page, "api_base", "")
	forms.picture(page, screenshots, "provider")
	browser.resize(page, *NARROW)
	forms.picture(page, screenshots, "provider-narrow")
	browser.resize(page, 1400, 900)
	page.reload()
	browser.open_form(page, "Agent Settings", "Agent Settings")
	listed = page.locator(".page-container:visible textarea[data-fieldname=local_model_servers]")
	listed.scroll_into_view_if_needed()
	expect(listed).to_be_visible()
	page.wait_for_timeout(600)
	page.screenshot(path=str(screenshots / "model-servers.png"))

	page = desk(manager)
	browser.open_form(page, "Agent Settings", "Agent Settings")
	expect(page.locator(".page-container:visible [data-fieldname=run_time_limit]").first).to_be_visible()
	expect(
		page.locator(".page-container:visible .frappe-control[data-fieldname=local_model_servers]")
	).to_be_hidden()
	browser.open_form(page, "AI Model")
	forms.fill(page, "model_name", free_name("Model of the Desk"))
	link = page.locator(".page-container:visible input[data-fieldname=provider]")
	link.click()
	link.press_sequentially(provider[:10])
	page.locator(".awesomplete [role=option]:visible").filter(has_text=provider).first.click()
	page.wait_for_function("name => cur_frm.doc.provider === name", arg=provider)
	forms.fill(page, "litellm_model", "http://127.0.0.1:8199/https")
	page.keyboard.press("Control+s")
	expect(page.locator(".modal:visible .msgprint")).to_contain_text(
		re.compile("write the model.s name alone")
	)
	page.screenshot(path=str(screenshots / "model-refused.png"))
	forms.leave(page)
	forms.fill(page, "litellm_model", "gpt-4o-mini")
	forms.save(page)
	forms.picture(page, screenshots, "model")
	browser.resize(page, *NARROW)
	forms.picture(page, screenshots, "model-narrow")
