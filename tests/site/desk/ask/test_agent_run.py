"""Giving knowledge to an agent, running it, and reading what it used."""

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

ANSWERED = """
run = frappe.get_last_doc("Agent Run", {"agent": agent})
result = [run.name, [(row.origin, row.cited) for row in run.chunks]]
"""
STRUCTURED = """
frappe.db.set_value("Agent Run", run, {"response": '{"days": 27}', "structured_response": '{"days": 27}'})
"""
WRONG_MARK = "frappe.db.set_value('Agent Run', run, 'response', 'As [1] and [77] say.<img src=x onerror=\"hacked=1\">')"


def link(page, row, source, mode):
	"""Fill one row of the table Knowledge."""
	page.get_by_role("button", name="Add Row").first.click()
	page.evaluate(
		"""([row, source, mode]) => {
			const doc = cur_frm.doc.knowledge[row];
			return frappe.model.set_value(doc.doctype, doc.name, { knowledge_source: source, mode });
		}""",
		[row, source, mode],
	)


def test_an_agent_answers_and_its_run_shows_what_it_used(
	desk, manager, free_name, make_source, chat_model, workers, python_on_site, screenshots
):
	"""One source injected, one fetched by the tool: the run names each passage, how it came, and whether it is cited."""
	rules = make_source(
		"House Rules", [{"text": "Holiday\n\nEverybody gets 27 days of holiday.", "title": "Rules"}]
	)
	notices = make_source(
		"Notices",
		[{"text": "Canteen\n\nThe canteen gives holiday soup <b>on Mondays</b>.", "title": "Notices"}],
	)
	agent = free_name("Front Desk")
	page = desk(manager)
	with workers(1):
		for name in (rules, notices):
			browser.open_form(page, "Knowledge Source", name)
			forms.wait_for_status(page, "Ready")
	browser.open_form(page, "Agent")
	forms.fill(page, "agent_name", agent)
	page.evaluate("(model) => cur_frm.set_value('model', model)", chat_model)
	link(page, 0, rules, "Mandatory")
	link(page, 1, notices, "Optional")
	forms.save(page)
	page.get_by_role("button", name="Run", exact=True).click()
	dialog = page.locator(".huf-run-agent.show")
	dialog.locator("textarea[data-fieldname=prompt]").fill("How many days of holiday do I get?")
	dialog.get_by_role("button", name="Run", exact=True).click()
	expect(dialog.locator(".huf-answer")).to_be_visible()
	expect(dialog.locator(".huf-passages tbody tr")).to_have_count(2)
	run, chunks = python_on_site(ANSWERED, agent=agent)
	assert sorted(origin for origin, _ in chunks) == ["Injected", "Tool"]
	assert any(cited for _, cited in chunks)
	forms.picture(page, screenshots, "run-agent")

	dialog.get_by_text("Open Agent Run").click()
	expect(forms.headline(page)).to_contain_text("Passages: 1 injected, 1 fetched by the tool")
	rows = page.locator(".page-container:visible .huf-passages tbody tr")
	expect(rows.filter(has_text="Injected")).to_contain_text("Rules")
	expect(rows.filter(has_text="Tool")).to_contain_text("Notices")
	expect(rows.filter(has_text="Injected").get_by_text("Cited", exact=True)).to_be_visible()
	rows.filter(has_text="Tool").get_by_text("Show Text").click()
	expect(rows.filter(has_text="Tool")).to_contain_text("soup <b>on Mondays</b>")
	forms.picture(page, screenshots, "agent-run")

	python_on_site(WRONG_MARK, run=run)
	browser.open_form(page, "Agent Run", run)
	expect(forms.headline(page)).to_contain_text("The answer cites [77], which no passage has.")
	expect(page.locator(".huf-unknown")).to_have_text("77")
	assert page.evaluate("window.hacked") is None
	browser.resize(page, 390, 844)
	forms.picture(page, screenshots, "agent-run-narrow")
	page.locator(".huf-answer button.huf-chip").first.click()
	passage = page.locator(".huf-show-passage.show")
	expect(passage).to_contain_text("27 days of holiday")
	forms.picture(page, screenshots, "agent-run-passage-narrow")

	python_on_site(STRUCTURED, run=run)
	page.reload()
	expect(page.locator(".page-container:visible .huf-structured")).to_have_text('{\n  "days": 27\n}')
	forms.picture(page, screenshots, "agent-run-structured-narrow")


def test_the_workspace_is_there_for_who_uses_knowledge(desk, manager, make_user, screenshots):
	"""Knowledge users and managers find the workspace with its shortcuts; others do not."""
	page = desk(manager, "/app/knowledge")
	for label in ("Knowledge Source", "Knowledge Input", "Agent", "Agent Run"):
		expect(page.locator(".shortcut-widget-box").filter(has_text=label).first).to_be_visible()
	forms.picture(page, screenshots, "workspace-numbers")
	page = desk(make_user("otto@example.com", "Knowledge User"), "/app/knowledge")
	expect(page.locator(".shortcut-widget-box").first).to_be_visible()
	page = desk(make_user("nobody@example.com", "Report Manager"), "/app")
	# Frappe 15, a development version of 16, and 16.
	workspaces = "(boot.allowed_workspaces || (boot.sidebar_pages || boot.workspaces).pages)"
	names = page.evaluate(
		f"(() => {{ const {{ boot }} = frappe; return {workspaces}.map(({{ name }}) => name); }})()"
	)
	assert "Knowledge" not in names
