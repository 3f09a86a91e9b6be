"""Each number in Agent Settings and on a source changes what a build or a search does."""

import pytest

MAKE = """
from huf.ai.knowledge import indexer
doc = frappe.get_doc({"doctype": "Knowledge Source", "source_name": source, **values})
if not frappe.db.exists("Knowledge Source", source):
	doc.insert()
	lines = [f"Paragraph {n} says that zebras sleep standing, as every keeper knows." for n in range(40)]
	frappe.get_doc({"doctype": "Knowledge Input", "knowledge_source": source, "input_type": "Text",
		"text": "\\n\\n".join(lines)}).insert()
	frappe.db.commit()
else:
	doc = frappe.get_doc("Knowledge Source", source).update(values)
	doc.save()
	frappe.db.set_value("Knowledge Source", source, "rebuild_wanted", 1)
	frappe.db.commit()
artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
(indexer.rebuild_source if frappe.db.get_value("Knowledge Source", source, "rebuild_wanted")
	else indexer.update_source)(artifact_id)
fields = ["status", "chunks_created"]
result = [*frappe.db.get_value("Knowledge Input", {"knowledge_source": source}, fields), doc.chunk_size, doc.chunk_overlap]
"""
SEARCH = """
from huf.ai.knowledge.retriever import knowledge_search
result = knowledge_search("paragraph zebras", source, top_k=top_k)["hits"]
"""
SMALL = {"chunk_size": 50, "chunk_overlap": 0}


@pytest.fixture
def settings(client):
	"""Change Agent Settings over REST; what was there before is there again after the test."""
	admin = client()
	path = "/api/resource/Agent Settings/Agent Settings"
	before = admin.get(path).json()["data"]
	changed = {}

	def change(**values):
		changed.update({name: before[name] for name in values})
		answer = admin.session.put(admin.url + path, json=values, timeout=60)
		assert answer.status_code == 200, answer.text[:2000]

	yield change
	change(**changed)


def test_chunks_per_input(settings, python_on_site):
	"""Over the limit an input is Partially Indexed with as many chunks; 0 is no limit."""
	settings(max_chunks_per_input=3)
	assert python_on_site(MAKE, source="Limited", values=SMALL)[:2] == ["Partially Indexed", 3]
	settings(max_chunks_per_input=0)
	status, chunks, *_ = python_on_site(MAKE, source="Limited", values=SMALL)
	assert status == "Indexed" and chunks > 10


READ = """
from huf.ai.knowledge import indexer
if not frappe.db.exists("Knowledge Source", source):
	frappe.get_doc({"doctype": "Knowledge Source", "source_name": source}).insert()
	for text in ("It is short.", "A long text about zebras. " * 400):
		frappe.get_doc({"doctype": "Knowledge Input", "knowledge_source": source, "input_type": "Text", "text": text}).insert()
	frappe.db.commit()
indexer.update_source(frappe.db.get_value("Knowledge Source", source, "artifact_id"))
result = frappe.get_all("Knowledge Input", {"knowledge_source": source}, ["status", "error_message"], order_by="creation")
"""


def test_reading_limits(settings, python_on_site):
	"""An input that is over a limit of reading is an Error that names the limit; with another limit it is read by itself."""
	settings(reading_characters=5000)
	short, long = python_on_site(READ, source="Read within limits")
	assert (short["status"], long["status"]) == ("Indexed", "Error")
	assert "more than 5,000 characters" in long["error_message"]
	settings(reading_characters=50_000)
	assert [row["status"] for row in python_on_site(READ, source="Read within limits")] == [
		"Indexed",
		"Indexed",
	]


def test_default_sizes(settings, python_on_site):
	"""A source that gives no size or overlap takes those of the site."""
	settings(default_chunk_size=100, default_chunk_overlap=7)
	assert python_on_site(MAKE, source="Defaults", values={})[2:] == [100, 7]


def test_chunks_per_search(settings, python_on_site):
	"""No search gives more hits than the site allows, however many are asked for."""
	python_on_site(MAKE, source="Searched", values=SMALL)
	assert len(python_on_site(SEARCH, source="Searched", top_k=15)) > 4
	settings(max_chunks_per_search=4)
	assert len(python_on_site(SEARCH, source="Searched", top_k=15)) == 4


def test_neighbors(python_on_site):
	"""A source with Coalesce Neighbors shows the passages around a hit with it; without a rebuild."""
	python_on_site(MAKE, source="Alone", values=SMALL)
	python_on_site(MAKE, source="Company", values={**SMALL, "coalesce_neighbors": 1})
	(alone,) = python_on_site(SEARCH, source="Alone", top_k=1)
	(company,) = python_on_site(SEARCH, source="Company", top_k=1)
	assert len(company["text"]) > 1.5 * len(alone["text"])


def test_sources_per_agent(settings, client):
	"""An agent with more sources than the site allows is refused, with both numbers."""
	admin = client()
	settings(max_knowledge_sources_per_agent=1)
	for doctype, values in (
		("AI Provider", {"provider_name": "Settings", "vendor": "openai"}),
		("AI Model", {"model_name": "Settings", "provider": "Settings", "litellm_model": "x"}),
		("Knowledge Source", {"source_name": "Settings One"}),
		("Knowledge Source", {"source_name": "Settings Two"}),
	):
		assert admin.post(f"/api/resource/{doctype}", values).status_code == 200
	rows = [{"knowledge_source": name, "mode": "Optional"} for name in ("Settings One", "Settings Two")]
	agent = {"agent_name": "Settings", "model": "Settings"}
	refused = admin.post("/api/resource/Agent", {**agent, "knowledge": rows})
	assert refused.status_code == 417 and "Agent Settings allow 1" in refused.text
	assert admin.post("/api/resource/Agent", {**agent, "knowledge": rows[:1]}).status_code == 200
