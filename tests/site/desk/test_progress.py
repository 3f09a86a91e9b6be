"""Progress and Cancel. The work horse is stopped (SIGSTOP) in the middle, so that there is time to look."""

import os
import re
import signal
import time

import pytest
from playwright.sync_api import expect

from scripts.site_ring.processes import descendants, send
from tests.site.desk import forms

INPUTS = 120
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


def pause_horse(worker):
	"""Stop the process that runs the job, and give its ids."""
	horses = descendants(worker.pid)
	assert horses, "the worker has no job in hand"
	for horse in horses:
		os.kill(horse, signal.SIGSTOP)
	return horses


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
		expect(bar).to_have_text(re.compile(rf"Indexing: [1-9]\d* of {INPUTS} inputs"), timeout=forms.SLOW_MS)
		horses = pause_horse(worker)
		try:
			shown = re.search(r"(\d+) of", bar.inner_text())
			assert any(event.get("done") for event in events.json_value()), "no progress came by realtime"
			page.reload()
			expect(bar).to_have_text(re.compile(rf"Indexing: [1-9]\d* of {INPUTS} inputs"))
			assert int(re.search(r"(\d+) of", bar.inner_text())[1]) >= int(shown[1])
			expect(forms.indicator(page)).to_have_text("Indexing")
			expect(forms.headline(page)).to_contain_text(f"of {INPUTS} inputs indexed")
			page.screenshot(path=str(screenshots / "progress.png"))
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
		bar = page.locator(".progress-area:visible .progress-message")
		expect(bar).to_have_text(re.compile(r"Indexing: [1-9]"), timeout=forms.SLOW_MS)
		horses = pause_horse(worker)
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
