"""What a model said of passages, beside the builds: what was paid for once is not asked for again.

One SQLite file in the folder of a source, written after every few answers, so that a build that is killed leaves what it got to the
next. It can be deleted at any time, and a damaged one is. It says of each answer for which input it was asked, so that it goes with
the input.
"""

import sqlite3
import time
from collections.abc import Collection, Iterable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from huf.engine.backends.sqlite_files import connect_for_looking, kept_file

FILE_NAME = "enrichments.sqlite3"
_TABLE = """CREATE TABLE IF NOT EXISTS enrichments (
	model TEXT NOT NULL, asked BLOB NOT NULL, text TEXT NOT NULL, input TEXT NOT NULL, used REAL NOT NULL,
	PRIMARY KEY (model, asked)) WITHOUT ROWID"""
_INDEX = "CREATE INDEX IF NOT EXISTS enrichments_by_input ON enrichments (input)"
_AT_ONCE = 500
"""Values of one statement: SQLite before 3.32 takes 999."""


class EnrichmentCache:
	"""What models said of the passages of one source. Every call opens the file anew.

	Each raises StorageFull or IndexCorrupt when the file cannot be used at this moment. One that is damaged is thrown away.
	"""

	def __init__(self, folder: Path) -> None:
		self._path = folder / FILE_NAME

	def find(self, model: str, asked: Iterable[bytes], input: str) -> dict[bytes, str]:
		"""What ``model`` (its key, the version of the prompt in it) answered to those of ``asked`` that are kept; ``input`` uses them now."""
		marks = list(dict.fromkeys(asked))
		if not self._path.exists():
			return {}
		found: dict[bytes, str] = {}
		with self._open() as connection:
			for start in range(0, len(marks), _AT_ONCE):
				part = marks[start : start + _AT_ONCE]
				where = f"model = ? AND asked IN ({', '.join('?' * len(part))})"
				rows = connection.execute(
					f"SELECT asked, text FROM enrichments WHERE {where}", (model, *part)
				)
				found.update((bytes(mark), text) for mark, text in rows)
				connection.execute(
					f"UPDATE enrichments SET input = ?, used = ? WHERE {where}",
					(input, time.time(), model, *part),
				)
		return found

	def keep(self, model: str, answers: Mapping[bytes, str], input: str) -> None:
		"""Store answers, for good before this returns."""
		self._path.parent.mkdir(parents=True, exist_ok=True)
		with self._open() as connection:
			connection.execute("BEGIN")
			connection.executemany(
				"INSERT OR REPLACE INTO enrichments VALUES (?, ?, ?, ?, ?)",
				((model, mark, text, input, time.time()) for mark, text in answers.items()),
			)
			connection.execute("COMMIT")

	def keep_only(self, inputs: Collection[str], used_since: float = 0.0) -> None:
		"""Forget what was asked for other inputs, and what nobody has used since ``used_since`` (Unix time, seconds)."""
		if not self._path.exists():
			return
		with self._open() as connection:
			known = {row[0] for row in connection.execute("SELECT DISTINCT input FROM enrichments")}
			_forget(connection, known - set(inputs), used_since)

	def count(self, inputs: Collection[str], beginning: str) -> int:
		"""How many answers were asked for these inputs of models whose keys begin so."""
		if not self._path.exists():
			return 0
		with self._open() as connection:
			sql = "SELECT count(*) FROM enrichments WHERE input = ? AND substr(model, 1, ?) = ?"
			return sum(
				connection.execute(sql, (name, len(beginning), beginning)).fetchone()[0]
				for name in set(inputs)
			)
		return 0

	def forget(self, inputs: Collection[str]) -> int:
		"""Forget what was asked for these inputs; how many answers there were."""
		if not self._path.exists():
			return 0
		with self._open() as connection:
			return _forget(connection, inputs)
		return 0

	def _open(self) -> AbstractContextManager[sqlite3.Connection]:
		return kept_file(self._path, _TABLE, _INDEX)


def kept_of(folder: Path, model: str, asked: Collection[bytes]) -> set[bytes]:
	"""Those of ``asked`` whose answers are kept. Changes nothing: a cache that is away or damaged has none."""
	marks, found = list(asked), set[bytes]()
	try:
		connection = connect_for_looking(folder / FILE_NAME)
	except sqlite3.DatabaseError:
		return found
	try:
		for start in range(0, len(marks), _AT_ONCE):
			part = marks[start : start + _AT_ONCE]
			rows = connection.execute(
				f"SELECT asked FROM enrichments WHERE model = ? AND asked IN ({', '.join('?' * len(part))})",
				(model, *part),
			)
			found.update(bytes(mark) for (mark,) in rows)
	except sqlite3.DatabaseError:
		return set()
	finally:
		connection.close()
	return found


def _forget(connection: sqlite3.Connection, inputs: Iterable[str], used_since: float = 0.0) -> int:
	before = connection.total_changes
	connection.executemany("DELETE FROM enrichments WHERE input = ?", ((name,) for name in inputs))
	connection.execute("DELETE FROM enrichments WHERE used < ?", (used_since,))
	gone = connection.total_changes - before
	if gone:
		# What was deleted is not to lie in the free pages of the file.
		connection.execute("VACUUM")
	return gone
