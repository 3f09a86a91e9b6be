"""A knowledge gap, as a Knowledge Manager closes it in the desk."""

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

QUESTION = "How long is the warranty of the <b>Zirconia</b> pump?"
NOTE = "from huf.ai.gaps.noting import note_gap; result = note_gap(question, 'No Hit')"


def button(page, label):
	"""A button in the head of the open form."""
	return page.locator(".page-container:visible .page-head").get_by_role("button", name=label, exact=True)


def test_a_gap_is_answered_verified_and_proven(
	desk, manager, make_source, workers, python_on_site, screenshots
):
	"""The question is shown as text; an answer is typed, saved and verified, and the form follows until it is proven."""
	source = make_source("Warranties")
	gap = python_on_site(NOTE, question=QUESTION)
	page = desk(manager)
	browser.visit(page, "/app/knowledge-gap")
	row = page.locator(".list-row").filter(has_text="Zirconia")
	expect(row.locator(".indicator-pill").first).to_have_text("Open")
	expect(row.locator("b")).to_have_count(0)
	forms.picture(page, screenshots, "gap-list")
	browser.open_form(page, "Knowledge Gap", gap)
	expect(forms.headline(page)).to_contain_text("Nobody has answered this yet")
	expect(page.locator(".page-container:visible [data-fieldname=question] .control-value")).to_contain_text(
		"<b>Zirconia</b>"
	)
	expect(button(page, "Verify")).to_have_count(0)
	page.evaluate(
		"""async ([source, answer]) => {
			await cur_frm.set_value("knowledge_source", source);
			await cur_frm.set_value("answer", answer);
		}""",
		[source, "Three years; List<Part> a < b are not covered."],
	)
	forms.save(page)
	expect(forms.indicator(page)).to_have_text("Answered")
	with workers(1):
		button(page, "Verify").click()
		expect(forms.indicator(page)).to_have_text("Proven")
	expect(forms.headline(page)).to_contain_text("found as hit 1")
	expect(button(page, "Ask Again")).to_be_visible()
	forms.picture(page, screenshots, "gap")
	button(page, "Make a Test").click()
	expect(page.locator(".desk-alert").filter(has_text="It passes now")).to_be_visible()
	button(page, "Open Input").click()
	expect(forms.headline(page)).to_contain_text("1 chunk can be found")
