"""Reports and charts of what is asked, in the browser: what a manager sees on the workspace, and a user of a run of their own."""

import pytest
from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

MAKE = """
from frappe.utils import add_days, now
from huf.ai.costs.ledger import Payer, Taken, add
from huf.tests.factories import make_gap, make_run, make_search
of = frappe.get_doc("Knowledge Source", source)
for number, days in enumerate((2, 12, 45, 200)):
	gap = make_gap(f"Who keeps the {word} key number {number}?", knowledge_source=source)
	frappe.db.set_value("Knowledge Gap", gap.name, "first_asked_at", add_days(now(), -days))
chunks = [
	{"citation_number": number, "title": "Handbook", "locator_label": f"page {number}", "origin": "Tool", "rank": number,
		"score": 1 / number, "knowledge_source": source, "cited": number == 1}
	for number in (1, 2, 3)
]
run = make_run(who, chunks=chunks, verification_result="Confirmed")
make_search(who, of, question=f"Who keeps the {word} key?", road="Agent", agent_run=run.name, hits=3, found=1, took_ms=8.4)
add(Payer("Chat", user=who), Taken(1000, 200, 0.25))
result = run.name
"""


@pytest.mark.parametrize("width", [1400, 390])
def test_what_is_asked(width, desk, manager, make_user, make_source, python_on_site, screenshots):
	"""A manager finds the charts on the workspace and the gaps by age; a user sees no chart, and what a run of theirs looked for."""
	user, word = make_user("reports@example.com", "Knowledge User"), f"quokka{width}"
	run = python_on_site(MAKE, source=make_source(f"Keys {width}"), who=user, word=word)
	page = desk(manager)
	size = (width, 900 if width > 1000 else 844)
	browser.resize(page, *size)
	browser.visit(page, "/app/knowledge")
	charts = page.locator(".dashboard-widget-box")
	expect(charts).to_have_count(3)
	for chart in charts.all():
		chart.scroll_into_view_if_needed()
		expect(chart.locator("svg.frappe-chart")).to_be_visible()
	page.wait_for_timeout(1000)
	charts.first.screenshot(path=str(screenshots / f"chart-use-{width}.png"))
	charts.nth(1).screenshot(path=str(screenshots / f"chart-gaps-{width}.png"))
	charts.last.screenshot(path=str(screenshots / f"chart-costs-{width}.png"))
	page.screenshot(path=str(screenshots / f"workspace-charts-{width}.png"))
	browser.visit(page, "/app/query-report/Knowledge Gaps by Age")
	expect(page.locator(".report-wrapper").get_by_text(f"{word} key number 3").first).to_be_visible()
	forms.picture(page, screenshots, f"gaps-by-age-{width}")
	page = desk(user)
	browser.resize(page, *size)
	browser.visit(page, "/app/knowledge")
	expect(page.locator(".shortcut-widget-box").first).to_be_visible()
	expect(page.locator(".dashboard-widget-box")).to_have_count(0)
	browser.visit(page, f"/app/query-report/Knowledge Retrieval Audit?agent_run={run}")
	expect(page.locator(".report-wrapper").get_by_text(f"{word} key?").first).to_be_visible()
	expect(page.get_by_text("Passages that the model was given: 3, cited: 1.")).to_be_visible()
	forms.picture(page, screenshots, f"retrieval-audit-{width}")


ASKED = """
from huf.engine.answers.fingerprint import question_fingerprint
from huf.tests.factories import make_search
of = frappe.get_doc("Knowledge Source", source)
for question, times in asked:
	for _time in range(times):
		make_search(who, of, question=question, fingerprint=question_fingerprint(question))
"""


@pytest.mark.parametrize("width", [1400, 390])
def test_asked_and_not_found(width, desk, manager, make_user, make_source, python_on_site, screenshots):
	"""Questions about the same matter are a branch beneath the most frequent of them, which says how often all were asked and can be folded."""
	user, source = make_user("reports@example.com", "Knowledge User"), make_source(f"Pumps {width}")
	first = f"How long is the warranty of the zirconia{width} pump?"
	near = f"For how many years is the zirconia{width} pump under guarantee?"
	other = "Who repairs the lift on Sundays?"
	python_on_site(ASKED, source=source, who=user, asked=[(other, 2), (first, 3), (near, 1)])
	page = desk(manager)
	browser.resize(page, width, 900 if width > 1000 else 844)
	browser.visit(page, f"/app/query-report/Knowledge Asked and Not Found?knowledge_source={source}")
	rows = page.locator(".report-wrapper .dt-scrollable .dt-row")
	expect(rows).to_have_count(3)
	expect(rows.nth(0)).to_contain_text(first)
	expect(rows.nth(1)).to_contain_text(near)
	expect(rows.nth(2)).to_contain_text(other)
	forms.picture(page, screenshots, f"asked-and-not-found-{width}")
	rows.nth(0).locator(".dt-tree-node__toggle").click()
	expect(page.locator(".report-wrapper .dt-row:visible").filter(has_text=near)).to_have_count(0)
	expect(page.locator(".report-wrapper .dt-row:visible").filter(has_text=other)).to_have_count(1)
