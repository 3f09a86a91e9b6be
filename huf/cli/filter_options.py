"""Options that narrow a search to some inputs, or widen it by what words are also called."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from huf.engine.errors import InvalidFilter, SettingsError
from huf.engine.filters import NO_FILTERS, Filters
from huf.engine.glossary import NO_GLOSSARY, Glossary, parse_glossary

Command = TypeVar("Command", bound=Callable[..., Any])

glossary_option = click.option(
	"--glossary",
	"glossary_file",
	metavar="FILE",
	type=click.Path(exists=True, dir_okay=False, path_type=Path),
	help="A JSON file with what acronyms and terms are also called; it is added to the query.",
)


def filter_options(command: Command) -> Command:
	"""Both ways of saying which inputs may be found; :func:`read_filters` makes one of them."""
	one = click.option(
		"--filter",
		"conditions",
		metavar="CONDITION",
		multiple=True,
		help="Only inputs of which this holds, such as title=*.pdf or date>=2024-01-01. All that are given must hold.",
	)
	several = click.option("--filters", "filters_json", metavar="JSON", help="The same as one JSON object.")
	return one(several(command))


def read_filters(conditions: tuple[str, ...], filters_json: str | None) -> Filters:
	"""What both options say together.

	Raises:
		InvalidFilter: they cannot be read, or ask what cannot be asked.
	"""
	if not conditions and filters_json is None:
		return NO_FILTERS
	from huf.engine.filters.expressions import parse_expressions

	try:
		values = json.loads(filters_json) if filters_json else None
	except (ValueError, RecursionError):
		raise InvalidFilter("--filters is not valid JSON.") from None
	return parse_expressions(conditions, values)


def read_glossary(path: Path | None) -> Glossary:
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
