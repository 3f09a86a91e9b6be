"""The engine's registries with what other apps add by the hooks ``huf_knowledge_backends`` and
``huf_knowledge_extractors`` (dictionaries from key to dotted path)."""

from typing import TYPE_CHECKING

import frappe

if TYPE_CHECKING:
	from huf.engine.backends.base import Backend
	from huf.engine.extractors import Extractor
	from huf.engine.indexing import BuildSettings
	from huf.engine.registry import Registry


def backend_registry() -> "Registry[Backend]":
	"""Kinds of index that this site knows."""
	from huf.engine.backends import default_registry

	return _with_hooks(default_registry(), "huf_knowledge_backends")


def extractor_registry() -> "Registry[Extractor]":
	"""Extractors that this site knows."""
	from huf.engine.extractors import default_registry

	return _with_hooks(default_registry(), "huf_knowledge_extractors")


def fingerprint(build_settings: "BuildSettings") -> str:
	"""What an index made with these settings on this site would have as its fingerprint."""
	return build_settings.fingerprint(backend_registry(), extractor_registry())


def _with_hooks(registry: "Registry", hook: str) -> "Registry":
	for key, paths in (frappe.get_hooks(hook) or {}).items():
		# Frappe collects what several apps give for a key in a list. Two different things are refused: which
		# one wins would depend on the order in which the apps were installed.
		for path in paths if isinstance(paths, list) else [paths]:
			registry.register(key, path)
	return registry
