"""Searches a published ``sqlite_fts`` build."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from huf.engine.backends import sqlite_fts_schema as schema
from huf.engine.backends.base import Candidate, Passage
from huf.engine.backends.fts_terms import TermLookup
from huf.engine.backends.sqlite_files import connect_for_reading
from huf.engine.errors import IndexCorrupt, IndexOutdated
from huf.engine.query import Query, quote
from huf.engine.types import IndexedInput

_COMMON_SHARE = 0.1
"""A word in more than this share of the chunks says little about any one of them."""
_FEW = 2000
"""Chunks that are scored so fast that no word need be left out for speed."""
_BM25 = f"bm25({', '.join(map(str, schema.COLUMN_WEIGHTS))})"
_PASSAGE_SQL = """SELECT chunks.id, inputs.key, chunks.ordinal, chunks.start, chunks.stop, chunks.body,
	chunks.header, chunks.locator, inputs.title, inputs.url, inputs.metadata, inputs.indexed_at
	FROM chunks JOIN inputs ON inputs.id = chunks.input"""


class SqliteFtsReader:
	"""An open build. Use each reader from one thread at a time."""

	def __init__(self, folder: Path) -> None:
		"""Open ``folder``.

		Raises:
			IndexMissing: the files are gone.
			IndexOutdated: the files have another format.
			IndexCorrupt: they cannot be read.
		"""
		self._connection = connect_for_reading(folder / schema.FILE_NAME)
		try:
			self.meta: dict[str, str] = dict(
				self._connection.execute("SELECT key, value FROM meta").fetchall()
			)
			if self.meta.get("format") != str(schema.FORMAT):
				raise IndexOutdated("This index was made by another version of huf. Rebuild the source.")
			self._chunk_count = _meta_number(self.meta, "chunks")
			self._terms = TermLookup(self._connection)
		except BaseException:
			self._connection.close()
			raise

	def inputs(self) -> list[IndexedInput]:
		"""Every input of the build, also those that gave no chunks."""
		rows = self._connection.execute(f"SELECT {schema.INPUT_COLUMNS} FROM inputs ORDER BY id")
		return [schema.input_from_row(row) for row in rows]

	def search(self, query: Query, limit: int) -> list[Candidate]:
		"""The best ``limit`` chunks, best first. Scores are BM25, higher is better.

		FTS5 scores every chunk that matches before it can name the best, so a search costs as much
		as its most common word. The words are therefore asked for in steps, from the strictest
		query to the widest, until there are enough matches.
		"""
		found: list[Candidate] = []
		for expression in self._expressions(query):
			found = self._ranked(expression, limit)
			if len(found) >= limit:
				break
		return found

	def passages(self, chunks: Sequence[int]) -> dict[int, Passage]:
		"""Chunks by number."""
		marks = ",".join("?" * len(chunks))
		rows = self._connection.execute(f"{_PASSAGE_SQL} WHERE chunks.id IN ({marks})", tuple(chunks))
		return {row[0]: _passage(row) for row in rows}

	def neighbors(self, passage: Passage, distance: int) -> list[Passage]:
		"""The passages up to ``distance`` before and after, in order, with the passage itself."""
		rows = self._connection.execute(
			f"{_PASSAGE_SQL} WHERE chunks.input = (SELECT input FROM chunks WHERE id = ?)"
			" AND chunks.ordinal BETWEEN ? AND ? ORDER BY chunks.ordinal",
			(passage.chunk, passage.ordinal - distance, passage.ordinal + distance),
		)
		return [_passage(row) for row in rows]

	def close(self) -> None:
		"""Release the files."""
		self._terms.close()
		self._connection.close()

	def _expressions(self, query: Query) -> list[str]:
		"""FTS5 queries, from all words together to any word or part of a word."""
		content = query.content_words
		most = max(_COMMON_SHARE * self._chunk_count, _FEW)
		known = [word for word in content if self._terms.frequency(word)]
		every = [*content, *self._terms.parts(content)]
		rare = [word for word in every if 0 < self._terms.frequency(word) <= most]
		steps = (
			" AND ".join(map(quote, known)),
			" OR ".join(map(quote, rare)),
			" OR ".join(map(quote, every)),
		)
		return [step for step in dict.fromkeys(steps) if step]

	def _ranked(self, expression: str, limit: int) -> list[Candidate]:
		rows = self._connection.execute(
			"SELECT rowid, rank FROM words WHERE words MATCH ? AND rank MATCH ? ORDER BY rank LIMIT ?",
			(expression, _BM25, limit),
		)
		return [Candidate(chunk=chunk, score=-rank) for chunk, rank in rows]


def _meta_number(meta: dict[str, str], key: str) -> int:
	try:
		return int(meta[key])
	except (KeyError, ValueError) as error:
		raise IndexCorrupt(f"The index does not say its {key}. Rebuild the source.") from error


def _passage(row: Sequence[Any]) -> Passage:
	chunk, key, ordinal, start, stop, body, header, locator, title, url, metadata, indexed_at = row
	return Passage(
		chunk=chunk,
		input=key,
		ordinal=ordinal,
		start=start,
		end=stop,
		text=body,
		header=header,
		locator=schema.locator_from_json(locator),
		title=title,
		url=url,
		metadata=schema.stored_json(metadata),
		indexed_at=indexed_at,
	)
