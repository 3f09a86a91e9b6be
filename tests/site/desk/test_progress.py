"""Progress and Cancel. The work horse is stopped (SIGSTOP) in the middle, so that there is time to look."""

import os
import re
import signal
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scripts.site_ring.processes import descendants, send
from tests.site import browser
from tests.site.desk import forms

INPUTS = 120
"""Together under the size of one build, so that the bar counts up to this number."""
FIRST_SLICE = 0.2
"""Seconds of processor time: less than a quarter of the inputs takes."""
SLICES = 200
"""Seconds that this may take; the queue gives the job 300."""
COUNT = "result = frappe.db.count('Knowledge Input', {'knowledge_source': name, 'status': 'Indexed'})"


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

	It runs in slices of processor time from its first moment, so it gets equally far on a busy machine. The job
	reports once a second by the clock, so every slice reports; and each slice is as long as an eighth of the inputs takes.
	"""
	bar = page.locator(".progress-area .progress-message")
	slice_, before = FIRST_SLICE, 0
	end = time.monotonic() + SLICES
	while time.monotonic() < end:
		horses = descendants(worker.pid)
		if not horses:
			time.sleep(0.02)
			continue
		run_for(horses, slice_)
		page.wait_for_timeout(1100)
		found = re.search(r": (\d+) of", bar.first.inner_text()) if bar.count() else None
		done = int(found[1]) if found else 0
		if INPUTS // 4 < done < INPUTS:
			return horses
		if done:
			slice_ = min(2.0, slice_ * 2, slice_ * INPUTS / 8 / max(done - before, 1))
		before = done
	raise AssertionError(f"the form never showed a progress between a quarter and all; the last was {before}")


def run_for(pids, seconds):
	"""Let processes run until they have used so much processor time, and stop them."""
	until, latest = cpu_seconds(pids) + seconds, time.monotonic() + 20
	let_go(pids)
	while cpu_seconds(pids) < until and time.monotonic() < latest:
		time.sleep(0.01)
	for pid in pids:
		send(pid, signal.SIGSTOP)


def cpu_seconds(pids):
	"""Processor time that the processes have used; an ended one has used all it ever will."""
	ticks = 0
	for pid in pids:
		try:
			fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
		except FileNotFoundError:
			return float("inf")
		ticks += int(fields[11]) + int(fields[12])
	return ticks / os.sysconf("SC_CLK_TCK")


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
	page.wait_for_function("() => frappe.realtime.socket.connected")
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
