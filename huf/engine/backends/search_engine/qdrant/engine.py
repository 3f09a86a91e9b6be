"""Qdrant, by its own client: a server or a cluster, and in tests the client's local mode, which means the same and serves one process."""

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from huf.engine.backends.base import Candidate
from huf.engine.backends.search_engine.contract.engine import (
	Entry,
	Part,
	Row,
	SparseVector,
	Values,
	Where,
)
from huf.engine.backends.search_engine.contract.errors import engine_errors
from huf.engine.backends.search_engine.qdrant.points import (
	MEANING,
	WORDS,
	filter_of,
	is_nowhere,
	payload_of,
	point_of,
	row_of,
	vectors_of,
)
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.embedding import Vectors
from huf.engine.errors import SearchEngineMissing

_NAME = "Qdrant"
_TIMEOUT_S = 10
"""Seconds until a server that does not answer counts as away, unless the settings say otherwise."""
_WRITTEN_AT_ONCE = 200
"""Rows of one request: a megabyte or two."""
_READ_AT_ONCE = 1_000
_OWN_SETTINGS = ("collection", "search")
"""Settings that are not the client's: arguments of a new collection, and of each search by meaning."""
_ROW_FIELDS = {"generation": "integer", "input": "integer"}
_ENTRY_FIELDS = {
	"kind": "keyword",
	"generation": "integer",
	"input": "integer",
	"part": "integer",
	"heads": "keyword",
	"key": "keyword",
	"status": "keyword",
}
"""Payload indexes: without them a server looks at every point for a filter."""

T = TypeVar("T")
_clients: dict[tuple[int, str], Any] = {}
"""By process, since connections do not outlive a fork, and key of the settings. Clients may be used by many threads."""
_lock = threading.Lock()


def open_engine(settings: StoreSettings, collection: str) -> "QdrantEngine":
	"""What a dotted path in the settings of an index names."""
	return QdrantEngine(settings, collection)


def close_clients() -> None:
	"""Close the connections of this process; what is used afterwards opens new ones."""
	with _lock:
		for key in [key for key in _clients if key[0] == os.getpid()]:
			_clients.pop(key).close()


