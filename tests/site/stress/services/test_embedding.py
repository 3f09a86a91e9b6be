"""Search by meaning on a site: the model of a source, what it costs, and every way in which it can fail."""

import json
from collections.abc import Iterator
from typing import Any

import frappe
import pytest
from frappe.utils.background_jobs import get_queue

from huf.ai.knowledge.backends import embedding_models
from huf.ai.knowledge.indexing.state import retries
from huf.engine.errors import EmbeddingFailed, EmbeddingRefused
from huf.huf.doctype.knowledge_source.knowledge_source import rebuild_index
from huf.install import LOCAL_RECORD
from tests.model_server import ModelServer, Reply, error, rate_limited
from tests.site.stress.harness import Site

SECRET = "sk-hybrid-secret-0123456789"
TEXTS = {
	"hotel": "A hotel room is paid up to ninety euros a night.",
	"train": "A train ticket is booked in the second class.",
	"crane": "The crane is inspected every March by an engineer.",
}


class Models:
	"""AI Models on a loopback server of their own."""

	def __init__(self, server: ModelServer) -> None:
		self.server = server
		self.records: list[tuple[str, str]] = []

	def make(self, name: str, **values: Any) -> str:
		"""An AI Model of the kind embedding, with a price of two dollars for a million tokens; its name."""
		frappe.db.set_single_value("Agent Settings", "local_model_servers", "127.0.0.1")
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		if not frappe.db.exists("AI Provider", "Embedding Ring"):
			self._insert(
				"AI Provider",
				provider_name="Embedding Ring",
				vendor="openai",
				api_base=self.server.api_base,
				api_key=SECRET,
			)
		values = {"litellm_model": frappe.scrub(name), "input_price": 2, **values}
		return self._insert(
			"AI Model", model_name=name, provider="Embedding Ring", kind="embedding", **values
		)

	def _insert(self, doctype: str, **values: Any) -> str:
		name = frappe.get_doc({"doctype": doctype, **values}).insert().name
		self.records.insert(0, (doctype, name))
		frappe.db.commit()
		return name

	def remove(self) -> None:
		"""Delete what was made: a model of these tests must not become the default of others."""
		frappe.db.rollback()
		for doctype, name in self.records:
			if frappe.db.exists(doctype, name):
				frappe.delete_doc(doctype, name, force=True)
		frappe.db.commit()

	@property
	def texts(self) -> list[str]:
		"""Every text that got a vector, questions too."""
		return [text for request in self.server.embedded for text in request]


@pytest.fixture
def models(site: Site) -> Iterator[Models]:
	with ModelServer() as server:
		made = Models(server)
		yield made
		made.remove()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
	"""A job does not wait for a service that refuses; who waits is tested in the engine."""
	monkeypatch.setattr(embedding_models, "JOB_RETRY_S", 0.0)


def hybrid_source(site: Site, texts: dict[str, str] = TEXTS, **values: Any) -> Any:
	"""A source of the kind sqlite_hybrid with these texts, not indexed yet."""
	source = site.source(knowledge_type="sqlite_hybrid", **values)
	for text in texts.values():
		site.add_text(source.name, text, commit=False)
	frappe.db.commit()
	return source


def rebuild(site: Site, source: Any) -> None:
	"""Press the button, and do the job in this process."""
	rebuild_index(source.name)
	frappe.db.commit()
	site.index_here(source.artifact_id, rebuild=True)


def build_rows(source: str) -> list[Any]:
	"""The builds of a source, oldest first, with what embedding cost."""
	frappe.db.rollback()
	fields = ["name", "kind", "state", "error_code", "error_message", "tokens", "cost", "cost_known"]
	return frappe.get_all(
		"Knowledge Build",
		filters={"knowledge_source": source},
		fields=[*fields, "embedding_model", "embedder"],
		order_by="started_at, creation",
	)


def first_text(result: dict[str, Any]) -> str:
	"""The text of the best hit of a search in which nothing was skipped."""
	assert not result["skipped"], result["skipped"]
	return result["hits"][0]["text"]


