"""The metrics over HTTP: for whoever brings the token of the site's configuration, and for nobody else."""

import re
import secrets

import pytest
import requests

PATH = "/api/method/huf.metrics"
TOKEN = secrets.token_hex(32)
CONFIGURE = """
from frappe.installer import update_site_config
for name, value in entries.items():
	update_site_config(name, value, validate=False)
"""
MAKE = """
from huf.tests.factories import make_source
for name in names:
	make_source(name)
frappe.db.set_value("Knowledge Source", names[1], "scope", "User")
"""
SAMPLE = re.compile(
	r'[a-z_]+(\{[a-z_]+="(?:[^"\\\n]|\\[\\"n])*"(,[a-z_]+="(?:[^"\\\n]|\\[\\"n])*")*\})? -?[0-9.e+-]+'
)
"""A line of Prometheus's text format as huf writes it."""


@pytest.fixture
def configure(python_on_site):
	"""Writes entries of the site's configuration; they are taken out again."""
	names = ("huf_metrics_token", "huf_metrics_sources")
	yield lambda **entries: python_on_site(CONFIGURE, entries=entries)
	python_on_site(CONFIGURE, entries=dict.fromkeys(names, "None"))


def asked(client, path=PATH, **headers):
	"""What a session answers that sends these headers."""
	return requests.get(client.url + path, headers={**client.session.headers, **headers}, timeout=60)


def bearer(token):
	"""As Prometheus sends it."""
	return {"Authorization": f"Bearer {token}"}


def test_closed_until_there_is_a_token(client, configure):
	"""Without one, or with one that could be guessed, there is nothing at the address, whatever is sent."""
	guest = client(None)
	for token in ("", "short", "None"):
		configure(huf_metrics_token=token)
		for headers in ({}, bearer(token), bearer("")):
			answer = asked(guest, **headers)
			assert (answer.status_code, answer.text) == (404, ""), (token, headers, answer.text[:500])


def test_opens_for_the_token_alone(client, configure, make_user):
	"""A wrong one, none, a part of it, one in the address and a System Manager who is logged in get an empty answer."""
	guest = client(None)
	configure(huf_metrics_token=TOKEN)
	for headers in (
		{},
		bearer("wrong"),
		bearer(TOKEN[:-1]),
		bearer(TOKEN + "0"),
		{"Authorization": f"token {TOKEN}"},
	):
		answer = asked(guest, **headers)
		assert answer.status_code == 401, answer.text[:500]
		assert "huf_" not in answer.text
	for path in (f"{PATH}?token={TOKEN}", f"{PATH}?Authorization=Bearer%20{TOKEN}"):
		assert asked(guest, path).status_code == 401
	assert client(make_user("metrics@example.com", "System Manager")).get(PATH).status_code == 401
	answer = asked(guest, **bearer(TOKEN))
	assert answer.status_code == 200, answer.text[:2000]
	assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
	samples = [line for line in answer.text.splitlines() if not line.startswith("#")]
	assert all(SAMPLE.fullmatch(line) for line in samples), samples
	assert 'huf_findings{check="redis",level="fault"} 0.0' in samples
	# No worker listens on the site of the tests, so somebody is to be woken.
	assert "huf_healthy 0.0" in samples
	assert 'huf_findings{check="workers",level="fault"} 3.0' in samples
	assert guest.post(PATH).status_code in (401, 403)


def test_the_token_is_of_no_use_elsewhere(client, configure):
	"""It opens this address and no other: Frappe refuses it everywhere else, as before."""
	guest = client(None)
	configure(huf_metrics_token=TOKEN)
	for path in (
		"/api/method/huf.ai.doctor.endpoints.examine",
		"/api/method/huf.ai.doctor.endpoints.metrics",
		"/api/method/frappe.auth.get_logged_user",
		"/api/resource/Knowledge Source",
	):
		assert asked(guest, path, **bearer(TOKEN)).status_code in (401, 403), path


def test_names_of_sources_are_asked_for(client, configure, python_on_site):
	"""No label names one unless the site says so; then none that is one person's. Any name is a label."""
	guest = client(None)
	names = [f'Odd "name" \\ {secrets.token_hex(4)}', f"Own {secrets.token_hex(4)}"]
	python_on_site(MAKE, names=names)
	configure(huf_metrics_token=TOKEN)
	assert "source=" not in asked(guest, **bearer(TOKEN)).text
	configure(huf_metrics_token=TOKEN, huf_metrics_sources=1)
	text = asked(guest, **bearer(TOKEN)).text
	escaped = names[0].replace("\\", r"\\").replace('"', r"\"")
	assert f'huf_source_passages{{source="{escaped}"}} 0.0' in text.splitlines()
	assert names[1] not in text
	python_on_site("for name in names: frappe.delete_doc('Knowledge Source', name)", names=names)
