"""``huf purge``: documents taken out of every kept build of an index for good."""

import sys
from dataclasses import asdict
from pathlib import Path

import click

from huf.cli.shared import output
from huf.cli.shared.common import SOME_FAILED, clear_errors, index_argument, json_option
from huf.local.index import LocalIndex
from huf.local.upkeep.purging import LocalPurge
from huf.local.upkeep.purging import purge as purge_inputs


@click.command()
@index_argument
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True)
@json_option
@clear_errors
def purge(directory: Path, inputs: tuple[str, ...], as_json: bool) -> None:
	"""Take each INPUT of DIR out of every kept build for good, so that neither a file of the index nor its vector store or search engine
	has a word of it."""
	with output.progress_bar(not as_json and sys.stderr.isatty()) as show:
		done = purge_inputs(LocalIndex(directory), list(dict.fromkeys(inputs)), show)
	if as_json:
		output.print_json({"inputs": list(inputs), **asdict(done)})
	else:
		_print(done)
	sys.exit(SOME_FAILED if done.unknown or done.left else 0)


def _print(done: LocalPurge) -> None:
	for build in done.builds:
		name = build.after if build.before == build.after else f"{build.before}, now {build.after}"
		passages = "1 passage" if build.passages == 1 else f"{build.passages} passages"
		click.echo(f"Build {name}: written anew, {passages} removed.")
	for name in done.untouched:
		click.echo(f"Build {name}: has nothing of it.")
	for count, single, several in (
		(done.vectors, "vector", "vectors"),
		(done.scans, "file with recognised pages", "files with recognised pages"),
		(done.corrections, "correction", "corrections"),
	):
		if count:
			click.echo(f"{count} {single if count == 1 else several} removed.")
	for one in done.left:
		why = (
			"its server does not answer. Run this again when it does."
			if one.is_own
			else "it belongs to the index that this one is a copy of. Purge it there."
		)
		place = " ".join(filter(None, (one.kind, one.collection)))
		click.secho(f"{output.on_line(place)} may still have something of it: {why}", fg="yellow", err=True)
	for key in done.unknown:
		click.secho(f"No build knows {output.on_line(key)}.", fg="yellow", err=True)
	click.echo(
		"Documents are where they were: take them out of their folder, or the next indexing brings them back. Packs that were made "
		"before have them, too."
	)
