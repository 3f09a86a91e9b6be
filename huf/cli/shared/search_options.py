"""The options of a search: what is asked for, as one request, and what refines the order of hits."""

import json
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from huf.engine.analysis.glossary import NO_GLOSSARY, Glossary, parse_glossary
from huf.engine.backends.base import MODES
from huf.engine.errors import InvalidFilter, SettingsError
from huf.engine.filters import NO_FILTERS, Filters
from huf.engine.filters.expressions import parse_expressions
from huf.engine.request import TOP_K, Request
from huf.engine.search.steps import Reranker, Steps
from huf.engine.search.steps.settings import MMR_LAMBDA, RERANK_TIMEOUT_S

Command = TypeVar("Command", bound=Callable[..., Any])

_MODE = click.option(
	"--mode",
	type=click.Choice(MODES),
	help="By words, by meaning, or both.  [default: hybrid if the index has vectors, else keyword]",
)
_REQUEST = (
	click.option(
		"--filter",
		"conditions",
		metavar="CONDITION",
		multiple=True,
		help="Only inputs of which this holds, such as title=*.pdf or date>=2024-01-01. All that are given must hold.",
	),
	click.option("--filters", "filters_json", metavar="JSON", help="The same as one JSON object."),
	click.option(
		"--glossary",
		"glossary_file",
		metavar="FILE",
		type=click.Path(exists=True, dir_okay=False, path_type=Path),
		help="A JSON file with what acronyms and terms are also called; it is added to the query.",
	),
	click.option(
		"--no-synonyms",
		is_flag=True,
		help="Search for what was typed alone, without the synonyms of business words that come with huf.",
	),
	click.option(
		"--top-k", type=click.IntRange(1, 100), default=TOP_K, show_default=True, help="How many hits."
	),
)
_STEPS = (
	click.option("--collapse", is_flag=True, help="Show equal texts of different inputs once."),
	click.option("--rerank", metavar="MODEL", help="Let a re-ranking model of LiteLLM order the best hits."),
	click.option(
		"--rerank-timeout",
		type=click.FloatRange(0, 60, min_open=True),
		default=RERANK_TIMEOUT_S,
		show_default=True,
		help="Seconds after which the order stays as it was.",
	),
	click.option(
		"--fresh",
		metavar="KEY",
		default="",
		help="Prefer newer, by this date: date (the document's own, or else modified), modified or indexed_at.",
	),
	click.option(
		"--half-life",
		type=click.FloatRange(0, min_open=True),
		default=365,
		show_default=True,
		help="Days, for --fresh.",
	),
	click.option(
		"--floor",
		type=click.FloatRange(0, 1),
		default=0,
		show_default=True,
		help="Leave out hits that answer less of the query.",
	),
	click.option(
		"--max-per-input",
		type=click.IntRange(0, 1000),
		default=0,
		show_default=True,
		help="Most hits of one input; 0 is no limit.",
	),
	click.option("--mmr", is_flag=True, help="Prefer hits that say something else than those before."),
	click.option(
		"--mmr-lambda",
		type=click.FloatRange(0, 1),
		default=MMR_LAMBDA,
		show_default=True,
		help="Share of relevance against novelty, for --mmr.",
	),
)


def request_options(command: Command) -> Command:
	"""Which hits, and how many; the command gets ``request``, which still lacks its query."""

	@wraps(command)
	def wrapper(**values: Any) -> Any:
		return command(request=_request(values), **values)

	return _with(_REQUEST, wrapper)  # type: ignore[return-value]


def search_options(command: Command) -> Command:
	"""The same, and the mode, and what is done with the hits after they are ranked, which the command gets as ``steps``."""

	@wraps(command)
	def wrapper(**values: Any) -> Any:
		return command(request=_request(values), steps=_steps(values), **values)

	return _with((_MODE, *_REQUEST, *_STEPS), wrapper)  # type: ignore[return-value]


def _with(options: tuple[Callable[[Command], Command], ...], command: Command) -> Command:
	for option in reversed(options):
		command = option(command)
	return command


def _request(values: dict[str, Any]) -> Request:
	"""What the options ask for; they are taken out of ``values``."""
	filters = _filters(values.pop("conditions"), values.pop("filters_json"))
	return Request(
		"",
		top_k=values.pop("top_k"),
		mode=values.pop("mode", None),
		filters=filters,
		glossary=_glossary(values.pop("glossary_file")),
		synonyms=not values.pop("no_synonyms"),
	)


def _steps(values: dict[str, Any]) -> Steps:
	"""The steps that the options switch on; they are taken out of ``values``."""
	rerank = values.pop("rerank")
	return Steps(
		collapse=values.pop("collapse"),
		reranker=_reranker(rerank) if rerank else None,
		rerank_timeout_s=values.pop("rerank_timeout"),
		freshness_key=values.pop("fresh"),
		half_life_days=values.pop("half_life"),
		floor=values.pop("floor"),
		max_per_input=values.pop("max_per_input"),
		mmr=values.pop("mmr"),
		mmr_lambda=values.pop("mmr_lambda"),
	)


def _reranker(model: str) -> Reranker:
	from huf.engine.search.steps.litellm_reranker import LiteLLMReranker

	return LiteLLMReranker(model)


def _filters(conditions: tuple[str, ...], filters_json: str | None) -> Filters:
	"""What both options say together.

	Raises:
		InvalidFilter: they cannot be read, or ask what cannot be asked.
	"""
	if not conditions and filters_json is None:
		return NO_FILTERS
	try:
		values = json.loads(filters_json) if filters_json else None
	except (ValueError, RecursionError):
		raise InvalidFilter("--filters is not valid JSON.") from None
	return parse_expressions(conditions, values)


def _glossary(path: Path | None) -> Glossary:
	"""The glossary in a file; an empty one without a file.

	Raises:
		SettingsError: it is no glossary.
	"""
	if path is None:
		return NO_GLOSSARY
	try:
		values = json.loads(path.read_text("utf-8"))
	except (ValueError, RecursionError):
		raise SettingsError(f"The glossary {path} is not valid JSON.") from None
	return parse_glossary(values)
