"""The rows of inputs and chunks on their way into a build, and FTS5's work on them meanwhile.

In a build from nothing SQLite indexes words in a thread of its own (it holds up no Python while it does) and the texts
that follow are read meanwhile. Only one of the two may use the connection, so rows wait in memory until it is free.
Nobody sees such a build before it is whole: instead of a transaction of SQLite for each input, what an input that
failed has left is taken out again.
"""

import sqlite3
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from huf.engine.backends.keyword import schema

_LEAST_FED = 2 << 20
"""Characters that FTS5 is given at once if it has nothing to do: each time makes a segment, which has to be merged."""
_MOST_WAITING = 8 << 20
"""Characters that wait in memory."""
_HASH_BYTES = 32 << 20
"""Words that FTS5 collects in memory before it writes a segment (``hashsize`` in SQLite's fts5_config.c, 1 MiB if
nobody sets it). Fewer segments have to be merged: 60 MB of text are indexed in two thirds of the time."""
_NEVER = 1999
"""Segments of one level that FTS5 merges at once, come what may; the most that it lets one set."""
_AUTOMERGE, _CRISISMERGE = 4, 16
"""FTS5's own defaults."""

_INPUT_SQL = f"""INSERT INTO inputs (id, {schema.INPUT_COLUMNS}, extractors, language, checksum)
	VALUES (?{", ?" * 15})"""
_CHUNK_SQL = f"INSERT INTO chunks VALUES (?{', ?' * 9})"

Row = tuple[Any, ...]
_KEY, _URL, _METADATA = (
	1 + schema.INPUT_COLUMNS.split(", ").index(name) for name in ("key", "url", "metadata")
)


class Rows:
	"""Writes rows when there are many, or, once it no longer ``waits``, at once and each input in a transaction."""

	def __init__(self, connection: sqlite3.Connection) -> None:
		self._connection = connection
		self.waits = True
		self.fed = 0
		"""FTS5 was given the words of chunks up to this one."""
		self._inputs: dict[int, list[Any]] = {}
		self._chunks: list[Row] = []
		self._waiting = self._unfed = 0
		self._last = (0, 0)
		self._helper = ThreadPoolExecutor(max_workers=1)
		self._work: Future[None] | None = None
		self._set(("hashsize", _HASH_BYTES), ("automerge", 0), ("crisismerge", _NEVER))

	def begin(self, last_input: int, last_chunk: int) -> None:
		"""An input begins after these."""
		self._last = last_input, last_chunk
		self._mark = self._unfed
		if not self.waits:
			self._connection.execute("BEGIN")

	def commit(self) -> None:
		"""All that was added is in the build."""
		if not self.waits:
			self._connection.execute("COMMIT")
			return
		is_busy = self._work is not None and not self._work.done()
		if self._unfed >= (_MOST_WAITING if is_busy else _LEAST_FED):
			self.settle()
			self._feed()

	def rollback(self) -> None:
		"""Nothing that was added since :meth:`begin` is in the build."""
		if not self.waits:
			self._connection.execute("ROLLBACK")
			return
		last_input, last_chunk = self._last
		self._inputs = {number: row for number, row in self._inputs.items() if number <= last_input}
		self._chunks = [row for row in self._chunks if row[0] <= last_chunk]
		self._unfed = self._mark
		self.settle()
		# Large inputs are written in parts. FTS5 is given nothing of an input that is not whole.
		self._connection.execute("DELETE FROM chunks WHERE id > ?", (last_chunk,))
		self._connection.execute("DELETE FROM inputs WHERE id > ?", (last_input,))

	def add_input(self, number: int, row: Row, extractors: str | None) -> None:
		"""Add the row of an input: ``INPUT_COLUMNS``, and what read it."""
		self._inputs[number] = [number, *row, extractors, ""]
		if not self.waits:
			self.settle()

	def set_language(self, number: int, language: str) -> None:
		"""The language of an input whose chunks are about to come."""
		if number in self._inputs:
			self._inputs[number][-1] = language
		else:
			self._connection.execute("UPDATE inputs SET language = ? WHERE id = ?", (language, number))

	def end_input(self, number: int, row: Row, extractors: str | None) -> None:
		"""Write the row of an input anew, except its language."""
		if number in self._inputs:
			self._inputs[number][1:-1] = *row, extractors
		else:
			names = f"{schema.INPUT_COLUMNS}, extractors, checksum".split(", ")
			columns = ", ".join(f"{name} = ?" for name in names)
			values = *row, extractors, schema.checksum(number, *row), number
			self._connection.execute(f"UPDATE inputs SET {columns} WHERE id = ?", values)

	def relabel(self, key: str, url: str, metadata: str) -> bool:
		"""Give an input that waits another address and other metadata; False if none of this key waits."""
		for row in reversed(self._inputs.values()):
			if row[_KEY] == key:
				row[_URL], row[_METADATA] = url, metadata
				return True
		return False

	def add_chunks(self, rows: list[Row], characters: int) -> None:
		"""Add rows of ``chunks``, which hold so many characters of text."""
		self._chunks += rows
		self._waiting += characters
		self._unfed += characters
		if not self.waits or self._waiting >= _MOST_WAITING:
			self.settle()

	def settle(self) -> None:
		"""Afterwards all rows are in the database, and nobody else uses the connection."""
		if self._work is not None:
			self._work.result()
			self._work = None
		if not (self._inputs or self._chunks):
			return
		if self.waits:
			self._connection.execute("BEGIN")
		inputs = ((*row, schema.checksum(*row[:-2])) for row in self._inputs.values())
		self._connection.executemany(_INPUT_SQL, inputs)
		self._connection.executemany(_CHUNK_SQL, self._chunks)
		if self.waits:
			self._connection.execute("COMMIT")
		self._inputs, self._chunks, self._waiting = {}, [], 0

	def stop_waiting(self) -> None:
		"""From now on each row is written at once."""
		self.settle()
		self.waits = False

	def feed_rest(self) -> None:
		"""Have FTS5 index what it was not given yet, and put its segments together. Not within a transaction."""
		# A journal in memory would hold all that FTS5 has. Nothing is rolled back any more: if this fails, the file is thrown away.
		# Within a transaction that has written SQLite keeps the journal that it has, and says so by its answer alone.
		(journal,) = self._connection.execute("PRAGMA journal_mode=OFF").fetchone()
		assert journal == "off"
		self._index_words(self.fed)
		self._set(("automerge", _AUTOMERGE), ("crisismerge", _CRISISMERGE))
		self._connection.execute("INSERT INTO words (words) VALUES ('optimize')")

	def close(self) -> None:
		"""End the work, whatever it is at."""
		self._connection.interrupt()
		self._helper.shutdown(wait=True)

	def _feed(self) -> None:
		before, self._unfed = self.fed, 0
		(self.fed,) = self._connection.execute("SELECT coalesce(max(id), 0) FROM chunks").fetchone()
		self._work = self._helper.submit(self._index_words, before)

	def _index_words(self, after: int) -> None:
		self._connection.execute(
			"INSERT INTO words (rowid, title, heading, body) SELECT id, title, heading, body FROM passages WHERE id > ?",
			(after,),
		)

	def _set(self, *options: tuple[str, int]) -> None:
		self._connection.executemany("INSERT INTO words (words, rank) VALUES (?, ?)", options)
