"""Requests as they come to a site over HTTP, made into the one value that every search takes, for whoever is logged in."""

from dataclasses import replace
from typing import Any, cast

import frappe
from frappe import _
from frappe.utils import cint

from huf.ai.access.scopes.resolver import searchable_among, searchable_sources
from huf.ai.knowledge.searching.filtering import read_filters
from huf.ai.knowledge.searching.search_log import SEARCH
from huf.ai.knowledge.searching.targets import unavailable
from huf.ai.site.limits import BadRequest, parsed_argument
from huf.ai.site.settings import get_settings
from huf.ai.words import said
from huf.engine.backends.base import Mode
from huf.engine.errors import QueryTooLong, SettingsError
from huf.engine.request import MOST_HITS, TOP_K, Origin, Request
from huf.engine.types import Skipped

MOST_SOURCES = 100
"""Names that one call may give; a list without an end would be a way to keep a worker busy."""


def read_request(
	query: str,
	knowledge_source: str | None = None,
	knowledge_sources: list[str] | str | None = None,
	*,
	top_k: int | str | None = TOP_K,
	filters: dict[str, Any] | str | None = None,
	mode: str | None = None,
	explain: int = 0,
	road: str = SEARCH,
) -> Request:
	"""What the user of the session asks for, by this road. Whatever cannot be asked is refused with a reason."""
	try:
		return Request(
			query,
			tuple(named_sources(knowledge_source, knowledge_sources) or ()),
			top_k=cint(top_k, TOP_K),
			mode=cast("Mode | None", mode or None),
			filters=read_filters(filters),
			principal=frappe.session.user,
			explain=bool(cint(explain)),
			origin=Origin(road),
		)
	except QueryTooLong as error:
		frappe.throw(said(error), BadRequest, title=_(error.code))
	except SettingsError as error:
		frappe.throw(said(error))


def granted(request: Request) -> tuple[Request, tuple[Skipped, ...]]:
	"""The request with the sources that its principal may search: of those that it names, or, if it names none, all.

	Beside it those that it names and that are not the principal's; they sound like sources that do not exist.
	"""
	if not request.sources:
		return replace(request, sources=tuple(searchable_sources(request.principal))), ()
	own = searchable_among(request.sources, request.principal)
	refused = tuple(unavailable(name) for name in request.sources if name not in own)
	return replace(request, sources=tuple(own[name] for name in request.sources if name in own)), refused


def clamp_top_k(top_k: int | str | None) -> int:
	"""``top_k`` as a number from 1 to 20, and at most what Agent Settings allow."""
	most = get_settings().max_chunks_per_search
	return max(1, min(cint(top_k, TOP_K) or 1, MOST_HITS, most if most > 0 else MOST_HITS))


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