def test_out_of_the_box(site: Site):
	"""With no AI Model, no key and no network a hybrid source is indexed and found by meaning, for nothing."""
	source = hybrid_source(site)
	site.index_here(source.artifact_id)
	row = site.row(source.artifact_id)
	assert (row.status, row.embedding_dimensions) == ("Ready", 256)
	result = site.search("accommodation while travelling", source.name)
	assert first_text(result) == TEXTS["hotel"] and (result["mode"], result["notes"]) == ("hybrid", [])
	assert site.search("accommodation", source.name, mode="keyword")["hits"] == []
	(build,) = build_rows(source.name)
	assert (build.tokens, build.cost, build.cost_known) == (0, 0, 1)
	assert build.embedder.startswith("local:wordllama")


def test_each_text_is_paid_for_once(site: Site, models: Models):
	"""Batches have the site's size, answers in any order land right, and only what is new is asked for and counted."""
	set_setting("embedding_batch_size", 4)
	try:
		texts = {f"n{number}": f"Paragraph {number} tells of item{number}." for number in range(10)}
		source = hybrid_source(site, texts, embedding_model=models.make("Ring Cost"))
		site.index_here(source.artifact_id)
		assert [len(request) for request in models.server.embedded] == [4, 4, 2]
		for number in range(10):
			found = site.search(f"about item{number}", source.name, mode="vector", top_k=1)
			assert first_text(found) == texts[f"n{number}"]
		models.server.embedded.clear()
		rebuild(site, source)
		assert models.texts == []
		site.add_text(source.name, "A paragraph that is new.")
		site.index_here(source.artifact_id)
		assert len(models.texts) == 1 and "is new" in models.texts[0]
	finally:
		set_setting("embedding_batch_size", 100)
	rows = build_rows(source.name)
	assert [(row.kind, row.tokens) for row in rows] == [("Update", 100), ("Rebuild", 0), ("Update", 10)]
	assert [row.cost for row in rows] == pytest.approx([0.0002, 0, 0.00002])
	assert {row.embedding_model for row in rows} == {"Ring Cost"}


def test_an_unknown_price_is_not_zero(site: Site, models: Models):
	"""Without a price of the AI Model or LiteLLM's list, the tokens are counted and the cost is said to be unknown."""
	source = hybrid_source(site, embedding_model=models.make("Ring Unpriced", input_price=0))
	site.index_here(source.artifact_id)
	(row,) = build_rows(source.name)
	assert (row.tokens, row.cost, row.cost_known) == (30, 0, 0)


def test_a_service_that_asks_to_wait(site: Site, models: Models):
	"""After 429 the job waits as long as the service asks, and the build ends right."""
	source = hybrid_source(site, embedding_model=models.make("Ring Busy"))
	models.server.embedding_script = [rate_limited("1"), rate_limited("1")]
	site.index_here(source.artifact_id)
	assert site.row(source.artifact_id).status == "Ready"
	first, *_, last = (request.at for request in models.server.requests)
	assert last - first >= 2.0
	assert len(models.texts) == len(set(models.texts)) == 3


def test_a_service_that_goes_away_half_way(site: Site, models: Models, impatient):
	"""The live build answers, the work is tried again by itself, and what was paid for is not asked for again."""
	source = hybrid_source(site, embedding_model=models.make("Ring Away"))
	site.index_here(source.artifact_id)
	live = site.row(source.artifact_id).live_build
	for number in range(250):
		site.add_text(source.name, f"Line {number} of the manual.", commit=False)
	frappe.db.commit()
	models.server.embedding_script = [None, None, error(503, "down"), error(503, "down")]
	with pytest.raises(EmbeddingFailed):
		site.index_here(source.artifact_id)
	row = site.row(source.artifact_id)
	assert (row.status, row.live_build) == ("Pending", live)
	assert "could not answer" in row.error_message
	models.server.embedding_script = []
	assert first_text(site.search("hotel room", source.name)) == TEXTS["hotel"]
	site.watchdog()
	assert len(site.queued(source.artifact_id)) == 1
	site.index_here(source.artifact_id)
	assert site.row(source.artifact_id).status == "Ready"
	asked = [text for text in models.texts if "hotel room" not in text or "euros" in text]
	assert len(asked) == len(set(asked)) == 253
	rows = build_rows(source.name)
	assert [row.error_code for row in rows] == [None, "Embedding Failed", None]
	assert [row.tokens for row in rows] == [30, 2000, 500]
	assert not site.search("manual", source.name, mode="vector")["skipped"]


