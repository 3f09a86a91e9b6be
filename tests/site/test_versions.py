"""The history of a document, which Frappe sends with its form: nobody reads there what they may not read in the document."""

import json

import pytest

MANAGER = "versions-manager@example.com"
USER = "versions-user@example.com"
SYSTEM = "versions-system@example.com"
GETDOC = "frappe.desk.form.load.getdoc"
GETINFO = "frappe.desk.form.load.get_docinfo"
OPEN = "is told to all"
HIDDEN = "heron.internal:11434"

CHANGE = """
settings = frappe.get_doc("Agent Settings")
before = settings.local_model_servers
for servers, limit in ((hidden, 311), (before, 300)):
	settings.local_model_servers, settings.run_time_limit = servers, limit
	settings.save()
settings.local_model_servers = hidden
settings.save()
settings.local_model_servers = before
settings.save()
from huf.tests.factories import make_agent, make_source
agent = make_agent()
agent.instructions, agent.description = hidden, opened
agent.append("knowledge", {"knowledge_source": make_source(source_name=frappe.generate_hash(length=8)).name, "description": hidden})
agent.save()
agent.knowledge[0].description = "none"
agent.save()
result = agent.name
"""


@pytest.fixture(scope="module")
def agent(make_user, python_on_site):
	"""The name of an agent whose history has the hidden words, as has that of Agent Settings."""
	make_user(MANAGER, "Knowledge Manager")
	make_user(USER, "Knowledge User")
	make_user(SYSTEM, "System Manager")
	return python_on_site(CHANGE, hidden=HIDDEN, opened=OPEN)


def told(answer):
	"""The changes of all versions that an answer has, as one text, in whatever place."""
	assert answer.status_code == 200, answer.text[:2000]
	places = [place for place in answer.json().values() if isinstance(place, dict) and "versions" in place]
	assert places, answer.text[:2000]
	return json.dumps([json.loads(row["data"]) for place in places for row in place["versions"]])


@pytest.mark.parametrize("method", [GETDOC, GETINFO])
def test_the_list_of_local_servers(method, agent, client):
	"""A Knowledge Manager is told how the other settings changed; a System Manager, and they alone, of the servers."""
	for who, is_told in ((SYSTEM, True), ("Administrator", True), (MANAGER, False)):
		answer = client(who).call(method, doctype="Agent Settings", name="Agent Settings")
		assert "run_time_limit" in told(answer)
		assert (HIDDEN in answer.text) is is_told
		assert ("local_model_servers" in told(answer)) is is_told


@pytest.mark.parametrize("method", [GETDOC, GETINFO])
def test_what_an_agent_is_told(method, agent, client):
	"""Instructions and rows of knowledge are a manager's to read, in the history too."""
	for who, is_told in ((MANAGER, True), (USER, False)):
		answer = client(who).call(method, doctype="Agent", name=agent)
		assert OPEN in told(answer)
		assert (HIDDEN in answer.text) is is_told, who


def test_after_a_save(agent, client):
	"""Saving a form sends the history as well."""
	manager = client(MANAGER)
	doc = manager.call(GETDOC, doctype="Agent Settings", name="Agent Settings").json()["docs"][0]
	doc["run_time_limit"] = 299
	answer = manager.call("frappe.desk.form.save.savedocs", doc=json.dumps(doc), action="Save")
	assert "299" in told(answer)
	assert HIDDEN not in answer.text
