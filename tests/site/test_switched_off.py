"""Agent Settings switch the knowledge system off: everything says so, nothing is lost, and on again it goes on."""

import pytest

MANAGER = "off-manager@example.com"
SOURCE = "huf.huf.doctype.knowledge_source.knowledge_source"
INPUT = "huf.huf.doctype.knowledge_input.knowledge_input"
SEARCH = "huf.ai.knowledge.retriever.knowledge_search"
REASON = "switched off"
WORK = """
from huf.ai.knowledge import indexer
artifact_id = frappe.db.get_value("Knowledge Source", name, "artifact_id")
indexer.update_source(artifact_id)
indexer.rebuild_source(artifact_id)
result = frappe.db.get_value("Knowledge Source", name, ["status", "error_message", "total_chunks"])
"""
WATCH = """
from unittest.mock import patch
from huf.ai.knowledge import maintenance
with patch("huf.ai.site.queueing.enqueue") as enqueue:
	maintenance.watchdog()
artifact_id = frappe.db.get_value("Knowledge Source", name, "artifact_id")
result = [call.args[0] for call in enqueue.call_args_list if call.kwargs["artifact_id"] == artifact_id]
"""


@pytest.fixture
def switch(client):
	"""Switch the knowledge system off or on over REST; it is on again after the test."""
	admin = client()

	def to(value):
		path = "/api/resource/Agent Settings/Agent Settings"
		answer = admin.session.put(admin.url + path, json={"enable_knowledge_system": int(value)}, timeout=60)
		assert answer.status_code == 200, answer.text[:2000]

	yield to
	to(True)


def test_off_and_on_again(switch, client, make_user, python_on_site):
	"""Off: searches skip with the reason, buttons refuse with it, jobs do nothing. On: what waited is indexed."""
	session = client(make_user(MANAGER, "Knowledge Manager"))

	def create(**values):
		made = session.post("/api/resource/Knowledge Input", {"knowledge_source": "Switch", **values})
		assert made.status_code == 200, made.text[:2000]
		return made.json()["data"]["name"]

	session.post("/api/resource/Knowledge Source", {"source_name": "Switch"})
	name = create(input_type="Text", text="Zebras sleep standing.")
	status, _, chunks = python_on_site(WORK, name="Switch")
	assert (status, chunks) == ("Ready", 1)
	switch(False)
	create(input_type="Text", text="Giraffes hardly sleep.")
	for method, values in ((SEARCH, {}), (f"{SOURCE}.test_search", {"knowledge_source": "Switch"})):
		found = session.message(method, query="zebras", **values)
		skips = [skip for skip in found["skipped"] if skip["source"] == "Switch"]
		assert found["hits"] == [] and skips[0]["code"] == "Knowledge Off" and REASON in skips[0]["reason"]
	for method, values in (
		(f"{SOURCE}.rebuild_index", {"knowledge_source": "Switch"}),
		(f"{SOURCE}.retry_failed", {"knowledge_source": "Switch"}),
		(f"{INPUT}.reprocess_input", {"knowledge_input": name}),
	):
		answer = session.call(method, **values)
		assert answer.status_code == 417 and REASON in answer.text, method
	status, message, chunks = python_on_site(WORK, name="Switch")
	assert (status, chunks) == ("Pending", 1) and REASON in message
	assert python_on_site(WATCH, name="Switch") == []
	switch(True)
	assert python_on_site(WATCH, name="Switch") == ["huf.ai.knowledge.indexer.update_source"]
	assert python_on_site(WORK, name="Switch") == ["Ready", None, 2]
	assert len(session.message(SEARCH, query="sleep", knowledge_source="Switch")["hits"]) == 2
