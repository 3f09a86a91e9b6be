"""Optional knowledge: the tools an agent may call, in OpenAI form."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from huf.engine.backends.base import MODES, Mode
from huf.engine.errors import HufError, InvalidFilter, QueryTooLong
from huf.engine.filters import NO_FILTERS, Filters
from huf.engine.filters.expressions import parse_expressions
from huf.engine.filters.parsing import parse_filters
from huf.engine.request import TOP_K, Request

SEARCH_TOOL = "knowledge_search"
SOURCES_TOOL = "get_knowledge_sources"
MAX_TOP_K = 10
MOST_PAGES = 4
"""Pages that a model may turn to; what is further down is found by better words."""
MOST_NEIGHBORS = 3
"""Passages before and after each hit that a model may ask for."""

QUERY_PARAMETER: dict[str, Any] = {
	"type": "string",
	"description": "Keywords or a question, in the language of the documents.",
}
FILTERS_PARAMETER: dict[str, Any] = {
	"type": "object",
	"description": (
		'Only documents of which all of this holds, such as {"date": {"from": "2024-01-01"}, "title": "*.pdf", "tags": ["hr"], '
		'"metadata.customer": "Acme"}. Leave it out unless the question names such a limit. Another name is answered with those '
		"that there are."
	),
}
FACETS_PARAMETER: dict[str, Any] = {
	"type": "boolean",
	"description": (
		"true: also how the documents that match are spread over sources, kinds, authors, dates, tags and metadata, each value with "
		"the filter that keeps to it. To see what there is, before you narrow a search that finds too much."
	),
}


class ToolArgumentError(HufError):
	"""The model called the tool wrongly. The message is for the model: it says how to call it."""

	code = "Tool Arguments"
	acts = "model"
	retryable = True


@dataclass(frozen=True, slots=True)
class ToolSource:
	"""A source that the tool may search, described for the model."""

	name: str
	description: str = ""
	has_vectors: bool = False
	"""Whether it can be searched by meaning too."""


def tool_schemas(sources: Sequence[ToolSource]) -> list[dict[str, Any]]:
	"""The tools for ``sources``; none without sources. What may be searched is fixed here, not by the model."""
	if not sources:
		return []
	listed = "\n".join(f"- {source.name}: {source.description or 'no description'}" for source in sources)
	parameters = search_parameters(
		[source.name for source in sources],
		most=MAX_TOP_K,
		usual=TOP_K,
		modes=any(source.has_vectors for source in sources),
	)
	parameters |= {
		"neighbors": {
			"type": "integer",
			"minimum": 0,
			"maximum": MOST_NEIGHBORS,
			"description": "Passages before and after each hit to read with it, when a passage begins or ends too early.",
		},
		"page": {
			"type": "integer",
			"minimum": 1,
			"maximum": MOST_PAGES,
			"default": 1,
			"description": "2 gives the passages after the first ones of the same query.",
		},
	}
	del parameters["top_k"]["default"]
	parameters["top_k"]["description"] = (
		"At most so many passages. Leave it out for as many as are worth their room."
	)
	if "mode" in parameters:
		parameters["mode"]["default"] = "hybrid"
	search = {
		"name": SEARCH_TOOL,
		"description": (
			"Search the company's knowledge. Gives numbered passages; cite the ones you use, like [1]. "
			'If they answer only a part of the question, search again as "next" says: each of ask_alone as a query of its own, then '
			"with the filters of named_documents, or with the arguments of one of linked_records, which the records found link to. "
			"Passages in given_before stand above already."
			f" Sources:\n{listed}"
		),
		"parameters": {
			"type": "object",
			"properties": parameters,
			"required": ["query"],
			"additionalProperties": False,
		},
	}
	listing = {
		"name": SOURCES_TOOL,
		"description": "List the knowledge sources that you can search, with what they are about.",
		"parameters": {"type": "object", "properties": {}, "additionalProperties": False},
	}
	return [{"type": "function", "function": function} for function in (search, listing)]


def search_parameters(names: Sequence[str], *, most: int, usual: int, modes: bool) -> dict[str, Any]:
	"""What a tool that searches takes, for agents of this site and for other assistants: JSON schemas by name.

	:param names: the sources that there are to choose from; none: any name. :param most, usual: hits.
	:param modes: whether a choice between words and meaning makes sense.
	"""
	source: dict[str, Any] = {
		"type": "string",
		"description": "Search only this source. Leave it out to search all.",
	}
	parameters: dict[str, Any] = {
		"query": QUERY_PARAMETER,
		"knowledge_source": {**source, "enum": list(names)} if names else source,
		"top_k": {
			"type": "integer",
			"minimum": 1,
			"maximum": most,
			"default": usual,
			"description": "How many passages.",
		},
	}
	parameters["filters"] = FILTERS_PARAMETER
	parameters["facets"] = FACETS_PARAMETER
	if modes:
		parameters["mode"] = {
			"type": "string",
			"enum": list(MODES),
			"description": "hybrid: words and meaning together. keyword: exact words and codes. vector: meaning alone.",
		}
	return parameters


@dataclass(frozen=True, slots=True)
class ToolSearch:
	"""What a model asks for."""

	request: Request
	page: int = 1
	"""1 to :data:`MOST_PAGES`: the first ``top_k`` passages, or those after them."""
	says_how_many: bool = True
	"""Whether the model named ``top_k``; if not, so many passages are wanted as are worth their room."""


def parse_tool_arguments(
	raw: str | Mapping[str, Any] | None, sources: Sequence[ToolSource], timezone: str = "UTC"
) -> ToolSearch:
	"""What the model sent for ``knowledge_search``, checked: its sources are names out of ``sources``.

	:param timezone: the IANA name of the zone in which dates without an offset are meant.

	Raises:
		ToolArgumentError: with a message that tells the model how to call the tool.
	"""
	arguments = _as_mapping(raw)
	query = arguments.get("query")
	if not isinstance(query, str) or not query.strip():
		raise ToolArgumentError('"query" is missing. Call again with {"query": "what to look for"}.')
	names = [source.name for source in sources]
	wanted = arguments.get("knowledge_source")
	if wanted in (None, ""):
		chosen = tuple(names)
	elif wanted in names:
		chosen = (wanted,)
	else:
		raise ToolArgumentError(
			f"There is no such knowledge source for you. Use one of: {', '.join(names)}; or leave it out."
		)
	mode = _known_mode(arguments.get("mode"), [source for source in sources if source.name in chosen])
	neighbors = arguments.get("neighbors")
	try:
		request = Request(
			query.strip(),
			chosen,
			_clamped(arguments.get("top_k"), TOP_K, 1, MAX_TOP_K),
			mode,
			filters=_filters(arguments.get("filters"), timezone),
			neighbors=None if neighbors is None else _clamped(neighbors, 0, 0, MOST_NEIGHBORS),
			facets=int(wants_facets(arguments)),
			names=True,
		)
	except (InvalidFilter, QueryTooLong) as error:
		raise ToolArgumentError(str(error)) from error
	says_how_many = arguments.get("top_k") is not None
	return ToolSearch(request, _clamped(arguments.get("page"), 1, 1, MOST_PAGES), says_how_many)


def wants_facets(arguments: Mapping[str, Any]) -> bool:
	"""Whether a model asks for facets; some write the word."""
	return arguments.get("facets") in (True, 1, "true", "True", "1")


def _as_mapping(raw: str | Mapping[str, Any] | None) -> Mapping[str, Any]:
	if isinstance(raw, str):
		try:
			raw = json.loads(raw or "{}")
		# RecursionError: thousands of nested brackets, which a confused model does write.
		except (ValueError, RecursionError):
			raise ToolArgumentError('The arguments are not JSON. Call again with {"query": "…"}.') from None
	if not isinstance(raw, Mapping):
		raise ToolArgumentError('The arguments must be a JSON object, such as {"query": "…"}.')
	return raw


def _filters(value: Any, timezone: str) -> Filters:
	"""Nothing, in whatever form models write that, filters nothing. Some write the object as text."""
	if value in (None, "", "null") or value == [] or value == {}:
		return NO_FILTERS
	if isinstance(value, str):
		try:
			value = json.loads(value)
		except (ValueError, RecursionError):
			return parse_expressions([value], timezone=timezone)
	return parse_filters(value, timezone=timezone)


def _known_mode(value: Any, chosen: Sequence[ToolSource]) -> Mode | None:
	"""``mode`` from whatever the model sent: nonsense, and meaning where no source has vectors, is the default."""
	wanted = next((mode for mode in MODES if mode == value), None)
	if wanted == "vector" and not all(source.has_vectors for source in chosen):
		# The sources without vectors would be left out, and the model would take that for "nothing found".
		return None
	return wanted


def _clamped(value: Any, usual: int, least: int, most: int) -> int:
	"""A number from whatever the model sent: out of range is moved into it, nonsense is the usual one."""
	try:
		return min(max(int(value), least), most)
	except (TypeError, ValueError, OverflowError):
		return usual
