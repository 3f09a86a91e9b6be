"""Confirming what an agent proposed, over real HTTP: at the same moment, by a key, and while the record changes."""

import json
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from tests.site.rest import Client

USER, OTHER = "proposing@example.com", "proposing-other@example.com"
CONFIRM = "huf.ai.agent_integration.confirm_proposal"
DECLINE = "huf.ai.agent_integration.decline_proposal"
MAKE = """
if not frappe.db.exists("AI Provider", "Proposing"):
	frappe.get_doc({"doctype": "AI Provider", "provider_name": "Proposing", "vendor": "openai"}).insert()
	frappe.get_doc({"doctype": "AI Model", "model_name": "Proposing", "provider": "Proposing", "litellm_model": "x"}).insert()
if not frappe.db.exists("Agent", "Proposing Desk"):
	frappe.get_doc({"doctype": "Agent", "agent_name": "Proposing Desk", "model": "Proposing", "writable": [{"document_type": "ToDo",
		"may_create": 1, "may_update": 1, "settable_fields": "description, priority, allocated_to"}]}).insert()
run = frappe.get_doc({"doctype": "Agent Run", "agent": "Proposing Desk", "user": whose, "prompt": "Do it.", "status": "Success",
	"proposals": [{"number": 1, "state": "Proposed", "tool": tool, "heading": "ToDo", "reference_doctype": "ToDo",
		"changes": "[]", "arguments": arguments, "as_of": as_of}]}).insert(ignore_permissions=True)
result = run.name
"""
COUNT = "result = frappe.db.count('ToDo', {'description': ['like', f'%{text}%']})"
KEYS = """
user = frappe.get_doc("User", whose)
user.api_key, user.api_secret = "proposing-key", "proposing-secret"
user.save()
"""


@pytest.fixture(scope="module")
def people(make_user, client):
	"""Sessions of the user of the runs, twice, and of somebody else."""
	make_user(USER, "Knowledge User")
	make_user(OTHER, "System Manager", "Knowledge Manager")
	return client(USER), client(USER), client(OTHER)


@pytest.fixture
def propose(python_on_site, people):
	"""`propose(tool, arguments, as_of="")`: a run of the user with one proposal; its name."""

	def make(tool, arguments, as_of=""):
		return python_on_site(MAKE, whose=USER, tool=tool, arguments=json.dumps(arguments), as_of=as_of)

	return make


def test_two_clicks_at_once_write_once(people, propose, python_on_site):
	"""Of two requests at the same moment one writes; both are told of the same record."""
	one, two, _other = people
	for _ in range(3):
		text = f"Only once {uuid4()}"
		run = propose(
			"create_record", {"doctype": "ToDo", "values": {"description": text, "allocated_to": USER}}
		)
		with ThreadPoolExecutor(4) as pool:
			answers = list(
				pool.map(
					lambda session, run=run: session.call(CONFIRM, run=run, number=1), (one, two, one, two)
				)
			)
		assert [answer.status_code for answer in answers] == [200] * 4, [
			answer.text[:500] for answer in answers
		]
		said = [answer.json()["message"] for answer in answers]
		assert {(one_said["state"], one_said["name"]) for one_said in said} == {("Done", said[0]["name"])}, (
			said
		)
		assert said[0]["name"] and python_on_site(COUNT, text=text) == 1


def test_yes_and_no_at_once(people, propose, python_on_site):
	"""Confirming and declining at the same moment end in one of the two, and the record is as the answer says."""
	one, two, _ = people
	text = f"Yes or no {uuid4()}"
	run = propose("create_record", {"doctype": "ToDo", "values": {"description": text, "allocated_to": USER}})
	with ThreadPoolExecutor(2) as pool:
		yes = pool.submit(one.call, CONFIRM, run=run, number=1)
		no = pool.submit(two.call, DECLINE, run=run, number=1)
	states = {answer.result().json()["message"]["state"] for answer in (yes, no)}
	assert len(states) == 1 and states <= {"Done", "Declined"}
	assert python_on_site(COUNT, text=text) == (states == {"Done"})


def test_only_the_person_confirms(site, people, propose, python_on_site):
	"""A manager is refused as for a run that does not exist; so is the user's own API key, with what to do."""
	_one, _two, other = people
	text = "Never"
	run = propose("create_record", {"doctype": "ToDo", "values": {"description": text, "allocated_to": USER}})
	python_on_site(KEYS, whose=USER)
	for method in (CONFIRM, DECLINE):
		hidden, missing = (other.call(method, run=name, number=1) for name in (run, "none"))
		assert (hidden.status_code, missing.status_code) == (403, 403)
		assert hidden.json()["exception"] == missing.json()["exception"]
		program = Client(site.url, site.name)
		program.session.headers["Authorization"] = "token proposing-key:proposing-secret"
		refused = program.call(method, run=run, number=1)
		assert refused.status_code == 403 and "API key" in refused.text
		assert Client(site.url, site.name).call(method, run=run, number=1).status_code in (401, 403)
		assert other.get(f"/api/method/{method}", {"run": run, "number": 1}).status_code in (403, 405)
	assert python_on_site(COUNT, text=text) == 0


def test_record_that_changed_is_shown_again(people, propose):
	"""A record that somebody saved since is not written; the answer says what would change now, and confirming that writes."""
	one, _two, _other = people
	made = one.post(
		"/api/resource/ToDo", {"description": "Changing", "priority": "Low", "allocated_to": USER}
	).json()["data"]
	arguments = {"doctype": "ToDo", "name": made["name"], "values": {"priority": "High"}}
	run = propose("update_record", arguments, made["modified"])
	saved = one.session.put(
		f"{one.url}/api/resource/ToDo/{made['name']}", json={"priority": "Medium"}, timeout=60
	).json()["data"]
	shown = one.message(CONFIRM, run=run, number=1, as_of=made["modified"])
	assert (shown["state"], shown["as_of"]) == ("Proposed", saved["modified"])
	assert json.dumps(shown["changes"]).count("Medium") == 1
	assert one.message(CONFIRM, run=run, number=1, as_of=made["modified"])["state"] == "Proposed"
	assert one.message(CONFIRM, run=run, number=1, as_of=shown["as_of"])["state"] == "Done"
	assert one.get(f"/api/resource/ToDo/{made['name']}").json()["data"]["priority"] == "High"
