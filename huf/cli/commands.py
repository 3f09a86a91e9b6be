"""The ``huf`` command: index a folder, search it, see what an agent would get. No server of any kind.

Exit codes: 0 done, 1 done but something is not searchable or not sound (named), 2 wrong usage.
"""

import sys
from dataclasses import asdict, replace
from pathlib import Path

import click

import huf
from huf.cli import output
from huf.cli.ask import ask
from huf.cli.common import SOME_FAILED, clear_errors, index_argument, json_option
from huf.cli.evaluate import evaluate
from huf.cli.explain import print_explanation
from huf.cli.mcp import mcp
from huf.cli.search_options import request_options, search_options
from huf.cli.store_options import store_options
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.chunkers import ChunkSettings
from huf.engine.chunkers.settings import CHUNKERS, UNITS
from huf.engine.context import SourceAllowance, build_context
from huf.engine.indexing import BuildSettings
from huf.engine.search import Request, Steps
from huf.local.index import LocalIndex


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(huf.__version__, prog_name="huf")
def main() -> None:
	"""Index what a company knows and search it, with the place of every hit."""


@main.command()
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option(
	"--to",
	"directory",
	metavar="DIR",
	required=True,
	type=click.Path(path_type=Path),
	help="Where the index goes.",
)
@click.option("--chunker", type=click.Choice(CHUNKERS), default="recursive", show_default=True)
@click.option("--chunk-size", type=int, default=512, show_default=True)
@click.option("--chunk-overlap", type=int, default=50, show_default=True)
@click.option("--chunk-unit", type=click.Choice(UNITS), default="tokens", show_default=True)
@click.option(
	"--max-chunks", type=click.IntRange(0), default=0, help="Most chunks of one input; 0 is no limit."
)
@click.option(
	"--embedder",
	metavar="NAME",
	help="Add vectors, for search by meaning: local, minilm or litellm:MODEL. Kept for later runs; none takes them out.",
)
@click.option(
	"--ocr-languages",
	metavar="LANGUAGES",
	envvar="HUF_OCR_LANGUAGES",
	help="Read scans and pictures with Tesseract in these languages, such as eng+deu. Kept for later runs; none leaves them "
	"unread.  [default: eng]",
)
@click.option(
	"--language",
	metavar="CODE",
	default="",
	help="The language of all texts, such as de.  [default: told for each text by its words]",
)
@click.option(
	"--follow-links", is_flag=True, help="Follow symbolic links, also out of FOLDER and to hidden files."
)
@click.option("--rebuild", is_flag=True, help="Read everything again, also what did not change.")
@json_option
@clear_errors
@store_options
def index(
	folder: Path,
	directory: Path,
	chunker: str,
	chunk_size: int,
	chunk_overlap: int,
	chunk_unit: str,
	max_chunks: int,
	embedder: str | None,
	ocr_languages: str | None,
	language: str,
	store: StoreSettings | str | None,
	follow_links: bool,
	rebuild: bool,
	as_json: bool,
) -> None:
	"""Index FOLDER (or one file) into DIR. Run it again to take in what changed."""
	settings = BuildSettings(
		ChunkSettings(chunker, chunk_size, chunk_overlap, chunk_unit),
		max_chunks_per_input=max_chunks,
		language=language,
	)
	with output.progress_bar(visible=not as_json) as progress:
		report = LocalIndex(directory).update(
			folder,
			settings,
			progress,
			rebuild=rebuild,
			embedder=embedder,
			store=store,
			ocr_languages=ocr_languages,
			follow_links=follow_links,
		)
	if as_json:
		output.print_json(output.report_to_dict(report))
	else:
		output.print_report(report, directory)
	sys.exit(0 if report.is_complete else SOME_FAILED)


@main.command()
@index_argument
@click.argument("query", required=False)
@click.option(
	"--queries",
	type=click.Path(exists=True, dir_okay=False, path_type=Path),
	help="A file with one query a line, searched in one process; prints the milliseconds of each.",
)
@json_option
@clear_errors
@search_options
def search(
	directory: Path,
	query: str | None,
	queries: Path | None,
	request: Request,
	steps: Steps,
	as_json: bool,
) -> None:
	"""Search DIR for QUERY."""
	if (query is None) == (queries is None):
		raise click.UsageError("Give a QUERY, or --queries FILE.")
	local = LocalIndex(directory)
	local.live_build()
	if queries is None:
		result = local.search(replace(request, query=query or ""), steps)
		if as_json:
			output.print_json(result.to_dict())
		else:
			output.print_result(result)
		sys.exit(SOME_FAILED if result.skipped else 0)
	lines = [line.strip() for line in queries.read_text("utf-8", "replace").splitlines() if line.strip()]
	results = [local.search(replace(request, query=line), steps) for line in lines]
	output.print_batch(results, as_json)
	sys.exit(SOME_FAILED if any(result.skipped for result in results) else 0)


@main.command()
@index_argument
@click.argument("query")
@json_option
@clear_errors
@search_options
def explain(
	directory: Path,
	query: str,
	request: Request,
	steps: Steps,
	as_json: bool,
) -> None:
	"""Show why the hits for QUERY stand where they stand: words, meaning, and every step."""
	result = LocalIndex(directory).search(replace(request, query=query, explain=True), steps)
	if as_json:
		output.print_json(result.to_dict())
	else:
		print_explanation(result)
	sys.exit(SOME_FAILED if result.skipped else 0)


@main.command()
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
	local = LocalIndex(directory)
	result = local.search(replace(request, query=query))
	allowance = SourceAllowance(directory.name, max_chunks=request.top_k, token_budget=max_tokens)
	block = build_context([(allowance, result.hits)], total_tokens=max_tokens)
	if as_json:
		output.print_json(output.context_to_dict(block))
	elif block.left_out and not block.text:
		click.echo(f"Nothing fits into {max_tokens} tokens: the agent would get no block at all.")
	else:
		click.echo(block.text or "Nothing was found: the agent would get no block at all.")
	sys.exit(SOME_FAILED if result.skipped else 0)


@main.command()
@index_argument
@json_option
@clear_errors
def info(directory: Path, as_json: bool) -> None:
	"""Say what DIR holds: the live build, its numbers, and every input with its state."""
	local = LocalIndex(directory)
	build, inputs = local.info(), list(local.inputs().values())
	if as_json:
		values = {
			**output.build_to_dict(build),
			"builds": local.builds(),
			"inputs_list": [asdict(i) for i in inputs],
		}
		output.print_json(values)
	else:
		output.print_info(build, inputs, local.builds())


@main.command()
@index_argument
@json_option
@clear_errors
def verify(directory: Path, as_json: bool) -> None:
	"""Check that the live build of DIR is whole and agrees with itself."""
	build = LocalIndex(directory).verify()
	if as_json:
		output.print_json({"ok": True, **output.build_to_dict(build)})
	else:
		click.echo(f"Sound: {build.inputs} inputs, {build.chunks} chunks, build {build.build_id}.")


main.add_command(ask)
main.add_command(evaluate)
main.add_command(mcp)


@main.command()
@click.option("--to", "directory", type=click.Path(path_type=Path), help="Keep the demo's index here.")
@json_option
@clear_errors
def demo(directory: Path | None, as_json: bool) -> None:
	"""Index the sample handbook, ask it six questions, and show what an agent would get."""
	from huf.cli import demo as sample

	result = sample.run(directory, show_progress=not as_json)
	if as_json:
		output.print_json(result.to_dict())
	else:
		result.show()


if __name__ == "__main__":
	main()
