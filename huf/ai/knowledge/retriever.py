"""Who may search what: the one way from Frappe to the engine's search.

``knowledge_search`` is the public function: it finds out which of the sources the caller may read.
``search_as`` is the inner one: it searches exactly the sources that server code names. Neither takes a flag that would
leave rights out, and a web request that comes here imports neither LiteLLM nor llama-index.

A hit is shown only while its input exists, is enabled and belongs to the source, and only to those who may read the record
or the File that it stems from (:mod:`huf.ai.access.records`): what is deleted, and what somebody may not read any
more, is gone from every answer at once, also before the index is made anew. An input that was *edited* is found by
its old text until the new one is indexed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any

import frappe
from frappe.utils import cint

from huf.ai.access.records.inputs import InputRights, TooManyRefused
from huf.ai.access.records.prefilters import prefiltered
from huf.ai.access.records.redaction import as_told_to
from huf.ai.knowledge.backends.questions import asked_by
from huf.ai.knowledge.backends.registries import search_registry
from huf.ai.knowledge.searching import filtering, last_searched, search_log
from huf.ai.knowledge.searching.described_records import SURE, described, places
from huf.ai.knowledge.searching.facets import with_facets
from huf.ai.knowledge.searching.glossaries import glossaries
from huf.ai.knowledge.searching.live_values import with_live_values
from huf.ai.knowledge.searching.named_records import named, named_first, numbers_in, only
from huf.ai.knowledge.searching.requests import clamp_top_k, granted, read_request
from huf.ai.knowledge.searching.targets import AnsweringBuilds
from huf.ai.site.events import announce
from huf.ai.site.limits import SEARCHES, limit_rate
from huf.ai.site.settings import get_settings, is_switched_off, reason_switched_off
from huf.ai.words import told
from huf.engine.filters import Condition
from huf.engine.request import TOP_K, Request
from huf.engine.search import RefillBudget, search
from huf.engine.types import Hit, SearchResult, Skipped

FUSED_HITS = 5
"""A hybrid search puts ``candidate_factor`` chunks of each leg together for each of so many hits, the usual number: not for
each that is asked for, so that the first hits do not depend on how many these are."""

REFILL_SECONDS = 2.0
"""How long hits that may not be read are replaced by the next best. A search whose right is part of the statement for a batch, or
of the filter, needs a tenth of it for one record in 1,000 of 100,000; only hooks that are asked record by record take longer, and
whoever waits for them had better be told so than wait on."""


@frappe.whitelist(methods=["GET", "POST"])
def knowledge_search(
	query: str,
	knowledge_source: str | None = None,
	knowledge_sources: list[str] | str | None = None,
	top_k: int = TOP_K,
	filters: dict[str, Any] | str | None = None,
	mode: str | None = None,
	facets: int = 0,
	explain: int = 0,
) -> dict[str, Any]:
	"""Search knowledge sources with the rights of the calling user.

	:param knowledge_source: one source; :param knowledge_sources: several, as a list or as JSON. Neither: all
		that may answer the caller.
	:param top_k: hits wanted, 1 to 20 (values outside are brought inside).
	:param filters: which inputs may be found, as ``docs/retrieval.md`` has it: ``{"title": "*.pdf", "tags": ["hr"]}``, also as JSON,
		or in words: ``title=*.pdf; tags in hr``.
	:param mode: ``keyword``, ``vector`` or ``hybrid``. None: words and meaning where a source has vectors, else words.
	:param facets: 1: also ``facets``, how the inputs that match are spread over sources, kinds, dates, tags and more.
	:param explain: 1: also ``explanation``, why each hit stands where it stands, as far as the user may know.
	:returns: as ``SearchResult.to_dict()``, with reasons and notes in the caller's language: ``query``, ``hits``, ``skipped`` (sources not searched, and why), ``partly_read``
		(documents of which the index holds a part only, and why), ``took_ms``, ``mode``, ``notes``, ``expanded_query`` (with
		what a glossary added).
	"""
	limit_rate(SEARCHES)
	asked = read_request(
		query, knowledge_source, knowledge_sources, top_k=top_k, filters=filters, mode=mode, explain=explain
	)
	request, refused = granted(asked)
	if cint(facets):
		found = with_facets(asked, request, search_as)
	else:
		found = search_as(request)
	result = replace(found, skipped=(*refused, *found.skipped))
	note_search(request, result)
	return told(result)


def note_search(request: Request, result: SearchResult) -> None:
	"""For each road on which users ask for themselves: a question that finds nothing near may become a Knowledge Gap."""
	if not result.has_near:
		announce("huf_nothing_found", request, result)


def search_as(
	request: Request,
	told_to: str | None = None,
	in_builds: Mapping[str, str] | None = None,
	*,
	are_older: bool = False,
) -> SearchResult:
	"""Search exactly the sources of the request, with the rights of its principal; the one place that applies them.

	The sources count as searched, and the search is noted for the log. Server code that calls this has made sure that the principal may be answered from each. Nobody
	finds nothing.

	:param told_to: the user who reads the result, where that is not the principal: the explanation tells them no more than they
		may know, and no source counts as searched.
	:param in_builds: by source, the build to search in place of the live one, such as one that is not published yet. Rights are those of now.
	:param are_older: these were live before: what an input said when it stemmed from another file is not shown.
	"""
	began = perf_counter()
	user = request.principal
	request = replace(request, top_k=clamp_top_k(request.top_k))
	if is_switched_off():
		off = (
			Skipped(name, "Knowledge Off", reason_switched_off()) for name in dict.fromkeys(request.sources)
		)
		return replace(search([], request), skipped=tuple(off))
	asked_by(told_to or user)
	known, settings = glossaries(), get_settings()
	wanted = replace(
		request,
		filters=filtering.for_user(request.filters, user, request.sources),
		glossary=known.everywhere + request.glossary,
		synonyms=settings.search_synonyms,
		depth=max(1, settings.candidate_factor * FUSED_HITS),
	)
	rights = InputRights(user, in_older_builds=are_older, in_new_builds=bool(in_builds) and not are_older)
	builds, kinds = AnsweringBuilds(request, known, in_builds), search_registry()
	budget = RefillBudget(REFILL_SECONDS)
	result: SearchResult | None = None
	# No function of its own: a frame more for every search there is.
	find = partial(search, kinds=kinds, accept=rights.accept, may_name=rights.may_name, budget=budget)
	while result is None or builds.are_others_after(result):
		targets = [one.source for one in builds.targets]

		# Begun anew, with less to find, whenever nearly all that it finds is refused.
		for filters, patience in prefiltered(wanted.filters, rights, targets):
			rights.begin(patience)
			try:
				result = find(builds.targets, replace(wanted, filters=filters))
				break
			except TooManyRefused:
				continue
		assert result is not None, "the last search is patient"
		inputs, facts = described(request.query, targets, user)
		numbers = numbers_in(request.query) if facts < SURE else []
		if numbers or inputs:
			rights.begin()

			def find_beside(query: str, more: tuple[Condition, ...], most: int) -> SearchResult:
				filters = replace(wanted.filters, conditions=(*wanted.filters.conditions, *more))
				request = replace(wanted, query=query, filters=filters, top_k=most, facets=0, names=False)
				return find(builds.targets, request)

			if numbers and (numbered := named(numbers, targets, user, find_beside)):
				inputs, facts = numbered, SURE
			if inputs:
				first = find_beside(request.query, (only(inputs),), places(request.top_k, facts))
				result = named_first(first, result, request.top_k)
	if told_to is None:
		last_searched.note(builds.rows[target.source].artifact_id for target in builds.targets)
	if result.explanation:
		# What was asked, not what was made of it: that names inputs and records that may not be the user's.
		words = request.filters.in_words()
		result = replace(result, explanation=replace(result.explanation, filters=words))

	def showable(hits: Iterable[Hit]) -> tuple[Hit, ...]:
		return rights.for_website(filtering.without_references(hits, rights.may_name_record))

	result = replace(
		result,
		hits=rights.with_addresses(showable(with_live_values(result.hits, user))),
		counted=showable(filtering.with_tags(result.counted)),
		skipped=(*builds.skipped, *result.skipped),
		notes=(*result.notes, *builds.notes(result), *rights.notes),
	)
	result = as_told_to(told_to or user, result)
	search_log.note(request, result, told_to or user, perf_counter() - began)
	return result
