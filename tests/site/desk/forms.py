"""What a person does on huf's forms, in a few words."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

HANDBOOK = Path(__file__).parents[3] / "huf" / "demo" / "handbook"
TEN_FILES = (
	"broken-report.pdf",
	"complaint-thread.eml",
	"employee-handbook.pdf",
	"machine-manual.md",
	"onboarding.pptx",
	"price-list.xlsx",
	"scanned-delivery-note.pdf",
	"suppliers.csv",
	"travel-policy.docx",
	"warranty-terms.html",
)
SLOW_MS = 90_000


def open_doc(page: Page, doctype: str, name: str) -> None:
	"""Show a document's form and wait until it is drawn."""
	page.evaluate("([doctype, name]) => frappe.set_route('Form', doctype, name)", [doctype, name])
	page.wait_for_function(
		"([doctype, name]) => window.cur_frm && cur_frm.doctype === doctype && cur_frm.docname === name"
		" && cur_frm.doc && cur_frm.doc.name === name",
		arg=[doctype, name],
	)
	page.wait_for_selector("body[data-ajax-state=complete]")


def headline(page: Page) -> Any:
	"""The coloured message at the head of the open form."""
	return page.locator(
		".page-container:visible .form-page > .form-message, .page-container:visible .form-message"
	).first


def indicator(page: Page) -> Any:
	"""The status beside the title of the open form."""
	return page.locator(".page-container:visible .page-head .indicator-pill:visible").first


def knowledge(page: Page, label: str) -> None:
	"""Choose an entry of the button group Knowledge."""
	group = page.locator(".page-container:visible .inner-group-button").filter(has_text="Knowledge")
	group.locator("button").first.click()
	group.get_by_text(label, exact=True).click()


def entries(page: Page) -> list[str]:
	"""What the button group Knowledge offers."""
	group = page.locator(".page-container:visible .inner-group-button").filter(has_text="Knowledge")
	group.first.wait_for()
	return [text.strip() for text in group.locator(".dropdown-item").all_text_contents()]


def confirm(page: Page) -> None:
	"""Say yes to the question on the screen."""
	page.locator(".modal.show").get_by_role("button", name="Yes").click()


def add_files(page: Page, files: list[Path]) -> Any:
	"""Upload files to the open source and give the table of what became of them, all dealt with."""
	knowledge(page, "Add Files")
	dialog = page.locator(".modal.show")
	dialog.locator("input[type=file]").first.set_input_files([str(file) for file in files])
	dialog.get_by_role("button", name="Upload", exact=True).click()
	table = page.locator(".huf-added-files.show")
	expect(table.locator(".huf-add-summary")).to_have_text(
		re.compile(rf"of {len(files)} files added"), timeout=SLOW_MS
	)
	expect(table.get_by_text("Waiting")).to_have_count(0, timeout=SLOW_MS)
	return table


def close_dialog(page: Page) -> None:
	"""Close the topmost dialog by its first button."""
	page.locator(".modal.show").last.get_by_role("button", name="Close", exact=True).last.click()
	expect(page.locator(".modal.show")).to_have_count(0)


def leave(page: Page) -> None:
	"""Close the open dialog by the cross in its corner."""
	page.wait_for_timeout(500)  # a dialog that is still fading in does not listen
	page.locator(".modal.show .btn-modal-close").click()
	expect(page.locator(".modal.show")).to_have_count(0)


def search(page: Page, query: str) -> Any:
	"""Search in the open dialog Test Search with the Enter key; the dialog with the answer."""
	dialog = page.locator(".huf-test-search.show")
	field = dialog.locator("input[data-fieldname=query]")
	field.fill(query)
	with page.expect_response(lambda answer: "test_search" in answer.url):
		field.press("Enter")
	dialog.locator(".huf-hit, .huf-nothing-found, .huf-skipped").first.wait_for()
	return dialog


def wait_for_status(page: Page, status: str) -> None:
	"""Wait until the open form shows a status, without any help from the test."""
	expect(indicator(page)).to_have_text(status, timeout=SLOW_MS)


def picture(page: Page, folder: Path, name: str) -> None:
	"""Take a picture for the documentation: from the top, without passing notices, nothing still fading."""
	page.evaluate("() => { window.scrollTo(0, 0); $('#alert-container').empty(); }")
	page.wait_for_timeout(600)
	page.screenshot(path=str(folder / f"{name}.png"))
