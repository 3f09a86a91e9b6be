"""Vectors by model and text, beside the builds: what was paid for once is not asked for again.

One SQLite file in the folder of a source. It is written after every batch, so a build that fails half-way
leaves what it got to the next one. It can be deleted at any time, and a damaged one is.
"""

import hashlib
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from huf.engine.backends.sqlite_files import connect_for_keeping, connect_for_looking
from huf.engine.embedding import Vectors

FILE_NAME = "embeddings.sqlite3"
_TABLE = """CREATE TABLE IF NOT EXISTS vectors (
	model TEXT NOT NULL, text BLOB NOT NULL, vector BLOB NOT NULL, used TEXT NOT NULL,
	PRIMARY KEY (model, text)) WITHOUT ROWID"""
_TYPE = "<f4"
_AT_ONCE = 500
"""Values of one statement: SQLite before 3.32 takes 999."""


class EmbeddingCache:
	"""The vectors that one model has given, for one build: ``build`` marks what it used."""

	def __init__(self, folder: Path, model: str, build: str) -> None:
		self._model, self._build = model, build
		path = folder / FILE_NAME
		try:
			self._connection = _opened(path)
		except sqlite3.DatabaseError:
			path.unlink()
			self._connection = _opened(path)

	def find(self, texts: Iterable[str]) -> dict[str, Vectors]:
		"""The vectors of those texts that are known."""
		found = {}
		for text in texts:
			mark = (self._model, digest(text))
			row = self._connection.execute(
				"SELECT vector FROM vectors WHERE model = ? AND text = ?", mark
			).fetchone()
			if row is not None:
				found[text] = np.frombuffer(row[0], dtype=_TYPE)
				self._connection.execute(
					"UPDATE vectors SET used = ? WHERE model = ? AND text = ?", (self._build, *mark)
				)
		return found

	def keep(self, texts: Sequence[str], vectors: Vectors) -> None:
		"""Store the vectors of ``texts``, for good before this returns."""
		self._connection.execute("BEGIN")
		self._connection.executemany(
			"INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)",
			(
				(self._model, digest(text), vector.astype(_TYPE).tobytes(), self._build)
				for text, vector in zip(texts, vectors, strict=True)
			),
		)
		self._connection.execute("COMMIT")

	def forget_unused(self) -> None:
		"""Delete what this build did not use, of this model and of others."""
		self._connection.execute("DELETE FROM vectors WHERE used <> ?", (self._build,))

	def forget_model(self) -> None:
		"""Delete everything of this model: its vectors are no longer what they were."""
		self._connection.execute("DELETE FROM vectors WHERE model = ?", (self._model,))

	def close(self) -> None:
		"""Release the file."""
		self._connection.close()


def kept_of(folder: Path, model: str, marks: Sequence[bytes]) -> set[bytes]:
	"""Those of the texts, by their :func:`digest`, whose vectors are kept. Changes nothing: a cache that is away or damaged has none."""
	found: set[bytes] = set()
	try:
		with closing(connect_for_looking(folder / FILE_NAME)) as connection:
			for start in range(0, len(marks), _AT_ONCE):
				part = marks[start : start + _AT_ONCE]
				wanted = ", ".join("?" * len(part))
				rows = connection.execute(
					f"SELECT text FROM vectors WHERE model = ? AND text IN ({wanted})", (model, *part)
				)
				found.update(bytes(mark) for (mark,) in rows)
	except sqlite3.DatabaseError:
		return set()
	return found


def forget_before(folder: Path, build: str) -> None:
	"""Delete the vectors whose last use was by a build with a smaller name than ``build``, as the cache was told it."""
	path = folder / FILE_NAME
	if not path.is_file():
		return
	with closing(_opened(path)) as connection:
		connection.execute("DELETE FROM vectors WHERE used < ?", (build,))


def forget_texts(folder: Path, texts: Iterable[str]) -> int:
	"""Delete the vectors of ``texts``, by whatever model, from the cache in ``folder``; how many there were."""
	path = folder / FILE_NAME
	if not path.is_file():
		return 0
	with closing(_opened(path)) as connection:
		before = connection.total_changes
		connection.executemany("DELETE FROM vectors WHERE text = ?", ((digest(text),) for text in set(texts)))
		gone = connection.total_changes - before
		if gone:
			# What was deleted is not to lie in the free pages of the file.
			connection.execute("VACUUM")
	return gone


def _opened(path: Path) -> sqlite3.Connection:
	connection = connect_for_keeping(path)
	try:
		connection.execute(_TABLE)
		connection.execute("SELECT count(*) FROM (SELECT 1 FROM vectors LIMIT 1)")
	except sqlite3.DatabaseError:
		connection.close()
		raise
	return connection


def digest(text: str) -> bytes:
	"""SHA-256, by which a text is known."""
	return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
