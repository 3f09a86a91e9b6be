"""Milvus. Settings and manifests name :func:`open_engine` by this path."""

from huf.engine.backends.search_engine.milvus.clients import close_clients
from huf.engine.backends.search_engine.milvus.engine import MilvusEngine, open_engine

__all__ = ["MilvusEngine", "close_clients", "open_engine"]
