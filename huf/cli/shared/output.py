"""What the ``huf`` command prints: for people in colour and columns, for programs as plain dictionaries."""

from __future__ import annotations

import json
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from huf.engine.analysis.query import parse_query
from huf.engine.prompt.untrusted import without_invisible

if TYPE_CHECKING:
	from huf.engine.builds import BuildInfo
	from huf.engine.prompt.context import Context
	from huf.engine.types import Hit, IndexedInput, Progress, SearchResult
	from huf.local.index import IndexReport

_EXCERPT = 280
"""Characters of a hit's text shown to a person."""
MOST_LINES = 30
"""Of so many inputs each has a line of its own; of more what was not read is told by its reasons."""
_NAMED = 3
"""Names given as examples of a reason."""
_STATUS_COLOURS = {
	"Indexed": "green",
	"Partially Indexed": "yellow",
	"Reading Scan": "yellow",
	"No Text": "yellow",
	"Error": "red",
}
_STEPS = {
	"copy": "Preparing",
	"index": "Indexing",
	"finish": "Writing",
	"verify": "Checking",
	"publish": "Publishing",
	"pack": "Packing",
	"purge": "Purging",
	"estimate": "Reading",
}


def print_json(values: dict[str, Any]) -> None:
	"""One object on one line, in ASCII: no terminal and no file name can make it unreadable."""
	click.echo(json.dumps(values))


@contextmanager
def progress_bar(visible: bool, begins: str = "index") -> Iterator[Callable[[Progress], None]]:
	"""A bar on standard error that counts inputs and names the step; nothing when not a terminal or not wanted.

	:param begins: the step that it names until it is told one.
	"""
	if not visible:
		yield lambda _: None
		return
	bar: Any
	with click.progressbar(length=1, label=f"{_STEPS[begins]:<10}", file=sys.stderr, show_eta=False) as bar:

		def show(progress: Progress) -> None:
			bar.length = max(progress.total, 1)
			bar.label = f"{_STEPS[progress.step]:<10}"
			bar.update(progress.done - bar.pos)
			bar.render_progress()

		yield show


def on_line(text: str) -> str:
	"""A name as it can stand on a line: no control character of it moves the cursor, breaks the line or changes a colour."""
	return without_invisible(text).replace("\n", " ")


def print_report(
	report: IndexReport, directory: Path, *, is_listed: bool = False, is_quiet: bool = False
) -> None:
	"""What was indexed, and what was not and why.

	:param is_listed: each input on a line, however many there are. :param is_quiet: only what was not read, on standard error.
	"""
	if is_quiet:
		_print_reasons(report, is_error=True)
		_print_corrections(report, is_error=True)
		return
	if is_listed or len(report.inputs) + len(report.removed) + len(report.skipped) <= MOST_LINES:
		_print_each(report)
	else:
		_print_reasons(report)
	_print_corrections(report)
	searchable = len(report.inputs) - len(report.not_searchable)
	click.echo(
		f"{searchable} of {len(report.inputs)} inputs are searchable, {report.info.chunks} chunks"
		f" ({len(report.changed)} read now, {report.info.bytes / 1e6:.1f} MB in {directory})."
	)


def _print_each(report: IndexReport) -> None:
	width = max((len(item.key) for item in report.inputs), default=0)
	for item in report.inputs:
		status = click.style(f"{item.status:<17}", fg=_STATUS_COLOURS[item.status])
		click.echo(f"  {on_line(item.key):<{width}}  {status} {_amount(item)}")
		if item.message:
			click.echo(textwrap.indent(textwrap.fill(item.message, _width() - 6), "      "))
	for key in report.removed:
		click.echo(f"  {on_line(key):<{width}}  removed")
	for skip in report.skipped:
		click.echo(f"  {on_line(skip.path):<{width}}  {click.style('Skipped', fg='yellow')}")
		click.echo(textwrap.indent(textwrap.fill(skip.reason, _width() - 6), "      "))


