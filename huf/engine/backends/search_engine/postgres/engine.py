"""PostgreSQL, with pgvector where there are vectors, by psycopg2: for who runs it anyway."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from huf.engine.backends.base import Candidate
from huf.engine.backends.search_engine.contract.engine import (
	Entry,
	IsIn,
	Part,
	Row,
	SparseVector,
	Values,
	Where,
)
from huf.engine.backends.search_engine.contract.errors import engine_errors
from huf.engine.backends.search_engine.postgres.conditions import ENTRIES, ROWS, condition
from huf.engine.backends.search_engine.postgres.connections import asked, written
from huf.engine.backends.search_engine.postgres.postings import add_postings, best_by_words, take_out
from huf.engine.backends.search_engine.postgres.tables import (
	PRECISIONS,
	Tables,
	columns_of,
	copy_into,
	entry_key,
	entry_line,
	row_line,
	row_of,
	vector_text,
	word_numbers,
)
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.embedding import Vectors
from huf.engine.errors import SearchEngineMissing

_NAME = "PostgreSQL"
_READ_AT_ONCE = 1_000
_COPY_ROWS = "COPY {rows} (chunk, generation, input, words, said, said_words, stored) FROM STDIN"
_COPY_VECTORS = "COPY {vectors} (chunk, generation, input, vector) FROM STDIN"
_COPY_ENTRIES = "COPY {entries} (id, kind, generation, input, part, heads, key, status, values) FROM STDIN"
_HNSW = {"m", "ef_construction"}
_SEARCH = {"ef_search", "max_scan_tuples", "iterative_scan", "scan_mem_multiplier"}
"""Arguments of an index and of a search that pgvector knows."""

T = TypeVar("T")


def open_engine(settings: StoreSettings, collection: str) -> "PostgresEngine":
	"""What a dotted path in the settings of an index names."""
	return PostgresEngine(settings, collection)


class PostgresEngine:
	"""A :class:`~huf.engine.backends.search_engine.contract.engine.SearchEngine`."""

	rows_at_once = 10_000
	"""Rows that are best written together: the more, the fewer blocks of postings."""

	def __init__(self, settings: StoreSettings, collection: str) -> None:
		self._settings = settings
		self._tables = Tables(collection, str(settings.settings.get("schema", "")))
		self._has_vectors: bool | None = None

	def make(self, dimension: int) -> None:
		precision = self._settings.filled().get("precision", "vector")
		if precision not in PRECISIONS:
			raise SearchEngineMissing(
				f"The setting “precision” of {_NAME} is none of {', '.join(PRECISIONS)}. Correct it."
			)
		index, self._has_vectors = self._own("index", _HNSW), None

		def work(cursor: Any) -> None:
			if self._is_there(cursor, "rows"):
				return
			cursor.execute("SET LOCAL statement_timeout = 0")
			if dimension:
				cursor.execute("CREATE EXTENSION IF NOT EXISTS vector")
			for statement in self._tables.statements(dimension, precision):
				cursor.execute(statement)
			if dimension and index:
				options = ", ".join(f"{name} = {int(value)}" for name, value in index.items())
				statement = (
					f"CREATE INDEX ON {{vectors}} USING hnsw (vector {precision}_ip_ops) WITH ({options})"
				)
				cursor.execute(self._tables.sql(statement))

		self._write(work)

	def _own(self, name: str, known: set[str]) -> Mapping[str, Any]:
		"""One of the settings that are objects."""
		found = self._settings.filled().get(name, {})
		if not isinstance(found, Mapping) or not found.keys() <= known:
			raise SearchEngineMissing(
				f"The setting “{name}” of {_NAME} is no object of {', '.join(sorted(known))}. Correct it."
			)
		return found

	def _is_there(self, cursor: Any, table: str) -> bool:
		cursor.execute("SELECT to_regclass(%s)", [self._tables.sql(f"{{{table}}}").as_string(cursor)])
		return cursor.fetchone()[0] is not None

	def add_rows(self, rows: Sequence[Row]) -> None:
		def work(cursor: Any) -> None:
			for start in range(0, len(rows), self.rows_at_once):
				self._add(cursor, rows[start : start + self.rows_at_once])

		self._write(work)

	def _add(self, cursor: Any, rows: Sequence[Row]) -> None:
		self._take_out(cursor, Where((IsIn("chunk", [row.chunk for row in rows]),)))
		copy_into(cursor, self._tables.sql(_COPY_ROWS), map(row_line, rows))
		add_postings(cursor, self._tables, rows)
		vectors = [
			(row.chunk, row.generation, row.input, vector_text(row.vector))
			for row in rows
			if row.vector is not None
		]
		if vectors:
			copy_into(cursor, self._tables.sql(_COPY_VECTORS), vectors)

	def add_entries(self, entries: Sequence[Entry]) -> None:
		def work(cursor: Any) -> None:
			ids = [entry_key(entry.id) for entry in entries]
			cursor.execute(self._tables.sql("DELETE FROM {entries} WHERE id = ANY(%s::uuid[])"), [ids])
			copy_into(cursor, self._tables.sql(_COPY_ENTRIES), map(entry_line, entries))

		if entries:
			self._write(work)

	def by_words(self, words: SparseVector, limit: int, where: Where) -> list[Candidate]:
		if not words.numbers or limit < 1:
			return []
		return self._read(lambda cursor: best_by_words(cursor, self._tables, words, limit, where))

	def by_vector(self, vector: Vectors, limit: int, where: Where) -> list[Candidate]:
		precision = self._settings.filled().get("precision", "vector")
		has_graph, asked_for = bool(self._own("index", _HNSW)), self._own("search", _SEARCH)
		test, values = condition(where, ROWS)
		statement = self._tables.sql(
			f"SELECT chunk, -(vector <#> %s::{precision}) FROM {{vectors}} WHERE {test} ORDER BY vector <#> %s::{precision} LIMIT %s"
		)

		def search(cursor: Any) -> list[Candidate]:
			# A graph looks on until there are enough rows that may be found.
			if has_graph:
				cursor.execute("SET LOCAL hnsw.iterative_scan = strict_order")
			for name, value in asked_for.items():
				cursor.execute(f"SET LOCAL hnsw.{name} = %s", [value])
			text = vector_text(vector)
			cursor.execute(statement, [text, *values, text, limit])
			return [Candidate(chunk, float(score)) for chunk, score in cursor.fetchall()]

		return self._write(search) if limit > 0 else []

	def holding(self, phrases: Sequence[str], limit: int, where: Where) -> list[int]:
		test, values = condition(where, ROWS)
		holds = " AND ".join("strpos(' ' || said || ' ', %s) > 0" for _ in phrases)
		# Found by the index of words first; to go through all rows in their order would take longer.
		statement = self._tables.sql(
			"WITH found AS MATERIALIZED (SELECT chunk, generation, input, said FROM {rows} WHERE said_words @> %s::integer[])"
			f" SELECT chunk FROM found WHERE {holds} AND {test} ORDER BY chunk LIMIT %s"
		)
		words = word_numbers(" ".join(phrases))
		whole = [f" {phrase} " for phrase in phrases]

		def search(cursor: Any) -> list[int]:
			cursor.execute(statement, [words, *whole, *values, limit])
			return [chunk for (chunk,) in cursor.fetchall()]

		return self._read(search) if phrases and limit > 0 else []

	def rows(self, chunks: Sequence[int], parts: Sequence[Part]) -> dict[int, Row]:
		found = {}
		for start in range(0, len(chunks), _READ_AT_ONCE):
			wanted = list(chunks[start : start + _READ_AT_ONCE])
			for row in self._selected(Where((IsIn("chunk", wanted),)), parts):
				found[row.chunk] = row
		return found

	def each_row(self, where: Where, parts: Sequence[Part]) -> Iterator[Row]:
		last = -1
		while page := self._selected(where, parts, last):
			yield from page
			last = page[-1].chunk

	def _selected(self, where: Where, parts: Sequence[Part], after: int | None = None) -> list[Row]:
		"""The rows of a condition; with ``after`` the next of them by number."""
		test, values = condition(where, {name: f"r.{name}" for name in ROWS})

		def read(cursor: Any) -> list[Row]:
			joined = "vector" in parts and self._with_vectors(cursor)
			statement = f"SELECT {columns_of(parts, joined)} FROM {{rows}} r"
			statement += " LEFT JOIN {vectors} v ON v.chunk = r.chunk" if joined else ""
			statement += f" WHERE {test}"
			bound = list(values)
			if after is not None:
				statement += f" AND r.chunk > %s ORDER BY r.chunk LIMIT {_READ_AT_ONCE}"
				bound.append(after)
			cursor.execute(self._tables.sql(statement), bound)
			return [row_of(each, parts) for each in cursor.fetchall()]

		return self._read(read)

	def _with_vectors(self, cursor: Any) -> bool:
		if self._has_vectors is None:
			self._has_vectors = self._is_there(cursor, "vectors")
		return self._has_vectors

	def count(self, where: Where) -> int:
		test, values = condition(where, ROWS)

		def read(cursor: Any) -> int:
			cursor.execute(self._tables.sql(f"SELECT count(*) FROM {{rows}} WHERE {test}"), values)
			return int(cursor.fetchone()[0])

		return self._read(read)

	def entries(self, ids: Sequence[int | str]) -> list[Values]:
		def read(cursor: Any) -> list[Values]:
			statement = self._tables.sql("SELECT values FROM {entries} WHERE id = ANY(%s::uuid[])")
			cursor.execute(statement, [list(map(entry_key, ids))])
			return [json.loads(text) for (text,) in cursor.fetchall()]

		return self._read(read) if ids else []

	def each_entry(self, where: Where) -> Iterator[Values]:
		test, values = condition(where, ENTRIES)
		statement = self._tables.sql(
			f"SELECT id, values FROM {{entries}} WHERE {test} AND id > %s::uuid ORDER BY id LIMIT {_READ_AT_ONCE}"
		)

		def read(cursor: Any, last: str) -> list[tuple[str, str]]:
			cursor.execute(statement, [*values, last])
			return list(cursor.fetchall())

		last = entry_key(0)
		while page := self._read(lambda cursor, last=last: read(cursor, last)):  # type: ignore[misc]
			yield from (json.loads(text) for _, text in page)
			last = page[-1][0]

	def remove(self, rows: Where | None = None, entries: Where | None = None) -> None:
		def work(cursor: Any) -> None:
			if not self._is_there(cursor, "rows"):
				return
			if rows is not None:
				self._take_out(cursor, rows)
			if entries is not None:
				test, values = condition(entries, ENTRIES)
				cursor.execute(self._tables.sql(f"DELETE FROM {{entries}} WHERE {test}"), values)

		self._write(work)

	def _take_out(self, cursor: Any, where: Where) -> None:
		"""Delete rows with their postings and vectors."""
		test, values = condition(where, ROWS)
		if self._with_vectors(cursor):
			cursor.execute(self._tables.sql(f"DELETE FROM {{vectors}} WHERE {test}"), values)
		is_of_generations = all(each.field == "generation" for each in (*where.must, *where.must_not))
		if is_of_generations:
			cursor.execute(self._tables.sql(f"DELETE FROM {{postings}} WHERE {test}"), values)
			cursor.execute(self._tables.sql(f"DELETE FROM {{rows}} WHERE {test}"), values)
			return
		cursor.execute(self._tables.sql(f"DELETE FROM {{rows}} WHERE {test} RETURNING chunk, words"), values)
		while gone := cursor.fetchmany(_READ_AT_ONCE):
			with cursor.connection.cursor() as other:
				take_out(other, self._tables, [(chunk, bytes(words)) for chunk, words in gone])

	def drop(self) -> None:
		def work(cursor: Any) -> None:
			cursor.execute(self._tables.sql("DROP TABLE IF EXISTS {rows}, {vectors}, {postings}, {entries}"))

		self._write(work)
		self._has_vectors = None

	def _read(self, work: Callable[[Any], T]) -> T:
		def request(connection: Any) -> T:
			with connection.cursor() as cursor:
				return work(cursor)

		return self._ask(request)

	def _write(self, work: Callable[[Any], T]) -> T:
		return self._ask(lambda connection: written(connection, work))

	def _ask(self, request: Callable[[Any], T]) -> T:
		with engine_errors(self._settings, _NAME):
			return asked(self._settings, request)
