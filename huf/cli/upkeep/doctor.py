"""``huf doctor``: whether an index and what it needs are as they should be, and what to do where they are not."""

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from huf.cli.shared import output
from huf.cli.shared.common import SOME_FAILED, clear_errors, index_argument, json_option
from huf.local.upkeep.doctor import examine
from huf.local.upkeep.findings import Found, Level


@click.command()
@index_argument
@click.option(
	"--services",
	is_flag=True,
	help="Search once, which asks the model and the vector store, and may cost a little.",
)
@json_option
@clear_errors
def doctor(directory: Path, services: bool, as_json: bool) -> None:
	"""Look at all that the index in DIR needs. Ends with 1 if something that searches rely on does not work."""
	found = examine(directory, with_services=services)
	is_sound = not any(each.level is Level.FAULT for each in found)
	if as_json:
		output.print_json({"ok": is_sound, "findings": [asdict(each) for each in found]})
	else:
		_print(found)
	if not is_sound:
		sys.exit(SOME_FAILED)


def _print(found: Sequence[Found]) -> None:
	for each in found:
		click.echo(f"{each.level.value:8} {each.words}")
		if each.advice:
			click.echo(f"{'':8} → {each.advice}")
