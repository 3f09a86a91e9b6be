"""``huf read``: what huf reads of a file, and where it cuts it."""

import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from huf.cli.shared import output
from huf.cli.shared.chunk_options import chunk_options, ocr_option
from huf.cli.shared.common import SOME_FAILED, clear_errors, json_option
from huf.engine.chunkers.settings import ChunkSettings
from huf.engine.content import Content
from huf.engine.errors import InputError
from huf.engine.inspection import MOST_PASSAGES, FileView, ReadPassage, ReadSection, inspect_file
from huf.engine.ocr import DEFAULT_LANGUAGES, Ocr, checked_languages
from huf.engine.prompt.untrusted import without_invisible
from huf.engine.types import Correction
from huf.local.corrections import NOT_THERE, SEVERAL, FileCorrections, excerpt
from huf.local.extractors import local_extractors
from huf.local.files import open_without_links

_MOST_PASSAGES = 100_000
"""All that is shown of a file is held in memory."""
_PROPERTIES = {
	"document_title": "Title",
	"document_author": "Written by",
	"document_date": "Date",
	"document_kind": "Kind",
	"document_language": "Language",
	"ocr": "Recognised in",
	"ocr_pages": "Pages recognised",
	"ocr_confidence": "Sure of them",
}
_MARGIN, _REPEATED = "│ ", "┆ "
"""Before each line of a document, so that none of them can pass for a line of huf's; the second before what also stands elsewhere."""


@click.command()
@click.argument(
	"files",
	metavar="FILE...",
	nargs=-1,
	required=True,
	type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@ocr_option("")
@click.option(
	"--max-chunks",
	type=click.IntRange(1, _MOST_PASSAGES),
	default=MOST_PASSAGES,
	show_default=True,
	help="Most passages shown of one file.",
)
@click.option(
	"--corrections",
	"corrections_file",
	metavar="FILE",
	type=click.Path(exists=True, dir_okay=False, path_type=Path),
	help="Show what these corrections, as of huf index, make of each FILE.",
)
@json_option
@clear_errors
@chunk_options
def read(
	files: tuple[Path, ...],
	chunking: ChunkSettings,
	ocr_languages: str | None,
	max_chunks: int,
	corrections_file: Path | None,
	as_json: bool,
) -> None:
	"""Show what is read of each FILE, and where it is cut into passages. No index is needed, and none is made."""
	ocr = Ocr(checked_languages(DEFAULT_LANGUAGES if ocr_languages is None else ocr_languages))
	extractors = local_extractors()
	corrected = FileCorrections.read(corrections_file) if corrections_file else FileCorrections()
	answers: list[dict[str, Any]] = []
	has_failed = False
	for path in files:
		if not path.is_file():
			raise click.UsageError(f"{output.on_line(str(path))} is no regular file; it was not opened.")
		corrections = corrected.of_path(path)
		try:
			view = inspect_file(
				_content(path),
				chunking,
				ocr=ocr,
				extractors=extractors,
				most_passages=max_chunks,
				corrections=corrections,
			)
		except (InputError, OSError) as error:
			has_failed = True
			failure = _failure(path, error)
			answers.append(failure)
			if not as_json:
				click.echo(
					f"Error: {output.on_line(str(path))}: {output.on_line(failure['message'])}", err=True
				)
			continue
		not_applied = _not_applied(view, corrections)
		told = [{"text": text, "reason": reason} for text, reason in not_applied]
		answers.append(
			{
				"ok": True,
				**view.to_dict(),
				"corrections": len(corrections),
				"corrections_not_applied": told,
			}
		)
		if not as_json:
			print_view(view, len(corrections), not_applied)
	if as_json:
		output.print_json({"ok": not has_failed, "files": answers})
	sys.exit(SOME_FAILED if has_failed else 0)


def _failure(path: Path, error: InputError | OSError) -> dict[str, Any]:
	"""One file that could not be read, ready for JSON; the others are read all the same."""
	if isinstance(error, OSError):
		return {"ok": False, "name": path.name, "code": "File Error", "message": f"{error.strerror}."}
	return {"ok": False, "name": path.name, "code": error.code, "message": str(error)}


def _not_applied(view: FileView, corrections: Sequence[Correction]) -> list[tuple[str, str]]:
	"""The corrections that changed nothing: what each is about, and why."""
	return [
		(excerpt(one), SEVERAL if one.key in view.ambiguous else NOT_THERE)
		for one in corrections
		if one.key in view.unapplied
	]


def print_view(view: FileView, corrections: int = 0, not_applied: Sequence[tuple[str, str]] = ()) -> None:
	"""A file for a person: what it is, what was not read of it, and each section with the borders of its passages."""
	click.secho(output.on_line(view.name), bold=True)
	count = len(view.passages)
	amount = f"{count:,} passage{'s' if count != 1 else ''}, {view.passages[-1].end:,} characters"
	click.secho(f"{view.media_type}: {amount}", dim=True)
	for key, value in view.properties.items():
		if value not in (None, ""):
			unit = " %" if key == "ocr_confidence" else ""
			click.echo(f"{_PROPERTIES.get(key, key)}: {output.on_line(str(value))}{unit}")
	for note in view.unread:
		click.secho(f"! {output.on_line(note)}", fg="yellow")
	for note in view.notes:
		click.echo(f"· {output.on_line(note)}")
	if corrections:
		click.secho(f"~ {corrections - len(not_applied)} of {corrections} corrections applied", fg="magenta")
	for text, reason in not_applied:
		click.secho(f"! Correction not applied: “{output.on_line(text)}”: {reason}", fg="yellow")
	sections, place = list(view.sections), ""
	for passage in view.passages:
		if passage.skipped_pages:
			first, last = passage.skipped_pages
			pages = f"page {first}" if first == last else f"pages {first} to {last}"
			click.secho(f"\n! Nothing was read of {pages}.", fg="yellow")
		while sections and sections[0].start < passage.end:
			place = _print_section(sections.pop(0))
		_print_passage(passage, place)
	click.echo()


def _print_section(section: ReadSection) -> str:
	"""Its place and kind; gives the place."""
	place = output.on_line(section.locator.label())
	kind = "" if section.kind == "prose" else section.kind
	click.echo(click.style(f"\n■ {', '.join(filter(None, (place, kind))) or 'text'}", fg="cyan", bold=True))
	return place


def _print_passage(passage: ReadPassage, place_of_section: str) -> None:
	place = output.on_line(passage.locator.label())
	click.secho(
		f"── {passage.number}{' · ' + place if place not in ('', place_of_section) else ''}", fg="blue"
	)
	if by_people := output.corrected_words(passage.corrected_on, passage.left_out_on):
		click.secho(f"~ {by_people}", fg="magenta")
	for reason in passage.suspicions:
		click.secho(f"! {output.on_line(reason)}", fg="yellow")
	for line in (*_lines(passage.header), *_lines(passage.text[: passage.repeats])):
		click.secho(_REPEATED + line, dim=True)
	for line in _lines(passage.text[passage.repeats :]):
		click.echo(_MARGIN + line)


def _lines(text: str) -> Iterator[str]:
	yield from without_invisible(text).strip("\n").splitlines()


def _content(path: Path) -> Content:
	"""The file that ``path`` names now, which may be a link: that was the choice of whoever named it."""
	real = Path(os.path.realpath(path, strict=True))
	return Content(name=path.name, opener=partial(open_without_links, real))
