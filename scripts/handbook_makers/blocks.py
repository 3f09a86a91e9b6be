"""The small markup of the handbook's sources, and what all its files share.

``#`` to ``###`` headings, ``!`` a line under the title, ``-`` bullets, ``|`` table rows (the first is the header), ``>``
speaker notes, a line ``\\f`` for a new page, and otherwise one paragraph for each block of lines.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "handbook"
MADE_AT = datetime(2026, 3, 1, 8, 0, tzinfo=timezone.utc)
"""The time that every file says it was made at, so that it comes out the same each time."""
BLUE = (22, 78, 122)
"""The company's colour: red, green, blue."""
_MARKS = {"! ": "note", "- ": "bullet", "> ": "speech", "# ": "h1", "## ": "h2", "### ": "h3"}


def source(name: str) -> str:
	"""The text of the source ``name``."""
	return (SOURCES / name).read_text(encoding="utf-8")


@dataclass
class Block:
	"""One piece of a source: a heading, paragraph, bullet, table or page break."""

	kind: str
	text: str = ""
	rows: list[list[str]] = field(default_factory=list)


def read_blocks(name: str) -> Iterator[Block]:
	"""The blocks of the source ``name``, in order."""
	paragraph: list[str] = []
	table: list[list[str]] = []
	for line in [*source(name).splitlines(), ""]:
		mark = re.match(r"(#{1,3}|[-!>]) ", line)
		if not line.startswith("|") and table:
			yield Block("table", rows=table)
			table = []
		if paragraph and (mark or not line.strip() or line.startswith(("|", "\\f"))):
			yield Block("text", " ".join(paragraph))
			paragraph = []
		if mark:
			yield Block(_MARKS[mark.group()], line[mark.end() :])
		elif line.startswith("|"):
			table.append([cell.strip() for cell in line.strip("| ").split("|")])
		elif line == "\\f":
			yield Block("page")
		elif line.strip():
			paragraph.append(line)
