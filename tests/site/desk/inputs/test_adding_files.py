"""Files are added in one dialog, with a line and a reason for each, while it runs."""

import re

import pytest
from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

SIZES = {"wide": (1400, 900), "narrow": (390, 844)}
COUNT = "result = frappe.db.count('File', {'file_name': ('like', 'holiday%')})"
DROP = """([selector, files]) => {
	const data = new DataTransfer();
	files.forEach(([name, text]) => data.items.add(new File([text], name)));
	document.querySelector(selector).dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def lines(dialog, state):
	"""The lines of the dialog with this state."""
	return dialog.locator(f".huf-add-line[data-state={state}]")


@pytest.mark.parametrize("size", SIZES)
def test_what_nothing_reads_is_refused_before_its_upload(
	size, desk, manager, make_source, python_on_site, screenshots, tmp_path
):
	"""A film is refused with the reason and never sent; the text beside it is added, and a source takes it by a drop, too."""
	film = tmp_path / f"holiday-{size}.mp4"
	film.write_bytes(b"\0\0\0\x18ftypmp42" + bytes(100_000))
	name = make_source("Dropped")
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	page.locator(".page-container:visible .huf-actions").wait_for()
	sent = []
	page.on("request", lambda request: "upload_file" in request.url and sent.append(request.url))
	width, height = SIZES[size]
	browser.resize(page, width, height)
	page.evaluate(
		DROP, [".page-container:not([style*='none']) .form-layout", [["rules.txt", f"Rules of {name}."]]]
	)
	dialog = forms.shown(page)
	forms.settled_lines(dialog, 1)
	dialog.locator("input[type=file]").set_input_files([str(film), str(forms.HANDBOOK / "machine-manual.md")])
	forms.settled_lines(dialog, 3)
	expect(dialog.locator(".huf-add-summary")).to_have_text("2 of 3 files added, 1 refused")
	expect(lines(dialog, "refused")).to_contain_text(
		re.compile(rf"{film.name}.*huf does not read that", re.S)
	)
	assert len(sent) == 2
	assert not python_on_site(COUNT)
	if size == "narrow":
		assert dialog.evaluate("modal => modal.scrollWidth <= innerWidth")
	page.wait_for_timeout(600)
	page.screenshot(path=str(screenshots / f"adding-files-{size}.png"))
	forms.close_dialog(page)
	found = (
		"result = sorted(frappe.get_all('Knowledge Input', {'knowledge_source': name}, pluck='file_name'))"
	)
	# Frappe gives a file of a taken name another one.
	added = [re.sub(r"^rules\w*", "rules", file) for file in python_on_site(found, name=name)]
	assert added == ["machine-manual.md", "rules.txt"]


def test_a_name_that_the_site_cannot_keep_is_shortened(desk, manager, make_source, python_on_site):
	"""Frappe refuses more than 140 characters, the disk more than 255 bytes, which are 85 signs of Chinese, and `<b>` is HTML to Frappe."""
	name = make_source("Long Names")
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	names = [f"{'ab' * 100}.txt", f"{'规则' * 60}.md", "Rules <b>new.txt"]
	page.locator(".page-container:visible .huf-actions").wait_for()
	page.evaluate(
		DROP,
		[
			".page-container:not([style*='none']) .form-layout",
			[[one, f"{number} of {name}."] for number, one in enumerate(names)],
		],
	)
	dialog = forms.shown(page)
	forms.settled_lines(dialog, 3)
	expect(dialog.locator(".huf-add-summary")).to_have_text("3 of 3 files added")
	forms.close_dialog(page)
	found = "result = frappe.get_all('Knowledge Input', {'knowledge_source': name}, pluck='title', order_by='creation')"
	titles = python_on_site(found, name=name)
	assert titles[2] == "Rules _b_new.txt"
	for title, whole in zip(titles[:2], names[:2], strict=True):
		beginning, ending = title.rsplit(".", 1)
		assert whole.startswith(beginning[:70]) and whole.endswith(f".{ending}"), title
	assert len(titles[0]) == 130


def test_what_failed_is_tried_again(desk, manager, make_source):
	"""Without a connection a line says so, and its button adds the file when there is one again."""
	name = make_source("Shaky")
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	page.route("**/api/method/upload_file", lambda route: route.abort())
	dialog = forms.add_files(page, [forms.HANDBOOK / "machine-manual.md"])
	expect(dialog.locator(".huf-add-summary")).to_have_text("0 of 1 files added, 1 failed")
	expect(lines(dialog, "failed")).to_contain_text("there is no connection to the server")
	page.unroute("**/api/method/upload_file")
	lines(dialog, "failed").get_by_role("button", name="Try Again").click()
	expect(lines(dialog, "added")).to_have_count(1)
	expect(dialog.locator(".huf-add-summary")).to_have_text("1 of 1 files added")
