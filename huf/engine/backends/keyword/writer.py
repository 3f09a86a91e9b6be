"""Writes the files of an ``sqlite_fts`` build into a folder that nobody reads yet."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from huf.engine.backends.keyword import schema
from huf.engine.backends.keyword.check import (
	MAX_SHARE,
	Changes,
	check_changes,
	check_counts,
	check_new_words,
	check_words,
)
from huf.engine.backends.keyword.rows import Rows
from huf.engine.backends.sqlite_files import connect_for_writing
from huf.engine.errors import IndexMissing
from huf.engine.postings import layout as postings
from huf.engine.postings.facade import PostingsWriter, language_of, verify_postings
from huf.engine.types import Chunk, IndexedInput, JSONValue

_BATCH = 500
"""Chunks handed to SQLite at once; bounds memory for inputs of any length."""
_BULK_SHARE = 0.8
"""Chunks that went and came, of those in the base. Beyond it, indexing all words anew is faster than one by one."""
_LEAST_BULK = 1_000
"""Chunks that went and came. So few are never worth a look at all the others."""

# A number that was once given is never given again, or a dead chunk would come back as another.
_LAST_CHUNK = """SELECT max(coalesce((SELECT max(id) FROM chunks), 0), coalesce((SELECT max(chunk) FROM dead), 0),
	coalesce((SELECT max(last) FROM segments), 0))"""


class SqliteFtsWriter:
	"""One build being made. Use it from one thread, then call :meth:`finish` and :meth:`close`."""

	def __init__(self, folder: Path, base: Path | None, bulk: bool) -> None:
		"""Start empty, or from a copy of the build in ``base``.

		``bulk`` says that most chunks will be written new: the words are then indexed once at the
		end, four times as fast as row by row. That is also done when it turns out on the way.
		"""
		self._path = folder / schema.FILE_NAME
		if base is not None:
			if not (base / schema.FILE_NAME).is_file():
				raise IndexMissing(
					"The files of this index are missing. Rebuild the source to make them again."
				)
			shutil.copyfile(base / schema.FILE_NAME, self._path)
			shutil.copyfile(base / postings.FILE_NAME, folder / postings.FILE_NAME)
		self._connection = connect_for_writing(self._path)
		self._is_new = base is None
		self._bulk = bulk or self._is_new
		if base is None:
			for statement in schema.TABLES:
				self._connection.execute(statement)
		else:
			schema.add_checksums(self._connection)
			schema.add_extractors(self._connection)
		(self._last_chunk,) = self._connection.execute(_LAST_CHUNK).fetchone()
		(self._base_chunks,) = self._connection.execute("SELECT count(*) FROM chunks").fetchone()
		self._last_input: int = self._connection.execute(
			"SELECT coalesce(max(id), 0) FROM inputs"
		).fetchone()[0]
		self._rows = Rows(self._connection, waits=self._is_new)
		self._keys: set[str] = set()
		"""Of the inputs in a build from nothing, so that the database need not be asked for them."""
		self._begun: list[str] = []
		self._changed = 0
		self._changes = Changes(limit=0 if self._bulk else int(self._last_chunk * MAX_SHARE))
		self._postings = PostingsWriter(self._connection, folder / postings.FILE_NAME)
		self._titles: dict[int, str] = {}
		self._language = ""
		self._words_checked = False

	@contextmanager
	def transaction(self) -> Iterator[None]:
		"""All or nothing, for one input."""
		mark, last_chunk = self._changes.mark(), self._last_chunk
		self._begun = []
		self._rows.begin(self._last_input, last_chunk)
		try:
			yield
		# Whatever it was, a job that is being stopped included: nothing half of an input stays. It is raised on.
		except BaseException:
			self._rows.rollback()
			self._changes.back(mark)
			self._keys.difference_update(self._begun)
			# Their words are counted already: the numbers are never given to other chunks.
			self._postings.forget(last_chunk + 1, self._last_chunk)
			raise
		self._rows.commit()

	def remove_input(self, key: str) -> None:
		"""Forget an input and all its chunks; nothing happens when it is not there."""
		if self._rows.waits:
			if key not in self._keys:
				return
			# Nobody names an input twice; whoever does waits for it.
			self._rows.stop_waiting()
			self._connection.execute("BEGIN")
		found = self._connection.execute("SELECT id, chunks FROM inputs WHERE key = ?", (key,)).fetchone()
		if found is None:
			return
		row = found[:1]
		self._count_changed(found[1])
		# An external-content index must be told the old words, or it keeps them for ever.
		leaving = "FROM passages WHERE id IN (SELECT id FROM chunks WHERE input = ? AND id <= ?)"
		indexed = (*row, self._rows.fed if self._bulk else self._last_chunk)
		if not self._bulk:
			self._changes.remove(
				self._connection.execute(f"SELECT id, title, heading, body {leaving}", indexed)
			)
		self._connection.execute(
			"INSERT INTO words (words, rowid, title, heading, body)"
			f" SELECT 'delete', id, title, heading, body {leaving}",
			indexed,
		)
		self._connection.execute("INSERT OR IGNORE INTO dead SELECT id FROM chunks WHERE input = ?", row)
		self._connection.execute("DELETE FROM chunks WHERE input = ?", row)
		self._connection.execute("DELETE FROM inputs WHERE id = ?", row)

	def relabel_input(self, key: str, url: str, metadata: Mapping[str, JSONValue]) -> None:
		"""Give an input of the build another address and other metadata; its passages stay as they are."""
		self._connection.execute(
			"UPDATE inputs SET url = ?, metadata = ? WHERE key = ?",
			(url, schema.metadata_json(metadata), key),
		)
		for row in self._connection.execute(
			f"SELECT id, {schema.INPUT_COLUMNS} FROM inputs WHERE key = ?", (key,)
		).fetchall():
			self._connection.execute(
				"UPDATE inputs SET checksum = ? WHERE id = ?", (schema.checksum(*row), row[0])
			)

	def has_input(self, key: str) -> bool:
		"""Whether the build holds an input under ``key``."""
		if self._rows.waits:
			return key in self._keys
		return self._connection.execute("SELECT 1 FROM inputs WHERE key = ?", (key,)).fetchone() is not None

	def texts_are_in(self, language: str) -> None:
		"""Index all inputs from now on in this language, whatever their words say."""
		self._language = language

	def begin_input(self, item: IndexedInput) -> int:
		"""Add the row of an input (its counts come with :meth:`end_input`); gives its number."""
		self._last_input += 1
		self._rows.add_input(self._last_input, schema.input_row(item), schema.extractors_text(item))
		self._titles[self._last_input] = item.title
		self._keys.add(item.key)
		self._begun.append(item.key)
		return self._last_input

	def add_chunks(self, input_id: int, chunks: Iterator[Chunk]) -> None:
		"""Append chunks to an input, in batches."""
		first_id = self._last_chunk + 1
		title, language = self._titles.pop(input_id), ""
		while batch := list(islice(chunks, _BATCH)):
			if not language:
				language = self._language or language_of(title, batch[0].text)
				self._rows.set_language(input_id, language)
			# Numbers are given here, so that none is used twice in a build: what is left of a removed chunk shows.
			rows = [
				schema.chunk_row(number, input_id, chunk)
				for number, chunk in enumerate(batch, start=self._last_chunk + 1)
			]
			self._last_chunk += len(rows)
			self._rows.add_chunks(rows, sum(len(chunk.text) for chunk in batch))
			self._postings.add(
				language, title, [(number, heading, body) for number, *_, heading, body, _ in rows]
			)
		self._count_changed(self._last_chunk + 1 - first_id)
		if not self._bulk:
			self._changes.add(range(first_id, self._last_chunk + 1))
			self._connection.execute(
				"""INSERT INTO words (rowid, title, heading, body)
				SELECT id, title, heading, body FROM passages WHERE id >= ?""",
				(first_id,),
			)

	def _count_changed(self, chunks: int) -> None:
		self._changed += chunks
		if not self._bulk and self._changed > max(_LEAST_BULK, _BULK_SHARE * self._base_chunks):
			self._bulk = True
			self._changes = Changes(limit=0)

	def end_input(self, input_id: int, item: IndexedInput) -> None:
		"""Write what is known about the input now that its chunks are there."""
		self._rows.end_input(input_id, schema.input_row(item), schema.extractors_text(item))

	def finish(self, meta: Mapping[str, str]) -> None:
		"""Index the words if that was put off, and write down what the build was made from."""
		self._rows.stop_waiting()
		with self.transaction():
			self._postings.finish(meanwhile=self._index_words)
			(count,) = self._connection.execute("SELECT count(*) FROM chunks").fetchone()
			(last,) = self._connection.execute(schema.LAST_CHUNK).fetchone()
			(partly_read,) = self._connection.execute(
				"SELECT count(*) FROM inputs WHERE status = ?", (schema.PARTLY_READ,)
			).fetchone()
			said = dict(self._connection.execute("SELECT key, value FROM meta").fetchall()) | {
				**meta,
				"format": str(schema.FORMAT),
				"chunks": str(count),
				"last_chunk": str(last),
				"partly_read": str(partly_read),
				"postings_bytes": str(self._path.with_name(postings.FILE_NAME).stat().st_size),
			}
			said["checksum"] = schema.meta_checksum(said)
			self._connection.executemany(
				"INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", said.items()
			)

	def _index_words(self) -> None:
		"""FTS5's part, and its check, if they were put off. SQLite does both without holding Python up."""
		if self._is_new:
			self._rows.feed_rest()
		elif self._bulk:
			self._connection.execute("INSERT INTO words (words) VALUES ('rebuild')")
		if self._bulk:
			check_new_words(self._connection)
			self._words_checked = True

	def verify(self) -> None:
		"""Check that the index says exactly what the chunks say; after few changes, that it does where they were.

		Raises:
			IndexCorrupt: it does not.
		"""
		if self._changes.are_few:
			check_changes(self._connection, self._changes)
		elif not self._words_checked:
			check_words(self._connection)
		check_counts(self._connection)
		verify_postings(self._connection, self._path.with_name(postings.FILE_NAME))

	def close(self) -> None:
		"""Release the file."""
		self._rows.close()
		self._connection.close()
