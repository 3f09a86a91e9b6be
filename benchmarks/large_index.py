"""An index of a wanted size, made once for several measurements."""

import sqlite3
from pathlib import Path

from benchmarks.corpus import documents
from huf.engine.builds import BuildSettings, list_builds, plan_build, read_build_info, run_build
from huf.engine.types import WantedInput

SETTINGS = BuildSettings(max_chunks_per_input=0)
DOCUMENT_CHARACTERS = 20_000
_CHUNKS_OF_DOCUMENT = 10.64
"""How many chunks a document of that length gives with the default settings."""


def wanted_inputs(chunks: int) -> list[WantedInput]:
	"""Inputs that give about so many chunks."""
	return list(documents(round(chunks / _CHUNKS_OF_DOCUMENT), DOCUMENT_CHARACTERS))


def build(root: Path, chunks: int) -> Path:
	"""The folder of a build with about so many chunks: the one that is in ``root``, or a new one."""
	wanted = wanted_inputs(chunks)
	for build_id in list_builds(root):
		if read_build_info(root / build_id).inputs == len(wanted):
			return root / build_id
	return run_build(root, plan_build(wanted, None, SETTINGS), SETTINGS).info.path


def naive_index(build_folder: Path, file: Path) -> None:
	"""The naive design with the same chunks: an external-content FTS5 index beside a table with text keys."""
	if file.exists():
		return
	connection = sqlite3.connect(file, isolation_level=None)
	connection.execute("ATTACH ? AS huf", (str(build_folder / "index.sqlite3"),))
	connection.execute(
		"CREATE TABLE chunks (id INTEGER PRIMARY KEY, chunk_id TEXT UNIQUE, title TEXT, body TEXT)"
	)
	connection.execute(
		"CREATE VIRTUAL TABLE words USING fts5 (title, body, content='chunks', content_rowid='id', "
		"tokenize='porter unicode61')"
	)
	connection.execute("BEGIN")
	connection.execute(
		"INSERT INTO chunks SELECT c.id, i.key || '-' || c.ordinal, i.title, c.body "
		"FROM huf.chunks AS c JOIN huf.inputs AS i ON i.id = c.input"
	)
	connection.execute("INSERT INTO words (words) VALUES ('rebuild')")
	connection.execute("COMMIT")
	connection.close()
