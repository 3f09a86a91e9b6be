"""The facets of a search on a site: counted from nothing but passages that the asking user was found to be allowed to read now.

A facet whose own field the request filters by is counted as if it did not, so that the other values stay to be chosen: by a
search more for each such field. Sources that the request names count as such a field, the others being all that the user may search.
"""

from collections.abc import Callable
from dataclasses import replace

from huf.ai.knowledge.searching.known_keys import is_declared
from huf.ai.knowledge.searching.requests import granted
from huf.engine.filters.facets import SOURCE, facets_of, is_facet
from huf.engine.request import Request
from huf.engine.types import Facet, SearchResult

MOST_COUNTED = 100
"""Passages of one source that are counted."""
MOST_TOGETHER = 500
"""Passages of all sources together, unless there are very many."""
LEAST_COUNTED = 30
"""Passages of each source, however many there are."""
MOST_ANEW = 6
"""Fields that one request filters by and that are counted without it; each is a search."""


def with_facets(asked: Request, request: Request, search: Callable[..., SearchResult]) -> SearchResult:
	"""The result of ``request`` with its facets.

	:param asked: the request as it was sent, ``request`` being what was granted of it.
	:param search: ``retriever.search_as``.
	"""
	result = search(_counting(request))
	found = {facet.field: facet for facet in _facets(request, result)}
	for field, without in _without_own_filter(asked, request):
		# Told to the one who asks, but no search of theirs: the sources do not count as searched for it.
		again = search(_counting(replace(without, top_k=1, explain=False, origin=None)), request.principal)
		anew = {facet.field: facet for facet in _facets(without, again)}
		if field in anew:
			# In its place: what was clicked must not move away.
			found[field] = anew[field]
		else:
			found.pop(field, None)
	return replace(result, facets=tuple(found.values()))


def with_facets_as_filtered(request: Request, search: Callable[[Request], SearchResult]) -> SearchResult:
	"""The result of ``request`` with its facets, all under its own filters: for a model, which narrows step by step. One search.

	:param search: for the asking user.
	"""
	result = search(_counting(request))
	return replace(result, facets=_facets(request, result))


def _counting(request: Request) -> Request:
	together = MOST_TOGETHER // max(1, len(request.sources))
	return replace(request, facets=max(LEAST_COUNTED, min(MOST_COUNTED, together)))


def _facets(request: Request, result: SearchResult) -> tuple[Facet, ...]:
	return facets_of(result.counted, result.counted_in_part, request.filters.zone, is_declared)


def _without_own_filter(asked: Request, request: Request) -> list[tuple[str, Request]]:
	"""For each field that the request filters by: the request without that filter."""
	fields = dict.fromkeys(one.field.name for one in request.filters.conditions if is_facet(one.field.name))
	# A name of a record means one of this DocType, and nothing without it.
	if any(one.field.name == "reference_name" for one in request.filters.conditions):
		fields.pop("reference_doctype", None)
	found = []
	for field in list(fields)[:MOST_ANEW]:
		others = tuple(one for one in request.filters.conditions if one.field.name != field)
		found.append((field, replace(request, filters=replace(request.filters, conditions=others))))
	if asked.sources:
		everywhere, _refused = granted(replace(asked, sources=()))
		found.append((SOURCE, everywhere))
	return found
