import secrets
from dataclasses import asdict
from typing import Any

import frappe
from frappe import _
from frappe.rate_limiter import rate_limit

from huf.ai.access.unannounced import UnannouncedDocument
from huf.ai.knowledge.indexing.state.source_status import derive_source_status
from huf.ai.costs.caps import check_caps
from huf.ai.gaps import forget_source
from huf.ai import learning, quality, search_log
from huf.ai.local_models.advice import advice_on
from huf.ai.quality import deciding, running, shown
from huf.ai.knowledge import hooks, status, following as sync
from huf.ai.knowledge.indexing.live import clearing
from huf.ai.knowledge.indexing.live import publish
from huf.ai.knowledge.indexing.making.estimate import estimate_rebuild
from huf.ai.knowledge.contents import beginnings
from huf.ai.site import queueing
from huf.ai.site.database.deletion import delete_documents
from huf.ai.site.database.derived_fields import forget_claimed, restore_stored
from huf.ai.knowledge.backends.embedding_models import chosen_model
from huf.ai.knowledge.backends.enrichment_models import check_enrichment_model
from huf.ai.knowledge.backends.kinds import default_kind
from huf.ai.access.scopes.sources import can_read_source, can_write_source
from huf.ai.access.roles import may_use_knowledge
from huf.ai.knowledge.listings.standing import places_for_form
from huf.ai.knowledge.searching.ranking_steps import check_ranking
from huf.ai.knowledge.record_sources.scope_checks import after_scope_saved, check_scope
from huf.ai.knowledge.record_sources.purge import PURGE
from huf.ai.access.scopes.resolver import may_test
from huf.ai.access.records.website_checks import check_answers_website
from huf.ai.knowledge.selectors.rows.checks import check_selectors
from huf.ai.site.settings import get_settings, refuse_if_switched_off
from huf.ai.knowledge.selectors.rows.source_checks import (
	check_chunking,
	check_knowledge_type,
	check_neighbors,
	check_number_of_sources,
	check_packed,
)
from huf.ai.knowledge.backends.vector_checks import check_vectors
from huf.ai.site.limits import SEARCHES, limit_rate
from huf.ai.words import said, told
from huf.engine.errors import EmbedderMissing
from huf.engine.request import TOP_K
from huf.ai.knowledge.indexing.live.restore import check_restorable, restore
from huf.ai.knowledge.indexing.live.restore import told_builds
from huf.ai.knowledge.retriever import note_search, search_as
from huf.ai.knowledge.searching.requests import read_request
from huf.ai.knowledge.searching.search_log import TEST_SEARCH
from huf.ai.knowledge.status.stats import source_stats_for
from huf.ai.knowledge.versions.as_of import search_as_of
from huf.engine.errors import HufError


