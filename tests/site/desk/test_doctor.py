"""Knowledge Doctor in the browser: what is wrong stands first, says what to do, and is mended by a click."""

import pytest
from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

PATH = "/app/knowledge-doctor"
BREAK = """
from huf.ai.site.locks import lease_key
frappe.cache.execute_command("SET", lease_key(frappe.db.get_value("Knowledge Source", name, "artifact_id")), "nobody")
frappe.db.set_value("Knowledge Source", name, {"status": "Error", "error_message": "<b>It</b> broke."})
"""
LEASED = """
from huf.ai.site.locks import is_leased
result = is_leased(frappe.db.get_value("Knowledge Source", name, "artifact_id"))
"""


@pytest.mark.parametrize("width", [1400, 390])
def test_a_fault_is_shown_and_mended(width, desk, make_user, make_source, python_on_site, screenshots):
	"""A lease that never ends is released; an error's text is text; what is good is folded beneath."""
	name = make_source(f"Broken {width}")
	python_on_site(BREAK, name=name)
	page = desk(make_user("doctor@example.com", "System Manager"))
	browser.resize(page, width, 900 if width > 1000 else 844)
	browser.visit(page, PATH)
	about = page.locator(".huf-findings > li", has=page.get_by_role("link", name=name))
	expect(about).to_have_count(2)
	expect(about.filter(has_text="<b>It</b> broke.")).to_be_visible()
	assert page.locator(".huf-findings > li").first.get_attribute("data-level") == "Fault"
	expect(page.get_by_text("redis_cache answers.")).to_be_hidden()
	if width > 1000:
		forms.picture(page, screenshots, "doctor")
	else:
		forms.picture(page, screenshots, "doctor-narrow")
	assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
	about.get_by_role("button", name="Release").click()
	expect(page.get_by_text("The lease is released.")).to_be_visible()
	assert not python_on_site(LEASED, name=name)
	page.get_by_role("button", name="Examine Again").or_(
		page.locator(".primary-action:visible")
	).first.click()
	expect(about).to_have_count(1)
	page.get_by_text("As it should be").click()
	expect(page.get_by_text("redis_cache answers.")).to_be_visible()
	python_on_site('frappe.delete_doc("Knowledge Source", name)', name=name)


def test_others_do_not_get_it(desk, manager):
	"""A Knowledge Manager is told that the page is not theirs."""
	page = desk(manager)
	browser.visit(page, PATH, refused=True)
	expect(page.locator(".huf-findings")).to_have_count(0)
	expect(page.get_by_text("not permitted", exact=False).first).to_be_visible()
