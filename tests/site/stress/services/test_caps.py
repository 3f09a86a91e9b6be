"""A source at its monthly cap: indexing waits and loses nothing, questions go by words, and it goes on by itself."""

from collections.abc import Iterator
from typing import Any

import frappe
import pytest

from huf.ai.knowledge.indexing.state import retries
from huf.huf.doctype.knowledge_source.knowledge_source import estimate_index, rebuild_index
from tests.model_server import ModelServer, error
from tests.site.stress.harness import Site
from tests.site.stress.services.test_embedding import TEXTS, Models, build_rows, first_text, hybrid_source

PRICE = 1000
"""US dollars for a million tokens: the server counts ten for each text, so that a text costs a cent."""


@pytest.fixture
def models(site: Site) -> Iterator[Models]:
	"""AI Models on a server of their own."""
	with ModelServer() as server:
		yield (made := Models(server))
		made.remove()


def set_cap(source: Any, dollars: float) -> None:
	"""As its form does."""
	frappe.db.set_value("Knowledge Source", source.name, "monthly_cost_cap", dollars)
	frappe.db.commit()


def change(doctype: str, name: str, values: dict[str, Any]) -> None:
	"""Whatever its form would say of it."""
	frappe.db.set_value(doctype, name, values)
	frappe.db.commit()


def ledger(source: str) -> list[Any]:
	"""What the source has cost."""
	frappe.db.rollback()
	return frappe.get_all(
		"Knowledge Cost",
		{"knowledge_source": source},
		["kind", "user", "model", "cost", "calls"],
		order_by="kind",
	)


def holds(source: str) -> int:
	frappe.db.rollback()
	return frappe.db.count("Knowledge Cost Hold", {"knowledge_source": source})


def test_a_build_waits_and_goes_on(site: Site, models: Models):
	"""Nothing is lost, nothing is an error, nothing is paid twice: what was embedded is there when the cap is raised."""
	texts = {str(number): f"Line {number} of the manual." for number in range(250)}
	source = hybrid_source(site, texts, embedding_model=models.make("Ring Capped", input_price=PRICE))
	set_cap(source, 1.6)
	site.index_here(source.artifact_id)
	row = site.row(source.artifact_id)
	assert row.status == "Pending" and "monthly cap of 1.60 US dollars: 1.00 are spent" in row.error_message
	(build,) = build_rows(source.name)
	assert (build.state, build.error_code, build.tokens, build.cost, build.cost_known) == (
		"Paused",
		"Cost Cap",
		1000,
		pytest.approx(1.0),
		1,
	)
	states = frappe.get_all("Knowledge Input", {"knowledge_source": source.name}, pluck="status")
	assert set(states) == {"Pending"} and holds(source.name) == 0
	# The watchdog leaves it alone for as long as nothing changes; so does a job that somebody asked for.
	assert retries.retry_due_at(source.name).day == 1
	site.watchdog()
	assert site.queued(source.artifact_id) == []
	site.index_here(source.artifact_id)
	assert len(build_rows(source.name)) == 1 and len(models.texts) == 100
	set_cap(source, 3.0)
	site.watchdog()
	assert len(site.queued(source.artifact_id)) == 1
	site.index_here(source.artifact_id)
	row = site.row(source.artifact_id)
	assert (row.status, row.error_message) == ("Ready", None)
	assert len(models.texts) == len(set(models.texts)) == 250
	assert [row.tokens for row in build_rows(source.name)] == [1000, 1500]
	(spent,) = ledger(source.name)
	assert (spent.kind, spent.user, spent.model, spent.calls) == ("Indexing", None, "Ring Capped", 3)
	assert spent.cost == pytest.approx(2.5) and holds(source.name) == 0


def test_what_is_taken_out_leaves_at_the_cap(site: Site, models: Models):
	"""A source that may not embed what is new still gives up what was deleted, and the live index answers."""
	source = hybrid_source(site, embedding_model=models.make("Ring Kept", input_price=PRICE))
	site.index_here(source.artifact_id)
	set_cap(source, 0.03)
	site.add_text(source.name, "The canteen serves otter soup.")
	site.index_here(source.artifact_id)
	assert site.row(source.artifact_id).status == "Pending"
	assert build_rows(source.name)[-1].state == "Paused"
	gone = frappe.db.get_value("Knowledge Input", {"knowledge_source": source.name, "text": TEXTS["crane"]})
	site.delete("Knowledge Input", gone)
	site.index_here(source.artifact_id)
	rows = build_rows(source.name)
	assert [row.state for row in rows[-2:]] == ["Live", "Paused"]
	assert frappe.db.get_value("Knowledge Build", rows[-2].name, "removed") == 1
	assert first_text(site.search("hotel room", source.name, mode="keyword")) == TEXTS["hotel"]
	set_cap(source, 0)
	site.watchdog()
	site.index_here(source.artifact_id)
	assert site.row(source.artifact_id).status == "Ready"
	assert first_text(site.search("otter", source.name)).startswith("The canteen")


