"""``huf search``: the hits for a query, or for each of many."""

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from huf.cli.shared import output
from huf.cli.shared.common import SOME_FAILED, clear_errors, index_argument, json_option
from huf.cli.shared.search_options import search_options
from huf.engine.search import Request, Steps
from huf.engine.types import SearchResult
from huf.local.searching import live_build, search_index


@click.command()
@index_argument
@click.argument("query", required=False)
@click.option(
	"--queries",
	type=click.Path(exists=True, dir_okay=False, path_type=Path),
	help="A file with one query a line, searched in one process; prints the milliseconds of each.",
)
@click.option(
	"--as-of",
	metavar="BUILD",
	help="What a kept build answered: its id, or a date for the newest made up to then.",
)
@json_option
@clear_errors
@search_options
def search(
	directory: Path,
	query: str | None,
	queries: Path | None,
	as_of: str | None,
	request: Request,
	steps: Steps,
	as_json: bool,
) -> None:
	"""Search DIR for QUERY."""
	if (query is None) == (queries is None):
		raise click.UsageError("Give a QUERY, or --queries FILE.")
	live_build(directory)
	find = partial(search_index, directory) if as_of is None else _search_as_of(directory, as_of)
	if queries is None:
		result = find(replace(request, query=query or ""), steps)
		if as_json:
			output.print_json(result.to_dict())
		else:
			output.print_result(result)
		sys.exit(SOME_FAILED if result.skipped else 0)
	lines = [line.strip() for line in queries.read_text("utf-8", "replace").splitlines() if line.strip()]
	results = [find(replace(request, query=line), steps) for line in lines]
	output.print_batch(results, as_json)
	sys.exit(SOME_FAILED if any(result.skipped for result in results) else 0)


def _search_as_of(directory: Path, build: str) -> Callable[[Request, Steps], SearchResult]:
	"""Searches a kept build, by its id or a date."""
	from huf.local.index import LocalIndex
	from huf.local.upkeep.versions import Versions

	versions = Versions(LocalIndex(directory))
	return partial(versions.search, versions.of(build))
