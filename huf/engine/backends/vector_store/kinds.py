"""What LlamaIndex's interface of a vector store lacks, for each class that huf knows better.

The interface has adding, querying and deleting. How a collection is named, how it is dropped with all its room, and how
many rows it has, each class does in its own way. A class that is not registered here is used by the
interface alone: its settings say where the collection's name goes (``{collection}``, ``{dimension}``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.errors import VectorStoreMissing
from huf.engine.registry import Registry

_CONNECT_S = 5
"""Seconds until a database that does not answer counts as away; PostgreSQL's client waits for minutes by itself."""

Store = Any
"""A ``BasePydanticVectorStore`` of LlamaIndex, which is not imported before a store is needed: it takes seconds."""


@dataclass(frozen=True, slots=True)
class StoreKind:
	"""How huf handles one class of vector stores."""

	open: "Callable[[type[Any], StoreSettings, str, int, bool], Store]"
	"""Class, settings, name of the collection, dimension, and whether it may be made. Gives the store."""
	drop: Callable[[Store, str], None]
	"""Remove the collection of this name, which the store was opened for; nothing happens when it is gone."""
	count: Callable[[Store, str], int | None]
	"""Rows of the collection, or None when the class cannot say."""
	close: Callable[[Store], None]
	"""Give back the connections of a store that is no longer needed."""


def _open_any(cls: type[Any], store: StoreSettings, name: str, dimension: int, make: bool) -> Store:
	if not store.mentions("collection"):
		raise VectorStoreMissing(
			f"huf does not know how {store.path} names a collection, and each build needs its own. Put {{collection}}"
			" into the setting that names it, for example an index_name."
		)
	return cls(**store.filled(collection=name, dimension=dimension))


def _drop_any(store: Store, name: str) -> None:
	try:
		store.clear()
	except NotImplementedError:
		# The one way of deleting that every class must have; each row says which collection is its document.
		store.delete(name)


def _open_milvus(cls: type[Any], store: StoreSettings, name: str, dimension: int, make: bool) -> Store:
	return cls(
		**{
			"similarity_metric": "IP",
			"timeout": _CONNECT_S,
			**store.filled(),
			"collection_name": name,
			"dim": dimension,
			"overwrite": False,
		}
	)


def _drop_milvus(store: Store, name: str) -> None:
	store.client.drop_collection(name)


def _count_milvus(store: Store, name: str) -> int:
	(row,) = store.client.query(name, filter="", output_fields=["count(*)"], consistency_level="Strong")
	return int(row["count(*)"])


def _open_postgres(cls: type[Any], store: StoreSettings, name: str, dimension: int, make: bool) -> Store:
	settings: dict[str, Any] = store.filled()
	address = settings.get("connection_string")
	if address:
		settings["connection_string"] = _with_driver(address, "psycopg2")
		settings["async_connection_string"] = _with_driver(
			settings.get("async_connection_string") or address, "asyncpg"
		)
	engine = {"pool_pre_ping": True, "connect_args": {"connect_timeout": _CONNECT_S}}
	settings["create_engine_kwargs"] = {**engine, **settings.get("create_engine_kwargs", {})}
	return cls.from_params(**{"perform_setup": make, **settings, "table_name": name, "embed_dim": dimension})


def _with_driver(address: str, driver: str) -> str:
	return f"postgresql+{driver}://{address.partition('://')[2]}"


def _ask_postgres(store: Store, name: str, statement: str) -> Any:
	"""Run one statement on the table of a collection, on a connection of its own."""
	from sqlalchemy import create_engine, text

	# The names LlamaIndex gives: small letters, and `data_` before the table's.
	table = f'"{store.schema_name}"."data_{name}"'
	engine = create_engine(store.connection_string, **store.create_engine_kwargs)
	try:
		with engine.begin() as connection:
			result = connection.execute(text(statement.format(table=table)))
			return result.scalar() if result.returns_rows else None
	finally:
		engine.dispose()


def _drop_postgres(store: Store, name: str) -> None:
	_ask_postgres(store, name, "DROP TABLE IF EXISTS {table}")


def _count_postgres(store: Store, name: str) -> int:
	return int(_ask_postgres(store, name, "SELECT count(*) FROM {table}"))


def _close_postgres(store: Store) -> None:
	if store.client is not None:
		store.client.dispose()


def _leave_open(store: Store) -> None:
	"""For classes without a way to close one store, or where all stores of a process share a connection."""


ANY = StoreKind(_open_any, _drop_any, lambda store, name: None, _leave_open)
MILVUS = StoreKind(_open_milvus, _drop_milvus, _count_milvus, _leave_open)
POSTGRES = StoreKind(_open_postgres, _drop_postgres, _count_postgres, _close_postgres)

STORE_KINDS: Registry[StoreKind] = Registry("vector store")
"""By the dotted path that a source gives. Another app registers its own class here."""
for _module in ("llama_index.vector_stores.milvus", "llama_index.vector_stores.milvus.base"):
	STORE_KINDS.register(f"{_module}.MilvusVectorStore", MILVUS)
for _module in ("llama_index.vector_stores.postgres", "llama_index.vector_stores.postgres.base"):
	STORE_KINDS.register(f"{_module}.PGVectorStore", POSTGRES)


def kind_of(path: str) -> StoreKind:
	"""How to handle the class at ``path``."""
	return STORE_KINDS.get(path) if path in STORE_KINDS else ANY