def test_a_rebuild_waits(site: Site, models: Models):
	"""It stays wanted, the live index answers meanwhile, and it goes on when there is money."""
	source = hybrid_source(site)
	site.index_here(source.artifact_id)
	live = site.row(source.artifact_id).live_build
	model = models.make("Ring Rebuilt", input_price=PRICE)
	frappe.db.set_value("Knowledge Source", source.name, {"embedding_model": model, "monthly_cost_cap": 0.01})
	frappe.db.commit()
	rebuild_index(source.name)
	frappe.db.commit()
	site.index_here(source.artifact_id, rebuild=True)
	row = site.row(source.artifact_id)
	assert (row.status, row.live_build, row.rebuild_wanted) == ("Pending", live, 1)
	assert first_text(site.search("accommodation", source.name)) == TEXTS["hotel"]
	site.watchdog()
	assert site.row(source.artifact_id).rebuild_wanted == 1
	assert site.queued(source.artifact_id, "long") == []
	set_cap(source, 1)
	site.watchdog()
	assert len(site.queued(source.artifact_id, "long")) == 1
	site.index_here(source.artifact_id, rebuild=True)
	row = site.row(source.artifact_id)
	assert (row.status, row.rebuild_wanted) == ("Ready", 0) and row.live_build != live


def test_questions_at_the_cap_go_by_words(site: Site, models: Models):
	"""They say so without a sum, cost nothing, and do not make other sources wait for the model."""
	model = models.make("Ring Asked", input_price=PRICE)
	source, other = (hybrid_source(site, embedding_model=model) for _ in range(2))
	for one in (source, other):
		site.index_here(one.artifact_id)
	assert site.search("hotel tonight", source.name)["mode"] == "hybrid"
	asked = next(row for row in ledger(source.name) if row.kind == "Questions")
	assert (asked.user, asked.model, asked.calls, asked.cost) == (
		"Administrator",
		"Ring Asked",
		1,
		pytest.approx(0.01),
	)
	set_cap(source, 0.04)
	found = site.search("hotel tomorrow", source.name)
	assert (found["mode"], first_text(found)) == ("keyword", TEXTS["hotel"])
	assert "has reached its monthly cap" in found["notes"][0] and "0.04" not in found["notes"][0]
	assert site.search("hotel tomorrow", other.name)["mode"] == "hybrid"
	assert len(ledger(source.name)) == 2 and holds(source.name) == 0


def test_re_ranking_at_the_cap_leaves_the_order(site: Site, models: Models):
	"""Each request counts for its sources and who asks; at the cap of one of them the search goes on without, says so without a sum, and asks nothing."""
	frappe.db.set_single_value("Agent Settings", "local_model_servers", "127.0.0.1")
	models._insert(
		"AI Provider",
		provider_name="Re-ranking Ring",
		vendor="infinity",
		api_base=models.server.api_base,
		api_key="sk-0123456789-re-rank",
	)
	model = models._insert(
		"AI Model",
		model_name="Ring Re-ranker",
		litellm_model="rank",
		provider="Re-ranking Ring",
		kind="rerank",
		# The server counts ten tokens for each request.
		input_price=PRICE,
	)
	models.server.auto = True
	source, other = (
		hybrid_source(site, {**TEXTS, "own": f"A hotel of {n}."}, rerank_model=model, rerank_timeout=30)
		for n in "ab"
	)
	for one in (source, other):
		site.index_here(one.artifact_id)

	def read() -> int:
		return sum(one.path.endswith("/rerank") for one in models.server.requests)

	assert site.search("hotel room", source.name)["notes"] == [] and read() == 1
	(row,) = ledger(source.name)
	assert (row.kind, row.user, row.model, row.calls) == ("Re-ranking", "Administrator", "Ring Re-ranker", 1)
	assert row.cost == pytest.approx(0.01) and holds(source.name) == 0
	# Both together are one request, which they share.
	site.search("hotel room", None, knowledge_sources=[source.name, other.name])
	rows = [ledger(one.name)[0] for one in (source, other)]
	assert read() == 2 and sum(row.calls for row in rows) == 2
	assert sum(row.cost for row in rows) == pytest.approx(0.02) and 0 < rows[1].cost < 0.01
	set_cap(source, 0.011)
	found = site.search("hotel room", source.name)
	assert first_text(found).startswith("A hotel") and read() == 2 and holds(source.name) == 0
	(note,) = found["notes"]
	assert "not refined" in note and "has reached its monthly cap" in note and "0.0" not in note
	assert site.search("hotel room", other.name)["notes"] == [] and read() == 3
	change("AI Model", model, {"costs_nothing": 1})
	assert site.search("hotel room", source.name)["notes"] == [] and read() == 4