def _print_corrections(report: IndexReport, *, is_error: bool = False) -> None:
	"""How many there are, and each that changed nothing."""
	if report.corrections and not is_error:
		count = report.corrections - len(report.not_applied)
		click.echo(
			f"  {count} of {report.corrections} correction{'s' if report.corrections != 1 else ''} applied."
		)
	for one in report.not_applied:
		line = f"  Correction not applied: {on_line(one.file)}, “{on_line(one.text)}”: {one.reason}"
		click.secho(line, fg="yellow", err=is_error)


def _print_reasons(report: IndexReport, *, is_error: bool = False) -> None:
	"""What was not read or not whole: how many for each reason, the most first, with examples."""
	found: dict[tuple[str, str], list[tuple[str, str]]] = {}
	for item in report.inputs:
		if item.message:
			found.setdefault((item.status, item.code), []).append((item.key, item.message))
	for skip in report.skipped:
		found.setdefault(("Skipped", skip.reason), []).append((skip.path, skip.reason))
	for (status, code), those in sorted(found.items(), key=lambda each: -len(each[1])):
		title = status if status == "Skipped" or code in ("", status) else f"{status}, {code}"
		colour = _STATUS_COLOURS.get(status, "yellow")
		click.echo(f"  {click.style(title, fg=colour)}: {len(those)}", err=is_error)
		names = ", ".join(on_line(key) for key, _reason in those[:_NAMED])
		if len(those) > _NAMED:
			names += f" and {len(those) - _NAMED} more"
		for text in (names, those[0][1]):
			click.echo(textwrap.indent(textwrap.fill(text, _width() - 6), "      "), err=is_error)


def print_result(result: SearchResult) -> None:
	"""The hits of one query, each with its place."""
	print_notes(result)
	if result.expanded_query not in ("", result.query):
		click.secho(f"Searched for: {without_invisible(result.expanded_query)}", dim=True)
	if not result.hits and not result.skipped:
		click.echo("Nothing found. Try other words, or fewer.")
	for hit in result.hits:
		place = on_line(hit.locator.label())
		head = click.style(on_line(hit.title), bold=True) + (
			f" · {click.style(place, fg='cyan')}" if place else ""
		)
		click.echo(f"{hit.rank:>2}. {head}  {click.style(f'{hit.score:.2f}', dim=True)}")
		if by_people := corrected_words(hit.corrected_on, hit.left_out_on):
			click.secho(f"    ~ {by_people}", fg="magenta")
		if hit.summary_of:
			click.secho(f"    found by the summary of {on_line(hit.summary_of)}", dim=True)
		click.echo(textwrap.indent(textwrap.fill(excerpt(hit, result.query), _width() - 4), "    "))
	click.secho(f"{len(result.hits)} hits in {result.took_ms:.1f} ms", dim=True)


def corrected_words(corrected_on: str, left_out_on: str) -> str:
	"""What people did to a passage: *corrected on 2026-11-03, shortened on 2026-11-04*; empty if nothing."""
	found = (("corrected on", corrected_on), ("shortened on", left_out_on))
	return ", ".join(f"{what} {on_line(day)}" for what, day in found if day)


def print_notes(result: SearchResult) -> None:
	"""What was not searched, and what else there is to know, on standard error."""
	for skip in result.skipped:
		click.secho(f"{skip.source} was not searched: {skip.reason}", fg="red", err=True)
	for note in result.notes:
		click.secho(note, fg="yellow", err=True)


