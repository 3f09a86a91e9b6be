"""Knowledge gaps over HTTP: whom one is assigned to writes its answer, and a search by GET leaves one."""

import time

import pytest

MANAGER = "rest-gaps-manager@example.com"
CLERK = "rest-gaps-clerk@example.com"
READER = "rest-gaps-reader@example.com"
LIMIT_S = 180
ADD, CLOSE = "frappe.desk.form.assign_to.add", "frappe.desk.form.assign_to.close"
NOTED = """
rows = frappe.get_all("Knowledge Gap", filters={"question": question}, fields=["name", "reason", "times_asked"])
result = [dict(row) for row in rows]
"""
SOURCE = """
from huf.tests.agent_site import make_indexed_source
source = make_indexed_source("Annual leave is twenty-five days.", name=name)
result = source.name
"""


@pytest.fixture(scope="module")
def sessions(make_user, client):
	"""A manager, a clerk of the desk without any role of huf, and somebody who uses knowledge."""
	make_user(MANAGER, "Knowledge Manager")
	make_user(CLERK, "Report Manager")
	make_user(READER, "Knowledge User")
	return {user: client(user) for user in (MANAGER, CLERK, READER)}


def made_gap(session, question: str) -> str:
	answer = session.post("/api/resource/Knowledge Gap", {"question": question})
	assert answer.status_code == 200, answer.text[:1000]
	return answer.json()["data"]["name"]


def test_an_assigned_gap(sessions):
	"""The clerk reads and answers this gap, from the assignment until it is closed, and changes nothing else."""
	manager, clerk = sessions[MANAGER], sessions[CLERK]
	gap, other = (
		made_gap(manager, "Who oils the crane in Venlo?"),
		made_gap(manager, "Who oils the lift in Venlo?"),
	)
	path = f"/api/resource/Knowledge Gap/{gap}"

	def put(values, where=path):
		return clerk.session.put(clerk.url + where, json=values, timeout=60).status_code

	assert clerk.get(path).status_code == 403 and put({"answer": "Ms Fuchs."}) == 403
	manager.message(ADD, doctype="Knowledge Gap", name=gap, assign_to=[CLERK])
	seen = clerk.get(path).json()["data"]
	assert seen["question"] == "Who oils the crane in Venlo?" and "knowledge_source" not in seen
	assert put({"answer": "Ms Fuchs.", "status": "Verified", "verified_by": CLERK}) == 200
	after = manager.get(path).json()["data"]
	assert (after["answer"], after["status"], after["answered_by"]) == ("Ms Fuchs.", "Answered", CLERK)
	assert not after.get("verified_by")
	assert put({"question": "Another?"}) == 417
	assert clerk.session.delete(clerk.url + path, timeout=60).status_code == 403
	assert clerk.get(f"/api/resource/Knowledge Gap/{other}").status_code == 403
	assert put({"answer": "x"}, f"/api/resource/Knowledge Gap/{other}") == 403
	assert [row["name"] for row in clerk.get("/api/resource/Knowledge Gap").json()["data"]] == [gap]
	own = {
		"description": "x",
		"reference_type": "Knowledge Gap",
		"reference_name": other,
		"allocated_to": CLERK,
	}
	assert clerk.post("/api/resource/ToDo", own).status_code == 403
	assert clerk.call(ADD, doctype="Knowledge Gap", name=gap, assign_to=[READER]).status_code == 403
	clerk.message(CLOSE, doctype="Knowledge Gap", name=gap, assign_to=CLERK)
	assert clerk.get(path).status_code == 403 and put({"answer": "Nobody."}) == 403
	(todo,) = clerk.get("/api/resource/ToDo", {"filters": f'[["reference_name", "=", "{gap}"]]'}).json()[
		"data"
	]
	assert put({"status": "Open"}, f"/api/resource/ToDo/{todo['name']}") == 403
	assert put({"answer": "Nobody."}) == 403


def test_a_search_by_get_leaves_a_gap(sessions, python_on_site, workers):
	"""What GET writes is rolled back by Frappe; the question is written down all the same, once a worker has its turn."""
	name = python_on_site(SOURCE, name="Gaps By GET")
	question = "Who paints the zirconia windmill in spring?"
	search = "/api/method/huf.ai.knowledge.retriever.knowledge_search"
	with workers(1, queues="short"):
		found = sessions[READER].get(search, {"query": question, "knowledge_source": name})
		assert found.status_code == 200 and found.json()["message"]["hits"] == []
		end = time.monotonic() + LIMIT_S
		while not (rows := python_on_site(NOTED, question=question)) and time.monotonic() < end:
			time.sleep(2)
	assert [(row["reason"], row["times_asked"]) for row in rows] == [("No Hit", 1)]
	assert sessions[READER].get(f"/api/resource/Knowledge Gap/{rows[0]['name']}").status_code == 403
