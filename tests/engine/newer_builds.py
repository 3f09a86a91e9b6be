"""Builds as a newer huf might leave them."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from huf.engine.backends.formats import KIND_FILE, LAYOUT
from huf.engine.backends.keyword import schema
from huf.engine.disk.checksums import write_checksums


def _with_another_layout(build: Path) -> None:
	kind = build / KIND_FILE
	kind.write_text(f"{kind.read_text('utf-8').strip()}\n{LAYOUT + 1}\n", "utf-8")
	(build / "checksums").write_text("blake3 of everything\n", "utf-8")


def _with_another_format(build: Path) -> None:
	_say(build, "format", str(schema.FORMAT + 1))


def _with_more_meta(build: Path) -> None:
	_say(build, "layout", str(LAYOUT + 1))


def _say(build: Path, entry: str, value: str) -> None:
	"""The meta says so, and its checksum is made in a way that this huf does not know."""
	connection = sqlite3.connect(build / schema.FILE_NAME, isolation_level=None)
	connection.execute("UPDATE meta SET value = ? WHERE key = ?", (value, entry))
	connection.close()
	write_checksums(build)


NEWER: dict[str, Callable[[Path], None]] = {
	"another layout of the folder": _with_another_layout,
	"another format of the tables": _with_another_format,
	"another layout of the meta": _with_more_meta,
}
"""What makes a build one of a newer huf."""