def test_a_key_that_is_refused(site: Site, models: Models):
	"""Nobody tries again before somebody acts; the source says what to do; saving the provider sets it going."""
	model = models.make("Ring Refused")
	models.server.embedding_script = [error(401, f"Incorrect API key provided: {SECRET}")]
	worker = site.worker()
	source = hybrid_source(site, embedding_model=model)
	site.wait_for(lambda: failed_jobs(source.artifact_id), "the job failed")
	worker.kill()
	row = site.row(source.artifact_id)
	assert row.status == "Error" and "refused the API key" in row.error_message
	assert models.server.requests[0].headers["authorization"] == f"Bearer {SECRET}"
	assert retries.retry_due_at(source.name) is None
	site.watchdog()
	assert site.queued(source.artifact_id) == []
	written = everything_written(site, source)
	assert "EmbeddingRefused" in written and SECRET not in written
	provider = frappe.get_doc("AI Provider", "Embedding Ring")
	provider.save()
	frappe.db.commit()
	assert len(site.queued(source.artifact_id)) == 1
	site.index_here(source.artifact_id)
	assert site.row(source.artifact_id).status == "Ready"


def test_a_service_that_does_not_answer_a_question(site: Site, models: Models):
	"""The search goes on by words and says so; the next one does not wait for the service; later it is asked again."""
	source = hybrid_source(site, embedding_model=models.make("Ring Silent"))
	site.index_here(source.artifact_id)
	models.server.embedding_script = [error(503, "down")] * 2
	first = site.search("hotel tonight", source.name)
	assert (first["mode"], first_text(first)) == ("keyword", TEXTS["hotel"])
	assert "could not answer" in first["notes"][0]
	asked = len(models.server.requests)
	second = site.search("train tonight", source.name)
	assert (second["mode"], len(models.server.requests)) == ("keyword", asked)
	assert "asked again in half a minute" in second["notes"][0]
	frappe.cache.delete_keys("huf_knowledge_model_away")
	assert site.search("train tonight", source.name)["mode"] == "hybrid"


def failed_jobs(artifact_id: str) -> list[Any]:
	"""The jobs of a source that ended with an error."""
	found = []
	for name in ("default", "long"):
		queue = get_queue(name)
		jobs = (queue.fetch_job(job_id) for job_id in queue.failed_job_registry.get_job_ids())
		found += [job for job in jobs if job and job.kwargs["kwargs"].get("artifact_id") == artifact_id]
	return found


def everything_written(site: Site, source: Any) -> str:
	"""What the failure of a source left in the database, in the queue and in the worker's log."""
	rows = [
		site.log.read_text(),
		[(job.kwargs, job.latest_result().exc_string) for job in failed_jobs(source.artifact_id)],
		frappe.get_all("Knowledge Source", {"name": source.name}, ["*"]),
		frappe.get_all("Knowledge Build", {"knowledge_source": source.name}, ["*"]),
		frappe.get_all("Error Log", {}, ["*"]),
		[job.kwargs for name in ("default", "long", "short") for job in get_queue(name).jobs],
	]
	return json.dumps(rows, default=str)


def test_a_rebuild_that_is_refused(site: Site, models: Models):
	"""It is given up and said so; the old build answers with its own model, and new texts are indexed with it."""
	source = hybrid_source(site)
	site.index_here(source.artifact_id)
	live = site.row(source.artifact_id).live_build
	set_model(source, models.make("Ring New"))
	models.server.embedding_script = [error(404, "no such model")]
	with pytest.raises(EmbeddingRefused):
		rebuild(site, source)
	row = site.row(source.artifact_id)
	assert (row.status, row.live_build, row.rebuild_wanted) == ("Error", live, 0)
	assert "refused the request" in row.error_message
	site.add_text(source.name, "The canteen serves otter soup.")
	site.index_here(source.artifact_id)
	assert first_text(site.search("lunch soup", source.name)).startswith("The canteen")
	assert site.row(source.artifact_id).status == "Rebuild Required"