def print_batch(results: Sequence[SearchResult], as_json: bool) -> None:
	"""One line a query: milliseconds, number of hits, the best hit; or all results as JSON."""
	times = sorted(result.took_ms for result in results)
	median = (times[(len(times) - 1) // 2] + times[len(times) // 2]) / 2 if times else 0.0
	p95 = times[min(len(times) - 1, int(len(times) * 0.95))] if times else 0.0
	if as_json:
		totals = {"queries": len(times), "p50_ms": round(median, 3), "p95_ms": round(p95, 3)}
		print_json({"results": [result.to_dict() for result in results], **totals})
		return
	for result in results:
		best = f"{result.hits[0].title} · {result.hits[0].locator.label()}" if result.hits else "-"
		click.echo(f"{result.took_ms:8.1f} ms  {len(result.hits):>3} hits  {result.query[:50]:<50}  {best}")
	click.secho(f"{len(results)} queries, median {median:.1f} ms, 95th percentile {p95:.1f} ms", bold=True)


def print_info(build: BuildInfo, inputs: Sequence[IndexedInput], builds: Sequence[str]) -> None:
	"""The live build and its inputs."""
	click.echo(
		f"Live build {build.build_id} ({build.backend}, made in {build.seconds:.1f} s), kept: {', '.join(builds)}"
	)
	click.echo(
		f"{build.inputs} inputs, {build.chunks} chunks, {build.characters} characters, {build.bytes / 1e6:.1f} MB"
	)
	for item in inputs:
		status = click.style(f"{item.status:<17}", fg=_STATUS_COLOURS[item.status])
		click.echo(f"  {status} {on_line(item.key)}  {_amount(item)}  {item.message}")


def excerpt(hit: Hit, query: str) -> str:
	"""The part of the hit's text that holds most of the query: different words, long ones before short ones."""
	text = " ".join(without_invisible(hit.text).split())
	words = [re.escape(word.strip(".,;:!?\"'()")) for word in parse_query(query).content_words]
	found = list(re.finditer("|".join(filter(None, words)), text, re.IGNORECASE)) if any(words) else []

	def covered(first: re.Match[str]) -> int:
		window = (match for match in found if 0 <= match.start() - first.start() < _EXCERPT // 2)
		return sum(map(len, {match.group().casefold() for match in window}))

	best = max(found, key=covered, default=None)
	start = max(0, best.start() - _EXCERPT // 3) if best else 0
	part = text[start : start + _EXCERPT]
	return ("… " if start else "") + part + (" …" if start + _EXCERPT < len(text) else "")


def report_to_dict(report: IndexReport) -> dict[str, Any]:
	"""``huf index --json``."""
	return {
		**build_to_dict(report.info),
		"indexed": len(report.inputs) - len(report.not_searchable),
		"changed": list(report.changed),
		"removed": list(report.removed),
		"unchanged": len(report.inputs) - len(report.changed),
		"failed": [
			{"input": item.key, "status": item.status, "code": item.code, "message": item.message}
			for item in report.not_searchable
		],
		"skipped": [{"path": skip.path, "reason": skip.reason} for skip in report.skipped],
		"corrections": report.corrections,
		"corrections_not_applied": [
			{"file": one.file, "text": one.text, "reason": one.reason} for one in report.not_applied
		],
	}


def build_to_dict(build: BuildInfo) -> dict[str, Any]:
	"""The numbers of a build."""
	return {
		"build": build.build_id,
		"path": str(build.path),
		"backend": build.backend,
		"inputs": build.inputs,
		"chunks": build.chunks,
		"characters": build.characters,
		"bytes": build.bytes,
		"seconds": round(build.seconds, 3),
		"fingerprint": build.fingerprint,
		"created_at": build.created_at,
	}


def context_to_dict(context: Context) -> dict[str, Any]:
	"""``huf context --json``."""
	return {
		"text": context.text,
		"tokens": context.tokens,
		"left_out": context.left_out,
		"passages": [
			{
				"number": passage.number,
				"title": passage.hit.title,
				"input": passage.hit.input,
				"chunk_id": passage.hit.chunk_id,
				"locator": {**passage.hit.locator.to_dict(), "label": passage.hit.locator.label()},
				"text": passage.text,
				"trimmed": passage.trimmed,
			}
			for passage in context.passages
		],
	}


def _amount(item: IndexedInput) -> str:
	return f"{item.chunks} chunk{'s' if item.chunks != 1 else ''}" if item.chunks else ""


def _width() -> int:
	return min(shutil.get_terminal_size().columns, 110)
