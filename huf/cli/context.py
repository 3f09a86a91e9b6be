"""``huf context``: the block that an agent would get."""

import sys
from dataclasses import replace
from pathlib import Path

import click

from huf.cli.shared import output
from huf.cli.shared.common import SOME_FAILED, clear_errors, index_argument, json_option
from huf.cli.shared.search_options import request_options
from huf.engine.prompt.context import SourceAllowance, build_context
from huf.engine.request import Request
from huf.local.searching import search_index


@click.command()
@index_argument
@click.argument("query")
@click.option(
	"--max-tokens", type=click.IntRange(50), default=2000, show_default=True, help="Room for the block."
)
@json_option
@clear_errors
@request_options
def context(
	directory: Path,
	query: str,
	max_tokens: int,
	request: Request,
	as_json: bool,
) -> None:
	"""Show the exact block that an agent would get for QUERY."""
	result = search_index(directory, replace(request, query=query))
	allowance = SourceAllowance(directory.name, max_chunks=request.top_k, token_budget=max_tokens)
	block = build_context([(allowance, result.hits)], total_tokens=max_tokens)
	if as_json:
		output.print_json(output.context_to_dict(block))
	elif block.left_out and not block.text:
		click.echo(f"Nothing fits into {max_tokens} tokens: the agent would get no block at all.")
	else:
		click.echo(block.text or "Nothing was found: the agent would get no block at all.")
	sys.exit(SOME_FAILED if result.skipped else 0)
