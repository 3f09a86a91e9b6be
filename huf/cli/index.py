"""``huf index``: take a folder into an index."""

import sys
from pathlib import Path

import click

from huf.cli.shared import estimates, output
from huf.cli.shared.chunk_options import chunk_options, ocr_option
from huf.cli.shared.common import SOME_FAILED, clear_errors, json_option
from huf.cli.shared.store_options import store_options
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.chunkers.settings import ChunkSettings
from huf.engine.indexing import BuildSettings
from huf.engine.reading import MOST_PROCESSES
from huf.engine.reading.limits import MEMORY_MB, SECONDS, ReadingLimits
from huf.local.estimating import estimate
from huf.local.index import LocalIndex
from huf.local.making import IndexOptions


@click.command()
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option(
	"--to",
	"directory",
	metavar="DIR",
	required=True,
	type=click.Path(path_type=Path),
	help="Where the index goes.",
)
@click.option(
	"--max-chunks", type=click.IntRange(0), default=0, help="Most chunks of one input; 0 is no limit."
)
@click.option(
	"--embedder",
	metavar="NAME",
	help="Add vectors, for search by meaning: local, minilm or litellm:MODEL. Kept for later runs; none takes them out.",
)
@ocr_option("Kept for later runs; ")
@click.option(
	"--reading-seconds",
	type=int,
	default=SECONDS,
	show_default=True,
	envvar="HUF_READING_SECONDS",
	help="Of the processor, to read one file until text comes. What needs more is left out and named.",
)
@click.option(
	"--reading-memory",
	metavar="MB",
	type=int,
	default=MEMORY_MB,
	show_default=True,
	envvar="HUF_READING_MEMORY",
	help="Memory to read one file.",
)
@click.option(
	"--reading-processes",
	metavar="N",
	type=click.IntRange(1, 64),
	envvar="HUF_READING_PROCESSES",
	help=f"Files that are read at once.  [default: as many as there are processors, at most {MOST_PROCESSES}]",
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
@click.option(
	"--corrections",
	metavar="FILE",
	type=click.Path(path_type=Path),
	help="YAML or JSON: passages that are left out, and texts that are read otherwise. Kept for later runs; none takes them back.",
)
@click.option("--rebuild", is_flag=True, help="Read everything again, also what did not change.")
@click.option(
	"--estimate",
	"is_estimate",
	is_flag=True,
	help="Say what it would take: files, texts, tokens, price and time. Nothing is written, and no service is asked.",
)
@click.option(
	"--list", "is_listed", is_flag=True, help="A line for each input; else only where there are at most 30."
)
@click.option("-q", "--quiet", "is_quiet", is_flag=True, help="Say only what was not read, and why.")
@json_option
@clear_errors
@store_options
@chunk_options
def index(
	folder: Path,
	directory: Path,
	chunking: ChunkSettings,
	max_chunks: int,
	embedder: str | None,
	ocr_languages: str | None,
	reading_seconds: int,
	reading_memory: int,
	reading_processes: int | None,
	language: str,
	store: StoreSettings | str | None,
	follow_links: bool,
	corrections: Path | None,
	rebuild: bool,
	is_estimate: bool,
	is_listed: bool,
	is_quiet: bool,
	as_json: bool,
) -> None:
	"""Index FOLDER (or one file) into DIR. Run it again to take in what changed."""
	settings = BuildSettings(
		chunking,
		max_chunks_per_input=max_chunks,
		language=language,
		limits=ReadingLimits(reading_seconds, reading_memory),
	)
	options = IndexOptions(
		embedder, store, ocr_languages, corrections, rebuild, follow_links, reading_processes or 0
	)
	local = LocalIndex(directory)
	with output.progress_bar(not (as_json or is_quiet), "estimate" if is_estimate else "index") as progress:
		if is_estimate:
			estimates.show(estimate(local, folder, settings, progress, options), as_json)
			return
		report = local.update(folder, settings, progress, options)
	if as_json:
		output.print_json(output.report_to_dict(report))
	else:
		output.print_report(report, directory, is_listed=is_listed, is_quiet=is_quiet)
	sys.exit(0 if report.is_complete else SOME_FAILED)
