"""``huf info`` and ``huf verify``: what an index holds, and whether it is whole."""

from dataclasses import asdict
from pathlib import Path

import click

from huf.cli.shared import output
from huf.cli.shared.common import clear_errors, index_argument, json_option
from huf.local.index import LocalIndex


@click.command()
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


@click.command()
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
