"""``huf evaluate``: how good the search is on a collection of questions."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from huf.cli import output
from huf.cli.common import clear_errors, json_option
from huf.cli.store_options import store_options
from huf.engine.backends.base import MODES, Mode
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.local.evaluation import METRICS, Evaluation, collections_in, evaluate_with


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
		_print(evaluations)


def _print(evaluations: Sequence[Evaluation]) -> None:
	"""One table of all collections and their groups."""
	click.secho(
		f"{'':<26}{'queries':>8}" + "".join(f"{metric:>9}" for metric in METRICS) + "   p50 ms   p95 ms",
		bold=True,
	)
	for found in evaluations:
		_print_measures(found.name, found.whole, f"{found.p50_ms:>9.1f}{found.p95_ms:>9.1f}")
		for group, row in found.groups.items():
			_print_measures(f"  {found.by}={group}", row)


def _print_measures(label: str, row: Mapping[str, float], times: str = "") -> None:
	values = "".join(f"{row[metric]:>9.4f}" for metric in METRICS)
	click.echo(f"{label[:25]:<26}{row['queries']:>8}{values}{times}")
