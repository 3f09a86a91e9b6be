"""Looking at a run while it goes on: its answer grows, and its user can end it."""

import pytest
from playwright.sync_api import expect

from tests.model_server import ModelServer, streamed
from tests.site import browser
from tests.site.desk import forms

START = "huf.ai.agent_integration.start_run"
AGENT = """
provider = frappe.get_doc("AI Provider", "Loopback")
provider.api_base = api_base
provider.save()
frappe.get_doc({"doctype": "Agent", "agent_name": name, "model": model}).insert()
"""
STATUS = "result = frappe.db.get_value('Agent Run', run, ['status', 'response'])"


@pytest.fixture
def talker(chat_model, python_on_site, free_name):
	"""An agent whose model tells a long story slowly, in words that never end."""
	endless = [streamed("tale", endless=True, piece_delay_s=0.1) for _ in range(3)]
	with ModelServer(endless) as server:
		name = free_name("Talker")
		python_on_site(AGENT, name=name, model=chat_model, api_base=server.api_base)
		yield name


def test_answer_grows_and_cancel_ends_it(talker, desk, manager, workers, python_on_site, screenshots):
	"""The form of a running run shows the answer as it comes, also after a reload; Cancel Run ends it and says so."""
	page = desk(manager)
	browser.open_form(page, "Agent", talker)
	started = page.evaluate(
		"([method, agent]) => frappe.xcall(method, { agent, prompt: 'Tell me a tale.' })", [START, talker]
	)
	with workers(1):
		browser.open_form(page, "Agent Run", started["run"])
		answer = page.locator(".page-container:visible .huf-answer")
		expect(answer).to_contain_text("tale0 tale1")
		expect(page.locator(".huf-live")).to_contain_text("tale30")
		forms.picture(page, screenshots, "live-run")
		page.reload()
		expect(answer).to_contain_text("tale0 tale1")
		expect(page.locator(".huf-live")).to_contain_text("tale60")
		page.get_by_role("button", name="Cancel Run").click()
		expect(forms.indicator(page)).to_have_text("Cancelled")
		expect(forms.headline(page)).to_contain_text("The run was cancelled.")
		expect(page.get_by_role("button", name="Cancel Run")).to_have_count(0)
		forms.picture(page, screenshots, "cancelled-run")
	status, response = python_on_site(STATUS, run=started["run"])
	assert status == "Cancelled" and response.startswith("tale0 tale1")