class KnowledgeSource(UnannouncedDocument):
	"""A body of knowledge: what it may be asked by whom, and how it is cut and indexed."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF
		from huf.huf.doctype.knowledge_selector.knowledge_selector import KnowledgeSelector
		from huf.huf.doctype.knowledge_source_agent.knowledge_source_agent import KnowledgeSourceAgent
		from huf.huf.doctype.knowledge_source_role.knowledge_source_role import KnowledgeSourceRole

		agents: DF.Table[KnowledgeSourceAgent]
		answers_from: DF.Datetime | None
		answers_website_users: DF.Check
		archived_at: DF.Datetime | None
		artifact_id: DF.Data | None
		built_generation: DF.Int
		chunk_overlap: DF.Int
		chunk_size: DF.Int
		chunk_unit: DF.Literal["Tokens", "Characters"]
		chunker_type: DF.Literal["recursive", "sentence", "token"]
		coalesce_neighbors: DF.Int
		collapse_equal_texts: DF.Check
		description: DF.SmallText | None
		disabled: DF.Check
		diversify: DF.Check
		embedding_dimensions: DF.Int
		embedding_model: DF.Link | None
		enrichment_adds: DF.Literal["Lines and Keywords", "Summaries of Long Documents", "Both"]
		enrichment_model: DF.Link | None
		enrichment_retry_at: DF.Datetime | None
		enrichment_stop: DF.SmallText | None
		error_message: DF.SmallText | None
		freshness_half_life: DF.Float
		freshness_key: DF.Data | None
		held_build: DF.Data | None
		index_size_bytes: DF.Int
		indexing_paused: DF.Check
		is_sample: DF.Check
		keep_open: DF.Check
		knowledge_type: DF.Autocomplete | None
		last_indexed_at: DF.Datetime | None
		last_searched_at: DF.Datetime | None
		last_synced_at: DF.Datetime | None
		left_generation: DF.Int
		live_build: DF.Link | None
		max_chunks_per_input: DF.Int
		mmr_lambda: DF.Float
		monthly_cost_cap: DF.Float
		monthly_test_cap: DF.Float
		pack_id: DF.Data | None
		pack_made_at: DF.Datetime | None
		pack_maker: DF.Data | None
		pack_manifest: DF.Code | None
		pack_manual: DF.Data | None
		partly_read_inputs: DF.Int
		profile: DF.Link | None
		progress_done: DF.Int
		progress_total: DF.Int
		rebuild_began_at: DF.Datetime | None
		rebuild_part: DF.Data | None
		rebuild_wanted: DF.Check
		record_key: DF.Data | None
		reference_doctype: DF.Link | None
		reference_name: DF.Data | None
		refresh_pages: DF.Literal["Never", "Hourly", "Daily", "Weekly", "Monthly"]
		relevance_floor: DF.Float
		rerank_model: DF.Link | None
		rerank_timeout: DF.Float
		roles: DF.Table[KnowledgeSourceRole]
		scope: DF.Literal["Global", "Site", "Role", "Workspace", "Agent", "User", "Record"]
		selected_inputs: DF.Int
		selection_error: DF.SmallText | None
		selectors: DF.Table[KnowledgeSelector]
		source_name: DF.Data
		status: DF.Literal["Pending", "Indexing", "Ready", "Error", "Rebuilding", "Rebuild Required"]
		text_language: DF.Link | None
		total_chunks: DF.Int
		total_inputs: DF.Int
		wanted_generation: DF.Int
		whole_generation: DF.Int
		workspace: DF.Link | None
	# end: auto-generated types

	def before_insert(self) -> None:
		forget_claimed(self)
		# Its index may lie there already: that of a pack is made first.
		self.artifact_id = self.flags.artifact_id or secrets.token_hex(16)
		settings = get_settings()
		# None and "" mean "not given"; 0 is a value.
		if self.chunk_size in (None, ""):
			self.chunk_size = settings.default_chunk_size
		if self.chunk_overlap in (None, ""):
			self.chunk_overlap = settings.default_chunk_overlap

	def validate(self) -> None:
		if self.is_new():
			check_number_of_sources()
		else:
			restore_stored(self)
		check_packed(self)
		check_scope(self)
		check_answers_website(self)
		self.knowledge_type = self.knowledge_type or default_kind().knowledge_type
		check_knowledge_type(self.knowledge_type)
		check_vectors(self)
		if self.enrichment_model and self.has_value_changed("enrichment_model"):
			check_enrichment_model(self.enrichment_model)
		check_chunking(self)
		check_neighbors(self.coalesce_neighbors)
		check_caps(self)
		check_ranking(self.as_dict())
		check_selectors(self)

	def before_rename(self, old: str, new: str, merge: bool = False) -> None:
		if merge:
			frappe.throw(
				_(
					"Knowledge sources cannot be merged. Add the inputs to the other source, then delete this one."
				),
				title=_("Rename"),
			)
		publish.lock_with_inputs(old)

	def on_update(self) -> None:
		after_scope_saved(self)
		hooks.on_source_changed(self)
		sync.on_selectors_changed(self)

	def after_delete(self) -> None:
		# Frappe has checked the right and all links by now, and holds the row. A source that stays loses nothing.
		restorable = not self.flags.get(PURGE)
		delete_documents("Knowledge Input", self._parts("Knowledge Input"), restorable=restorable)
		delete_documents("Knowledge Build", self._parts("Knowledge Build"))
		forget_source(self.name)
		search_log.forget_source(self.name)
		quality.forget_source(self.name)
		learning.forget_source(self.name)
		sync.on_source_deleted(self)
		hooks.on_source_deleted(self)

	def _parts(self, doctype: str) -> list[str]:
		return frappe.get_all(
			doctype, filters={"knowledge_source": self.name}, pluck="name", limit_page_length=0
		)


# --- What the form and the API can ask for. Each function asks for the caller's right before anything else.


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def rebuild_index(knowledge_source: str) -> dict[str, Any]:
	"""Make the whole index anew, beside the one that answers now."""
	source = _writable(knowledge_source)
	refuse_if_switched_off()
	status.ask_for_rebuild(source.name)
	queueing.request_rebuild(source.artifact_id, source.name)
	return _standing(source.artifact_id)


@frappe.whitelist(methods=["GET", "POST"])
@rate_limit(limit=30, seconds=60)
def estimate_index(knowledge_source: str) -> dict[str, Any]:
	"""What a rebuild would take: for whoever may ask for one.

	:returns: ``inputs``, ``unread`` (inputs that no index has yet), ``passages`` and ``new_passages`` (to be embedded anew), ``tokens``,
		``cost`` (US dollars, nothing when the price is unknown), ``seconds`` (nothing when it was never made), ``model``, ``is_local`` (it costs
		nothing), ``is_rough``, ``left`` (what caps leave in this month; nothing without a cap), or ``error``: why no rebuild could begin.
	"""
	source = _writable(knowledge_source)
	try:
		return estimate_rebuild(source.name)
	except HufError as error:
		return {"error": said(error)}


@frappe.whitelist(methods=["POST"])
def test_search(
	knowledge_source: str,
	query: str,
	top_k: int = TOP_K,
	mode: str | None = None,
	explain: int = 0,
	filters: dict[str, Any] | str | None = None,
	as_of: str | None = None,
) -> dict[str, Any]:
	"""Search one source exactly as everybody else does (see ``retriever.knowledge_search``, also for ``filters``).

	:param explain: 1: the answer says in ``explanation`` why each hit stands where it stands.
	:param as_of: for who may write the source: a kept build, or a day or moment at which one answered, which is searched in place of the
		live one with the rights of now (``huf.ai.knowledge.versions.as_of``).
	"""
	limit_rate(SEARCHES)
	source = _writable(knowledge_source) if as_of else _allowed(knowledge_source, may_test(knowledge_source))
	request = read_request(
		query, source.name, top_k=top_k, filters=filters, mode=mode, explain=explain, road=TEST_SEARCH
	)
	if as_of:
		return told(search_as_of(request, as_of))
	result = search_as(request)
	note_search(request, result)
	return told(result)


@frappe.whitelist(methods=["GET", "POST"])
def which_embedding_model(embedding_model: str | None = None) -> dict[str, Any]:
	"""The model that would make the vectors of a source whose field Embedding Model is this: ``model`` and ``reason``,
	or ``error``; and the ``default`` of a new source: ``knowledge_type``, and ``why_words`` if it is not words and meaning.
	With a model ``advice``, a sentence about a better one or empty, and ``may_get``: whether the caller can get one in the desk.

	For whoever may use knowledge at all.
	"""
	if not may_use_knowledge():
		frappe.throw(_("Only those who may use knowledge may ask this."), frappe.PermissionError)
	default = asdict(default_kind())
	try:
		model = chosen_model(embedding_model)
		model.key()
	except EmbedderMissing as error:
		return {"error": said(error), "default": default}
	advice, may_get = advice_on(model, embedding_model)
	return {
		"model": model.label,
		"reason": model.reason,
		"default": default,
		"advice": advice,
		"may_get": may_get,
	}


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def retry_failed(knowledge_source: str) -> dict[str, Any]:
	"""Index the inputs that failed once more, and go on with those that a cancelled job left; gives their number."""
	source = _writable(knowledge_source)
	refuse_if_switched_off()
	failed = frappe.get_all(
		"Knowledge Input",
		filters={"knowledge_source": source.name, "status": "Error", "disabled": 0},
		pluck="name",
	)
	status.set_inputs_pending(failed)
	status.ask_for_update(source.name, inputs=())
	queueing.request_update(source.artifact_id)
	return {"retried": len(failed), **_standing(source.artifact_id)}


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def sync_now(knowledge_source: str) -> dict[str, Any]:
	"""Compare the source with everything that its selectors select, once more."""
	source = _writable(knowledge_source)
	refuse_if_switched_off()
	sync.request_full_sync(source.name)
	return _standing(source.artifact_id)


@frappe.whitelist(methods=["POST"])
def cancel_indexing(knowledge_source: str) -> dict[str, Any]:
	"""Stop indexing at the next input. What is searchable stays; the rest waits until somebody asks for it."""
	source = _writable(knowledge_source)
	status.pause(source.name)
	return _standing(source.artifact_id)


@frappe.whitelist(methods=["POST"])
def check_files(knowledge_source: str, files: list[dict[str, Any]]) -> dict[str, list[str]]:
	"""``reasons``: for each file why it would be refused, told before it is uploaded; empty if nothing speaks against it.

	:param files: ``file_name``, ``size`` in bytes, and ``beginning``: the first 8192 bytes, as Base64.
	"""
	_writable(knowledge_source)
	return {"reasons": beginnings.reasons_to_refuse(files)}


@frappe.whitelist(methods=["GET", "POST"])
def count_clearable(knowledge_source: str) -> dict[str, Any]:
	"""How many inputs :func:`clear_source` would delete: ``total``, and ``by_type`` by their types."""
	by_type = clearing.clearable(_writable(knowledge_source).name)
	return {"total": sum(by_type.values()), "by_type": by_type}


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def clear_source(knowledge_source: str, expected: int) -> dict[str, Any]:
	"""Delete the inputs that people added to a source; what its selectors bring stays.

	:param expected: the ``total`` of :func:`count_clearable`, as it was shown. If it is another now, nothing is deleted.
	"""
	source = _writable(knowledge_source)
	cleared = clearing.clear(source.name, source.artifact_id, expected)
	return {"cleared": cleared, **_standing(source.artifact_id)}


@frappe.whitelist(methods=["GET", "POST"])
def get_stats(knowledge_source: str) -> dict[str, Any]:
	"""Inputs wanted and indexed, chunks, bytes, average chunks per input, progress and times.

	Who may not write the source gets the numbers of those inputs that they may read.
	"""
	return source_stats_for(_readable(knowledge_source).name, frappe.session.user)


@frappe.whitelist(methods=["GET", "POST"])
def list_builds(knowledge_source: str) -> list[dict[str, Any]]:
	"""The builds whose files are kept, newest first."""
	return told_builds(_writable(knowledge_source).name)


@frappe.whitelist(methods=["GET", "POST"])
def list_places(knowledge_source: str) -> list[dict[str, Any]]:
	"""How the source stands with each website that its selectors name: when they were compared, what came, left and failed.

	For who may write the source: addresses and reasons tell of the network that the site is in.
	"""
	return places_for_form(_writable(knowledge_source).artifact_id)


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def restore_build(knowledge_source: str, build: str) -> dict[str, Any]:
	"""Let searches answer from a kept build again."""
	source = _writable(knowledge_source)
	check_restorable(source.name, build)
	try:
		return {"status": restore(source.name, build), "live_build": build}
	except HufError as error:
		frappe.throw(said(error), title=_(error.code))


@frappe.whitelist(methods=["GET", "POST"])
def get_tests(knowledge_source: str) -> dict[str, Any]:
	"""How the tests of a source went: ``tests``, ``runs`` with their measures, ``under_way``, ``changed`` since the run before, ``hidden``."""
	return shown.told_of_source(_writable(knowledge_source).name, frappe.session.user)


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def run_tests(knowledge_source: str) -> dict[str, str]:
	"""Ask all tests of a source in a job; ``run`` is the one that was queued, or is under way."""
	source = _writable(knowledge_source)
	refuse_if_switched_off()
	return {"run": running.request_run(source.name)}


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def publish_held_build(knowledge_source: str, build: str) -> dict[str, Any]:
	"""Let searches answer from the new index that is held because its tests were worse; what changed since is indexed upon it."""
	return _decide(knowledge_source, build, deciding.PUBLISHED)


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=30, seconds=60)
def discard_held_build(knowledge_source: str, build: str) -> dict[str, Any]:
	"""Throw the new index that is held away; the one before it goes on answering."""
	return _decide(knowledge_source, build, deciding.DISCARDED)


def _decide(knowledge_source: str, build: str, decision: str) -> dict[str, Any]:
	source = _writable(knowledge_source)
	try:
		deciding.decide(source.name, build, decision)
	except HufError as error:
		frappe.throw(said(error), title=_(error.code))
	return {"status": frappe.db.get_value("Knowledge Source", source.name, "status")}


def _standing(artifact_id: str) -> dict[str, Any]:
	return {"status": derive_source_status(artifact_id)}


def _readable(name: str) -> "frappe._dict":
	# To users of the website a source is something that answers, not something to look into.
	return _allowed(name, may_use_knowledge() and can_read_source(name))


def _writable(name: str) -> "frappe._dict":
	return _allowed(name, can_write_source(name))


def _allowed(name: str, allowed: bool) -> "frappe._dict":
	"""The source as stored. Nobody learns here whether a source exists that is not theirs."""
	if not allowed:
		frappe.throw(
			_("There is no knowledge source of this name that you may use like this."), frappe.PermissionError
		)
	return frappe.db.get_value("Knowledge Source", name, ["name", "artifact_id"], as_dict=True)
