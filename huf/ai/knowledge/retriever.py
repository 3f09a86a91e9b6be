"""Who may search what: the one way from Frappe to the engine's search (V3).

``knowledge_search`` is the public function: it finds out which of the sources the caller may read.
``search_as`` is the inner one: it searches exactly the sources that server code names. Neither takes a
permission flag (V6, P-H1), and a web request that comes here imports neither LiteLLM nor llama-index.

A hit is shown only while its input exists, is enabled and belongs to the source, and only to those who may read the record
or the File that it stems from (:mod:`huf.ai.access.records`): what is deleted, and what somebody may not read any
more, is gone from every answer at once, also before the index is made anew. An input that was *edited* is found by
its old text until the new one is indexed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import frappe
from frappe import _
from frappe.utils import cint

from huf.ai.access.records.inputs import InputRights, TooManyRefused
from huf.ai.access.records.prefilters import prefiltered
from huf.ai.access.records.redaction import as_told_to
from huf.ai.access.scopes.resolver import may_search, searchable_sources
from huf.ai.knowledge.indexing import damage, publish
from huf.ai.knowledge.records.staleness import with_freshness
from huf.ai.knowledge.searching import filtering, last_searched
from huf.ai.knowledge.searching.glossaries import glossaries
from huf.ai.knowledge.searching.ranking_steps import unknown_date
from huf.ai.knowledge.searching.targets import fresh_pointers, pointers, targets_of, unavailable
from huf.ai.site.events import announce
from huf.ai.site.limits import SEARCHES, checked_query, limit_rate, parsed_argument
from huf.ai.site.settings import get_settings, is_switched_off, reason_switched_off
from huf.engine.backends.base import MODES, Mode
from huf.engine.errors import IndexMissing
from huf.engine.filters import NO_FILTERS, Filters
from huf.engine.search import SearchTarget, search
from huf.engine.types import SearchResult, Skipped

MOST_HITS = 20
MOST_SOURCES = 100
"""Names that one call may give; a list without an end would be a way to keep a worker busy."""
FUSED_HITS = 5
"""A hybrid search puts ``candidate_factor`` chunks of each leg together for each of so many hits, the usual number: not for
each that is asked for, so that the first hits do not depend on how many these are."""


@frappe.whitelist(methods=["GET", "POST"])
def knowledge_search(
	query: str,
	knowledge_source: str | None = None,
	knowledge_sources: list[str] | str | None = None,
	top_k: int = 5,
	filters: dict[str, Any] | str | None = None,
	mode: str | None = None,
) -> dict[str, Any]:
	"""Search knowledge sources with the rights of the calling user.

	:param knowledge_source: one source; :param knowledge_sources: several, as a list or as JSON. Neither: all
		that may answer the caller.
	:param top_k: hits wanted, 1 to 20 (values outside are brought inside).
	:param filters: which inputs may be found, as ``docs/retrieval.md`` has it: ``{"title": "*.pdf", "tags": ["hr"]}``, also as JSON,
		or in words: ``title=*.pdf; tags in hr``.
	:param mode: ``keyword``, ``vector`` or ``hybrid``. None: words and meaning where a source has vectors, else words.
	:returns: ``SearchResult.to_dict()``: ``query``, ``hits``, ``skipped`` (sources not searched, and why), ``partly_read``
		(documents of which the index holds a part only, and why), ``took_ms``, ``mode``, ``notes``, ``expanded_query`` (with
		what a glossary added).
	"""
	limit_rate(SEARCHES)
	user = frappe.session.user
	query = checked_query(query)
	named = named_sources(knowledge_source, knowledge_sources)
	wanted = filtering.read_filters(filters)
	how = checked_mode(mode)
	allowed, refused = [], []
	if named is None:
		allowed = searchable_sources(user)
	for name in named or ():
		if may_search(name, user):
			allowed.append(frappe.db.get_value("Knowledge Source", name, "name"))
		else:
			refused.append(unavailable(name))
	found = search_as(user, allowed, query, top_k=top_k, filters=wanted, mode=how)
	result = replace(found, skipped=(*refused, *found.skipped))
	note_search(result, allowed, wanted)
	return result.to_dict()


def note_search(result: SearchResult, sources: Sequence[str], filters: Filters) -> None:
	"""For each road on which users ask for themselves: a question without a hit may become a Knowledge Gap."""
	if not result.hits:
		announce("huf_nothing_found", result.query, sources, result, filters)


def search_as(
	user: str,
	sources: Sequence[str],
	query: str,
	*,
	top_k: int = 5,
	priorities: Mapping[str, int] | None = None,
	filters: Filters = NO_FILTERS,
	mode: Mode | None = None,
	explain: bool = False,
) -> SearchResult:
	"""Search exactly these sources on behalf of ``user``. For server code that has decided on the scope itself.

	The sources count as searched, and the result tells no more than the user may know.

	:param sources: names; the caller has made sure that ``user`` may be answered from each of them.
	:param priorities: a higher number lets a source's hits come earlier.
	:param filters: only hits of inputs that satisfy them; of records that they name, only those that ``user`` may read.
	:param mode: None: as well as each source can.
	:param explain: the result says why, too.
	"""
	result = find_as(
		user,
		sources,
		query,
		top_k=top_k,
		priorities=priorities,
		filters=filters,
		mode=mode,
		explain=explain,
		is_noted=True,
	)
	return as_told_to(user, result)


def find_as(
	user: str,
	sources: Sequence[str],
	query: str,
	*,
	top_k: int = 5,
	priorities: Mapping[str, int] | None = None,
	filters: Filters = NO_FILTERS,
	mode: Mode | None = None,
	explain: bool = False,
	is_noted: bool = False,
) -> SearchResult:
	"""What :func:`search_as` finds. Its explanation counts what ``user`` may not see, too.

	:param is_noted: the sources count as searched.
	"""
	top_k = clamp_top_k(top_k)
	query = query if isinstance(query, str) else ""
	if is_switched_off():
		off = (Skipped(name, "Knowledge Off", reason_switched_off()) for name in dict.fromkeys(sources))
		return replace(search([], query), skipped=tuple(off))
	rights = InputRights(user)
	rows = pointers(sources, frappe.db)
	targets, skipped = targets_of(sources, rows, priorities or {})
	how: dict[str, Any] = {
		"top_k": top_k,
		"kinds": _kinds(),
		"mode": mode,
		"explain": explain,
		"filters": filtering.for_user(filters, user, sources),
		"glossary": glossaries().everywhere,
		"depth": get_settings().candidate_factor * FUSED_HITS,
	}
	result = _search_prefiltered(rights, targets, query, **how)
	if any(skip.code == IndexMissing.code for skip in result.skipped):
		fresh = fresh_pointers(sources)
		again, skipped_now = targets_of(sources, fresh, priorities or {})
		if again != targets:
			rows = fresh
			skipped = skipped_now
			targets = again
			result = _search_prefiltered(rights, targets, query, **how)
	result = _answered_by_older(rights, targets, rows, result, query, **how)
	if is_noted:
		last_searched.note(rows[target.source].artifact_id for target in targets)
	if result.explanation:
		# What was asked, not what was made of it: that names inputs and records that may not be the user's.
		result = replace(result, explanation=replace(result.explanation, filters=filters.in_words()))
	return replace(
		result,
		hits=filtering.without_references(with_freshness(result.hits), rights.may_name_record),
		skipped=(*skipped, *result.skipped),
		notes=(*result.notes, *rights.notes, *_misset(rows)),
	)


def _answered_by_older(
	rights: InputRights,
	targets: Sequence[SearchTarget],
	rows: Mapping[str, Any],
	result: SearchResult,
	query: str,
	**how: Any,
) -> SearchResult:
	"""``result``; where files of a live build were lost, as the newest kept build answers that can be read, and with words
	about it."""
	damage.suspect(result.skipped, {name: row.artifact_id for name, row in rows.items()})
	names = {target.source for target in targets}
	told = {
		name: damage.note_of_older(name, row.answers_from)
		for name, row in rows.items()
		if row.answers_from and name in names
	}
	tried: set[Path] = set()
	for _again in range(publish.KEPT_BUILDS):
		older, notes = damage.older_targets(targets, result.skipped, tried)
		if not notes:
			break
		targets = older
		told.update(notes)
		result = _search_prefiltered(rights, targets, query, **how)
	skipped = {skip.source for skip in result.skipped}
	return replace(
		result, notes=(*result.notes, *(note for name, note in told.items() if name not in skipped))
	)


def _search_prefiltered(
	rights: InputRights, targets: Sequence[SearchTarget], query: str, *, filters: Filters, **how: Any
) -> SearchResult:
	"""The search, begun anew with less to find whenever nearly all that it finds is refused."""
	found = None
	for prefilter, is_last in prefiltered(filters, rights.user, [target.source for target in targets]):
		rights.begin(is_patient=is_last)
		try:
			found = search(
				targets, query, accept=rights.accept, may_name=rights.may_name, filters=prefilter, **how
			)
			break
		except TooManyRefused:
			continue
	assert found is not None, "the last search is patient"
	return found


def _misset(rows: Mapping[str, Any]) -> list[str]:
	"""What is wrong with settings of the searched sources that a search can do without."""
	return [f"{name}: {said}" for name, row in rows.items() if (said := unknown_date(row))]


def clamp_top_k(top_k: int | str | None) -> int:
	"""``top_k`` as a number from 1 to 20, and at most what Agent Settings allow."""
	most = get_settings().max_chunks_per_search
	return max(1, min(cint(top_k, 5) or 1, MOST_HITS, most if most > 0 else MOST_HITS))


def checked_mode(mode: str | None) -> Mode | None:
	"""The mode that a caller named, or None for the default; any other word is refused with those there are."""
	if not mode:
		return None
	found = next((known for known in MODES if known == mode), None)
	if found is None:
		frappe.throw(_("There is no such mode of searching. Known: {0}.").format(", ".join(MODES)))
	return found


def named_sources(one: str | None, several: list[str] | str | None) -> list[str] | None:
	"""The sources that the caller named, each once; None if none was named."""
	if isinstance(several, str):
		is_list = several.strip().startswith("[")
		several = parsed_argument("knowledge_sources", several) if is_list else [several] if several else []
	names = [*([one] if one else []), *(several or [])]
	if not all(isinstance(name, str) for name in names):
		frappe.throw(_("knowledge_sources must be a list of names."))
	if len(names) > MOST_SOURCES:
		frappe.throw(_("At most {0} knowledge sources can be named in one search.").format(MOST_SOURCES))
	return list(dict.fromkeys(names)) or None


def _kinds() -> Any:
	from huf.ai.knowledge.backends.registries import backend_registry

	return backend_registry()
