"""``huf evaluate``: how good the search is on a collection of questions."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

import click

from huf.cli.shared import output
from huf.cli.shared.common import clear_errors, json_option
from huf.cli.shared.store_options import store_options
from huf.engine.backends.base import MODES, Mode
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.local.quality.comparison import Comparison, Difference, compare, read_saved, save
from huf.local.quality.evaluation import METRICS, Evaluation, collections_in, evaluate_with


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
@click.option(
	"--save",
	"saved_to",
	metavar="FILE",
	type=click.Path(dir_okay=False, path_type=Path),
	help="Keep what was measured of each question, for a later --vs.",
)
@click.option(
	"--vs",
	"before",
	metavar="FILE",
	type=click.Path(exists=True, dir_okay=False, path_type=Path),
	help="Compare with what --save kept, question by question, and say whether chance alone would do as much.",
)
@click.option(
	"--no-synonyms",
	is_flag=True,
	help="Search for the words of the questions alone, without the synonyms that come with huf.",
)
@json_option
@clear_errors
@store_options
def evaluate(
	collections: tuple[Path, ...],
	by: str | None,
	mode: Mode,
	embedder: str,
	saved_to: Path | None,
	before: Path | None,
	no_synonyms: bool,
	store: StoreSettings | str | None,
	as_json: bool,
) -> None:
	"""Measure retrieval on each COLLECTION: a folder with corpus.jsonl, queries.jsonl and qrels.tsv, or with such folders."""
	saved = read_saved(before) if before else None
	stored = store if isinstance(store, StoreSettings) else None
	evaluations = []
	for collection in collections_in(collections):
		with output.progress_bar(visible=not as_json) as progress:
			found = evaluate_with(
				embedder, stored, collection, mode=mode, by=by, progress=progress, synonyms=not no_synonyms
			)
			evaluations.append(found)
	if saved_to:
		save(saved_to, evaluations)
	compared = [compare(found, saved) for found in evaluations] if saved is not None else []
	if as_json:
		rows = [
			{"collection": found.name, **found.to_dict(), **({"vs": one.to_dict()} if one else {})}
			for found, one in zip_longest(evaluations, compared)
		]
		if len(rows) == 1:
			rows[0].pop("collection")
		output.print_json(rows[0] if len(rows) == 1 else {"collections": rows})
		return
	_print(evaluations)
	if before:
		_print_compared(compared, before)


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


def _print_compared(compared: Sequence[Comparison], before: Path) -> None:
	"""The differences, each with its p, and how many questions are better and worse by the first metric."""
	click.secho(
		f"\n{f'against {output.on_line(before.name)}'[:25]:<26}{'queries':>8}"
		+ "".join(f"{metric:>9}{'p':>7}" for metric in METRICS)
		+ "    won   lost",
		bold=True,
	)
	for one in compared:
		_print_differences(one.name, one.queries, one.whole)
		for group, row in one.groups.items():
			_print_differences(f"  {one.by}={group}", None, row)


def _print_differences(label: str, queries: int | None, row: Mapping[str, Difference]) -> None:
	values = "".join(f"{row[metric].mean:>+9.4f}{row[metric].p:>7.3f}" for metric in METRICS)
	first = row[METRICS[0]]
	click.echo(f"{label[:25]:<26}{queries or '':>8}{values}{first.won:>7}{first.lost:>7}")
