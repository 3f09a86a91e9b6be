"""Progress and Cancel. The work horse is stopped (SIGSTOP) in the middle, so that there is time to look."""

import re
import signal
import time

import pytest
from playwright.sync_api import expect

from scripts.site_ring.processes import descendants, send
from tests.site import browser
from tests.site.desk import forms

INPUTS = 120
"""Together under the size of one build, so that the bar counts up to this number."""
COUNT = "result = frappe.db.count('Knowledge Input', {'knowledge_source': name, 'status': 'Indexed'})"
DONE = "result = frappe.db.get_value('Knowledge Source', name, 'progress_done')"


@pytest.fixture
def many_texts() -> list[dict[str, str]]:
	"""Enough text for some seconds of indexing."""
	body = "The pump on line {0} is serviced every {1} hours by the crew of hall {2}, which notes it. "
	return [
		{
			"title": f"Log {n}",
			"text": f"Log {n}\n\n" + "".join(body.format(n, n + line, line) for line in range(1400)),
		}
		for n in range(INPUTS)
	]


def stop_in_the_middle(page, worker):
	"""Stop the process that runs the job when a quarter but not all inputs are done, and give its ids.

	It runs in slices of time from the moment the form says Indexing. The job reports once a second by the clock, so every
	slice reports, however fast the machine is; and each slice is as long as an eighth of the inputs takes.
	"""
	page.wait_for_function("() => window.cur_frm?.doc?.status === 'Indexing'", polling="raf")
	bar = page.locator(".progress-area .progress-message")
	pause, before = 0.1, 0
	for _ in range(60):
		horses = descendants(worker.pid)
		for horse in horses:
			send(horse, signal.SIGSTOP)
		page.wait_for_timeout(1100)
		found = re.search(r": (\d+) of", bar.first.inner_text()) if bar.count() else None
		done = int(found[1]) if found else before
		if INPUTS // 4 < done < INPUTS:
			return horses
		pause = min(2.0, pause * 2, pause * INPUTS / 8 / max(done - before, 1))
		before = done
		let_go(horses)
		time.sleep(pause)
	raise AssertionError(f"the form never showed a progress between a quarter and all; the last was {before}")


def let_go(horses):
	"""Let the stopped processes go on."""
	for horse in horses:
		send(horse, signal.SIGCONT)


@pytest.fixture
def long_lease(python_on_site):
	"""A stopped job renews nothing: its lease must outlive all the looking."""
	code = """
from frappe.installer import update_site_config
update_site_config("huf_lease_seconds", seconds)
"""
	python_on_site(code, seconds=900)
	yield
	python_on_site(code, seconds="None")


def test_progress_is_seen_and_survives_a_reload(
	desk, manager, make_source, many_texts, long_lease, workers, screenshots
):
	"""The bar moves while the job runs, is there again after a reload, and goes when the source is Ready."""
	name = make_source("Service Logs", many_texts)
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	assert "Cancel" in forms.entries(page)
	bar = page.locator(".progress-area:visible .progress-message")
	events = page.evaluate_handle(
		"() => { const seen = []; frappe.realtime.on('huf_knowledge_progress', (e) => seen.push(e)); return seen; }"
	)
	with workers(1) as (worker,):
		horses = stop_in_the_middle(page, worker)
		try:
			shown = re.search(r"(\d+) of", bar.inner_text())
			assert any(event.get("done") for event in events.json_value()), "no progress came by realtime"
			browser.open_form(page, "Knowledge Source", name)
			expect(bar).to_have_text(re.compile(rf"Indexing: [1-9]\d* of {INPUTS} inputs"))
			assert int(re.search(r"(\d+) of", bar.inner_text())[1]) >= int(shown[1])
			expect(forms.indicator(page)).to_have_text("Indexing")
			expect(forms.headline(page)).to_contain_text(f"of {INPUTS} inputs indexed")
			forms.picture(page, screenshots, "progress")
		finally:
			let_go(horses)
		forms.wait_for_status(page, "Ready")
		expect(forms.headline(page)).to_contain_text(f"{INPUTS} of {INPUTS} inputs indexed")
		expect(bar).to_have_count(0)


def test_cancel_stops_and_resume_goes_on(
	desk, manager, make_source, many_texts, long_lease, workers, python_on_site
):
	"""Cancel ends the job before all is indexed and says so; Resume Indexing does the rest."""
	name = make_source("Service Logs", many_texts)
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	with workers(1) as (worker,):
		horses = stop_in_the_middle(page, worker)
		try:
			forms.knowledge(page, "Cancel")
			forms.confirm(page, "cancel_indexing")
		finally:
			let_go(horses)
		expect(forms.headline(page)).to_contain_text("Indexing was stopped")
		assert python_on_site(COUNT, name=name) < INPUTS
		forms.knowledge(page, "Resume Indexing")
		forms.wait_for_status(page, "Ready")
		assert python_on_site(COUNT, name=name) == INPUTS
