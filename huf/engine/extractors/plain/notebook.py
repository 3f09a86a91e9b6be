"""Notebooks (Jupyter): the texts, the code and what it printed, under the headings of the texts."""

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, NamedTuple

from huf.engine.content import Content
from huf.engine.errors import CorruptFile
from huf.engine.extractors.encoding import read_text
from huf.engine.extractors.pictures.inside import PicturesInside
from huf.engine.extractors.plain.markdown import extract_markdown
from huf.engine.extractors.plain.structured import MAX_JSON
from huf.engine.extractors.properties import tell
from huf.engine.types import Locator, Section

VERSION = 3
USES = ("md", "yaml")

_MAX_OUTPUT = 10_000
"""Characters of what one cell printed; more is a log, and seldom what somebody looks for."""
_KINDS = ("image/png", "image/jpeg", "image/webp", "image/bmp", "image/tiff", "png", "jpeg")
_FENCE = re.compile(r"`{3,}")


def extract_ipynb(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Cells in their order, as Markdown: code is fenced, and so is what it printed. Pictures come behind the section in which they stand."""
	lines = 0
	parts: list[str] = []
	shown: list[tuple[int, str]] = []
	"""Pictures, by the last line of the text before them."""
	try:
		book = json.loads(read_text(content, notes, MAX_JSON))
		cells = (
			book["cells"] if "cells" in book else [c for sheet in book["worksheets"] for c in sheet["cells"]]
		)
		for part in (part for cell in cells for part in _parts(cell)):
			if isinstance(part, _Picture):
				shown.append((lines, part.data))
			else:
				parts.append(part)
				lines += len(part.splitlines()) + (1 if len(parts) > 1 else 0)
	except (ValueError, KeyError, TypeError, AttributeError) as error:
		raise CorruptFile(
			f"The file is called .{content.extension} but the parts of such a file are not in it. Save it again from its program."
		) from error
	_tell(content, book)
	text = "\n\n".join(parts)
	pictures = PicturesInside(content)
	shown.reverse()
	place = Locator()

	def before(line: float) -> Iterator[Section]:
		while shown and shown[-1][0] < line:
			data = shown.pop()[1]
			if section := pictures.section(data, partial(_decoded, data), place):
				yield section

	for section in extract_markdown(Content("notebook.md", data=text.encode("utf-8", "replace")), notes):
		# Lines would be those of the text that was put together here, which nobody can look up.
		yield from before(section.locator.lines[0] if section.locator.lines else 0)
		place = replace(section.locator, lines=None)
		yield replace(section, locator=place)
	yield from before(inf)
	notes.extend(pictures.notes())


def _tell(content: Content, book: dict[str, Any]) -> None:
	"""What the notebook says of itself (nbformat 4, ``metadata``)."""
	said = book.get("metadata")
	if not isinstance(said, dict):
		return
	authors = said.get("authors")
	names = [one.get("name") for one in authors if isinstance(one, dict)] if isinstance(authors, list) else []
	title = said.get("title")
	tell(
		content,
		author=", ".join(name for name in names if isinstance(name, str)),
		title=title if isinstance(title, str) else None,
	)


class _Picture(NamedTuple):
	"""What a cell shows, as it stands in the file."""

	data: str


def _parts(cell: dict[str, Any]) -> Iterator[str | _Picture]:
	source = _text(cell.get("source", cell.get("input", "")))
	if cell["cell_type"] != "code":
		yield source
		for attached in dict(cell.get("attachments") or ()).values():
			yield from _pictures(attached)
		return
	if source.strip():
		yield _fenced(source)
	for output in cell.get("outputs", ()):
		shown = output.get("data", output)
		printed = _text(shown.get("text/plain", shown.get("text", "")))
		if output.get("output_type") in ("error", "pyerr"):
			printed = f"{output.get('ename', '')}: {output.get('evalue', '')}"
		if printed.strip():
			yield _fenced(printed[:_MAX_OUTPUT])
		yield from _pictures(shown)


def _pictures(shown: dict[str, Any]) -> Iterator[_Picture]:
	"""The first of the forms in which one picture is given (nbformat 4; its versions before name them without ``image/``)."""
	for kind in _KINDS:
		if data := shown.get(kind):
			yield _Picture(_text(data))
			return


def _decoded(data: str) -> bytes:
	try:
		return base64.b64decode(data)
	except ValueError:
		return b""


def _text(value: Any) -> str:
	return "".join(map(str, value)) if isinstance(value, list) else str(value)


def _fenced(text: str) -> str:
	longest = max((len(found) for found in _FENCE.findall(text)), default=2)
	fence = "`" * (longest + 1)
	return f"{fence}\n{text.rstrip()}\n{fence}"
