"""The inputs and passages of one generation on this machine, while they are read, cut, counted and embedded.

They go to the engine when all of them are there, so that nothing of a build that fails on the way is ever written there, an input can be
rolled back, and memory stays bounded however large a build is.
"""

import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from huf.engine.backends.hybrid.text_embedding import embedded_text
from huf.engine.backends.hybrid.vector_file import Numbers, VectorAppender, VectorFile, chunk_numbers
from huf.engine.backends.keyword import schema
from huf.engine.backends.search_engine.stored.inputs import StoredInput
from huf.engine.backends.sqlite_files import connect_for_writing
from huf.engine.embedding import Vectors
from huf.engine.postings.accumulate import Accumulator
from huf.engine.types import Chunk, IndexedInput

_BATCH = 500
_FILE = "draft.sqlite3"
_TABLES = (
	"""CREATE TABLE inputs (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, row TEXT NOT NULL, extractors TEXT,
		language TEXT NOT NULL DEFAULT '')""",
	"""CREATE TABLE chunks (id INTEGER PRIMARY KEY, input INTEGER NOT NULL, ordinal INTEGER NOT NULL, start INTEGER NOT NULL,
		stop INTEGER NOT NULL, locator TEXT NOT NULL, header TEXT NOT NULL, heading TEXT NOT NULL, body TEXT NOT NULL)""",
	"CREATE INDEX chunks_of ON chunks (input)",
)
_CHUNK = f"INSERT INTO chunks VALUES ({', '.join('?' * 9)})"
DraftChunk = tuple[int, int, schema.ChunkValues]
"""Number, number of the input, and values of a chunk."""


