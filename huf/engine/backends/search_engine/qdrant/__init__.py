"""Qdrant. Settings and manifests name :func:`open_engine` by this path."""

from huf.engine.backends.search_engine.qdrant.engine import QdrantEngine, close_clients, open_engine

__all__ = ["QdrantEngine", "close_clients", "open_engine"]
