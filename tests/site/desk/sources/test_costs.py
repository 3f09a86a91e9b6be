"""What models cost, in the browser: before a rebuild, at a cap, in the settings and in the report."""

import pytest
from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

MODEL = """
provider = frappe.get_doc({"doctype": "AI Provider", "provider_name": name, "vendor": "openai"}).insert(ignore_permissions=True)
model = frappe.get_doc({"doctype": "AI Model", "model_name": name, "provider": provider.name, "kind": "embedding",
	"litellm_model": "cost-desk", "input_price": 2}).insert(ignore_permissions=True)
frappe.db.set_value("AI Model", model.name, "creation", "2100-01-01")  # not the first one, which would be everybody's
result = model.name
"""
FORGET = """
frappe.db.delete("Knowledge Cost", {"model": name})
for doctype in ("AI Model", "AI Provider"):
	frappe.delete_doc(doctype, name, force=True, ignore_permissions=True)
"""
PAUSE = """
from huf.ai.knowledge import status
from huf.ai.knowledge.indexing.state.source_status import derive_source_status
from huf.engine.builds import new_build_id
build = new_build_id()
status.start_build(build, source, "Update", wanted=3)
status.end_build(build, "Paused", "Cost Cap", words, 0.5)
result = derive_source_status(frappe.db.get_value("Knowledge Source", source, "artifact_id"), working=False)
"""
SPEND = """
from huf.ai.costs.ledger import Payer, Taken, add
add(Payer("Chat", user=who, model=model), Taken(12_000, 900, 0.033))
add(Payer("Chat", user="Administrator", model=model), Taken(52_000, 1900, 0.12))
add(Payer("Indexing", knowledge_source=mine, model=model), Taken(900_000, 0, 1.8, calls=90))
add(Payer("Indexing", user=who, knowledge_source=private, model=model), Taken(900, 0, None))
"""


@pytest.fixture
def model(python_on_site):
	"""An embedding model of a service, with a price."""
	name = python_on_site(MODEL, name="Cost Desk Model")
	yield name
	python_on_site(FORGET, name=name)


@pytest.mark.parametrize("width", [1400, 390])
def test_before_a_rebuild(width, desk, manager, make_source, model, python_on_site, screenshots):
	"""The question says what it takes: of a service tokens and dollars, of a model on this server that it costs nothing."""
	texts = [
		{"text": f"The crane number {number} is inspected every March by an engineer."} for number in range(3)
	]
	values = {"knowledge_type": "sqlite_hybrid", "embedding_model": model, "monthly_cost_cap": 0.00001}
	paid = make_source(f"Cranes {width}", texts, **values)
	free = make_source(
		f"Free Cranes {width}", texts, knowledge_type="sqlite_hybrid", embedding_model="Local (WordLlama)"
	)
	page = desk(manager)
	browser.resize(page, width, 900 if width > 1000 else 844)
	browser.open_form(page, "Knowledge Source", paid)
	ask_for_rebuild(page, width)
	told = forms.shown(page).locator(".huf-estimate")
	expect(told).to_contain_text("3 inputs, 3 of them not read yet.")
	expect(told).to_contain_text(f"tokens go to {model}, for about 0.0000")
	expect(told).to_contain_text("Caps leave 0.000010 US dollars of this month. Indexing will wait there")
	forms.picture(page, screenshots, f"estimate-{width}")
	forms.shown(page).get_by_role("button", name="No").click()
	words = (
		"The source has reached its monthly cap of 20.00 US dollars: 19.87 are spent, the next call may cost 0.50. "
		"Whoever may change the source can raise it, or it goes on next month."
	)
	assert python_on_site(PAUSE, source=paid, words=words) == "Pending"
	browser.open_form(page, "Knowledge Source", free)
	ask_for_rebuild(page, width)
	expect(forms.shown(page).locator(".huf-estimate")).to_contain_text("on this server")
	expect(forms.shown(page).locator(".huf-estimate")).to_contain_text("costs nothing")
	forms.shown(page).get_by_role("button", name="No").click()
	browser.open_form(page, "Knowledge Source", paid)
	expect(page.locator(".page-container:visible .form-message")).to_contain_text(
		"monthly cap of 20.00 US dollars"
	)
	forms.picture(page, screenshots, f"paused-{width}")


def ask_for_rebuild(page, width):
	"""Choose the entry; on a phone Frappe has it in the menu of the form."""
	if width > 1000:
		forms.knowledge(page, "Rebuild Index")
		return
	page.locator(".page-container:visible .menu-btn-group > button").click()
	page.locator(".page-container:visible .menu-btn-group .dropdown-item").filter(
		has_text="Rebuild Index"
	).click()


@pytest.mark.parametrize("width", [1400, 390])
def test_the_report(width, desk, manager, make_user, make_source, model, python_on_site, screenshots):
	"""A manager sees all of it and no other user's name; a user sees their own."""
	user = make_user("cost-desk@example.com", "Knowledge User")
	mine = make_source("Costly Rules")
	private = make_source("Private Costs", user=user, scope="User")
	python_on_site(SPEND, who=user, model=model, mine=mine, private=private)
	page = desk(manager)
	size = (width, 900 if width > 1000 else 844)
	browser.resize(page, *size)
	browser.visit(page, "/app/query-report/Knowledge Costs?group_by=All of Them")
	rows = page.locator(".report-wrapper")
	expect(rows.get_by_text(mine).first).to_be_visible()
	expect(rows.get_by_text("Other sources").first).to_be_visible()
	expect(rows.get_by_text("Other users").first).to_be_visible()
	expect(rows.get_by_text(user)).to_have_count(0)
	expect(rows.get_by_text(private)).to_have_count(0)
	forms.picture(page, screenshots, f"costs-all-{width}")
	browser.visit(page, "/app/query-report/Knowledge Costs?group_by=Knowledge Source")
	expect(page.locator(".report-wrapper").get_by_text(mine).first).to_be_visible()
	expect(
		page.locator(".chart-wrapper svg.frappe-chart, .report-wrapper svg.frappe-chart").first
	).to_be_visible()
	forms.picture(page, screenshots, f"costs-sources-{width}")
	page = desk(user)
	browser.resize(page, *size)
	browser.visit(page, "/app/query-report/Knowledge Costs?group_by=All of Them")
	expect(page.locator(".report-wrapper").get_by_text(private).first).to_be_visible()
	expect(page.locator(".report-wrapper").get_by_text(mine)).to_have_count(0)
	expect(page.get_by_text("These are your own costs.")).to_be_visible()


@pytest.mark.parametrize("width", [1400, 390])
def test_caps_in_the_settings(width, desk, make_user, screenshots):
	"""A System Manager finds what each user may cost beside the other limits."""
	page = desk(make_user("cost-system@example.com", "System Manager"))
	browser.resize(page, width, 900 if width > 1000 else 844)
	browser.visit(page, "/app/agent-settings")
	forms.unfold(page, "section_costs")
	field = page.locator(".page-container:visible .frappe-control[data-fieldname=user_cost_cap]")
	field.scroll_into_view_if_needed()
	expect(field).to_be_visible()
	expect(
		page.locator(".page-container:visible .frappe-control[data-fieldname=cost_caps] .grid-add-row")
	).to_be_visible()
	page.screenshot(path=str(screenshots / f"caps-{width}.png"))
