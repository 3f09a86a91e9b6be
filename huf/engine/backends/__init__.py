"""Kinds of index, by the name that a source gives as its knowledge type."""

from huf.engine.backends.base import Backend
from huf.engine.registry import Registry

DEFAULT_BACKEND = "sqlite_fts"


def default_registry() -> Registry[Backend]:
	"""The kinds that come with huf; a shell adds those of other apps."""
	registry: Registry[Backend] = Registry("knowledge type")
	registry.register("sqlite_fts", "huf.engine.backends.keyword.backend.BACKEND")
	return registry
