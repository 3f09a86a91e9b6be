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
SMALL_CHUNKS = {"chunk_size": 100, "chunk_overlap": 0}
"""More than 30,000 chunks: a second or more of processor time for the inputs, also on a fast machine."""
SLICE = 0.08
"""Seconds of processor time, short against that."""
SLICES = 200
"""Seconds that this may take; the queue gives the job 300."""
COUNT = "result = frappe.db.count('Knowledge Input', {'knowledge_source': name, 'status': 'Indexed'})"
HOLDS_NOTHING = """
try:
	for table, field in (("Source", "name"), ("Input", "knowledge_source"), ("Build", "knowledge_source")):
		frappe.db.sql(f"select name from `tabKnowledge {table}` where {field} = %s for update nowait", name)
	result = True
except frappe.QueryTimeoutError:
	result = False
frappe.db.rollback()
"""


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


@pytest.fixture
def holds_nothing(python_on_site):
	"""Whether no row of a source is locked: a job stopped between a change and its commit would keep all others waiting."""
	return lambda name: python_on_site(HOLDS_NOTHING, name=name)


def stop_in_the_middle(page, worker, holds_nothing):
	"""Stop the process that runs the job when a quarter but not three of the inputs are done and it holds nothing, and give its ids.

	It runs in slices of processor time from its first moment, so it gets equally far on a busy machine. The job
	reports at most once a second by the clock, so each slice reports at its first input, and is short against them all.
	"""
	bar = page.locator(".progress-area .progress-message")
	done = 0
	end = time.monotonic() + SLICES
	while time.monotonic() < end:
		horses = descendants(worker.pid)
		if not horses:
			time.sleep(0.02)
			continue
		run_for(horses, SLICE)
		if cpu_seconds(horses) == float("inf"):
			# That was another, short job. Waiting now would let the next one run.
			continue
		page.wait_for_timeout(1100)
		found = re.search(r": (\d+) %", bar.first.inner_text()) if bar.count() else None
		done = int(found[1]) if found else done
		if 25 < done < 75:
			while not holds_nothing():
				run_for(horses, SLICE)
			return horses
	raise AssertionError(
		f"the form never showed a progress between one quarter and three; the last was {done}"
	)


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
		# The second: it ended between the opening of the file and its reading.
		except (FileNotFoundError, ProcessLookupError):
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
	desk, manager, make_source, many_texts, long_lease, workers, holds_nothing, screenshots
):
	"""The bar moves while the job runs, is there again after a reload, and goes when the source is Ready."""
	name = make_source("Service Logs", many_texts, **SMALL_CHUNKS)
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	assert "Cancel" in forms.entries(page)
	bar = page.locator(".progress-area:visible .progress-message")
	events = page.evaluate_handle(
		"() => { const seen = []; frappe.realtime.on('huf_knowledge_progress', (e) => seen.push(e)); return seen; }"
	)
	page.wait_for_function("() => frappe.realtime.socket.connected")
	with workers(1) as (worker,):
		horses = stop_in_the_middle(page, worker, lambda: holds_nothing(name))
		try:
			shown = re.search(r"(\d+) %", bar.inner_text())
			assert any(event.get("percent") for event in events.json_value()), "no progress came by realtime"
			browser.open_form(page, "Knowledge Source", name)
			expect(bar).to_have_text(re.compile(r"Indexing: [1-9]\d* %"))
			assert int(re.search(r"(\d+) %", bar.inner_text())[1]) >= int(shown[1])
			expect(forms.indicator(page)).to_have_text("Indexing")
			expect(forms.headline(page)).to_contain_text(f"of {INPUTS} inputs indexed")
			forms.picture(page, screenshots, "progress")
		finally:
			let_go(horses)
		forms.wait_for_status(page, "Ready")
		expect(forms.headline(page)).to_contain_text(f"{INPUTS} of {INPUTS} inputs indexed")
		expect(bar).to_have_count(0)


def test_cancel_stops_and_resume_goes_on(
	desk, manager, make_source, many_texts, long_lease, workers, holds_nothing, python_on_site
):
	"""Cancel ends the job before all is indexed and says so; Resume Indexing does the rest."""
	name = make_source("Service Logs", many_texts, **SMALL_CHUNKS)
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	with workers(1) as (worker,):
		horses = stop_in_the_middle(page, worker, lambda: holds_nothing(name))
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