class QdrantEngine:
	"""A :class:`~huf.engine.backends.search_engine.contract.engine.SearchEngine`."""

	rows_at_once = _WRITTEN_AT_ONCE

	def __init__(self, settings: StoreSettings, collection: str) -> None:
		self._settings = settings
		self._rows, self._entries = collection, f"{collection}_entries"

	def make(self, dimension: int) -> None:
		self._ask(lambda client, models: self._make(client, models, dimension))

	def _make(self, client: Any, models: Any, dimension: int) -> None:
		asked, _ = self._own("collection"), self._own("search")
		meaning = asked.pop("vectors", {})
		vectors = (
			{MEANING: models.VectorParams(size=dimension, distance=models.Distance.DOT, **meaning)}
			if dimension
			else {}
		)
		if not client.collection_exists(self._rows):
			client.create_collection(
				self._rows,
				vectors_config=vectors,
				sparse_vectors_config={WORDS: models.SparseVectorParams()},
				**asked,
			)
		if not client.collection_exists(self._entries):
			client.create_collection(self._entries, vectors_config={}, **asked)
		if self._is_local:
			return
		said = models.TextIndexParams(
			type=models.TextIndexType.TEXT,
			tokenizer=models.TokenizerType.WHITESPACE,
			lowercase=False,
			phrase_matching=True,
		)
		for name, fields in ((self._rows, {**_ROW_FIELDS, "said": said}), (self._entries, _ENTRY_FIELDS)):
			there = client.get_collection(name).payload_schema
			for field, schema in fields.items():
				if field not in there:
					client.create_payload_index(name, field, schema, wait=True)

	def _own(self, name: str) -> dict[str, Any]:
		"""One of the settings that are not the client's."""
		found = self._settings.filled().get(name, {})
		if not isinstance(found, Mapping):
			raise SearchEngineMissing(
				f"The setting “{name}” of {_NAME} is no object of names and values. Correct it."
			)
		return dict(found)

	@property
	def _is_local(self) -> bool:
		return "path" in self._settings.settings or self._settings.settings.get("location") == ":memory:"

	def add_rows(self, rows: Sequence[Row]) -> None:
		def write(client: Any, models: Any) -> None:
			for start in range(0, len(rows), _WRITTEN_AT_ONCE):
				points = [point_of(row, models) for row in rows[start : start + _WRITTEN_AT_ONCE]]
				client.upsert(self._rows, points, wait=True)

		self._ask(write)

	def add_entries(self, entries: Sequence[Entry]) -> None:
		def write(client: Any, models: Any) -> None:
			for start in range(0, len(entries), _READ_AT_ONCE):
				points = [
					models.PointStruct(id=entry.id, vector={}, payload=dict(entry.values))
					for entry in entries[start : start + _READ_AT_ONCE]
				]
				client.upsert(self._entries, points, wait=True)

		self._ask(write)

	def by_words(self, words: SparseVector, limit: int, where: Where) -> list[Candidate]:
		if not words.numbers:
			return []

		def search(client: Any, models: Any) -> list[Candidate]:
			query = models.SparseVector(indices=list(words.numbers), values=list(words.values))
			return self._query(client, models, query, WORDS, limit, where)

		return [found for found in self._ask(search) if found.score > 0]

	def by_vector(self, vector: Vectors, limit: int, where: Where) -> list[Candidate]:
		return self._ask(
			lambda client, models: self._query(client, models, vector.tolist(), MEANING, limit, where)
		)

	def _query(
		self, client: Any, models: Any, query: Any, using: str, limit: int, where: Where
	) -> list[Candidate]:
		if limit < 1 or is_nowhere(where):
			return []
		params = None
		if using == MEANING and (asked := self._own("search")):
			params = models.SearchParams(**asked)
		found = client.query_points(
			self._rows,
			query=query,
			using=using,
			query_filter=filter_of(where, models),
			search_params=params,
			limit=limit,
			with_payload=False,
		)
		return [Candidate(int(point.id), float(point.score)) for point in found.points]

	def holding(self, phrases: Sequence[str], limit: int, where: Where) -> list[int]:
		def search(client: Any, models: Any) -> list[int]:
			wanted = filter_of(where, models)
			holds = [
				models.FieldCondition(key="said", match=models.MatchPhrase(phrase=phrase))
				for phrase in phrases
			]
			wanted = wanted.model_copy(update={"must": [*(wanted.must or []), *holds]})
			# Scrolling is in the order of ids.
			pages = self._scroll(client, self._rows, wanted, limit, payload=False, vectors=False)
			return sorted(int(point.id) for point in pages)

		return [] if limit < 1 or is_nowhere(where) else self._ask(search)

	def rows(self, chunks: Sequence[int], parts: Sequence[Part]) -> dict[int, Row]:
		def read(client: Any, models: Any) -> dict[int, Row]:
			found = {}
			for start in range(0, len(chunks), _READ_AT_ONCE):
				for point in client.retrieve(
					self._rows,
					list(chunks[start : start + _READ_AT_ONCE]),
					with_payload=payload_of(parts),
					with_vectors=vectors_of(parts),
				):
					found[int(point.id)] = row_of(point)
			return found

		return self._ask(read) if chunks else {}

	def each_row(self, where: Where, parts: Sequence[Part]) -> Iterator[Row]:
		if is_nowhere(where):
			return
		for point in self._pages(self._rows, where, payload=payload_of(parts), vectors=vectors_of(parts)):
			yield row_of(point)

	def count(self, where: Where) -> int:
		if is_nowhere(where):
			return 0
		return self._ask(
			lambda client, models: int(
				client.count(self._rows, count_filter=filter_of(where, models), exact=True).count
			)
		)

	def entries(self, ids: Sequence[int | str]) -> list[Values]:
		def read(client: Any, models: Any) -> list[Values]:
			found: list[Values] = []
			for start in range(0, len(ids), _READ_AT_ONCE):
				part = list(ids[start : start + _READ_AT_ONCE])
				found += [point.payload for point in client.retrieve(self._entries, part, with_payload=True)]
			return found

		return self._ask(read) if ids else []

	def each_entry(self, where: Where) -> Iterator[Values]:
		if is_nowhere(where):
			return
		for point in self._pages(self._entries, where, payload=True, vectors=False):
			yield point.payload

	def remove(self, rows: Where | None = None, entries: Where | None = None) -> None:
		def delete(client: Any, models: Any) -> None:
			for name, where in ((self._rows, rows), (self._entries, entries)):
				if where is not None and not is_nowhere(where) and client.collection_exists(name):
					selector = models.FilterSelector(filter=filter_of(where, models))
					client.delete(name, points_selector=selector, wait=True)

		self._ask(delete)

	def drop(self) -> None:
		def delete(client: Any, models: Any) -> None:
			for name in (self._rows, self._entries):
				if client.collection_exists(name):
					client.delete_collection(name)

		self._ask(delete)

	def _pages(self, name: str, where: Where, *, payload: Any, vectors: Any) -> Iterator[Any]:
		"""Points one page after the other, each asked for when the one before was taken."""
		offset: Any = None
		while True:
			points, offset = self._ask(
				lambda client, models, offset=offset: client.scroll(  # type: ignore[misc]
					name,
					scroll_filter=filter_of(where, models),
					limit=_READ_AT_ONCE,
					offset=offset,
					with_payload=payload,
					with_vectors=vectors,
				)
			)
			yield from points
			if offset is None:
				return

	def _scroll(
		self, client: Any, name: str, wanted: Any, limit: int, *, payload: Any, vectors: Any
	) -> list[Any]:
		points, _ = client.scroll(
			name, scroll_filter=wanted, limit=limit, with_payload=payload, with_vectors=vectors
		)
		return list(points)

	def _ask(self, request: Callable[[Any, Any], T]) -> T:
		with engine_errors(self._settings, _NAME):
			from qdrant_client import models

			return request(self._client(), models)

	def _client(self) -> Any:
		key = os.getpid(), self._settings.key
		with _lock:
			if key not in _clients:
				from qdrant_client import QdrantClient

				settings = {
					name: value
					for name, value in self._settings.filled().items()
					if name not in _OWN_SETTINGS
				}
				local = {"force_disable_check_same_thread": True} if self._is_local else {}
				_clients[key] = QdrantClient(**{"timeout": _TIMEOUT_S, **local, **settings})
			return _clients[key]
