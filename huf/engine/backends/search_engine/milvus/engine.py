"""Milvus, by its own client: a server or a cluster, and in tests Milvus Lite, which serves one process from a file."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from huf.engine.backends.base import Candidate
from huf.engine.backends.search_engine.contract.engine import (
	Between,
	Entry,
	IsIn,
	Part,
	Row,
	SparseVector,
	Values,
	Where,
)
from huf.engine.backends.search_engine.contract.errors import engine_errors
from huf.engine.backends.search_engine.milvus.clients import (
	client_of,
	is_local,
	own_setting,
	timeout_of,
)
from huf.engine.backends.search_engine.milvus.conditions import (
	expression,
	holding_words,
	is_nowhere,
	literals,
)
from huf.engine.backends.search_engine.milvus.fields import (
	ENTRY_INDEXES,
	MEANING,
	ROW_INDEXES,
	WORDS,
	entry_key,
	entry_schema,
	entry_values,
	fields_of,
	row_of,
	row_schema,
	row_values,
	stored_of,
	word_numbers,
)
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.embedding import Vectors

_NAME = "Milvus"
_WRITTEN_AT_ONCE = 200
"""Rows of one request: a megabyte or two."""
_AT_ONCE = 1_000
_MOST = 16_384
"""Results that Milvus gives at most."""
_EXACT = {"index_type": "FLAT"}
_STRONG = {"consistency_level": "Strong"}
"""What was written is found by the next search of any process."""
_COUNT = ["count(*)"]

T = TypeVar("T")


def open_engine(settings: StoreSettings, collection: str) -> "MilvusEngine":
	"""What a dotted path in the settings of an index names."""
	return MilvusEngine(settings, collection)


class MilvusEngine:
	"""A :class:`~huf.engine.backends.search_engine.contract.engine.SearchEngine`."""

	rows_at_once = _WRITTEN_AT_ONCE

	def __init__(self, settings: StoreSettings, collection: str) -> None:
		self._settings = settings
		self._rows, self._entries = collection, f"{collection}_entries"
		self._known_dimension: int | None = None

	def make(self, dimension: int) -> None:
		def work(client: Any) -> None:
			from pymilvus import DataType

			dense = {**_EXACT, **own_setting(self._settings, "index")}
			words = {WORDS: {"index_type": "SPARSE_INVERTED_INDEX"}}
			self._make(
				client,
				self._rows,
				lambda: row_schema(client, DataType, dimension),
				{**words, **({MEANING: dense} if dimension else {})},
				ROW_INDEXES,
			)
			self._make(
				client,
				self._entries,
				lambda: entry_schema(client, DataType),
				{MEANING: _EXACT},
				ENTRY_INDEXES,
			)

		self._known_dimension = None
		self._ask(work)

	def _make(
		self,
		client: Any,
		name: str,
		schema: Callable[[], Any],
		vectors: dict[str, dict[str, Any]],
		fields: Sequence[str],
	) -> None:
		"""A collection with its indexes, in steps that each may have been done before."""
		timeout = timeout_of(self._settings)
		if not client.has_collection(name, timeout=timeout):
			asked = {**_STRONG, **own_setting(self._settings, "collection")}
			client.create_collection(name, schema=schema(), timeout=timeout, **asked)
		there = client.list_indexes(name)
		indexes = client.prepare_index_params()
		for field, asked in vectors.items():
			if field not in there:
				params = {name: value for name, value in asked.items() if name != "index_type"}
				indexes.add_index(field, index_type=asked["index_type"], metric_type="IP", params=params)
		if not is_local(self._settings):
			for field in fields:
				if field not in there:
					indexes.add_index(field, index_type="INVERTED")
		if len(indexes):
			client.create_index(name, indexes, timeout=timeout)
		client.load_collection(name, timeout=timeout)

	def add_rows(self, rows: Sequence[Row]) -> None:
		if rows:
			dimension = self._dimension()
			self._add(self._rows, [row_values(row, dimension) for row in rows], _WRITTEN_AT_ONCE)

	def add_entries(self, entries: Sequence[Entry]) -> None:
		self._add(self._entries, [entry_values(entry) for entry in entries], _AT_ONCE)

	def _add(self, name: str, values: Sequence[Values], at_once: int) -> None:
		"""Whole rows, never some of their fields, whose changes at one time Milvus is known to lose."""

		def write(client: Any) -> None:
			for start in range(0, len(values), at_once):
				part = list(values[start : start + at_once])
				client.upsert(name, part, timeout=timeout_of(self._settings))

		self._ask(write)

	def _dimension(self) -> int:
		"""The numbers of each dense vector of the collection, 0 for none."""
		if self._known_dimension is None:
			about = self._ask(
				lambda client: client.describe_collection(self._rows, timeout=timeout_of(self._settings))
			)
			sizes = [field["params"]["dim"] for field in about["fields"] if field["name"] == MEANING]
			self._known_dimension = int(sizes[0]) if sizes else 0
		return self._known_dimension

	def by_words(self, words: SparseVector, limit: int, where: Where) -> list[Candidate]:
		if not words.numbers:
			return []
		query = dict(zip(map(int, words.numbers), map(float, words.values), strict=True))
		found = self._search(query, WORDS, limit, where, {})
		return [each for each in found if each.score > 0]

	def by_vector(self, vector: Vectors, limit: int, where: Where) -> list[Candidate]:
		asked = own_setting(self._settings, "search")
		return self._search(vector.tolist(), MEANING, limit, where, asked)

	def _search(
		self, query: Any, field: str, limit: int, where: Where, params: dict[str, Any]
	) -> list[Candidate]:
		if limit < 1 or is_nowhere(where):
			return []
		tests = [expression(where), "has_meaning == true" if field == MEANING else ""]
		(found,) = self._ask(
			lambda client: client.search(
				self._rows,
				data=[query],
				anns_field=field,
				limit=min(limit, _MOST),
				filter=" and ".join(filter(None, tests)),
				search_params={"metric_type": "IP", "params": params},
				timeout=timeout_of(self._settings),
				**_STRONG,
			)
		)
		every = (Candidate(int(hit["id"]), float(hit["distance"])) for hit in found)
		return sorted(every, key=lambda each: (-each.score, each.chunk))

	def holding(self, phrases: Sequence[str], limit: int, where: Where) -> list[int]:
		numbers = word_numbers(" ".join(phrases))
		if not numbers or limit < 1 or is_nowhere(where):
			return []
		test = " and ".join(f"({one})" for one in filter(None, (expression(where), holding_words(numbers))))
		whole = [f" {phrase} " for phrase in phrases]
		found: list[int] = []
		for each in self._pages(self._rows, test, ["id", "said"]):
			text = f" {''.join(each['said'])} "
			if all(phrase in text for phrase in whole):
				found.append(each["id"])
				if len(found) == limit:
					break
		return found

	def rows(self, chunks: Sequence[int], parts: Sequence[Part]) -> dict[int, Row]:
		found = {}
		for start in range(0, len(chunks), _AT_ONCE):
			wanted = expression(Where((IsIn("chunk", list(chunks[start : start + _AT_ONCE])),)))
			for each in self._query(self._rows, wanted, self._fields(parts)):
				found[each["id"]] = row_of(each)
		return found

	def each_row(self, where: Where, parts: Sequence[Part]) -> Iterator[Row]:
		if not is_nowhere(where):
			yield from map(row_of, self._pages(self._rows, expression(where), self._fields(parts)))

	def _fields(self, parts: Sequence[Part]) -> list[str]:
		return fields_of(parts, self._dimension() if "vector" in parts else 0)

	def count(self, where: Where) -> int:
		if is_nowhere(where):
			return 0
		(found,) = self._query(self._rows, expression(where), _COUNT)
		return int(found["count(*)"])

	def entries(self, ids: Sequence[int | str]) -> list[Values]:
		found: list[Values] = []
		for start in range(0, len(ids), _AT_ONCE):
			keys = literals(map(entry_key, ids[start : start + _AT_ONCE]))
			found += map(stored_of, self._query(self._entries, f"id in {keys}", ["id", "stored"]))
		return found

	def each_entry(self, where: Where) -> Iterator[Values]:
		if not is_nowhere(where):
			yield from map(stored_of, self._pages(self._entries, expression(where), ["id", "stored"]))

	def remove(self, rows: Where | None = None, entries: Where | None = None) -> None:
		# An expression of a deletion must not be empty.
		every = {self._rows: expression(Where((Between("chunk"),))), self._entries: 'id >= ""'}
		for name, where in ((self._rows, rows), (self._entries, entries)):
			if where is not None and not is_nowhere(where):
				self._delete(name, expression(where) or every[name])

	def _delete(self, name: str, test: str) -> None:
		def work(client: Any) -> None:
			timeout = timeout_of(self._settings)
			if client.has_collection(name, timeout=timeout):
				client.delete(name, filter=test, timeout=timeout)

		self._ask(work)

	def drop(self) -> None:
		def work(client: Any) -> None:
			for name in (self._rows, self._entries):
				client.drop_collection(name, timeout=timeout_of(self._settings))

		self._ask(work)
		self._known_dimension = None

	def _pages(self, name: str, test: str, fields: list[str]) -> Iterator[Values]:
		"""All that satisfies a test, one page after the other by their ids, as the client's own iterator does, which Milvus Lite does
		not serve to its end."""
		last: int | str | None = None
		while True:
			after = f"id > {last}" if isinstance(last, int) else f'id > "{last}"'
			tests = [f"({test})" if test else "", after if last is not None else ""]
			page = self._query(name, " and ".join(filter(None, tests)), fields, limit=_AT_ONCE)
			yield from sorted(page, key=lambda each: each["id"])
			if len(page) < _AT_ONCE:
				return
			last = max(each["id"] for each in page)

	def _query(self, name: str, test: str, fields: list[str], **more: Any) -> list[Values]:
		"""What satisfies a test, in any order; of more than ``limit`` those with the lowest ids."""

		def read(client: Any, *, fields: list[str] = fields, **more: Any) -> list[Values]:
			timeout = timeout_of(self._settings)
			asked = {"timeout": timeout, "reduce_stop_for_best": True, **_STRONG}
			return list(client.query(name, filter=test, output_fields=fields, **asked, **more))

		def read_or_none(client: Any) -> list[Values]:
			from pymilvus import MilvusException

			try:
				return read(client, **more)
			except MilvusException:
				# Milvus Lite has no columns where there are no rows, and the client cannot read that.
				if is_local(self._settings) and read(client, fields=_COUNT)[0]["count(*)"] == 0:
					return []
				raise

		return self._ask(read_or_none)

	def _ask(self, request: Callable[[Any], T]) -> T:
		with engine_errors(self._settings, _NAME):
			return request(client_of(self._settings))