def set_model(source: Any, model: str | None) -> str:
	"""Choose another model on the source's form; its status afterwards."""
	doc = frappe.get_doc("Knowledge Source", source.name)
	doc.embedding_model = model
	doc.save()
	frappe.db.commit()
	return doc.status


def test_another_model(site: Site, models: Models):
	"""Until the rebuild is live, questions and new texts go to the old model; then to the new one, with its dimension."""
	old, new = models.make("Ring Old"), models.make("Ring Later")
	source = hybrid_source(site, embedding_model=old)
	site.index_here(source.artifact_id)
	assert set_model(source, new) == "Rebuild Required"
	row = site.row(source.artifact_id)
	assert "another embedding model than Ring Later" in row.error_message
	models.server.requests.clear()
	assert first_text(site.search("hotel room", source.name, mode="vector")) == TEXTS["hotel"]
	site.add_text(source.name, "The canteen serves otter soup.")
	site.index_here(source.artifact_id)
	assert {body["model"] for body in models.server.bodies} == {"ring_old"}
	models.server.dimension = 24
	rebuild(site, source)
	row = site.row(source.artifact_id)
	assert (row.status, row.embedding_dimensions) == ("Ready", 24)
	models.server.requests.clear()
	assert first_text(site.search("otter soup", source.name, mode="vector")).startswith("The canteen")
	assert {body["model"] for body in models.server.bodies} == {"ring_later"}
	assert set_model(source, old) == "Rebuild Required" and set_model(source, new) == "Ready"


def test_an_edited_model(site: Site, models: Models):
	"""An AI Model that was given another model string still reaches the old one for the old build; gone, words are left."""
	record = models.make("Ring Edited")
	source = hybrid_source(site, embedding_model=record)
	site.index_here(source.artifact_id)
	doc = frappe.get_doc("AI Model", record)
	doc.litellm_model = "ring_successor"
	doc.save()
	frappe.db.commit()
	assert site.row(source.artifact_id).status == "Rebuild Required"
	models.server.requests.clear()
	assert site.search("hotel", source.name)["mode"] == "hybrid"
	assert {body["model"] for body in models.server.bodies} == {"ring_edited"}
	doc.disabled = 1
	doc.save()
	frappe.db.commit()
	result = site.search("hotel overnight", source.name)
	assert first_text(result) == TEXTS["hotel"] and result["mode"] == "keyword"
	assert "searched by words alone" in result["notes"][0] and "is disabled" in result["notes"][0]
	(skip,) = site.search("hotel", source.name, mode="vector")["skipped"]
	assert skip["code"] == "Embedder Missing"


def test_a_model_that_changes_its_dimension(site: Site, models: Models):
	"""The live build stays, the source says to rebuild, questions go by words, and a rebuild asks for all texts anew."""
	source = hybrid_source(site, embedding_model=models.make("Ring Grown"))
	site.index_here(source.artifact_id)
	models.server.dimension = 24
	result = site.search("hotel tonight", source.name)
	assert result["mode"] == "keyword" and "Rebuild Required" in result["notes"][0]
	site.add_text(source.name, "The canteen serves otter soup.")
	with pytest.raises(EmbeddingRefused):
		site.index_here(source.artifact_id)
	row = site.row(source.artifact_id)
	assert row.status == "Error" and "Rebuild the source" in row.error_message
	models.server.embedded.clear()
	rebuild(site, source)
	row = site.row(source.artifact_id)
	assert (row.status, row.embedding_dimensions, len(models.texts)) == ("Ready", 24, 4)
	assert first_text(site.search("otter soup", source.name, mode="vector")).startswith("The canteen")


