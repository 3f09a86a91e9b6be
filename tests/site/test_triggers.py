"""Triggers over HTTP with a worker: what a save costs and gives away, and that nobody reads what it leaves."""

import time

import pytest

from huf.ai.triggers.notes import TABLE

MANAGER = "triggers-manager@example.com"
USER = "triggers-user@example.com"
NOBODY = "triggers-nobody@example.com"
PORTAL = "triggers-portal@example.com"
SYSTEM = "triggers-system@example.com"
SECRET = "the merger is called Heron"

MAKE = """
from huf.tests.factories import make_agent
agent = make_agent()
result = []
for condition, prompt in conditions:
	trigger = frappe.get_doc({"doctype": "Agent Trigger", "trigger_name": f"Spy {frappe.generate_hash(length=8)}", "agent": agent.name,
		"run_as": user_name, "kind": "Document Event", "reference_doctype": "ToDo", "doc_event": "New", "prompt": prompt}).insert()
	# Written by an earlier version, which took everything.
	frappe.db.set_value("Agent Trigger", trigger.name, "condition", condition)
	result.append(trigger.name)
from huf.ai.triggers import wanted
wanted.forget()
"""
LEFT = f"result = frappe.db.sql('select count(*) from `{TABLE}`')[0][0]"
KEEP = """
from huf.ai.triggers import notes
notes.write("ToDo", "left-over", "New", {"description": text}, then=lambda: None)
"""
OFF = """
from huf.ai.triggers import wanted
frappe.db.set_value("Agent Trigger", {"name": ("in", names)}, "disabled", 1)
wanted.forget()
"""
CONDITIONS = [
	("int(doc.description) > 3", "x"),
	("9**9**9 > 3", "x"),
	("'a' * 10 ** 11 == doc.description", "x"),
	("", "{{ int(doc.description) }}"),
	("doc.description + 1", "{{ doc.description }}"),
]


@pytest.fixture(scope="module")
def people(make_user):
	"""One of each kind."""
	make_user(MANAGER, "Knowledge Manager")
	make_user(USER, "Knowledge User")
	make_user(NOBODY)
	make_user(PORTAL, "Knowledge Portal User")
	make_user(SYSTEM, "System Manager")


def drained(python_on_site):
	"""Wait until the job has followed all notes."""
	ends = time.monotonic() + 300
	while python_on_site(LEFT):
		assert time.monotonic() < ends
		time.sleep(0.5)


def test_a_condition_learns_nothing_of_another_users_document(people, client, python_on_site, workers):
	"""The reproduced attack: the author of a trigger sees no trace of a ToDo of somebody else, and nobody waits for an endless sum."""
	triggers = python_on_site(MAKE, user_name=MANAGER, conditions=CONDITIONS)
	manager = client(MANAGER)

	def standing():
		return [manager.get(f"/api/resource/Agent Trigger/{name}").json()["data"] for name in triggers]

	try:
		before = standing()
		assert [row["failures"] for row in before] == [0] * len(triggers)
		with workers(1):
			began = time.monotonic()
			made = client(USER).post("/api/resource/ToDo", {"description": SECRET, "allocated_to": USER})
			assert made.status_code == 200, made.text[:2000]
			assert time.monotonic() - began < 60
			drained(python_on_site)
			assert standing() == before
			# Documents that the author may read do tell, by field and kind.
			for _ in range(5):
				made = manager.post("/api/resource/ToDo", {"description": SECRET, "allocated_to": MANAGER})
				assert made.status_code == 200, made.text[:2000]
			drained(python_on_site)
			after = standing()
		assert [(row["failures"], row["disabled"]) for row in after] == [(5, 1)] * len(triggers)
		for row in after:
			assert row["last_error"].startswith("Paused after failures in a row.")
			assert "Heron" not in str(row) and "merger" not in str(row)
		assert "at doc.description: it is no number" in after[0]["last_error"]
	finally:
		python_on_site(OFF, names=triggers)


ROADS = [
	("frappe.client.get_count", {"filters": {"state_before": ["like", "%Heron%"]}}),
	("frappe.client.get_list", {"fields": ["*"], "filters": {"state_before": ["like", "%Heron%"]}}),
	("frappe.client.get_value", {"fieldname": "state_before", "filters": {"event": "New"}}),
	("frappe.client.get", {"filters": {"event": "New"}}),
	("frappe.desk.reportview.get", {"fields": ["state_before"]}),
	("frappe.desk.reportview.get_count", {"fields": []}),
	("frappe.desk.reportview.get_list", {"fields": ["state_before"]}),
	("frappe.desk.reportview.export_query", {"fields": ["state_before"], "file_format_type": "CSV"}),
	("frappe.desk.form.load.getdoc", {"name": "left-over"}),
	("frappe.desk.search.search_link", {"txt": ""}),
	("frappe.desk.listview.get_group_by_count", {"current_filters": "[]", "field": "state_before"}),
]
NAMES = (TABLE, f"tab{TABLE}", f"__{TABLE}", "Huf Trigger Note", f"{TABLE}` -- ")


@pytest.mark.parametrize("who", [None, PORTAL, NOBODY, USER, MANAGER, SYSTEM, "Administrator"])
def test_nobody_reads_what_a_save_leaves(people, who, client, python_on_site):
	"""No road of Frappe that takes a DocType leads to the notes: no value, no count, no difference between right and wrong guesses."""
	python_on_site(KEEP, text=SECRET)
	try:
		session = client(who)
		for name in NAMES:
			for method, values in ROADS:
				answer = session.call(method, doctype=name, **values)
				assert "Heron" not in answer.text, (method, name)
				assert answer.status_code != 200 or answer.json().get("message") in (None, [], {}, 0), (
					method,
					name,
					answer.text[:500],
				)
			for path in (f"/api/resource/{name}", f"/api/resource/{name}/left-over"):
				answer = session.get(path, {"fields": '["*"]'})
				assert answer.status_code != 200 and "Heron" not in answer.text, path
	finally:
		python_on_site(f"frappe.db.sql('delete from `{TABLE}`')")
