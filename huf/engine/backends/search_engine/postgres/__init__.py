"""PostgreSQL. Settings and manifests name :func:`open_engine` by this path."""

from huf.engine.backends.search_engine.postgres.connections import close_connections
from huf.engine.backends.search_engine.postgres.engine import PostgresEngine, open_engine

__all__ = ["PostgresEngine", "close_connections", "open_engine"]
