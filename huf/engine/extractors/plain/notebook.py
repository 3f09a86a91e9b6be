"""Notebooks (Jupyter): the texts, the code and what it printed, under the headings of the texts."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import CorruptFile
from huf.engine.extractors.encoding import read_text
from huf.engine.extractors.plain.markdown import extract_markdown
from huf.engine.extractors.plain.structured import MAX_JSON
from huf.engine.types import Section

VERSION = 1
USES = ("md", "yaml")

_MAX_OUTPUT = 10_000
"""Characters of what one cell printed; more is a log, and seldom what somebody looks for."""
_FENCE = re.compile(r"`{3,}")


def extract_ipynb(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Cells in their order, as Markdown: code is fenced, and so is what it printed. Pictures are left out."""
	try:
		book = json.loads(read_text(content, notes, MAX_JSON))
		cells = (
			book["cells"] if "cells" in book else [c for sheet in book["worksheets"] for c in sheet["cells"]]
		)
		text = "\n\n".join(part for cell in cells for part in _parts(cell))
	except (ValueError, KeyError, TypeError, AttributeError) as error:
		raise CorruptFile(
			f"The file is called .{content.extension} but the parts of such a file are not in it. Save it again from its program."
		) from error
	for section in extract_markdown(Content("notebook.md", data=text.encode("utf-8", "replace")), notes):
		# Lines would be those of the text that was put together here, which nobody can look up.
		yield replace(section, locator=replace(section.locator, lines=None))


def _parts(cell: dict[str, Any]) -> Iterator[str]:
	source = _text(cell.get("source", cell.get("input", "")))
	if cell["cell_type"] != "code":
		yield source
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


def _text(value: Any) -> str:
	return "".join(map(str, value)) if isinstance(value, list) else str(value)


def _fenced(text: str) -> str:
	longest = max((len(found) for found in _FENCE.findall(text)), default=2)
	fence = "`" * (longest + 1)
	return f"{fence}\n{text.rstrip()}\n{fence}"
