"""Reads chunks back from a build: the texts of hits, and what stands around them."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from huf.engine.backends import sqlite_fts_schema as schema
from huf.engine.backends.base import Passage
from huf.engine.errors import IndexCorrupt
from huf.engine.types import JSONValue

_CHUNK_SQL = "SELECT id, input, ordinal, start, stop, body, header, locator FROM chunks"
_KNOWN_INPUTS = 5_000
"""Inputs whose titles and metadata stay in memory, some 3 MB. Each has many chunks, and looking it up for every one takes
as long as reading the chunk."""
_KNOWN_CHUNKS = 5_000
"""Chunks that stay in memory, 5 MB of them with 500 characters and 15 MB of the usual size: what is asked often is found
often, and reading it takes as long as ranking."""


class _Input(NamedTuple):
	"""What the passages of an input share."""

	key: str
	title: str
	url: str
	metadata: Mapping[str, JSONValue]
	indexed_at: float


class Passages:
	"""The passages of one build, which never changes."""

	def __init__(self, connection: sqlite3.Connection) -> None:
		self._connection = connection
		self._inputs: dict[int, _Input] = {}
		self._known: dict[int, Passage] = {}
		self._beside: dict[tuple[int, int], list[int]] = {}

	def of(self, chunks: Sequence[int]) -> dict[int, Passage]:
		"""Those of ``chunks`` that there are, by number."""
		known = self._known
		unknown = [chunk for chunk in chunks if chunk not in known]
		if unknown:
			if len(known) + len(unknown) > _KNOWN_CHUNKS:
				known.clear()
				unknown = list(chunks)
			marks = ",".join("?" * len(unknown))
			rows = self._connection.execute(f"{_CHUNK_SQL} WHERE id IN ({marks})", unknown)
			known.update((passage.chunk, passage) for passage in self._read(rows.fetchall()))
		return {chunk: known[chunk] for chunk in chunks if chunk in known}

	def around(self, passage: Passage, distance: int) -> list[Passage]:
		"""The passages up to ``distance`` before and after, in order, with the passage itself."""
		rows = self._connection.execute(
			f"{_CHUNK_SQL} WHERE input = (SELECT input FROM chunks WHERE id = ?)"
			" AND ordinal BETWEEN ? AND ? ORDER BY ordinal",
			(passage.chunk, passage.ordinal - distance, passage.ordinal + distance),
		)
		return list(self._read(rows.fetchall()))

	def beside(self, chunks: Sequence[int], distance: int) -> dict[int, Sequence[int]]:
		"""For each of ``chunks`` the numbers of those up to ``distance`` before and after it in its input, in order."""
		known = self._beside
		unknown = [chunk for chunk in chunks if (distance, chunk) not in known]
		if unknown:
			if len(known) + len(unknown) > _KNOWN_CHUNKS:
				known.clear()
				unknown = list(chunks)
			known.update(((distance, chunk), []) for chunk in unknown)
			marks = ",".join("?" * len(unknown))
			for chunk, other in self._connection.execute(
				f"""SELECT chunks.id, others.id FROM chunks JOIN chunks AS others ON others.input = chunks.input
				AND others.ordinal BETWEEN chunks.ordinal - ? AND chunks.ordinal + ? AND others.id <> chunks.id
				WHERE chunks.id IN ({marks}) ORDER BY others.ordinal""",
				(distance, distance, *unknown),
			):
				known[distance, chunk].append(other)
		return {chunk: known[distance, chunk] for chunk in chunks}

	def places(self, key: str) -> list[int]:
		"""The chunks of an input by number, in their order; none for an input that the build does not hold."""
		rows = self._connection.execute(
			"SELECT chunks.id FROM chunks JOIN inputs ON inputs.id = chunks.input WHERE inputs.key = ?"
			" ORDER BY chunks.ordinal",
			(key,),
		)
		return [row[0] for row in rows]

	def _read(self, rows: Sequence[Sequence[Any]]) -> Iterable[Passage]:
		wanted = {row[1] for row in rows}
		if not wanted <= self._inputs.keys():
			self._look_up(wanted)
		for chunk, number, ordinal, start, stop, body, header, locator in rows:
			key, title, url, metadata, indexed_at = self._inputs[number]
			yield Passage(
				chunk,
				key,
				ordinal,
				start,
				stop,
				body,
				header,
				schema.locator_from_json(locator),
				title,
				url,
				metadata,
				indexed_at,
			)

	def _look_up(self, numbers: set[int]) -> None:
		"""Know the inputs with these numbers.

		Raises:
			IndexCorrupt: one is not there.
		"""
		if len(self._inputs) + len(numbers) > _KNOWN_INPUTS:
			self._inputs.clear()
		marks = ",".join("?" * len(numbers))
		for number, key, title, url, metadata, indexed_at in self._connection.execute(
			f"SELECT id, key, title, url, metadata, indexed_at FROM inputs WHERE id IN ({marks})",
			tuple(numbers),
		):
			# Everybody gets the same one, so nobody may change it.
			shared = MappingProxyType(schema.stored_json(metadata))
			self._inputs[number] = _Input(key, title, url, shared, indexed_at)
		if not numbers <= self._inputs.keys():
			raise IndexCorrupt(
				"The index has passages of documents that it does not hold. Rebuild the source."
			)
