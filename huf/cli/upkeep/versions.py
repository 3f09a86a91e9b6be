"""``huf builds`` and ``huf compare``: the builds that an index keeps, and what differs between two of them."""

from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from huf.cli.shared import output
from huf.cli.shared.common import clear_errors, index_argument, json_option
from huf.engine.builds import BuildInfo
from huf.engine.inspection import BuildComparison, ChangedInput, TextDifference
from huf.engine.prompt.untrusted import without_invisible
from huf.engine.types import IndexedInput
from huf.local.index import LocalIndex
from huf.local.upkeep.versions import Versions

_STYLES: dict[str, tuple[str, dict[str, Any]]] = {
	"same": ("{}", {"dim": True}),
	"removed": ("[-{}-]", {"fg": "red"}),
	"added": ("{{+{}+}}", {"fg": "green"}),
}
"""How a part of a change is shown: marks, which are there without colours too, and colours."""


@click.command()
@index_argument
@click.option("--restore", metavar="BUILD", help="Answer from this build again.")
@json_option
@clear_errors
def builds(directory: Path, restore: str | None, as_json: bool) -> None:
	"""List the builds that DIR keeps, newest first."""
	versions = Versions(LocalIndex(directory))
	if restore:
		versions.restore(versions.of(restore))
	found = versions.builds()
	if as_json:
		listed = [{**output.build_to_dict(one), "is_live": one.build_id == versions.live} for one in found]
		output.print_json({"builds": listed})
		return
	for one in found:
		mark = click.style("live", fg="green") if one.build_id == versions.live else "    "
		click.echo(f"{one.build_id}  {_made(one)}  {mark}  {one.inputs} inputs, {one.chunks} chunks")


@click.command()
@index_argument
@click.argument("before", required=False)
@click.argument("after", required=False)
@click.option("--input", "key", metavar="INPUT", help="How the text of this input changed.")
@click.option("--texts", is_flag=True, help="Also how the text of each changed input changed.")
@json_option
@clear_errors
def compare(
	directory: Path, before: str | None, after: str | None, key: str | None, texts: bool, as_json: bool
) -> None:
	"""Say what differs between two builds of DIR: BEFORE and AFTER, each the id of a build or a date.

	Without AFTER the live build; without BEFORE the build made before that.
	"""
	versions = Versions(LocalIndex(directory))
	new = versions.of(after) if after else versions.live
	old = versions.of(before) if before else versions.before(new)
	if key is not None:
		difference = versions.compare_input(old, new, key)
		if as_json:
			output.print_json({"before": old, "after": new, "input": key, **difference.to_dict()})
		else:
			_print_difference(difference)
		return
	found = versions.compare(old, new)
	shown = {
		one.after.key: versions.compare_input(old, new, one.after.key)
		for one in found.changed
		if texts and "text" in one.what and (one.before.chunks or one.after.chunks)
	}
	if as_json:
		output.print_json(_to_dict(found, shown))
	else:
		_print_comparison(found, shown)


def _made(info: BuildInfo) -> str:
	return datetime.fromtimestamp(info.created_at).strftime("%Y-%m-%d %H:%M")


def _print_comparison(found: BuildComparison, shown: dict[str, TextDifference]) -> None:
	click.echo(f"From {found.before.build_id} ({_made(found.before)})")
	click.echo(f"to   {found.after.build_id} ({_made(found.after)})")
	if not found.is_made_alike:
		click.secho("They were made with other settings, or by another version of huf.", fg="yellow")
	for item in found.added:
		_print_input("added", "green", item)
	for item in found.removed:
		_print_input("removed", "red", item)
	for one in found.changed:
		_print_changed(one, shown.get(one.after.key))
	click.echo(
		f"{len(found.added)} added, {len(found.removed)} removed, {len(found.changed)} changed, {found.unchanged} unchanged."
	)


def _print_input(word: str, colour: str, item: IndexedInput) -> None:
	click.echo(f"  {click.style(f'{word:<8}', fg=colour)} {output.on_line(item.key)}")


def _print_changed(one: ChangedInput, difference: TextDifference | None) -> None:
	status = f"  {one.before.status} → {one.after.status}" if one.before.status != one.after.status else ""
	word = click.style(f"{'changed':<8}", fg="yellow")
	click.echo(f"  {word} {output.on_line(one.after.key)}  ({', '.join(one.what)}){status}")
	if difference is not None:
		_print_difference(difference, indent="    ")


def _print_difference(difference: TextDifference, indent: str = "") -> None:
	if not difference.changes and difference.is_whole:
		click.echo(f"{indent}The text is the same.")
	for change in difference.changes:
		if place := output.on_line(change.place.label()):
			click.secho(f"{indent}{place}", fg="cyan")
		text = "".join(_styled(part.kind, part.text) for part in change.parts)
		click.echo("\n".join(f"{indent}{line}" for line in text.strip("\n").split("\n")))
	if not difference.is_whole:
		click.secho(f"{indent}There is more; these are the first changes.", fg="yellow")


def _styled(kind: str, text: str) -> str:
	marks, style = _STYLES[kind]
	return "\n".join(
		click.style(marks.format(line), **style) if line else ""
		for line in without_invisible(text).split("\n")
	)


def _to_dict(found: BuildComparison, shown: dict[str, TextDifference]) -> dict[str, Any]:
	return {
		"before": output.build_to_dict(found.before),
		"after": output.build_to_dict(found.after),
		"is_made_alike": found.is_made_alike,
		"added": [asdict(item) for item in found.added],
		"removed": [asdict(item) for item in found.removed],
		"changed": [
			{"before": asdict(one.before), "after": asdict(one.after), "what": list(one.what)}
			| ({"difference": shown[one.after.key].to_dict()} if one.after.key in shown else {})
			for one in found.changed
		],
		"unchanged": found.unchanged,
	}
