"""What a person does on huf's forms, in a few words."""

import contextlib
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, TimeoutError, expect

from tests.site.browser import SLOW_MS, quiet

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


def headline(page: Page) -> Any:
	"""The coloured message at the head of the open form."""
	return page.locator(
		".page-container:visible .form-page > .form-message, .page-container:visible .form-message"
	).first


def indicator(page: Page) -> Any:
	"""The status beside the title of the open form."""
	return page.locator(".page-container:visible .page-head .indicator-pill:visible").first


def fill(page: Page, fieldname: str, value: str) -> None:
	"""Type into a field of the open form, leave it, and wait until the document has the value."""
	field = page.locator(f".page-container:visible :is(input, textarea)[data-fieldname={fieldname}]")
	field.fill(value)
	field.press("Tab")
	page.wait_for_function("([name, value]) => cur_frm.doc[name] === value", arg=[fieldname, value])


def unfold(page: Page, section: str) -> None:
	"""Open a folded section of the form by a click on its head."""
	head = page.locator(f".page-container:visible .form-section[data-fieldname={section}] .section-head")
	if "collapsed" in (head.get_attribute("class") or ""):
		head.click()
	expect(head).not_to_have_class(re.compile("collapsed"))


def choose(page: Page, fieldname: str, label: str, *, stored: str) -> None:
	"""Choose what a field offers as ``label``, and wait until the document has what stands for it."""
	page.locator(f".page-container:visible input[data-fieldname={fieldname}]").fill(label)
	page.locator(".page-container:visible .awesomplete li:visible").get_by_text(label, exact=True).click()
	page.wait_for_function("([name, value]) => cur_frm.doc[name] === value", arg=[fieldname, stored])


def save(page: Page) -> None:
	"""Save the open form with the keyboard, and wait until the server's answer is shown."""
	page.keyboard.press("Control+s")
	page.wait_for_function("() => cur_frm?.doc && !cur_frm.is_new() && !cur_frm.is_dirty()")
	quiet(page)


def knowledge(page: Page, label: str) -> None:
	"""Choose an entry of the button group Knowledge; once more if the form was drawn anew meanwhile, which closes it."""
	group = page.locator(".page-container:visible .inner-group-button").filter(has_text="Knowledge")
	deadline = time.monotonic() + SLOW_MS / 1000
	while True:
		group.locator("button").first.click()
		try:
			group.get_by_text(label, exact=True).click(timeout=3000)
			return
		except TimeoutError:
			if time.monotonic() > deadline:
				raise


def entries(page: Page) -> list[str]:
	"""What the button group Knowledge offers."""
	group = page.locator(".page-container:visible .inner-group-button").filter(has_text="Knowledge")
	group.first.wait_for()
	return [text.strip() for text in group.locator(".dropdown-item").all_text_contents()]


def shown(page: Page) -> Any:
	"""The topmost dialog, once it has faded in: before that it does not listen to what closes it."""
	page.wait_for_function(
		"""() => {
			const open = [...document.querySelectorAll('.modal.show')].map((modal) => $(modal).data('bs.modal'));
			return open.length && open.every((dialog) => dialog && !dialog._isTransitioning);
		}"""
	)
	return page.locator(".modal.show").last


def confirm(page: Page, method: str) -> None:
	"""Say yes to the question on the screen, and wait until the server has done what was confirmed."""
	with page.expect_response(lambda answer: method in answer.url):
		shown(page).get_by_role("button", name="Yes").click()


def add_files(page: Page, files: list[Path]) -> Any:
	"""Add files to the open source and give the dialog, with all of them dealt with."""
	knowledge(page, "Add Files")
	dialog = shown(page)
	dialog.locator("input[type=file]").set_input_files([str(file) for file in files])
	settled_lines(dialog, len(files))
	return dialog


def settled_lines(dialog: Any, number: int) -> None:
	"""Wait until this many files were added, refused or failed."""
	done = dialog.locator(".huf-add-line:is([data-state=added], [data-state=refused], [data-state=failed])")
	expect(done).to_have_count(number)


def close_dialog(page: Page, button: str = "Close") -> None:
	"""Close the topmost dialog by its last button of that name."""
	_settled(page)
	# Bootstrap drops a click that comes while the dialog moves, and moves it anew when its content grows; a person clicks again.
	is_closed = "() => !$('.modal.show').length"
	for _ in range(12):
		if page.evaluate(is_closed):
			_settled(page)
			return
		shown(page).get_by_role("button", name=button, exact=True).last.click()
		with contextlib.suppress(TimeoutError):
			page.wait_for_function(is_closed, timeout=10_000)
	expect(page.locator(".modal.show")).to_have_count(0)
	_settled(page)


def leave(page: Page) -> None:
	"""Close the open dialog by the cross in its corner."""
	_settled(page)
	shown(page).locator(".btn-modal-close").click()
	expect(page.locator(".modal.show")).to_have_count(0)
	_settled(page)


def _settled(page: Page) -> None:
	"""Wait until no dialog is fading: until then Bootstrap does not hear that one is to close, and drops one that is to open. It takes
	the shade of the one before away last, and with it that of a dialog that opens meanwhile, which is then never shown."""
	page.wait_for_function(
		"""() => $('.modal').toArray().every(one => !($(one).data('bs.modal') || {})._isTransitioning)
			&& !$('.modal-backdrop:not(.show)').length"""
	)


def until(check: Callable[[], Any]) -> Any:
	"""Ask again and again until the answer is yes, and give it; the machine may be slow."""
	deadline = time.monotonic() + SLOW_MS / 1000 * 2
	while not (found := check()):
		assert time.monotonic() < deadline, "it did not happen in time"
		time.sleep(0.2)
	return found


def search(page: Page, query: str) -> Any:
	"""Search in the open dialog Test Search with the Enter key; the dialog with the answer."""
	dialog = page.locator(".huf-test-search.show")
	field = dialog.locator("input[data-fieldname=query]")
	field.fill(query)
	with page.expect_response(lambda answer: "test_search" in answer.url or "search_as_user" in answer.url):
		field.press("Enter")
	dialog.locator(".huf-hit, .huf-nothing-found, .huf-skipped").first.wait_for()
	return dialog


def wait_for_status(page: Page, status: str) -> None:
	"""Wait until the open form shows a status, without any help from the test."""
	expect(indicator(page)).to_have_text(status)


def picture(page: Page, folder: Path, name: str) -> None:
	"""Take a picture for the documentation: from the top, without passing notices, nothing still fading."""
	page.evaluate("() => { window.scrollTo(0, 0); $('#alert-container').empty(); }")
	page.wait_for_timeout(600)
	page.screenshot(path=str(folder / f"{name}.png"))
