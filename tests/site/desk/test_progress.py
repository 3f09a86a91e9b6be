"""Progress and Cancel. The work horse is stopped (SIGSTOP) in the middle, so that there is time to look."""

import re
import signal
import time
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from scripts.site_ring.processes import descendants, send
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

	It runs in slices of a tenth of a second from the moment the form says Indexing. The job reports once a
	second by the clock, so every slice reports, however fast the machine is.
	"""
	page.wait_for_function("() => cur_frm.doc.status === 'Indexing'", polling="raf", timeout=forms.SLOW_MS)
	bar = page.locator(".progress-area .progress-message")
	for _ in range(200):
		horses = descendants(worker.pid)
		for horse in horses:
			send(horse, signal.SIGSTOP)
		page.wait_for_timeout(1100)
		done = re.search(r": (\d+) of", bar.first.inner_text()) if bar.count() else None
		if done and INPUTS // 4 < int(done[1]) < INPUTS:
			return horses
		let_go(horses)
		time.sleep(0.1)
	raise AssertionError("the form never showed a progress between a quarter and all")


def let_go(horses):
	"""Let the stopped processes go on."""
	for horse in horses:
		send(horse, signal.SIGCONT)


def test_progress_is_seen_and_survives_a_reload(desk, manager, make_source, many_texts, workers, screenshots):
	"""The bar moves while the job runs, is there again after a reload, and goes when the source is Ready."""
	name = make_source("Service Logs", many_texts)
	page = desk(manager)
	forms.open_doc(page, "Knowledge Source", name)
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
			# A full load of the form's own address: a reload may land where the desk went first after the login.
			page.goto(f"{page.evaluate('location.origin')}/app/knowledge-source/{quote(name)}")
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


def test_cancel_stops_and_resume_goes_on(desk, manager, make_source, many_texts, workers, python_on_site):
	"""Cancel ends the job before all is indexed and says so; Resume Indexing does the rest."""
	name = make_source("Service Logs", many_texts)
	page = desk(manager)
	forms.open_doc(page, "Knowledge Source", name)
	with workers(1) as (worker,):
		horses = stop_in_the_middle(page, worker)
		try:
			forms.knowledge(page, "Cancel")
			forms.confirm(page)
			time.sleep(2)
		finally:
			let_go(horses)
		expect(forms.headline(page)).to_contain_text("Indexing was stopped", timeout=forms.SLOW_MS)
		assert python_on_site(COUNT, name=name) < INPUTS
		forms.knowledge(page, "Resume Indexing")
		forms.wait_for_status(page, "Ready")
		assert python_on_site(COUNT, name=name) == INPUTS