def test_the_owner_pays_for_a_personal_source(site: Site, models: Models):
	"""So nobody spends what they may not by keeping things for themselves."""
	source = hybrid_source(site, scope="User", embedding_model=models.make("Ring Own", input_price=PRICE))
	frappe.db.set_single_value("Agent Settings", "user_cost_cap", 0.001)
	frappe.db.commit()
	frappe.clear_document_cache("Agent Settings", "Agent Settings")
	try:
		site.index_here(source.artifact_id)
		row = site.row(source.artifact_id)
		assert row.status == "Pending" and "You have reached your monthly cap" in row.error_message
	finally:
		frappe.db.set_single_value("Agent Settings", "user_cost_cap", 0)
		frappe.db.commit()
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
	site.watchdog()
	site.index_here(source.artifact_id)
	assert site.row(source.artifact_id).status == "Ready"
	assert [row.user for row in ledger(source.name)] == ["Administrator"]


def test_a_refused_request_is_held_for_nobody(site: Site, models: Models):
	"""What was set aside for a request that failed is free again, and costs nothing."""
	source = hybrid_source(site, embedding_model=models.make("Ring Failing", input_price=PRICE))
	set_cap(source, 0.2)
	models.server.embedding_script = [error(404, "no such model")]
	with pytest.raises(Exception, match="refused the request"):
		site.index_here(source.artifact_id)
	assert holds(source.name) == 0 and ledger(source.name) == []


def test_an_unknown_price_is_not_capped(site: Site, models: Models):
	"""Nobody knows what it costs, so it is indexed, counted, and said to be unknown."""
	source = hybrid_source(site, embedding_model=models.make("Ring Unknown", input_price=0))
	set_cap(source, 0.000001)
	site.index_here(source.artifact_id)
	assert site.row(source.artifact_id).status == "Ready"
	(row,) = build_rows(source.name)
	assert (row.cost_known, row.tokens) == (0, 30)
	assert frappe.db.get_value("Knowledge Cost", {"knowledge_source": source.name}, "unpriced_calls") == 1


def test_what_a_rebuild_would_take(site: Site, models: Models):
	"""Before anything is indexed by sizes; afterwards nothing, as all vectors are kept; with another model all of it, and as much as it then is."""
	model = models.make("Ring Estimated", input_price=PRICE)
	source = hybrid_source(site, embedding_model=model)
	first = estimate_index(source.name)
	assert (first["inputs"], first["unread"], first["is_rough"], first["left"]) == (3, 3, True, None)
	assert 20 < first["tokens"] < 60 and first["cost"] == pytest.approx(first["tokens"] * PRICE / 1e6)
	site.index_here(source.artifact_id)
	set_cap(source, 5)
	again = estimate_index(source.name)
	assert (again["passages"], again["new_passages"], again["tokens"], again["cost"]) == (3, 0, 0, 0.0)
	assert (again["is_rough"], again["is_local"], again["model"]) == (False, False, model)
	assert again["seconds"] > 0 and again["left"] == pytest.approx(4.97)
	other = models.make("Ring Other Estimate", input_price=0)
	change("Knowledge Source", source.name, {"embedding_model": other})
	unpriced = estimate_index(source.name)
	assert (unpriced["new_passages"], unpriced["cost"]) == (3, None)
	change("AI Model", other, {"costs_nothing": 1})
	assert estimate_index(source.name)["cost"] == 0.0
	change("Knowledge Source", source.name, {"embedding_model": model, "chunk_size": 200})
	cut = estimate_index(source.name)
	assert (cut["new_passages"], cut["is_rough"]) == (3, True)
	change("AI Model", model, {"disabled": 1})
	assert "is disabled" in estimate_index(source.name)["error"]
	# No model was asked by any of it.
	assert len(models.texts) == 3


def test_a_local_model_costs_nothing(site: Site):
	"""Nothing is counted, and the estimate says so."""
	source = hybrid_source(site)
	site.index_here(source.artifact_id)
	told = estimate_index(source.name)
	assert (told["is_local"], told["cost"], told["left"]) == (True, 0.0, None)
	assert ledger(source.name) == []
