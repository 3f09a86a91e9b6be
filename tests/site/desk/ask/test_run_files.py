"""Asking an agent about a file, in the desk."""

import re

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

AGENT = """
result = frappe.get_doc({"doctype": "Agent", "agent_name": name, "model": model, "instructions": "Answer."}).insert().name
"""
RUN = """
run = frappe.get_last_doc("Agent Run", {"agent": agent})
result = [run.name, [[row.file_name, row.used] for row in run.files], [row.title for row in run.chunks]]
"""


def test_a_file_is_attached_to_a_question(desk, manager, free_name, chat_model, python_on_site, screenshots):
	"""Of two files one is taken away again; the other is read, and the run shows how it was used and what was cited."""
	agent = python_on_site(AGENT, name=free_name("Reader"), model=chat_model)
	page = desk(manager)
	browser.open_form(page, "Agent", agent)
	page.get_by_role("button", name="Run", exact=True).click()
	dialog = page.locator(".huf-run-agent")
	dialog.locator("textarea[data-fieldname=prompt]").fill("Where do pallets go?")
	dialog.get_by_role("button", name="Attach Files").click()
	upload = forms.shown(page)
	names = ("warehouse-procedure.txt", "notice-zh.txt")
	upload.locator("input[type=file]").first.set_input_files([str(forms.HANDBOOK / name) for name in names])
	upload.get_by_role("button", name="Upload", exact=True).click()
	attached = dialog.locator(".huf-run-files .indicator-pill")
	expect(attached).to_have_count(2)
	attached.filter(has_text="notice-zh").get_by_title("Remove").click()
	expect(attached).to_have_count(1)
	dialog.get_by_role("button", name="Run", exact=True).click()
	expect(dialog.locator(".huf-answer")).to_be_visible()
	forms.picture(page, screenshots, "run-files")
	run, files, titles = python_on_site(RUN, agent=agent)
	assert [used for _, used in files] == ["In Prompt"] and files[0][0].startswith("warehouse-procedure")
	assert titles and all(title == files[0][0] for title in titles)
	browser.open_form(page, "Agent Run", run)
	expect(page.locator(".grid-row").filter(has_text="In Prompt")).to_contain_text("warehouse-procedure")
	passage = page.locator(".huf-passages tbody a").first
	expect(passage).to_have_attribute("href", re.compile("/app/file/"))
	forms.picture(page, screenshots, "run-with-files")
