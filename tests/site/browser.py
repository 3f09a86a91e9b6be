"""A page of the desk, and waiting until nothing is under way in it.

Frappe marks the body when *a* request ended, not when all did, so that mark says nothing about a page that still
loads. Here requests are counted: who leaves a page or reads a form before it is quiet races with the desk's own scripts.
"""

import time
from typing import Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

from playwright.sync_api import Error, Page, Request

SLOW_MS = 120_000
"""Longest wait for anything: a shared machine can be many times slower than the one at hand."""
QUIET_SECONDS = 0.3
PHONE_PX = 768
"""Below it Frappe takes a window for a phone's."""
ROUTED = """() => window.frappe && frappe.router && frappe.router.current_route
	&& frappe.container && frappe.container.page && frappe.container.page.offsetParent !== null"""
DRAWN = """document.addEventListener("DOMContentLoaded", () => window.jQuery?.(document).on("form-refresh", (event, frm) => {
	// The fields follow the event in promises, and what is foldable is folded with them.
	setTimeout(() => { frm.huf_drawn = frm.docname; });
}))"""
"""Marks a form whose fields are drawn: its document is there before, and a section that is opened in between is folded again."""
NAMED = """document.addEventListener("DOMContentLoaded", () => {
	const { utils } = window.frappe || {};
	const random = utils?.get_random;
	if (random) {
		utils.get_random = (length) => "_" + random(length);
	}
})"""
"""Frappe's templates name the variables of a loop by three letters at random: one page in thousands has "for" or "new", and stays empty."""
FORM = """([doctype, name]) => window.cur_frm && cur_frm.doctype === doctype && cur_frm.doc
	&& cur_frm.doc.name === cur_frm.docname && cur_frm.huf_drawn === cur_frm.docname && frappe.get_route()[2] === cur_frm.docname
	&& (name === null ? cur_frm.is_new() : cur_frm.docname === name)"""
SAID = ".modal.show, .desk-alert, .page-container:visible .form-message"
STILL = "() => !document.getAnimations().some((each) => each instanceof CSSTransition && each.playState === 'running')"

_running: WeakKeyDictionary[Page, set[Request]] = WeakKeyDictionary()


def watch(page: Page) -> None:
	"""From now on know which requests of the page's scripts are under way, and which forms are drawn."""
	page.add_init_script(DRAWN)
	page.add_init_script(NAMED)
	running = _running[page] = set()

	def began(request: Request) -> None:
		# The realtime connection is meant to stay open.
		if request.resource_type in ("xhr", "fetch") and "/socket.io/" not in request.url:
			running.add(request)

	def ended(request: Request) -> None:
		running.discard(request)

	page.on("request", began)
	page.on("requestfinished", ended)
	page.on("requestfailed", ended)


def quiet(page: Page) -> None:
	"""Wait until no request has been under way for a moment."""
	running = _running[page]
	deadline = time.monotonic() + SLOW_MS / 1000
	since = time.monotonic()
	while time.monotonic() - since < QUIET_SECONDS:
		page.wait_for_timeout(50)  # events of the browser arrive only while we wait in it
		if running:
			since = time.monotonic()
		assert since < deadline, f"still under way: {[request.url for request in running]}"


def on_screen() -> str:
	"""Of each page that is open: its address, what its dialogs and messages say, and what it still asks the server. Of one that has
	crashed, that it has: the report of a test that failed may not fail itself."""
	told = []
	for page, running in list(_running.items()):
		if not page.is_closed():
			try:
				said = [text.strip() for text in page.locator(SAID).all_inner_texts()]
			except Error as error:
				said = [error.message]
			told += [page.url, *(f"\t{line}" for text in said for line in text.splitlines() if line.strip())]
			told += [f"\tunder way: {request.url}" for request in running]
	return "\n".join(told)


def visit(page: Page, path: str, refused: bool = False) -> None:
	"""Load an address of the desk from nothing and wait until it is shown. What the last page asked for comes first.

	:param refused: the user may not see what is there, so there is a message and no page.
	"""
	quiet(page)
	page.goto(path, timeout=SLOW_MS)
	if not refused:
		page.wait_for_function(ROUTED, timeout=SLOW_MS)
	quiet(page)


def open_form(page: Page, doctype: str, name: str | None = None) -> Any:
	"""Load the form of a document, or of a new one without a name, and wait until it can be used."""
	visit(page, f"/app/{doctype.lower().replace(' ', '-')}/{quote(name or 'new', safe='')}")
	page.wait_for_function(FORM, arg=[doctype, name], timeout=SLOW_MS)
	quiet(page)


def resize(page: Page, width: int, height: int = 900) -> None:
	"""Make the window as large as that, and wait until nothing in it moves: what slides away from under the mouse is not hovered.

	Where the page is loaded anew on a phone, Frappe 16 folds its sidebar; here we do.
	"""
	page.set_viewport_size({"width": width, "height": height})
	if width < PHONE_PX:
		page.evaluate("() => window.frappe?.app?.sidebar?.close_sidebar?.()")
	page.wait_for_function(STILL, timeout=SLOW_MS)
	quiet(page)
