"""The site itself: what every other test of this ring takes for granted."""

import time

STATUS = """
from frappe.utils.background_jobs import get_job_status
found = get_job_status("ring")
result = found and str(getattr(found, "value", found))
"""


def test_the_app_is_installed_on_both_sites(site, python_on_site):
	"""Both sites of the bench have huf installed, and they are two databases."""
	code = "result = [frappe.get_installed_apps(), frappe.conf.db_name]"
	first, second = python_on_site(code), python_on_site(code, on=site.second)
	assert "huf" in first[0] and "huf" in second[0]
	assert first[1] != second[1]


def test_rest_answers_as_the_user_who_asks(client, make_user):
	"""A session over HTTP acts as its user, and a guest is refused."""
	user = make_user("clerk@example.com", "Knowledge User")
	assert client(user).message("frappe.auth.get_logged_user") == user
	assert client(None).call("frappe.auth.get_logged_user").status_code in (401, 403)


def test_workers_do_queued_jobs(workers, python_on_site):
	"""A job that a request put in the queue is done by a worker, and the worker ends with the test."""
	python_on_site(
		"frappe.enqueue('frappe.utils.background_jobs.test_job', s=0, queue='long', job_id='ring')"
	)
	with workers(1, queues="long", cold=True) as running:
		end = time.monotonic() + 240
		while (status := python_on_site(STATUS)) != "finished" and time.monotonic() < end:
			time.sleep(0.2)
		assert status == "finished", running[0].log.read_text()
	assert running[0].process.poll() is not None


def test_the_desk_opens(desk):
	"""The desk opens in a browser and its realtime connection stands."""
	page = desk(path="/app")
	page.wait_for_function(
		"() => window.frappe && frappe.realtime.socket && frappe.realtime.socket.connected"
	)
	assert page.evaluate("frappe.session.user") == "Administrator"