def test_searching_while_another_model_moves_in(site: Site, models: Models):
	"""While a worker rebuilds with a slow new model, every search finds by meaning, with whichever build is live."""
	old, new = models.make("Ring Before"), models.make("Ring After")
	source = hybrid_source(site, embedding_model=old)
	site.index_here(source.artifact_id)
	set_model(source, new)
	models.server.embedding_script = []
	slow_new_model(models.server, seconds=3)
	rebuild_index(source.name)
	frappe.db.commit()
	site.worker()
	seen = set()

	def done() -> bool:
		result = site.search("hotel room", source.name, mode="hybrid")
		assert first_text(result) == TEXTS["hotel"] and (result["mode"], result["notes"]) == ("hybrid", [])
		row = site.row(source.artifact_id)
		seen.add(row.status)
		return row.status == "Ready"

	site.wait_for(done, "the rebuild is live")
	assert "Rebuilding" in seen
	assert build_rows(source.name)[-1].embedding_model == new


def slow_new_model(server: ModelServer, seconds: float) -> None:
	"""Answers of the new model for texts take a while."""
	answer = server.reply_to

	def reply(path: str, headers: dict[str, str], body: Any) -> Reply:
		good = answer(path, headers, body)
		late = body["model"] == "ring_after" and len(body["input"]) > 1
		return Reply(good.body, good.status, good.headers, delay_s=seconds) if late else good

	server.reply_to = reply


def test_a_source_of_words_becomes_hybrid(site: Site, models: Models):
	"""Choosing vectors for a source that has none is a change of settings: it answers by words until it is rebuilt."""
	source = site.source()
	for text in TEXTS.values():
		site.add_text(source.name, text)
	site.index_here(source.artifact_id)
	doc = frappe.get_doc("Knowledge Source", source.name)
	doc.update({"knowledge_type": "sqlite_hybrid", "embedding_model": LOCAL_RECORD})
	doc.save()
	frappe.db.commit()
	assert doc.status == "Rebuild Required"
	assert site.search("hotel", source.name)["mode"] == "keyword"
	(skip,) = site.search("hotel", source.name, mode="vector")["skipped"]
	assert skip["code"] == "No Vectors"
	rebuild(site, source)
	assert site.row(source.artifact_id).status == "Ready"
	assert site.search("hotel", source.name)["mode"] == "hybrid"


def set_setting(name: str, value: int) -> None:
	"""One number of Agent Settings."""
	frappe.db.set_single_value("Agent Settings", name, value)
	frappe.clear_document_cache("Agent Settings", "Agent Settings")
	frappe.db.commit()


def test_candidate_factor(site: Site):
	"""With a small factor, passages that a leg has far down get nothing from that leg; as many are found."""
	gates = ("red", "blue", "green")
	texts = {
		f"n{n}": f"The crane of hall {n} lifts pallet{n} over the {gates[n % 3]} gate." for n in range(40)
	}
	source = hybrid_source(site, texts)
	site.index_here(source.artifact_id)
	scores = []
	for factor in (1, 20):
		set_setting("candidate_factor", factor)
		hits = site.search("crane at the red gate at noon", source.name, top_k=20)["hits"]
		scores.append([round(hit["score"], 6) for hit in hits])
	assert [len(found) for found in scores] == [20, 20]
	assert scores[0] != scores[1]


@pytest.mark.parametrize("mode", ["keyword", "vector", "hybrid", None])
def test_rights_do_not_depend_on_the_mode(site: Site, mode: str | None):
	"""Deleted and disabled inputs, other inputs than the filter names, and others' sources are never found."""
	source = hybrid_source(site, scope="User")
	site.index_here(source.artifact_id)
	names = dict(
		frappe.get_all("Knowledge Input", {"knowledge_source": source.name}, ["text", "name"], as_list=True)
	)

	def found(**arguments: Any) -> set[str]:
		hits = site.search("hotel train crane", source.name, mode=mode, **arguments)["hits"]
		return {hit["text"] for hit in hits}

	assert found() == set(TEXTS.values())
	assert found(filters={"inputs": [names[TEXTS["train"]]]}) == {TEXTS["train"]}
	frappe.db.set_value("Knowledge Input", names[TEXTS["hotel"]], "disabled", 1)
	frappe.db.commit()
	assert found() == {TEXTS["train"], TEXTS["crane"]}
	frappe.set_user("Guest")
	try:
		(skip,) = site.search("hotel", source.name, mode=mode)["skipped"]
		assert skip["code"] == "Not Available"
	finally:
		frappe.set_user("Administrator")
