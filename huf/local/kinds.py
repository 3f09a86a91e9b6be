"""The kinds of index that a folder can have, and which goes with its embedder and its store."""

from huf.engine.backends import default_registry
from huf.engine.backends.base import Backend
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.backends.hybrid.backend import hybrid_backend
from huf.engine.backends.search_engine.backend import KEY as ENGINE
from huf.engine.backends.search_engine.backend import search_engine_backend
from huf.engine.backends.search_engine.builds.connecting import is_engine
from huf.engine.backends.vector_store.backend import KEY as STORED
from huf.engine.backends.vector_store.backend import vector_store_backend
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.embedding import Embedder, embedder_for
from huf.engine.registry import Registry


def kind_for(has_vectors: bool, store: StoreSettings | None) -> str | None:
	"""The kind of index that goes with a store, or with none; None for the one of words alone in files."""
	if store and is_engine(store):
		return ENGINE
	return (STORED if store else HYBRID) if has_vectors else None


def kinds_with(embedder: Embedder | None = None, store: StoreSettings | None = None) -> Registry[Backend]:
	"""Every kind of index; one with vectors is searched with the embedder, and in the store, that it names itself."""
	kinds = default_registry()
	kinds.register(HYBRID, hybrid_backend(embedder, other=embedder_for))
	engine, vectors = (store, None) if store and is_engine(store) else (None, store)
	kinds.register(STORED, vector_store_backend(embedder, vectors, other=embedder_for))
	kinds.register(ENGINE, search_engine_backend(embedder, engine, other=embedder_for))
	return kinds