class Draft:
	"""What a generation will have. Its chunks and inputs are numbered from 1, and a number never comes back."""

	def __init__(self, folder: Path) -> None:
		"""``folder`` is its own, and there already."""
		self._connection = connect_for_writing(folder / _FILE)
		for statement in _TABLES:
			self._connection.execute(statement)
		self._folder = folder
		self.words = Accumulator(folder)
		self.last_chunk = self.last_input = 0
		self.moved_by = 0
		"""What is added to the number of a chunk in the engine; known when it is written there."""
		self._replaced: list[tuple[int, int]] = []
		self._embedded_until = 0
		self._vectors = VectorAppender(folder)

	@contextmanager
	def transaction(self) -> Iterator[None]:
		"""All or nothing, for one input."""
		before, self._replaced = self.last_chunk, []
		self._connection.execute("BEGIN")
		try:
			yield
		# Whatever it was, a job that is being stopped included: nothing half of an input stays. It is raised on.
		except BaseException:
			self._connection.execute("ROLLBACK")
			self.words.forget(before + 1, self.last_chunk)
			raise
		self._connection.execute("COMMIT")
		for first, last in self._replaced:
			self.words.forget(first, last)

	def has(self, key: str) -> bool:
		"""Whether it holds an input under ``key``."""
		found = self._connection.execute("SELECT 1 FROM inputs WHERE key = ?", (key,))
		return found.fetchone() is not None

	def remove(self, key: str) -> None:
		"""Forget an input and its chunks; nothing happens when it is not there."""
		row = self._connection.execute("SELECT id FROM inputs WHERE key = ?", (key,)).fetchone()
		if row is None:
			return
		first, last = self._connection.execute(
			"SELECT min(id), max(id) FROM chunks WHERE input = ?", row
		).fetchone()
		if first is not None:
			self._replaced.append((first, last))
		self._connection.execute("DELETE FROM chunks WHERE input = ?", row)
		self._connection.execute("DELETE FROM inputs WHERE id = ?", row)

	def begin(self, item: IndexedInput, language: str = "") -> int:
		"""Add an input without chunks; gives its number."""
		self.last_input += 1
		self._connection.execute(
			"INSERT INTO inputs VALUES (?, ?, ?, ?, ?)",
			(self.last_input, item.key, *_row(item), language),
		)
		return self.last_input

	def end(self, number: int, item: IndexedInput) -> None:
		"""Write an input anew, except its language."""
		self._connection.execute(
			"UPDATE inputs SET row = ?, extractors = ? WHERE id = ?", (*_row(item), number)
		)

	def set_language(self, number: int, language: str) -> None:
		"""The language of an input whose chunks are about to come."""
		self._connection.execute("UPDATE inputs SET language = ? WHERE id = ?", (language, number))

	def add(self, number: int, language: str, title: str, values: Sequence[schema.ChunkValues]) -> None:
		"""Append chunks to an input."""
		rows = [(chunk, number, *each) for chunk, each in enumerate(values, start=self.last_chunk + 1)]
		self.last_chunk += len(rows)
		self._connection.executemany(_CHUNK, rows)
		self.words.add(language, title, [(chunk, heading, body) for chunk, *_, heading, body in rows])

	def get(self, key: str) -> tuple[int, IndexedInput]:
		"""Number and record of an input that is there."""
		number, row, extractors = self._connection.execute(
			"SELECT id, row, extractors FROM inputs WHERE key = ?", (key,)
		).fetchone()
		return number, schema.input_from_row(tuple(json.loads(row)), extractors)

	def inputs(self) -> Iterator[StoredInput]:
		"""All inputs, by number, of the generation 0."""
		for number, row, extractors, language, first, last in self._connection.execute(
			"SELECT id, row, extractors, language, (SELECT min(id) FROM chunks WHERE input = inputs.id),"
			" (SELECT max(id) FROM chunks WHERE input = inputs.id) FROM inputs ORDER BY id"
		):
			item = schema.input_from_row(tuple(json.loads(row)), extractors)
			yield StoredInput(number, 0, item, language, *((0, -1) if first is None else (first, last)))

	def titles(self, numbers: Collection[int]) -> dict[int, str]:
		"""The titles of some inputs."""
		marks = ",".join("?" * len(numbers))
		rows = self._connection.execute(f"SELECT id, row FROM inputs WHERE id IN ({marks})", tuple(numbers))
		return {number: json.loads(row)[_TITLE] for number, row in rows}

	def chunks(self, first: int, last: int) -> Iterator[DraftChunk]:
		"""The chunks with the numbers from ``first`` to ``last`` that are there, in order."""
		for number, input_number, *values in self._connection.execute(
			"SELECT * FROM chunks WHERE id BETWEEN ? AND ? ORDER BY id", (first, last)
		):
			yield number, input_number, tuple(values)

	def chunk_numbers(self) -> Numbers:
		"""Numbers of all chunks, ascending."""
		return chunk_numbers(self._connection)

	def unembedded(self, most: int) -> list[tuple[int, str]]:
		"""The next chunks, ``most`` at most, with what is embedded of each."""
		rows = self._connection.execute(
			"SELECT chunks.id, inputs.row, chunks.heading, chunks.body FROM chunks JOIN inputs ON inputs.id = chunks.input"
			" WHERE chunks.id > ? ORDER BY chunks.id LIMIT ?",
			(self._embedded_until, most),
		)
		return [
			(chunk, embedded_text((json.loads(row)[_TITLE], heading, body)))
			for chunk, row, heading, body in rows
		]

	def keep_vectors(self, chunks: Sequence[int], vectors: Vectors) -> None:
		"""The vectors of the chunks that :meth:`unembedded` gave."""
		self._vectors.append(chunks, vectors)
		self._embedded_until = chunks[-1]

	def vectors(self, dimension: int) -> VectorFile | None:
		"""All vectors; None without any."""
		alive = self.chunk_numbers()
		if not len(alive) or not dimension:
			return None
		self._vectors.finish(alive, dimension)
		return VectorFile(self._folder, dimension, coded=False)

	def close(self) -> None:
		"""Release the files."""
		self.words.close()
		self._connection.close()


_TITLE = schema.INPUT_COLUMNS.split(", ").index("title")


def _row(item: IndexedInput) -> tuple[str, str | None]:
	return json.dumps(schema.input_row(item), ensure_ascii=False), schema.extractors_text(item)


def batches(chunks: Iterator[Chunk]) -> Iterator[list[Chunk]]:
	"""``chunks`` some hundred at a time, which bounds memory for inputs of any length."""
	while batch := list(islice(chunks, _BATCH)):
		yield batch
