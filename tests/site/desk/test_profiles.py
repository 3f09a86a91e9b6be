"""The browser of these tests keeps scripts from one test to the next, and nothing that a test could see."""

from contextlib import suppress
from typing import Any

from playwright.sync_api import Error

from tests.site import browser
from tests.site.profiles import Profiles

LEFT = "[document.cookie.includes('left='), localStorage.getItem('left'), sessionStorage.getItem('left')]"
LEAVE = "document.cookie = 'left=1'; localStorage.setItem('left', 1); sessionStorage.setItem('left', 1)"
LOADED = """performance.getEntriesByType('resource').filter((each) => /[.]bundle[.].*js$/.test(each.name))
	.map((each) => each.transferSize)"""


def test_a_profile_keeps_scripts_and_nothing_else(profiles: Profiles, site: Any) -> None:
	"""Who gets a profile after somebody else loads no script anew, and finds no cookie, storage or page of theirs."""
	with profiles.lend() as one, profiles.lend() as other:
		assert one is not other, "users side by side share no cookies"
	for _ in range(2):
		with profiles.lend() as context:
			page = context.new_page()
			page.goto(f"{site.url}/login", wait_until="load")
			found, loaded, pages = page.evaluate(LEFT), page.evaluate(LOADED), len(context.pages)
			page.evaluate(LEAVE)
			assert page.evaluate(LEFT) == [True, "1", "1"]
	assert found == [False, None, None]
	assert pages == 2, "the browser's own page and that of the test"
	assert loaded and not any(loaded), loaded


def test_a_page_that_crashed_is_told(desk: Any, manager: str) -> None:
	"""Whoever reads why a test failed is told of the page that ended; the report, and with it the whole run, does not end as well."""
	page = desk(manager)
	with suppress(Error):
		page.goto("chrome://crash")
	told, is_closed = browser.on_screen(), page.is_closed()
	page.close()
	assert not is_closed and "crashed" in told.lower(), told
