"""``huf evaluate``: how good the search is on a collection of questions."""

from pathlib import Path

import click

from huf.cli import output
from huf.cli.common import clear_errors, json_option
from huf.cli.store_options import store_options
from huf.engine.backends.base import MODES, Mode
from huf.engine.backends.vector_store.settings import StoreSettings


@click.command()
@click.argument(
	"collections", metavar="COLLECTION...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
	"--by",
	metavar="FIELD",
	help="Group by this field of queries.jsonl.  [default: kind, where queries have one]",
)
@click.option("--mode", type=click.Choice(MODES), default="keyword", show_default=True)
@click.option(
	"--embedder",
	metavar="NAME",
	default="local",
	show_default=True,
	help="What makes the vectors, where the mode needs them: local, minilm or litellm:MODEL.",
)
@json_option
@clear_errors
@store_options
def evaluate(
	collections: tuple[Path, ...],
	by: str | None,
	mode: Mode,
	embedder: str,
	store: StoreSettings | str | None,
	as_json: bool,
) -> None:
	"""Measure retrieval on each COLLECTION: a folder with corpus.jsonl, queries.jsonl and qrels.tsv, or with such folders."""
	from huf.local.evaluation import collections_in, evaluate_with

	stored = store if isinstance(store, StoreSettings) else None
	evaluations = []
	for collection in collections_in(collections):
		with output.progress_bar(visible=not as_json) as progress:
			evaluations.append(
				evaluate_with(embedder, stored, collection, mode=mode, by=by, progress=progress)
			)
	if as_json:
		if len(evaluations) == 1:
			output.print_json(evaluations[0].to_dict())
		else:
			rows = [{"collection": found.name, **found.to_dict()} for found in evaluations]
			output.print_json({"collections": rows})
	else:
		output.print_evaluations(evaluations)
